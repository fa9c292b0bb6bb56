import { afterAll, describe, expect, test } from "bun:test"
import { runChecksJob } from "@vouchkit/core/resources/workflows/runs/queue"
import type { GraphEdge, GraphNode } from "@vouchkit/core/verification/workflows/graph"
import { defaultGraph } from "@vouchkit/core/verification/workflows/default-graph"
import { customersOf } from "../support/customers.ts"
import { runJobs } from "../support/service-jobs.ts"
import { startService } from "../support/service.ts"
import { end, graphOf, passing } from "../support/workflow-graphs.ts"

const capture: GraphNode = { type: "capture", config: { steps: "session", required: true } }
const bill: GraphNode = { type: "check", config: { type: "proof_of_address" } }
const edges: ReadonlyArray<readonly [string, string]> = [
  ["start", "capture"],
  ["capture", "bill"],
  ["bill", "done"]
]
/** Asks for a bill, and decides whatever it says. */
const always = (status: "approved" | "declined" | "review") =>
  graphOf({ capture, bill: { ...bill, on_error: "continue" }, done: end(status, status === "approved" ? [] : ["document_expired"]) }, edges)
const when = (from: string, to: string, condition: GraphEdge["when"]): GraphEdge => ({ from, to, when: condition ?? {} })

for (const storage of ["memory", "postgres"] as const) {
  const service = await startService(storage)
  afterAll(() => service.stop())
  const customer = customersOf(service, "flows")

  /** A customer with a workflow, and how to add versions to it. */
  const author = async (body: object = {}) => {
    const { ask, call, key } = await customer()
    const workflow = await call("POST", "/workflows", { name: "Onboarding", ...body })
    const path = `/workflows/${workflow.id}`
    const draft = (graph: unknown) => call("POST", `${path}/versions`, { graph })
    const publish = (id: string, percentage?: number) =>
      ask("POST", `${path}/versions/${id}/publish`, percentage === undefined ? {} : { rollout_percentage: percentage })
    const published = async (graph: unknown, percentage?: number) => {
      const { id } = await draft(graph)
      const answer = await publish(id, percentage)
      if (answer.status !== 200) throw new Error(answer.text)
      return answer.body
    }
    const current = () => call("GET", path)
    const statusOf = async (id: string) => (await call("GET", `${path}/versions/${id}`)).status
    return { ask, call, key, workflow, path, draft, publish, published, current, statusOf }
  }

  /** Submits a session of this workflow and lets its run come to an end. */
  const decided = async ({ call }: Awaited<ReturnType<typeof author>>, workflow_id: string) => {
    const { id } = await call("POST", "/sessions", { workflow_id })
    await call("POST", `/sessions/${id}/simulate`, { actions: ["start", "upload_document", "submit"].map((type) => ({ type })) })
    await runJobs(service, "documents.read", runChecksJob)
    return call("GET", `/sessions/${id}`)
  }

  describe(`workflows over ${storage}`, () => {
    test("are created, read, listed before the built-in one, changed, archived and restored", async () => {
      const { ask, call, path, workflow } = await author({ four_eyes: true, sla_hours: 4, description: "For shops" })
      expect(workflow).toMatchObject({
        object: "workflow",
        system: false,
        four_eyes: true,
        sla_hours: 4,
        published_version_id: null,
        version: 1
      })
      expect(await call("GET", path)).toEqual(workflow)
      const { data, pagination } = await call("GET", "/workflows")
      expect(data.map(({ id }: any) => id)).toEqual([workflow.id, "wfl_default"])
      expect(pagination.total).toBe(2)
      const renamed = await call("PATCH", path, { name: "Shops", sla_hours: null, version: 1 })
      expect(renamed).toMatchObject({ name: "Shops", sla_hours: null, four_eyes: true, version: 2 })
      expect(await ask("PATCH", path, { name: "Stale", version: 1 })).toMatchObject({ status: 409, body: { error: "stale_object" } })
      expect(await call("PATCH", path, { name: "Shops" })).toEqual(renamed)
      const archived = await call("DELETE", path)
      expect(archived).toMatchObject({ archived: true, archived_at: expect.any(String) })
      expect(await call("DELETE", path)).toEqual(archived)
      expect(await ask("PATCH", path, { name: "Late" })).toMatchObject({ status: 409, body: { error: "row_archived" } })
      expect(await ask("POST", `${path}/versions`, { clone_of: "wfv_default" })).toMatchObject({
        status: 409,
        body: { error: "row_archived" }
      })
      expect((await call("GET", "/workflows")).data.map(({ id }: any) => id)).toEqual(["wfl_default"])
      expect((await call("GET", "/workflows?archived=true")).data.map(({ id }: any) => id)).toEqual([workflow.id])
      expect(await call("PATCH", path, { archived: false, name: "Back" })).toMatchObject({
        archived: false,
        archived_at: null,
        name: "Back"
      })
      expect(await call("PATCH", path, { archived: true })).toMatchObject({ archived: true })
    })

    test("are built in too: one that can be seen and cloned, and never changes", async () => {
      const { ask, call, path } = await author()
      expect(await call("GET", "/workflows/wfl_default")).toMatchObject({ system: true, published_version_id: "wfv_default" })
      const { data } = await call("GET", "/workflows/wfl_default/versions")
      expect(data).toMatchObject([{ id: "wfv_default", number: 1, status: "published", rollout_percentage: 100 }])
      expect(data[0]).not.toHaveProperty("graph")
      expect((await call("GET", "/workflows/wfl_default/versions/wfv_default")).graph).toEqual(JSON.parse(JSON.stringify(defaultGraph)))
      const refused = [
        await ask("PATCH", "/workflows/wfl_default", { name: "Mine" }),
        await ask("DELETE", "/workflows/wfl_default"),
        await ask("POST", "/workflows/wfl_default/versions", { clone_of: "wfv_default" }),
        await ask("PUT", "/workflows/wfl_default/versions/wfv_default", { graph: always("approved"), version: 1 }),
        await ask("POST", "/workflows/wfl_default/versions/wfv_default/publish", {})
      ]
      for (const answer of refused) expect(answer).toMatchObject({ status: 409, body: { error: "system_row" } })
      const clone = await call("POST", `${path}/versions`, { clone_of: "wfv_default" })
      expect(clone).toMatchObject({ number: 1, status: "draft", graph: JSON.parse(JSON.stringify(defaultGraph)) })
    })

    test("have versions: drafts change, and what was published never does", async () => {
      const { ask, call, current, draft, path, publish } = await author()
      const first = await draft(always("approved"))
      const at = `${path}/versions/${first.id}`
      const changed = await call("PUT", at, { graph: always("review"), version: 1 })
      expect(changed).toMatchObject({ number: 1, version: 2, graph: { nodes: { done: { config: { status: "review" } } } } })
      expect(await ask("PUT", at, { graph: always("approved"), version: 1 })).toMatchObject({
        status: 409,
        body: { error: "stale_object" }
      })
      const published = await publish(first.id)
      expect(published.body).toMatchObject({ status: "published", rollout_percentage: 100, graph: changed.graph })
      expect(await current()).toMatchObject({ published_version_id: first.id, rollout: null })
      expect(await ask("PUT", at, { graph: always("approved"), version: 3 })).toMatchObject({ status: 409, body: { error: "not_a_draft" } })
      // Publishing once more changes nothing.
      expect((await publish(first.id)).body).toEqual(published.body)
      const second = await draft(always("declined"))
      expect(second.number).toBe(2)
      await publish(second.id)
      expect((await call("GET", at)).status).toBe("archived")
      expect(await publish(first.id)).toMatchObject({ status: 409, body: { error: "not_a_draft" } })
      const { data } = await call("GET", `${path}/versions`)
      expect(data.map(({ number, status }: any) => [number, status])).toEqual([
        [2, "published"],
        [1, "archived"]
      ])
    })

    test("take exactly one of a graph and a version to clone, and find no version of another organization", async () => {
      const { ask, path } = await author()
      const other = await author()
      const theirs = await other.draft(always("approved"))
      for (const body of [{}, { graph: always("approved"), clone_of: "wfv_default" }]) {
        expect(await ask("POST", `${path}/versions`, body)).toMatchObject({ status: 422, body: { errors: [{ code: "graph_or_clone" }] } })
      }
      expect((await ask("POST", `${path}/versions`, { clone_of: theirs.id })).status).toBe(404)
      expect((await ask("GET", `${other.path}/versions/${theirs.id}`)).status).toBe(404)
      // A version is found under its own workflow alone.
      const mine = await (await author()).draft(always("approved"))
      expect((await ask("GET", `${path}/versions/${mine.id}`)).status).toBe(404)
    })

    test("roll a version out to a part of the sessions, widen it, and end that either way", async () => {
      const { call, current, draft, publish, published, statusOf, workflow } = await author()
      const alone = await draft(always("approved"))
      expect(await publish(alone.id, 50)).toMatchObject({ status: 422, body: { errors: [{ code: "rollout_without_other" }] } })
      await publish(alone.id)
      expect((await publish(alone.id, 50)).status).toBe(422)
      const tried = await published(always("review"), 50)
      expect(await current()).toMatchObject({ published_version_id: alone.id, rollout: { version_id: tried.id, percentage: 50 } })
      const pinned = new Set<string>()
      for (let made = 0; made < 40; made += 1) {
        pinned.add((await call("POST", "/sessions", { workflow_id: workflow.id })).workflow_version_id)
      }
      expect([...pinned].toSorted()).toEqual([alone.id, tried.id].toSorted())
      expect((await publish(tried.id, 80)).body).toMatchObject({ rollout_percentage: 80, published_at: tried.published_at })
      // The version that all others go by ends the rollout.
      await publish(alone.id)
      expect([await statusOf(alone.id), await statusOf(tried.id), (await current()).rollout]).toEqual(["published", "archived", null])
      // Another one that is tried takes the place of the one before, and at last of all.
      const [second, third] = [await published(always("review"), 10), await published(always("declined"), 20)]
      expect([await statusOf(second.id), await statusOf(third.id)]).toEqual(["archived", "published"])
      await publish(third.id, 100)
      expect(await current()).toMatchObject({ published_version_id: third.id, rollout: null })
      expect(await statusOf(alone.id)).toBe("archived")
    })

    test("decide sessions: each goes by the version that it was created with", async () => {
      const one = await author()
      const { ask, call, published, workflow } = one
      const sessions = (body: object) => ask("POST", "/sessions", body)
      const unknown = { status: 422, body: { error: "unknown_workflow", errors: [{ loc: ["body", "workflow_id"] }] } }
      expect(await sessions({ workflow_id: workflow.id })).toMatchObject(unknown)
      const first = await published(always("review"))
      const open = await call("POST", "/sessions", { workflow_id: workflow.id })
      const reviewed = await decided(one, workflow.id)
      expect(reviewed).toMatchObject({ status: "in_review", workflow_id: workflow.id, workflow_version_id: first.id })
      expect(reviewed.status_reason_codes).toEqual(["document_expired"])
      const second = await published(always("approved"))
      expect(await decided(one, workflow.id)).toMatchObject({ status: "approved", workflow_version_id: second.id })
      expect((await call("GET", `/sessions/${open.id}`)).workflow_version_id).toBe(first.id)
      const { workflow_run_id } = reviewed
      expect(await call("GET", `/workflow-runs/${workflow_run_id}`)).toMatchObject({ workflow_version_id: first.id, outcome: "review" })
      const again = await call("POST", `/workflows/${workflow.id}/trigger`, { session_id: reviewed.id })
      expect(again).toMatchObject({ workflow_id: workflow.id, workflow_version_id: second.id })
      await call("DELETE", `/workflows/${workflow.id}`)
      expect(await sessions({ workflow_id: workflow.id })).toMatchObject(unknown)
      expect((await sessions({})).body.workflow_id).toBe("wfl_default")
    })

    test("say what the person is asked for", async () => {
      const { call, published, workflow, ask } = await author()
      const steps = ["document", "selfie", "questionnaire"]
      await published(
        graphOf({ capture: { type: "capture", config: { steps, required: true } } as GraphNode, bill, done: end("approved") }, edges)
      )
      const refused = await ask("POST", "/sessions", { workflow_id: workflow.id })
      expect(refused).toMatchObject({ status: 422, body: { errors: [{ loc: ["body", "questions"], code: "missing" }] } })
      const questions = [{ key: "why", label: "Why?", type: "text" }]
      const session = await call("POST", "/sessions", { workflow_id: workflow.id, questions, required_steps: ["proof_of_address"] })
      expect(session.required_steps).toEqual([...steps, "proof_of_address"])
    })

    test("say how many people decide their cases, and how soon", async () => {
      const one = await author({ four_eyes: true, sla_hours: 2 })
      await one.published(always("review"))
      const { id } = await decided(one, one.workflow.id)
      const { data } = await one.call("POST", "/cases/search", { filters: { session_id: id } })
      const [opened] = data
      expect(Date.parse(opened.due_at) - Date.parse(opened.entered_review_at)).toBe(2 * 3_600_000)
      const first = await one.call("POST", `/cases/${opened.id}/approve`, {})
      expect(first).toMatchObject({ status: "open", pending_decision: { decision: "approved" } })
      expect(await one.ask("POST", `/cases/${opened.id}/approve`, {})).toMatchObject({
        status: 403,
        body: { error: "four_eyes_same_user" }
      })
    })

    test("are drawn, with what a run came to", async () => {
      const one = await author({ name: "<Fast> & sure" })
      const { call, key, path, published, workflow, ask } = one
      const { id } = await published(always("review"))
      const picture = async (at: string) => {
        const { headers, status, text } = await service.call("GET", at, { key })
        return { status, text, type: headers.get("content-type"), policy: headers.get("content-security-policy") }
      }
      const at = `${path}/versions/${id}/diagram`
      const plain = await picture(at)
      expect(plain).toMatchObject({ status: 200, type: "image/svg+xml", policy: "sandbox; default-src 'none'" })
      expect(plain.text).toContain("&lt;Fast&gt; &amp; sure, version 1")
      expect(plain.text).not.toContain("succeeded")
      const { workflow_run_id } = await decided(one, workflow.id)
      const ofRun = await picture(`${at}?run=${workflow_run_id}`)
      expect(ofRun.text).toContain("✓ succeeded")
      expect(ofRun.text).toContain("version 1: completed")
      expect((await picture("/workflows/wfl_default/versions/wfv_default/diagram")).status).toBe(200)
      expect(await ask("GET", `/workflows/wfl_default/versions/wfv_default/diagram?run=${workflow_run_id}`)).toMatchObject({
        status: 422,
        body: { errors: [{ code: "unknown_run" }] }
      })
      expect((await call("GET", `/workflow-runs/${workflow_run_id}`)).workflow_version_id).toBe(id)
    })

    test("are published only when their golden tests pass", async () => {
      const { ask, call, path, publish } = await author()
      const graph = graphOf({ capture, bill, fork: passing.branch, yes: end("approved"), no: end("declined", ["document_expired"]) }, [
        ["start", "capture"],
        ["capture", "bill"],
        ["bill", "fork"],
        when("fork", "yes", { eq: [{ var: "checks.proof_of_address.outcome" }, "passed"] }),
        { from: "fork", to: "no" }
      ])
      const golden = (name: string, outcome: string, expected: object = {}) => ({
        name,
        facts: { "checks.proof_of_address.outcome": name },
        expected: { outcome, ...expected }
      })
      const golden_tests = [
        golden("passed", "approved", { path: ["bill", "yes"], skipped: ["no"], reason_codes: [] }),
        golden("failed", "approved", { path: ["yes"], reason_codes: ["document_forged"] })
      ]
      const draft = await call("POST", `${path}/versions`, { graph, golden_tests })
      expect(draft.golden_tests).toEqual(golden_tests)
      const failed = [
        {
          name: "failed",
          problems: [
            "outcome: expected approved, was declined",
            "reason_codes: expected document_forged, were document_expired",
            "path: did not come to yes"
          ]
        }
      ]
      expect(await publish(draft.id)).toMatchObject({ status: 409, body: { error: "golden_tests_failed", failed } })
      expect((await call("GET", path)).published_version_id).toBeNull()
      const validation = await call("POST", "/workflows/validate", { graph, golden_tests })
      expect(validation).toMatchObject({ valid: true, publishable: false, problems: [] })
      expect(validation.golden_tests).toEqual([
        { name: "passed", passed: true, problems: [] },
        { name: "failed", passed: false, problems: failed[0]?.problems }
      ])
      const mended = [golden_tests[0], golden("failed", "declined")]
      const put = await call("PUT", `${path}/versions/${draft.id}`, { graph, golden_tests: mended, version: draft.version })
      // Tests stay where a change sends none.
      expect((await call("PUT", `${path}/versions/${draft.id}`, { graph, version: put.version })).golden_tests).toEqual(mended)
      expect((await publish(draft.id)).status).toBe(200)
      expect((await call("POST", `${path}/versions`, { clone_of: draft.id })).golden_tests).toEqual(mended)
      expect((await call("GET", `${path}/versions`)).data[0]).not.toHaveProperty("golden_tests")
      const wrong = [
        {
          name: "Wrong",
          facts: { "checks.liveness.outcome": "passed", "session.resubmission_count": "two", "session.tags": "vip" },
          nodes: { gone: { state: "failed" }, bill: { state: "succeeded", way: "approved" } },
          expected: { outcome: "approved", path: ["gone"] }
        }
      ]
      const refused = await ask("POST", `${path}/versions`, { graph, golden_tests: wrong })
      expect(refused.body.errors.map(({ code, loc }: any) => [loc.slice(3).join(" "), code])).toEqual([
        ["facts checks.liveness.outcome", "unknown_field"],
        ["facts session.resubmission_count", "wrong_fact"],
        ["facts session.tags", "wrong_fact"],
        ["nodes gone", "unknown_node"],
        ["nodes bill way", "unknown_way"],
        ["expected path 0", "unknown_node"]
      ])
    })

    test("list what is wrong with a graph, with its tests and with what it names, each beside the others", async () => {
      const { call } = await author()
      const { nodes, ...rest } = always("approved")
      const alone: GraphNode = { type: "check", config: { type: "age", threshold: 0.5 } }
      const look: GraphNode = { type: "list_lookup", config: { list_ids: ["lst_01jgfjjz00e8r4v2m9k3txqwpn"] } }
      const within: GraphNode = { type: "subworkflow", config: { workflow_id: "wfl_01jgfjjz00e8r4v2m9k3txqwpn" } }
      const golden_tests = [
        {
          name: "Wrong",
          facts: { "session.resubmission_count": "two" },
          nodes: { gone: { state: "failed" } },
          expected: { outcome: "review" }
        }
      ]
      const asked = async (graph: object) => {
        const { golden_tests: played, problems, valid } = await call("POST", "/workflows/validate", { graph, golden_tests })
        expect(played).toEqual([])
        return { valid, problems: problems.map(({ code, loc, node_id }: any) => `${node_id} ${code} ${loc[0]}`).toSorted() }
      }
      const ofTests = ["null unknown_node golden_tests", "null wrong_fact golden_tests"]
      const others = ["alone no_score nodes", "look unknown_list nodes", "within unknown_workflow nodes"]
      const unreached = ["alone", "look", "within"].map((id) => `${id} unreachable nodes`)
      const edges = [...rest.edges, { from: "alone", to: "done" }, { from: "look", to: "done" }, { from: "within", to: "done" }]
      const more = { ...nodes, alone, look, within }
      expect(await asked({ ...rest, nodes: more, edges })).toEqual({
        valid: false,
        problems: [...others, ...ofTests, ...unreached].toSorted()
      })
      // Where a node cannot be read, what it would bring is not said to be missing.
      const unread = { ...more, gone: { type: "external_gate", config: { key: "core" } } }
      expect((await asked({ ...rest, nodes: unread, edges })).problems).toEqual(
        expect.arrayContaining([...others, "null wrong_fact golden_tests", "gone missing nodes"])
      )
      expect((await asked({ ...rest, nodes: unread, edges })).problems).not.toContain(ofTests[0])
      expect(await asked({ ...rest, nodes })).toEqual({ valid: true, problems: ofTests })
      const twice = { type: "end", config: { status: "approved", reason_codes: [], reasonCodes: [] } }
      const spelled = await asked({ ...rest, nodes: { ...nodes, done: twice } })
      expect(spelled).toEqual({ valid: false, problems: expect.arrayContaining(ofTests) })
      expect(spelled.problems.length).toBeGreaterThan(ofTests.length)
    })

    test("list everything that is wrong with a graph, at its place", async () => {
      const { ask, call, path } = await author()
      const graph = { ...always("approved"), edges: [...always("approved").edges, { from: "bill", to: "gone" }], extra: 1 }
      const validation = await call("POST", "/workflows/validate", { graph })
      expect(validation).toMatchObject({ valid: false, publishable: false })
      expect(validation.problems.map(({ code, node_id }: any) => [node_id, code])).toEqual([
        [null, "unexpected_key"],
        ["bill", "unknown_node"]
      ])
      expect(await ask("POST", `${path}/versions`, { graph })).toMatchObject({
        status: 422,
        body: { error: "validation_error", errors: [{ loc: ["body", "graph", "extra"] }, { loc: ["body", "graph", "edges", 3, "to"] }] }
      })
      expect(await call("POST", "/workflows/validate", { graph: always("approved") })).toEqual({
        object: "workflow_validation",
        valid: true,
        publishable: true,
        problems: [],
        golden_tests: []
      })
    })

    test("are read in every spelling of their keys", async () => {
      const { key, path, workflow } = await author()
      const sent = always("approved") as any
      const graph = {
        ...sent,
        nodes: {
          ...sent.nodes,
          done: { type: "end", config: { status: "approved", reasonCodes: [] } },
          bill: { type: "check", config: { type: "proof_of_address" }, onError: "continue" }
        }
      }
      const answer = await service.call("POST", `${path}/versions`, { key, body: { graph }, headers: { "Key-Inflection": "camel" } })
      expect(answer).toMatchObject({ status: 201, body: { workflowId: workflow.id, graph } })
    })

    test("are not published while they ask for what runs do not do", async () => {
      const { call, draft, publish } = await author()
      const pause: GraphNode = { type: "subworkflow", config: { workflow_id: "wfl_01hzzzzzzzzzzzzzzzzzzzzzzz" } }
      const unscored: GraphNode = { type: "check", config: { type: "age", threshold: 0.5 }, retry: { attempts: 2 } }
      const graph = graphOf({ capture: { ...capture, retry: { attempts: 2 } }, bill: unscored, pause, done: end("approved") }, [
        ["start", "capture"],
        ["capture", "bill"],
        ["bill", "pause"],
        ["pause", "done"]
      ])
      expect(await call("POST", "/workflows/validate", { graph })).toMatchObject({ valid: true, publishable: false })
      const answer = await publish((await draft(graph)).id)
      expect(answer.status).toBe(422)
      expect(answer.body.errors.map(({ code, loc }: any) => [loc.slice(1), code]).toSorted()).toEqual([
        [["nodes", "bill", "config", "threshold"], "no_score"],
        [["nodes", "capture", "retry"], "not_executed"],
        [["nodes", "pause", "config", "workflow_id"], "unknown_workflow"]
      ])
    })

    test("keep the relationship type that they relate by, from either side, until they are archived", async () => {
      const { ask, call, draft, publish } = await author()
      const company = await call("POST", "/identities", { identity_type: "organization" })
      await call("POST", "/relationship-types", { key: "vouches_for", label: "Vouches for", inverse_key: "vouched_for_by" })
      const relate: GraphNode = {
        type: "action",
        config: { do: "create_relationship", relationship_type: "vouched_for_by", identity_id: company.id }
      }
      const graph = graphOf({ relate, done: end("approved") }, [
        ["start", "relate"],
        ["relate", "done"]
      ])
      const version = await draft(graph)
      const archive = () => ask("DELETE", "/relationship-types/vouches_for")
      expect((await publish(version.id)).status).toBe(200)
      expect(await archive()).toMatchObject({
        status: 409,
        body: { error: "in_use", detail: expect.stringContaining(version.workflow_id) }
      })
      await call("PATCH", `/workflows/${version.workflow_id}`, { archived: true })
      expect((await archive()).status).toBe(200)
    })

    test("are the default of an identity type, whose sessions go by them unless they name another, and are kept for it", async () => {
      const { ask, call, path, published, workflow } = await author()
      const type = { key: "firm", label: "Firm", kind: "organization", default_workflow_id: workflow.id }
      const refused = await ask("POST", "/identity-types", type)
      expect([refused.status, refused.body.errors[0].loc]).toEqual([422, ["body", "default_workflow_id"]])
      await published(always("approved"))
      expect(await call("POST", "/identity-types", type)).toMatchObject({ default_workflow_id: workflow.id })
      const firm = await call("POST", "/identities", { identity_type: "firm" })
      const person = await call("POST", "/identities", {})
      const goesBy = async (body: object) => (await call("POST", "/sessions", body)).workflow_id
      expect(await goesBy({ identity_id: firm.id })).toBe(workflow.id)
      expect(await goesBy({ identity_id: firm.id, workflow_id: "wfl_default" })).toBe("wfl_default")
      expect([await goesBy({ identity_id: person.id }), await goesBy({})]).toEqual(["wfl_default", "wfl_default"])
      expect(await ask("PATCH", path, { archived: true })).toMatchObject({ status: 409, body: { error: "in_use" } })
      await call("PATCH", "/identity-types/firm", { default_workflow_id: null })
      expect(await goesBy({ identity_id: firm.id })).toBe("wfl_default")
      expect((await ask("PATCH", path, { archived: true })).status).toBe(200)
      expect((await ask("PATCH", "/identity-types/firm", { default_workflow_id: workflow.id })).status).toBe(422)
    })

    test("are not published while they name what is not there, or is archived", async () => {
      const { ask, call, draft, publish } = await author()
      const nowhere = "lst_01hzzzzzzzzzzzzzzzzzzzzzzz"
      const made = async (key: string) => (await call("POST", "/lists", { key, name: key, kind: "flag", entry_type: "email" })).id
      const [list, gone] = [await made("seen"), await made("gone")]
      await call("DELETE", `/lists/${gone}`)
      const company = await call("POST", "/identities", { identity_type: "organization" })
      const archived = await call("POST", "/identities", { identity_type: "organization" })
      await call("POST", `/identities/${archived.id}/archive`)
      const relate = (relationship_type: string, identity_id: string): GraphNode => ({
        type: "action",
        config: { do: "create_relationship", relationship_type, identity_id }
      })
      const chain = (nodes: Record<string, GraphNode>) => {
        const ids = Object.keys(nodes)
        return graphOf(
          { ...nodes, done: end("approved") },
          ["start", ...ids].map((id, place) => [id, ids[place] ?? "done"] as const)
        )
      }
      const fine = {
        lists: { type: "list_lookup", config: { list_ids: [list] } },
        add: { type: "action", config: { do: "add_to_list", list_id: list } },
        relate: relate("director_of", company.id),
        back: relate("has_director", company.id)
      } satisfies Record<string, GraphNode>
      const wrong = chain({
        ...fine,
        lists: { type: "list_lookup", config: { list_ids: [list, nowhere, gone] } },
        add: { type: "action", config: { do: "add_to_list", list_id: gone } },
        relate: relate("admires", "idn_01hzzzzzzzzzzzzzzzzzzzzzzz"),
        back: relate("director_of", archived.id)
      })
      const answer = await publish((await draft(wrong)).id)
      expect(answer.status).toBe(422)
      const expected = [
        ["archived_identity", "back.config.identity_id"],
        ["archived_list", "add.config.list_id"],
        ["archived_list", "lists.config.list_ids.2"],
        ["unknown_identity", "relate.config.identity_id"],
        ["unknown_list", "lists.config.list_ids.1"],
        ["unknown_relationship_type", "relate.config.relationship_type"]
      ]
      expect(answer.body.errors.map(({ code, loc }: any) => [code, loc.slice(2).join(".")]).toSorted()).toEqual(expected)
      const { problems, publishable, valid } = await call("POST", "/workflows/validate", { graph: wrong })
      expect([valid, publishable]).toEqual([true, false])
      expect(problems.map(({ code, loc }: any) => [code, loc.slice(1).join(".")]).toSorted()).toEqual(expected)
      expect(problems.every(({ loc, node_id }: any) => loc[1] === node_id)).toBe(true)
      expect(await call("POST", "/workflows/validate", { graph: chain(fine) })).toMatchObject({ publishable: true, problems: [] })
      expect((await publish((await draft(chain(fine))).id)).status).toBe(200)
      // What belongs to someone else is not there.
      const other = await author()
      const foreign = await other.publish((await other.draft(chain({ add: fine.add, relate: fine.relate }))).id)
      expect(foreign.body.errors.map(({ code }: any) => code).toSorted()).toEqual(["unknown_identity", "unknown_list"])
      expect((await ask("POST", "/workflows/validate", { graph: wrong })).status).toBe(200)
    })

    test("list the fields that conditions may name, all or those of a place", async () => {
      const { ask, call, draft } = await author()
      const all = await call("GET", "/workflows/fields")
      expect(all.data.find(({ path }: any) => path === "risk.score")).toEqual({
        path: "risk.score",
        type: "number",
        operators: expect.arrayContaining(["gte", "between"]),
        values: null
      })
      const ofText = all.data.filter(({ operators }: any) => operators.includes("fuzzy_match")).map(({ type }: any) => type)
      expect([...new Set(ofText)].toSorted()).toEqual(["scalar", "text"])
      const graph = graphOf({ capture, fork: passing.branch, bill, late: passing.branch, done: end("approved"), no: end("declined") }, [
        ["start", "capture"],
        ["capture", "fork"],
        when("fork", "no", { eq: [{ var: "session.expected.country" }, "RS"] }),
        { from: "fork", to: "bill" },
        ["bill", "late"],
        when("late", "done", { eq: [{ var: "checks.proof_of_address.outcome" }, "passed"] }),
        { from: "late", to: "no" }
      ])
      const { id } = await draft(graph)
      const at = async (node: string) => {
        const { data } = await call("GET", `/workflows/fields?workflow_version_id=${id}&node_id=${node}`)
        return data.map(({ path }: any) => path)
      }
      expect(await at("fork")).not.toContain("checks.proof_of_address.outcome")
      expect(await at("late")).toContain("checks.proof_of_address.outcome")
      expect(await at("late")).not.toContain("checks.liveness.outcome")
      expect((await ask("GET", `/workflows/fields?workflow_version_id=${id}&node_id=gone`)).status).toBe(422)
      expect((await ask("GET", `/workflows/fields?workflow_version_id=${id}`)).status).toBe(422)
    })

    test("show what differs between two versions", async () => {
      const { call, draft, path } = await author()
      const one = await draft(always("approved"))
      const base = always("declined")
      const two = await draft({
        ...base,
        nodes: { ...base.nodes, lists: { type: "list_lookup", config: {} } },
        edges: [
          ...base.edges.filter(({ from }) => from !== "bill"),
          { from: "bill", to: "lists" },
          { from: "lists", to: "done", label: "last" }
        ]
      })
      const diff = await call("GET", `${path}/versions/${one.id}/diff/${two.id}`)
      expect(diff).toMatchObject({ object: "workflow_diff", from: one.id, to: two.id, same: false, reordered: [] })
      expect(diff.nodes.map(({ change, id, members }: any) => [id, change, members]).toSorted()).toEqual([
        ["done", "changed", ["config.status", "config.reason_codes"].toSorted().toReversed()],
        ["lists", "added", []]
      ])
      expect(diff.edges.map(({ after, before, change }: any) => [change, before?.to ?? null, after?.to ?? null])).toEqual([
        ["removed", "done", null],
        ["added", null, "lists"],
        ["added", null, "done"]
      ])
      expect(await call("GET", `${path}/versions/${one.id}/diff/${one.id}`)).toMatchObject({ same: true, nodes: [], edges: [] })
    })

    test("are at most 100 in use", async () => {
      const { ask, call } = await customer()
      let first = ""
      for (let made = 0; made < 100; made += 1) {
        const { id } = await call("POST", "/workflows", { name: `Flow ${made}` })
        first ||= id
      }
      const full = { status: 409, body: { error: "row_limit_reached" } }
      expect(await ask("POST", "/workflows", { name: "One more" })).toMatchObject(full)
      await call("DELETE", `/workflows/${first}`)
      await call("POST", "/workflows", { name: "In its place" })
      expect(await ask("PATCH", `/workflows/${first}`, { archived: false })).toMatchObject(full)
    })
  })
}
