import { apiKeys, KeyDirectory, type StoredApiKey } from "@vouchkit/core/kernel/authentication/api-keys"
import { type Organization, Organizations } from "@vouchkit/core/kernel/tenancy/organizations"
import { writeMoment } from "@vouchkit/core/kernel/foundation/moment"
import { Tenant } from "@vouchkit/core/kernel/access/caller"
import { type Claim, IdempotencyStore, type KeptAnswer, type Reservation } from "@vouchkit/core/kernel/operation/idempotency"
import { UnitOfWork } from "@vouchkit/core/kernel/storage/unit-of-work"
import { LinkDirectory } from "@vouchkit/core/resources/sessions/links/directory"
import { firstLinkOf } from "@vouchkit/core/resources/sessions/links/first-link"
import { links, type StoredLink } from "@vouchkit/core/resources/sessions/links/model"
import { sessions, type StoredSession } from "@vouchkit/core/resources/sessions/model"
import { Sweep } from "@vouchkit/core/kernel/storage/sweep"
import { Effect, Layer } from "effect"
import { matches } from "@vouchkit/core/kernel/storage/matching"
import { State } from "./state.ts"
import type { Environment } from "@vouchkit/core/kernel/foundation/environment"

const environmentOf = (text: string | undefined): Environment => (text === "live" ? "live" : "sandbox")
export const tenantOf = (key: string) => {
  const [organization = "", environment] = key.split("/")
  return { organization, environment: environmentOf(environment) }
}

export const unitOfWork = Layer.effect(UnitOfWork)(Effect.map(State, ({ isOpenIn, transaction }) => ({ isOpenIn, transaction })))

export const organizations = Layer.effect(Organizations)(
  Effect.map(State, (state) => ({
    find: (id) => state.read(() => state.rows("organizations").get(id) as Organization | undefined),
    lock: (id) => state.read(() => state.rows("organizations").get(id) as Organization | undefined),
    save: (organization) => state.write("organizations", organization.id, organization),
    list: ({ after, limit }) =>
      state.read(() =>
        [...state.rows("organizations").values()]
          .map((row) => row as Organization)
          .filter(({ id }) => id > after)
          .sort((one, other) => (one.id < other.id ? -1 : 1))
          .slice(0, limit)
      ),
    ensure: (organization) =>
      Effect.flatMap(
        state.read(() => state.rows("organizations").get(organization.id) as Organization | undefined),
        (found) =>
          found === undefined ? Effect.as(state.write("organizations", organization.id, organization), organization) : Effect.succeed(found)
      )
  }))
)

/** When each key was used last: not a part of its record, as in its table. */
const keyUses = "api_key_uses"

/** Where the key with a digest stands. Places are kept, so that a request does not take longer for the keys of others. */
const placesOfKeys = (state: State["Service"]) => {
  const places = new Map<string, string>()
  const keys = () => state.rows(apiKeys.table) as ReadonlyMap<string, StoredApiKey>
  return (secret_hash: string): readonly [string, StoredApiKey] | undefined => {
    const place = places.get(secret_hash) ?? ""
    const kept = keys().get(place)
    if (kept?.secret_hash === secret_hash) return [place, kept]
    const found = [...keys()].find(([, key]) => key.secret_hash === secret_hash)
    if (found !== undefined) places.set(secret_hash, found[0])
    return found
  }
}

export const keyDirectory = Layer.effect(KeyDirectory)(
  Effect.map(State, (state) => {
    const placeOf = placesOfKeys(state)
    return {
      find: (secret_hash) =>
        state.read(() => {
          const [place = "", key] = placeOf(secret_hash) ?? []
          const organization = state.rows("organizations").get(tenantOf(place).organization) as Organization | undefined
          return key === undefined || organization === undefined ? undefined : { key, organization }
        }),
      remembered: () => undefined,
      used: ({ key, organization }, now_ms) => {
        const place = `${organization.id}/${key.environment}/${key.id}`
        const before = state.rows(keyUses).get(place)
        const at = writeMoment(now_ms)
        if (typeof before !== "string" || before < at) state.rows(keyUses).set(place, at)
      },
      lastUsed: (ids) =>
        Effect.flatMap(Tenant, ({ environment, organization }) =>
          state.read(
            () =>
              new Map(
                ids.flatMap((id): ReadonlyArray<[string, string]> => {
                  const at = state.rows(keyUses).get(`${organization}/${environment}/${id}`)
                  return typeof at === "string" ? [[id, at]] : []
                })
              )
          )
        ),
      everywhere: ({ id, limit, organization, secret_hash }) =>
        state.read(() =>
          [...state.rows(apiKeys.table)]
            .map(([place, row]) => {
              const key = row as StoredApiKey
              const at = state.rows(keyUses).get(place)
              return { organization: tenantOf(place).organization, key: { ...key, last_used_at: typeof at === "string" ? at : null } }
            })
            .filter(
              (found) =>
                (id === undefined || found.key.id === id) &&
                (organization === undefined || found.organization === organization) &&
                (secret_hash === undefined || found.key.secret_hash === secret_hash)
            )
            .sort(({ key: left }, { key: right }) => (left.created_at + left.id < right.created_at + right.id ? -1 : 1))
            .slice(0, limit)
        )
    }
  })
)

