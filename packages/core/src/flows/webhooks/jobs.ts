import { dispatchJob, EventEnvelope } from "../../kernel/events/announce.ts"
import { job } from "../../kernel/jobs/job.ts"
import { dispatch } from "../../resources/webhooks/deliveries/dispatch.ts"
import { attemptJobs, infrastructureRetries } from "../../resources/webhooks/jobs.ts"
import { withPersonal } from "./personal.ts"

const dispatching = job({
  name: dispatchJob,
  payload: EventEnvelope,
  // An event that is not issued is lost to every endpoint, so this one waits out a long night.
  retry_seconds: [...infrastructureRetries, 900, 3_600, 14_400, 28_800],
  timeout_seconds: 60,
  concurrency: 16,
  handle: (envelope) => dispatch(envelope, withPersonal)
})

/** Everything that webhooks do in the background. */
export const jobs = [dispatching, ...attemptJobs] as const
