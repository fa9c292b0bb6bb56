import { Effect } from "effect"
import { InvalidInput } from "../../kernel/foundation/failure.ts"
import type { SessionStep } from "../../verification/steps.ts"
import { laterCaptures, stepsOfSession } from "../../verification/workflows/leading-steps.ts"
import { effectiveOrganization } from "../settings/organization.ts"
import { versionFor } from "../workflows/choice.ts"
import { graphOf } from "../workflows/graphs.ts"

const unknown = new InvalidInput({
  code: "unknown_workflow" as const,
  problems: [{ loc: ["body", "workflow_id"], code: "unknown_workflow", message: "names no published workflow of this organization" }]
})

/** The version of a workflow that a new session is pinned to, what the person is asked for by both, and whether its graph asks some for more. */
export const workflowOfSession = Effect.fnUntraced(function* (
  session_id: string,
  given: { readonly workflow_id?: string; readonly required_steps?: ReadonlyArray<SessionStep> }
) {
  const { default_required_steps, default_workflow_id } = yield* effectiveOrganization
  const pinned = (yield* versionFor(given.workflow_id ?? default_workflow_id, session_id)) ?? (yield* unknown)
  const graph = yield* graphOf(pinned.workflow_version_id)
  const required_steps = stepsOfSession(graph, given.required_steps, default_required_steps)
  return { pinned, required_steps, asks_later: laterCaptures(graph).size > 0 }
})
