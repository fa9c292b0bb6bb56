import { after, now as currentTime } from "@vouchkit/core/kernel/foundation/time"
import type { JobQueue, QueuedJob } from "@vouchkit/core/kernel/jobs/job"
import { Effect, Semaphore } from "effect"
import type { jobBell } from "../postgres/jobs/bell.ts"
import type { JobTable } from "../postgres/jobs/table.ts"
import { batchSize, type connectSqs, type SqsFailure } from "./client.ts"
import type { deletions } from "./deletions.ts"
import { openInbox } from "./inbox.ts"
import type { receiptBook } from "./receipts.ts"
import { relay } from "./relay.ts"
import { sortMessages } from "./sorting.ts"

/** How long jobs are taken from the table itself after SQS failed, or after what it brought found no capacity here. */
const asideSeconds = 5
/** Rounds of receiving that one claim may take. */
const mostRounds = 5
/** How long a claim waits for a message that was sent just now. */
const messageSeconds = 1

type Request = Parameters<JobQueue["Service"]["claim"]>[0]
type Capacity = Map<string, number>

/** A stretch of time, by the times that callers bring. */
const stretch = () => {
  let from = ""
  let until = ""
  return {
    begin: (now: string) => {
      from = now
      until = after(now, asideSeconds * 1000)
    },
    covers: (now: string) => from <= now && now < until
  }
}

const sum = (capacity: Capacity): number => [...capacity.values()].reduce((total, left) => total + Math.max(0, left), 0)

interface ClaimParts {
  readonly bell: Effect.Success<typeof jobBell>
  readonly discard: Effect.Success<ReturnType<typeof deletions>>
  readonly receipts: ReturnType<typeof receiptBook>
  readonly sqs: Effect.Success<ReturnType<typeof connectSqs>>
  readonly table: JobTable
}

interface Receiving {
  readonly crowd: ReturnType<typeof stretch>
  readonly next: (most: number, expecting: boolean) => Effect.Effect<Parameters<typeof sortMessages>[0], SqsFailure>
  readonly stepAside: (now: string, failure: SqsFailure) => Effect.Effect<void>
}

/** Claims what messages name as far as `capacity` goes, and waits a moment for those that were sent just now when `expected` says how many. */
const messageClaims = ({ discard, receipts, sqs, table }: ClaimParts, { crowd, next, stepAside }: Receiving) =>
  Effect.fnUntraced(function* (
    jobs: Array<QueuedJob>,
    capacity: Capacity,
    { lease_seconds, now }: Request,
    { elsewhere, expected }: { readonly elsewhere: number; readonly expected: number }
  ) {
    const before = jobs.length
    let underWay = expected
    for (let round = 0; round < mostRounds; round += 1) {
      const most = Math.min(batchSize, sum(capacity) + elsewhere)
      if (most === 0) break
      const messages = yield* Effect.catch(next(most, underWay > 0), (failure) => Effect.as(stepAside(now, failure), []))
      const { claimed, crowded } = yield* sortMessages(messages, { table, sqs, discard, capacity, lease_seconds, now })
      for (const { job, receipt } of claimed) {
        receipts.keep(job, receipt)
        jobs.push(job)
      }
      if (crowded) crowd.begin(now)
      underWay = jobs.length > before ? 0 : underWay - messages.length
      if (crowded || messages.length === 0 || (messages.length < most && underWay <= 0)) break
    }
  })

type StepAside = Receiving["stepAside"]

/** Tells SQS of what is due, whether or not there is capacity here: others may have it, and the length of the queue says what waits. */
const reporting = ({ bell, sqs, table }: ClaimParts, stepAside: StepAside) =>
  Effect.fnUntraced(function* (now: string) {
    const { failure, more, sent } = yield* relay(table, sqs, now)
    if (failure !== null) yield* stepAside(now, failure)
    if (more) bell.ring()
    return sent
  })

/** Takes what has arrived, and waits for messages where the caller expects some. */
const receiving = (sqs: ClaimParts["sqs"], inbox: Effect.Success<ReturnType<typeof openInbox>>): Receiving["next"] =>
  Effect.fnUntraced(function* (most: number, expecting: boolean) {
    const arrived = inbox.take()
    if (arrived.length > 0) return arrived
    if (!inbox.isWatching()) return yield* sqs.receive(most, 0)
    if (expecting) yield* inbox.settled(messageSeconds * 1000)
    return inbox.take()
  })

/** Claims jobs by the messages of SQS, and from the table while SQS fails. */
export const openClaims = Effect.fnUntraced(function* (parts: ClaimParts) {
  const { bell, discard, sqs, table } = parts
  const claiming = yield* Semaphore.make(1)
  const trouble = stretch()
  const crowd = stretch()
  /** Whether the last claim left capacity for more. */
  let hungry = false

  const stepAside: StepAside = (now, failure) =>
    Effect.suspend(() => {
      trouble.begin(now)
      return Effect.logWarning("SQS fails; jobs are taken from the table meanwhile", { reason: failure.message })
    })
  const inbox = yield* openInbox(sqs, bell.ring, (failure) => Effect.flatMap(currentTime, (now) => stepAside(now, failure)))

  const report = reporting(parts, stepAside)
  const fromMessages = messageClaims(parts, { crowd, next: receiving(sqs, inbox), stepAside })
  const fromTable = (capacity: Capacity, { partitions = {}, lease_seconds, now }: Request) =>
    table.claim(Object.fromEntries(capacity), { lease_seconds, now, partitions })

  const claim = Effect.fnUntraced(function* (request: Request) {
    const { partitions = {}, limits, now } = request
    const kinds = Object.entries(limits)
    const capacity = new Map(kinds.filter(([name]) => !(name in partitions)))
    const inTurns = new Map(kinds.filter(([name]) => name in partitions))
    const sent = trouble.covers(now) ? 0 : yield* report(now)
    hungry = sum(capacity) + sum(inTurns) > 0
    if (!hungry) {
      // What came while everything was busy is someone else's.
      yield* sortMessages(inbox.take(), { ...request, table, sqs, discard, capacity })
      return []
    }
    // Whose turn it is only the table knows: a message of such a kind wakes and no more.
    const jobs = [...(yield* fromTable(inTurns, request))]
    const aside = () => trouble.covers(now) || crowd.covers(now)
    const others = Effect.gen(function* () {
      const [elsewhere, expected] = [sum(inTurns) - jobs.length, jobs.length > 0 ? 0 : sent]
      if (!aside()) yield* fromMessages(jobs, capacity, request, { elsewhere, expected })
      if (aside()) jobs.push(...(yield* fromTable(capacity, request)))
    })
    // What was claimed already is the caller's, also when the table fails for the rest.
    yield* Effect.catch(others, (failure) => (jobs.length > 0 ? Effect.void : Effect.fail(failure)))
    return jobs
  })

  return {
    // One at a time: a claim that waits for the messages of another would find them gone.
    claim: (request: Request) => claiming.withPermit(claim(request)),
    inbox,
    /** Whether a message is worth waiting for. */
    awaitsMessages: (now: string) => hungry && !trouble.covers(now) && !crowd.covers(now)
  }
})
