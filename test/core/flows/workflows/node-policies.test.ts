import { afterAll, expect, test } from "bun:test"
import { WorkflowGraphs } from "@vouchkit/core/resources/workflows/graphs"
import { runChecksJob } from "@vouchkit/core/resources/workflows/runs/queue"
import type { GraphNode } from "@vouchkit/core/verification/workflows/graph"
import { linked } from "@vouchkit/core/verification/workflows/links"
import { Layer } from "effect"
import { heldToScore } from "@vouchkit/core/resources/checks/conclusion"
import { approved } from "@vouchkit/core/verification/conclusion"
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
/** The document has to be read as surely as could be. */
const sure = graphOf({ capture, read: { type: "check", config: { type: "document_extraction", threshold: 1 } }, done: end("approved") }, [
  ["start", "capture"],
  ["capture", "read"],
  ["read", "done"]
])
const links = linked(graph)
const work = liveWork(Layer.succeed(WorkflowGraphs)((id) => (id === "wfv_sure" ? linked(sure) : links)))
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

test("a check that passed with a lower score than its node asks for is for a person, and stays so when it is held to less", async () => {
  const { id } = await work.submitted([{ kind: "identity" }], { workflow_version_id: "wfv_sure", required_steps: ["document"] })
  await work.work("documents.read", runChecksJob)
  const [check] = await work.checksOf(id)
  expect(check).toMatchObject({ type: "document_extraction", threshold: 1, outcome: "review", passed: false })
  expect(check?.reasons.at(-1)).toMatchObject({ code: "authenticity_not_assured", severity: "review" })

  const passed = {
    finding: { type: "liveness", outcome: "passed", score: 0.8, threshold: 0.7, reasons: [], details: null },
    conclusion: approved
  } as any
  expect(heldToScore(passed, 0.6)).toMatchObject({ finding: { outcome: "passed", threshold: 0.7 }, conclusion: approved })
  expect(heldToScore(passed, undefined)).toBe(passed)
  const held = heldToScore(passed, 0.81)
  expect(held).toMatchObject({ finding: { outcome: "review", threshold: 0.81 }, conclusion: { status: "in_review" } })
  expect([held.finding.reasons.at(-1)?.code, held.conclusion.reason_codes]).toEqual(["liveness_inconclusive", ["liveness_inconclusive"]])
  // The score of a screening says how much speaks against someone.
  const screened = { ...passed, finding: { ...passed.finding, type: "aml_screening", score: 0 } }
  expect(heldToScore(screened, 0.5)).toBe(screened)
  const failed = { ...passed, finding: { ...passed.finding, outcome: "failed" } }
  expect(heldToScore(failed, 0.1)).toMatchObject({ finding: { outcome: "failed" }, conclusion: approved })
})
