import { Schema } from "effect"

/** How urgent a case is; what screening finds sets the priority of its case. */
export const CasePriority = Schema.Literals(["low", "normal", "high", "urgent"]).annotate({ identifier: "CasePriority" })
export type CasePriority = typeof CasePriority.Type

/** So that priorities sort by weight, not by name. */
export const priorityRank: Record<CasePriority, number> = { low: 1, normal: 2, high: 3, urgent: 4 }
