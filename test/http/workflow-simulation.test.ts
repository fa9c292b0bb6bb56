import { afterAll, describe, expect, test } from "bun:test"
import { runChecksJob } from "@vouchkit/core/resources/workflows/runs/queue"
import type { GraphEdge, GraphNode } from "@vouchkit/core/verification/workflows/graph"
import { customersOf } from "../support/customers.ts"
import { runJobs } from "../support/service-jobs.ts"
import { startService } from "../support/service.ts"
import { end, graphOf, passing } from "../support/workflow-graphs.ts"

const capture: GraphNode = { type: "capture", config: { steps: "session", required: true } }
const bill: GraphNode = { type: "check", config: { type: "proof_of_address" }, on_error: "continue" }
const when = (from: string, to: string, condition: GraphEdge["when"]): GraphEdge => ({ from, to, when: condition ?? {} })

/** Approves what passed, and sends the rest to a person, unless it comes from Serbia. */
const strict = graphOf(
  { capture, bill, fork: passing.branch, yes: end("approved"), abroad: end("declined", ["document_expired"]), look: end("review") },
  [
    ["start", "capture"],
    ["capture", "bill"],
    ["bill", "fork"],
    when("fork", "abroad", { eq: [{ var: "session.expected.country" }, "RS"] }),
    when("fork", "yes", { eq: [{ var: "checks.proof_of_address.outcome" }, "passed"] }),
    { from: "fork", to: "look" }
  ]
)

