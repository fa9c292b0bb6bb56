import { job } from "../../kernel/jobs/job.ts"
import { deliverBatch } from "./deliveries/batch-sender.ts"
import { abandonAttempt, cancelRest, deliver } from "./deliveries/deliver.ts"
import { CancelPayload, cancelJob, DeliverPayload, deliverJob } from "./deliveries/store.ts"

/** What waits for storage to come back, in seconds: about ten minutes in all, close together at first. */
export const infrastructureRetries = [1, 2, 5, 15, 60, 120, 300] as const

const delivering = job({
  name: deliverJob,
  payload: DeliverPayload,
  retry_seconds: infrastructureRetries,
  // The attempt itself takes at most 15 seconds.
  timeout_seconds: 30,
  // Of these the sender keeps 50 on the wire for a receiver; the others are being read or written down.
  concurrency: 512,
  partitions: { first: 2, most: 400, slow_after_ms: 500, slow: 256, slow_each: 8 },
  handle: (payload, run) => deliver(payload, run),
  batched: (runs) => deliverBatch(runs),
  abandon: (payload) => abandonAttempt(payload)
})

const cancelling = job({
  name: cancelJob,
  payload: CancelPayload,
  retry_seconds: infrastructureRetries,
  timeout_seconds: 60,
  concurrency: 2,
  handle: ({ endpoint_id }) => cancelRest(endpoint_id)
})

/** What follows once an event was dispatched. */
export const attemptJobs = [delivering, cancelling] as const
