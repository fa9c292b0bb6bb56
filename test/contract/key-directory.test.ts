import { afterAll, describe, expect, test } from "bun:test"
import * as Crypto from "@vouchkit/adapters/crypto/vault"
import * as Memory from "@vouchkit/adapters/memory"
import * as Postgres from "@vouchkit/adapters/postgres"
import { ApiKeyStore, KeyDirectory, type KnownKey } from "@vouchkit/core/kernel/authentication/api-keys"
import { authenticate } from "@vouchkit/core/kernel/authentication/authenticate"
import { Organizations } from "@vouchkit/core/kernel/tenancy/organizations"
import { listKeys, provisionKey, revokeKey } from "@vouchkit/core/resources/access/provision"
import { after } from "@vouchkit/core/kernel/foundation/time"
import { Tenant } from "@vouchkit/core/kernel/access/caller"
import { Effect, Layer, ManagedRuntime } from "effect"
import { start } from "../support/operations.ts"
import { freshDatabase } from "../support/postgres.ts"

const adapters = {
  memory: async () => Memory.layer,
  postgres: async () => Postgres.layer({ connect: await freshDatabase(), maximumConnections: 6 })
}

for (const [name, make] of Object.entries(adapters)) {
  describe(`the key directory in ${name}`, async () => {
    const storage = await make()
    const runtime = ManagedRuntime.make(Layer.mergeAll(storage as Layer.Layer<any>, Crypto.layer(new Uint8Array(32).fill(7))))
    afterAll(() => runtime.dispose())
    const run = <A, E>(effect: Effect.Effect<A, E, any>): Promise<A> => runtime.runPromise(effect as Effect.Effect<A, E, never>)
    const directory = <A, E, R>(use: (directory: KeyDirectory["Service"]) => Effect.Effect<A, E, R>) =>
      run(Effect.flatMap(KeyDirectory, use))

    let organizations = 0
    const anOrganization = () => {
      organizations += 1
      return `org_${organizations}`
    }
    const provision = async (organization: string, environment: "sandbox" | "live" = "sandbox", key?: string) =>
      (await run(provisionKey({ organization, environment, scopes: "all", key }))).issued
    const known = (organization: string, environment: "sandbox" | "live", id: string): Promise<KnownKey> =>
      run(
        Effect.gen(function* () {
          const key = yield* (yield* ApiKeyStore).find(id)
          const found = yield* (yield* Organizations).find(organization)
          if (key === undefined || found === undefined) throw new Error("no such key")
          return { key, organization: found }
        }).pipe(Effect.provideService(Tenant, { organization, environment }))
      )
    const lastUsed = (organization: string, environment: "sandbox" | "live", ids: ReadonlyArray<string>) =>
      run(
        Effect.provideService(
          Effect.flatMap(KeyDirectory, (all) => all.lastUsed(ids)),
          Tenant,
          { organization, environment }
        )
      )

    test("the last use of a key is known at once, only ever grows, and is seen by its own tenant alone", async () => {
      const organization = anOrganization()
      const { id } = await provision(organization)
      const never = await provision(organization)
      const key = await known(organization, "sandbox", id)
      for (const millis of [5_000, 1_000]) await directory((all) => Effect.sync(() => all.used(key, Date.parse(after(start, millis)))))
      expect([...(await lastUsed(organization, "sandbox", [id, never.id]))]).toEqual([[id, after(start, 5_000)]])
      expect((await lastUsed(organization, "live", [id])).size).toBe(0)
      expect((await lastUsed(anOrganization(), "sandbox", [id])).size).toBe(0)
      expect((await lastUsed(organization, "sandbox", [])).size).toBe(0)
      expect((await run(listKeys(organization))).map(({ last_used_at }) => last_used_at)).toEqual([after(start, 5_000), null])
    })

    test("keys are found across organizations by id, by organization or by digest, oldest first", async () => {
      const [one, two] = [anOrganization(), anOrganization()]
      const ids = [await provision(one), await provision(two, "live"), await provision(one, "live")].map(({ id }) => id)
      const everywhere = async (query: object) =>
        (await directory((all) => all.everywhere({ limit: 1_000, ...query })))
          .map(({ key }) => ids.indexOf(key.id))
          .filter((index) => index >= 0)
      expect(await everywhere({})).toEqual([0, 1, 2])
      expect(await everywhere({ organization: one })).toEqual([0, 2])
      expect(await everywhere({ id: ids[1] })).toEqual([1])
      expect(await everywhere({ id: ids[1], organization: one })).toEqual([])
      const [found] = await directory((all) => all.everywhere({ id: ids[2] ?? "", limit: 1 }))
      expect(found?.organization).toBe(one)
      expect(await everywhere({ secret_hash: found?.key.secret_hash })).toEqual([2])
      expect(await directory((all) => all.everywhere({ limit: 2 }))).toHaveLength(2)
    })

    test("of many processes that start with the same fixed key, one makes it and all find it", async () => {
      const organization = anOrganization()
      const request = { organization, environment: "sandbox", scopes: "all", key: `vk_sandbox_fixed-${organization}` } as const
      const made = await run(
        Effect.all(
          Array.from({ length: 5 }, () => provisionKey(request)),
          { concurrency: 5 }
        )
      )
      expect(made.filter(({ created }) => created)).toHaveLength(1)
      expect(new Set(made.map(({ issued }) => issued.id)).size).toBe(1)
      expect(await run(listKeys(organization))).toHaveLength(1)
    })

    test("a key revoked by its id is revoked in its own tenant", async () => {
      const organization = anOrganization()
      const { id } = await provision(organization, "live")
      await run(revokeKey(id))
      expect((await known(organization, "live", id)).key.revoked_at).not.toBeNull()
    })
  })
}

test("a use is written down when a process ends, and known to the one that starts later", async () => {
  const connect = await freshDatabase()
  const open = () => ManagedRuntime.make(Layer.mergeAll(Postgres.layer({ connect }), Crypto.layer(new Uint8Array(32).fill(7))))
  const request = { organization: "org_1", environment: "live", scopes: "all" } as const
  const [first, second] = [open(), open()]
  const { issued } = await first.runPromise(provisionKey(request))
  await first.runPromise(authenticate(issued.key, { request_id: "req_1", address: null, user_agent: null }))
  const shown = async (runtime: typeof first) => (await runtime.runPromise(listKeys("org_1"))).map(({ last_used_at }) => last_used_at)
  const [used] = await shown(first)
  expect(used).not.toBeNull()
  await first.dispose()
  expect(await shown(second)).toEqual([used ?? ""])
  await second.dispose()
})
