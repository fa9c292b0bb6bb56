import type { Graph, GraphEdge, GraphNode } from "./graph.ts"

/** The checks that are made of what a session holds, in the order in which they are shown. */
const sessionChecks = [
  "nfc_chip",
  "document_extraction",
  "document_authenticity",
  "age",
  "duplicate",
  "liveness",
  "face_match",
  "proof_of_address",
  "identity_cross_reference",
  "questionnaire"
] as const

/** The check says by itself where it leads when it could not be made. */
const checkOf = (type: (typeof sessionChecks)[number]): GraphNode => ({
  type: "check",
  config: { type, if_requested: true },
  on_error: "continue"
})

const passing = {
  start: { type: "start", config: {} },
  parallel: { type: "parallel", config: {} },
  branch: { type: "branch", config: {} }
} as const

const endWith = (status: "approved" | "declined" | "review" | "resubmission_required"): GraphNode => ({
  type: "end",
  config: { status, reason_codes: [] }
})

const concluded = (status: string, to: string, priority: number): GraphEdge => ({
  from: "decision",
  to,
  priority,
  when: { eq: [{ var: "conclusion.status" }, status] }
})

/** What every organization begins with: all that a session asks for is checked, then screened and looked up, and the conclusion of it all decides. */
export const defaultGraph: Graph = {
  version: 1,
  start: "start",
  nodes: {
    start: passing.start,
    capture: { type: "capture", config: { steps: "session", required: true } },
    checks: passing.parallel,
    ...Object.fromEntries(sessionChecks.map((type) => [type, checkOf(type)])),
    checked: { type: "join", config: { mode: "all" } },
    screening: { type: "screening", config: { if_requested: true }, on_error: "continue" },
    list_lookup: { type: "list_lookup", config: {}, on_error: "continue" },
    decision: passing.branch,
    approved: endWith("approved"),
    declined: endWith("declined"),
    resubmission_required: endWith("resubmission_required"),
    review: endWith("review")
  },
  edges: [
    { from: "start", to: "capture" },
    { from: "capture", to: "checks" },
    ...sessionChecks.flatMap(
      (type): ReadonlyArray<GraphEdge> => [
        { from: "checks", to: type },
        { from: type, to: "checked" }
      ]
    ),
    { from: "checked", to: "screening" },
    { from: "screening", to: "list_lookup" },
    { from: "list_lookup", to: "decision" },
    concluded("approved", "approved", 1),
    concluded("declined", "declined", 2),
    concluded("resubmission_required", "resubmission_required", 3),
    { from: "decision", to: "review" }
  ]
}
