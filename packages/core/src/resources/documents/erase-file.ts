import { Effect, Schema } from "effect"
import { BlobStore } from "./blobs.ts"
import { DocumentStore } from "./model.ts"
import { makeId } from "../../kernel/foundation/id.ts"
import { after, minutes, now } from "../../kernel/foundation/time.ts"
import { JobQueue, job } from "../../kernel/jobs/job.ts"
import { undoneUnlessCommitted } from "../../kernel/operation/leftovers.ts"

const eraseFileJob = "erasure.erase_file"

const Payload = Schema.Struct({
  name: Schema.String.check(Schema.isMaxCodePoints(200)),
  sha256: Schema.String.check(Schema.isPattern(/^[0-9a-f]{64}$/u))
})
type Payload = typeof Payload.Type

/**
 * Documents that stand and have this content. Equal files of a tenant are one blob (docs/decisions/erasure-receipts.md), so the last of
 * them takes the file with it.
 */
export const holdersOf = (sha256: string) =>
  Effect.flatMap(DocumentStore, (store) =>
    store.count([
      { field: "sha256", op: "eq", value: sha256 },
      { field: "status", op: "ne", value: "redacted" }
    ])
  )

/** Has a file removed once the transaction that erases its document is committed. */
export const scheduleFileErasure = Effect.fnUntraced(function* (payload: Payload) {
  yield* (yield* JobQueue).enqueue({ id: yield* makeId("doc"), name: eraseFileJob, payload, due_at: yield* now })
})

/** Long after the request that stored a file has ended, and those that sent the same file again at once. */
const unusedAfter = minutes(15)

/**
 * Stores a file, encrypted, before the transaction that records it; storing it twice does no harm. A file of a preparation whose transaction
 * commits nothing is removed later, unless a document holds the same content by then.
 */
export const putAway = Effect.fnUntraced(function* (bytes: Uint8Array) {
  const stored = yield* (yield* BlobStore).put(bytes)
  const removal = Effect.gen(function* () {
    const due_at = after(yield* now, unusedAfter)
    yield* (yield* JobQueue).enqueue({ id: yield* makeId("doc"), name: eraseFileJob, payload: stored, due_at })
  })
  yield* undoneUnlessCommitted(removal)
  return stored
})

/** What holds the file is asked when it is to go and not before: two documents of one content may be erased at the same time. */
const eraseFile = Effect.fnUntraced(function* ({ name, sha256 }: Payload) {
  if ((yield* holdersOf(sha256)) > 0) return
  yield* (yield* BlobStore).remove(name)
})

export const jobs = [
  job({
    name: eraseFileJob,
    payload: Payload,
    // An object store may be away for long: a file that was promised to be gone is not given up within a day.
    retry_seconds: [2, 10, 60, 600, 3_600, 21_600, 86_400],
    timeout_seconds: 60,
    concurrency: 4,
    handle: eraseFile
  })
] as const
