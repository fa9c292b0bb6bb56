import type { NodeType } from "./graph.ts"

/** How a node comes to its result: at once, by work, or by something that happens outside. */
export const nodeWork = {
  start: "pass",
  branch: "pass",
  parallel: "pass",
  join: "pass",
  end: "pass",
  check: "execute",
  screening: "execute",
  list_lookup: "execute",
  action: "execute",
  subworkflow: "execute",
  capture: "wait",
  external_gate: "wait",
  review: "wait",
  wait: "wait"
} as const satisfies Record<NodeType, "pass" | "execute" | "wait">
