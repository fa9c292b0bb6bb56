import { afterAll, expect, test } from "bun:test"
import { operations } from "@vouchkit/core/registry"
import { allFields, impersonalFields, namedFields } from "@vouchkit/core/verification/workflows/fields"
import type { GraphEdge, GraphNode } from "@vouchkit/core/verification/workflows/graph"
import { mcpEndpoint } from "@vouchkit/mcp/endpoint"
import { origin } from "../mcp/service.ts"
import { end, graphOf, passing } from "../support/workflow-graphs.ts"
import { bill, capture, workflowService } from "../support/workflow-service.ts"

const gate: GraphNode = {
  type: "external_gate",
  config: {
    key: "core",
    expires_in_s: 3600,
    on_timeout: "review",
    schema: { type: "object", properties: { holder: { type: "string" }, tier: { type: "string", enum: ["gold", "plain"] } } }
  }
}
/** What conditions ask of fields that may name a person, and of others. */
const asked = {
  "session.external_reference": ["starts_with", "quillfeather-"],
  "session.metadata.holder": ["fuzzy_match", "Orla Quillfeather", 0.9],
  "session.tags": ["contains", "quillfeather family"],
  "session.expected.country": ["eq", "AQ"],
  "gate.core.data.holder": ["eq", "Quillfeather, Orla"],
  "gate.core.data.tier": ["eq", "gold"],
  "identity.tags": ["contains", "of the quillfeathers"],
  "session.status": ["eq", "processing"],
  "checks.proof_of_address.outcome": ["eq", "failed"],
  "checks.proof_of_address.score": ["lt", 0.5],
  "conclusion.reasons": ["contains", "poa_failed"],
  "risk.score": ["between", 90, 100]
} as const
const either: GraphEdge["when"] = {
  or: Object.entries(asked).map(([path, [operator, ...operands]]) => ({ [operator]: [{ var: path }, ...operands] }))
}
const graph = graphOf({ capture, bill, gate, fork: passing.branch, named: end("review"), yes: end("approved") }, [
  ["start", "capture"],
  ["capture", "bill"],
  ["bill", "gate"],
  ["gate", "fork"],
  { from: "fork", to: "named", when: either },
  { from: "fork", to: "yes" }
])

const { service, submitted } = await workflowService("memory", "agents", { graph })
afterAll(() => service.stop())
const handle: any = mcpEndpoint({
  operations,
  context: (await service.runtime.context()) as any,
  publicUrl: "http://localhost:3000"
} as any)

/** The answer of a tool, as an agent with this key reads it. */
const agent = async (key: string, name: string, args: object) => {
  const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } }
  const headers = { "content-type": "application/json", accept: "application/json", authorization: `Bearer ${key}` }
  const request = new Request("http://localhost:3000/mcp", { method: "POST", headers, body: JSON.stringify(message) })
  const { result } = await (await handle(request, origin)).json()
  expect(result.isError).toBeUndefined()
  return result.structuredContent
}

test("an agent does not see what a condition asks of fields that may name a person, and callers of REST do", async () => {
  const { call, id, key, run, work } = await submitted("graph", { metadata: { holder: "Someone Else" } })
  await work()
  await call("POST", `/sessions/${id}/external-decision`, { decision: "continue", data: { holder: "Someone Else", tier: "plain" } })
  await work()
  const shown = await run()
  const tracesOf = (one: any) => one.decisions[0].conditions[0].traces
  expect(tracesOf(shown).map(({ expected, field }: any) => [field, expected])).toEqual(
    Object.entries(asked).map(([field, [, ...operands]]) => [field, operands])
  )
  const seen = await agent(key, "get_workflow_run", { workflow_run_id: shown.id })
  const withheld = Object.entries(asked).map(([field, [, ...operands]], index) => [
    field,
    index < Object.keys(asked).indexOf("session.status") ? operands.map(() => "[withheld]") : operands
  ])
  expect(tracesOf(seen).map(({ expected, field }: any) => [field, expected])).toEqual(withheld)
  expect(tracesOf(seen).map(({ result }: any) => result)).toEqual(tracesOf(shown).map(({ result }: any) => result))
  expect(JSON.stringify(seen)).not.toMatch(/quillfeather|someone else/iu)
})

test("every field of conditions is known either to say nothing of a person, or to be withheld", () => {
  const shown = (path: string) => new RegExp(impersonalFields, "u").test(path)
  expect(Object.keys(allFields).filter((path) => !shown(path))).toEqual([
    "session.external_reference",
    "session.tags",
    "session.expected.country",
    "identity.tags"
  ])
  const named = [...Object.keys(namedFields), "session.metadata.status", "gate.core.data.score", "gate.risk.data.score", "session.status.x"]
  expect(named.filter(shown)).toEqual([])
  expect(["subworkflow.node.outcome", "subworkflow.node__inner.outcome"].every(shown)).toBe(true)
})
