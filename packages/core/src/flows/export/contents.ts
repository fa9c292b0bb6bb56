import { Effect } from "effect"
import type { StorageUnavailable } from "../../kernel/foundation/failure.ts"
import { Tenant } from "../../kernel/access/caller.ts"
import { present as presentEntry } from "../../kernel/audit/entry.ts"
import { AuditLog, type AuditEntry } from "../../kernel/audit/log.ts"
import type { Condition, Position, Query, StoredRecord } from "../../kernel/storage/collection.ts"
import { CaseNoteStore, CaseStore, present as presentCase, presentNote, type StoredCase } from "../../resources/cases/model.ts"
import { CheckStore, present as presentCheck } from "../../resources/checks/model.ts"
import { DocumentStore, present as presentDocument, type StoredDocument } from "../../resources/documents/model.ts"
import { HitStore, presentHit, type StoredHit } from "../../resources/screening/hits/model.ts"
import { presentScreening, ScreeningStore } from "../../resources/screening/screening-model.ts"
import { presentSubject, SubjectStore } from "../../resources/screening/subjects/model.ts"
import { AttemptStore, presentAttempt } from "../../resources/sessions/attempts.ts"
import { LinkStore, links } from "../../resources/sessions/links/model.ts"
import { present as presentRun, WorkflowRunStore } from "../../resources/workflows/runs/model.ts"
import { present as presentSession, type StoredSession } from "../../resources/sessions/model.ts"

/** Where what is exported goes, in an order that is the same each time. Records of one path come one after the other. */
export interface Target<E, R> {
  readonly records: (path: string, rows: ReadonlyArray<object>) => Effect.Effect<void, E, R>
  readonly file: (path: string, document: StoredDocument & { readonly blob: string }) => Effect.Effect<void, E, R>
}

/** Records that are in memory at the same time. */
const batch = 100
/** Ids of records whose audit entries one look finds. */
const targetsAtOnce = 500

interface Store<Row, Name extends string> {
  readonly list: (query: Query<Name>) => Effect.Effect<ReadonlyArray<Row>, StorageUnavailable, Tenant>
}

/** Everything that meets the conditions, oldest first, a batch at a time. */
export const inBatches = Effect.fnUntraced(function* <Row extends StoredRecord, Name extends string, E, R>(
  store: Store<Row, Name>,
  where: ReadonlyArray<Condition<NoInfer<Name> | "id">>,
  use: (rows: ReadonlyArray<Row>) => Effect.Effect<void, E, R>
): Effect.fn.Return<void, E | StorageUnavailable, R | Tenant> {
  let after: Position | undefined
  for (;;) {
    const order = [{ field: "created_at", direction: "asc" }] as const
    const rows: ReadonlyArray<Row> = yield* store.list({ where, order, limit: batch, ...(after === undefined ? {} : { after }) })
    if (rows.length > 0) yield* use(rows)
    const last = rows.at(-1)
    if (last === undefined || rows.length < batch) return
    after = [last.created_at, last.id]
  }
})

/** The name of a listed person who turned out to be someone else is no business of this one. */
const shownHit = (hit: StoredHit) => {
  const shown = presentHit(hit)
  if (hit.review_status !== "false_positive" && hit.review_status !== "auto_dismissed") return shown
  return { ...shown, list_entry_id: "", matched_name: null, evidence: [], explanation: null }
}

const shownEntry = ({ action, actor, at, changes, id, object, outcome, target }: ReturnType<typeof presentEntry>) => ({
  id,
  object,
  at,
  action,
  actor: { type: actor.type, id: actor.id },
  target,
  changes,
  outcome
})

/** What was done with these records and by whom, without addresses and devices of those who did it. */
export const writeTrail = Effect.fnUntraced(function* <E, R>(path: string, ids: ReadonlyArray<string>, target: Target<E, R>) {
  const log = yield* AuditLog
  const { environment } = yield* Tenant
  for (let first = 0; first < ids.length; first += targetsAtOnce) {
    const where = [{ field: "target_id", op: "in", values: ids.slice(first, first + targetsAtOnce) }] as const
    yield* inBatches(log, where, (rows: ReadonlyArray<AuditEntry>) =>
      target.records(
        path,
        rows.map((row) => shownEntry(presentEntry(row, environment)))
      )
    )
  }
})

