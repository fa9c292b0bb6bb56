import { afterAll, expect, test } from "bun:test"
import { WorkflowGraphs } from "@vouchkit/core/resources/workflows/graphs"
import { runChecksJob } from "@vouchkit/core/resources/workflows/runs/queue"
import type { GraphNode } from "@vouchkit/core/verification/workflows/graph"
import { linked } from "@vouchkit/core/verification/workflows/links"
import { Layer } from "effect"
import { liveWork } from "../../../support/live-work.ts"
import { end, graphOf, passing } from "../../../support/workflow-graphs.ts"

const capture: GraphNode = { type: "capture", config: { steps: "session", required: true } }
const age = (minimum_age?: number): GraphNode => ({
  type: "check",
  on_error: "continue",
  config: { type: "age", ...(minimum_age === undefined ? {} : { policy: { identity: { minimum_age } } }) }
})
/** The same check by the rules of one node or of another one. */
const graph = graphOf({ capture, fork: passing.branch, old: age(21), usual: age(), done: end("approved") }, [
  ["start", "capture"],
  ["capture", "fork"],
  { from: "fork", to: "old", when: { eq: [{ var: "session.expected.country" }, "RS"] } },
  { from: "fork", to: "usual" },
  ["old", "done"],
  ["usual", "done"]
])
const links = linked(graph)
const work = liveWork(Layer.succeed(WorkflowGraphs)(() => links))
afterAll(() => work.stop())

const ageIn = async (country: string, minimum_age?: number) => {
  const { id } = await work.submitted([{ kind: "identity" }], {
    workflow_version_id: "wfv_ages",
    required_steps: ["document"],
    expected: { country },
    ...(minimum_age === undefined ? {} : { identity_policy: { minimum_age } })
  })
  await work.work("documents.read", runChecksJob)
  const checks = await work.checksOf(id)
  expect(checks.map(({ type }) => type)).toEqual(["age"])
  return checks[0]?.details
}

test("a check is made by the policy of its node, over that of the organization and below that of its session", async () => {
  expect(await ageIn("RS")).toMatchObject({ minimum_age: 21 })
  expect(await ageIn("DE")).toMatchObject({ minimum_age: 18 })
  expect(await ageIn("RS", 25)).toMatchObject({ minimum_age: 25 })
})
