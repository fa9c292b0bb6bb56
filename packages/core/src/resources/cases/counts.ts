import { Effect, Schema } from "effect"
import { Caller } from "../../kernel/access/caller.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import type { Condition } from "../../kernel/storage/collection.ts"
import { CaseStore, type cases } from "./model.ts"

const count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

/** How many cases stand under each tab of a reviewer's work list. */
export const CaseCounts = Schema.Struct({
  unassigned: count.annotate({ description: "Open and unassigned: the cases that claim-next takes from" }),
  mine: count.annotate({ description: "Assigned to the caller and not closed" }),
  in_review: count,
  escalated: count,
  awaiting_subject: count,
  overdue: count.annotate({ description: "Not closed and past the time they are due, whether or not that was announced yet" }),
  closed_today: count.annotate({ description: "Closed since midnight UTC" }),
  all_open: count.annotate({ description: "Not closed" })
}).annotate({ identifier: "CaseCounts" })
export type CaseCounts = typeof CaseCounts.Type

type Where = ReadonlyArray<Condition<keyof typeof cases.columns>>
const status = (value: string): Where => [{ field: "status", op: "eq", value }]
const notClosed: Where = [{ field: "status", op: "in", values: ["open", "in_review", "escalated", "awaiting_subject"] }]

/** Counts for the caller. Two tabs follow from the others: a case that is `open` is no one's, and all open ones are the sum of their statuses. */
export const countCases = Effect.gen(function* () {
  const store = yield* CaseStore
  const { actor } = yield* Caller
  const instant = yield* tenantNow
  const midnight = `${instant.slice(0, 10)}T00:00:00.000Z`
  const { open, ...counted } = yield* Effect.all(
    {
      open: store.count(status("open")),
      in_review: store.count(status("in_review")),
      escalated: store.count(status("escalated")),
      awaiting_subject: store.count(status("awaiting_subject")),
      mine: store.count([...notClosed, { field: "assigned_to", op: "eq", value: actor.id }]),
      overdue: store.count([...notClosed, { field: "due_at", op: "lte", value: instant }]),
      closed_today: store.count([
        { field: "status", op: "eq", value: "closed" },
        { field: "closed_at", op: "gte", value: midnight }
      ])
    },
    { concurrency: 3 }
  )
  const counts: CaseCounts = {
    ...counted,
    unassigned: open,
    all_open: open + counted.in_review + counted.escalated + counted.awaiting_subject
  }
  return counts
})
