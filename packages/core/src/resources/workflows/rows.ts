import { Effect } from "effect"
import { Tenant } from "../../kernel/access/caller.ts"
import { Conflict, NotFound } from "../../kernel/foundation/failure.ts"
import { lookUps } from "../../kernel/resource/locks.ts"
import { staleness } from "../../kernel/resource/version.ts"
import { builtInVersion, builtInWorkflow, defaultWorkflow } from "./built-in.ts"
import { mostWorkflows, WorkflowStore, workflows } from "./model.ts"
import { WorkflowVersionStore, workflowVersions } from "./versions/model.ts"

const { find, lock } = lookUps(WorkflowStore, workflows)
const versions = lookUps(WorkflowVersionStore, workflowVersions)

const isBuiltIn = (id: string): boolean => id === defaultWorkflow.id

/** A workflow of the organization, or the built-in one. */
export const findWorkflow = Effect.fnUntraced(function* (id: string) {
  return isBuiltIn(id) ? builtInWorkflow((yield* Tenant).environment) : yield* find(id)
})

/** A workflow for a change; archived ones too. */
export const lockWorkflow = Effect.fnUntraced(function* (id: string) {
  if (!isBuiltIn(id)) return yield* lock(id)
  return yield* new Conflict({
    code: "system_row",
    detail: "The workflow is built in and cannot change. Create one of your own, with a version that is a clone of wfv_default."
  })
})

const archived = () => new Conflict({ code: "row_archived", detail: "The workflow is archived. Restore it first, with `archived` false." })

/** A workflow that sessions may go by, the built-in one too. */
export const findInUse = Effect.fnUntraced(function* (id: string) {
  const row = yield* findWorkflow(id)
  return row.archived_at === null ? row : yield* archived()
})

/** A workflow for a change of what it holds, by a caller who may say which version was read. */
export const lockInUse = Effect.fnUntraced(function* (id: string, version?: number) {
  const row = yield* lockWorkflow(id)
  if (row.archived_at !== null) return yield* archived()
  const stale = staleness(row, version)
  return stale === undefined ? row : yield* stale
})

/** More than there may be, since two that are created at once may pass the limit together: none is left out in silence. */
const workflowsRead = 2 * mostWorkflows

/** The workflows of the organization that are in use, newest first, without the built-in one. */
export const workflowsInUse = Effect.flatMap(WorkflowStore, (store) =>
  store.list({ where: [{ field: "archived_at", op: "is_null" }], limit: workflowsRead })
)

/** Refuses one more workflow where there are as many as there may be. */
export const permitOneMore = Effect.gen(function* () {
  if ((yield* (yield* WorkflowStore).count([{ field: "archived_at", op: "is_null" }])) < mostWorkflows) return
  return yield* new Conflict({
    code: "row_limit_reached",
    detail: `You already have ${mostWorkflows} workflows. Archive one that you no longer need.`
  })
})

/** A version of any workflow. */
export const findAnyVersion = Effect.fnUntraced(function* (id: string) {
  return id === defaultWorkflow.version_id ? builtInVersion((yield* Tenant).environment) : yield* versions.find(id)
})

/** A version of this workflow. */
export const findVersion = Effect.fnUntraced(function* (workflow_id: string, id: string) {
  const version = yield* findAnyVersion(id)
  return version.workflow_id === workflow_id ? version : yield* new NotFound()
})

/** A version of a locked workflow for a change. */
export const lockVersion = Effect.fnUntraced(function* (workflow_id: string, id: string) {
  const version = yield* versions.lock(id)
  return version.workflow_id === workflow_id ? version : yield* new NotFound()
})
