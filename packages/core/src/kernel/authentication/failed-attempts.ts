import { Clock, Context, Effect, Metric } from "effect"
import { Caller, Tenant } from "../access/caller.ts"
import { type AuditLog, record } from "../audit/log.ts"
import type { Entropy } from "../foundation/id.ts"
import { Quotas, type QuotaWindow } from "../quota/quota.ts"
import { UnitOfWork } from "../storage/unit-of-work.ts"

/** Why a credential did not let its caller in. `missing`: there was none; `malformed`: it cannot be a key of this service. */
export type FailureReason =
  | "missing"
  | "malformed"
  | "unknown"
  | "expired"
  | "revoked"
  | "ip_not_allowed"
  | "environment_disabled"
  | "plan_expired"
  | "unknown_link"

const failures = Metric.counter("vouchkit_authentication_failures_total", {
  description: "Requests whose credential let no one in, by reason",
  incremental: true
})

/** Lines that a process writes in a minute, in all and about one address: an attacker must not be able to fill the log. */
const mostLines = { minute: 60, address: 5 } as const

/** Decides which failures get a line. Only addresses that got one are kept, so that the budget of a minute bounds the memory too. */
const makeLineBudget = () => {
  let minute = Number.NaN
  let written = 0
  let unwritten = 0
  let addresses = new Map<string, number>()
  return {
    /** How many failures got no line since the last one, or undefined where this one gets none either. `now_ms` in milliseconds since 1970. */
    take: (address: string, now_ms: number): number | undefined => {
      const current = Math.floor(now_ms / 60_000)
      if (current !== minute) {
        minute = current
        written = 0
        addresses = new Map()
      }
      const own = addresses.get(address) ?? 0
      if (written >= mostLines.minute || own >= mostLines.address) {
        unwritten += 1
        return undefined
      }
      written += 1
      addresses.set(address, own + 1)
      const skipped = unwritten
      unwritten = 0
      return skipped
    }
  }
}
const LineBudget = Context.Reference<ReturnType<typeof makeLineBudget>>("@vouchkit/core/access/LineBudget", {
  defaultValue: makeLineBudget
})

/** Audit entries of failures with one key in an hour, counted in storage over all processes. */
const auditWindow = (key: string): QuotaWindow => ({
  policy: "authentication-failure-audit",
  subject: key,
  limit: 10,
  window_seconds: 3600
})

/** Counts a failure, and writes a line with the address of the caller as long as there are few. The credential itself is never written. */
export const noteFailure = Effect.fnUntraced(function* (reason: FailureReason, address: string | null) {
  yield* Metric.update(Metric.withAttributes(failures, { reason }), 1)
  if (reason === "missing") return
  const not_logged = (yield* LineBudget).take(address ?? "unknown", yield* Clock.currentTimeMillis)
  if (not_logged === undefined) return
  yield* Effect.logWarning("authentication failed", { reason, address, ...(not_logged === 0 ? {} : { not_logged }) })
})

/**
 * Writes the failure of a key that exists to the audit log of its organization. The caller still gets the refusal where that is not possible:
 * it is the log of the process that then says so.
 */
export const auditFailure = (
  reason: FailureReason,
  caller: Caller["Service"]
): Effect.Effect<void, never, AuditLog | Entropy | Quotas | UnitOfWork> =>
  Effect.gen(function* () {
    const { actor, environment, organization } = caller
    const { allowed } = yield* (yield* Quotas).take(auditWindow(actor.id), "leased")
    if (!allowed) return
    const { transaction } = yield* UnitOfWork
    const entry = record({
      action: "api_keys.authenticate",
      target: { type: "api_key", id: actor.id },
      changes: [{ path: "refused_for", from: null, to: reason }],
      outcome: "failed"
    })
    yield* transaction(entry).pipe(Effect.provideService(Caller, caller), Effect.provideService(Tenant, { organization, environment }))
  }).pipe(Effect.catch((failure) => Effect.logError("a failed authentication is missing in the audit log", failure)))
