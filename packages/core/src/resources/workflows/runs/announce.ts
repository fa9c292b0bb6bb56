import { Effect } from "effect"
import { announcing } from "../../../kernel/resource/resource.ts"
import { defaultWorkflow } from "../built-in.ts"
import { type RunNotification, type StoredRun, type WorkflowRunStatus, WorkflowRunStore, workflowRuns } from "./model.ts"

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

/** Every event that comes of a change of a run. */
const runEvents = [
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

/** A run with its events between two states of it: those that are possible and happened. */
const announced = Effect.fnUntraced(function* <Event extends RunEvent>(
  before: StoredRun,
  after: StoredRun,
  possible: ReadonlyArray<Event>
) {
  let run = after
  if (run.workflow_id === defaultWorkflow.id) return run
  const happened = eventsBetween(before, after)
  for (const event of possible) if (happened.includes(event)) run = yield* announceRun(run, event, {})
  return run
})

/**
 * Saves a run and announces what happened to it; `possible` are the events that can have come of the change. Runs of the default workflow are no one's
 * but ours: integrators learn of these sessions by the events of the sessions themselves.
 */
export const saveRun = Effect.fnUntraced(function* <Event extends RunEvent>(
  before: StoredRun,
  after: StoredRun,
  possible: ReadonlyArray<Event>
) {
  return yield* (yield* WorkflowRunStore).save(yield* announced(before, after, possible))
})

/** The same of a run that its job brought on, whose actions have something to say: behind its start, and before all else. */
export const saveBroughtOn = Effect.fnUntraced(function* (before: StoredRun, after: StoredRun, notices: ReadonlyArray<RunNotification>) {
  const [start, ...rest] = runEvents
  let run = yield* announced(before, after, [start])
  for (const notification of notices) run = yield* announceRun(run, "workflow-run.notified", { notification })
  const { sequence } = yield* announced(before, { ...after, sequence: run.sequence }, rest)
  return yield* (yield* WorkflowRunStore).save({ ...run, sequence })
})
