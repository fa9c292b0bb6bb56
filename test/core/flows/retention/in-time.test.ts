import { afterAll, expect, test } from "bun:test"
import { provisionOrganization } from "@vouchkit/core/flows/organization-settings/replace"
import { eraseByPolicies } from "@vouchkit/core/flows/retention/erase"
import { StorageUnavailable } from "@vouchkit/core/kernel/foundation/failure"
import { LongestTransaction, OpenTooLong, UnitOfWork } from "@vouchkit/core/kernel/storage/unit-of-work"
import { ReceiptStore } from "@vouchkit/core/resources/erasure/kept-receipts"
import { SessionStore } from "@vouchkit/core/resources/sessions/model"
import { Effect } from "effect"
import { startService } from "../../../support/service.ts"
import { aSession } from "../../../support/sessions.ts"
import { acmeSandbox, as } from "../../../support/tenants.ts"

const service = await startService("memory", { clock: "2026-06-01T00:00:00.000Z" })
afterAll(() => service.stop())
const run = <A>(effect: Effect.Effect<A, any, any>): Promise<A> => service.runtime.runPromise(effect as Effect.Effect<A>)
const sessions = <A>(use: (store: SessionStore["Service"]) => Effect.Effect<A, any, any>) =>
  run(as(acmeSandbox)(Effect.flatMap(SessionStore, use)))

await service.key()
await run(
  provisionOrganization({ organization: "org_acme", environments: ["sandbox"], policy: { retention: { sessions: { approved: 30 } } } })
)
const due = async (day: number) => {
  const session = aSession({ status: "approved", decided_at: `2026-01-0${day}T00:00:00.000Z` })
  await sessions((store) => store.insert(session))
  return session.id
}
const erased = async (id: string) => (await sessions((store) => store.find(id)))?.redacted_at !== null

/** A turn in which the storage ends transactions that stay open for too long: those of which `ends` says so, by how many there were before. */
const turn = async (ends: (transactions: number) => boolean) => {
  const bounds: Array<number | null> = []
  const turns = Effect.gen(function* () {
    const unit = yield* UnitOfWork
    const over = new StorageUnavailable({ cause: new OpenTooLong("over") })
    const transaction: typeof unit.transaction = (effect) =>
      Effect.flatMap(LongestTransaction, (bound) =>
        unit.transaction(
          Effect.flatMap(effect, (value) => {
            bounds.push(bound)
            return ends(bounds.length) ? Effect.fail(over) : Effect.succeed(value)
          })
        )
      )
    return yield* Effect.provideService(eraseByPolicies, UnitOfWork, { ...unit, transaction })
  })
  const { tally } = await run(turns)
  return { tally: Object.fromEntries(tally), bounds }
}

test("a transaction of retention is bounded by 100 ms, and one that was ended is tried again within them", async () => {
  const id = await due(1)
  const { bounds, tally } = await turn((transactions) => transactions < 5)
  expect(tally).toEqual({ "sessions.approved:erased": 1 })
  expect(await erased(id)).toBe(true)
  expect(new Set(bounds)).toEqual(new Set([100]))
  const receipts = await run(as(acmeSandbox)(Effect.flatMap(ReceiptStore, (store) => store.list({ limit: 10 }))))
  expect(receipts.filter(({ scope_id }) => scope_id === id)).toHaveLength(1)
})

test("a record that takes longer five times gets more time with each further try, and in the end as much as it takes", async () => {
  const slow = await due(2)
  const { bounds, tally } = await turn((transactions) => transactions < 8)
  expect(tally).toEqual({ "sessions.approved:erased": 1 })
  expect(await erased(slow)).toBe(true)
  expect(bounds.slice(0, 8)).toEqual([100, 100, 100, 100, 100, 400, 1_600, null])
})

test("the next record has its 100 ms again", async () => {
  const [slow, next] = [await due(3), await due(4)]
  const { bounds, tally } = await turn((transactions) => transactions < 6)
  expect(tally).toEqual({ "sessions.approved:erased": 2 })
  expect([await erased(slow), await erased(next)]).toEqual([true, true])
  expect(bounds.slice(0, 7)).toEqual([100, 100, 100, 100, 100, 400, 100])
})
