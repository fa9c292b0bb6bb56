import { Effect, Schema } from "effect"
import { note } from "../../../kernel/audit/log.ts"
import { pageFields, pageOf } from "../../../kernel/foundation/page.ts"
import { NoteBody } from "../../../kernel/foundation/text.ts"
import { NotFound } from "../../../kernel/foundation/failure.ts"
import { operation, scopes } from "../../../kernel/operation/operation.ts"
import { operations } from "../../../kernel/operation/record.ts"
import { lockWritableSubject } from "../change.ts"
import { Hit, HitStore, ReviewStatus, type StoredHit, presentHit } from "./model.ts"
import { Verdict, judge, tally } from "./judge.ts"
import { standardQuietDays } from "./decisions.ts"
import { hitsOf } from "../screen.ts"
import { Category } from "../../../verification/screening/category.ts"
import { HitId, ScreeningId } from "../screening-model.ts"
import { SubjectId } from "../subjects/model.ts"
import { readPage } from "../../../kernel/storage/pages.ts"

const reading = scopes("screening:read", "checks:read")
const writing = scopes("screening:write", "checks:write")

const resolve = operation(
  {
    summary: "Resolve a screening hit: confirmed, not a match, or inconclusive",
    description:
      "A false positive is not reported again until identifying data of the subject or of the entry changes, or until it expires. A confirmed hit is always reported. One decision covers the same person on other watchlists. You can resolve a hit again: the latest decision counts, and repeating it changes nothing.",
    method: "POST",
    path: "/screening-hits/{hit_id}/resolve",
    access: writing,
    effect: "write",
    params: { hit_id: HitId },
    body: {
      review_status: Verdict.annotateKey({ description: "Your judgement of the hit" }),
      note: Schema.optionalKey(NoteBody).annotateKey({ description: "Why, for whoever reviews it later" }),
      quiet_days: Schema.optionalKey(
        Schema.NullOr(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 3_650 }))).annotate({
          description: "Days until a false positive is reported again; 365 by default, null for no limit while nothing changes"
        })
      ),
      cover_group: Schema.optionalKey(
        Schema.Boolean.annotate({ description: "Also resolve the unreviewed hits of the same group; true by default" })
      )
    },
    output: Hit,
    conflicts: ["subject_erased", "stale_object"],
    emits: ["screening.hit-resolved"],
    tool: {
      name: "resolve_screening_hit",
      title: "Resolve a screening hit",
      toolset: "screening",
      description:
        "Judge one hit: a match or no match, with a note that says why. Use it after get_screening. Never judge by the score alone: compare list, years and countries, and escalate the case when these do not decide."
    },
    about: ({ subject_id }) => subject_id
  },
  Effect.fnUntraced(function* ({ cover_group = true, hit_id, note: remark, quiet_days, review_status }) {
    const store = yield* HitStore
    const known = yield* store.find(hit_id)
    if (known === undefined) return yield* new NotFound()
    const subject = yield* lockWritableSubject(known.subject_id)
    const nothingNew = quiet_days === undefined && (remark === undefined || remark === known.note)
    if (known.review_status === review_status && nothingNew) {
      yield* note({ type: "screening_hit", id: hit_id })
      return presentHit(known)
    }
    const hits = yield* hitsOf(known.screening_id)
    const covers = (hit: StoredHit): boolean =>
      hit.id === hit_id || (cover_group && hit.group !== null && hit.group === known.group && hit.review_status === "unreviewed")
    const after: Array<StoredHit> = []
    for (const hit of hits) {
      after.push(
        covers(hit)
          ? yield* judge(subject, hit, review_status, remark ?? null, quiet_days === undefined ? standardQuietDays : quiet_days)
          : hit
      )
    }
    yield* tally(known.screening_id, after)
    yield* note({ type: "screening_hit", id: hit_id }, [{ path: "review_status", from: known.review_status, to: review_status }])
    const judged = after.find(({ id }) => id === hit_id)
    return judged === undefined ? yield* new NotFound() : presentHit(judged)
  })
)

const list = operation(
  {
    summary: "List screening hits, highest risk first",
    method: "GET",
    path: "/screening-hits",
    access: reading,
    effect: "read",
    query: {
      screening_id: Schema.optionalKey(ScreeningId),
      subject_id: Schema.optionalKey(SubjectId),
      review_status: Schema.optionalKey(ReviewStatus),
      category: Schema.optionalKey(Category),
      ...pageFields()
    },
    output: pageOf(Hit)
  },
  Effect.fnUntraced(function* ({ after, category, limit, offset, review_status, screening_id, subject_id }) {
    const where = [
      ...(category === undefined ? [] : [{ field: "category", op: "eq", value: category } as const]),
      ...(review_status === undefined ? [] : [{ field: "review_status", op: "eq", value: review_status } as const]),
      ...(screening_id === undefined ? [] : [{ field: "screening_id", op: "eq", value: screening_id } as const]),
      ...(subject_id === undefined ? [] : [{ field: "subject_id", op: "eq", value: subject_id } as const])
    ]
    const order = [
      { field: "risk_score", direction: "desc" },
      { field: "match_score", direction: "desc" }
    ] as const
    const { pagination, rows } = yield* readPage(yield* HitStore, { where, order }, { after, limit, offset })
    return { data: rows.map(presentHit), pagination }
  })
)

const get = operation(
  {
    summary: "Get a screening hit",
    method: "GET",
    path: "/screening-hits/{hit_id}",
    access: reading,
    effect: "read",
    params: { hit_id: HitId },
    output: Hit
  },
  Effect.fnUntraced(function* ({ hit_id }) {
    const hit = yield* (yield* HitStore).find(hit_id)
    return hit === undefined ? yield* new NotFound() : presentHit(hit)
  })
)

export const screeningHits = operations("screening_hits", { list, get, resolve })
