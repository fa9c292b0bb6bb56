import { afterAll, describe, expect, test } from "bun:test"
import { JobQueue } from "@vouchkit/core/kernel/jobs/job"
import { shadowRunJob } from "@vouchkit/core/flows/workflows/schedule-shadow"
import { jobs } from "@vouchkit/core/flows/workflows/rehearsal/shadow"
import { chosenVersion } from "@vouchkit/core/resources/workflows/choice"
import { runChecksJob } from "@vouchkit/core/resources/workflows/runs/queue"
import type { Graph, GraphEdge } from "@vouchkit/core/verification/workflows/graph"
import { runJob } from "@vouchkit/worker/jobs/run-job"
import { Effect } from "effect"
import { announcedEvents } from "../support/announced-events.ts"
import { customersOf } from "../support/customers.ts"
import { runJobs } from "../support/service-jobs.ts"
import { startService } from "../support/service.ts"
import { end, graphOf, passing } from "../support/workflow-graphs.ts"
import { bill, capture } from "../support/workflow-service.ts"

const passed: GraphEdge["when"] = { eq: [{ var: "checks.proof_of_address.outcome" }, "passed"] }
const forked = (condition: GraphEdge["when"], other: "declined" | "review"): Graph =>
  graphOf({ capture, bill: { ...bill, on_error: "continue" }, fork: passing.branch, yes: end("approved"), no: end(other) }, [
    ["start", "capture"],
    ["capture", "bill"],
    ["bill", "fork"],
    { from: "fork", to: "yes", when: condition ?? {} },
    { from: "fork", to: "no" }
  ])
const live = forked(passed, "review")
/** Declines what the live version leaves to a person. */
const strict = forked(passed, "declined")
/** Approves Serbia alone. */
const other = forked({ eq: [{ var: "session.expected.country" }, "RS"] }, "review")
const withFace = graphOf({ capture, face: { type: "check", config: { type: "face_match" } }, done: end("approved") }, [
  ["start", "capture"],
  ["capture", "face"],
  ["face", "done"]
])
const outer = graphOf(
  { inner: { type: "subworkflow", config: { workflow_id: "wfl_00000000000000000000000000" } }, done: end("approved") },
  [
    ["start", "inner"],
    ["inner", "done"]
  ]
)

const [shadowRuns] = jobs

