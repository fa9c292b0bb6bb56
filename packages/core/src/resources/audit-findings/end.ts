import { Effect } from "effect"
import { after, days } from "../../kernel/foundation/time.ts"
import type { Condition } from "../../kernel/storage/collection.ts"
import { DecisionRecordStore, type decisionRecords } from "./decisions.ts"
import { type auditFindings, FindingStore } from "./model.ts"

/** A decision can be overturned for longer than a closed case can be reopened; after that no rule asks who made it. */
const decisionLifetime = days(400)
/** Findings that were dealt with are kept as long as the audit log is. */
const findingLifetime = days(7 * 365)

export const endedDecisions = (at: string): ReadonlyArray<Condition<keyof typeof decisionRecords.columns>> => [
  { field: "audited_at", op: "not_null" },
  { field: "created_at", op: "lte", value: after(at, -decisionLifetime) }
]
export const removeDecision = (id: string) => Effect.flatMap(DecisionRecordStore, (store) => store.remove(id))

export const endedFindings = (at: string): ReadonlyArray<Condition<keyof typeof auditFindings.columns>> => [
  { field: "status", op: "in", values: ["dismissed", "resolved"] },
  { field: "updated_at", op: "lte", value: after(at, -findingLifetime) }
]
export const removeFinding = (id: string) => Effect.flatMap(FindingStore, (store) => store.remove(id))
