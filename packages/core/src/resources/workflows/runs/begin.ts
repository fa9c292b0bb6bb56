import { Effect } from "effect"
import type { Environment } from "../../../kernel/foundation/environment.ts"
import { makeId } from "../../../kernel/foundation/id.ts"
import { tenantNow } from "../../../kernel/tenancy/tenant-clock.ts"
import type { CheckType } from "../../../verification/check-kinds.ts"
import { saveRun } from "./announce.ts"
import { type StoredRun, WorkflowRunStore } from "./model.ts"
import { dueOf } from "./state.ts"

/** The session that a run is about. */
interface RunSession {
  readonly id: string
  readonly environment: Environment
  readonly run: number
  readonly workflow_id: string
  readonly workflow_version_id: string
}

/** What stands of the run before: the types of its checks that no node makes again, and what it had come to. */
export interface Standing {
  readonly kept: ReadonlyArray<CheckType>
  /** Absent where the run begins at its start. */
  readonly begun?: Pick<StoredRun, "decisions" | "gates" | "nodes" | "taken" | "verdicts">
}

const nothing: Standing = { kept: [] }

/** A run of which nothing has begun but what stands of the one before. */
export const newRun = (
  id: string,
  { environment, id: session_id, run, workflow_id, workflow_version_id }: RunSession,
  at: string,
  { begun, kept } = nothing
): StoredRun => ({
  id,
  environment,
  session_id,
  workflow_id,
  workflow_version_id,
  status: "queued",
  outcome: null,
  reason_codes: [],
  nodes: [],
  decisions: [],
  sequence: 0,
  run,
  ...(kept.length === 0 ? {} : { kept }),
  taken: [],
  ending: null,
  verdicts: [],
  active_for: session_id,
  ...begun,
  due_at: dueOf({ created_at: at, nodes: begun?.nodes ?? [] }, true, at),
  started_at: null,
  ended_at: null,
  version: 1,
  created_at: at,
  updated_at: at
})

/** Stores the run of a locked session that was submitted, with what stands of the one before. Its jobs bring it on. */
export const beginRun = Effect.fnUntraced(function* (session: RunSession, standing = nothing) {
  const run = newRun(yield* makeId("wfr"), session, yield* tenantNow, standing)
  yield* (yield* WorkflowRunStore).insert(run)
  return run
})

/** Whether the workflow of a session is not over: then nothing else decides about the session. */
export const isRunning = Effect.fnUntraced(function* ({ id }: Pick<RunSession, "id">) {
  const [active] = yield* (yield* WorkflowRunStore).list({ where: [{ field: "active_for", op: "eq", value: id }], limit: 1 })
  return active !== undefined
})

/** Ends the run of a session that goes on without it, if it is not over. */
export const cancelRun = Effect.fnUntraced(function* ({ id }: Pick<RunSession, "id">) {
  const store = yield* WorkflowRunStore
  const [active] = yield* store.list({ where: [{ field: "active_for", op: "eq", value: id }], limit: 1 })
  const run = active === undefined ? undefined : yield* store.lock(active.id)
  if (run === undefined || run.active_for === null) return undefined
  const at = yield* tenantNow
  const nodes = run.nodes.map((node) =>
    node.state === "running" || node.state === "waiting" ? { ...node, state: "cancelled" as const, ended_at: at, due_at: null } : node
  )
  const cancelled: StoredRun = { ...run, status: "cancelled", nodes, active_for: null, due_at: null, ended_at: at, updated_at: at }
  return yield* saveRun(run, cancelled, ["workflow-run.cancelled"])
})
