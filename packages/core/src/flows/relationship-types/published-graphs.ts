import { Effect } from "effect"
import { workflowsInUse } from "../../resources/workflows/rows.ts"
import { wholeOf } from "../../resources/workflows/subworkflows.ts"
import { WorkflowVersionStore } from "../../resources/workflows/versions/model.ts"

/** A published workflow in use that relates identities by one of these names, in itself or in a workflow that it calls; undefined where none does. */
export const workflowRelatingBy = Effect.fnUntraced(function* (names: ReadonlyArray<string>) {
  const workflows = yield* workflowsInUse
  const versions = yield* WorkflowVersionStore
  for (const { id, published_version_id, rollout } of workflows) {
    for (const version_id of [published_version_id, rollout?.version_id ?? null]) {
      const version = version_id === null ? undefined : yield* versions.find(version_id)
      if (version === undefined) continue
      const { graph } = yield* wholeOf(version)
      const relates = Object.values(graph.nodes).some(
        (node) => node.type === "action" && node.config.do === "create_relationship" && names.includes(node.config.relationship_type)
      )
      if (relates) return id
    }
  }
  return undefined
})
