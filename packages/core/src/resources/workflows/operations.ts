import { Effect, Schema } from "effect"
import { Tenant } from "../../kernel/access/caller.ts"
import { note } from "../../kernel/audit/log.ts"
import { Conflict } from "../../kernel/foundation/failure.ts"
import { pageFields, pageOf } from "../../kernel/foundation/page.ts"
import { Description, Label } from "../../kernel/foundation/text.ts"
import { operation, scopes } from "../../kernel/operation/operation.ts"
import { operations } from "../../kernel/operation/record.ts"
import { staleness, versionRead } from "../../kernel/resource/version.ts"
import { readPage, takePage } from "../../kernel/storage/pages.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import { identityTypeRows } from "../settings/identity-types/model.ts"
import { effectiveOrganization } from "../settings/organization.ts"
import { builtInWorkflow } from "./built-in.ts"
import { FourEyes, present, SlaHours, type StoredWorkflow, Workflow, WorkflowId, WorkflowStore } from "./model.ts"
import { makeWorkflow } from "./make.ts"
import { findWorkflow, lockInUse, lockWorkflow, permitOneMore, workflowsInUse } from "./rows.ts"

const reading = scopes("workflows:read")
const writing = scopes("workflows:write")
const params = { workflow_id: WorkflowId }

const list = operation(
  {
    summary: "List workflows",
    description: "Your own come first, newest first, and then the built-in one. Archived workflows are left out unless you ask for them.",
    method: "GET",
    path: "/workflows",
    access: reading,
    effect: "read",
    query: {
      ...pageFields(),
      archived: Schema.optionalKey(Schema.Boolean.annotate({ description: "Only archived workflows, or only those in use" }))
    },
    output: pageOf(Workflow),
    tool: {
      name: "list_workflows",
      title: "List workflows",
      toolset: "workflows",
      description:
        "List workflows, your own before the built-in one. Use it to find the id of one. Not for how a session went: get_workflow_run. Next: create_session or trigger_workflow."
    }
  },
  Effect.fnUntraced(function* ({ after, archived = false, limit, offset }) {
    if (archived) {
      const where = [{ field: "archived_at", op: "not_null" }] as const
      const { pagination, rows } = yield* readPage(yield* WorkflowStore, { where }, { after, limit, offset })
      return { data: rows.map(present), pagination }
    }
    const all = [...(yield* workflowsInUse), builtInWorkflow((yield* Tenant).environment)]
    const { data, pagination } = yield* takePage(all, { after, limit, offset })
    return { data: data.map(present), pagination }
  })
)

const created = {
  name: Label,
  description: Schema.optionalKey(Schema.NullOr(Description)),
  four_eyes: Schema.optionalKey(FourEyes),
  sla_hours: Schema.optionalKey(Schema.NullOr(SlaHours))
} as const

const create = operation(
  {
    summary: "Create a workflow",
    description: "It has no version yet: create one from a graph, or as a clone of `wfv_default`, and publish it.",
    method: "POST",
    path: "/workflows",
    access: writing,
    effect: "write",
    body: created,
    output: Workflow,
    status: 201,
    conflicts: ["row_limit_reached"],
    about: null
  },
  (given) => Effect.map(makeWorkflow(given), present)
)

const get = operation(
  {
    summary: "Get a workflow",
    method: "GET",
    path: "/workflows/{workflow_id}",
    access: reading,
    effect: "read",
    params,
    output: Workflow
  },
  ({ workflow_id }) => Effect.map(findWorkflow(workflow_id), present)
)

/** Members that a change can name, as audit entries compare them. */
const compared = ["name", "description", "four_eyes", "sla_hours", "archived_at"] as const

/** Saves what a change makes of a locked workflow. */
const changed = Effect.fnUntraced(function* (before: StoredWorkflow, after: StoredWorkflow) {
  const touched = compared.filter((name) => before[name] !== after[name])
  yield* note(
    { type: "workflow", id: before.id },
    touched.map((path) => ({ path, from: before[path], to: after[path] }))
  )
  if (touched.length === 0) return present(before)
  return present(yield* (yield* WorkflowStore).save({ ...after, updated_at: yield* tenantNow }))
})

const archivedAt = Effect.fnUntraced(function* (before: StoredWorkflow, archived: boolean) {
  if (!archived) return null
  if (before.archived_at === null && (yield* effectiveOrganization).default_workflow_id === before.id) {
    return yield* new Conflict<"in_use">({
      code: "in_use",
      detail: "It is the default workflow of the organization. Choose another in PUT /settings/organization first."
    })
  }
  const type = (yield* identityTypeRows.inUse).find(({ default_workflow_id }) => default_workflow_id === before.id)
  if (before.archived_at === null && type !== undefined) {
    return yield* new Conflict<"in_use">({
      code: "in_use",
      detail: `It is the default workflow of the identity type ${type.key}. Choose another there first.`
    })
  }
  return before.archived_at ?? (yield* tenantNow)
})

const update = operation(
  {
    summary: "Change a workflow",
    description:
      "Changes what you send. `archived` archives the workflow, or restores it; nothing else of an archived workflow changes. What it asks of reviewers holds for cases that open from then on.",
    method: "PATCH",
    path: "/workflows/{workflow_id}",
    access: writing,
    effect: "write",
    params,
    body: {
      ...versionRead,
      name: Schema.optionalKey(Label),
      description: Schema.optionalKey(Schema.NullOr(Description)),
      four_eyes: Schema.optionalKey(FourEyes),
      sla_hours: Schema.optionalKey(Schema.NullOr(SlaHours)),
      archived: Schema.optionalKey(Schema.Boolean)
    },
    output: Workflow,
    conflicts: ["system_row", "row_archived", "row_limit_reached", "stale_object", "in_use"]
  },
  Effect.fnUntraced(function* ({ archived, version, workflow_id, ...changes }) {
    const restores = archived === false
    const before = restores ? yield* lockWorkflow(workflow_id) : yield* lockInUse(workflow_id, version)
    const stale = staleness(before, version)
    if (stale !== undefined) return yield* stale
    if (restores && before.archived_at !== null) yield* permitOneMore
    const archived_at = archived === undefined ? before.archived_at : yield* archivedAt(before, archived)
    return yield* changed(before, { ...before, ...changes, archived_at })
  })
)

const archive = operation(
  {
    summary: "Archive a workflow",
    description:
      "No new session can go by it; those that do go on. Archiving a workflow that is archived changes nothing. A PATCH with `archived` false restores it.",
    method: "DELETE",
    path: "/workflows/{workflow_id}",
    access: writing,
    effect: "write",
    params,
    output: Workflow,
    conflicts: ["system_row", "in_use"]
  },
  Effect.fnUntraced(function* ({ workflow_id }) {
    const before = yield* lockWorkflow(workflow_id)
    return yield* changed(before, { ...before, archived_at: yield* archivedAt(before, true) })
  })
)

export const workflows = operations("workflows", { list, create, get, update, archive })
