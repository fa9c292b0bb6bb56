import { after } from "@vouchkit/core/kernel/foundation/time"
import type { QueuedJob } from "@vouchkit/core/kernel/jobs/job"
import { Effect, Result } from "effect"
import type { JobName, JobTable } from "../postgres/jobs/table.ts"
import type { Received, Sqs } from "./client.ts"
import { readWakeUp, strange } from "./wake-up.ts"

/** A job that no worker here has capacity for is told of again after this long. */
const againSeconds = 2

interface Claimed {
  readonly job: QueuedJob
  readonly receipt: string
}
interface Sorted {
  readonly claimed: ReadonlyArray<Claimed>
  /** Whether a job of a kind that this worker runs found no capacity. */
  readonly crowded: boolean
}

interface Sorting {
  readonly table: Pick<JobTable, "claimNamed" | "relayAgain">
  readonly sqs: Pick<Sqs, "sendDeadLetter">
  readonly discard: (receipt: string) => void
  readonly capacity: Map<string, number>
  readonly lease_seconds: number
  readonly now: string
}

const rowOf = ({ environment, id, organization }: Omit<JobName, "name">) => `${organization}/${environment}/${id}`

/**
 * Claims the rows that messages name, as far as there is capacity for their kinds, and takes from `capacity` what it claimed. Every other message
 * is deleted: the row of one without capacity is given back to the relay first; a row that is gone, not due or held by a worker needs none, and
 * of a kind that is not in `capacity` the relay tells again by itself. What is no message of ours goes to the dead-letter queue.
 */
export const sortMessages = Effect.fnUntraced(function* (
  messages: ReadonlyArray<Received>,
  { discard, lease_seconds, now, capacity, sqs, table }: Sorting
) {
  const wanted = new Map<string, { readonly name: JobName; readonly receipt: string }>()
  const full: Array<{ readonly name: JobName; readonly receipt: string }> = []
  for (const { body, receipt } of messages) {
    const read = readWakeUp(body)
    if (Result.isFailure(read)) {
      // Kept in the queue as long as the dead-letter queue does not take it.
      const taken = yield* Effect.isSuccess(sqs.sendDeadLetter(strange(body, read.failure)))
      yield* Effect.logError("a message of the queue is not from this service", { reason: read.failure, dead_letter: taken })
      if (taken) discard(receipt)
      continue
    }
    const name = read.success
    const left = capacity.get(name.name)
    if (left === undefined || wanted.has(rowOf(name))) discard(receipt)
    else if (left <= 0) full.push({ name, receipt })
    else {
      capacity.set(name.name, left - 1)
      wanted.set(rowOf(name), { name, receipt })
    }
  }

  yield* table.relayAgain(
    full.map(({ name }) => name),
    after(now, againSeconds * 1000)
  )
  for (const { receipt } of full) discard(receipt)

  // Last of all statements, so that nothing is claimed and then lost to a failure of another.
  const jobs = yield* table.claimNamed(
    [...wanted.values()].map(({ name }) => name),
    { lease_seconds, now }
  )
  const claimed = jobs.flatMap((job) => {
    const message = wanted.get(rowOf(job))
    wanted.delete(rowOf(job))
    return message === undefined ? [] : [{ job, receipt: message.receipt }]
  })
  for (const { name, receipt } of wanted.values()) {
    discard(receipt)
    capacity.set(name.name, (capacity.get(name.name) ?? 0) + 1)
  }

  const sorted: Sorted = { claimed, crowded: full.length > 0 }
  return sorted
})

/** Gives the rows of messages that no one sorts any more back to the relay. */
export const handBack = Effect.fnUntraced(function* (
  messages: ReadonlyArray<Received>,
  { discard, table }: { readonly table: Pick<JobTable, "relayAgain">; readonly discard: (receipt: string) => void }
) {
  const ours = messages.flatMap(({ body, receipt }) => {
    const read = readWakeUp(body)
    return Result.isSuccess(read) ? [{ name: read.success, receipt }] : []
  })
  yield* table.relayAgain(
    ours.map(({ name }) => name),
    null
  )
  for (const { receipt } of ours) discard(receipt)
})
