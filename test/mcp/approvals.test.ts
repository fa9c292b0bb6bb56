import { afterAll, describe, expect, test } from "bun:test"
import { provisionOrganization } from "@vouchkit/core/flows/organization-settings/replace"
import { Tenant } from "@vouchkit/core/kernel/access/caller"
import { JobQueue } from "@vouchkit/core/kernel/jobs/job"
import { UnitOfWork } from "@vouchkit/core/kernel/storage/unit-of-work"
import { operations, stagedOperations } from "@vouchkit/core/registry"
import { ApprovalStore } from "@vouchkit/core/resources/approvals/model"
import { expireApproval } from "@vouchkit/core/resources/approvals/stage"
import { undecidedApprovals } from "@vouchkit/core/resources/approvals/end"
import { mcpEndpoint } from "@vouchkit/mcp/endpoint"
import { Effect } from "effect"
import { type Service, startService } from "../support/service.ts"
import { runJobs } from "../support/service-jobs.ts"
import { errorOf, origin } from "./service.ts"

const carryOut = "approvals.carry_out"
const sure = { confirm: true, reason: "asked for by Ada Lovelace, ticket 4711" }
const tenant = { organization: "org_acme", environment: "sandbox" } as const

const anAgentOf = async (service: Service) => {
  const handle = mcpEndpoint({ operations, context: (await service.runtime.context()) as any, publicUrl: "http://localhost:3000" } as any)
  return async (key: string, name: string, args: object): Promise<any> => {
    const request = new Request("http://localhost:3000/mcp", {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json, text/event-stream", authorization: `Bearer ${key}` },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } })
    })
    return ((await (await handle(request, origin)).json()) as any).result
  }
}

