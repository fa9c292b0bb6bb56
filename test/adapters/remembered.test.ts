import { afterAll, expect, test } from "bun:test"
import * as Postgres from "@vouchkit/adapters/postgres"
import { showAgain, withheldFrom, withhold } from "@vouchkit/core/kernel/operation/withheld-records"
import { UnitOfWork } from "@vouchkit/core/kernel/storage/unit-of-work"
import { Effect, ManagedRuntime } from "effect"
import { freshDatabase } from "../support/postgres.ts"
import { eventually } from "../support/queues.ts"
import { acmeLive, acmeSandbox, as } from "../support/tenants.ts"

const connect = await freshDatabase()
/** Two processes, as far as the database can tell. */
const [own, other] = [ManagedRuntime.make(Postgres.layer({ connect })), ManagedRuntime.make(Postgres.layer({ connect }))]
afterAll(() => Promise.all([own.dispose(), other.dispose()]))

const inOwn = <A, E>(step: Effect.Effect<A, E, any>) =>
  own.runPromise(as(acmeSandbox)(Effect.flatMap(UnitOfWork, ({ transaction }) => transaction(step))) as Effect.Effect<A, E, never>)
const seenBy = async (runtime: typeof own, actor: string, tenant = acmeSandbox): Promise<ReadonlyArray<string>> => [
  ...(await runtime.runPromise(as(tenant)(withheldFrom(actor)) as Effect.Effect<ReadonlySet<string>, never, never>))
]

test("what is withheld holds at once where it was said, soon elsewhere, and for no other tenant, however often it was looked for before", async () => {
  for (const runtime of [own, other]) expect([await seenBy(runtime, "usr_1"), await seenBy(runtime, "usr_1")]).toEqual([[], []])
  await inOwn(withhold("usr_1", "cas_1", ["ses_1"]))
  expect(await seenBy(own, "usr_1")).toEqual(["ses_1"])
  expect(
    await eventually(
      () => seenBy(other, "usr_1"),
      (ids) => ids.length > 0
    )
  ).toEqual(["ses_1"])
  expect([await seenBy(own, "usr_2"), await seenBy(own, "usr_1", acmeLive)]).toEqual([[], []])

  await inOwn(withhold("usr_1", "cas_2", ["ses_2"]))
  expect(await seenBy(own, "usr_1")).toEqual(["ses_1", "ses_2"])
  await inOwn(showAgain("usr_1", "cas_1"))
  expect(await seenBy(own, "usr_1")).toEqual(["ses_2"])
  expect(
    await eventually(
      () => seenBy(other, "usr_1"),
      (ids) => ids.includes("ses_2")
    )
  ).toEqual(["ses_2"])
})

test("a change that is taken back is not remembered", async () => {
  const taken = Effect.andThen(
    withhold("usr_3", "cas_3", ["ses_3"]),
    Effect.andThen(withheldFrom("usr_3"), (ids) => Effect.fail([...ids]))
  )
  expect(await inOwn(Effect.flip(Effect.flatMap(UnitOfWork, ({ transaction }) => transaction(taken))))).toEqual(["ses_3"])
  expect(await seenBy(own, "usr_3")).toEqual([])
})
