import { Effect } from "effect"
import { leadingCaptures } from "../../verification/workflows/leading-steps.ts"
import { type NodeRules, RulesOfNode, rulesOfPolicies } from "../../verification/workflows/node-rules.ts"
import { isActive, nodeOf, unbegun } from "../../verification/workflows/run-state.ts"
import { graphOf } from "./graphs.ts"
import { WorkflowRunStore } from "./runs/model.ts"
import { stateOf } from "./runs/state.ts"

/** The session that is captured. */
interface Captured {
  readonly workflow_version_id: string
  readonly workflow_run_id: string | null
}

const none: NodeRules = {}

/** What captures say of what a session captures: those that everyone comes to, and those that its run is at or has come through. */
const captureRules = Effect.fnUntraced(function* ({ workflow_run_id, workflow_version_id }: Captured) {
  const graph = yield* graphOf(workflow_version_id)
  const captures = graph.flatMap(({ id, node }) =>
    node.type === "capture" && node.config.policy !== undefined ? [{ id, policy: node.config.policy }] : []
  )
  if (captures.length === 0) return none
  const run = workflow_run_id === null ? undefined : yield* (yield* WorkflowRunStore).find(workflow_run_id)
  const state = run === undefined || run.active_for === null ? unbegun : stateOf(run)
  const first = leadingCaptures(graph)
  const reached = captures.filter(({ id }) => first.has(id) || isActive(state, id) || nodeOf(state, id).state === "succeeded")
  return rulesOfPolicies(reached.map(({ policy }) => policy)) ?? none
})

/** Asks about the policies that hold for what a session captures; without one, for those of the organization. */
export const whileCapturing = <A, E, R>(session: Captured | null, effect: Effect.Effect<A, E, R>) =>
  session === null ? effect : Effect.flatMap(captureRules(session), (rules) => Effect.provideService(effect, RulesOfNode, rules))
