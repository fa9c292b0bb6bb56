import { createHash } from "node:crypto"
import { Schema } from "effect"
import { writeMoment } from "../../kernel/foundation/moment.ts"
import { days } from "../../kernel/foundation/time.ts"

export const MonitoringStatus = Schema.Literals(["off", "active", "paused"]).annotate({ identifier: "ScreeningMonitoringStatus" })
export type MonitoringStatus = typeof MonitoringStatus.Type
export const MonitoringCadence = Schema.Literals(["daily", "weekly", "monthly", "quarterly", "annual", "list_update"]).annotate({
  identifier: "ScreeningMonitoringCadence",
  description:
    "Interval of the full screening: 1, 7, 30, 91 or 365 days; none with `list_update`. Changes of watchlists and of the subject are screened at once anyway."
})
export type MonitoringCadence = typeof MonitoringCadence.Type

/**
 * Milliseconds between two full screenings of a monitored subject; null for none. Changes of lists and of the subject's own data bring about
 * screenings of their own at once, whatever the cadence.
 */
const intervals = {
  daily: days(1),
  weekly: days(7),
  monthly: days(30),
  quarterly: days(91),
  annual: days(365),
  list_update: null
} as const satisfies Record<MonitoringCadence, number | null>

/** A place between 0 and 1 that stays with the subject and is spread evenly over all of them. */
const placeOf = (subject_id: string): number => createHash("sha256").update(subject_id).digest().readUInt32BE(0) / 2 ** 32

/** When a subject that is screened now is screened the next time: within its interval, at a time of its own; null where only changes call for it. */
export const nextRun = (subject_id: string, cadence: MonitoringCadence, at: string): string | null => {
  const interval = intervals[cadence]
  if (interval === null) return null
  const place = Math.floor(placeOf(subject_id) * interval)
  return writeMoment((Math.floor((Date.parse(at) - place) / interval) + 1) * interval + place)
}