export const linkDirectory = Layer.effect(LinkDirectory)(
  Effect.map(State, (state) => ({
    find: (token_hash) =>
      state.read(() => {
        for (const [key, row] of state.rows(links.table)) {
          const link = row as StoredLink
          if (link.token_hash === token_hash) return { ...tenantOf(key), link }
        }
        for (const [key, row] of state.rows(sessions.table)) {
          const link = firstLinkOf(row as StoredSession)
          if (link?.token_hash === token_hash) return { ...tenantOf(key), link }
        }
        return undefined
      })
  }))
)

export const sweep = Layer.effect(Sweep)(
  Effect.map(State, (state) => ({
    due: (shape, where, limit, within) =>
      state.read(() =>
        [...(within === undefined ? state.rows(shape.table) : state.own(shape.table, `${within.organization}/${within.environment}/`))]
          .flatMap(([key, row]) =>
            where.every((one) => matches(shape.columns, Object(row), one)) ? [{ ...tenantOf(key), id: key.split("/")[2] ?? "" }] : []
          )
          .slice(0, limit)
      )
  }))
)

interface Kept extends KeptAnswer {
  readonly resource_id: string | null
  readonly expires_at: string
}
const keyPlace = (scope: string) => Effect.map(Tenant, ({ environment, organization }) => `${organization}/${environment}/${scope}`)

interface HeldKey {
  readonly holder: string
  readonly expires_at: string
}
const heldKeys = "idempotency_reservations"

/** Keys that are held while something is prepared outside of any transaction. */
const reservations = (
  state: State["Service"],
  keptAnswer: (place: string, now: string) => KeptAnswer | undefined
): Pick<IdempotencyStore["Service"], "reserve" | "renew" | "confirm" | "release"> => {
  const heldBy = (place: string, holder: string): HeldKey | undefined => {
    const held = state.rows(heldKeys).get(place) as HeldKey | undefined
    return held?.holder === holder ? held : undefined
  }
  /** Changes the row of a key within a transaction, if this holder has it. */
  const ifHeld = (reservation: Reservation, next: (held: HeldKey) => HeldKey | undefined) =>
    Effect.flatMap(keyPlace(reservation.scope), (place) =>
      state.transaction(
        Effect.suspend(() => {
          const held = heldBy(place, reservation.holder)
          return held === undefined ? Effect.void : state.write(heldKeys, place, next(held))
        })
      )
    )
  return {
    reserve: ({ expires_at, holder, now, scope }) =>
      Effect.flatMap(keyPlace(scope), (place) =>
        state.transaction(
          Effect.suspend((): Effect.Effect<Claim> => {
            const answer = keptAnswer(place, now)
            if (answer !== undefined) return Effect.succeed({ state: "finished", answer })
            const held = state.rows(heldKeys).get(place) as HeldKey | undefined
            if (held !== undefined && held.expires_at > now) return Effect.succeed({ state: "busy" })
            return Effect.as(state.write(heldKeys, place, { holder, expires_at }), { state: "new" })
          })
        )
      ),
    renew: ({ expires_at, ...reservation }) => ifHeld(reservation, (held) => ({ ...held, expires_at })),
    confirm: ({ holder, scope }) => Effect.flatMap(keyPlace(scope), (place) => state.read(() => heldBy(place, holder) !== undefined)),
    release: (reservation) => ifHeld(reservation, () => undefined)
  }
}

/** One transaction runs at a time here, so that a key which a transaction holds is never busy. */
export const idempotencyStore = Layer.effect(IdempotencyStore)(
  Effect.map(State, (state) => {
    const keptAnswer = (place: string, now: string): KeptAnswer | undefined => {
      const kept = state.rows("idempotency_keys").get(place) as Kept | undefined
      return kept === undefined || kept.expires_at <= now ? undefined : kept
    }
    return {
      ...reservations(state, keptAnswer),
      claim: (scope, now) =>
        Effect.flatMap(keyPlace(scope), (place) =>
          state.read((): Claim => {
            const answer = keptAnswer(place, now)
            return answer === undefined ? { state: "new" } : { state: "finished", answer }
          })
        ),
      keep: (entry) => Effect.flatMap(keyPlace(entry.scope), (place) => state.write("idempotency_keys", place, entry)),
      forget: (resource_id) =>
        Effect.flatMap(Tenant, ({ environment, organization }) => {
          const own = `${organization}/${environment}/`
          const about = [...state.own("idempotency_keys", own)].filter(([, row]) => (row as Kept).resource_id === resource_id)
          return Effect.forEach(about, ([key]) => state.write("idempotency_keys", key, undefined), { discard: true })
        })
    }
  })
)
