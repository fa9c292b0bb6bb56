import { makeWorkerPool } from "@vouchkit/adapters/engines/process/pool"
import { Effect } from "effect"

/** A service that tells the process of its engine and then has it loop for ever. */
await Effect.runPromise(
  Effect.scoped(
    Effect.gen(function* () {
      const pool = yield* makeWorkerPool({
        entry: new URL("./engine-worker.ts", import.meta.url),
        concurrency: 1,
        timeoutMs: 600_000,
        recycleAfter: 100,
        maxQueue: 1,
        maxResidentBytes: 1024 ** 3
      })
      const hanging = Effect.forkChild(pool.run({ task: "hang" }))
      const answer = yield* pool.run({ task: "echo" })
      if (typeof answer === "object" && answer !== null && "pid" in answer) console.log(answer.pid)
      yield* Effect.flatMap(hanging, () => Effect.never)
    })
  )
)
