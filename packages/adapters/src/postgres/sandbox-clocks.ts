import { Tenant } from "@vouchkit/core/kernel/access/caller"
import { farthestSeconds, SandboxClocks } from "@vouchkit/core/kernel/tenancy/tenant-clock"
import { Effect, Layer } from "effect"
import { LRUCache } from "lru-cache"
import { AccessGeneration } from "./access-generation.ts"
import { Database } from "./database.ts"

const maximumRemembered = 10_000

/** Clocks are remembered as keys are: a request that reads them asks the database nothing, and a move is seen everywhere within a second. */
export const layer = Layer.effect(SandboxClocks)(
  Effect.gen(function* () {
    const database = yield* Database
    const generations = yield* AccessGeneration
    const remembered = new LRUCache<string, number>({ max: maximumRemembered })
    let under = -1

    const look = (organization: string) =>
      Effect.map(
        database.query(
          (parameters) =>
            `select ahead_seconds::float8 as ahead from sandbox_clocks where organization = ${parameters.add(organization)} and environment = 'sandbox'`
        ),
        ([row]): number => row?.ahead ?? 0
      )

    return {
      remembered: (organization, now_ms) => (generations.fresh(now_ms) === under ? remembered.get(organization) : undefined),
      find: Effect.fnUntraced(function* (organization: string) {
        const generation = yield* generations.confirmed
        if (generation !== under) remembered.clear()
        under = generation
        const known = remembered.get(organization)
        if (known !== undefined) return known
        const found = yield* look(organization)
        if (under === generation) remembered.set(organization, found)
        return found
      }),
      advance: Effect.fnUntraced(function* (seconds: number, at: string) {
        const { environment, organization } = yield* Tenant
        const rows = yield* Effect.catchTag(
          database.run((parameters) => {
            const instant = parameters.add(at)
            return `insert into sandbox_clocks (organization, environment, ahead_seconds, created_at, updated_at) values (${parameters.add(organization)}, ${parameters.add(environment)}, ${parameters.add(seconds)}::bigint, ${instant}, ${instant}) on conflict (organization, environment) do update set ahead_seconds = sandbox_clocks.ahead_seconds + excluded.ahead_seconds, updated_at = excluded.updated_at where sandbox_clocks.ahead_seconds + excluded.ahead_seconds <= ${parameters.add(farthestSeconds)}::bigint returning ahead_seconds::float8 as ahead`
          }),
          "Conflict",
          (failure) => Effect.die(failure)
        )
        yield* database.afterCommit(generations.distrust)
        const ahead: number | undefined = rows[0]?.ahead
        return ahead
      }),
      advanced: ({ after, limit }) =>
        Effect.map(
          database.query(
            (parameters) =>
              `select organization, ahead_seconds::float8 as ahead from sandbox_clocks where environment = 'sandbox' and organization > ${parameters.add(after)} order by organization limit ${parameters.add(limit)}`
          ),
          (rows) => rows.map(({ ahead, organization }) => ({ organization, ahead_seconds: ahead }))
        )
    }
  })
)