for (const storage of ["memory", "postgres"] as const) {
  describe(`destructive calls that wait for a person, in ${storage}`, async () => {
    const service = await startService(storage)
    afterAll(service.stop)
    const agent = await anAgentOf(service)
    const [key, person, reader] = [await service.key(), await service.key(["redact:write"]), await service.key(["sessions:read"])]
    const within = (effect: Effect.Effect<unknown, unknown, any>) =>
      service.runtime.runPromise(Effect.provideService(effect, Tenant, tenant) as Effect.Effect<any, never, never>)
    const coSign = (agent_co_sign: boolean) =>
      service.runtime.runPromise(
        provisionOrganization({ organization: "org_acme", environments: ["sandbox"], policy: { agent_co_sign } }) as Effect.Effect<
          any,
          never,
          never
        >
      )
    const aSession = async () =>
      (await service.call("POST", "/sessions", { key, body: { external_reference: "customer-42" } })).body.id as string
    const get = (path: string, by = person) => service.call("GET", path, { key: by })
    const decide = (id: string, verb: "approve" | "reject", by = person, body?: object) =>
      service.call("POST", `/approvals/${id}/${verb}`, { key: by, ...(body === undefined ? {} : { body }) })
    const staged = async (tool: string, args: object): Promise<string> => {
      const { body, text } = errorOf(await agent(key, tool, { ...args, ...sure }))
      expect(text).toStartWith("pending_approval: ")
      expect(body.error).toBe("pending_approval")
      return body.approval_id
    }
    await coSign(true)

    test("a call changes nothing until another key approves it, and is then carried out once, in that key's name", async () => {
      const session_id = await aSession()
      const tried = await agent(key, "redact_session", { session_id, dry_run: true, ...sure })
      expect(tried.structuredContent).toMatchObject({ redacted: false, counts: { sessions: 1 } })
      const id = await staged("redact_session", { session_id })
      expect(await staged("redact_session", { session_id })).toBe(id)
      expect((await get(`/sessions/${session_id}`, key)).body.redacted_at).toBe(null)

      const waiting = (await get("/approvals?status=pending_approval")).body.data
      expect(waiting).toMatchObject([
        {
          id,
          status: "pending_approval",
          tool: "redact_session",
          target_ids: [session_id],
          reason: sure.reason,
          requested_by: { type: "agent" }
        }
      ])
      const stored: any = await within(Effect.flatMap(ApprovalStore, (store) => store.find(id)))
      expect(JSON.stringify(stored)).not.toContain("Lovelace")

      expect((await decide(id, "approve", key)).body.error).toBe("forbidden")
      expect((await decide(id, "approve", reader)).status).toBe(403)
      const approved = await decide(id, "approve")
      expect([approved.status, approved.body.status]).toEqual([202, "approved"])
      expect((await decide(id, "approve")).body).toMatchObject({ error: "invalid_state_transition", current_status: "approved" })
      // A second job, as after a process that was killed, finds nothing to do.
      await within(
        Effect.flatMap(JobQueue, (queue) =>
          queue.enqueue({ id: "apr_again", name: carryOut, payload: { approval_id: id }, due_at: "2026-01-01T00:00:00.000Z" })
        )
      )
      expect(await runJobs(service, carryOut)).toBe(2)
      const done = (await get(`/approvals/${id}`)).body
      expect(done).toMatchObject({ status: "completed", failure_code: null, reason: null, decided_by: { type: "api_key" } })
      expect((await get(`/sessions/${session_id}`, key)).body).toMatchObject({ external_reference: null })
      expect((await get(`/receipts?scope_id=${session_id}`)).body.data).toHaveLength(1)
      const entries = (await get(`/events?target_id=${session_id}&action=sessions.redact`, key)).body.data
      // The dry run of the agent has an entry of its own.
      expect(entries).toMatchObject([
        { actor: { id: done.decided_by.id }, changes: [] },
        { actor: { type: "agent" }, changes: [{ path: "dry_run" }] }
      ])
    })

    test("many sessions at once wait too, and so does a link", async () => {
      const session_ids = [await aSession(), await aSession()]
      const bulk = await staged("bulk_redact_sessions", { session_ids })
      const link_id = (await service.call("GET", `/sessions/${await aSession()}/links`, { key })).body.data[0]
      const revoke = await staged("revoke_verification_link", { session_id: link_id.session_id, link_id: link_id.id })
      expect((await get(`/approvals/${bulk}`)).body.target_ids).toEqual(session_ids)
      for (const id of [bulk, revoke])
        expect((await decide(id, "approve", id === revoke ? await service.key(["redact:write", "sessions:write"]) : person)).status).toBe(
          202
        )
      await runJobs(service, carryOut)
      for (const id of [bulk, revoke]) expect((await get(`/approvals/${id}`)).body.status).toBe("completed")
      for (const id of session_ids) expect((await get(`/sessions/${id}`, key)).body.redacted_at).not.toBe(null)
    })

    test("what is rejected, or refused when it is carried out, ends so; a new call waits anew", async () => {
      const session_id = await aSession()
      const first = await staged("redact_session", { session_id })
      expect((await decide(first, "reject", person, { reason: "not asked for" })).body).toMatchObject({ status: "rejected", reason: null })
      expect((await get(`/sessions/${session_id}`, key)).body.redacted_at).toBe(null)
      const other = await service.key(["redact:write", "sessions:write"])
      const second = errorOf(await agent(other, "redact_session", { session_id: "ses_01jgfjjz00e8r4v2m9k3txqwpn", ...sure })).body
        .approval_id
      expect(second).not.toBe(first)
      await decide(second, "approve")
      await runJobs(service, carryOut)
      expect((await get(`/approvals/${second}`)).body).toMatchObject({ status: "failed", failure_code: "not_found" })
    })

    test("what no one decides within a day expires, and cannot be approved", async () => {
      const other = await service.key(["redact:write", "sessions:write"])
      const id = errorOf(await agent(other, "redact_session", { session_id: await aSession(), ...sure })).body.approval_id
      await within(
        Effect.gen(function* () {
          const { transaction } = yield* UnitOfWork
          const store = yield* ApprovalStore
          yield* transaction(
            Effect.flatMap(store.lock(id), (row) => store.save({ ...(row as any), expires_at: "2026-01-01T00:00:00.000Z" }))
          )
        })
      )
      expect((await get(`/approvals/${id}`)).body).toMatchObject({ status: "expired", reason: null })
      expect((await decide(id, "approve")).body).toMatchObject({ error: "invalid_state_transition", current_status: "expired" })
      const due: any = await within(
        Effect.flatMap(ApprovalStore, (store) => store.list({ where: undecidedApprovals("2026-02-01T00:00:00.000Z"), limit: 10 }))
      )
      expect(due.map((row: any) => row.id)).toEqual([id])
      await within(Effect.flatMap(UnitOfWork, ({ transaction }) => transaction(expireApproval(id))))
      expect(await within(Effect.flatMap(ApprovalStore, (store) => store.find(id)))).toMatchObject({
        status: "expired",
        sealed_input: null
      })
    })

    test("without the setting a call is carried out at once", async () => {
      await coSign(false)
      const other = await service.key(["redact:write", "sessions:write"])
      const done = await agent(other, "redact_session", { session_id: await aSession(), ...sure })
      // The other tests of this organization need the setting, whichever of them come later.
      await coSign(true)
      expect(done.structuredContent).toMatchObject({ redacted: true })
    })
  })
}

test("every destructive tool can wait for a person", () => {
  const destructive = operations.filter(({ contract }) => contract.effect === "destructive" && contract.tool !== undefined)
  const names = (ops: ReadonlyArray<{ readonly contract: { readonly name: string } }>) =>
    ops.map(({ contract }) => contract.name).toSorted()
  expect(names(destructive)).toEqual(names(stagedOperations))
})
