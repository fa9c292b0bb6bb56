import type { LinkedGraph } from "../../../verification/workflows/links.ts"
import { play, reached } from "../../../verification/workflows/play.ts"
import type { RunOutcome } from "../../../verification/workflows/run-state.ts"
import { checkOf } from "../work.ts"
import { factsOf, fateIn, type PastSession } from "./facts.ts"

type Outcome = RunOutcome["status"]

/** Where a past session would go now. */
export interface Rehearsed {
  readonly session_id: string
  readonly before: Outcome
  readonly after: Outcome
  /** The first node that differs; null where none does. */
  readonly first_node: string | null
  /** Nodes that it would come to. */
  readonly nodes: ReadonlyArray<string>
  /** It would need a check that was not made then. */
  readonly lacks_check: boolean
}

/**
 * The first node that only one of both runs came to: in the order of the graph, and then of the past run, since the graph may no longer have it. Where both
 * came to the same nodes, it is the one that ends otherwise now.
 */
const firstDiffering = (graph: LinkedGraph, past: PastSession, now: ReadonlySet<string>, outcome: RunOutcome | null): string | null => {
  const then = new Set(past.run.nodes.flatMap(({ id, state }) => (state === "succeeded" || state === "failed" ? [id] : [])))
  const parting = [...graph, ...past.run.nodes].find(({ id }) => now.has(id) !== then.has(id))
  if (parting !== undefined) return parting.id
  return outcome === null || outcome.status === past.ending.status ? null : (outcome.node_ids[0] ?? null)
}

/** Plays a past session through a graph on what was found then. */
export const rehearse = (graph: LinkedGraph, past: PastSession): Rehearsed => {
  const { state } = play(graph, factsOf(past), fateIn(past))
  const nodes = reached(graph, state)
  const now = new Set(nodes)
  const made = new Set(past.checks.map(({ type }) => type))
  return {
    session_id: past.session.id,
    before: past.ending.status,
    after: state.outcome?.status ?? "review",
    first_node: firstDiffering(graph, past, now, state.outcome),
    nodes,
    lacks_check: graph.some(({ id, node }) => {
      const check = now.has(id) ? checkOf(node) : null
      return check !== null && !check.if_requested && !made.has(check.type)
    })
  }
}

/** What all rehearsed sessions come to together. */
interface Tally {
  readonly sessions: number
  readonly lacking_checks: number
  readonly outcomes: ReadonlyArray<{ readonly before: Outcome; readonly after: Outcome; readonly sessions: number }>
  readonly nodes: ReadonlyArray<{ readonly node_id: string; readonly sessions: number }>
  readonly differing: number
  readonly differences: ReadonlyArray<Pick<Rehearsed, "after" | "before" | "first_node" | "session_id">>
}

/** How many differing sessions are listed; all are counted. */
export const mostDifferences = 1_000

const counted = <Key>(keys: ReadonlyArray<Key>): ReadonlyMap<Key, number> => {
  const counts = new Map<Key, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

export const tallied = (graph: LinkedGraph, all: ReadonlyArray<Rehearsed>): Tally => {
  const pairs = Map.groupBy(all, ({ after, before }) => `${before} ${after}`)
  const outcomes = [...pairs.values()].flatMap((group) => {
    const [first] = group
    return first === undefined ? [] : [{ before: first.before, after: first.after, sessions: group.length }]
  })
  const nodes = counted(all.flatMap((one) => one.nodes))
  const differing = all.filter(({ after, before, first_node }) => after !== before || first_node !== null)
  return {
    sessions: all.length,
    lacking_checks: all.filter(({ lacks_check }) => lacks_check).length,
    outcomes: outcomes.toSorted((one, other) => other.sessions - one.sessions),
    nodes: graph.map(({ id }) => ({ node_id: id, sessions: nodes.get(id) ?? 0 })),
    differing: differing.length,
    differences: differing
      .slice(0, mostDifferences)
      .map(({ after, before, first_node, session_id }) => ({ session_id, before, after, first_node }))
  }
}
