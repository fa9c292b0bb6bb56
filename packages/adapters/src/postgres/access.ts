import { KeyDirectory, type KnownKey, type StoredApiKey } from "@vouchkit/core/kernel/authentication/api-keys"
import { type Organization, Organizations } from "@vouchkit/core/kernel/tenancy/organizations"
import { Tenant } from "@vouchkit/core/kernel/access/caller"
import { writeMoment } from "@vouchkit/core/kernel/foundation/moment"
import { StorageUnavailable } from "@vouchkit/core/kernel/foundation/failure"
import { Duration, Effect, Layer, Schedule } from "effect"
import { LRUCache } from "lru-cache"
import { AccessGeneration } from "./access-generation.ts"
import { Database } from "./database.ts"

const maximumCached = 10_000
/** An unknown key is remembered, so that guessing does not reach the database each time; a new key appears with the next generation. */
type Cached = KnownKey | "unknown"

const isOf = (tenant: Tenant["Service"], { key, organization }: KnownKey): boolean =>
  organization.id === tenant.organization && key.environment === tenant.environment

/** Uses of keys, which are written down together now and then: a request does not wait for it. */
const waitingUses = Effect.fnUntraced(function* (database: Database["Service"]) {
  const uses = new Map<string, { readonly known: KnownKey; readonly at_ms: number }>()

  const flushUses = Effect.suspend(() => {
    const batch = [...uses.values()]
    uses.clear()
    return Effect.forEach(
      batch,
      ({ at_ms, known: { key, organization } }) => {
        const at = writeMoment(at_ms)
        return database.run(
          (parameters) =>
            `update api_keys set last_used_at = ${parameters.add(at)} where organization = ${parameters.add(organization.id)} and environment = ${parameters.add(key.environment)} and id = ${parameters.add(key.id)} and (last_used_at is null or last_used_at < ${parameters.add(at)})`
        )
      },
      { discard: true }
    )
  })

  yield* Effect.forkScoped(Effect.repeat(Effect.ignore(flushUses), Schedule.spaced(Duration.seconds(20))))
  yield* Effect.addFinalizer(() => Effect.ignore(flushUses))

  /** Uses of this process that wait for the next batch are newer than what is stored. */
  const withWaiting = (rows: ReadonlyArray<{ readonly id: string; readonly last_used_at: string | null }>, tenant?: Tenant["Service"]) =>
    new Map(
      rows.flatMap(({ id, last_used_at }): ReadonlyArray<[string, string]> => {
        const waiting = uses.get(id)
        const own = waiting !== undefined && (tenant === undefined || isOf(tenant, waiting.known)) ? writeMoment(waiting.at_ms) : null
        const last = [last_used_at, own]
          .filter((at) => at !== null)
          .sort()
          .at(-1)
        return last === undefined ? [] : [[id, last]]
      })
    )

  const add = (known: KnownKey, now_ms: number): void => {
    const waiting = uses.get(known.key.id)
    if (waiting === undefined || waiting.at_ms < now_ms) uses.set(known.key.id, { known, at_ms: now_ms })
  }
  return { add, withWaiting }
})

/** Keys of all organizations, for the operator. */
const keysEverywhere =
  (database: Database["Service"], { withWaiting }: Effect.Success<ReturnType<typeof waitingUses>>): KeyDirectory["Service"]["everywhere"] =>
  ({ id, limit, organization, secret_hash }) =>
    Effect.map(
      database.query((parameters) => {
        const wanted = Object.entries({ id, organization, secret_hash }).flatMap(([column, value]) =>
          value === undefined ? [] : [`${column} = ${parameters.add(value)}`]
        )
        return `select organization, id, data, last_used_at from api_keys where ${["true", ...wanted].join(" and ")} order by created_at, id limit ${parameters.add(limit)}`
      }),
      (rows) => {
        const latest = withWaiting(rows.map((row) => ({ id: row.id, last_used_at: row.last_used_at })))
        return rows.map((row) => {
          const key = row.data as StoredApiKey
          return { organization: row.organization, key: { ...key, last_used_at: latest.get(key.id) ?? null } }
        })
      }
    )

