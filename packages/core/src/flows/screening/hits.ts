import { Effect, Schema } from "effect"
import { note } from "../../kernel/audit/log.ts"
import { NoteBody } from "../../kernel/foundation/text.ts"
import { Conflict, NotFound } from "../../kernel/foundation/failure.ts"
import { operation, scopes } from "../../kernel/operation/operation.ts"
import { operations } from "../../kernel/operation/record.ts"
import { lockWritableSubject } from "../../resources/screening/change.ts"
import { Hit, HitStore, type StoredHit, presentHit } from "../../resources/screening/hits/model.ts"
import { Verdict, judge, tally } from "../../resources/screening/hits/judge.ts"
import { standardQuietDays } from "../../resources/screening/hits/decisions.ts"
import { hitsOf } from "../../resources/screening/hits/of-screening.ts"
import { HitId } from "../../resources/screening/screening-model.ts"
import { lockSessionOf } from "./cases.ts"
import { settleCase } from "./settle.ts"

const writing = scopes("screening:write", "checks:write")

/** Judging what no one asks about any more would leave the hit that waits instead. */
const superseded = (screening_id: string | null): Conflict<"stale_object"> =>
  new Conflict({
    code: "stale_object",
    detail: "A later screening took this hit over. Resolve the hit of that screening, if it found the entry again.",
    context: { screening_id }
  })

const resolve = operation(
  {
    summary: "Resolve a screening hit: confirmed, not a match, or inconclusive",
    description:
      "A false positive is not reported again until identifying data of the subject or of the entry changes, or until it expires. A confirmed hit is always reported. One decision covers the same person on other watchlists. You can resolve a hit again: the latest decision counts, and repeating it changes nothing. When no hit of the newest screening waits any more, the open case ticks screening off and loses the urgency that came from it; the case of a screening subject is decided with it if you may decide cases. A hit that a later screening superseded cannot be resolved.",
    method: "POST",
    path: "/screening-hits/{hit_id}/resolve",
    access: writing,
    effect: "write",
    params: { hit_id: HitId },
    body: {
      review_status: Verdict.annotateKey({ description: "Your judgement of the hit" }),
      note: Schema.optionalKey(NoteBody).annotateKey({ description: "Why, for those who review it later" }),
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
    emits: ["screening.hit-resolved", "case.updated", "case.approved", "case.rejected"],
    tool: {
      name: "resolve_screening_hit",
      title: "Resolve a screening hit",
      toolset: "screening",
      description:
        "Judge one hit: a match or no match, with a note that says why. Use it after get_screening. Not by the score alone: compare list, years and countries. Next: the other hits, or escalate_case when these do not decide."
    },
    about: ({ subject_id }) => subject_id
  },
  Effect.fnUntraced(function* ({ cover_group = true, hit_id, note: remark, quiet_days, review_status }) {
    const store = yield* HitStore
    const known = yield* store.find(hit_id)
    if (known === undefined) return yield* new NotFound()
    yield* lockSessionOf(known.subject_id)
    const subject = yield* lockWritableSubject(known.subject_id)
    if (known.review_status === "superseded") return yield* superseded(subject.last_screening_id)
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
    yield* settleCase(subject)
    yield* note({ type: "screening_hit", id: hit_id }, [{ path: "review_status", from: known.review_status, to: review_status }])
    const judged = after.find(({ id }) => id === hit_id)
    return judged === undefined ? yield* new NotFound() : presentHit(judged)
  })
)

export const screeningHits = operations("screening_hits", { resolve })
