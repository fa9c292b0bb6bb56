import { Effect } from "effect"
import { note } from "../../../kernel/audit/log.ts"
import { Conflict } from "../../../kernel/foundation/failure.ts"
import { makeId } from "../../../kernel/foundation/id.ts"
import { tenantNow } from "../../../kernel/tenancy/tenant-clock.ts"
import { type StoredWorkflow, WorkflowStore } from "../model.ts"
import { mostVersions, type StoredVersion, WorkflowVersionStore } from "./model.ts"

/** Stores a draft of a locked workflow; answers both. */
export const makeVersion = Effect.fnUntraced(function* (workflow: StoredWorkflow, begun: Pick<StoredVersion, "golden_tests" | "graph">) {
  if (workflow.last_number >= mostVersions) {
    return yield* new Conflict({
      code: "row_limit_reached",
      detail: `The workflow already has ${mostVersions} versions. Change a draft, or create another workflow.`
    })
  }
  const at = yield* tenantNow
  const version: StoredVersion = {
    id: yield* makeId("wfv"),
    environment: workflow.environment,
    workflow_id: workflow.id,
    number: workflow.last_number + 1,
    status: "draft",
    ...begun,
    rollout_percentage: null,
    published_at: null,
    archived_at: null,
    version: 1,
    created_at: at,
    updated_at: at
  }
  yield* (yield* WorkflowVersionStore).insert(version)
  const saved = yield* (yield* WorkflowStore).save({ ...workflow, last_number: version.number })
  yield* note({ type: "workflow_version", id: version.id }, [{ path: "number", from: null, to: version.number }])
  return { workflow: saved, version }
})
