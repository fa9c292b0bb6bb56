import type { QueuedJob } from "@vouchkit/core/kernel/jobs/job"

/** Claims that no one ends, since their worker could not reach the table, are forgotten once there are this many. */
const mostKept = 2_000

/** The messages of the jobs that this process holds, by claim. */
export const receiptBook = () => {
  const kept = new Map<string, string>()
  const keyOf = ({ environment, id, lease, organization }: QueuedJob) => `${organization}/${environment}/${id}/${lease}`
  return {
    keep: (job: QueuedJob, receipt: string): void => {
      kept.set(keyOf(job), receipt)
      const [oldest] = kept.keys()
      if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest)
    },
    of: (job: QueuedJob): string | undefined => kept.get(keyOf(job)),
    /** The message of a claim that has ended. */
    release: (job: QueuedJob): string | undefined => {
      const receipt = kept.get(keyOf(job))
      kept.delete(keyOf(job))
      return receipt
    }
  }
}
