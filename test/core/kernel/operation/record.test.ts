import { describe, expect, test } from "bun:test"
import { anyone, operation } from "@vouchkit/core/kernel/operation/operation"
import { merged, operations } from "@vouchkit/core/kernel/operation/record"
import * as registry from "@vouchkit/core/registry"
import { Effect, Schema } from "effect"

const one = (path: `/${string}`) =>
  operation({ summary: "Do", method: "GET", path, access: anyone, effect: "read", output: Schema.Struct({ done: Schema.Boolean }) }, () =>
    Effect.succeed({ done: true })
  )

describe("a record of operations", () => {
  test("names each by its resource and its verb, in snake case", () => {
    const plans = operations("meal_plans", { list: one("/plans"), listForSession: one("/sessions/plans") })
    expect([plans.list.contract.name, plans.listForSession.contract.name]).toEqual(["meal_plans.list", "meal_plans.list_for_session"])
  })

  test("is merged with the others of its resource, in the order of the records", () => {
    const [first, other, second] = [
      operations("meal_plans", { list: one("/plans") }),
      operations("meals", { list: one("/meals") }),
      operations("meal_plans", { get: one("/plan") })
    ]
    const all = merged(first, other, second)
    expect(all.operations.map(({ contract }) => contract.name)).toEqual(["meal_plans.list", "meals.list", "meal_plans.get"])
    expect([all.resources.mealPlans.list, all.resources.mealPlans.get, all.resources.meals.list]).toEqual([
      ...all.operations.slice(0, 1),
      second.get,
      other.list
    ])
  })

  test("may not repeat a verb of its resource", () => {
    const twice = operations("meals", { list: one("/meals") })
    expect(() => merged(twice, operations("meals", { list: one("/meals") }))).toThrow("meals.list")
  })
})

test("every operation is named once, in one spelling, and by its audit action unless the interface fixes another", () => {
  const names = registry.operations.map(({ contract }) => contract.name)
  expect(new Set(names).size).toBe(names.length)
  expect(names.filter((name) => !/^[a-z]+(?:_[a-z]+)*\.[a-z]+(?:_[a-z]+)*$/.test(name))).toEqual([])
  const fixed = registry.operations.flatMap(({ contract: { action } }) => (action === undefined ? [] : [action]))
  expect(fixed).toEqual(["settings.proof_of_address.update", "settings.identity_verification.update", "settings.organization.update"])
})
