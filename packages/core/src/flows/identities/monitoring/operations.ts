import { Effect, Schema } from "effect"
import { note } from "../../../kernel/audit/log.ts"
import { because } from "../../../kernel/audit/reason.ts"
import { Conflict, invalid } from "../../../kernel/foundation/failure.ts"
import { TimestampInput } from "../../../kernel/foundation/text.ts"
import { operation, scopes } from "../../../kernel/operation/operation.ts"
import { operations } from "../../../kernel/operation/record.ts"
import { tenantNow } from "../../../kernel/tenancy/tenant-clock.ts"
import { lockWritableIdentity } from "../../../resources/identities/change.ts"
import { Identity, IdentityReference, type StoredIdentity } from "../../../resources/identities/model.ts"
import { MonitoringReason } from "../../../resources/identities/monitoring/model.ts"
import { presentIdentity } from "../../../resources/identities/sealed.ts"
import { MonitoringCadence, MonitoringStatus } from "../../../verification/screening/cadence.ts"
import { choiceChanges, type ChoiceEvent, choiceOf, type Chosen, eventOfChoice, keepChoice } from "./change-monitoring.ts"

const access = scopes("identities:write")
const params = { identity_id: IdentityReference }
const pauseFields = {
  reason: Schema.optionalKey(Schema.NullOr(MonitoringReason)),
  resume_at: Schema.optionalKey(Schema.NullOr(TimestampInput).annotate({ description: "When the pause ends automatically" }))
} as const

const offNow = (action: string) =>
  new Conflict({
    code: "invalid_state_transition",
    detail: `The identity is not monitored, so you cannot ${action} its monitoring. Set its monitoring to active first.`,
    context: { current_status: "off", allowed: ["active"] }
  })

interface Wish extends Chosen {
  /** Undefined says nothing of it; another status has no reason from before. */
  readonly reason: string | null | undefined
}

/** Changes the monitoring of a locked identity; what stands as it is wanted stays, and nothing is announced. */
const changed = Effect.fnUntraced(function* <const Type extends ChoiceEvent>(
  identity: StoredIdentity,
  { reason, ...chosen }: Wish,
  type: Type
) {
  yield* because(reason ?? undefined)
  const changes = choiceChanges(choiceOf(identity), chosen)
  yield* note({ type: "identity", id: identity.id }, changes)
  const stands = changes.length === 0 && reason === undefined
  return yield* presentIdentity(stands ? identity : yield* keepChoice(identity, chosen, { reason: reason ?? null, type }))
})

const resumeProblem = Effect.fnUntraced(function* (status: MonitoringStatus, resume_at: string | null) {
  if (resume_at === null) return
  if (status !== "paused") return yield* invalid(["body", "resume_at"], "invalid", "goes with the status paused alone")
  if (resume_at <= (yield* tenantNow)) return yield* invalid(["body", "resume_at"], "invalid", "must be in the future")
})

const set = operation(
  {
    summary: "Set the monitoring of an identity",
    description:
      "`active` screens the identity within minutes and again whenever a watchlist or the identity changes, and with the cadence; `paused` keeps it for later, and with `resume_at` until then; `off` ends it. Without `cadence` it stays as it was. What is found becomes hits and a case of the identity. The reason is stored encrypted; events only say whether there is one.",
    method: "PUT",
    path: "/identities/{identity_id}/monitoring",
    access,
    effect: "write",
    params,
    body: {
      status: MonitoringStatus.annotateKey({ description: "active, paused until resumed, or off" }),
      cadence: Schema.optionalKey(MonitoringCadence),
      ...pauseFields
    },
    output: Identity,
    conflicts: ["identity_archived", "identity_merged"],
    emits: ["identity.monitoring-paused", "identity.monitoring-resumed", "identity.updated"],
    tool: {
      name: "set_identity_monitoring",
      title: "Set the monitoring of an identity",
      toolset: "identities",
      description:
        "Pause or resume the watchlist monitoring of an identity, or set how it is monitored. Use it when the risk changed. Not to screen now: rescreen_subject. A pause ends by itself at resume_at. Next: get_identity."
    }
  },
  Effect.fnUntraced(function* ({ cadence, identity_id, reason, resume_at = null, status }) {
    const identity = yield* lockWritableIdentity(identity_id)
    yield* resumeProblem(status, resume_at)
    const before = choiceOf(identity)
    const chosen = { status, cadence: cadence ?? before.cadence, resume_at }
    return yield* changed(identity, { ...chosen, reason }, eventOfChoice(before, chosen))
  })
)

const pause = operation(
  {
    summary: "Pause the monitoring of an identity",
    description:
      "While monitoring is paused, neither time nor changed watchlists trigger a screening. With `resume_at` the pause ends automatically. Pausing again replaces reason and end.",
    method: "POST",
    path: "/identities/{identity_id}/monitoring/pause",
    access,
    effect: "write",
    params,
    body: pauseFields,
    output: Identity,
    conflicts: ["identity_archived", "identity_merged", "invalid_state_transition"],
    emits: ["identity.monitoring-paused"],
    about: ({ id }) => id
  },
  Effect.fnUntraced(function* ({ identity_id, reason, resume_at = null }) {
    const identity = yield* lockWritableIdentity(identity_id)
    const { cadence, status } = choiceOf(identity)
    if (status === "off") return yield* offNow("pause")
    yield* resumeProblem("paused", resume_at)
    return yield* changed(identity, { status: "paused", cadence, resume_at, reason }, "identity.monitoring-paused")
  })
)

const resume = operation(
  {
    summary: "Resume the monitoring of an identity",
    description:
      "The identity is screened within minutes, because watchlists may have changed. Resuming active monitoring changes nothing.",
    method: "POST",
    path: "/identities/{identity_id}/monitoring/resume",
    access,
    effect: "write",
    params,
    output: Identity,
    conflicts: ["identity_archived", "identity_merged", "invalid_state_transition"],
    emits: ["identity.monitoring-resumed"],
    about: ({ id }) => id
  },
  Effect.fnUntraced(function* ({ identity_id }) {
    const identity = yield* lockWritableIdentity(identity_id)
    const { cadence, status } = choiceOf(identity)
    if (status === "off") return yield* offNow("resume")
    return yield* changed(identity, { status: "active", cadence, resume_at: null, reason: undefined }, "identity.monitoring-resumed")
  })
)

export const identityMonitoring = operations("identities", { setMonitoring: set, pauseMonitoring: pause, resumeMonitoring: resume })
