import { afterAll, describe, expect, test } from "bun:test"
import type { GraphEdge, GraphNode } from "@vouchkit/core/verification/workflows/graph"
import { runChecksJob } from "@vouchkit/core/resources/workflows/runs/queue"
import { aPictureForm } from "../support/capture.ts"
import { runJobs } from "../support/service-jobs.ts"
import { end, graphOf, passing } from "../support/workflow-graphs.ts"
import { capture, lists, workflowService } from "../support/workflow-service.ts"

const made = (type: "document_extraction" | "liveness" | "face_match" | "proof_of_address"): GraphNode => ({
  type: "check",
  config: { type }
})
const concluded = (to: string, status: string): GraphEdge => ({ from: "fork", to, when: { eq: [{ var: "conclusion.status" }, status] } })
const graphs = {
  /** Asks again whatever comes. */
  wfv_never_content: graphOf(
    { capture, again: { type: "end", config: { status: "resubmission_required", reason_codes: ["poa_failed"] } } },
    [
      ["start", "capture"],
      ["capture", "again"]
    ]
  ),
  wfv_all: graphOf(
    {
      capture,
      arms: passing.parallel,
      document: made("document_extraction"),
      live: made("liveness"),
      face: made("face_match"),
      bill: made("proof_of_address"),
      met: { type: "join", config: { mode: "all" } },
      lists,
      fork: passing.branch,
      yes: end("approved"),
      again: { type: "end", config: { status: "resubmission_required", reason_codes: [] } },
      look: end("review")
    },
    [
      ["start", "capture"],
      ["capture", "arms"],
      ...["document", "live", "face", "bill"].flatMap(
        (id): ReadonlyArray<readonly [string, string]> => [
          ["arms", id],
          [id, "met"]
        ]
      ),
      ["met", "lists"],
      ["lists", "fork"],
      concluded("yes", "approved"),
      concluded("again", "resubmission_required"),
      { from: "fork", to: "look" }
    ]
  )
}
const types = ["document_extraction", "face_match", "liveness", "proof_of_address"]
const steps = { required_steps: ["document", "selfie", "proof_of_address"], expected: { first_name: "Ada", last_name: "Miller" } }

