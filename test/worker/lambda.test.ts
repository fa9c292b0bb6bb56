import { afterAll, beforeEach, expect, test } from "bun:test"
import type { AnyJob } from "@vouchkit/core/operation/job"
import { connectSqs } from "@vouchkit/adapters/sqs/client"
import { JobFailed, JobPostponed } from "@vouchkit/core/operation/job"
import { type Handed, runBatch } from "@vouchkit/worker/lambda-batch"
import { Effect } from "effect"
import { fauxqsCredentials, startFauxqs } from "../support/fauxqs.ts"
import { freshDatabase } from "../support/postgres.ts"
import { createQueue, queueAt, queueProcess } from "../support/queues.ts"
import { aJob } from "./queue.ts"

const server = await startFauxqs()
const queue = await createQueue(server.endpoint)
const dead = queueAt(server.endpoint, queue.dead_letter_queue_url)
const container = queueProcess(await freshDatabase(), queue)
afterAll(async () => {
  await container.stop()
  await server.stop()
})
beforeEach(async () => {
  await container.sql("with gone as (delete from jobs returning 1) select count(*) from gone")
})

const due = "2026-01-01T00:00:00.000Z"
const message = (id: string, name = "test.job"): Handed => ({
  messageId: `m_${id}`,
  body: JSON.stringify({ organization: "org_acme", environment: "sandbox", id, name })
})
const anything = aJob().payload
const kind = (overrides: Partial<AnyJob>): AnyJob => ({ ...aJob(overrides), payload: overrides.payload ?? anything })
/** One call of the function; answers the messages that it wants again. */
const call = (jobs: ReadonlyArray<AnyJob>, records: ReadonlyArray<Handed>, remainingMillis = 60_000) =>
  container.runtime.runPromise(
    Effect.scoped(
      Effect.gen(function* () {
        return yield* runBatch(jobs, records, { remainingMillis, sqs: yield* connectSqs(queue, undefined, fauxqsCredentials) })
      })
    ) as Effect.Effect<ReadonlyArray<string>, never, never>
  )
const rows = () => container.sql("select id, state, attempt, lease, last_error from jobs order by id")
