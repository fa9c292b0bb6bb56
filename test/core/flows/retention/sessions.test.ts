import { afterAll, describe, expect, test } from "bun:test"
import { provisionHold } from "@vouchkit/core/flows/erasure/set-hold"
import { eraseByPolicies } from "@vouchkit/core/flows/retention/erase"
import { receiptHolds } from "@vouchkit/core/resources/erasure/receipt"
import { SessionStore, type StoredSession } from "@vouchkit/core/resources/sessions/model"
import { provisionOrganization } from "@vouchkit/core/flows/organization-settings/replace"
import { Effect } from "effect"
import { customersOf } from "../../../support/customers.ts"
import { aForm, startService } from "../../../support/service.ts"
import { as } from "../../../support/tenants.ts"

const clock = "2026-06-01T00:00:00.000Z"
const daysAgo = (count: number) => new Date(Date.parse(clock) - count * 86_400_000).toISOString()

for (const storage of ["memory", "postgres"] as const) {
  describe(`retention of sessions in ${storage}`, async () => {
    const service = await startService(storage, { clock })
    afterAll(() => service.stop())
    const run = <A>(effect: Effect.Effect<A, any, any>): Promise<A> => service.runtime.runPromise(effect as Effect.Effect<A>)
    const policy = (retention: unknown, organization: string) =>
      run(provisionOrganization({ organization, environments: ["sandbox"], policy: { retention } }))
    const turn = async () => Object.fromEntries((await run(eraseByPolicies)).tally)
    const customer = customersOf(service, "retention")

    /** An organization of a test's own and what it does there, under this policy. A turn goes through all of them, and finds nothing of another test that is due. */
    const under = async (retention?: unknown) => {
      const { call: ok, key, organization } = await customer()
      if (retention !== undefined) await policy(retention, organization)
      const tenant = { organization, environment: "sandbox" } as const
      const change = (id: string, change: Partial<StoredSession>) =>
        run(
          as(tenant)(
            Effect.flatMap(SessionStore, (store) =>
              Effect.flatMap(store.find(id), (found) => (found === undefined ? Effect.void : store.save({ ...found, ...change })))
            )
          )
        )
      const ended = async (status: "approved" | "declined" | "expired", days: number) => {
        const { id } = await ok("POST", "/sessions", { external_reference: `ref-${crypto.randomUUID()}`, expected: { last_name: "Quill" } })
        await change(
          id,
          status === "expired"
            ? { status, expired_reason: "abandoned", updated_at: daysAgo(days) }
            : { status, decided_at: daysAgo(days), updated_at: daysAgo(1) }
        )
        return id as string
      }
      const erased = async (id: string) => (await ok("GET", `/sessions/${id}`)).redacted_at !== null
      const preview = async (body: unknown = {}) => (await ok("POST", "/settings/organization/retention-preview", body)).due
      return { change, ended, erased, key, ok, preview, tenant }
    }
    const byOutcome = { sessions: { approved: 30, declined: 10, expired: 5 } }

    test("erases nothing while the policy says nothing", async () => {
      const { ended, erased, preview } = await under()
      const id = await ended("approved", 3000)
      expect(await turn()).toEqual({})
      expect(await erased(id)).toBe(false)
      expect(await preview()).toEqual([])
    })

    test("erases by outcome what is older than the policy says, and nothing younger", async () => {
      const { ended, erased, preview } = await under(byOutcome)
      const over = [await ended("approved", 30), await ended("declined", 10), await ended("expired", 5)]
      const young = [await ended("approved", 29), await ended("declined", 9), await ended("expired", 4)]
      expect((await preview()).map(({ count, kind, sample }: any) => [kind, count, sample[0].id])).toEqual([
        ["sessions.approved", 1, over[0]],
        ["sessions.declined", 1, over[1]],
        ["sessions.expired", 1, over[2]]
      ])
      expect(await turn()).toEqual({ "sessions.approved:erased": 1, "sessions.declined:erased": 1, "sessions.expired:erased": 1 })
      expect(await Promise.all(over.map(erased))).toEqual([true, true, true])
      expect(await Promise.all(young.map(erased))).toEqual([false, false, false])
      expect(await turn()).toEqual({})
      expect((await preview()).map(({ count }: any) => count)).toEqual([0, 0, 0])
    })

    test("gives each session a receipt and an audit entry of the policy's own", async () => {
      const { ended, ok } = await under(byOutcome)
      const id = await ended("declined", 50)
      await turn()
      const [receipt] = (await ok("GET", `/receipts?scope_id=${id}`)).data
      expect(receiptHolds(receipt, receipt.public_key)).toBe(true)
      expect(receipt.counts.sessions).toBe(1)
      const [entry] = (await ok("GET", `/events?target_id=${id}&action=sessions.redact`)).data
      expect(entry).toMatchObject({ actor: { type: "system", id: "retention" }, changes: [{ path: "retention", to: "sessions.declined" }] })
    })

    test("tries a policy that is not stored, and changes nothing by it", async () => {
      const { ended, erased, preview } = await under(byOutcome)
      const [older, id] = [await ended("declined", 9), await ended("declined", 8)]
      const due = await preview({ retention: { sessions: { declined: 7 } } })
      expect(due).toEqual([{ kind: "sessions.declined", days: 7, count: 2, count_is_lower_bound: false, sample: expect.any(Array) }])
      expect(due[0].sample[1]).toEqual({ id, since: daysAgo(8), kept_by: null })
      expect(due[0].sample[0].id).toBe(older)
      await turn()
      expect([await erased(older), await erased(id)]).toEqual([false, false])
    })

    test("passes over sessions that a legal hold keeps, by themselves or by their identity, and goes on behind them", async () => {
      const { change, ended, erased, ok, preview, tenant } = await under(byOutcome)
      const [one, two, behind] = [await ended("approved", 90), await ended("approved", 80), await ended("approved", 70)]
      const identity = await ok("POST", "/identities", { last_name: "Example" })
      await change(two, { identity_id: identity.id })
      const hold = (id: string, held: boolean) => run(provisionHold(tenant, id, { held, reason: "Case 17 of 2026" }))
      await hold(one, true)
      await hold(identity.id, true)
      expect((await preview())[0].sample.map(({ kept_by }: any) => kept_by)).toEqual(["legal_hold", "legal_hold", null])
      expect(await turn()).toEqual({ "sessions.approved:held": 2, "sessions.approved:erased": 1 })
      expect([await erased(one), await erased(two), await erased(behind)]).toEqual([false, false, true])
      await hold(one, false)
      await hold(identity.id, false)
      expect(await turn()).toEqual({ "sessions.approved:erased": 2 })
    })

    test("is shared by workers that run at once: each session is erased one time", async () => {
      const { ended, ok } = await under(byOutcome)
      const ids = await Promise.all(Array.from({ length: 12 }, () => ended("approved", 60)))
      const tallies = await Promise.all([turn(), turn()])
      expect(tallies.reduce((sum, tally) => sum + (tally["sessions.approved:erased"] ?? 0), 0)).toBe(12)
      for (const id of ids) expect((await ok("GET", `/receipts?scope_id=${id}`)).data).toHaveLength(1)
    })

    test("takes files along, and leaves sessions of other organizations and environments alone", async () => {
      const { change, ended, key, ok } = await under(byOutcome)
      const id = await ended("created" as "approved", 90)
      await change(id, { status: "in_progress", decided_at: null })
      await service.call("POST", `/sessions/${id}/documents`, { key, raw: aForm({ kind: "proof_of_address" }) })
      await change(id, { status: "approved", decided_at: daysAgo(90) })
      const other = await under({ sessions: { approved: 1 } })
      const elsewhere = await other.ok("POST", "/sessions", {})
      await turn()
      const [receipt] = (await ok("GET", `/receipts?scope_id=${id}`)).data
      expect(receipt.counts).toMatchObject({ documents: 1, files: 1 })
      expect((await other.ok("GET", `/sessions/${elsewhere.id}`)).redacted_at).toBeNull()
    })

    test("refuses days that are none", async () => {
      const key = await service.key()
      for (const approved of [0, -1, 1.5, 36_501, "30"]) {
        const asked = { retention: { sessions: { approved } } }
        expect((await service.call("POST", "/settings/organization/retention-preview", { key, body: asked })).status).toBe(422)
      }
    })
  })
}
