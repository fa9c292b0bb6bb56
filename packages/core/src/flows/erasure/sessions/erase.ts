import { Effect } from "effect"
import { IdempotencyStore } from "../../../kernel/operation/idempotency.ts"
import { JobQueue } from "../../../kernel/jobs/job.ts"
import { tenantNow } from "../../../kernel/tenancy/tenant-clock.ts"
import type { Erasure } from "../../../resources/erasure/redaction.ts"
import { addedUp, issueReceipt } from "../../../resources/erasure/receipt.ts"
import { announceSession } from "../../../resources/sessions/change.ts"
import { SessionStore, type StoredSession } from "../../../resources/sessions/model.ts"
import { eraseExportsOf } from "../../../resources/exports/end.ts"
import { tombstoneOf } from "../../../resources/sessions/tombstone.ts"
import { eraseFindingWords } from "../findings.ts"
import { eraseCases } from "../cases.ts"
import {
  eraseAttempts,
  eraseChecks,
  eraseDocuments,
  eraseEvents,
  eraseFaces,
  eraseLinks,
  eraseListEntries,
  eraseRuns,
  eraseScreening,
  identifiersOf
} from "./belongings.ts"
import { scheduleRest } from "./files.ts"

/**
 * Erases what is held of a locked session that is not erased yet, and answers its tombstone; the caller has asked whether it may be erased now. All
 * within one transaction but the files, which a job removes once it is committed.
 */
export const eraseSession = Effect.fnUntraced(function* (session: StoredSession) {
  const { id } = session
  const at = yield* tenantNow
  // Jobs go first: what is queued from here on tells nothing of the person.
  const found = yield* identifiersOf(id)
  yield* (yield* JobQueue).withdraw(found.all)
  const screening = yield* eraseScreening(id)
  const own = yield* eraseCases("session_id", id)
  const blind = yield* eraseCases("sample_of", id)
  const checks = yield* eraseChecks(id, found.documents, at)
  const { documents, files } = yield* eraseDocuments(id, at)
  const counts = {
    sessions: 1,
    documents,
    files: files.length,
    checks,
    cases: own.cases + blind.cases,
    case_notes: own.case_notes + blind.case_notes,
    face_templates: yield* eraseFaces(id),
    attempts: yield* eraseAttempts(id, at),
    links: yield* eraseLinks(session, at),
    list_entries: yield* eraseListEntries(id, at),
    workflow_runs: yield* eraseRuns(session, at),
    events: yield* eraseEvents(id)
  }
  yield* (yield* IdempotencyStore).forget(id)
  yield* eraseExportsOf(session)
  yield* eraseFindingWords("session_id", [id])
  const receipt = yield* issueReceipt({ scope: { type: "session", id }, counts: addedUp(counts, screening), at })
  const erasure: Erasure = { requested_at: at, files, receipt }
  const tombstone = yield* announceSession(tombstoneOf(session, erasure), "session.redacted")
  const erased = yield* (yield* SessionStore).save(tombstone)
  yield* scheduleRest(id, files)
  return { session: erased, erasure }
})
