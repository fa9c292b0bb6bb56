import { Effect } from "effect"
import { InvalidInput } from "../../kernel/foundation/failure.ts"
import type { SessionStep } from "../../verification/steps.ts"
import { laterCaptures, stepsOfSession } from "../../verification/workflows/leading-steps.ts"
import { freshOrganization, recentOrganization } from "../settings/recent-organization.ts"
import { identityTypeRows } from "../settings/identity-types/model.ts"
import { versionFor } from "../workflows/choice.ts"
import { graphOf } from "../workflows/graphs.ts"

const unknown = new InvalidInput({
  code: "unknown_workflow" as const,
  problems: [{ loc: ["body", "workflow_id"], code: "unknown_workflow", message: "names no published workflow of this organization" }]
})

/** The workflow of a session that names none. One that was replaced and archived within the last second is looked up again. */
const byDefault = Effect.fnUntraced(function* (session_id: string, recent: string) {
  const found = yield* versionFor(recent, session_id)
  return found ?? (yield* versionFor((yield* freshOrganization).default_workflow_id, session_id))
})

/** The workflow that sessions of identities of this type go by where they name none; undefined for that of the organization. */
const workflowOfType = Effect.fnUntraced(function* (identity_type: string | undefined) {
  if (identity_type === undefined) return undefined
  const [type] = yield* identityTypeRows.usable([identity_type])
  return type?.default_workflow_id ?? undefined
})

/** The version of a workflow that a new session is pinned to, what the person is asked for by both, and whether its graph asks some for more. */
export const workflowOfSession = Effect.fnUntraced(function* (
  session_id: string,
  given: { readonly workflow_id?: string; readonly required_steps?: ReadonlyArray<SessionStep> },
  identity_type?: string
) {
  const { default_required_steps, default_workflow_id } = yield* recentOrganization
  const workflow_id = given.workflow_id ?? (yield* workflowOfType(identity_type))
  const found = yield* workflow_id === undefined ? byDefault(session_id, default_workflow_id) : versionFor(workflow_id, session_id)
  const pinned = found ?? (yield* unknown)
  const graph = yield* graphOf(pinned.workflow_version_id)
  const required_steps = stepsOfSession(graph, given.required_steps, default_required_steps)
  return { pinned, required_steps, asks_later: laterCaptures(graph).size > 0 }
})
