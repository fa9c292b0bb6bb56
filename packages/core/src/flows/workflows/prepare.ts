import { Effect } from "effect"
import type { StoredSession } from "../../resources/sessions/model.ts"
import type { CheckType } from "../../resources/checks/model.ts"
import type { LinkedGraph, LinkedNode } from "../../verification/workflows/links.ts"
import { finished, isActive, isSettled, nodeOf } from "../../verification/workflows/run-state.ts"
import { defaultWorkflow } from "../../resources/workflows/built-in.ts"
import { isProvidedFor } from "../../verification/workflows/retries.ts"
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
  /** Nodes that could not reach what they need, and whose graph says what comes of that. */
  readonly unreached: ReadonlySet<string>
  /** Which attempt of each node that was being executed this is for. */
  readonly attempts: ReadonlyMap<string, number>
  /** Whether the run is expected to come to its end with this: nothing of it works or waits but what was looked for. */
  readonly ends: boolean
}

/** A node that makes a check. */
interface CheckNode {
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
  graph.flatMap((linked) => {
    const { id, node } = linked
    return node.type === "action" && nodeOf(state, id).state === "running" ? [{ linked, config: node.config }] : []
  })

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

/** What was looked for so far, by the node. */
interface Looked {
  readonly looked: Map<string, LookedUp | null>
  readonly unreached: Set<string>
}

/** What a node needs of the checks of the session, and of the records of the organization. */
const need = Effect.fnUntraced(function* (graph: LinkedGraph, node: CheckNode, before: RunWork, { looked }: Looked) {
  const { linked, type } = node
  const ofRecords = (yield* CheckRegistry)[type].records !== null
  let work = before
  // A script of the sandbox may stand for a screening too.
  // A look-up needs what the checks saw, such as the face, also of those that stand.
  if ((!ofRecords && !work.kept.has(type)) || work.session.scenario !== null || (ofRecords && work.kept.size > 0))
    work = yield* madeFor(work, ofRecords ? null : rulesOf(linked, work.state))
  if (!ofRecords || isMade(work, type)) return claim(graph, work, linked)
  if (!looked.has(linked.id)) looked.set(linked.id, yield* lookFor(work.session, node, work))
  return work
})

/** The same where what it needs may be out of reach, which its graph provides for, or else its job. */
const needIfReached = Effect.fnUntraced(function* (graph: LinkedGraph, node: CheckNode, work: RunWork, known: Looked) {
  const { id, node: declared } = node.linked
  if (known.unreached.has(id)) return work
  if (work.overdue.has(id)) {
    known.unreached.add(id)
    return work
  }
  // Its graph goes on from every verdict. Where there is none yet, its job tries again, without a wait that a timer ends and events announce.
  const byJob = work.session.workflow_version_id === defaultWorkflow.version_id || !isProvidedFor(declared)
  if (byJob) return yield* need(graph, node, work, known)
  return yield* Effect.catchTag(need(graph, node, work, known), "JobFailed", () => {
    known.unreached.add(id)
    return Effect.succeed(work)
  })
})

/** Does what can be done of the nodes that are running, and says whether that was anything. */
const foresee = Effect.fnUntraced(function* (graph: LinkedGraph, begun: RunWork, known: Looked) {
  let { work } = movedOn(graph, begun)
  let moved = false
  // What they do, the transaction does; here only what comes behind them is looked for.
  for (const { linked } of runningActions(graph, work)) {
    work = { ...work, state: finished(work.state, linked.id, { state: "succeeded" }) }
    moved = true
  }
  for (const node of runningChecks(graph, work)) {
    const { state } = work
    work = yield* needIfReached(graph, node, work, known)
    moved ||= work.state !== state
  }
  return { work, moved }
})

/**
 * Makes ready what the nodes of a run need, as far as it can be foreseen. The checks of a session are made once for all nodes, so that nothing is read
 * twice. Runs outside of any transaction and writes nothing; a node that turns out to need more is prepared by the next turn.
 */
export const prepare = Effect.fnUntraced(function* (graph: LinkedGraph, begun: RunWork) {
  const entries = yield* CheckRegistry
  const known: Looked = { looked: new Map(), unreached: new Set() }
  const { looked, unreached } = known
  let { moved, work } = yield* foresee(graph, begun, known)
  while (moved) ({ moved, work } = yield* foresee(graph, work, known))
  // Those that search nothing are looked at where they are come to, within the transaction.
  const { state } = work
  for (const node of checkNodes(graph, ({ id }) => !isSettled(state, id))) {
    if (entries[node.type].records?.deciding !== true || looked.has(node.linked.id)) continue
    looked.set(node.linked.id, yield* lookFor(work.session, node, work))
  }
  const attempts = new Map(runningChecks(graph, begun).map(({ linked: { id } }) => [id, nodeOf(begun.state, id).attempt]))
  const ends = graph.every(({ id }) => !isActive(state, id) || looked.has(id))
  const prepared: Prepared = { made: work.made, looked, unreached, attempts, ends }
  return prepared
})
