import { Effect, Schema } from "effect"
import type { BlobStore } from "../documents/blobs.ts"
import type { FileRegister } from "../documents/file-register.ts"
import { used } from "../documents/stored-files.ts"
import type { Entropy } from "../../kernel/foundation/id.ts"
import { after, now } from "../../kernel/foundation/time.ts"
import { Tenant } from "../../kernel/access/caller.ts"
import { Conflict, type Failure } from "../../kernel/foundation/failure.ts"
import { JobPostponed, JobQueue, job } from "../../kernel/jobs/job.ts"
import { UnitOfWork } from "../../kernel/storage/unit-of-work.ts"
import { importInTurn, type TrustProgress, type TrustUnreadable } from "./import-trust.ts"
import type { TrustImport } from "./model.ts"
import { type GivenFile, readingOf, removeFiles, storeFiles } from "./stored-files.ts"
import { TrustStore, type TrustTurn } from "./trust-store.ts"

export const importJob = "trust.import"

/**
 * In whose name files are stored and jobs queued that belong to the whole installation. No organization can have this id: theirs begin
 * with a letter or digit.
 */
export const installation = { organization: "_installation", environment: "live" } as const

const Payload = Schema.Struct({ import: Schema.Int.check(Schema.isGreaterThan(0)) })

/** How long an import that has to wait leaves the worker alone. */
const askAgainMs = 15_000

/**
 * Stores files and queues their import, as one that begins when those before it have ended. The same files that wait as the last already
 * are not queued twice: that import is answered.
 */
export const queueImport = (
  given: ReadonlyArray<GivenFile>,
  { replaces, source }: Pick<TrustImport, "source" | "replaces">
): Effect.Effect<number, Failure | TrustUnreadable, BlobStore | Entropy | FileRegister | JobQueue | TrustStore | UnitOfWork> =>
  Effect.gen(function* () {
    const { transaction } = yield* UnitOfWork
    const queue = yield* JobQueue
    const store = yield* TrustStore
    const { entries, files, sha256 } = yield* storeFiles(given)
    const submitted = Effect.gen(function* () {
      const at = yield* now
      yield* used(entries)
      const found = yield* store.submit({ source, sha256, replaces, files, at })
      if (found.fresh) yield* queue.enqueue({ id: `trust-import-${found.id}`, name: importJob, payload: { import: found.id }, due_at: at })
      return found
    })
    // Who cannot tell whether it was written leaves the files: an import without them would be lost.
    const { fresh, id } = yield* transaction(submitted).pipe(
      Effect.tapError((failure) => (failure._tag === "Conflict" ? Effect.ignore(removeFiles(files)) : Effect.void))
    )
    if (!fresh) yield* removeFiles(files)
    return id
  }).pipe(Effect.provideService(Tenant, installation))

const cleaned = Effect.fnUntraced(function* ({ ended, files }: Extract<TrustTurn, { turn: "over" }>) {
  if (files.length === 0) return
  yield* removeFiles(files)
  yield* (yield* TrustStore).forgetFiles(ended.id)
})

/**
 * Makes a queued import if it is its turn, and removes its files when it has ended, no matter who ended it. Answers false when it has to wait:
 * for an import before it, or for the one who works on it. May run twice, also at the same time, and be killed anywhere.
 */
export const makeImport = (
  id: number,
  progress: TrustProgress = () => Effect.void
): Effect.Effect<boolean, Failure, BlobStore | TrustStore> =>
  Effect.gen(function* () {
    const store = yield* TrustStore
    const turn = yield* store.begin(id, yield* now)
    if (turn === undefined) return true
    if (turn.turn === "later") return false
    if (turn.turn === "now") {
      yield* importInTurn(store, turn.ticket, yield* readingOf(turn.ticket.files), progress)
      const over = yield* store.begin(id, yield* now)
      if (over?.turn === "over") yield* cleaned(over)
      return true
    }
    yield* cleaned(turn)
    return true
  }).pipe(Effect.provideService(Tenant, installation))

const giveUp = Effect.fnUntraced(
  function* (id: number, reason: string) {
    const store = yield* TrustStore
    const at = yield* now
    const turn = yield* store.begin(id, at)
    if (turn?.turn === "later") return yield* new Conflict({ code: "conflict", detail: "Another process is working on the import." })
    if (turn?.turn === "now") yield* store.fail(turn.ticket, { reason, at })
    const over = yield* store.begin(id, at)
    if (over?.turn === "over") yield* cleaned(over)
  },
  Effect.provideService(Tenant, installation)
)

export const jobs = [
  job({
    name: importJob,
    payload: Payload,
    retry_seconds: [2, 10, 60, 300, 900, 3_600],
    // The whole of the ICAO PKD takes minutes; what is cut off goes on from where it was.
    timeout_seconds: 3_600,
    concurrency: 1,
    handle: ({ import: id }) =>
      Effect.gen(function* () {
        if (!(yield* makeImport(id))) return yield* new JobPostponed({ due_at: after(yield* now, askAgainMs) })
      }),
    abandon: ({ import: id }) => giveUp(id, "The import failed too often. See the log, then import the files again.")
  })
] as const