for (const storage of ["memory", "postgres"] as const) {
  const { service, submitted } = await workflowService(storage, "resubmissions", graphs)
  afterAll(() => service.stop())

  /** A session whose proof of address has to be sent again. */
  const sentBack = async () => {
    const session = await submitted("wfv_all", { ...steps, scenario: "resubmission" })
    await session.work()
    const checks = async () => {
      const { data } = await session.call("GET", `/checks?session_id=${session.id}&limit=100`)
      return data.filter(({ type }: any) => types.includes(type)) as ReadonlyArray<{ id: string; type: string }>
    }
    const again = async () => {
      await session.simulate("start", "upload_document", "submit")
      await session.work()
    }
    /** How often each check was made so far. */
    const counts = async () => {
      const all = await checks()
      return Object.fromEntries(types.map((type) => [type, all.filter((one) => one.type === type).length]))
    }
    return { ...session, again, counts }
  }

  describe(`resubmissions to workflows over ${storage}`, () => {
    test("ask for the steps alone whose checks failed, and keep the checks that stand", async () => {
      const { again, counts, current, run } = await sentBack()
      const first = await run()
      expect(await current()).toMatchObject({
        status: "resubmission_required",
        completed_steps: ["document", "selfie"],
        resume_state: { next_step: "proof_of_address" }
      })
      await again()
      const second = await run()
      expect(second.id).not.toBe(first.id)
      expect(second.workflow_version_id).toBe(first.workflow_version_id)
      expect(second.nodes.map(({ id, state }: any) => [id, state])).toEqual(first.nodes.map(({ id, state }: any) => [id, state]))
      expect(await counts()).toEqual({ document_extraction: 1, face_match: 1, liveness: 1, proof_of_address: 2 })
    })

    test("end with the attempts that the session has, whatever its graph asks for", async () => {
      const session = await submitted("wfv_never_content", { max_resubmissions: 1 })
      await session.work()
      expect(await session.current()).toMatchObject({ status: "resubmission_required", status_reason_codes: ["poa_failed"] })
      await session.simulate("start", "upload_document", "submit")
      await session.work()
      expect(await session.current()).toMatchObject({
        status: "declined",
        status_reason_codes: ["resubmission_limit_exceeded", "poa_failed"],
        resubmission_count: 1
      })
      expect(await session.call("GET", `/sessions/${session.id}/decision-replay`)).toMatchObject({ same: true })
    })

    test("make everything again that rests on what came since, or on what is expected", async () => {
      const renewed = await sentBack()
      await renewed.call("PATCH", `/sessions/${renewed.id}`, { expected: { last_name: "Silva" } })
      await renewed.again()
      expect(await renewed.counts()).toEqual({ document_extraction: 2, face_match: 2, liveness: 2, proof_of_address: 2 })
      const all = await sentBack()
      await all.call("POST", `/sessions/${all.id}/expire`, {})
      await all.call("POST", `/sessions/${all.id}/resume`, {})
      await all.simulate("upload_document", "submit")
      await all.work()
      expect(await all.counts()).toEqual({ document_extraction: 2, face_match: 2, liveness: 2, proof_of_address: 2 })
      const other = await sentBack()
      await other.simulate("start", "upload_document")
      // A document that no one asked for came after all.
      const form = aPictureForm({ kind: "identity", document_type: "passport", side: "front" })
      const uploaded = await service.call("POST", `/sessions/${other.id}/documents`, { key: other.key, raw: form })
      expect(uploaded.status).toBe(201)
      await other.simulate("submit")
      await other.work()
      expect(await other.counts()).toEqual({ document_extraction: 2, face_match: 2, liveness: 1, proof_of_address: 2 })
    })

    test("keep what a reviewer asks nothing more of, also where the default workflow decides", async () => {
      const { call, key } = await submitted("wfv_all")
      const { id } = await call("POST", "/sessions", { ...steps, scenario: "review" })
      const simulate = async (...names: ReadonlyArray<string>) => {
        await call("POST", `/sessions/${id}/simulate`, { actions: names.map((type) => ({ type })) })
        await runJobs(service, "documents.read", runChecksJob)
      }
      await simulate("start", "upload_document", "submit")
      const [row] = (await call("GET", `/cases?session_id=${id}`)).data
      const body = { steps: ["proof_of_address"], message: "Please send a newer bill." }
      await service.call("POST", `/cases/${row.id}/request-information`, { key, body })
      await simulate("start", "upload_document", "submit")
      const { data } = await call("GET", `/checks?session_id=${id}&limit=100`)
      const counts = types.map((type) => data.filter((one: any) => one.type === type).length)
      expect(counts).toEqual([1, 1, 1, 2])
      expect((await call("GET", `/sessions/${id}`)).status).toBe("in_review")
    })

    test("stay with their version when another one is published, while reprocessing goes by the newest that is in use", async () => {
      const again = await submitted("wfv_all", { ...steps, scenario: "resubmission" })
      await again.work()
      const { workflow_version_id: first } = await again.current()
      const replayed = () => again.call("GET", `/sessions/${again.id}/decision-replay`)
      const before = await replayed()
      expect(before.same).toBe(true)
      const publish = async ({ call, workflow_id }: Pick<typeof again, "call" | "workflow_id">) => {
        const draft = await call("POST", `/workflows/${workflow_id}/versions`, {
          graph: graphOf({ done: end("review") }, [["start", "done"]])
        })
        await call("POST", `/workflows/${workflow_id}/versions/${draft.id}/publish`, {})
        return draft.id
      }
      await publish(again)
      expect(await replayed()).toEqual(before)
      await again.simulate("start", "upload_document", "submit")
      await again.work()
      expect([(await again.current()).workflow_version_id, (await again.run()).workflow_version_id]).toEqual([first, first])

      const decided = await submitted("wfv_all", { ...steps, scenario: "approved" })
      await decided.work()
      const newest = await publish(decided)
      const reprocess = async () => {
        await decided.call("POST", `/sessions/${decided.id}/reprocess`)
        await decided.work()
        return [(await decided.current()).status, (await decided.run()).workflow_version_id]
      }
      expect((await decided.current()).status).toBe("approved")
      expect(await reprocess()).toEqual(["in_review", newest])
      await decided.call("DELETE", `/workflows/${decided.workflow_id}`)
      expect(await reprocess()).toEqual(["in_review", newest])
    })
  })
}
