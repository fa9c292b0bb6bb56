import { createHash } from "node:crypto"
import { writeMoment } from "../../../kernel/foundation/moment.ts"
import { after, days, minutes } from "../../../kernel/foundation/time.ts"
import type { Monitoring, MonitoringCadence, MonitoringChoice } from "../subjects/model.ts"

/**
 * Milliseconds between two screenings of a monitored subject, apart from those that lists and its own data bring about. None is longer than
 * the 30 days after which everybody is screened again.
 */
const intervals = {
  daily: days(1),
  weekly: days(7),
  monthly: days(30),
  quarterly: days(30),
  annual: days(30),
  list_update: days(30)
} as const satisfies Record<MonitoringCadence, number>

/** A subject is screened for the first time so long after its monitoring began: every process has the current lists by then. */
const firstAfter = minutes(1)

/** A place between 0 and 1 that stays with the subject and is spread evenly over all of them. */
const placeOf = (subject_id: string): number => createHash("sha256").update(subject_id).digest().readUInt32BE(0) / 2 ** 32

/** When a subject that is screened now is screened the next time: within its interval, at a time of its own. */
export const nextRun = (subject_id: string, cadence: MonitoringCadence, at: string): string => {
  const interval = intervals[cadence]
  const place = Math.floor(placeOf(subject_id) * interval)
  return writeMoment((Math.floor((Date.parse(at) - place) / interval) + 1) * interval + place)
}

const unpaused = { paused_reason: null, resume_at: null } as const

export const unmonitored: Monitoring = { status: "off", cadence: "daily", next_run_at: null, ...unpaused }

/** The monitoring that a choice leads to. What was active stays on its way, and comes sooner where the choice asks for it. */
export const chosenMonitoring = (subject_id: string, before: Monitoring, choice: MonitoringChoice, at: string): Monitoring => {
  const { cadence, status } = choice
  if (status === "off") return { ...choice, next_run_at: null, ...unpaused }
  if (status === "paused") {
    const { paused_reason, resume_at } = before.status === "paused" ? before : unpaused
    return { ...choice, next_run_at: null, paused_reason, resume_at }
  }
  if (before.status !== "active" || before.next_run_at === null) return { ...choice, next_run_at: after(at, firstAfter), ...unpaused }
  if (before.cadence === cadence) return before
  const next = nextRun(subject_id, cadence, at)
  return next < before.next_run_at ? { ...choice, next_run_at: next, ...unpaused } : { ...before, cadence }
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
