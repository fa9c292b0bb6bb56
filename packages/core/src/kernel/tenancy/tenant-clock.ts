import { Clock, Context, Effect } from "effect"
import { writeMoment } from "../foundation/moment.ts"
import { Tenant } from "../access/caller.ts"
import type { StorageUnavailable } from "../foundation/failure.ts"
import { traitsOf } from "../foundation/environment.ts"

/** One move of a clock takes it ten years ahead at most, and all moves together a hundred: times stay in the years that records can hold. */
export const longestMoveSeconds = 315_360_000
export const farthestSeconds = 3_153_600_000

/** A sandbox whose clock runs ahead of real time, in whole seconds. */
export interface AdvancedClock {
  readonly organization: string
  readonly ahead_seconds: number
}

/** How far the sandbox of each organization is ahead of real time. The live environment has no such clock. */
export class SandboxClocks extends Context.Service<
  SandboxClocks,
  {
    /** What `find` would answer, if that needs no look-up at this moment (milliseconds since 1970); undefined says nothing about the clock. */
    readonly remembered: (organization: string, now_ms: number) => number | undefined
    /** Seconds ahead, 0 for a clock that was never moved. May come from a cache; the mover sees a move at once, every process within a second. */
    readonly find: (organization: string) => Effect.Effect<number, StorageUnavailable>
    /**
     * Moves the tenant's clock by a number of seconds above 0 and answers how far it then is ahead; undefined, moving nothing, where that
     * would be farther than `farthestSeconds`. Of moves at the same time each counts. `at` is the real time of the move.
     */
    readonly advance: (seconds: number, at: string) => Effect.Effect<number | undefined, StorageUnavailable, Tenant>
    /** The clocks that were moved, by organization, from the first one behind `after` on; never from a cache. */
    readonly advanced: (page: {
      readonly after: string
      readonly limit: number
    }) => Effect.Effect<ReadonlyArray<AdvancedClock>, StorageUnavailable>
  }
>()("@vouchkit/core/sandbox/SandboxClocks") {}

const nowFor = (
  context: Context.Context<SandboxClocks>,
  { environment, organization }: Tenant["Service"]
): Effect.Effect<string, StorageUnavailable> => {
  const real = Context.get(context, Clock.Clock).currentTimeMillisUnsafe()
  // Without a detour: nearly every request asks for the time, some of them often.
  if (!traitsOf(environment).movable_clock) return Effect.succeed(writeMoment(real))
  const clocks = Context.get(context, SandboxClocks)
  const ahead = clocks.remembered(organization, real)
  return ahead === undefined
    ? Effect.map(clocks.find(organization), (seconds) => writeMoment(real + seconds * 1000))
    : Effect.succeed(writeMoment(real + ahead * 1000))
}

/** The time it is for a tenant, as records spell it: real time in live, the time of its clock in the sandbox. */
export const nowIn = (tenant: Tenant["Service"]): Effect.Effect<string, StorageUnavailable, SandboxClocks> =>
  Effect.contextWith((context: Context.Context<SandboxClocks>) => nowFor(context, tenant))

/**
 * The time it is for the tenant at hand: what its sessions, links, documents, checks, cases and events are dated and judged by. What guards
 * or accounts for access (keys, quotas, stored answers, audit entries, jobs and webhook attempts) goes by real time alone.
 */
export const tenantNow: Effect.Effect<string, StorageUnavailable, Tenant | SandboxClocks> = Effect.contextWith(
  (context: Context.Context<Tenant | SandboxClocks>) => nowFor(context, Context.get(context, Tenant))
)
