import { Effect, Schema } from "effect"
import { makeId } from "../../../kernel/foundation/id.ts"
import { after, minutes, now } from "../../../kernel/foundation/time.ts"
import { JobPostponed, JobQueue, job } from "../../../kernel/jobs/job.ts"
import { UnitOfWork } from "../../../kernel/storage/unit-of-work.ts"
import { removeUnused } from "../../../resources/documents/stored-files.ts"
import { SessionId, SessionStore } from "../../../resources/sessions/model.ts"
import { eraseEvents } from "./belongings.ts"

const removeFilesJob = "erasure.remove_session_files"
const lateEventsJob = "erasure.erase_late_events"

/** Longer than an event that was being dispatched at the moment of the erasure can take until it is kept. */
const lateAfter = minutes(5)

/** How many files one run removes, so that it ends well within its time. */
const filesAtOnce = 20

/** Has done what follows the transaction that erases a session: its files are removed, and what was on its way out meanwhile is erased. */
export const scheduleRest = Effect.fnUntraced(function* (session_id: string, files: ReadonlyArray<string>) {
  const queue = yield* JobQueue
  const at = yield* now
  const payload = { session_id }
  if (files.length > 0) yield* queue.enqueue({ id: yield* makeId("ses"), name: removeFilesJob, payload, due_at: at })
  yield* queue.enqueue({ id: yield* makeId("ses"), name: lateEventsJob, payload, due_at: after(at, lateAfter) })
})

/**
 * Removes files of an erased session and notes which are gone; the erasure is complete with the last of them. A file that a document of another
 * session holds stays for that one. A run that is killed begins again with what is left.
 */
const removeFiles = Effect.fnUntraced(function* ({ session_id }: { readonly session_id: string }) {
  const { transaction } = yield* UnitOfWork
  const store = yield* SessionStore
  const pending = (yield* store.find(session_id))?.erasure?.files ?? []
  const gone = new Set(pending.slice(0, filesAtOnce))
  yield* Effect.forEach(gone, removeUnused, { discard: true })
  const left = yield* transaction(
    Effect.gen(function* () {
      const session = yield* store.lock(session_id)
      if (session?.erasure === undefined) return 0
      const files = session.erasure.files.filter((name) => !gone.has(name))
      if (files.length < session.erasure.files.length) {
        yield* store.save({ ...session, erasure: { ...session.erasure, files }, updated_at: yield* now })
      }
      return files.length
    })
  )
  if (left > 0) return yield* new JobPostponed({ due_at: yield* now })
})

/** A worker may have had an event of the session in hand while that was erased, and have kept it afterwards. */
const eraseLateEvents = Effect.fnUntraced(function* ({ session_id }: { readonly session_id: string }) {
  const { transaction } = yield* UnitOfWork
  const session = yield* (yield* SessionStore).find(session_id)
  if (session?.erasure !== undefined) yield* transaction(eraseEvents(session_id, session.erasure.requested_at))
})

const payload = Schema.Struct({ session_id: SessionId })
// An object store may be away for long: a file that was promised to be gone is not given up within a day.
const retry_seconds = [2, 10, 30, 60, 60, 300, 600, 3_600, 21_600, 86_400]

export const jobs = [
  job({
    name: removeFilesJob,
    payload,
    retry_seconds,
    timeout_seconds: 120,
    concurrency: 4,
    handle: removeFiles
  }),
  job({ name: lateEventsJob, payload, retry_seconds, timeout_seconds: 60, concurrency: 1, handle: eraseLateEvents })
] as const
