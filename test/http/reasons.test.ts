import { afterAll, beforeEach, describe, expect, test } from "bun:test"
import { AuditLog } from "@vouchkit/core/kernel/audit/log"
import { Tenant } from "@vouchkit/core/kernel/access/caller"
import { sealAuditLog } from "@vouchkit/core/resources/audit/seal"
import { verifyAuditLog } from "@vouchkit/core/resources/audit/verify"
import { operations } from "@vouchkit/core/registry"
import { Effect, Layer } from "effect"
import { requestFor } from "../support/fixtures.ts"
import { renewing } from "../support/renewed-tenant.ts"
import { aWatchlist, sanctioned } from "../support/screening.ts"
import { startService } from "../support/service.ts"

const renewal = renewing()
const service = await startService("memory", { beside: Layer.merge(aWatchlist(sanctioned()).layer, renewal.layer) })
afterAll(() => service.stop())

const words = "Ada Example asked for it by telephone"
const organization = "org_reason"
const within = <A, E>(effect: Effect.Effect<A, E, any>) =>
  service.runtime.runPromise(Effect.provideService(effect, Tenant, { organization, environment: "sandbox" }) as Effect.Effect<A, E, never>)
const { fixtures, key, renew } = await renewal.tenant(service, organization)
// What was destroyed for one operation would be missing to the next.
beforeEach(renew)

const entriesOf = async (action: string) => (await service.call("GET", `/events?action=${action}`, { key })).body.data
const stored = Effect.flatMap(AuditLog, (log) => log.list({ limit: 1_000 }))

/** What else takes a reason: a change of a decision, and running checks again. */
const decided = async () => {
  await service.call("POST", `/cases/${fixtures.case_id}/approve`, { key, body: {} })
  return (await service.call("GET", `/cases/${fixtures.case_id}`, { key })).body.session_id
}

describe("the reason of what is destroyed", () => {
  for (const { contract } of operations.filter(({ contract: { effect } }) => effect === "destructive")) {
    test(`${contract.name} keeps it in its audit entry, for those who may read the log`, async () => {
      const { method, path } = requestFor(contract, fixtures)
      const inQuery = contract.query?.reason !== undefined
      const sent = inQuery ? `${path}?reason=${encodeURIComponent(words)}` : path
      const named = contract.body?.session_ids === undefined ? {} : { session_ids: [fixtures.session_id] }
      const { status } = await service.call(method, sent, { key, ...(inQuery ? {} : { body: { ...named, reason: words } }) })
      expect(status).toBe(200)
      const [entry] = await entriesOf(contract.name)
      expect(entry).toMatchObject({ reason: words, reason_digest: expect.stringMatching(/^[0-9a-f]{64}$/u) })
      expect(JSON.stringify(await within(stored))).not.toContain(words)
    })
  }
})

test("the reason for changing a decision, and that for running checks again, are kept in the entries of these changes", async () => {
  const session = await decided()
  const decision = { outcome: "declined", reason: words }
  expect((await service.call("PATCH", `/sessions/${session}`, { key, body: { decision } })).status).toBe(200)
  expect((await service.call("POST", `/sessions/${session}/reprocess`, { key, body: { reason: `${words}, again` } })).status).toBe(200)
  const [[changed], [repeated]] = [await entriesOf("sessions.update"), await entriesOf("sessions.reprocess")]
  expect([changed.reason, repeated.reason]).toEqual([words, `${words}, again`])
  expect(JSON.stringify(await within(stored))).not.toContain(words)
})

test("an entry without a reason says null, and a chain of entries with and without reasons holds", async () => {
  await service.call("DELETE", `/blocklist/${fixtures.blocklist_entry_id}?reason=${encodeURIComponent(words)}`, { key })
  const [made] = await entriesOf("lists.create")
  expect([made.reason, "reason_digest" in made]).toEqual([null, false])
  const tenant = { organization, environment: "sandbox" } as const
  // Entries are sealed once they are some seconds old; these are made older instead of waiting.
  const aged = Effect.gen(function* () {
    const log = yield* AuditLog
    for (const entry of yield* log.list({ limit: 1_000 })) yield* log.save({ ...entry, created_at: "2026-01-01T00:00:00.000Z" })
  })
  await within(aged)
  expect(await service.runtime.runPromise(sealAuditLog(tenant))).toBeGreaterThan(0)
  expect(await service.runtime.runPromise(Effect.provideService(verifyAuditLog(), Tenant, tenant))).toMatchObject({ intact: true })
})
