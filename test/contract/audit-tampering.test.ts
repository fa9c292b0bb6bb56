import { afterAll, describe, expect, test } from "bun:test"
import * as Crypto from "@vouchkit/adapters/crypto/vault"
import * as Memory from "@vouchkit/adapters/memory"
import * as Postgres from "@vouchkit/adapters/postgres"
import { Database } from "@vouchkit/adapters/postgres/database"
import { Caller, Tenant } from "@vouchkit/core/kernel/access/caller"
import { sealedAfter } from "@vouchkit/core/kernel/audit/chain"
import { present } from "@vouchkit/core/kernel/audit/entry"
import { type AuditEntry, AuditLog, record } from "@vouchkit/core/kernel/audit/log"
import { after } from "@vouchkit/core/kernel/foundation/time"
import { newOrganization, Organizations } from "@vouchkit/core/kernel/tenancy/organizations"
import { organizationPublicKey } from "@vouchkit/core/kernel/tenancy/organization-signing-key"
import { AnchorStore, anchorHolds, auditAnchors, newestAnchor } from "@vouchkit/core/resources/audit/anchor"
import { HeadStore } from "@vouchkit/core/resources/audit/head"
import { forgetOrigins } from "@vouchkit/core/resources/audit/forget-origins"
import { sealAuditLog, sealLagMillis } from "@vouchkit/core/resources/audit/seal"
import { verifyAuditLog } from "@vouchkit/core/resources/audit/verify"
import { watchAuditLogs } from "@vouchkit/core/resources/audit/watch"
import { Effect, Layer, ManagedRuntime } from "effect"
import { TestClock } from "effect/testing"
import { callerOf, start } from "../support/operations.ts"
import { sharedDatabase } from "../support/postgres.ts"

/** Storage as the service has it, and in the hands of someone who owns it and switches its guard off; in memory there is none. */
const adapters = {
  memory: async () => ({ storage: Memory.layer as Layer.Layer<any, any>, owned: null, rounds: 1_000 }),
  postgres: async () => {
    const { owner, service } = await sharedDatabase()
    return {
      storage: Postgres.layer({ connect: service, maximumConnections: 6 }) as Layer.Layer<any, any>,
      owned: Postgres.layer({ connect: owner, maximumConnections: 2 }) as Layer.Layer<any, any>,
      rounds: 20
    }
  }
}
const guard = (state: "enable" | "disable") =>
  Effect.flatMap(Database, ({ sql }) => Effect.promise(() => sql.unsafe(`alter table audit_log ${state} trigger audit_log_guarded`)))

