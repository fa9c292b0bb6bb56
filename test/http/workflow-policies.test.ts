import { afterAll, describe, expect, test } from "bun:test"
import type { GraphEdge, GraphNode, NodePolicy } from "@vouchkit/core/verification/workflows/graph"
import { runChecksJob } from "@vouchkit/core/resources/workflows/runs/queue"
import { runJobs } from "../support/service-jobs.ts"
import { end, graphOf, passing } from "../support/workflow-graphs.ts"
import { bill, capture, workflowService } from "../support/workflow-service.ts"

const strict: GraphNode = {
  type: "check",
  config: { type: "proof_of_address", policy: { proof_of_address: { preset: "uk", accepted_types: ["bank_statement"] } } }
}
const when = (from: string, to: string, condition: GraphEdge["when"]): GraphEdge => ({ from, to, when: condition ?? {} })
const onlyStatements = { proof_of_address: { accepted_types: ["bank_statement"] } } as const
const asking = (steps: "session" | ReadonlyArray<"document" | "proof_of_address">, policy: NodePolicy): GraphNode => ({
  type: "capture",
  config: { steps: steps === "session" ? steps : [...steps], required: true, policy }
})
const judging = (policy: NodePolicy): GraphNode => ({ type: "check", config: { type: "proof_of_address", policy } })
const ask: GraphNode = { type: "external_gate", config: { key: "core", expires_in_s: 3600, on_timeout: "review" } }
/** Two nodes with the same rules, one with others, and one that asks for a higher score; `more` stands between them. */
const severalChecks = (more: Record<string, GraphNode>) => {
  const held: GraphNode = { type: "check", config: { type: "proof_of_address", threshold: 0.5 } }
  const nodes = { capture, strict, ...more, again: strict, bill, held, done: end("approved") }
  const names = ["start", ...Object.keys(nodes)]
  return graphOf(
    nodes,
    names.slice(1).map((name, place) => [names[place] ?? "", name] as const)
  )
}
const graphs = {
  wfv_several: severalChecks({}),
  /** Another job makes the checks behind the gate. */
  wfv_several_jobs: severalChecks({ ask }),
  /** What is captured has a policy, and so has its check. */
  wfv_captured: graphOf(
    {
      capture: asking("session", { proof_of_address: { accepted_types: ["bank_statement"], grace_days: 3 } }),
      bill,
      done: end("approved")
    },
    [
      ["start", "capture"],
      ["capture", "bill"],
      ["bill", "done"]
    ]
  ),
  wfv_over: graphOf(
    {
      capture: asking("session", { proof_of_address: { accepted_types: ["bank_statement"], grace_days: 3 } }),
      bill: judging({ proof_of_address: { grace_days: 4 } }),
      done: end("approved")
    },
    [
      ["start", "capture"],
      ["capture", "bill"],
      ["bill", "done"]
    ]
  ),
  /** Only some are asked for more, and then for something else. */
  wfv_later: graphOf(
    {
      capture,
      fork: passing.branch,
      more: asking(["proof_of_address"], onlyStatements),
      bill,
      done: end("approved")
    },
    [
      ["start", "capture"],
      ["capture", "fork"],
      when("fork", "more", { eq: [{ var: "session.expected.country" }, "GB"] }),
      { from: "fork", to: "bill" },
      ["more", "bill"],
      ["bill", "done"]
    ]
  ),
  /** Both sides of a passport. */
  wfv_sides: graphOf(
    {
      capture: asking(["document"], { identity: { both_sides: ["passport"], accepted_types: ["passport"] } }),
      done: end("approved")
    },
    [
      ["start", "capture"],
      ["capture", "done"]
    ]
  ),
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

    test("give each node a check by its own rules, and nodes with the same rules one, whichever job comes to them", async () => {
      for (const version of ["wfv_several", "wfv_several_jobs"] as const) {
        const { call, current, id, work } = await judged(version)
        if (version === "wfv_several_jobs") {
          await call("POST", `/sessions/${id}/external-decision`, { decision: "continue" })
          await work()
        }
        const { data } = await call("GET", `/sessions/${id}/checks`)
        const made = data
          .filter(({ type }: any) => type === "proof_of_address")
          .map(({ policy, threshold }: any) => [policy.preset, threshold])
        expect(made.toSorted()).toEqual([
          ["global", null],
          ["global", 0.5],
          ["uk", null]
        ])
        expect((await current()).status).toBe("approved")
      }
    })

    const configOf = async ({ call, id }: Pick<Awaited<ReturnType<typeof submitted>>, "call" | "id">) =>
      call("GET", `/sdk/config?session_id=${id}`)

    test("of a capture say what the person is asked for, and hold for the checks behind it", async () => {
      const captured = await judged("wfv_captured")
      expect((await configOf(captured)).proof_of_address.accepted_types).toEqual(["bank_statement"])
      expect(captured.check.policy).toMatchObject({ accepted_types: ["bank_statement"], grace_days: 3 })
      const over = await judged("wfv_over", { proof_of_address_policy: { accepted_types: ["utility_bill", "bank_statement"] } })
      expect((await configOf(over)).proof_of_address.accepted_types.toSorted()).toEqual(["bank_statement", "utility_bill"])
      expect(over.check.policy).toMatchObject({ accepted_types: ["utility_bill", "bank_statement"], grace_days: 4 })
    })

    test("of a capture that not everyone comes to hold for those who do, once they come to it", async () => {
      const british = await submitted("wfv_later", { expected: { country: "GB" }, required_steps: ["document"] })
      expect((await configOf(british)).proof_of_address.accepted_types).not.toEqual(["bank_statement"])
      await british.work()
      expect((await british.statesOf()).more).toBe("waiting")
      expect((await configOf(british)).proof_of_address.accepted_types).toEqual(["bank_statement"])
      await british.simulate("start", "upload_document", "submit")
      await british.work()
      const policyOf = async ({ call, id }: typeof british) => {
        const { checks } = await call("GET", `/sessions/${id}/result`)
        return checks.find(({ type }: any) => type === "proof_of_address")?.policy
      }
      expect((await policyOf(british)).accepted_types).toEqual(["bank_statement"])
      const german = await judged("wfv_later", { expected: { country: "DE" } })
      expect(german.check.policy.accepted_types).not.toEqual(["bank_statement"])
    })

    test("of a capture say which sides of a document it takes to complete its step", async () => {
      const { call, id } = await submitted("wfv_sides")
      const { accepted_type_options } = (await configOf({ call, id })).identity_documents
      expect(accepted_type_options).toMatchObject([{ key: "passport", sides: ["front", "back"] }])
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