for (const storage of ["memory", "postgres"] as const) {
  const service = await startService(storage)
  afterAll(() => service.stop())
  const customer = customersOf(service, "shadows")

  /** A workflow that is published, and a draft of it that runs beside it for so many of 100 sessions. */
  const beside = async (draft: Graph, shadow_percentage: number) => {
    const { ask, call } = await customer()
    const { id: workflow_id } = await call("POST", "/workflows", { name: "Retail" })
    const versions = `/workflows/${workflow_id}/versions`
    const first = await call("POST", versions, { graph: live })
    await call("POST", `${versions}/${first.id}/publish`, {})
    const { id: draft_id } = await call("POST", versions, { graph: draft })
    const path = `${versions}/${draft_id}`
    const put = async (body: object) => ask("PUT", path, { graph: draft, version: (await call("GET", path)).version, ...body })
    expect((await put({ shadow_percentage })).status).toBe(200)
    const submitted = async (scenario: string, more: object = {}) => {
      const { id } = await call("POST", "/sessions", { workflow_id, scenario, ...more })
      await call("POST", `/sessions/${id}/simulate`, { actions: ["start", "upload_document", "submit"].map((type) => ({ type })) })
      return id as string
    }
    const work = () => runJobs(service, "documents.read", runChecksJob, shadowRunJob)
    const table = (query = "") => call("GET", `${path}/shadow${query}`)
    return { ask, call, draft_id, path, put, submitted, table, versions, work, workflow_id, live_id: first.id as string }
  }
  const waiting = () =>
    service.runtime.runPromise(
      Effect.flatMap(JobQueue, (queue) =>
        queue.claim({ limits: { [shadowRunJob]: 1000 }, lease_seconds: 60, now: "9999-01-01T00:00:00.000Z" })
      )
    )

  describe(`a draft beside the published version over ${storage}`, () => {
    test("shows where it would have led each session, and changes nothing", async () => {
      const { call, draft_id, submitted, table, work, workflow_id } = await beside(strict, 100)
      expect(await call("GET", `/workflows/${workflow_id}`)).toMatchObject({ shadow: { version_id: draft_id, percentage: 100 } })
      const good = await submitted("approved")
      const forged = await submitted("declined")
      await runJobs(service, "documents.read", runChecksJob)
      const [run] = (await call("GET", `/workflow-runs?session_id=${forged}`)).data
      const before = [await call("GET", `/sessions/${forged}`), await call("GET", `/workflow-runs/${run.id}`)]
      expect((await table()).sessions).toBe(0)
      await announcedEvents(service)
      await runJobs(service, shadowRunJob)
      expect(await announcedEvents(service)).toEqual([])
      expect([await call("GET", `/sessions/${forged}`), await call("GET", `/workflow-runs/${run.id}`)]).toEqual(before)
      const found = await table()
      expect(found).toMatchObject({
        object: "workflow_shadow",
        workflow_version_id: draft_id,
        shadow_percentage: 100,
        sessions: 2,
        more: false,
        lacking_checks: 0,
        differing: 1,
        differences: [{ session_id: forged, before: "review", after: "declined", first_node: "no" }]
      })
      expect(found.outcomes).toContainEqual({ before: "approved", after: "approved", sessions: 1 })
      expect(found.outcomes).toContainEqual({ before: "review", after: "declined", sessions: 1 })
      const nodes = Object.fromEntries(found.nodes.map(({ node_id, sessions }: any) => [node_id, sessions]))
      expect(nodes).toEqual({ start: 2, capture: 2, bill: 2, fork: 2, yes: 1, no: 1 })
      expect((await call("GET", `/sessions/${good}`)).status).toBe("approved")
      expect(await work()).toBe(0)
    })

    test("comes out as simulate does of the same sessions", async () => {
      const { call, draft_id, submitted, table, work, workflow_id } = await beside(strict, 100)
      for (const scenario of ["approved", "declined", "review"]) await submitted(scenario)
      await work()
      const { object: _, ...simulated } = await call("POST", `/workflows/${workflow_id}/simulate`, { version_id: draft_id })
      expect(await table()).toMatchObject(simulated)
    })

    test("is played by exactly those sessions that a rollout of as many would take", async () => {
      const { call, draft_id, live_id, submitted, table, work } = await beside(withFace, 30)
      const ids: Array<string> = []
      for (let made = 0; made < 24; made += 1) ids.push(await submitted("approved"))
      await work()
      const rollout = { published_version_id: live_id, rollout: { version_id: draft_id, percentage: 30 } }
      const chosen = ids.filter((id) => chosenVersion(rollout, id) === draft_id)
      const found = await table()
      expect(found.differences.map(({ session_id }: any) => session_id).toSorted()).toEqual(chosen.toSorted())
      expect(found).toMatchObject({ sessions: chosen.length, lacking_checks: chosen.length })
      expect(await table("?to=2020-01-01T00:00:00Z")).toMatchObject({ sessions: 0, more: false })
      if (chosen.length > 1) expect(await table("?limit=1")).toMatchObject({ sessions: 1, more: true })
      expect((await call("GET", `/sessions/${ids[0]}`)).status).toBe("approved")
    })

    test("costs the run of a session that it does not play nothing", async () => {
      const { put, submitted } = await beside(strict, 100)
      expect((await put({ shadow_percentage: 0 })).body.shadow_percentage).toBeNull()
      await submitted("approved")
      await runJobs(service, "documents.read", runChecksJob)
      expect(await waiting()).toEqual([])
    })

    test("counts each session once, by its last run, however often the job runs", async () => {
      const { call, submitted, table, work } = await beside(strict, 100)
      const id = await submitted("declined")
      await runJobs(service, "documents.read", runChecksJob)
      const [queued] = await waiting()
      if (queued === undefined) throw new Error("no job waits")
      const again = () => service.runtime.runPromise(runJob(shadowRuns, queued, () => false) as Effect.Effect<unknown>)
      await again()
      const found = await table()
      expect(found).toMatchObject({ sessions: 1, differing: 1 })
      await again()
      expect(await table()).toEqual(found)
      await call("POST", `/sessions/${id}/reprocess`, {})
      await work()
      expect((await call("GET", `/workflow-runs?session_id=${id}`)).data).toHaveLength(2)
      expect(await table()).toEqual(found)
    })

    test("begins another table with another graph, and keeps the one that it has with the same", async () => {
      const { put, submitted, table, work } = await beside(strict, 100)
      await submitted("declined")
      await work()
      expect((await put({})).body.shadow_percentage).toBe(100)
      expect((await table()).sessions).toBe(1)
      await submitted("approved")
      expect((await put({ graph: other })).status).toBe(200)
      expect((await table()).sessions).toBe(0)
      await work()
      // The session began beside the first graph, and is played through the one that the draft has when its run ends.
      expect(await table()).toMatchObject({ sessions: 1, outcomes: [{ before: "approved", after: "review", sessions: 1 }] })
    })

    test("stops with its percentage, and once it is published", async () => {
      const { call, draft_id, path, put, submitted, table, work, workflow_id } = await beside(strict, 100)
      await submitted("declined")
      await work()
      await submitted("declined")
      await put({ shadow_percentage: 0 })
      await work()
      expect(await table()).toMatchObject({ sessions: 1, shadow_percentage: null })
      expect((await call("GET", `/workflows/${workflow_id}`)).shadow).toBeNull()
      await put({ shadow_percentage: 50 })
      expect((await call("POST", `${path}/publish`, {})).shadow_percentage).toBeNull()
      expect(await call("GET", `/workflows/${workflow_id}`)).toMatchObject({ shadow: null, published_version_id: draft_id })
      await submitted("declined")
      await runJobs(service, "documents.read", runChecksJob)
      expect(await waiting()).toEqual([])
      expect(await table()).toMatchObject({ sessions: 1, shadow_percentage: null })
    })

    test("is one at a time", async () => {
      const { ask, call, draft_id, put, versions } = await beside(strict, 20)
      const second = await call("POST", versions, { graph: other })
      const body = { graph: other, version: second.version, shadow_percentage: 10 }
      const refused = await ask("PUT", `${versions}/${second.id}`, body)
      expect(refused).toMatchObject({ status: 422, body: { errors: [{ loc: ["body", "shadow_percentage"], code: "other_shadow" }] } })
      expect(refused.text).toContain(draft_id)
      await put({ shadow_percentage: 0 })
      expect((await ask("PUT", `${versions}/${second.id}`, body)).body.shadow_percentage).toBe(10)
    })

    test("takes a percentage from 0 to 100 of a draft whose subworkflows are there", async () => {
      const { path, ask, put } = await beside(strict, 1)
      for (const shadow_percentage of [-1, 101, 1.5, null, "10"]) expect((await put({ shadow_percentage })).status).toBe(422)
      const refused = await put({ graph: outer, shadow_percentage: 10 })
      expect(refused).toMatchObject({
        status: 422,
        body: { errors: [{ loc: ["body", "graph", "nodes", "inner", "config", "workflow_id"] }] }
      })
      expect((await put({ graph: outer, shadow_percentage: 0 })).status).toBe(200)
      expect((await ask("GET", `${path.slice(0, -26)}${"0".repeat(26)}/shadow`)).status).toBe(404)
    })

    test("forgets a session whose data is erased, before it was played and after", async () => {
      const { call, submitted, table, work } = await beside(strict, 100)
      const played = await submitted("declined")
      await work()
      const later = await submitted("approved")
      await runJobs(service, "documents.read", runChecksJob)
      for (const id of [played, later]) await call("DELETE", `/sessions/${id}/data`)
      await work()
      expect(await table()).toMatchObject({ sessions: 0, outcomes: [], differences: [] })
    })

    test("is noted in the audit log by its percentage", async () => {
      const { call, draft_id } = await beside(strict, 40)
      const { data } = await call("GET", `/events?target_id=${draft_id}`)
      const entry = data.find(({ action }: any) => action === "workflow_versions.replace")
      expect(entry.changes).toContainEqual({ path: "shadow_percentage", from: 0, to: 40 })
    })
  })
}