for (const storage of ["memory", "postgres"] as const) {
  const service = await startService(storage)
  afterAll(() => service.stop())
  const customer = customersOf(service, "rehearsal")

  describe(`the simulation of a workflow over ${storage}`, async () => {
    const { ask, call } = await customer()
    const made = async (body: object) => {
      const { id } = await call("POST", "/sessions", body)
      await call("POST", `/sessions/${id}/simulate`, { actions: ["start", "upload_document", "submit"].map((type) => ({ type })) })
      return id as string
    }
    const passed = await made({ scenario: "approved" })
    const serbian = await made({ scenario: "approved", expected: { country: "RS" } })
    const forged = await made({ scenario: "declined" })
    const erased = await made({ scenario: "approved" })
    await runJobs(service, "documents.read", runChecksJob)
    await call("DELETE", `/sessions/${erased}/data`)
    await call("POST", "/sessions", {})
    const workflow = await call("POST", "/workflows", { name: "Strict" })
    const { id: version_id } = await call("POST", `/workflows/${workflow.id}/versions`, { graph: strict })
    const path = `/workflows/${workflow.id}/simulate`
    const simulate = (body: object) => call("POST", path, { sessions_of: "wfl_default", ...body })

    test("shows where past sessions would have gone, and the first node at which each parts", async () => {
      const events = async () => (await call("GET", "/workflow-runs")).pagination.total
      const before = await events()
      const found = await simulate({ version_id })
      expect(found).toMatchObject({ object: "workflow_simulation", sessions: 3, more: false, lacking_checks: 0, differing: 3 })
      const byBefore = (one: { readonly before: string; readonly after: string }) => `${one.before} ${one.after}`
      expect(found.outcomes.map(byBefore).toSorted()).toEqual(["approved approved", "approved declined", "declined review"])
      const after = Object.fromEntries(found.differences.map((one: any) => [one.session_id, one.after]))
      expect(after).toEqual({ [passed]: "approved", [serbian]: "declined", [forged]: "review" })
      expect(found.differences.every(({ first_node }: any) => first_node === "bill")).toBe(true)
      const nodes = Object.fromEntries(found.nodes.map(({ node_id, sessions }: any) => [node_id, sessions]))
      expect(nodes).toEqual({ start: 3, capture: 3, bill: 3, fork: 3, yes: 1, abroad: 1, look: 1 })
      // Nothing was stored, and the same comes out once more.
      expect(await simulate({ version_id })).toEqual(found)
      expect(await events()).toBe(before)
    })

    test("comes out as it was where the graph is the one that decided", async () => {
      const { graph } = await call("GET", "/workflows/wfl_default/versions/wfv_default")
      const found = await simulate({ graph })
      expect(found).toMatchObject({ sessions: 3, differing: 0, differences: [] })
    })

    test("names a node that the graph no longer has, where that is the first that differs", async () => {
      const graph = graphOf({ capture, approved: end("approved") }, [
        ["start", "capture"],
        ["capture", "approved"]
      ])
      const found = await simulate({ graph })
      expect(found.differences.map((one: any) => [one.session_id, one.first_node])).toContainEqual([passed, "checks"])
    })

    test("sends sessions to a person whose checks were never made", async () => {
      const face: GraphNode = { type: "check", config: { type: "face_match" } }
      const graph = graphOf({ capture, face, done: end("approved") }, [
        ["start", "capture"],
        ["capture", "face"],
        ["face", "done"]
      ])
      const found = await simulate({ graph })
      expect(found).toMatchObject({ sessions: 3, lacking_checks: 3 })
      expect(found.outcomes.every((one: any) => one.after === "review")).toBe(true)
    })

    test("keeps to a time and to a number of sessions", async () => {
      expect(await simulate({ version_id, limit: 2 })).toMatchObject({ sessions: 2, more: true })
      expect(await simulate({ version_id, to: "2020-01-01T00:00:00Z" })).toMatchObject({ sessions: 0, more: false, outcomes: [] })
      expect(await simulate({ version_id, from: "2020-01-01T00:00:00Z" })).toMatchObject({ sessions: 3 })
      // Its own sessions, of which there are none.
      expect(await call("POST", path, { version_id })).toMatchObject({ sessions: 0 })
      // Those of a workflow that is not there are no sessions that went well.
      const unknown = { version_id, sessions_of: "wfl_01hzzzzzzzzzzzzzzzzzzzzzzz" }
      expect((await ask("POST", path, unknown)).status).toBe(404)
    })

    test("stops after ten runs for each session that is asked for, where those have nothing to show", async () => {
      const { call: other } = await customer()
      const played = async (limit: number) => {
        const { id } = await other("POST", "/workflows", { name: "Strict" })
        return other("POST", `/workflows/${id}/simulate`, { sessions_of: "wfl_default", graph: strict, limit })
      }
      const one = async () => {
        const { id } = await other("POST", "/sessions", { scenario: "approved" })
        await other("POST", `/sessions/${id}/simulate`, { actions: ["start", "upload_document", "submit"].map((type) => ({ type })) })
        return id as string
      }
      await one()
      await runJobs(service, "documents.read", runChecksJob)
      const gone: Array<string> = []
      while (gone.length < 10) gone.push(await one())
      await runJobs(service, "documents.read", runChecksJob)
      for (const id of gone) await other("DELETE", `/sessions/${id}/data`)
      expect(await played(1)).toMatchObject({ sessions: 0, more: true })
      expect(await played(2)).toMatchObject({ sessions: 1, more: false })
    })

    test("takes a version as `version`, too, and not another one beside", async () => {
      const found = await simulate({ version: version_id })
      expect(found).toEqual(await simulate({ version_id }))
      expect(await simulate({ version: version_id, version_id })).toEqual(found)
      for (const [body, code] of [
        [{ version: version_id, version_id: "wfv_default" }, "other_version"],
        [{ version: version_id, graph: strict }, "graph_or_version"]
      ] as const) {
        const { body: answer, status } = await ask("POST", path, body)
        expect([status, answer.errors.map((one: any) => one.code)]).toEqual([422, [code]])
      }
      expect((await ask("POST", path, { version: "wfv_default" })).status).toBe(404)
    })

    test("takes one valid graph, or one version of this workflow", async () => {
      for (const body of [{}, { version_id, graph: strict }, { graph: {} }]) expect((await ask("POST", path, body)).status).toBe(422)
      expect((await ask("POST", path, { version_id: "wfv_default" })).status).toBe(404)
      expect((await ask("POST", "/workflows/wfl_00000000000000000000000000/simulate", { version_id })).status).toBe(404)
    })
  })
}
