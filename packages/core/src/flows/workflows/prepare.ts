import { Effect } from "effect"
import type { StoredSession } from "../../resources/sessions/model.ts"
import type { CheckType } from "../../resources/checks/model.ts"
import type { LinkedGraph, LinkedNode } from "../../verification/workflows/links.ts"
import { finished, isSettled, nodeOf } from "../../verification/workflows/run-state.ts"
import { keyOfRules, type NodeRules, RulesOfNode, rulesOf } from "../../verification/workflows/node-rules.ts"
import { CheckRegistry } from "../check-kinds/registry.ts"
import type { MadeChecks } from "../check-runs/evidence.ts"
import type { LookedUp } from "../check-runs/records.ts"
import { makeChecks } from "../check-runs/session-checks.ts"
import { checkOf, claim, foundBy, isMade, movedOn, type RunWork } from "./work.ts"

/** What nodes of a run need that no transaction may wait for: checks that engines make, and searches of watchlists. */
export interface Prepared {
  /** By the rules of the nodes that asked for them; empty where none did. */
  readonly made: ReadonlyMap<string, MadeChecks>
  /** By the node; null where the session does not call for it. */
  readonly looked: ReadonlyMap<string, LookedUp | null>
}

/** A node that makes a check. */
export interface CheckNode {
  readonly linked: LinkedNode
  readonly type: CheckType
  readonly if_requested: boolean
}

const checkNodes = (graph: LinkedGraph, is: (linked: LinkedNode) => boolean): ReadonlyArray<CheckNode> =>
  graph.flatMap((linked) => {
    const check = is(linked) ? checkOf(linked.node) : null
    return check === null ? [] : [{ linked, ...check }]
  })

/** Nodes that are being executed and make a check. */
export const runningChecks = (graph: LinkedGraph, { state }: Pick<RunWork, "state">): ReadonlyArray<CheckNode> =>
  checkNodes(graph, ({ id }) => nodeOf(state, id).state === "running")

/** Nodes that are being executed and act on the records of the organization. */
export const runningActions = (graph: LinkedGraph, { state }: Pick<RunWork, "state">) =>
  graph.flatMap(({ id, node }) => (node.type === "action" && nodeOf(state, id).state === "running" ? [{ id, config: node.config }] : []))

const lookFor = Effect.fnUntraced(function* (session: StoredSession, { if_requested, type }: CheckNode, work: RunWork) {
  const { records } = (yield* CheckRegistry)[type]
  if (records === null || isMade(work, type)) return null
  const end = yield* records.look(session, foundBy(work), !if_requested)
  const looked: LookedUp | null = end === null ? null : { type, deciding: records.deciding, end }
  return looked
})

/** The checks of the session by the rules of a node, made once for all nodes with the same. */
const madeFor = Effect.fnUntraced(function* (work: RunWork, rules: NodeRules | null) {
  const key = keyOfRules(rules)
  if (work.made.has(key)) return work
  const made = yield* Effect.provideService(makeChecks(work.session), RulesOfNode, rules ?? {})
  const more: RunWork = { ...work, made: new Map([...work.made, [key, made]]) }
  return more
})

/** Does what can be done of the nodes that are running; answers null once nothing more can. */
const foresee = Effect.fnUntraced(function* (graph: LinkedGraph, begun: RunWork, looked: Map<string, LookedUp | null>) {
  const entries = yield* CheckRegistry
  let { work } = movedOn(graph, begun)
  let moved = false
  // What they do, the transaction does; here only what comes behind them is looked for.
  for (const { id } of runningActions(graph, work)) {
    work = { ...work, state: finished(work.state, id, { state: "succeeded" }) }
    moved = true
  }
  for (const node of runningChecks(graph, work)) {
    const { linked, type } = node
    const ofRecords = entries[type].records !== null
    // A script of the sandbox may stand for a screening too.
    // A look-up needs what the checks saw, such as the face, also of those that stand.
    if ((!ofRecords && !work.kept.has(type)) || work.session.scenario !== null || (ofRecords && work.kept.size > 0))
      work = yield* madeFor(work, ofRecords ? null : rulesOf(linked.node))
    if (!ofRecords || isMade(work, type)) {
      work = claim(work, linked)
      moved = true
    } else if (!looked.has(linked.id)) looked.set(linked.id, yield* lookFor(work.session, node, work))
  }
  return { work, moved }
})

/**
 * Makes ready what the nodes of a run need, as far as it can be foreseen. The checks of a session are made once for all nodes, so that nothing is read
 * twice. Runs outside of any transaction and writes nothing; a node that turns out to need more is prepared by the next turn.
 */
export const prepare = Effect.fnUntraced(function* (graph: LinkedGraph, begun: RunWork) {
  const entries = yield* CheckRegistry
  const looked = new Map<string, LookedUp | null>()
  let { moved, work } = yield* foresee(graph, begun, looked)
  while (moved) ({ moved, work } = yield* foresee(graph, work, looked))
  // Those that search nothing are looked at where they are come to, within the transaction.
  const { state } = work
  for (const node of checkNodes(graph, ({ id }) => !isSettled(state, id))) {
    if (entries[node.type].records?.deciding !== true || looked.has(node.linked.id)) continue
    looked.set(node.linked.id, yield* lookFor(work.session, node, work))
  }
  const prepared: Prepared = { made: work.made, looked }
  return prepared
})
