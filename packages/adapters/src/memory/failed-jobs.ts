import { FailedJobs, type JobSelection, type ListedJob } from "@vouchkit/core/flows/failed-jobs"
import { Effect, Layer } from "effect"
import { jobKey, jobTable, type StoredJob } from "./job-queue.ts"
import { State } from "./state.ts"

const isSelected =
  ({ id, name, organization }: JobSelection) =>
  (job: StoredJob): boolean =>
    (id === undefined || job.id === id) &&
    (name === undefined || job.name === name) &&
    (organization === undefined || job.organization === organization)

/** By the time they are due, then by id. */
const earlierFirst = (left: StoredJob, right: StoredJob): number => (`${left.due_at}${left.id}` < `${right.due_at}${right.id}` ? -1 : 1)

const listedAt =
  (now: string) =>
  ({ attempt, created_at, due_at, environment, id, last_error, leased_until, name, organization, state }: StoredJob): ListedJob => ({
    id,
    name,
    organization,
    environment,
    state: state === "failed" ? "failed" : leased_until !== null && leased_until > now ? "running" : "queued",
    attempts: attempt,
    reason: last_error,
    due_at,
    created_at
  })

export const layer = Layer.effect(FailedJobs)(
  Effect.map(State, (state) => {
    const jobs = () => [...state.rows(jobTable).values()] as ReadonlyArray<StoredJob>
    return {
      list: ({ limit, now, state: wanted, ...selection }) =>
        state.read(() =>
          jobs()
            .filter(isSelected(selection))
            .sort((left, right) => earlierFirst(right, left))
            .map(listedAt(now))
            .filter((job) => wanted === undefined || job.state === wanted)
            .slice(0, limit)
        ),
      retry: ({ limit, now, ...selection }) =>
        state.transaction(
          Effect.suspend(() => {
            const failed = jobs()
              .filter((job) => job.state === "failed" && job.due_at < now && isSelected(selection)(job))
              .sort(earlierFirst)
              .slice(0, limit)
            const queued = (job: StoredJob): StoredJob => ({ ...job, state: "queued", attempt: 0, due_at: now })
            return Effect.as(
              Effect.forEach(failed, (job) => state.write(jobTable, jobKey(job), queued(job)), { discard: true }),
              failed.map(listedAt(now))
            )
          })
        )
    }
  })
)
