import { Schema } from "effect"
import { prose, Timestamp } from "../../../kernel/foundation/text.ts"
import { MonitoringCadence, MonitoringStatus, nextRun } from "../../../verification/screening/cadence.ts"

/** Why the monitoring of an identity is as it is. */
export const MonitoringReason = prose(500, { "x-personal": true, description: "Stored encrypted" })

/** How an identity is screened again and again. */
export const IdentityMonitoring = Schema.Struct({
  status: MonitoringStatus,
  cadence: MonitoringCadence,
  next_run_at: Schema.NullOr(Timestamp).annotate({
    description:
      "When the identity is screened again even if no watchlist changes; null while it is not monitored, and between changes with the cadence `list_update`"
  }),
  resume_at: Schema.NullOr(Timestamp).annotate({ description: "When the pause ends automatically" }),
  has_reason: Schema.Boolean,
  reason: Schema.NullOr(MonitoringReason)
}).annotate({ identifier: "IdentityMonitoring" })
export type IdentityMonitoring = typeof IdentityMonitoring.Type

/** What someone chose. The reason is sealed with the rest of the details. */
export interface MonitoringChoice {
  readonly status: MonitoringStatus
  readonly cadence: MonitoringCadence
  readonly resume_at: string | null
  readonly has_reason: boolean
}

/** An identity before anyone asked for its monitoring. */
export const notMonitored: MonitoringChoice = { status: "off", cadence: "daily", resume_at: null, has_reason: false }

/** What is stored of the monitoring of an identity. All is absent from identities of before they had any. */
export interface StoredMonitoring {
  readonly monitoring_choice?: MonitoringChoice
  /** What holds: the choice, or less while the identity is archived. */
  readonly monitoring?: MonitoringChoice
  /** When its subject was due, as it stood when the identity last changed. */
  readonly monitoring_due_at?: string | null
  readonly screening_subject_id?: string
  readonly monitored_lists?: ReadonlyArray<string>
}

/** What holds of a choice. An archived identity is not screened: what was active pauses, and no pause ends. */
export const heldMonitoring = (choice: MonitoringChoice, archived_at: string | null): MonitoringChoice =>
  archived_at === null || choice.status === "off" ? choice : { ...choice, status: "paused", resume_at: null }

/** The choice of an archived identity that is restored without its monitoring: it stays paused until someone resumes it. */
export const keptPaused = ({ monitoring_choice: choice }: Pick<StoredMonitoring, "monitoring_choice">) =>
  choice === undefined || choice.status === "off"
    ? {}
    : { monitoring_choice: { ...choice, status: "paused", resume_at: null } satisfies MonitoringChoice }

/**
 * When an identity is screened again. Its subject knows best, and moves on with every screening: once the time that was noted has passed, the next
 * one follows from the cadence.
 */
const nextDueAt = ({ monitoring, monitoring_due_at = null, screening_subject_id }: StoredMonitoring, at: string): string | null => {
  if (monitoring?.status !== "active" || screening_subject_id === undefined) return null
  return monitoring_due_at !== null && monitoring_due_at > at ? monitoring_due_at : nextRun(screening_subject_id, monitoring.cadence, at)
}

/** The monitoring of an identity as callers see it; without the reason, which is sealed. */
export const shownMonitoring = (row: StoredMonitoring, at: string): IdentityMonitoring => {
  const { cadence, has_reason, resume_at, status } = row.monitoring ?? notMonitored
  return { status, cadence, next_run_at: nextDueAt(row, at), resume_at, has_reason, reason: null }
}
