import { afterAll, expect, test } from "bun:test"
import { provisionOrganization } from "@vouchkit/core/flows/organization-settings/replace"
import { SessionStore } from "@vouchkit/core/resources/sessions/model"
import { runOnce } from "@vouchkit/worker/jobs/schedule"
import { timers } from "@vouchkit/worker/jobs/timers"
import { Effect, Metric } from "effect"
import { aSession } from "../support/sessions.ts"
import { startService } from "../support/service.ts"
import { acmeSandbox, as } from "../support/tenants.ts"

const service = await startService("memory", { clock: "2026-06-01T00:00:00.000Z" })
afterAll(() => service.stop())
const run = <A>(effect: Effect.Effect<A, any, any>): Promise<A> =>
  service.runtime.runPromise(effect as Effect.Effect<any> as Effect.Effect<A>)

test("the timer of retention erases what a policy says, and counts it by kind and outcome", async () => {
  await service.key()
  const session = aSession({ status: "approved", decided_at: "2026-01-01T00:00:00.000Z" })
  await run(as(acmeSandbox)(Effect.flatMap(SessionStore, (store) => store.insert(session))))
  const policy = { retention: { sessions: { approved: 30 } } }
  await run(provisionOrganization({ organization: "org_acme", environments: ["sandbox"], policy }))
  await run(runOnce(timers.filter(({ name }) => name === "retention.erase")))
  const stored = await run(as(acmeSandbox)(Effect.flatMap(SessionStore, (store) => store.find(session.id))))
  expect(stored?.redacted_at).toBe("2026-06-01T00:00:00.000Z")
  const counted = (await run(Metric.snapshot)).filter(({ id }) => id === "vouchkit_retention_records_total")
  expect(counted.map(({ attributes, state }) => [attributes, state])).toEqual([
    [expect.objectContaining({ kind: "sessions.approved", outcome: "erased" }), expect.objectContaining({ count: 1 })]
  ])
})
