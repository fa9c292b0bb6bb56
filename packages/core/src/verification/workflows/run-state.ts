import type { ReasonCode } from "../../kernel/foundation/reason-codes.ts"
import { Schema } from "effect"
import type { NodeOf, NodeState } from "./graph.ts"

/** Why a node could not do what it is there for. It names nothing of the person. */
export const NodeError = Schema.Literals([
  "list_not_available",
  "list_full",
  "value_unknown",
  "no_identity",
  "identity_not_available",
  "relationship_not_allowed"
]).annotate({
  identifier: "WorkflowNodeError",
  description:
    "`list_not_available`: there is no such list, or it is archived; `list_full`: it takes no more entries; `value_unknown`: the session has no value that the list could hold; `no_identity`: the session belongs to no identity yet; `identity_not_available`: one of the identities is gone or archived; `relationship_not_allowed`: the type of relationship is unknown, or does not relate these identities"
})
export type NodeError = typeof NodeError.Type

/** Where a run leads its session. */
export interface RunOutcome {
  readonly status: NodeOf<"end">["config"]["status"]
  readonly reason_codes: ReadonlyArray<ReasonCode>
  /** Whether the reasons of the conclusion belong to it too: an end that names none takes those. */
  readonly with_conclusion: boolean
  /** Nodes that led there. */
  readonly node_ids: ReadonlyArray<string>
  /** Whether the run could not do what its graph asks for. */
  readonly failed: boolean
}

/** One node of a run. */
export interface NodeRun {
  readonly state: NodeState
  /** Tries so far; 0 until the first one. */
  readonly attempt: number
  /** The label of the edges that a review goes on over. */
  readonly way?: string
  /** Why it failed, where that is known. */
  readonly error?: NodeError
  /** Of one that the run was led away from: what it had come to, so that it is not done again where the run is led back. */
  readonly earlier?: NodeResult
}

/** What a run has come to: a value that the stepper moves on, and that a store keeps. */
export interface RunState {
  readonly nodes: Readonly<Record<string, NodeRun>>
  /** Places of the edges that were taken, in the order in which they were. */
  readonly taken: ReadonlyArray<number>
  /** Null while the run goes on. */
  readonly outcome: RunOutcome | null
}

/** A run of which nothing has begun. */
export const unbegun: RunState = { nodes: {}, taken: [], outcome: null }

const untouched: NodeRun = { state: "pending", attempt: 0 }
export const nodeOf = ({ nodes }: RunState, id: string): NodeRun => (Object.hasOwn(nodes, id) ? (nodes[id] ?? untouched) : untouched)

const settledStates: ReadonlySet<NodeState> = new Set<NodeState>(["succeeded", "failed", "skipped", "cancelled"])
/** Whether a node does not change any more. */
export const isSettled = (state: RunState, id: string): boolean => settledStates.has(nodeOf(state, id).state)

/** Whether something is done about a node, or awaited. */
export const isActive = (state: RunState, id: string): boolean => {
  const { state: now } = nodeOf(state, id)
  return now === "running" || now === "waiting"
}

export const withNode = (state: RunState, id: string, node: NodeRun): RunState => ({ ...state, nodes: { ...state.nodes, [id]: node } })

/** What a node that ran or waited has come to. */
export type NodeResult = { readonly state: "succeeded"; readonly way?: string } | { readonly state: "failed"; readonly error?: NodeError }

/** The run with the result of a node. One that is settled keeps the result that came first, so that a result may come twice. */
export const finished = (state: RunState, id: string, result: NodeResult): RunState =>
  state.outcome !== null || !isActive(state, id) ? state : withNode(state, id, { ...nodeOf(state, id), ...result })

/** Whether no node has moved between two states of a run. */
export const sameNodes = (one: RunState, other: RunState): boolean =>
  [...new Set([...Object.keys(one.nodes), ...Object.keys(other.nodes)])].every((id) => nodeOf(one, id).state === nodeOf(other, id).state)
