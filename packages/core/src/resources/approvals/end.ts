import { Effect } from "effect"
import { after, now } from "../../kernel/foundation/time.ts"
import type { Condition } from "../../kernel/storage/collection.ts"
import { type approvals, approvalRowLifetime, ApprovalStore } from "./model.ts"

type ApprovalCondition = Condition<keyof typeof approvals.columns>

/** Approvals that no one decided in time. */
export const undecidedApprovals = (at: string): ReadonlyArray<ApprovalCondition> => [
  { field: "status", op: "eq", value: "pending_approval" },
  { field: "expires_at", op: "lte", value: at }
]

/** Rows of approvals that were decided long ago. */
export const forgottenApprovals = (at: string): ReadonlyArray<ApprovalCondition> => [
  { field: "status", op: "in", values: ["completed", "failed", "rejected", "expired"] },
  { field: "updated_at", op: "lte", value: after(at, -approvalRowLifetime) }
]

/** Runs in a transaction. */
export const forgetApproval = Effect.fnUntraced(function* (id: string) {
  const store = yield* ApprovalStore
  const row = yield* store.lock(id)
  if (row === undefined || row.active_key !== null || row.updated_at > after(yield* now, -approvalRowLifetime)) return
  yield* store.remove(id)
})
