import { Schema } from "effect"
import type { FieldCatalogue } from "../../kernel/conditions/catalogue.ts"
import { type Evaluable, explain, type LookUp } from "../../kernel/conditions/evaluate.ts"
import { readCondition } from "../../kernel/conditions/read.ts"
import type { RunDecision } from "../../resources/workflows/runs/model.ts"
import type { GraphEdge } from "../../verification/workflows/graph.ts"
import type { Decide } from "../../verification/workflows/step.ts"

const catalogue: FieldCatalogue = { fields: { "conclusion.status": { type: "code", operand: Schema.String } } }

const read = new WeakMap<GraphEdge, Evaluable>()

/** The condition of an edge. Those of a published version were read before. */
const conditionOf = (edge: GraphEdge): Evaluable => {
  const known = read.get(edge)
  if (known !== undefined) return known
  const found = readCondition(edge.when, catalogue)
  if ("issues" in found) throw new Error(`the edge from ${edge.from} to ${edge.to} has no condition that can be read`)
  read.set(edge, found.tree)
  return found.tree
}

/** A condition that was tried, and what it came to. */
export type Tried = { readonly from: string } & RunDecision["conditions"][number]

/** Decides by what is known now, and keeps why: `decisions` grows with each condition that is tried. */
export const deciding = (lookUp: LookUp) => {
  const tried: Array<Tried> = []
  const decide: Decide = ({ edge }) => {
    const { result, traces } = explain(conditionOf(edge), lookUp)
    tried.push({ from: edge.from, to: edge.to, result, traces })
    return result === "unknown" ? null : result === "true"
  }
  return { decide, tried }
}
