import { Effect } from "effect"
import { openCase } from "../../resources/cases/open.ts"
import { after, hours } from "../../kernel/foundation/time.ts"
import { UnitOfWork } from "../../kernel/storage/unit-of-work.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import { move } from "../../resources/sessions/change.ts"
import { SessionStore } from "../../resources/sessions/model.ts"

/** How long a session waits for a decision of the integrator's own system. */
const gateLifetime = hours(72)

/** Sessions whose wait is over at `instant`; nothing but its gate changes a session that waits. */
export const gatesDue = (instant: string) =>
  [
    { field: "status", op: "eq", value: "awaiting_external_decision" },
    { field: "updated_at", op: "lte", value: after(instant, -gateLifetime) }
  ] as const

/** Sends a session that was left waiting to a person, which is what happens where a gate says nothing else. */
export const closeGateIfDue = Effect.fnUntraced(function* (id: string) {
  const { transaction } = yield* UnitOfWork
  yield* transaction(
    Effect.gen(function* () {
      const store = yield* SessionStore
      const session = yield* store.lock(id)
      if (session?.status !== "awaiting_external_decision") return
      if (session.updated_at > after(yield* tenantNow, -gateLifetime)) return
      const reason_codes = ["check_unavailable"] as const
      yield* openCase({ session, checks: [], reason_codes })
      yield* store.save(yield* move(session, "external_gate_timed_out", { reason_codes }))
    })
  )
})
