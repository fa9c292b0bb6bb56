import { kindOf, madeCheckTypes } from "../check-kinds.ts"
import type { Graph, GraphEdge, GraphNode, NodeOf } from "./graph.ts"

/** Screening and lists have nodes of their own, behind the checks of what was submitted. */
const submitted = madeCheckTypes.filter((type) => type !== "aml_screening" && type !== "list_lookup")

/** A check that could not be made says by its verdict where that leads. */
const byVerdict = { on_error: "continue" } as const

const checkNode = (type: NodeOf<"check">["config"]["type"]): GraphNode => ({
  type: "check",
  name: kindOf(type).label,
  config: { type, if_requested: true },
  ...byVerdict
})

const endNode = (status: NodeOf<"end">["config"]["status"]): GraphNode => ({ type: "end", config: { status, reason_codes: [] } })

const concluded = (status: "approved" | "declined" | "resubmission_required", priority: number): GraphEdge => ({
  from: "conclusion",
  to: status,
  when: { eq: [{ var: "conclusion.status" }, status] },
  priority,
  label: status
})

/**
 * What every organization has from the start: the steps that a session asks for, each check that it calls for, screening where it asks for it, the
 * lists, then what the verdicts lead to. What is not known goes to a person.
 */
export const defaultGraph: Graph = {
  version: 1,
  start: "start",
  nodes: {
    start: { type: "start", config: {} },
    capture: { type: "capture", name: "Required steps of the session", config: { steps: "session", required: true } },
    checks: { type: "parallel", name: "Checks of what was submitted", config: {} },
    ...Object.fromEntries(submitted.map((type) => [type, checkNode(type)])),
    checked: { type: "join", config: { mode: "all" } },
    screening: { type: "screening", name: "Screen against watchlists", config: { if_requested: true }, ...byVerdict },
    lists: { type: "list_lookup", name: "Look up lists", config: {}, ...byVerdict },
    conclusion: { type: "branch", name: "Conclusion of all verdicts", config: {} },
    approved: endNode("approved"),
    declined: endNode("declined"),
    resubmission_required: endNode("resubmission_required"),
    in_review: endNode("review")
  },
  edges: [
    { from: "start", to: "capture" },
    { from: "capture", to: "checks" },
    ...submitted.flatMap(
      (type): ReadonlyArray<GraphEdge> => [
        { from: "checks", to: type },
        { from: type, to: "checked" }
      ]
    ),
    { from: "checked", to: "screening" },
    { from: "screening", to: "lists" },
    { from: "lists", to: "conclusion" },
    concluded("declined", 1),
    concluded("resubmission_required", 2),
    concluded("approved", 3),
    { from: "conclusion", to: "in_review", label: "otherwise" }
  ]
}
