import type { CheckType, StoredCheck } from "../checks/model.ts"
import { kindOf } from "../../verification/check-kinds.ts"
import type { StoredCase } from "./model.ts"

/** How many checks and reasons of a check a case lists. */
export const listed = 50

/** The newest check of each type: earlier runs have been replaced by it. */
export const newestOfEachType = (checks: ReadonlyArray<StoredCheck>): ReadonlyArray<StoredCheck> => {
  const newest = new Map<CheckType, StoredCheck>()
  for (const check of checks) {
    const known = newest.get(check.type)
    // Identifiers sort by creation, so they settle which of two in one millisecond came later.
    if (known === undefined || `${known.created_at}${known.id}` < `${check.created_at}${check.id}`) newest.set(check.type, check)
  }
  return [...newest.values()]
}

export const needsEyes = ({ outcome, status }: StoredCheck): boolean => outcome === "review" || outcome === "failed" || status === "errored"

/** What a case tells of the newest checks. */
export const summaryOf = (current: ReadonlyArray<StoredCheck>): StoredCase["check_summary"] =>
  current.slice(0, listed).map(({ id, outcome, reasons, type }) => ({
    check_id: id,
    type,
    outcome,
    reason_codes: [...new Set(reasons.map(({ code }) => code))].slice(0, listed)
  }))

/** The checklist of a case by its newest checks: what was ticked off stays, what no one looked at and no check asks for any more goes. */
export const checklistOf = (current: ReadonlyArray<StoredCheck>, before: StoredCase["checklist"] = []): StoredCase["checklist"] => {
  const asking = new Set<string>(current.filter(needsEyes).map(({ type }) => type))
  const own = new Set<string>(current.map(({ type }) => type))
  const kept = before.filter(({ done, key }) => done || asking.has(key) || !own.has(key))
  const known = new Set(kept.map(({ key }) => key))
  const added = current
    .filter((check) => needsEyes(check) && !known.has(check.type))
    .map(({ type }) => ({ key: type, label: kindOf(type).label, done: false, done_by: null, done_at: null }))
  return [...kept, ...added].slice(0, listed)
}
