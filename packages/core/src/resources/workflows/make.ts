import { Effect } from "effect"
import { Tenant } from "../../kernel/access/caller.ts"
import { note } from "../../kernel/audit/log.ts"
import { makeId } from "../../kernel/foundation/id.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import { type StoredWorkflow, WorkflowStore } from "./model.ts"
import { permitOneMore } from "./rows.ts"

/** What is said of a new workflow. */
interface NewWorkflow {
  readonly name: string
  readonly description?: string | null
  readonly four_eyes?: boolean
  readonly sla_hours?: number | null
}

/** Stores a new workflow, which has no version yet. */
export const makeWorkflow = Effect.fnUntraced(function* ({ description = null, four_eyes = false, name, sla_hours = null }: NewWorkflow) {
  yield* permitOneMore
  const at = yield* tenantNow
  const row: StoredWorkflow = {
    id: yield* makeId("wfl"),
    environment: (yield* Tenant).environment,
    name,
    description,
    system: false,
    four_eyes,
    sla_hours,
    published_version_id: null,
    rollout: null,
    archived_at: null,
    last_number: 0,
    sequence: 0,
    version: 1,
    created_at: at,
    updated_at: at
  }
  yield* (yield* WorkflowStore).insert(row)
  yield* note({ type: "workflow", id: row.id })
  return row
})
