import { afterAll, describe, expect, test } from "bun:test"
import type { GraphEdge, GraphNode } from "@vouchkit/core/verification/workflows/graph"
import { runChecksJob } from "@vouchkit/core/resources/workflows/runs/queue"
import { runJobs } from "../support/service-jobs.ts"
import { end, graphOf, passing } from "../support/workflow-graphs.ts"
import { bill, capture, workflowService } from "../support/workflow-service.ts"

const strict: GraphNode = {
  type: "check",
  config: { type: "proof_of_address", policy: { proof_of_address: { preset: "uk", accepted_types: ["bank_statement"] } } }
}
const when = (from: string, to: string, condition: GraphEdge["when"]): GraphEdge => ({ from, to, when: condition ?? {} })
const graphs = {
  wfv_usual: graphOf({ capture, bill, done: end("approved") }, [
    ["start", "capture"],
    ["capture", "bill"],
    ["bill", "done"]
  ]),
  wfv_held: graphOf({ capture, held: { type: "check", config: { type: "proof_of_address", threshold: 0.97 } }, done: end("approved") }, [
    ["start", "capture"],
    ["capture", "held"],
    ["held", "done"]
  ]),
  /** The same check by two policies, by where the person says they live. */
  wfv_by_country: graphOf(
    {
      capture,
      fork: passing.branch,
      strict,
      bill,
      end: { type: "branch", config: {} },
      ok: end("approved"),
      no: end("declined", ["document_expired"])
    },
    [
      ["start", "capture"],
      ["capture", "fork"],
      when("fork", "strict", { eq: [{ var: "session.expected.country" }, "GB"] }),
      { from: "fork", to: "bill" },
      ["strict", "end"],
      ["bill", "end"],
      when("end", "ok", { eq: [{ var: "conclusion.status" }, "approved"] }),
      { from: "end", to: "no" }
    ]
  )
}

for (const storage of ["memory", "postgres"] as const) {
  const { customer, service, submitted } = await workflowService(storage, "policies", graphs)
  afterAll(() => service.stop())

  const judged = async (version: keyof typeof graphs, body: object = {}) => {
    const session = await submitted(version, body)
    await session.work()
    const { checks } = await session.call("GET", `/sessions/${session.id}/result`)
    return { ...session, check: checks.find(({ type }: any) => type === "proof_of_address"), status: (await session.current()).status }
  }

  describe(`policies of nodes over ${storage}`, () => {
    test("decide by which rules a check is made, and are kept in its result", async () => {
      const british = await judged("wfv_by_country", { expected: { country: "GB" } })
      expect(british.check.policy).toMatchObject({ preset: "uk", accepted_types: ["bank_statement"] })
      expect(british.status).toBe("approved")
      const german = await judged("wfv_by_country", { expected: { country: "DE" } })
      expect(german.check.policy.accepted_types).not.toEqual(["bank_statement"])
      expect([german.check.outcome, german.status]).toEqual(["passed", "approved"])
    })

    test("say with which score a check passes, and keep it in its result", async () => {
      const { check, status } = await judged("wfv_held")
      expect([check.threshold, check.score, check.outcome, status]).toEqual([0.97, 1, "passed", "approved"])
    })

    test("name the only lists that are looked up, beside the blocklist", async () => {
      const { call } = await customer()
      const list = (key: string) => call("POST", "/lists", { key, name: key, kind: "block", entry_type: "name" })
      const [here, elsewhere] = [await list("here"), await list("elsewhere")]
      await call("POST", `/lists/${here.id}/entries`, { value: "Ada Listed" })
      const judgedBy = async (list_ids: ReadonlyArray<string>) => {
        const graph = graphOf(
          {
            capture,
            look: { type: "list_lookup", config: { list_ids: [...list_ids] } },
            fork: passing.branch,
            yes: end("approved"),
            no: end("declined", ["document_forged"])
          },
          [
            ["start", "capture"],
            ["capture", "look"],
            ["look", "fork"],
            when("fork", "no", { gte: [{ var: "lists.match_count" }, 1] }),
            { from: "fork", to: "yes" }
          ]
        )
        const workflow = await call("POST", "/workflows", { name: "Lists" })
        const draft = await call("POST", `/workflows/${workflow.id}/versions`, { graph })
        await call("POST", `/workflows/${workflow.id}/versions/${draft.id}/publish`, {})
        const { id } = await call("POST", "/sessions", { workflow_id: workflow.id, expected: { first_name: "Ada", last_name: "Listed" } })
        const actions = ["start", "upload_document", "submit"].map((type) => ({ type }))
        await call("POST", `/sessions/${id}/simulate`, { actions })
        await runJobs(service, "documents.read", runChecksJob)
        return (await call("GET", `/sessions/${id}`)).status
      }
      expect(await judgedBy([here.id])).toBe("declined")
      expect(await judgedBy([elsewhere.id])).toBe("approved")
      expect(await judgedBy([elsewhere.id, here.id])).toBe("declined")
    })

    test("record the look-up of each node, where several look lists up in one run", async () => {
      const { call } = await customer()
      const list = (key: string) => call("POST", "/lists", { key, name: key, kind: "block", entry_type: "name" })
      const [first, second] = [await list("first"), await list("second")]
      await call("POST", `/lists/${second.id}/entries`, { value: "Ada Listed" })
      const look = (id: string): GraphNode => ({ type: "list_lookup", config: { list_ids: [id] } })
      const graph = graphOf({ capture, one: look(first.id), two: look(second.id), done: end("approved") }, [
        ["start", "capture"],
        ["capture", "one"],
        ["one", "two"],
        ["two", "done"]
      ])
      const workflow = await call("POST", "/workflows", { name: "Two lists" })
      const draft = await call("POST", `/workflows/${workflow.id}/versions`, { graph })
      await call("POST", `/workflows/${workflow.id}/versions/${draft.id}/publish`, {})
      const { id } = await call("POST", "/sessions", { workflow_id: workflow.id, expected: { first_name: "Ada", last_name: "Listed" } })
      await call("POST", `/sessions/${id}/simulate`, { actions: ["start", "upload_document", "submit"].map((type) => ({ type })) })
      await runJobs(service, "documents.read", runChecksJob)
      const { checks } = await call("GET", `/sessions/${id}/result`)
      const looked = checks.filter(({ type }: any) => type === "list_lookup")
      expect(looked.map(({ outcome }: any) => outcome).toSorted()).toEqual(["failed", "passed"])
    })
  })
}
