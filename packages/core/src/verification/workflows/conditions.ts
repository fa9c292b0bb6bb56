import { type ConditionTrace, type Evaluable, explain, type LookUp, type Truth } from "../../kernel/conditions/evaluate.ts"
import { readCondition } from "../../kernel/conditions/read.ts"
import { fieldsBehind } from "./fields.ts"
import type { LinkedGraph } from "./links.ts"
import type { Decide } from "./step.ts"

type Conditions = ReadonlyMap<number, Evaluable>

const read = new WeakMap<LinkedGraph, Conditions>()

/** The conditions of a graph, by the places of their edges. What they may name was judged when the graph was stored. */
const conditionsOf = (graph: LinkedGraph): Conditions => {
  const known = read.get(graph)
  if (known !== undefined) return known
  const nodes = graph.map(({ node }) => node)
  const catalogue = fieldsBehind(nodes, nodes)
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

/** Decides by what is known now, and keeps why: `tried` grows with each condition. One that cannot be read is unknown, and passes no edge. */
export const deciding = (graph: LinkedGraph, lookUp: LookUp) => {
  const conditions = conditionsOf(graph)
  const tried: Array<Tried> = []
  const decide: Decide = ({ edge, place }) => {
    const condition = conditions.get(place)
    const { result, traces } = condition === undefined ? ({ result: "unknown", traces: [] } as const) : explain(condition, lookUp)
    tried.push({ from: edge.from, to: edge.to, result, traces })
    return result === "unknown" ? null : result === "true"
  }
  return { decide, tried }
}
