import { afterAll, describe, expect, test } from "bun:test"
import * as Crypto from "@vouchkit/adapters/crypto/vault"
import * as Memory from "@vouchkit/adapters/memory"
import * as Postgres from "@vouchkit/adapters/postgres"
import { Database } from "@vouchkit/adapters/postgres/database"
import { asSystem } from "@vouchkit/core/kernel/access/system-caller"
import { AuditLog, auditEntries, record } from "@vouchkit/core/kernel/audit/log"
import { auditLog } from "@vouchkit/core/resources/audit/operations"
import { sealableAt, sealAuditLog, sealAuditLogs, sealLagMillis } from "@vouchkit/core/resources/audit/seal"
import { keepAnchor } from "@vouchkit/core/resources/audit/anchor"
import { auditLifetime, verifyAuditLog } from "@vouchkit/core/resources/audit/verify"
import { after, now } from "@vouchkit/core/kernel/foundation/time"
import { Caller, Tenant } from "@vouchkit/core/kernel/access/caller"
import { execute } from "@vouchkit/core/kernel/operation/execute"
import { Sweep } from "@vouchkit/core/kernel/storage/sweep"
import { Effect, Layer, ManagedRuntime } from "effect"
import { TestClock } from "effect/testing"
import { callerOf, start } from "../support/operations.ts"
import { sharedDatabase } from "../support/postgres.ts"

/** Storage as the service has it, and in the hands of someone who owns it and switches its guard off; in memory there is none. */
const adapters: Record<string, () => Promise<{ readonly storage: Layer.Layer<any, any>; readonly owned: Layer.Layer<any, any> | null }>> = {
  memory: async () => ({ storage: Memory.layer, owned: null }),
  postgres: async () => {
    const { owner, service } = await sharedDatabase()
    return {
      storage: Postgres.layer({ connect: service, maximumConnections: 6 }),
      owned: Postgres.layer({ connect: owner, maximumConnections: 2 })
    }
  }
}
const guard = (state: "enable" | "disable") =>
  Effect.flatMap(Database, ({ sql }) => Effect.promise(() => sql.unsafe(`alter table audit_log ${state} trigger audit_log_guarded`)))
const { list } = auditLog

