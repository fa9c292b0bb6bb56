import { Effect, Schema } from "effect"
import { makeId } from "../../kernel/foundation/id.ts"
import { after, minutes, now } from "../../kernel/foundation/time.ts"
import { JobQueue, job } from "../../kernel/jobs/job.ts"
import { undoneUnlessCommitted } from "../../kernel/operation/leftovers.ts"
import { FileRegister } from "./file-register.ts"
import { removeUnused, store } from "./stored-files.ts"

const eraseFileJob = "erasure.erase_file"

const Payload = Schema.Struct({
  name: Schema.String.check(Schema.isMaxCodePoints(200)),
  sha256: Schema.String.check(Schema.isPattern(/^[0-9a-f]{64}$/u)),
  /** Of a file that nothing used: its entry in the register of files. */
  entry: Schema.optionalKey(Schema.String.check(Schema.isMaxCodePoints(64)))
})
type Payload = typeof Payload.Type

/** Has a file removed once the transaction that erases its document is committed. */
export const scheduleFileErasure = Effect.fnUntraced(function* (payload: Payload) {
  yield* (yield* JobQueue).enqueue({ id: yield* makeId("doc"), name: eraseFileJob, payload, due_at: yield* now })
})

/** Long after the request that stored a file has ended, and those that sent the same file again at once. */
const unusedAfter = minutes(15)

/**
 * Stores a file, encrypted, before the transaction that records it and takes its entry off the register (`used`); storing it twice does no harm. A file
 * of a preparation whose transaction commits nothing is removed later, unless a document holds the same content by then.
 */
export const putAway = Effect.fnUntraced(function* (bytes: Uint8Array) {
  const stored = yield* store(bytes)
  const removal = Effect.gen(function* () {
    const due_at = after(yield* now, unusedAfter)
    yield* (yield* JobQueue).enqueue({ id: yield* makeId("doc"), name: eraseFileJob, payload: stored, due_at })
  })
  yield* undoneUnlessCommitted(removal)
  return stored
})

const eraseFile = Effect.fnUntraced(function* ({ entry, name }: Payload) {
  if (entry !== undefined) yield* (yield* FileRegister).strike([entry])
  yield* removeUnused(name)
})

export const jobs = [
  job({
    name: eraseFileJob,
    payload: Payload,
    // An object store may be away for long: a file that was promised to be gone is not given up within a day.
    retry_seconds: [2, 10, 30, 60, 60, 300, 600, 3_600, 21_600, 86_400],
    timeout_seconds: 60,
    concurrency: 4,
    handle: eraseFile
  })
] as const
