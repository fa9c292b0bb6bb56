import { afterAll, describe, expect, test } from "bun:test"
import type { GraphNode } from "@vouchkit/core/verification/workflows/graph"
import { customersOf } from "../support/customers.ts"
import { startService } from "../support/service.ts"
import { end, graphOf, passing } from "../support/workflow-graphs.ts"

const service = await startService("memory")
afterAll(() => service.stop())
const { ask, call } = await customersOf(service, "hostile")()
const { id } = await call("POST", "/workflows", { name: "Hostile" })

const check: GraphNode = { type: "check", config: { type: "age" } }
const chain = (length: number) => {
  const ids = Array.from({ length }, (_, index) => `n${index}`)
  const edges = ids.map((to, index) => [ids[index - 1] ?? "start", to] as const)
  return graphOf({ ...Object.fromEntries(ids.map((name) => [name, check])), done: end("approved") }, [
    ...edges,
    [ids.at(-1) ?? "start", "done"]
  ])
}
const asking = (when: unknown) => {
  const graph = graphOf({ fork: passing.branch, yes: end("approved"), no: end("declined") }, [
    ["start", "fork"],
    ["fork", "no"]
  ])
  return { ...graph, edges: [...graph.edges, { from: "fork", to: "yes", when }] }
}
const nested = (depth: number): object => (depth === 0 ? { eq: [{ var: "session.status" }, "processing"] } : { not: nested(depth - 1) })
const circle = graphOf({ one: check, two: check, done: end("approved") }, [
  ["start", "one"],
  ["one", "two"],
  ["two", "one"],
  ["two", "done"]
])
const strange = { ...chain(1), nodes: { ...chain(1).nodes, n0: { ...check, extra: 1, config: { type: "age", more: 2 } } }, left: 3 }

const wrong = { type: "check", config: { type: "bogus", more: 1 }, extra: 1 }
const crowd = { ...chain(1), nodes: Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`n${index}`, wrong])) }
const asksNames = asking({
  or: ["constructor", "gate.constructor.data.valueof"].map((name) => ({ eq: [{ var: name }, 1] }))
})
const named = {
  ...asksNames,
  nodes: { ...asksNames.nodes, constructor: { type: "constructor", config: {} } },
  edges: [...asksNames.edges, { from: "constructor", to: "valueof" }]
}

const hostile: Readonly<Record<string, readonly [unknown, ReadonlyArray<string>]>> = {
  "a circle": [circle, ["circle"]],
  "a hundred and one nodes": [chain(99), ["too_many_nodes"]],
  "ten thousand nodes without edges": [{ ...chain(10_000), edges: [] }, ["too_many_nodes"]],
  "ten thousand nodes": [chain(10_000), ["too_many_values"]],
  "a condition eleven deep": [asking(nested(11)), ["invalid_condition"]],
  "a condition a thousand deep": [asking(nested(1_000)), ["too_deep"]],
  "ten thousand conditions": [asking({ or: Array.from({ length: 5_000 }, () => nested(0)) }), ["invalid_condition"]],
  "a constant of half a megabyte": [asking({ eq: [{ var: "session.external_reference" }, "x".repeat(500_000)] }), ["too_large"]],
  "a constant of a hundred kilobytes": [
    asking({ eq: [{ var: "session.external_reference" }, "x".repeat(100_000)] }),
    ["invalid_condition"]
  ],
  "a hundred wrong nodes": [crowd, ["more_problems"]],
  "names of what every object has": [named, ["enum", "unknown_field", "unknown_field", "unknown_node"]],
  "a condition about what comes later": [asking({ eq: [{ var: "checks.age.outcome" }, "passed"] }), ["not_settled"]],
  "a condition about nothing": [asking({ eq: [{ var: "session.__proto__" }, "x"] }), ["unknown_field"]],
  "members that no one knows": [strange, ["unexpected_key", "unexpected_key", "unexpected_key"]],
  "no graph": [[null], ["type"]]
}

describe("a hostile graph", () => {
  for (const [name, [graph, codes]] of Object.entries(hostile)) {
    test(`with ${name} is refused with what is wrong with it`, async () => {
      const { body, status } = await ask("POST", `/workflows/${id}/versions`, { graph })
      expect(status).toBe(422)
      const found = body.errors.map(({ code }: any) => code)
      for (const code of codes) expect(found).toContain(code)
      expect(found.filter((code: string) => code === codes[0]).length).toBeGreaterThanOrEqual(
        codes.filter((code) => code === codes[0]).length
      )
      for (const { message } of body.errors) expect(message.length).toBeLessThan(1_000)
    })
  }

  test("leaves nothing behind", async () => {
    expect((await call("GET", `/workflows/${id}/versions`)).pagination.total).toBe(0)
  })
})