export const keyDirectoryLayer = Layer.effect(KeyDirectory)(
  Effect.gen(function* () {
    const database = yield* Database
    const generations = yield* AccessGeneration
    const cache = new LRUCache<string, Cached>({ max: maximumCached })
    const waiting = yield* waitingUses(database)
    /** The generation that everything in the cache was read under. */
    let under = -1

    const look = (secret_hash: string) =>
      Effect.map(
        database.query(
          (parameters) =>
            `select api_keys.data as key, organizations.data as organization from api_keys join organizations on organizations.id = api_keys.organization where secret_hash = ${parameters.add(secret_hash)}`
        ),
        ([row]): Cached =>
          row === undefined ? "unknown" : { key: row.key as StoredApiKey, organization: row.organization as Organization }
      )

    return {
      find: Effect.fnUntraced(function* (secret_hash: string) {
        const generation = yield* generations.confirmed
        if (generation !== under) cache.clear()
        under = generation
        const cached = cache.get(secret_hash)
        if (cached !== undefined) return cached === "unknown" ? undefined : cached
        const found = yield* look(secret_hash)
        if (under === generation) cache.set(secret_hash, found)
        return found === "unknown" ? undefined : found
      }),
      remembered: (secret_hash, now_ms) => {
        const cached = generations.fresh(now_ms) === under ? cache.get(secret_hash) : undefined
        return cached === "unknown" ? undefined : cached
      },
      used: waiting.add,
      lastUsed: Effect.fnUntraced(function* (ids: ReadonlyArray<string>) {
        if (ids.length === 0) return new Map<string, string>()
        const tenant = yield* Tenant
        const rows = yield* database.query(
          (parameters) =>
            `select id, last_used_at from api_keys where organization = ${parameters.add(tenant.organization)} and environment = ${parameters.add(tenant.environment)} and id in (${ids.map((id) => parameters.add(id)).join(", ")})`
        )
        return waiting.withWaiting(
          rows.map(({ id, last_used_at }) => ({ id, last_used_at })),
          tenant
        )
      }),
      everywhere: keysEverywhere(database, waiting)
    }
  })
)

export const organizationsLayer = Layer.effect(Organizations)(
  Effect.gen(function* () {
    const database = yield* Database
    const generations = yield* AccessGeneration
    const find = (id: string) =>
      Effect.map(
        database.query((parameters) => `select data from organizations where id = ${parameters.add(id)}`),
        ([row]) => row?.data as Organization | undefined
      )
    return {
      find,
      lock: (id) =>
        Effect.map(
          database.query((parameters) => `select data from organizations where id = ${parameters.add(id)} for update`),
          ([row]) => row?.data as Organization | undefined
        ),
      save: (organization) =>
        database
          .run(
            (parameters) => `update organizations set data = ${parameters.add(organization)} where id = ${parameters.add(organization.id)}`
          )
          .pipe(
            Effect.catchTag("Conflict", (failure) => new StorageUnavailable({ cause: failure })),
            Effect.andThen(database.afterCommit(generations.distrust))
          ),
      list: ({ after, limit }) =>
        Effect.map(
          database.query(
            (parameters) => `select data from organizations where id > ${parameters.add(after)} order by id limit ${parameters.add(limit)}`
          ),
          (rows) => rows.map((row) => row.data as Organization)
        ),
      ensure: (organization) =>
        Effect.gen(function* () {
          yield* Effect.catchTag(
            database.run(
              (parameters) =>
                `insert into organizations (id, data) values (${parameters.add(organization.id)}, ${parameters.add(organization)}) on conflict do nothing`
            ),
            "Conflict",
            (failure) => new StorageUnavailable({ cause: failure })
          )
          return (yield* find(organization.id)) ?? organization
        })
    }
  })
)
