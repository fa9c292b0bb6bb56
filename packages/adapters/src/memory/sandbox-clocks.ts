import { Tenant } from "@vouchkit/core/kernel/access/caller"
import { farthestSeconds, SandboxClocks } from "@vouchkit/core/kernel/tenancy/tenant-clock"
import { Effect, Layer } from "effect"
import { State } from "./state.ts"

const table = "sandbox_clocks"

export const layer = Layer.effect(SandboxClocks)(
  Effect.map(State, (state) => {
    const aheadOf = (organization: string): number => {
      const seconds = state.rows(table).get(organization)
      return typeof seconds === "number" ? seconds : 0
    }
    return {
      remembered: () => undefined,
      find: (organization) => state.read(() => aheadOf(organization)),
      advance: (seconds) =>
        Effect.flatMap(Tenant, ({ organization }) =>
          state.transaction(
            Effect.suspend(() => {
              const ahead = aheadOf(organization) + seconds
              return ahead > farthestSeconds ? Effect.succeed(undefined) : Effect.as(state.write(table, organization, ahead), ahead)
            })
          )
        ),
      advanced: ({ after, limit }) =>
        state.read(() =>
          [...state.rows(table).keys()]
            .filter((organization) => organization > after)
            .sort()
            .slice(0, limit)
            .map((organization) => ({ organization, ahead_seconds: aheadOf(organization) }))
        )
    }
  })
)