/** Cases with their notes. Answers the ids of the cases. */
export const writeCases = Effect.fnUntraced(function* <E, R>(
  prefix: string,
  where: ReadonlyArray<Condition<"session_id" | "subject_id" | "identity_id">>,
  target: Target<E, R>
) {
  const notes = yield* CaseNoteStore
  const ids: Array<string> = []
  yield* inBatches(yield* CaseStore, where, (rows: ReadonlyArray<StoredCase>) => {
    ids.push(...rows.map(({ id }) => id))
    return target.records(`${prefix}/cases.json`, rows.map(presentCase))
  })
  for (const id of ids) {
    const of = [{ field: "case_id", op: "eq", value: id }] as const
    yield* inBatches(notes, of, (rows) => target.records(`${prefix}/case_notes.json`, rows.map(presentNote)))
  }
  return ids
})

/** Screenings with what they found. */
export const writeScreenings = Effect.fnUntraced(function* <E, R>(
  prefix: string,
  where: ReadonlyArray<Condition<"session_id" | "subject_id">>,
  target: Target<E, R>
) {
  const hits = yield* HitStore
  const ids: Array<string> = []
  yield* inBatches(yield* ScreeningStore, where, (rows) => {
    ids.push(...rows.map(({ id }) => id))
    return target.records(`${prefix}/screenings.json`, rows.map(presentScreening))
  })
  for (const id of ids) {
    const of = [{ field: "screening_id", op: "eq", value: id }] as const
    yield* inBatches(hits, of, (rows) => target.records(`${prefix}/screening_hits.json`, rows.map(shownHit)))
  }
  return ids
})

const extensions: Readonly<Record<string, string>> = {
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/webp": "webp",
  "image/tiff": "tiff",
  "application/pdf": "pdf"
}

const hasFile = (document: StoredDocument): document is StoredDocument & { readonly blob: string } => document.blob !== null

const writeDocuments = Effect.fnUntraced(function* <E, R>(prefix: string, session_id: string, target: Target<E, R>) {
  const documents = yield* DocumentStore
  const where = [{ field: "session_id", op: "eq", value: session_id }] as const
  const ids: Array<string> = []
  yield* inBatches(documents, where, (rows) => {
    ids.push(...rows.map(({ id }) => id))
    return target.records(`${prefix}/documents.json`, rows.map(presentDocument))
  })
  const fileOf = (document: StoredDocument & { readonly blob: string }) =>
    target.file(`${prefix}/documents/${document.id}.${extensions[document.mime_type] ?? "bin"}`, document)
  yield* inBatches(documents, where, (rows) => Effect.forEach(rows.filter(hasFile), fileOf, { discard: true }))
  return ids
})

/** Everything that belongs to a session. Tokens, templates of faces and keyed digests are not data that anyone could read, and stay out. */
export const writeSession = Effect.fnUntraced(function* <E, R>(session: StoredSession, target: Target<E, R>) {
  const prefix = `sessions/${session.id}`
  const where = [{ field: "session_id", op: "eq", value: session.id }] as const
  yield* target.records(`${prefix}/session.json`, [{ ...presentSession(session), answers: session.answers ?? {} }])
  yield* inBatches(yield* AttemptStore, where, (rows) => target.records(`${prefix}/attempts.json`, rows.map(presentAttempt)))
  yield* inBatches(yield* LinkStore, where, (rows) => target.records(`${prefix}/links.json`, rows.map(links.present)))
  const documents = yield* writeDocuments(prefix, session.id, target)
  const checks: Array<string> = []
  yield* inBatches(yield* CheckStore, where, (rows) => {
    checks.push(...rows.map(({ id }) => id))
    return target.records(`${prefix}/checks.json`, rows.map(presentCheck))
  })
  const runs = yield* WorkflowRunStore
  yield* inBatches(runs, where, (rows) => target.records(`${prefix}/workflow_runs.json`, rows.map(presentRun)))
  yield* inBatches(yield* SubjectStore, where, (rows) => target.records(`${prefix}/screening_subjects.json`, rows.map(presentSubject)))
  const screenings = yield* writeScreenings(prefix, where, target)
  const cases = yield* writeCases(prefix, where, target)
  yield* writeTrail(`${prefix}/decision_trail.json`, [session.id, ...cases, ...checks, ...documents, ...screenings], target)
})
