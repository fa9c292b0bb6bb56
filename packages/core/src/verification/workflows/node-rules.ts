import { Context } from "effect"
import type { IdentityDocumentPolicyLayer } from "../identity-documents/policy.ts"
import type { PoaPolicyLayer } from "../proof-of-address/policy.ts"
import type { GraphNode, NodeOf, NodePolicy } from "./graph.ts"
import type { LinkedNode } from "./links.ts"
import { nodeOf, type RunState } from "./run-state.ts"

/** What nodes say about how a check is made, over what the organization says. */
export interface NodeRules {
  /** Each over the one before. */
  readonly identity?: ReadonlyArray<IdentityDocumentPolicyLayer>
  readonly proof_of_address?: ReadonlyArray<PoaPolicyLayer>
  /** The only lists that are looked up beside the blocklist. */
  readonly list_ids?: ReadonlyArray<string>
  /** How a person is screened. */
  readonly screening?: ScreeningRules
}

/** What a node says about a screening. */
export type ScreeningRules = Omit<NodeOf<"screening">["config"], "if_requested">

/** The rules of the node whose check is being made; none outside of workflows. */
export const RulesOfNode = Context.Reference<NodeRules>("@vouchkit/core/workflows/RulesOfNode", { defaultValue: () => ({}) })

/** What several nodes say of the policies, each over the one before; null where none says anything. */
export const rulesOfPolicies = (policies: ReadonlyArray<NodePolicy>): NodeRules | null => {
  const identity = policies.flatMap((policy) => policy.identity ?? [])
  const proof_of_address = policies.flatMap((policy) => policy.proof_of_address ?? [])
  if (identity.length + proof_of_address.length === 0) return null
  return { ...(identity.length === 0 ? {} : { identity }), ...(proof_of_address.length === 0 ? {} : { proof_of_address }) }
}

/** What the captures that a run has come through say, and the node of a check over that. */
const policiesOf = ({ captured = [], node }: LinkedNode, state: RunState): ReadonlyArray<NodePolicy> => [
  ...captured.filter(({ id }) => nodeOf(state, id).state === "succeeded").map(({ policy }) => policy),
  ...(node.type === "check" && node.config.policy !== undefined ? [node.config.policy] : [])
]

/** By which rules the check of a node is made; null where nothing is said of it, so that it is made together with all others. */
export const rulesOf = (linked: LinkedNode, state: RunState): NodeRules | null => {
  const { node } = linked
  if (node.type === "check") return rulesOfPolicies(policiesOf(linked, state))
  if (node.type === "screening") {
    const { if_requested: _, ...screening } = node.config
    return Object.keys(screening).length === 0 ? null : { screening }
  }
  if (node.type !== "list_lookup" || node.config.list_ids === undefined) return null
  return { list_ids: node.config.list_ids }
}

/** The least score with which the check of a node passes; undefined where it says none. */
export const leastScoreOf = (node: GraphNode): number | undefined => (node.type === "check" ? node.config.threshold : undefined)

/** Tells apart what was made by different rules. */
export const keyOfRules = (rules: NodeRules | null): string => (rules === null ? "" : JSON.stringify(rules))