for (const [name, make] of Object.entries(adapters)) {
  describe(`the audit chain in ${name}`, async () => {
    const { owned, storage } = await make()
    const runtime = ManagedRuntime.make(Layer.mergeAll(storage, Crypto.layer(new Uint8Array(32).fill(7)), TestClock.layer()))
    afterAll(() => runtime.dispose())
    const run = <A, E>(effect: Effect.Effect<A, E, any>): Promise<A> => runtime.runPromise(effect as Effect.Effect<A, E, never>)
    const wait = (millis: number) => run(TestClock.adjust(millis))
    await run(TestClock.setTime(Date.parse(start)))

    let tenants = 0
    const aTenant = () => {
      tenants += 1
      return { organization: `org_${tenants}`, environment: "live" } as const
    }
    type Name = ReturnType<typeof aTenant>
    const log = <A, E, R>(tenant: Name, use: (log: AuditLog["Service"]) => Effect.Effect<A, E, R>) =>
      run(Effect.provideService(Effect.flatMap(AuditLog, use), Tenant, tenant))
    const forge = (tenant: Name, use: (log: AuditLog["Service"]) => Effect.Effect<unknown, unknown, Tenant>) => {
      const forged = Effect.provideService(Effect.flatMap(AuditLog, use), Tenant, tenant)
      return owned === null
        ? run(forged)
        : Effect.runPromise(Effect.provide(Effect.andThen(guard("disable"), Effect.ensuring(forged, guard("enable"))), owned))
    }
    const write = (tenant: Name, count: number, action = "cases.approve") =>
      run(
        asSystem(
          tenant,
          "test"
        )(
          Effect.forEach(
            Array.from({ length: count }, (_, index) => index),
            (index) =>
              record({
                action,
                target: { type: "case", id: `rvc_${index}` },
                changes: [{ path: "ß.weight", from: undefined, to: { b: 1.5, a: ["é", null, -0, 1e21] } }],
                outcome: "succeeded"
              })
          )
        )
      )
    const stored = (tenant: Name) => log(tenant, (all) => all.list({ limit: 1_000, order: [{ field: "chain_index", direction: "asc" }] }))
    const verdict = (tenant: Name) => run(Effect.provideService(verifyAuditLog(), Tenant, tenant))

    test("entries are sealed in order once they have settled, and verify as they are read back", async () => {
      const tenant = aTenant()
      await write(tenant, 3)
      expect(await run(sealAuditLog(tenant))).toBe(0)
      await wait(sealLagMillis)
      expect(await run(sealAuditLog(tenant))).toBe(3)
      expect(await run(sealAuditLog(tenant))).toBe(0)
      const rows = await stored(tenant)
      expect(rows.map(({ chain_index }) => chain_index)).toEqual([0, 1, 2])
      expect(rows.map(({ id }) => id)).toEqual(rows.map(({ id }) => id).sort())
      expect(rows.map(({ prev_hash }) => prev_hash)).toEqual([null, rows[0]?.hash ?? "", rows[1]?.hash ?? ""])
      expect(await verdict(tenant)).toEqual({ intact: true, length: 3, head: rows[2]?.hash ?? null, first_index: 0, last_index: 2 })
    })

    test("sealing changes nothing else of an entry", async () => {
      const tenant = aTenant()
      await write(tenant, 1)
      const [before] = await stored(tenant)
      await wait(60_000)
      await run(sealAuditLog(tenant))
      const [sealed] = await stored(tenant)
      const { chain_version, origin_digest, seal_digest, ...rest } = sealed ?? ({} as NonNullable<typeof sealed>)
      expect([chain_version, origin_digest?.length, seal_digest?.length]).toEqual([2, 64, 64])
      expect({ ...rest, version: 1, chain_index: null, prev_hash: null, hash: null } as unknown).toEqual(before)
    })

    test("the chain goes on where it ended, over many batches", async () => {
      const tenant = aTenant()
      await write(tenant, 450)
      await wait(sealLagMillis)
      expect(await run(sealAuditLog(tenant))).toBe(450)
      await write(tenant, 2)
      await wait(sealLagMillis)
      expect(await run(sealAuditLog(tenant))).toBe(2)
      expect(await verdict(tenant)).toMatchObject({ intact: true, length: 452 })
    })

    test("an entry that commits after later ones were sealed joins the chain and breaks nothing", async () => {
      const tenant = aTenant()
      await write(tenant, 2)
      const [late, early] = await stored(tenant)
      if (late === undefined || early === undefined) throw new Error("nothing was written")
      const [first, second] = [late, early].sort((a, b) => (a.id < b.id ? -1 : 1))
      if (first === undefined || second === undefined) throw new Error("nothing was written")
      await forge(tenant, (all) => all.remove(first.id))
      await wait(sealLagMillis)
      expect(await run(sealAuditLog(tenant))).toBe(1)
      await log(tenant, (all) => all.insert(first))
      expect(await run(sealAuditLog(tenant))).toBe(1)
      expect((await stored(tenant)).map(({ id }) => id)).toEqual([second.id, first.id])
      expect(await verdict(tenant)).toMatchObject({ intact: true, length: 2 })
    })

    test("chains of tenants do not mix, and one run seals all that are due", async () => {
      await wait(sealLagMillis)
      // Until no entry of another test is due.
      while ((await run(sealAuditLogs)) > 0);
      const [one, two] = [aTenant(), aTenant()]
      await write(one, 2)
      await write(two, 1)
      await wait(sealLagMillis)
      expect(await run(sealAuditLogs)).toBe(3)
      expect([await verdict(one), await verdict(two)]).toMatchObject([
        { intact: true, length: 2 },
        { intact: true, length: 1 }
      ])
      expect(
        await run(Effect.flatMap(now, (instant) => Effect.flatMap(Sweep, (sweep) => sweep.due(auditEntries, sealableAt(instant), 10))))
      ).toEqual([])
    })

    test("of many who seal at once none forks the chain, and nothing is left unsealed", async () => {
      const tenant = aTenant()
      await write(tenant, 30)
      await wait(sealLagMillis)
      await run(
        Effect.all(
          Array.from({ length: 6 }, () => Effect.exit(sealAuditLog(tenant))),
          { concurrency: 6 }
        )
      )
      await run(sealAuditLog(tenant))
      expect(await verdict(tenant)).toMatchObject({ intact: true, length: 30 })
    })

    test("a change in storage is found where it was made", async () => {
      const tenant = aTenant()
      await write(tenant, 5)
      await wait(sealLagMillis)
      await run(sealAuditLog(tenant))
      const rows = await stored(tenant)
      const changed = rows[3]
      if (changed === undefined) throw new Error("nothing was written")
      await forge(tenant, (all) => all.save({ ...changed, outcome: "failed" }))
      expect(await verdict(tenant)).toEqual({ intact: false, position: 3, chain_index: 3, id: changed.id, fault: "content" })
      await forge(tenant, (all) => all.remove(changed.id))
      expect(await verdict(tenant)).toEqual({ intact: false, position: 3, chain_index: 3, id: null, fault: "missing" })
    })

    test("a chain whose oldest entries were removed at the end of their retention still verifies", async () => {
      const tenant = aTenant()
      await write(tenant, 4)
      await wait(sealLagMillis)
      await run(sealAuditLog(tenant))
      const rows = await stored(tenant)
      const signed = { chain_index: 3, first_index: 0, hash: rows[3]?.hash ?? "" }
      await run(Effect.provideService(keepAnchor(signed), Tenant, tenant))
      for (const row of rows.slice(0, 2)) await forge(tenant, (all) => all.remove(row.id))
      expect(await verdict(tenant)).toMatchObject({ intact: false, fault: "beginning", chain_index: 0 })
      await wait(auditLifetime)
      expect(await verdict(tenant)).toMatchObject({ intact: true, length: 2, head: rows[3]?.hash ?? null, first_index: 2 })
    })

    test("the log is read by prefix, actor, target and time", async () => {
      const tenant = aTenant()
      for (const action of ["mcp.get_session", "mcpx.a", "mcp", "m%.z", "m_p.z"]) await write(tenant, 1, action)
      const instant = await run(now)
      const actions = async (query: object) =>
        (
          await run(
            Effect.provideService(execute(list, { input: Effect.succeed({ limit: 50, offset: 0, ...query }) }), Caller, callerOf(tenant))
          )
        ).output.data.map(({ action }) => action)
      expect(await actions({ action_prefix: "mcp" })).toEqual(["mcp.get_session"])
      expect(await actions({ action_prefix: "m%" })).toEqual(["m%.z"])
      expect(await actions({ action_prefix: "m_p" })).toEqual(["m_p.z"])
      expect(await actions({ actor_id: "test", target_id: "rvc_0", from: instant, to: instant })).toHaveLength(5)
      expect(await actions({ from: after(instant, 1) })).toEqual([])
    })

    test("an action that was spelled with hyphens once is found under either spelling, whichever it was written with", async () => {
      const tenant = aTenant()
      const written = [
        "webhook-endpoints.create",
        "webhook_endpoints.create",
        "list-entries.import",
        "list_entries.import",
        "cases.approve"
      ]
      for (const action of written) await write(tenant, 1, action)
      const found = async (query: object) => {
        const input = Effect.succeed({ limit: 50, offset: 0, ...query })
        const { output } = await run(Effect.provideService(execute(list, { input }), Caller, callerOf(tenant)))
        return output.data.map(({ action }) => action).toSorted()
      }
      const [oldCreate = "", newCreate = "", oldImport = "", newImport = ""] = written
      for (const action of [oldCreate, newCreate]) expect(await found({ action })).toEqual([oldCreate, newCreate])
      for (const action_prefix of ["webhook-endpoints", "webhook_endpoints"]) {
        expect(await found({ action_prefix })).toEqual([oldCreate, newCreate])
        expect(await found({ action: newCreate, action_prefix })).toEqual([oldCreate, newCreate])
      }
      expect(await found({ action_prefix: "list_entries", target_id: "rvc_0" })).toEqual([oldImport, newImport])
      expect(await found({ action: "list-entries.import" })).toEqual([oldImport, newImport])
      expect(await found({ action: "webhook-endpoints" })).toEqual([])
      expect(await found({ action_prefix: "cases" })).toEqual(["cases.approve"])
    })
  })
}
