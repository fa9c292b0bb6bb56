import type { ConditionTrace, LookUp } from "../../kernel/conditions/evaluate.ts"
import { deciding } from "./conditions.ts"
import type { NodeState } from "./graph.ts"
import type { LinkedGraph, LinkedNode } from "./links.ts"
import { playBy } from "./play.ts"
import type { NodeResult, RunOutcome, RunState } from "./run-state.ts"
import { timedOut } from "./step.ts"

/** What is kept of a run that is over. */
interface KeptRun {
  readonly nodes: ReadonlyArray<{
    readonly id: string
    readonly state: NodeState
    readonly way: string | null
    readonly outcome?: RunOutcome
  }>
  readonly decisions: ReadonlyArray<{
    readonly node_id: string
    readonly conditions: ReadonlyArray<{ readonly traces: ReadonlyArray<ConditionTrace> }>
  }>
  readonly taken: ReadonlyArray<number>
  readonly ending: RunOutcome | null
}

/** One thing that came out otherwise. */
interface Difference {
  /** Null for the run as a whole. */
  readonly node_id: string | null
  readonly recorded: string
  readonly replayed: string
}

/** What each branch knew when it decided, from the conditions that it tried then. */
const factsOf = ({ decisions }: KeptRun): ReadonlyMap<string, LookUp> =>
  new Map(
    decisions.map(({ conditions, node_id }) => {
      const known = new Map(conditions.flatMap(({ traces }) => traces.map(({ actual, field }) => [field, actual ?? undefined] as const)))
      return [node_id, (path) => known.get(path)]
    })
  )

const nothingKnown: LookUp = () => undefined

const outcomeText = (ending: RunOutcome | null): string =>
  ending === null
    ? "none"
    : JSON.stringify({
        status: ending.status,
        reason_codes: ending.reason_codes,
        with_conclusion: ending.with_conclusion,
        node_ids: ending.node_ids,
        failed: ending.failed
      })

const textOf = (numbers: ReadonlyArray<number>): string => numbers.toSorted((one, other) => one - other).join(" ")

/**
 * Goes through the graph of a run again, with what its nodes came to and what its branches knew. Answers everything that comes out otherwise: nothing,
 * where each node, each way and the outcome are the same, character by character.
 */
export const replayed = (graph: LinkedGraph, run: KeptRun): ReadonlyArray<Difference> => {
  const facts = factsOf(run)
  const kept = new Map(run.nodes.map((node) => [node.id, node]))
  const fateOf = ({ id }: { readonly id: string }): NodeResult | undefined => {
    const node = kept.get(id)
    if (node?.state === "failed") return { state: "failed" }
    if (node?.state !== "succeeded") return undefined
    return node.way === null ? { state: "succeeded" } : { state: "succeeded", way: node.way }
  }
  // A subworkflow that failed without an outcome of its own did so by its time alone.
  const isLate = ({ id, inner }: LinkedNode): boolean => {
    const node = kept.get(id)
    return inner !== undefined && node?.state === "failed" && node.outcome === undefined
  }
  const late = graph.filter(isLate)
  const silence = (now: RunState): RunState => late.reduce(timedOut, now)
  const state = playBy(graph, (link, now) => deciding(graph, facts.get(link.edge.from) ?? nothingKnown).decide(link, now), fateOf, silence)
  const ofNodes = graph.flatMap(({ id }): ReadonlyArray<Difference> => {
    const [before, now] = [kept.get(id)?.state ?? "pending", state.nodes[id]?.state ?? "pending"]
    return before === now ? [] : [{ node_id: id, recorded: before, replayed: now }]
  })
  const wholes = [
    [textOf(run.taken), textOf(state.taken)],
    [outcomeText(run.ending), outcomeText(state.outcome)]
  ] as const
  return [...ofNodes, ...wholes.flatMap(([recorded, now]) => (recorded === now ? [] : [{ node_id: null, recorded, replayed: now }]))]
}
