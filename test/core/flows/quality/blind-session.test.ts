import { afterAll, describe, expect, test } from "bun:test"
import { makeId } from "@vouchkit/core/kernel/foundation/id"
import { operations } from "@vouchkit/core/registry"
import { CaseStore } from "@vouchkit/core/resources/cases/model"
import { DeliveryStore } from "@vouchkit/core/resources/webhooks/model"
import { mcpEndpoint } from "@vouchkit/mcp/endpoint"
import { Effect } from "effect"
import { validBodies } from "../../../support/fixtures.ts"
import { qualityWork } from "./quality-work.ts"

/** Every operation that reads with an API key, as a request without any filter. */
const reads = operations
  .map(({ contract }) => contract)
  .filter(({ access, effect }) => effect === "read" && access.type === "scopes")
  .toSorted((one, other) => one.name.localeCompare(other.name))

for (const storage of ["memory", "postgres"] as const) {
  describe(`the session of a blind review, over ${storage}`, async () => {
    const { aTenant, service } = await qualityWork(storage)
    afterAll(() => service.stop())
    const handle = mcpEndpoint({ operations, context: (await service.runtime.context()) as any, publicUrl: "http://localhost:3000" } as any)

    /** A session that a person approved, with all that tells of it, and the blind case about the decision. */
    const drawn = async () => {
      const tenant = await aTenant()
      const session = await tenant.ask("POST", "/sessions", {
        expected: { first_name: "Ada", last_name: "Okafor" },
        external_reference: "c-17"
      })
      await tenant.ask("POST", `/sessions/${session.id}/simulate`, { actions: [{ type: "poa_review" }] })
      const [first] = (await tenant.ask("GET", `/cases?session_id=${session.id}`)).data
      const [check] = await tenant.checksOf(session.id)
      await tenant.ask("POST", `/checks/${check.id}/override`, { outcome: "passed", reason: "looked at the original in person" })
      await tenant.ask("POST", `/cases/${first.id}/approve`, {})
      const exported = await tenant.ask("GET", `/sessions/${session.id}/export`)
      const endpoint = await tenant.ask("POST", "/webhooks/endpoints", { url: "https://hooks.acme-example.com/in" })
      const sent = await tenant.ask("POST", `/webhooks/endpoints/${endpoint.id}/test`)
      const delivery_id = await tenant.within(
        Effect.gen(function* () {
          const store = yield* DeliveryStore
          const pattern = yield* store.find(sent.id)
          const id = yield* makeId("whd")
          if (pattern !== undefined)
            yield* store.insert({ ...pattern, id, session_id: session.id, version: 1, delivery_key: null } as never)
          return id
        }) as Effect.Effect<string, any, any>
      )
      await tenant.auditAndDraw()
      const [blind] = (await tenant.ask("GET", "/cases?queue=quality")).data
      const [finding] = (await tenant.ask("GET", `/audit-findings?session_id=${session.id}`)).data
      const { identity_id } = await tenant.ask("GET", `/sessions/${session.id}`)
      const ids = {
        session_id: session.id,
        case_id: first.id,
        check_id: check.id,
        identity_id,
        workflow_run_id: (await tenant.ask("GET", `/workflow-runs?session_id=${session.id}`)).data[0]?.id,
        export_id: exported.id,
        delivery_id,
        endpoint_id: endpoint.id,
        finding_id: finding?.id
      }
      return { tenant, blind, first, ids, session, reviewer: await tenant.another() }
    }
    type Drawn = Awaited<ReturnType<typeof drawn>>

    /** What every operation that reads answers about a session, by its name. */
    const sweep = async (call: Drawn["reviewer"]["call"], ids: Drawn["ids"]) => {
      const answers = new Map<string, { readonly status: number; readonly text: string }>()
      for (const { method, name, path } of reads) {
        const asked = path.replace(/\{(\w+)\}/gu, (_, param) => (ids as Record<string, string>)[param] ?? "none")
        const body = validBodies[name]
        answers.set(name, await call(method, asked, typeof body === "object" ? body : undefined))
      }
      return answers
    }
    const naming = (answers: Awaited<ReturnType<typeof sweep>>, { session_id, identity_id, case_id, check_id }: Drawn["ids"]) =>
      [...answers]
        .filter(([, { text }]) => [session_id, identity_id, case_id, check_id].some((id) => text.includes(id)))
        .map(([name]) => name)

    test("is found by its reviewer nowhere, whatever is read, and neither is anything that names it; others find all of it", async () => {
      const { blind, ids, reviewer, tenant } = await drawn()
      expect(Object.values(ids)).not.toContain(undefined)
      const before = naming(await sweep(reviewer.call, ids), ids)
      for (const name of [
        "sessions.list",
        "sessions.get",
        "sessions.result",
        "sessions.list_checks",
        "checks.list",
        "checks.get",
        "cases.list",
        "cases.search",
        "cases.get",
        "identities.list",
        "identities.search",
        "identities.get",
        "identities.list_sessions",
        "identities.audit_log",
        "workflow_runs.list",
        "workflow_runs.get",
        "webhook_deliveries.list",
        "webhook_deliveries.list_for_session",
        "exports.get",
        "audit_log.list",
        "audit_findings.list",
        "audit_findings.get"
      ])
        expect(before).toContain(name)
      await reviewer.ask("POST", `/cases/${blind.id}/claim`)
      const shown = await sweep(reviewer.call, ids)
      expect(naming(shown, ids)).toEqual([])
      for (const name of ["sessions.get", "sessions.report", "exports.get", "exports.download", "cases.get", "checks.get"])
        expect([name, shown.get(name)?.status]).toEqual([name, 404])
      expect(naming(await sweep((await tenant.another()).call, ids), ids)).toEqual(before)
      await reviewer.ask("POST", `/cases/${blind.id}/approve`, {})
      expect(naming(await sweep(reviewer.call, ids), ids)).toEqual(before)
    }, 120_000)

    test("does not count in totals of lists either, so that no filter tells how it was decided", async () => {
      const { blind, ids, reviewer } = await drawn()
      const totals = async () =>
        await Promise.all(
          ["/sessions?status=approved", "/checks?", `/cases?status=closed`, `/events?target_id=${ids.session_id}`, "/identities?"].map(
            async (path) => (await reviewer.ask("GET", `${path}&limit=1`)).pagination.total
          )
        )
      expect(await totals()).toEqual([1, 1, 1, expect.any(Number), 1])
      await reviewer.ask("POST", `/cases/${blind.id}/claim`)
      expect(await totals()).toEqual([0, 0, 0, 0, 0])
    })

    test("is not found by its reviewer as an agent", async () => {
      const { blind, ids, reviewer } = await drawn()
      const tool = async (name: string, args: object = {}) => {
        const response = await handle(
          new Request("http://localhost:3000/mcp", {
            method: "POST",
            headers: {
              "content-type": "application/json",
              accept: "application/json, text/event-stream",
              authorization: `Bearer ${reviewer.key}`
            },
            body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } })
          }),
          { request_id: "req_test", address: null, user_agent: null } as never
        )
        return await response.text()
      }
      const tools: ReadonlyArray<readonly [string, object?]> = [
        ["get_session", { session_id: ids.session_id }],
        ["get_session_result", { session_id: ids.session_id }],
        ["list_session_checks", { session_id: ids.session_id }],
        ["list_sessions"],
        ["get_case", { case_id: ids.case_id }],
        ["search_cases"],
        ["get_identity", { identity_id: ids.identity_id }],
        ["search_identities"],
        ["list_identity_sessions", { identity_id: ids.identity_id }],
        ["get_workflow_run", { workflow_run_id: ids.workflow_run_id }],
        ["list_webhook_deliveries"],
        ["search_audit_log"]
      ]
      const names = async () => {
        const found: Array<string> = []
        // The request is echoed by no answer, so that an identifier in one comes from a record.
        for (const [name, args] of tools)
          if (/"status":"(?:approved|closed|succeeded)|cases\.approve|Okafor|A\. O\./u.test(await tool(name, args))) found.push(name)
        return found
      }
      expect(await names()).toContain("get_session")
      await reviewer.ask("POST", `/cases/${blind.id}/claim`)
      expect(await names()).toEqual([])
    }, 60_000)

    test("cannot be changed by its reviewer, and is not named by what a change answers", async () => {
      const { blind, ids, reviewer, tenant } = await drawn()
      await reviewer.ask("POST", `/cases/${blind.id}/claim`)
      const requests: ReadonlyArray<readonly [string, string, unknown?]> = [
        ["PATCH", `/sessions/${ids.session_id}`, { tags: ["x"] }],
        ["POST", `/sessions/${ids.session_id}/reprocess`, {}],
        ["GET", `/sessions/${ids.session_id}/export`],
        ["POST", `/cases`, { session_id: ids.session_id }],
        ["POST", `/cases/${ids.case_id}/reopen`, {}],
        ["POST", `/cases/${ids.case_id}/notes`, { body: "seen" }],
        ["POST", `/checks/${ids.check_id}/override`, { outcome: "failed", reason: "looked at the original in person" }],
        ["POST", `/identities/${ids.identity_id}/flag`, { reason: "Seen with a forged bill" }],
        ["PATCH", `/identities/${ids.identity_id}`, { tags: ["x"] }]
      ]
      for (const [method, path, body] of requests) expect([path, (await reviewer.call(method, path, body)).status]).toEqual([path, 404])
      expect((await tenant.ask("GET", `/sessions/${ids.session_id}`)).tags).toEqual([])
    })

    test("stays out of sight for who gave the case back, and for both when another takes it", async () => {
      const { blind, ids, reviewer, tenant } = await drawn()
      const other = await tenant.another()
      const status = async ({ call }: Drawn["reviewer"]) => (await call("GET", `/sessions/${ids.session_id}`)).status
      await reviewer.ask("POST", `/cases/${blind.id}/claim`)
      await reviewer.ask("POST", `/cases/${blind.id}/release`)
      expect([await status(reviewer), await status(other)]).toEqual([404, 200])
      expect((await reviewer.call("GET", `/cases/${blind.id}/evidence`)).status).toBe(200)
      await other.ask("POST", `/cases/${blind.id}/claim`)
      await other.ask("POST", `/cases/${blind.id}/claim`)
      expect([await status(reviewer), await status(other)]).toEqual([404, 404])
      await other.ask("POST", `/cases/${blind.id}/approve`, {})
      expect([await status(reviewer), await status(other)]).toEqual([200, 200])
    })

    test("is not led to before: the evidence is for who holds the case, which names no one and is not found by a name", async () => {
      const { blind, reviewer } = await drawn()
      expect(blind.subject).toEqual({ display_name: null, country: null })
      for (const path of ["evidence", "evidence/preview"])
        expect((await reviewer.call("GET", `/cases/${blind.id}/${path}`)).body).toMatchObject({ error: "case_not_claimed" })
      const found = await reviewer.ask("POST", "/cases/search", { query: "Okafor", filters: { queue: ["quality"] } })
      expect(found.data).toEqual([])
    })

    test("was not worked on by who reviews it: whoever held its case is given neither that case by hand nor by claim-next", async () => {
      const { blind, first, reviewer, tenant } = await drawn()
      await tenant.within(
        CaseStore.use((store) =>
          Effect.flatMap(store.find(first.id), (row) => store.save({ ...row, assigned_to: reviewer.key_id } as never))
        ) as Effect.Effect<unknown, any, any>
      )
      expect((await reviewer.call("POST", `/cases/${blind.id}/claim`)).body).toMatchObject({ error: "forbidden" })
      expect(await reviewer.ask("POST", "/cases/claim-next", { queue: "quality" })).toEqual({ case: null })
      expect((await tenant.refused("POST", `/cases/${blind.id}/assign`, { user_id: reviewer.key_id })).error).toBe("forbidden")
    })

    test("is passed over by claim-next when it comes to review again meanwhile", async () => {
      const { blind, first, reviewer, tenant } = await drawn()
      await reviewer.ask("POST", `/cases/${blind.id}/claim`)
      await tenant.ask("POST", `/cases/${first.id}/reopen`)
      expect(await reviewer.ask("POST", "/cases/claim-next", {})).toEqual({ case: null })
      expect((await (await tenant.another()).ask("POST", "/cases/claim-next", {})).case.id).toBe(first.id)
    })

    test("is found again once its data was erased, since the blind case is closed with it", async () => {
      const { blind, ids, reviewer, tenant } = await drawn()
      await reviewer.ask("POST", `/cases/${blind.id}/claim`)
      await tenant.ask("DELETE", `/sessions/${ids.session_id}/data`)
      expect((await reviewer.ask("GET", `/sessions/${ids.session_id}`)).redacted_at).toBeString()
    })
  })
}
