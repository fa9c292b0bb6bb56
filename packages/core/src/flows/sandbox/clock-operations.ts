import { Effect, Schema } from "effect"
import { note } from "../../kernel/audit/log.ts"
import { Timestamp } from "../../kernel/foundation/text.ts"
import { after, now } from "../../kernel/foundation/time.ts"
import { Tenant } from "../../kernel/access/caller.ts"
import { invalid } from "../../kernel/foundation/failure.ts"
import { sandboxOnly } from "../../kernel/access/sandbox-only.ts"
import { operation, scopes } from "../../kernel/operation/operation.ts"
import { operations } from "../../kernel/operation/record.ts"
import { farthestSeconds, longestMoveSeconds, SandboxClocks } from "../../kernel/tenancy/tenant-clock.ts"

/** How late it is in a sandbox. */
const SandboxClock = Schema.Struct({
  object: Schema.Literal("sandbox_clock"),
  environment: Schema.Literal("sandbox"),
  simulated: Schema.Literal(true),
  /** The time that the sandbox takes it to be. */
  now: Timestamp,
  real_time: Timestamp,
  /** How far it is ahead of real time, in seconds, by all moves together. */
  advanced_seconds: Schema.Int
}).annotate({ identifier: "SandboxClock" })

const moved = Effect.fnUntraced(function* (seconds: number, at: string) {
  const clocks = yield* SandboxClocks
  const { organization } = yield* Tenant
  if (seconds === 0) return yield* clocks.find(organization)
  const ahead = yield* clocks.advance(seconds, at)
  if (ahead !== undefined) {
    yield* note({ type: "sandbox_clock", id: organization }, [{ path: "advanced_seconds", from: ahead - seconds, to: ahead }])
    return ahead
  }
  return yield* invalid(
    ["body", "advance_seconds"],
    "out_of_range",
    `would move the clock more than ${farthestSeconds} seconds ahead of real time in total`
  )
})

const advance = operation(
  {
    summary: "Advance the clock of the organization's sandbox",
    description:
      "Sandbox only. Moves the sandbox clock ahead, as if the time had passed: sessions and links expire, cases become overdue, documents get old and events reach the end of their retention. Timers follow within seconds, retention timers within minutes. The clock continues from the new time and never goes back. Moves add up, so send an `Idempotency-Key`; 0 moves nothing and returns the time. Keys, quotas, idempotency, the audit log, signatures and the waits between webhook attempts use real time.",
    method: "POST",
    path: "/sandbox/clock",
    access: scopes("sessions:write"),
    effect: "write",
    body: {
      advance_seconds: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: longestMoveSeconds })).annotate({
        description: "How many seconds to move the clock ahead, ten years at most"
      })
    },
    output: SandboxClock,
    forbidden: ["sandbox_only"],
    about: null
  },
  Effect.fnUntraced(function* ({ advance_seconds }) {
    const { environment } = yield* Tenant
    yield* sandboxOnly(environment, "Only the clock of the sandbox can be moved. Use a sandbox key.")
    const real_time = yield* now
    const advanced_seconds = yield* moved(advance_seconds, real_time)
    return {
      object: "sandbox_clock",
      environment: "sandbox",
      simulated: true,
      now: after(real_time, advanced_seconds * 1000),
      real_time,
      advanced_seconds
    } as const
  })
)

export const sandbox = operations("sandbox", { advanceClock: advance })
