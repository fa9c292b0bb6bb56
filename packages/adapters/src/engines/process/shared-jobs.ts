import { createHash } from "node:crypto"
import { untimed } from "@vouchkit/core/kernel/jobs/job-time"
import { currentTurn, inTurnOf, type WorkTurn } from "@vouchkit/core/kernel/jobs/turns"
import { Effect, Equal, Hash, RcMap, type Scope } from "effect"

interface Question {
  readonly bytes: Uint8Array
}

/** A job by what it asks: two of one organization that ask the same of the same bytes are one. */
class Asked<Job extends Question> implements Equal.Equal {
  readonly job: Job
  readonly turn: WorkTurn
  readonly digest: string

  constructor(job: Job, turn: WorkTurn) {
    const { bytes, ...question } = job
    this.job = job
    this.turn = turn
    this.digest = createHash("sha256")
      .update(JSON.stringify([turn.owner, question]))
      .update("\0")
      .update(bytes)
      .digest("hex")
  }

  [Hash.symbol](): number {
    return Hash.string(this.digest)
  }

  [Equal.symbol](other: unknown): boolean {
    return other instanceof Asked && other.digest === this.digest
  }
}

/**
 * Has a job done once for everybody who asks for it while it is waiting or being done: a document is read as soon as it is uploaded, and each check
 * that is made meanwhile asks for the same reading. It goes on until the last who asked has gone, and nothing is kept afterwards.
 */
export const sharedJobs = <Job extends Question, Answer, Failure>(
  run: (job: Job) => Effect.Effect<Answer, Failure>
): Effect.Effect<(job: Job) => Effect.Effect<Answer, Failure>, never, Scope.Scope> =>
  Effect.map(
    RcMap.make({ lookup: ({ job, turn }: Asked<Job>) => inTurnOf(turn)(run(job)) }),
    (underway) => (job) => untimed(Effect.flatMap(currentTurn, (turn) => Effect.scoped(RcMap.get(underway, new Asked(job, turn)))))
  )
