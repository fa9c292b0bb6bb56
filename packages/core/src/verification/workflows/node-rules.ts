import { Context } from "effect"
import type { GraphNode, NodeOf, NodePolicy } from "./graph.ts"

/** What a node says about how its check is made, over what the organization says. */
export interface NodeRules extends NodePolicy {
  /** The only lists that are looked up beside the blocklist. */
  readonly list_ids?: ReadonlyArray<string>
  /** How a person is screened. */
  readonly screening?: ScreeningRules
}

/** What a node says about a screening. */
export type ScreeningRules = Omit<NodeOf<"screening">["config"], "if_requested">

/** The rules of the node whose check is being made; none outside of workflows. */
export const RulesOfNode = Context.Reference<NodeRules>("@vouchkit/core/workflows/RulesOfNode", { defaultValue: () => ({}) })

/** What a node says; null where it says nothing, so that its check is made together with all others. */
export const rulesOf = (node: GraphNode): NodeRules | null => {
  if (node.type === "check") return node.config.policy ?? null
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
