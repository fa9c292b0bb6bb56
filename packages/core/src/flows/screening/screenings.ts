import { Effect, Schema } from "effect"
import { note } from "../../kernel/audit/log.ts"
import { pageFields, pageOf } from "../../kernel/foundation/page.ts"
import { NotFound } from "../../kernel/foundation/failure.ts"
import { operation, preparedOperation, scopes } from "../../kernel/operation/operation.ts"
import { operations } from "../../kernel/operation/record.ts"
import { SessionId } from "../../resources/sessions/model.ts"
import { lockSessionOf } from "./cases.ts"
import { followScreening } from "./settle.ts"
import { lockWritableSubject } from "../../resources/screening/change.ts"
import { Hit, presentHit } from "../../resources/screening/hits/model.ts"
import { watchOver } from "../../resources/screening/monitoring/register.ts"
import { hitsOf } from "../../resources/screening/hits/of-screening.ts"
import { type Screened, type Searched, recordScreening, searchFor } from "../../resources/screening/screen.ts"
import { Category } from "../../verification/screening/category.ts"
import {
  Screening,
  ScreeningId,
  ScreeningStatus,
  ScreeningStore,
  maximumHits,
  presentScreening
} from "../../resources/screening/screening-model.ts"
import { subjectErased, SubjectId, SubjectStore } from "../../resources/screening/subjects/model.ts"
import { NewSubject, makeSubject } from "../../resources/screening/subjects/make.ts"
import { readPage } from "../../kernel/storage/pages.ts"

const reading = scopes("screening:read", "checks:read")
const writing = scopes("screening:write", "checks:write")

const hits = Schema.Array(Hit).check(Schema.isMaxLength(maximumHits))
/** A screening with its hits, the best match first. */
const ScreeningWithHits = Schema.Struct({ ...Screening.fields, hits }).annotate({ identifier: "ScreeningWithHits" })

const shown = ({ hits: found, screening }: Pick<Screened, "hits" | "screening">): typeof ScreeningWithHits.Type => ({
  ...presentScreening(screening),
  hits: found.map(presentHit)
})

const options = {
  categories: Schema.optionalKey(
    Schema.Array(Category).check(Schema.isBetweenLength(1, 5)).annotate({ description: "Categories of entries to search; all by default" })
  ),
  threshold: Schema.optionalKey(
    Schema.Int.check(Schema.isBetween({ minimum: 50, maximum: 100 })).annotate({
      description: "Lowest match score that needs a review; default 72. Lower ones from 50 on are auto_dismissed"
    })
  )
} as const
interface Options {
  readonly categories?: ReadonlyArray<typeof Category.Type>
  readonly threshold?: number
}
const given = ({ categories, threshold }: Options): Options => ({
  ...(categories === undefined ? {} : { categories }),
  ...(threshold === undefined ? {} : { threshold })
})

/** Searches for a subject that is stored, before the transaction. */
const searchStored = Effect.fnUntraced(function* (subject_id: string) {
  const subject = yield* (yield* SubjectStore).find(subject_id)
  if (subject === undefined) return yield* new NotFound()
  if (subject.erased_at !== null) return yield* subjectErased
  return yield* searchFor(subject)
})

/** Screens a stored subject by hand, for the first time or again. */
const screenStored = Effect.fnUntraced(function* <Again extends "screening.rescreened" | null>(
  subject_id: string,
  searched: Searched,
  wanted: Options,
  again: Again
) {
  yield* lockSessionOf(subject_id)
  const subject = yield* lockWritableSubject(subject_id)
  const cause = { trigger: "manual", session_id: subject.session_id, again, run_key: null, ...wanted } as const
  const screened = yield* recordScreening(subject, searched, cause)
  yield* followScreening(subject, screened)
  return screened
})

/** Where a request describes a new subject. */
const described = ["body", "subject"]

