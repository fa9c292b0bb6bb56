import { forgetOrigins } from "../../../resources/audit/forget-origins.ts"
import { Effect } from "effect"
import type { Condition } from "../../../kernel/storage/collection.ts"
import { IdempotencyStore } from "../../../kernel/operation/idempotency.ts"
import { CheckStore } from "../../../resources/checks/model.ts"
import { DocumentStore } from "../../../resources/documents/model.ts"
import { announceEntry, entryEvents } from "../../../resources/lists/entries.ts"
import { ListEntryStore, listLimits, ListStore } from "../../../resources/lists/model.ts"
import { ChallengeStore } from "../../../resources/nfc/challenge.ts"
import { AttemptStore, type StoredAttempt } from "../../../resources/sessions/attempts.ts"
import { unusedFirstLink } from "../../../resources/sessions/links/first-link.ts"
import { LinkStore, type StoredLink } from "../../../resources/sessions/links/model.ts"
import type { StoredSession } from "../../../resources/sessions/model.ts"
import { addedUp, type Counts } from "../../../resources/erasure/receipt.ts"
import { SubjectStore } from "../../../resources/screening/subjects/model.ts"
import { cancelRun } from "../../../resources/workflows/runs/begin.ts"
import { type StoredRun, WorkflowRunStore } from "../../../resources/workflows/runs/model.ts"
import { eraseBodies } from "../../../resources/webhooks/deliveries/retention.ts"
import { eraseExportsOf } from "../../../resources/exports/end.ts"
import { DeliveryStore } from "../../../resources/webhooks/model.ts"
import { FaceIndex } from "../../../verification/faces/face-index.ts"
import { eraseCases, lockCases } from "../cases.ts"
import { eraseChecksOfSession, lockChecks, lockChecksOf } from "../checks.ts"
import { eraseDocumentsOfOwner } from "../documents.ts"
import { atOneTime, forEvery, forEveryLocked, lockEvery } from "../every.ts"
import { eraseFindingWords } from "../findings.ts"
import { blankSubject } from "../subjects.ts"

const ofSession = (id: string): ReadonlyArray<Condition<"session_id">> => [{ field: "session_id", op: "eq", value: id }]

/**
 * Ends every link of the session. Whoever holds one learns that the data was erased; which browser opened it is forgotten, and the audit log forgets from
 * where it was used.
 */
export const eraseLinks = Effect.fnUntraced(function* (session: StoredSession, at: string) {
  const store = yield* LinkStore
  const first = yield* unusedFirstLink(session)
  const erased = (link: StoredLink): StoredLink => ({ ...link, status: "revoked", browser_hash: null, erased: true, updated_at: at })
  if (first !== undefined) yield* store.insert(erased(first))
  const ids: Array<string> = []
  const count = yield* forEveryLocked(store, ofSession(session.id), (link) => {
    ids.push(link.id)
    return store.save(erased(link))
  })
  yield* forgetOrigins(ids)
  return count
})

/** Which gate was decided how stays; what was sent with it goes, and where a draft would have led the session. */
const withoutFacts = ({ shadow: _shadow, ...run }: StoredRun): StoredRun => {
  const gates = run.gates?.map((gate) => ({ ...gate, data: null, digest: null }))
  return { ...run, ...(gates === undefined ? {} : { gates }), decisions: [], verdicts: [] }
}

/** Ends the run of the session, and takes the facts from the decisions of every one; which nodes ran and how they ended stays. */
export const eraseRuns = Effect.fnUntraced(function* (session: StoredSession, at: string) {
  yield* cancelRun(session)
  return yield* forEveryLocked(yield* WorkflowRunStore, ofSession(session.id), (run) =>
    Effect.flatMap(WorkflowRunStore, (store) => store.save({ ...withoutFacts(run), updated_at: at }))
  )
})

/** The attempt without the address, the device and what the app attested; when it was and how it ended stays. */
const withoutDevice = ({ attestation: _attestation, ...attempt }: StoredAttempt, at: string): StoredAttempt => ({
  ...attempt,
  ip: null,
  country: null,
  device: null,
  network: null,
  network_digest: null,
  updated_at: at
})

export const eraseAttempts = Effect.fnUntraced(function* (session_id: string, at: string) {
  const store = yield* AttemptStore
  return yield* forEveryLocked(store, ofSession(session_id), (attempt) => store.save(withoutDevice(attempt, at)))
})

/** The documents of the session; answers how many, and the names of the files that have to go. */
export const eraseDocuments = Effect.fnUntraced(function* (session_id: string, at: string) {
  const documents = yield* lockEvery(yield* DocumentStore, ofSession(session_id))
  const left = documents.filter(({ status }) => status !== "redacted")
  return { documents: documents.length, files: yield* eraseDocumentsOfOwner(left, at) }
})

