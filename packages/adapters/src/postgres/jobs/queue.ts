import { JobQueue } from "@vouchkit/core/kernel/jobs/job"
import { Effect, Layer } from "effect"
import { Database } from "../database.ts"
import { jobBell } from "./bell.ts"
import { jobTable } from "./table.ts"

/** Workers claim the rows themselves. */
export const layer = Layer.effect(JobQueue)(
  Effect.gen(function* () {
    const database = yield* Database
    const bell = yield* jobBell
    const { claim, complete, deadLetter, depth, enqueue, extend, postpone, withdraw } = jobTable(database, bell.announce)
    return {
      enqueue,
      claim: ({ limits, ...request }) => claim(limits, request),
      complete,
      postpone,
      deadLetter,
      extend,
      withdraw,
      awaitWork: bell.wait,
      depth,
      ping: Effect.asVoid(database.query(() => "select 1 from jobs limit 1"))
    }
  })
)
