import { afterAll, describe, expect, test } from "bun:test"
import { Tenant } from "@vouchkit/core/kernel/access/caller"
import { AuditLog } from "@vouchkit/core/kernel/audit/log"
import { Organizations } from "@vouchkit/core/kernel/tenancy/organizations"
import { changeOrganization } from "@vouchkit/core/resources/access/organizations"
import { Effect } from "effect"
import { startService } from "../support/service.ts"

const start = "2026-03-01T12:00:00.000Z"
const [past, future] = ["2026-03-01T12:00:00.000Z", "2026-03-01T12:00:00.001Z"] as const

for (const storage of ["memory", "postgres"] as const) {
  describe(`what an operator sets for an organization over ${storage}`, async () => {
    const service = await startService(storage, { limit: 600, clock: start })
    afterAll(() => service.stop())
    const run = <A, E>(effect: Effect.Effect<A, E, any>): Promise<A> => service.runtime.runPromise(effect as Effect.Effect<A, E, never>)
    let count = 0
    const anOrganization = async () => {
      count += 1
      const id = `org_plan_${count}`
      const key = await service.key("all", { organization: id })
      return { id, key, set: (change: object) => run(changeOrganization(id, change)) }
    }
    const create = (key: string) => service.call("POST", "/sessions", { key, body: {} })

    test("the limit of a key is that of the plan, and the number of the installation without one", async () => {
      const { key, set } = await anOrganization()
      const limit = async () => (await service.call("GET", "/sessions", { key })).headers.get("ratelimit-limit")
      expect(await limit()).toBe("600")
      const shown: Array<string | null> = []
      for (const plan of ["free", "standard", "growth", "scale", "self_hosted"]) {
        await set({ plan })
        shown.push(await limit())
      }
      expect(shown).toEqual(["60", "300", "600", "1200", "600"])
      await set({ plan: "free" })
      const { body } = await service.call("GET", "/rate-limits", { key })
      const counters = body.data.map((row: { policy: string; limit: number }) => [row.policy, row.limit])
      expect(counters).toContainEqual(["default", 60])
      expect(counters).toContainEqual(["sessions-create", 30])
    })

    test("once a plan has ended its keys read and export and do nothing else, until it is renewed", async () => {
      const { key, set } = await anOrganization()
      const { body: session } = await create(key)
      await set({ plan: "free", plan_expires_at: future })
      expect((await create(key)).status).toBe(201)
      await set({ plan_expires_at: past })
      const refused = await create(key)
      expect([refused.status, refused.body.error]).toEqual([403, "plan_expired"])
      expect((await service.call("PATCH", `/sessions/${session.id}`, { key, body: { tags: ["a"] } })).body.error).toBe("plan_expired")
      expect((await service.call("GET", `/sessions/${session.id}`, { key })).status).toBe(200)
      expect((await service.call("GET", `/sessions/${session.id}/export`, { key })).status).toBe(202)
      await set({ plan: "standard", plan_expires_at: null })
      expect((await create(key)).status).toBe(201)
    })

    test("a disabled environment and addresses outside of the allow-list are refused", async () => {
      const { id, key, set } = await anOrganization()
      const live = await service.key("all", { organization: id, environment: "live" })
      await set({ disabled_environments: ["sandbox"] })
      expect((await service.call("GET", "/sessions", { key })).body.error).toBe("environment_disabled")
      expect((await service.call("GET", "/sessions", { key: live })).status).toBe(200)
      await set({ disabled_environments: [], ip_allowlist: ["192.0.2.0/24"] })
      expect((await service.call("GET", "/sessions", { key })).body.error).toBe("ip_not_allowed")
      await set({ ip_allowlist: [] })
      expect((await service.call("GET", "/sessions", { key })).status).toBe(200)
    })

    test("a change is entered in both audit logs with what was before, and one that changes nothing in none", async () => {
      const { id, set } = await anOrganization()
      await set({ plan: "growth", agent_pii: "masked_names" })
      await set({ plan: "growth" })
      const where = [{ field: "action", op: "eq", value: "organizations.update" }] as const
      for (const environment of ["sandbox", "live"] as const) {
        const list = Effect.flatMap(AuditLog, (log) => log.list({ where, limit: 10 }))
        const entries = await run(Effect.provideService(list, Tenant, { organization: id, environment }))
        expect(entries.map(({ actor, changes }) => [actor.id, changes])).toEqual([
          [
            "operator",
            [
              { path: "plan", from: "self_hosted", to: "growth" },
              { path: "agent_pii", from: "initials", to: "masked_names" }
            ]
          ]
        ])
      }
    })

    test("everything wrong with a change is reported at once, and nothing is changed", async () => {
      const { id, set } = await anOrganization()
      const before = await run(Effect.flatMap(Organizations, (organizations) => organizations.find(id)))
      const wrong = { plan: "gold", plan_expires_at: "soon", ip_allowlist: ["nowhere"], strict_redaction: "perhaps", unknown: 1, name: "" }
      const failure: any = await set(wrong).then(
        () => null,
        (error: unknown) => error
      )
      const text = JSON.stringify(failure)
      for (const name of Object.keys(wrong)) expect([name, text.includes(`"${name}"`)]).toEqual([name, true])
      expect(await run(Effect.flatMap(Organizations, (organizations) => organizations.find(id)))).toEqual(before)
      expect(await run(Effect.flip(changeOrganization("org_nowhere", { plan: "free" })))).toMatchObject({ _tag: "NotFound" })
    })

    test("organizations are listed in the order of their ids, page by page", async () => {
      const list = (after: string, limit: number) =>
        run(Effect.flatMap(Organizations, (organizations) => organizations.list({ after, limit }))).then((rows) => rows.map(({ id }) => id))
      const all = await list("", 100)
      expect(all).toEqual([...all].sort())
      expect(await list(all[0] ?? "", 2)).toEqual(all.slice(1, 3))
    })
  })
}
