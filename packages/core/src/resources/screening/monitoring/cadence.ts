import { after, minutes } from "../../../kernel/foundation/time.ts"
import { nextRun } from "../../../verification/screening/cadence.ts"
import type { Monitoring, MonitoringChoice } from "../subjects/model.ts"

/** A subject is screened for the first time so long after its monitoring began: every process has the current lists by then. */
const firstAfter = minutes(1)

const unpaused = { paused_reason: null, resume_at: null } as const

export const unmonitored: Monitoring = { status: "off", cadence: "daily", next_run_at: null, ...unpaused }

/** Without a next time there is nothing to come earlier than. */
const earlier = (stood: string | null, next: string | null): string | null =>
  stood === null || next === null || next < stood ? next : stood

/** The monitoring that a choice leads to. What was active stays on its way, and comes sooner where the choice asks for it. */
export const chosenMonitoring = (subject_id: string, before: Monitoring, choice: MonitoringChoice, at: string): Monitoring => {
  const { cadence, status } = choice
  if (status === "off") return { ...choice, next_run_at: null, ...unpaused }
  if (status === "paused") {
    const { paused_reason, resume_at } = before.status === "paused" ? before : unpaused
    return { ...choice, next_run_at: null, paused_reason, resume_at }
  }
  if (before.status !== "active") return { ...choice, next_run_at: after(at, firstAfter), ...unpaused }
  if (before.cadence === cadence) return before
  // A screening that comes within a minute is of a change, or the first one.
  if (before.next_run_at !== null && before.next_run_at <= after(at, firstAfter)) return { ...before, cadence }
  return { ...choice, next_run_at: earlier(before.next_run_at, nextRun(subject_id, cadence, at)), ...unpaused }
}

/** The monitoring of a subject that changed: it is screened when every process has the lists that it was, or was not, compared with so far. */
export const changedMonitoring = (before: Monitoring, at: string): Monitoring =>
  before.status === "active" ? { ...before, next_run_at: after(at, firstAfter) } : before

/**
 * The monitoring after a screening against all of a subject's lists. One that comes within a minute stays: the process that has just searched
 * may hold an older edition, of which the changes were gone through before anybody looked for this subject.
 */
export const screenedMonitoring = (subject_id: string, before: Monitoring, at: string): Monitoring => {
  const { cadence, next_run_at, status } = before
  if (status !== "active" || (next_run_at !== null && next_run_at > at && next_run_at <= after(at, firstAfter))) return before
  return { ...before, next_run_at: nextRun(subject_id, cadence, at) }
}