const run = preparedOperation(
  {
    summary: "Screen a subject against all watchlists",
    description:
      "Name a stored subject, or describe a new one, which is stored with the screening. The answer is complete: the editions that were searched, and the hits with the explanation of each score. Without a loaded watchlist the screening is `errored` with `no_list_loaded`; a name of only symbols or single letters gives `name_not_searchable`. Neither is ever `no_hit`.",
    method: "POST",
    path: "/screenings",
    access: writing,
    effect: "write",
    body: {
      subject: Schema.Union([SubjectId, NewSubject]).annotateKey({
        description: "Id of a stored subject, or type, name, dates and countries of a new one"
      }),
      ...options
    },
    output: ScreeningWithHits,
    status: 201,
    conflicts: ["subject_erased", "stale_object"],
    emits: ["screening.completed", "screening.hit-found", "case.created", "case.updated", "case.approved"],
    tool: {
      name: "run_screening",
      title: "Run a screening",
      toolset: "screening",
      openWorld: true,
      description:
        "Screen a person or organization against all watchlists: a stored subject by its id, or a new one, which is stored. Use it for someone who was not screened. Not to repeat: rescreen_subject. Without a loaded list the screening is errored, never clear. Next: get_screening."
    },
    about: ({ subject_id }) => subject_id
  },
  Effect.fnUntraced(function* ({ subject }) {
    if (typeof subject === "string") return { subject: null, searched: yield* searchStored(subject) }
    const made = yield* makeSubject(subject, null, described)
    return { subject: made, searched: yield* searchFor(made) }
  }),
  Effect.fnUntraced(function* ({ subject, ...wanted }, prepared) {
    if (typeof subject === "string") {
      const screened = yield* screenStored(subject, prepared.searched, given(wanted), null)
      yield* note({ type: "screening_record", id: screened.screening.id })
      return shown(screened)
    }
    const made = prepared.subject ?? (yield* makeSubject(subject, null, described))
    const store = yield* SubjectStore
    // Before its screening, which refers to it.
    yield* store.insertIfAbsent(made)
    yield* watchOver(made)
    const cause = { trigger: "manual", session_id: null, again: null, run_key: null, ...given(wanted) } as const
    const screened = yield* recordScreening(made, prepared.searched, cause)
    yield* followScreening(made, screened)
    yield* note({ type: "screening_record", id: screened.screening.id })
    return shown(screened)
  })
)

const rescreen = preparedOperation(
  {
    summary: "Screen a subject again",
    description:
      "Searches the current watchlists for the current data of the subject. A hit that was decided stays decided while the identifying data of subject and entry are unchanged. `diff` lists what is new, changed and removed since the last screening.",
    method: "POST",
    path: "/screening-subjects/{subject_id}/rescreen",
    access: writing,
    effect: "write",
    params: { subject_id: SubjectId },
    body: options,
    output: ScreeningWithHits,
    status: 201,
    conflicts: ["subject_erased", "stale_object"],
    emits: [
      "screening.completed",
      "screening.rescreened",
      "screening.hit-found",
      "case.created",
      "case.updated",
      "case.approved",
      "case.rejected"
    ],
    tool: {
      name: "rescreen_subject",
      title: "Screen a subject again",
      toolset: "screening",
      openWorld: true,
      description:
        "Screen a stored subject again with the lists of now. Use it when data or lists changed. Not for monitored subjects: they are screened anyway. Next: get_screening."
    },
    about: ({ subject_id }) => subject_id
  },
  ({ subject_id }) => searchStored(subject_id),
  Effect.fnUntraced(function* ({ subject_id, ...wanted }, searched) {
    const screened = yield* screenStored(subject_id, searched, given(wanted), "screening.rescreened")
    yield* note({ type: "screening_record", id: screened.screening.id })
    return shown(screened)
  })
)

const list = operation(
  {
    summary: "List screenings, newest first",
    method: "GET",
    path: "/screenings",
    access: reading,
    effect: "read",
    query: {
      subject_id: Schema.optionalKey(SubjectId),
      session_id: Schema.optionalKey(SessionId),
      status: Schema.optionalKey(ScreeningStatus).annotateKey({ description: "Any of these statuses" }),
      ...pageFields()
    },
    output: pageOf(Screening),
    tool: {
      name: "list_screenings",
      title: "List screenings",
      toolset: "screening",
      description: "List screenings, newest first. Use it to see what was screened and how it ended. Not for hits. Next: get_screening."
    }
  },
  Effect.fnUntraced(function* ({ after, limit, offset, session_id, status, subject_id }) {
    const where = [
      ...(subject_id === undefined ? [] : [{ field: "subject_id", op: "eq", value: subject_id } as const]),
      ...(session_id === undefined ? [] : [{ field: "session_id", op: "eq", value: session_id } as const]),
      ...(status === undefined ? [] : [{ field: "status", op: "eq", value: status } as const])
    ]
    const { pagination, rows } = yield* readPage(yield* ScreeningStore, { where }, { after, limit, offset })
    return { data: rows.map(presentScreening), pagination }
  })
)

const get = operation(
  {
    summary: "Get a screening with its hits",
    method: "GET",
    path: "/screenings/{screening_id}",
    access: reading,
    effect: "read",
    params: { screening_id: ScreeningId },
    output: ScreeningWithHits,
    tool: {
      name: "get_screening",
      title: "Get a screening",
      toolset: "screening",
      description:
        "Get a screening with its hits and how each score came about. Use it before you judge hits. Not to search again: rescreen_subject. Next: resolve_screening_hit for each open hit."
    }
  },
  Effect.fnUntraced(function* ({ screening_id }) {
    const screening = yield* (yield* ScreeningStore).find(screening_id)
    if (screening === undefined) return yield* new NotFound()
    return shown({ screening, hits: yield* hitsOf(screening_id) })
  })
)

export const screenings = operations("screenings", { run, rescreen, list, get })
