import { Effect } from "effect"
import { eraseEventsAbout } from "../events.ts"
import { IdempotencyStore } from "../../../kernel/operation/idempotency.ts"
import { JobQueue } from "../../../kernel/jobs/job.ts"
import { tenantNow } from "../../../kernel/tenancy/tenant-clock.ts"
import type { Erasure } from "../../../resources/erasure/redaction.ts"
import { addedUp, issueReceipt } from "../../../resources/erasure/receipt.ts"
import { announceSession } from "../../../resources/sessions/change.ts"
import { SessionStore, type StoredSession } from "../../../resources/sessions/model.ts"
import { tombstoneOf } from "../../../resources/sessions/tombstone.ts"
import { atOneTime } from "../every.ts"
import {
  eraseAttempts,
  eraseDocuments,
  eraseEvents,
  eraseFaces,
  eraseFindings,
  eraseLinks,
  eraseListEntries,
  eraseRuns,
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
  const [judged, { documents, files }, face_templates, attempts, links, list_entries, workflow_runs, events] = yield* Effect.all(
    [
      eraseFindings(id, found.documents, at),
      eraseDocuments(id, at),
      eraseFaces(id),
      eraseAttempts(id, at),
      eraseLinks(session, at),
      eraseListEntries(id, at),
      eraseRuns(session, at),
      eraseEvents(id)
    ],
    atOneTime
  )
  // Behind those of the session: no event is erased twice at once.
  yield* eraseEventsAbout(judged.about)
  yield* (yield* IdempotencyStore).forget(id)
  const own = { sessions: 1, documents, files: files.length, face_templates, attempts, links, list_entries, workflow_runs, events }
  const receipt = yield* issueReceipt({ scope: { type: "session", id }, counts: addedUp(own, judged.counts), at })
  const erasure: Erasure = { requested_at: at, files, receipt }
  const tombstone = yield* announceSession(tombstoneOf(session, erasure), "session.redacted", {})
  const erased = yield* (yield* SessionStore).save(tombstone)
  yield* scheduleRest(id, files)
  return { session: erased, erasure }
})
