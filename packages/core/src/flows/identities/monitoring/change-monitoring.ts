import { Effect } from "effect"
import { announceIdentity, settledWith } from "../../../resources/identities/change.ts"
import { IdentityStore, type StoredIdentity } from "../../../resources/identities/model.ts"
import { type MonitoringChoice, notMonitored } from "../../../resources/identities/monitoring/model.ts"
import { openDetails } from "../../../resources/identities/sealed.ts"
import { tenantNow } from "../../../kernel/tenancy/tenant-clock.ts"
import { withSubject } from "./follow.ts"

/** What of a monitoring someone chooses. */
export type Chosen = Pick<MonitoringChoice, "cadence" | "resume_at" | "status">

const parts = ["status", "cadence", "resume_at"] as const

/** What a choice changes, for the audit log; reasons are prose of people, and may say anything. */
export const choiceChanges = (before: Chosen, after: Chosen) =>
  parts.filter((part) => before[part] !== after[part]).map((part) => ({ path: `monitoring.${part}`, from: before[part], to: after[part] }))

export const choiceOf = ({ monitoring_choice = notMonitored }: StoredIdentity): MonitoringChoice => monitoring_choice

/** Which event says that a choice follows another one. */
export const eventOfChoice = (before: Chosen, after: Chosen) =>
  after.status === "paused"
    ? "identity.monitoring-paused"
    : after.status === "active" && before.status === "paused"
      ? "identity.monitoring-resumed"
      : "identity.updated"

export type ChoiceEvent = ReturnType<typeof eventOfChoice>

/** Saves a locked identity with a choice of its monitoring, its subject with it, and announces it. */
export const keepChoice = Effect.fnUntraced(function* <const Type extends ChoiceEvent>(
  before: StoredIdentity,
  chosen: Chosen,
  { reason, type }: { readonly reason: string | null; readonly type: Type }
) {
  const has_reason = reason !== null
  const details = { ...(yield* openDetails(before)), monitoring_reason: reason }
  const { cadence, resume_at, status } = chosen
  const changed = { ...before, monitoring_choice: { status, cadence, resume_at, has_reason }, updated_at: yield* tenantNow }
  const row = yield* withSubject(yield* settledWith(changed, details), details)
  return yield* (yield* IdentityStore).save(yield* announceIdentity(row, type, { changed: ["monitoring"], has_reason }))
})
