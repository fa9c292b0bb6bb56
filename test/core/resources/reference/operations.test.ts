import { afterAll, expect, test } from "bun:test"
import { allScopes } from "@vouchkit/core/kernel/access/scopes"
import { reasonFacts, reasons } from "@vouchkit/core/kernel/foundation/reason-codes"
import { agentDestructiveWindow, agentWindow, PlanLimit, Quotas } from "@vouchkit/core/kernel/quota/quota"
import { Caller } from "@vouchkit/core/kernel/access/caller"
import { execute } from "@vouchkit/core/kernel/operation/execute"
import { PoaReasonCode } from "@vouchkit/core/verification/proof-of-address/reasons"
import { rateLimits, reasonCodes } from "@vouchkit/core/resources/reference/operations"
import { Effect } from "effect"
import { aCore, callerOf } from "../../../support/operations.ts"

const core = await aCore()
afterAll(() => core.dispose())

test("every reason code is answered without asking for pages, with what is known of it", async () => {
  const { output } = await core.ask(reasonCodes.list)
  expect(output.data).toEqual([...reasons])
  expect(output.pagination).toEqual({ total: reasons.length, limit: 100, offset: 0 })
  expect(output.data.find(({ code }) => code === "sanctions_hit")).toEqual({ code: "sanctions_hit", ...reasonFacts.sanctions_hit })
  expect(output.proof_of_address.map(({ code }) => code)).toEqual([...PoaReasonCode.literals])
  const paged = (await core.ask(reasonCodes.list, { limit: 2, offset: 1 })).output
  expect(paged.data).toEqual(reasons.slice(1, 3))
})

test("reason codes fit on one page, so that nobody sees only some of them unknowingly", () => {
  expect(reasons.length).toBeLessThanOrEqual(100)
})

test("either of two scopes reads reason codes, and no other does", async () => {
  for (const scope of ["sessions:read", "verifications:read"] as const)
    expect((await core.ask(reasonCodes.list, {}, { scopes: [scope] })).status).toBe(200)
  expect((await core.refusal(reasonCodes.list, {}, { scopes: ["cases:read"] })).failure.message).toBe(
    "API key missing required scope: sessions:read or verifications:read"
  )
})

test("a key of any one scope reads its own limits", async () => {
  for (const scope of allScopes) expect((await core.ask(rateLimits.list, {}, { scopes: [scope], id: `key_${scope}` })).status).toBe(200)
})

const limitsOf = async (id: string) => {
  const { data } = (await core.ask(rateLimits.list, {}, { id })).output
  return Object.fromEntries(data.map(({ limit, policy, remaining, window_seconds }) => [policy, [limit, remaining, window_seconds]]))
}

test("counters are live: the request itself counts, looking at the others does not", async () => {
  await core.run(Effect.flatMap(Quotas, (quotas) => quotas.take(agentDestructiveWindow("key_live"), "sliding")))
  await core.run(Effect.flatMap(Quotas, (quotas) => quotas.take(agentWindow("key_live"), "sliding")))
  const untouched = { "sessions-create": [300, 300, 60], heavy: [30, 30, 60], search: [120, 120, 60], "bulk-redact": [5, 5, 3600] }
  const agents = { agent: [120, 119, 60], "agent-destructive": [5, 4, 3600] }
  expect(await limitsOf("key_live")).toEqual({ default: [600, 599, 60], ...untouched, ...agents })
  expect(await limitsOf("key_live")).toEqual({ default: [600, 598, 60], ...untouched, ...agents })
  expect((await limitsOf("key_fresh")).agent).toEqual([120, 120, 60])
})

test("without a limit of the plan only the buckets of agents are left", async () => {
  const { output } = await core.run(
    execute(rateLimits.list, { input: Effect.succeed({ limit: 50, offset: 0 }) }).pipe(
      Effect.provideService(PlanLimit, 0),
      Effect.provideService(Caller, callerOf({ id: "key_unlimited" }))
    )
  )
  expect(output.data.map(({ policy }) => policy)).toEqual(["agent", "agent-destructive"])
})