/** The screening subject of the session, with its hits, cases and remembered decisions; nothing where it has none or it was erased before. */
const eraseScreening = Effect.fnUntraced(function* (session_id: string) {
  const store = yield* SubjectStore
  const [found] = yield* store.list({ where: ofSession(session_id), limit: 1 })
  const subject = found === undefined ? undefined : yield* store.lock(found.id)
  const nothing: { readonly counts: Counts; readonly about: ReadonlyArray<string> } = { counts: {}, about: [] }
  return subject === undefined || subject.erased_at !== null ? nothing : yield* blankSubject(subject)
})

/**
 * What was found out about the person: the screening subject, the cases of the session and blind ones about it, its checks and those that were computed from
 * its documents elsewhere, exports, and what people wrote of findings of the quality audit about any of these. `about` names records of the subject.
 */
export const eraseFindings = Effect.fnUntraced(function* (session_id: string, document_ids: ReadonlyArray<string>, at: string) {
  const screening = yield* eraseScreening(session_id)
  const [own, blind, checks, others] = yield* Effect.all(
    [
      lockCases("session_id", session_id),
      lockCases("sample_of", session_id),
      lockChecks({ field: "session_id", op: "eq", value: session_id }),
      document_ids.length === 0 ? Effect.succeed([]) : lockChecksOf(document_ids),
      eraseExportsOf({ id: session_id })
    ],
    atOneTime
  )
  const cases = [...own.left, ...blind.left]
  const all = [...new Map([...checks, ...others].map((check) => [check.id, check])).values()]
  yield* eraseFindingWords({ session_id: [session_id], case_id: cases.map(({ id }) => id), check_id: all.map(({ id }) => id) })
  const case_notes = yield* eraseCases(cases)
  yield* eraseChecksOfSession(all, at)
  return { counts: addedUp(screening.counts, { checks: all.length, cases: own.all + blind.all, case_notes }), about: screening.about }
})

/** The lists that hold an entry of the session, locked before their entries as by anyone who changes these, always in the order of their ids. */
const lockListsOf = Effect.fnUntraced(function* (session_id: string) {
  const entries = yield* (yield* ListEntryStore).list({ where: ofSession(session_id), limit: listLimits.lists })
  const lists = yield* ListStore
  for (const id of [...new Set(entries.flatMap(({ list_id }) => list_id ?? []))].toSorted()) yield* lists.lock(id)
})

/** One entry less on a locked list. */
const countLess = Effect.fnUntraced(function* (list_id: string, at: string) {
  const lists = yield* ListStore
  const list = yield* lists.find(list_id)
  if (list !== undefined) yield* lists.save({ ...list, entry_count: list.entry_count - 1, updated_at: at })
})

/** Entries that were listed for what the session showed: they go whole, from the blocklist and from other lists alike. */
export const eraseListEntries = Effect.fnUntraced(function* (session_id: string, at: string) {
  const store = yield* ListEntryStore
  yield* lockListsOf(session_id)
  return yield* forEvery(store, ofSession(session_id), (entry) =>
    Effect.gen(function* () {
      const { removed } = entry.list_id === null ? entryEvents.blocklist : entryEvents.list
      if (entry.archived_at === null) {
        yield* announceEntry({ ...entry, archived_at: at, updated_at: at }, removed, {})
        if (entry.list_id !== null) yield* countLess(entry.list_id, at)
      }
      yield* store.remove(entry.id)
      yield* (yield* IdempotencyStore).forget(entry.id)
    })
  )
})

/** The bodies of the events about the session that happened before a moment, and what receivers answered to them. */
export const eraseEvents = Effect.fnUntraced(function* (session_id: string, before: string | null = null) {
  const found = new Set<string>()
  yield* forEvery(yield* DeliveryStore, ofSession(session_id), ({ event_id }) => Effect.sync(() => found.add(event_id)))
  return yield* eraseBodies([...found], before)
})

export const eraseFaces = Effect.fnUntraced(function* (session_id: string) {
  const [, removed] = yield* Effect.all([(yield* ChallengeStore).remove(session_id), (yield* FaceIndex).remove(session_id)], atOneTime)
  return removed
})

/** Identifiers of what belongs to the session: all that a queued job may name, and its documents among them. */
export const identifiersOf = Effect.fnUntraced(function* (session_id: string) {
  const ids: Array<string> = []
  const documents: Array<string> = []
  const into = (list: Array<string>) => (row: { readonly id: string }) => Effect.sync(() => void list.push(row.id))
  yield* Effect.all(
    [
      forEvery(yield* DocumentStore, ofSession(session_id), into(documents)),
      forEvery(yield* CheckStore, ofSession(session_id), into(ids)),
      forEvery(yield* SubjectStore, ofSession(session_id), into(ids))
    ],
    atOneTime
  )
  return { all: [session_id, ...ids, ...documents], documents }
})
