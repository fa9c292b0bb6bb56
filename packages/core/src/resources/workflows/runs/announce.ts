import { Effect } from "effect"
import { announcing } from "../../../kernel/resource/resource.ts"
import { defaultWorkflow } from "../built-in.ts"
import { type StoredRun, type WorkflowRunStatus, WorkflowRunStore, workflowRuns } from "./model.ts"

const announceRun = announcing(workflowRuns)

/** Statuses of a run that waits for something outside. */
const waits: ReadonlySet<WorkflowRunStatus> = new Set<WorkflowRunStatus>(["waiting_input", "paused", "in_review"])

const ends = {
  completed: "workflow-run.completed",
  failed: "workflow-run.failed",
  timed_out: "workflow-run.failed",
  cancelled: "workflow-run.cancelled"
} as const satisfies Partial<Record<WorkflowRunStatus, string>>

const isEnd = (status: WorkflowRunStatus): status is keyof typeof ends => Object.hasOwn(ends, status)

/** Every event of a run. */
export const runEvents = [
  "workflow-run.started",
  "workflow-run.paused",
  "workflow-run.resumed",
  "workflow-run.completed",
  "workflow-run.failed",
  "workflow-run.cancelled"
] as const
type RunEvent = (typeof runEvents)[number]

/** What happened to a run between two states of it, in this order. */
const eventsBetween = (before: StoredRun, after: StoredRun): ReadonlyArray<RunEvent> => {
  const started = before.started_at === null && after.started_at !== null ? (["workflow-run.started"] as const) : []
  if (isEnd(after.status)) return isEnd(before.status) ? [] : [...started, ends[after.status]]
  if (waits.has(after.status)) return waits.has(before.status) ? started : [...started, "workflow-run.paused"]
  return waits.has(before.status) ? [...started, "workflow-run.resumed"] : started
}

/**
 * Saves a run and announces what happened to it; `possible` are the events that can have come of the change. Runs of the default workflow are no one's
 * but ours: integrators learn of these sessions by the events of the sessions themselves.
 */
export const saveRun = Effect.fnUntraced(function* <Event extends RunEvent>(
  before: StoredRun,
  after: StoredRun,
  possible: ReadonlyArray<Event>
) {
  let run = after
  if (run.workflow_id !== defaultWorkflow.id) {
    const happened = eventsBetween(before, after)
    for (const event of possible) if (happened.includes(event)) run = yield* announceRun(run, event)
  }
  return yield* (yield* WorkflowRunStore).save(run)
})
