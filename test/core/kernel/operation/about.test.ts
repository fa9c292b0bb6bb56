import { afterAll, expect, test } from "bun:test"
import { operation, scopes } from "@vouchkit/core/kernel/operation/operation"
import { operations, resources } from "@vouchkit/core/registry"
import { Effect, Schema } from "effect"
import { aCore } from "../../../support/operations.ts"

const core = await aCore()
afterAll(() => core.dispose())

test("every operation whose answers are stored says what they are about", () => {
  const stored = operations.filter(({ contract: { effect, method } }) => method === "POST" && effect !== "read")
  expect(stored.length).toBeGreaterThan(50)
  expect(stored.filter(({ contract }) => contract.about === undefined).map(({ contract }) => contract.name)).toEqual([])
})

test("an operation whose answers are stored does not compile without saying what they are about", () => {
  const contract = {
    summary: "Do",
    method: "POST",
    path: "/do",
    access: scopes("sessions:create"),
    effect: "write",
    output: Schema.Struct({ id: Schema.String })
  } as const
  const handle = () => Effect.succeed({ id: "1" })
  // @ts-expect-error a POST that writes names no `about`
  operation(contract, handle)
  // @ts-expect-error the answer has no member of this name
  operation({ ...contract, about: ({ session_id }) => session_id }, handle)
  operation({ ...contract, about: ({ id }) => id }, handle)
  operation({ ...contract, about: null }, handle)
  operation({ ...contract, effect: "read" }, handle)
})

test("erasing a subject erases the stored answers about it, and leaves those about others", async () => {
  const { create, erase } = resources.screeningSubjects
  const { rescreen } = resources.screenings
  const first = (await core.ask(create, { name: "Ada Example" }, {}, "subject")).output
  const other = (await core.ask(create, { name: "Ben Example" }, {}, "other")).output
  const screened = (await core.ask(rescreen, { subject_id: first.id }, {}, "screening")).output
  expect(screened.subject_id).toBe(first.id)
  expect((await core.ask(create, { name: "Ada Example" }, {}, "subject")).replayed).toBe(true)
  expect((await core.ask(rescreen, { subject_id: first.id }, {}, "screening")).replayed).toBe(true)

  await core.ask(erase, { subject_id: first.id })
  const again = await core.ask(create, { name: "Ada Example" }, {}, "subject")
  expect([again.replayed, again.output.id === first.id]).toEqual([false, false])
  expect((await core.refusal(rescreen, { subject_id: first.id })).code).toBe("subject_erased")
  const kept = await core.ask(create, { name: "Ben Example" }, {}, "other")
  expect([kept.replayed, kept.output.id]).toEqual([true, other.id])
})
