import { givenFiles, trustPaths } from "@vouchkit/adapters/trust/files"
import { between, now } from "@vouchkit/core/kernel/foundation/time"
import { TrustUnreadable } from "@vouchkit/core/resources/trust/import-trust"
import type { TrustCounts, TrustImport } from "@vouchkit/core/resources/trust/model"
import { makeImport, queueImport } from "@vouchkit/core/resources/trust/queue-import"
import { storedLimits } from "@vouchkit/core/resources/trust/stored-files"
import { TrustStore } from "@vouchkit/core/resources/trust/trust-store"
import { Duration, Effect, Layer } from "effect"
import { blobsLayer, storageLayer } from "../../processes/ports.ts"
import type { Settings } from "../../settings/settings.ts"
import { type StartProblem, unavailable } from "../../settings/start-problem.ts"
import { reportedFailure } from "../failures.ts"
import { importLines } from "./report.ts"
import { print } from "../usage.ts"

/** A worker looks for work at least twice a second. That one is late does no harm: it finds the import taken. */
const workerTimeoutMs = 1_000
const lookEveryMs = 250
const entriesBetweenWords = 500

const say = (text: string): Effect.Effect<void> => Effect.sync(() => void process.stderr.write(`${text}\n`))

/** Says how far an import is, now and then. */
const reporter = () => {
  let reported = 0
  return ({ added, refused, unchanged }: TrustCounts): Effect.Effect<void> => {
    const read = added + refused + unchanged
    if (read < reported + entriesBetweenWords) return Effect.void
    reported = read
    return say(`${read} entries so far: ${added} added, ${unchanged} unchanged, ${refused} refused`)
  }
}

const hasEnded = ({ state }: TrustImport): boolean => state === "done" || state === "failed"

/** Waits for the end of an import. Where no worker makes it, it is made here, after those that wait before it. */
const follow = Effect.fnUntraced(function* (id: number) {
  const store = yield* TrustStore
  const report = reporter()
  const started = yield* now
  for (;;) {
    const found = yield* store.findImport(id)
    if (found === undefined) return yield* unavailable("The import is no longer in the database.")
    if (hasEnded(found)) return found
    yield* report(found.counts)
    if (between(started, yield* now) >= workerTimeoutMs) {
      const [first] = yield* store.unfinished(id)
      // A conflict is a worker that took it over: the import goes on there.
      const made = first !== undefined && makeImport(first.id, first.id === id ? report : undefined)
      if (made !== false && (yield* Effect.catchTag(made, "Conflict", () => Effect.succeed(false)))) continue
    }
    yield* Effect.sleep(Duration.millis(lookEveryMs))
  }
})

interface ImportOptions {
  readonly source: string
  readonly replaces: boolean
  /** Ends as soon as the import is queued. */
  readonly detached: boolean
  readonly json: boolean
}

/** Queues the import of files and follows it to its end. Interrupted, it leaves the import to a worker. */
export const importFiles = Effect.fnUntraced(function* (settings: Settings, paths: ReadonlyArray<string>, options: ImportOptions) {
  const { detached, json, replaces, source } = options
  const found = yield* Effect.promise(() => trustPaths(paths))
  if ("missing" in found) return yield* unavailable(`There is no file or folder ${found.missing}.`)
  if ("tooMany" in found) return yield* unavailable(`These are more than ${storedLimits.files} files. Import them in parts.`)
  const work = Effect.gen(function* () {
    const files = yield* Effect.tryPromise({
      try: () => givenFiles(found.paths),
      catch: (cause) => (cause instanceof TrustUnreadable ? cause : new TrustUnreadable("The files cannot be read."))
    })
    const id = yield* queueImport(files, { source, replaces })
    if (detached) return (yield* (yield* TrustStore).findImport(id)) ?? (yield* unavailable("The import is no longer in the database."))
    return yield* Effect.onInterrupt(follow(id), () =>
      say(`Import ${id} is not lost: a worker continues it, or import the same files again. bun run trust status shows it.`)
    )
  })
  const reported = yield* work.pipe(
    Effect.provide(Layer.provideMerge(blobsLayer(settings), storageLayer(settings, "command"))),
    Effect.mapError((failure): StartProblem => {
      if (failure instanceof TrustUnreadable) return unavailable(`Nothing was imported. ${failure.message}`)
      return failure._tag === "StartProblem" ? failure : reportedFailure(failure)
    })
  )
  yield* print(json ? JSON.stringify(reported) : importLines(reported))
  if (reported.state === "failed") return yield* unavailable(`Nothing was imported. ${reported.failure ?? ""}`)
})