/** Numbers that look random and are the same each time. */
const chance = (seed: number) => {
  let state = seed
  return (below: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

type Rows = ReadonlyArray<AuditEntry>
const other = "0".repeat(64)

/** Ways to change what an entry says, none of which leaves it as it was. */
const alterations: ReadonlyArray<(row: AuditEntry) => AuditEntry> = [
  (row) => ({ ...row, action: `${row.action}x` }),
  (row) => ({ ...row, outcome: row.outcome === "failed" ? "succeeded" : "failed" }),
  (row) => ({ ...row, target: row.target === null ? { type: "case", id: "rvc_0" } : null }),
  (row) => ({ ...row, changes: [...row.changes, { path: "p", from: 1, to: 2 }] }),
  (row) => ({ ...row, actor: { ...row.actor, id: `${row.actor.id}x` } }),
  (row) => ({ ...row, actor: { ...row.actor, ip: "203.0.113.77" } }),
  (row) => ({ ...row, actor: { ...row.actor, user_agent: null } }),
  (row) => ({ ...row, request_id: `${row.request_id}x` }),
  (row) => ({ ...row, created_at: after(row.created_at, 1) }),
  (row) => ({ ...row, updated_at: after(row.updated_at, 1) }),
  (row) => ({ ...row, reason: { sealed: "", digest: other } }),
  (row) => ({ ...row, origin_digest: other }),
  (row) => ({ ...row, seal_digest: other }),
  (row) => ({ ...row, prev_hash: other }),
  (row) => ({ ...row, hash: other }),
  ({ chain_version: _version, origin_digest: _origin, seal_digest: _seal, ...row }) => row
]

/** Those of what sealing again puts right. */
const sealing: ReadonlySet<number> = new Set([13, 14])

/** Makes the hashes right again from a place on, as anyone can who writes to the table and has no key. */
const resealed = (rows: Rows, from: number, environment: "live"): Rows => {
  const made: Array<AuditEntry> = []
  for (const [place, row] of rows.entries()) {
    const moved = { ...row, chain_index: place }
    if (place < from) made.push(row)
    else {
      const prev_hash = made.at(-1)?.hash ?? null
      made.push({ ...moved, prev_hash, hash: sealedAfter(present(moved, environment), prev_hash).hash })
    }
  }
  return made
}

interface Tampered {
  readonly how: string
  readonly rows: Rows
  /** The first place at which something is not as it was. */
  readonly place: number
}

const tamper = (rows: Rows, number: number): Tampered => {
  const pick = chance(number)
  const place = pick(rows.length)
  const covered = pick(2) === 1
  const finished = (how: string, changed: Rows, first: number): Tampered => ({
    how: `${how}${covered ? ", sealed again" : ""}`,
    rows: covered ? resealed(changed, first, "live") : changed,
    place: first
  })
  const renumbered = (changed: Rows) => changed.map((row, index) => ({ ...row, chain_index: index }))
  switch (number % 4) {
    case 0: {
      const which = pick(alterations.length)
      const changed = rows.map((row, index) => (index === place ? (alterations[which]?.(row) ?? row) : row))
      // A hash that is made right again is the one before.
      return sealing.has(which) ? { how: `altered ${which}`, rows: changed, place } : finished(`altered ${which}`, changed, place)
    }
    case 1: {
      const left = rows.toSpliced(place, 1)
      return finished("removed", covered || pick(2) === 1 ? renumbered(left) : left, place)
    }
    case 2: {
      const like = rows[pick(rows.length)] as AuditEntry
      return finished("inserted", renumbered(rows.toSpliced(place, 0, { ...like, id: `${like.id.slice(0, -4)}0000` })), place)
    }
    default: {
      const to = (place + 1 + pick(rows.length - 1)) % rows.length
      const moved = rows.toSpliced(place, 1).toSpliced(to, 0, rows[place] as AuditEntry)
      return finished("reordered", renumbered(moved), Math.min(place, to))
    }
  }
}

for (const [name, make] of Object.entries(adapters)) {
  describe(`tampering with the audit log in ${name}`, async () => {
    const { owned, rounds, storage } = await make()
    const runtime = ManagedRuntime.make(Layer.mergeAll(storage, Crypto.layer(new Uint8Array(32).fill(7)), TestClock.layer()))
    afterAll(() => runtime.dispose())
    const run = <A, E>(effect: Effect.Effect<A, E, any>): Promise<A> => runtime.runPromise(effect as Effect.Effect<A, E, never>)
    await run(TestClock.setTime(Date.parse(start)))
    const day = 86_400_000
    const wait = (millis: number) => run(TestClock.adjust(millis))

    let tenants = 0
    const aTenant = async () => {
      tenants += 1
      const tenant = { organization: `org_tampered_${name}_${tenants}`, environment: "live" } as const
      await run(Effect.flatMap(Organizations, (all) => all.ensure(newOrganization(tenant.organization, "Test", start))))
      return tenant
    }
    type Name = Awaited<ReturnType<typeof aTenant>>
    const within = <A, E, R>(tenant: Name, effect: Effect.Effect<A, E, R>) => run(Effect.provideService(effect, Tenant, tenant))
    const forge = (tenant: Name, use: (log: AuditLog["Service"]) => Effect.Effect<unknown, unknown, Tenant>) => {
      const forged = Effect.provideService(Effect.flatMap(AuditLog, use), Tenant, tenant)
      return owned === null
        ? run(forged)
        : Effect.runPromise(Effect.provide(Effect.andThen(guard("disable"), Effect.ensuring(forged, guard("enable"))), owned))
    }
    const written = async (tenant: Name, count: number, actor = "lnk_person") => {
      const caller = { ...callerOf(tenant), actor: { type: "subject" as const, id: actor }, address: "203.0.113.9", user_agent: "Phone" }
      for (let index = 0; index < count; index += 1) {
        const entry = { action: "cases.approve", target: { type: "case", id: `rvc_${index}` }, changes: [], outcome: "succeeded" as const }
        await within(tenant, Effect.provideService(record(entry), Caller, caller))
        await wait(1)
      }
      await wait(sealLagMillis)
      await run(sealAuditLog(tenant))
    }
    const stored = (tenant: Name) =>
      within(
        tenant,
        Effect.flatMap(AuditLog, (log) => log.list({ limit: 100, order: [{ field: "chain_index", direction: "asc" }] }))
      )
    const verdict = (tenant: Name) => within(tenant, verifyAuditLog())
    const replaced = (tenant: Name, before: Rows, rows: Rows) =>
      forge(tenant, (log) =>
        Effect.gen(function* () {
          for (const { id } of before) yield* log.remove(id)
          for (const row of rows) yield* log.insertIfAbsent(row)
        })
      )

    test(`${rounds} random tamperings are found, each where it begins`, async () => {
      const tenant = await aTenant()
      await written(tenant, 12)
      await run(watchAuditLogs)
      const rows = await stored(tenant)
      expect(await verdict(tenant)).toMatchObject({ intact: true, length: 12 })
      const missed: Array<unknown> = []
      for (let number = 0; number < rounds; number += 1) {
        const tampered = tamper(rows, number)
        await replaced(tenant, rows, tampered.rows)
        const found = await verdict(tenant)
        const ended = !found.intact && (found.fault === "cut" || found.fault === "beginning")
        if (found.intact || (!ended && found.chain_index !== tampered.place))
          missed.push({ number, how: tampered.how, place: tampered.place, found })
        await replaced(tenant, tampered.rows, rows)
      }
      expect(missed).toEqual([])
      expect(await verdict(tenant)).toMatchObject({ intact: true, length: 12 })
    })

    test("erasing address and user agent of a person keeps the chain whole, and no one else's", async () => {
      const tenant = await aTenant()
      await written(tenant, 3)
      await written(tenant, 2, "lnk_other")
      expect(await within(tenant, forgetOrigins(["lnk_person"]))).toBe(3)
      expect(await within(tenant, forgetOrigins(["lnk_person"]))).toBe(0)
      const left = await stored(tenant)
      expect(left.map(({ actor }) => [actor.id, actor.ip, actor.user_agent])).toEqual([
        ...Array.from({ length: 3 }, () => ["lnk_person", null, null]),
        ...Array.from({ length: 2 }, () => ["lnk_other", "203.0.113.9", "Phone"])
      ])
      expect(await verdict(tenant)).toMatchObject({ intact: true, length: 5 })
    })

    test("entries that an earlier release sealed stay valid before those of today, and none is taken for one after them", async () => {
      const tenant = await aTenant()
      await written(tenant, 2)
      const old = resealed(
        (await stored(tenant)).map(({ chain_version: _version, origin_digest: _origin, seal_digest: _seal, ...row }) => row),
        0,
        "live"
      )
      await replaced(tenant, old, old)
      await written(tenant, 2)
      expect(await verdict(tenant)).toMatchObject({ intact: true, length: 4 })
      expect(await within(tenant, forgetOrigins(["lnk_person"]))).toBe(2)
      expect(await verdict(tenant)).toMatchObject({ intact: true, length: 4 })
      const rows = await stored(tenant)
      const { chain_version: _version, origin_digest: _origin, seal_digest: _seal, ...stripped } = rows[3] as AuditEntry
      const forged = resealed([...rows.slice(0, 3), stripped], 3, "live")
      await replaced(tenant, rows, forged)
      expect(await verdict(tenant)).toMatchObject({ intact: false, chain_index: 3, fault: "forged" })
    })

    test("a head is signed once a day, and holds under the key of the organization alone", async () => {
      const tenant = await aTenant()
      await written(tenant, 2)
      const anchors = () =>
        within(
          tenant,
          Effect.flatMap(AnchorStore, (all) => all.list({ limit: 10 }))
        )
      await run(watchAuditLogs)
      await run(watchAuditLogs)
      const [first, ...none] = await anchors()
      expect([none, first?.chain_index, first?.hash]).toEqual([[], 1, (await stored(tenant))[1]?.hash ?? ""])
      const key = await within(tenant, organizationPublicKey)
      if (first === undefined) throw new Error("no anchor")
      expect(anchorHolds(first, key)).toBe(true)
      for (const changed of [{ chain_index: 0 }, { hash: other }, { at: start }, { organization_id: "org_b" }, { digest: other }]) {
        expect(anchorHolds({ ...first, ...changed }, key)).toBe(false)
      }
      expect(anchorHolds(first, await within(await aTenant(), organizationPublicKey))).toBe(false)
      await wait(day + 1)
      await run(watchAuditLogs)
      expect((await anchors()).length).toBe(2)
    })

    test("a log is verified from an anchor that someone kept, also where the anchors of the database are gone", async () => {
      const tenant = await aTenant()
      await written(tenant, 3)
      await run(watchAuditLogs)
      const newest = await within(tenant, newestAnchor)
      if (newest === undefined) throw new Error("no anchor")
      const kept = auditAnchors.present(newest)
      await written(tenant, 2)
      expect(await within(tenant, verifyAuditLog(kept))).toMatchObject({ intact: true, length: 3 })
      const rows = await stored(tenant)
      await within(
        tenant,
        Effect.flatMap(AnchorStore, (anchors) => anchors.remove(kept.id))
      )
      await replaced(tenant, rows, rows.slice(0, 2))
      expect(await verdict(tenant)).toMatchObject({ intact: false, fault: "cut", chain_index: 2 })
      expect(await within(tenant, verifyAuditLog(kept))).toMatchObject({ intact: false, fault: "cut", chain_index: 2 })
    })

    const heads = (tenant: Name, use: (store: HeadStore["Service"]) => Effect.Effect<any, any, any>) =>
      within(tenant, Effect.flatMap(HeadStore, use) as Effect.Effect<any>)

    test("entries that are removed from either end are missed at once, before any head was signed, and also where the note of the end is gone", async () => {
      const tenant = await aTenant()
      await written(tenant, 6)
      const rows = await stored(tenant)
      const cuts: ReadonlyArray<readonly [Rows, object]> = [
        [rows.slice(0, 5), { fault: "cut", chain_index: 5 }],
        [rows.slice(0, 1), { fault: "cut", chain_index: 1 }],
        [[], { fault: "cut", chain_index: 0 }],
        [rows.slice(2), { fault: "beginning", chain_index: 0 }]
      ]
      for (const [left, found] of cuts) {
        await replaced(tenant, rows, left)
        expect(await verdict(tenant)).toMatchObject({ intact: false, ...found })
        await replaced(tenant, left, rows)
        expect(await verdict(tenant)).toMatchObject({ intact: true, length: 6 })
      }
      await replaced(tenant, rows, rows.slice(0, 4))
      await heads(tenant, (store) => store.remove("head"))
      expect(await verdict(tenant)).toMatchObject({ intact: false, fault: "cut", chain_index: 4 })
    })

    test("entries that are cut off and followed by others, or taken out of the chain and sealed with other words, are found at their place", async () => {
      const cut = await aTenant()
      await written(cut, 4)
      const rows = await stored(cut)
      await replaced(cut, rows, rows.slice(0, 3))
      await written(cut, 3)
      expect(await verdict(cut)).toMatchObject({ intact: false, fault: "anchor", chain_index: 3 })

      const unsealed = await aTenant()
      await written(unsealed, 4)
      const before = await stored(unsealed)
      const { chain_version: _version, origin_digest: _origin, seal_digest: _seal, ...last } = before[3] as AuditEntry
      const changed = { ...last, action: "cases.reject", version: 1, chain_index: null, prev_hash: null, hash: null }
      await replaced(unsealed, before, before.with(3, changed as AuditEntry))
      await run(sealAuditLog(unsealed))
      expect(await verdict(unsealed)).toMatchObject({ intact: false, fault: "anchor", chain_index: 3, id: changed.id })
    })

    test("the note of the end cannot be set to another place, and goes on behind entries that an earlier release sealed", async () => {
      const tenant = await aTenant()
      await written(tenant, 2)
      const early = await heads(tenant, (store) => store.find("head"))
      await written(tenant, 2)
      const noted = await heads(tenant, (store) => store.find("head"))
      expect([early.chain_index, noted.chain_index]).toEqual([1, 3])
      const put = (head: typeof noted) =>
        heads(tenant, (store) => Effect.andThen(store.remove("head"), store.insert({ ...head, version: 1 })))
      for (const wrong of [{ chain_index: 2 }, { hash: other }, { digest: other }, { chain_index: 1, hash: early.hash }]) {
        await put({ ...noted, ...wrong })
        expect([wrong, await verdict(tenant)]).toEqual([wrong, expect.objectContaining({ intact: false, fault: "anchor" })])
      }
      // An earlier release seals and notes nothing: the note is behind, as this one is.
      await put(early)
      expect(await verdict(tenant)).toMatchObject({ intact: true, length: 4 })
      await written(tenant, 1)
      expect(await heads(tenant, (store) => store.find("head"))).toMatchObject({ chain_index: 4 })
      expect(await verdict(tenant)).toMatchObject({ intact: true, length: 5 })
    })

    if (owned !== null)
      test("an entry that is whole and is found by other columns than its own is named", async () => {
        const tenant = await aTenant()
        await written(tenant, 4)
        const [, entry] = await stored(tenant)
        const where = `organization = '${tenant.organization}' and id = '${entry?.id}'`
        for (const [column, value] of [
          ["action", "'cases.reject'"],
          ["actor_id", "'usr_nobody'"],
          ["target_id", "null"],
          ["created_at", "'2020-01-01T00:00:00.000Z'"],
          ["hash", `'${other}'`]
        ] as const) {
          const set = (to: string) =>
            forge(
              tenant,
              () =>
                Effect.flatMap(Database, ({ sql }) =>
                  Effect.promise(() => sql.unsafe(`update audit_log set ${column} = ${to} where ${where}`))
                ) as Effect.Effect<unknown>
            )
          const path = { actor_id: "data -> 'actor' ->> 'id'", target_id: "data -> 'target' ->> 'id'" }
          await set(value)
          expect([column, await verdict(tenant)]).toEqual([
            column,
            { intact: false, position: 1, chain_index: 1, id: entry?.id ?? "", fault: "filed" }
          ])
          await set(Object.entries(path).find(([name]) => name === column)?.[1] ?? `data ->> '${column}'`)
          expect(await verdict(tenant)).toMatchObject({ intact: true, length: 4 })
        }
      })

    test("a broken log is reported by the watch, and says so itself", async () => {
      const tenant = await aTenant()
      await written(tenant, 3)
      const rows = await stored(tenant)
      const changed = { ...(rows[1] as AuditEntry), action: "cases.reject" }
      await replaced(tenant, rows, rows.with(1, changed))
      const found = await run(watchAuditLogs)
      expect(found.filter((each) => each.tenant.organization === tenant.organization)).toEqual([
        { tenant, verdict: { intact: false, position: 1, chain_index: 1, id: changed.id, fault: "content" } }
      ])
      const where = [{ field: "action", op: "eq", value: "audit_log.verify" }] as const
      const entries = await within(
        tenant,
        Effect.flatMap(AuditLog, (log) => log.list({ where, limit: 5 }))
      )
      expect(entries).toMatchObject([{ outcome: "failed", target: { id: changed.id }, changes: [{ path: "chain.1", to: "content" }] }])
    })
  })
}
