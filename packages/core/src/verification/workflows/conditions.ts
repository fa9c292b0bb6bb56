import { type ConditionTrace, type Evaluable, explain, type Likeness, type LookUp, type Truth } from "../../kernel/conditions/evaluate.ts"
import { readCondition } from "../../kernel/conditions/read.ts"
import { judgeNames } from "../names/judge/judge.ts"
import { fieldsBehind } from "./fields.ts"
import type { LinkedGraph } from "./links.ts"
import { nodeOf, type RunState } from "./run-state.ts"
import type { Decide } from "./step.ts"

type Conditions = ReadonlyMap<number, Evaluable>

const read = new WeakMap<LinkedGraph, Conditions>()

/** The conditions of a graph, by the places of their edges. What they may name was judged when the graph was stored. */
const conditionsOf = (graph: LinkedGraph): Conditions => {
  const known = read.get(graph)
  if (known !== undefined) return known
  const catalogue = fieldsBehind(graph, graph)
  const found = new Map<number, Evaluable>()
  for (const { edge, place } of graph.flatMap(({ out }) => out)) {
    if (edge.when === undefined) continue
    const condition = readCondition(edge.when, catalogue)
    if ("tree" in condition) found.set(place, condition.tree)
  }
  read.set(graph, found)
  return found
}

const paths = (condition: Evaluable): ReadonlyArray<string> => {
  if (condition.op === "compare") return [condition.path]
  return condition.op === "not" ? paths(condition.of) : condition.of.flatMap(paths)
}

/** Whether any condition of a graph asks about a place, such as `risk`. */
export const asksAbout = (graph: LinkedGraph, place: string): boolean =>
  [...conditionsOf(graph).values()].flatMap(paths).some((path) => path.startsWith(`${place}.`))

/** A condition that was tried, and what it came to. */
export interface Tried {
  readonly from: string
  readonly to: string
  readonly result: Truth
  readonly traces: ReadonlyArray<ConditionTrace>
}

const ofSubworkflow = "subworkflow."

/** Where a subworkflow led, by the path of its field. */
const ledBy = (state: RunState, path: string) => {
  const [, id = "", member] = path.split(".")
  return member === "outcome" ? nodeOf(state, id).outcome?.status : undefined
}

/** As names of people are compared everywhere. */
const likeness: Likeness = (one, other) => judgeNames({ full_name: one }, { full_name: other }).score ?? 0

/** Decides by what is known now, and keeps why: `tried` grows with each condition. One that cannot be read is unknown, and passes no edge. */
export const deciding = (graph: LinkedGraph, lookUp: LookUp) => {
  const conditions = conditionsOf(graph)
  const tried: Array<Tried> = []
  const decide: Decide = ({ edge, place }, state) => {
    const condition = conditions.get(place)
    const known: LookUp = (path) => (path.startsWith(ofSubworkflow) ? ledBy(state, path) : lookUp(path))
    const { result, traces } = condition === undefined ? ({ result: "unknown", traces: [] } as const) : explain(condition, known, likeness)
    tried.push({ from: edge.from, to: edge.to, result, traces })
    return result === "unknown" ? null : result === "true"
  }
  return { decide, tried }
}
