import { Effect } from "effect"
import type { StoredCheck } from "../checks/model.ts"
import type { ReasonCode } from "../../kernel/foundation/reason-codes.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import { announceCase, lockCase } from "./change.ts"
import { checklistOf, listed, newestOfEachType, summaryOf } from "./check-summary.ts"
import { CaseStore, type StoredCase } from "./model.ts"
import { findOpenCase, hasHits, priorityFor } from "./open.ts"
import { priorityRank } from "../../verification/case-priority.ts"

const compared = ["check_summary", "checklist", "reason_codes", "priority", "has_screening_hits"] as const

/** The case as its checks now make it. It may become more urgent by that, and never less: that is for people to say. */
const refreshed = (row: StoredCase, checks: ReadonlyArray<StoredCheck>, reason_codes: ReadonlyArray<ReasonCode>): StoredCase => {
  const current = newestOfEachType(checks)
  const urgent = priorityFor(reason_codes)
  const priority = priorityRank[urgent] > row.priority_rank ? urgent : row.priority
  return {
    ...row,
    reason_codes: reason_codes.slice(0, listed),
    priority,
    priority_rank: priorityRank[priority],
    check_summary: summaryOf(current),
    checklist: checklistOf(current, row.checklist),
    check_types: current.map(({ type }) => type),
    has_screening_hits: row.has_screening_hits || hasHits(reason_codes, current)
  }
}

/**
 * Brings the open case of a locked session up to what the checks of its run now say, and announces what changed; `reasons` makes its reasons of
 * those it had. Does nothing where there is no open case.
 */
export const refreshCase = Effect.fnUntraced(function* (
  session_id: string,
  checks: ReadonlyArray<StoredCheck>,
  reasons: (before: ReadonlyArray<ReasonCode>) => ReadonlyArray<ReasonCode> = (before) => before
) {
  const open = yield* findOpenCase(session_id)
  if (open === undefined || open.erased_at !== null) return
  const row = yield* lockCase(open.id)
  if (row.status === "closed") return
  const next = refreshed(row, checks, [...new Set(reasons(row.reason_codes))])
  const changed = compared.filter((member) => JSON.stringify(row[member]) !== JSON.stringify(next[member]))
  if (changed.length === 0) return
  const announced = yield* announceCase({ ...next, updated_at: yield* tenantNow }, "case.updated", { changed })
  yield* (yield* CaseStore).save(announced)
})
