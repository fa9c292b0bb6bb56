import { Effect } from "effect"
import { InvalidInput } from "../../kernel/foundation/failure.ts"
import type { SessionStep } from "../../verification/steps.ts"
import { stepsOfSession } from "../../verification/workflows/leading-steps.ts"
import { defaultWorkflow } from "../workflows/built-in.ts"
import { versionFor } from "../workflows/choice.ts"
import { graphOf } from "../workflows/graphs.ts"

/** What everyone is asked for where no one says anything of it. */
const standardSteps: ReadonlyArray<SessionStep> = ["proof_of_address"]

const unknown = new InvalidInput({
  code: "unknown_workflow" as const,
  problems: [{ loc: ["body", "workflow_id"], code: "unknown_workflow", message: "names no published workflow of this organization" }]
})

/** The version of a workflow that a new session is pinned to, and what the person is asked for by both. */
export const workflowOfSession = Effect.fnUntraced(function* (
  session_id: string,
  given: { readonly workflow_id?: string; readonly required_steps?: ReadonlyArray<SessionStep> }
) {
  const pinned = (yield* versionFor(given.workflow_id ?? defaultWorkflow.id, session_id)) ?? (yield* unknown)
  const graph = yield* graphOf(pinned.workflow_version_id)
  return { pinned, required_steps: stepsOfSession(graph, given.required_steps, standardSteps) }
})
