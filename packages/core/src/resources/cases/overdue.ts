import { Effect } from "effect"
import { UnitOfWork } from "../../kernel/storage/unit-of-work.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import type { Condition } from "../../kernel/storage/collection.ts"
import { announceCase } from "./change.ts"
import { CaseStore, type StoredCase, type cases } from "./model.ts"

/** What a timer looks for: cases that are not closed, past their time and not yet marked. */
export const overdueConditions = (instant: string): ReadonlyArray<Condition<keyof typeof cases.columns>> => [
  { field: "due_at", op: "lte", value: instant },
  { field: "status", op: "ne", value: "closed" },
  { field: "sla_breached", op: "eq", value: false }
]

const isOverdue = ({ due_at, sla_breached, status }: StoredCase, instant: string): boolean =>
  status !== "closed" && !sla_breached && due_at !== null && due_at <= instant

/** Marks a case that passed its time and announces it, once. Answers whether it did; what changed since the timer looked is left alone. */
export const markOverdue = Effect.fnUntraced(function* ({ id }: { readonly id: string }) {
  const { transaction } = yield* UnitOfWork
  return yield* transaction(
    Effect.gen(function* () {
      const store = yield* CaseStore
      const row = yield* store.lock(id)
      const instant = yield* tenantNow
      if (row === undefined || !isOverdue(row, instant)) return false
      const marked = yield* announceCase({ ...row, sla_breached: true, updated_at: instant }, "case.overdue", {})
      yield* store.save(marked)
      return true
    })
  )
})
