import { Effect } from "effect"
import { InvalidInput, invalid } from "../../../kernel/foundation/failure.ts"
import type { Graph } from "../../../verification/workflows/graph.ts"
import { located } from "../given-graph.ts"
import type { StoredWorkflow } from "../model.ts"
import { pinsOf } from "../subworkflows.ts"
import { sameContent } from "./diff.ts"
import type { StoredVersion } from "./model.ts"

/** A draft with this graph, which is counted as another one where it differs: what came of one says nothing of the next. */
export const withGraph = (draft: StoredVersion, graph: Graph): StoredVersion =>
  sameContent(draft.graph, graph) ? { ...draft, graph } : { ...draft, graph, graph_changes: (draft.graph_changes ?? 0) + 1 }

const without = ({ shadow_percentage: _, ...version }: StoredVersion): StoredVersion => version

/** A version that no session is played through any more, and its workflow. */
export const withoutShadow = (workflow: StoredWorkflow, version: StoredVersion) => ({
  workflow: workflow.shadow?.version_id === version.id ? { ...workflow, shadow: null } : workflow,
  version: without(version)
})

/** A locked draft that so many of 100 new sessions of its workflow are played through, too, and the workflow. */
export const withShadow = Effect.fnUntraced(function* (workflow: StoredWorkflow, draft: StoredVersion, percentage: number) {
  if (percentage === 0) return withoutShadow(workflow, draft)
  const { shadow: other = null } = workflow
  if (other !== null && other.version_id !== draft.id) {
    const message = `must be 0: draft ${other.version_id} runs beside the published version already. Set its percentage to 0 first`
    return yield* invalid(["body", "shadow_percentage"], "other_shadow", message)
  }
  const { problems } = yield* pinsOf(draft.graph, workflow.id)
  if (problems.length > 0) return yield* new InvalidInput({ code: "validation_error", problems: located(problems, ["body", "graph"]) })
  const same = other?.percentage === percentage
  return {
    workflow: same ? workflow : { ...workflow, shadow: { version_id: draft.id, percentage } },
    version: { ...draft, shadow_percentage: percentage }
  }
})
