import { afterAll, beforeAll, expect, test } from "bun:test"
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client"
import { provisionOrganization } from "@vouchkit/core/flows/organization-settings/replace"
import { operations } from "@vouchkit/core/registry"
import { mcpEndpoint } from "@vouchkit/mcp/endpoint"
import type { Effect } from "effect"
import { type Service, startService } from "../support/service.ts"
import { runJobs } from "../support/service-jobs.ts"
import { origin } from "./service.ts"

const began = "2026-03-01T09:00:00.000Z"
/** Each personal value of a session holds one of these, and no answer to an agent may. */
const canary = (what: string, number: number) => `Zq${what}${"abcdefghij"[number % 10]}${"abcdefghij"[Math.floor(number / 10)]}xv`

const kinds = [
  { steps: ["proof_of_address"], actions: [{ type: "poa_review" }] },
  { steps: ["document", "selfie"], actions: [{ type: "review_check" }] },
  { steps: ["document"], screening: true, actions: [{ type: "screening_hit" }] },
  { steps: ["proof_of_address"], actions: [{ type: "provider_error" }] },
  { steps: ["document"], actions: [{ type: "review_check", check_type: "document_extraction" }] }
] as const
const cases = 50

let service: Service
let server: ReturnType<typeof Bun.serve>
let traffic = ""
let key = ""
let agent_key = ""
let handle: (request: Request, from: typeof origin) => Promise<Response>
beforeAll(async () => {
  service = await startService("memory", { clock: began })
  ;[key, agent_key] = [await service.key(), await service.key()]
  const run = (effect: Effect.Effect<unknown, unknown, any>) => service.runtime.runPromise(effect as Effect.Effect<any, never, never>)
  await run(provisionOrganization({ organization: "org_acme", environments: ["sandbox"], policy: { agent_co_sign: true } }))
  handle = mcpEndpoint({ operations, context: (await service.runtime.context()) as any, publicUrl: "http://localhost:3000" } as any) as any
  server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: async (request) => {
      const answer = await handle(request, origin)
      const text = await answer.clone().text()
      traffic += `\n${text}`
      return answer
    }
  })
}, 300_000)
afterAll(async () => {
  await server.stop(true)
  await service.stop()
})

/** A case of a person whose every value could be told again. */
const aCase = async (number: number) => {
  const kind = kinds[number % kinds.length] ?? kinds[0]
  const c = (what: string) => canary(what, number)
  const call = async (method: string, path: string, body: object) => {
    const answer = await service.call(method, path, { key, body })
    if (answer.status >= 300) throw new Error(`${path}: ${answer.text}`)
    return answer.body
  }
  const session = await call("POST", "/sessions", {
    required_steps: [...kind.steps],
    ...("screening" in kind ? { screening: true } : {}),
    // Some integrators make their references of names, which agents must not read either.
    external_reference: number % 2 === 0 ? `customer-${number}` : `${c("family")}-${number}`,
    expected: { first_name: c("given"), last_name: c("family"), date_of_birth: "1987-04-21", address: `12 ${c("street")}`, country: "GB" },
    contact: { email: `${c("mail")}@example.com`, phone: `+4479460${String(number).padStart(5, "0")}` },
    metadata: { note: c("metadata") },
    tags: [`branch-${number % 3}`]
  })
  await call("POST", `/sessions/${session.id}/simulate`, { actions: [...kind.actions] })
  return session.id as string
}

/** The official client, which waits for its budgets by moving the clock, as an agent would by waiting. */
const anAgent = async () => {
  const client = new Client({ name: "day", version: "1.0.0" }, { versionNegotiation: { mode: "auto" } } as any)
  await client.connect(
    new StreamableHTTPClientTransport(new URL("/mcp", server.url), { requestInit: { headers: { authorization: `Bearer ${agent_key}` } } })
  )
  await client.listTools()
  let at = Date.parse(began)
  const calls: Array<{ readonly name: string; readonly failed: boolean }> = []
  const call = async (name: string, args: Readonly<Record<string, unknown>>): Promise<any> => {
    const result: any = await client.callTool({ name, arguments: { ...args } })
    calls.push({ name, failed: result.isError === true })
    const { agent } = result._meta.remaining
    if (agent.remaining === 0) {
      at += agent.reset_seconds * 1000 + 1000
      await service.setTime(new Date(at).toISOString())
    }
    return result
  }
  return { call, calls, close: () => client.close() }
}

/** What a careful agent does with a case, by its reasons alone. */
const decide = (reasons: ReadonlyArray<string>, has_hits: boolean): "escalate" | "approve" | "ask again" => {
  if (has_hits || reasons.some((code) => /sanction|pep|screening|hit/u.test(code))) return "escalate"
  if (reasons.some((code) => /unavailable|error/u.test(code))) return "ask again"
  return reasons.length === 1 ? "approve" : "escalate"
}

test("an agent clears a queue of 50 mixed cases within its budgets, and reads nothing of the people", async () => {
  const sessions: Array<string> = []
  for (let number = 0; number < cases; number += 1) sessions.push(await aCase(number))
  await runJobs(service, "documents.read", "sessions.run_checks", "screening.run")
  const agent = await anAgent()
  const done = { approve: 0, escalate: 0, "ask again": 0 }

  const counted = (await agent.call("get_case_counts", {})).structuredContent
  const seen = new Set<string>()
  for (let offset = 0; ; ) {
    const page = (await agent.call("search_cases", { filters: { status: ["open"] }, sort_by: "created_at", sort_order: "asc", offset }))
      .structuredContent
    for (const { id } of page.data) seen.add(id)
    offset += page.data.length
    if (page.data.length === 0 || seen.size >= page.pagination.total) break
  }
  expect([JSON.stringify(counted).includes(String(seen.size)), seen.size]).toEqual([true, cases])

  for (const case_id of seen) {
    const shown = (await agent.call("get_case", { case_id })).structuredContent
    expect((await agent.call("claim_case", { case_id })).isError).not.toBe(true)
    const reasons: ReadonlyArray<string> = shown.reason_codes
    const verdict = decide(reasons, shown.has_screening_hits === true)
    done[verdict] += 1
    const cites = reasons.length > 0 ? reasons.join(", ") : "no reason"
    const decided =
      verdict === "approve"
        ? await agent.call("approve_case", { case_id, note: `The evidence answers ${cites}.` })
        : verdict === "ask again"
          ? await agent.call("reject_case", { case_id, reason_codes: [...reasons], allow_resubmission: true })
          : await agent.call("escalate_case", { case_id, reason: `A person has to look: ${cites}.` })
    expect([verdict, decided.isError ?? false, decided.isError ? decided.content : null]).toEqual([verdict, false, null])
  }
  expect(Object.values(done).every((count) => count > 0)).toBe(true)
  expect(done.approve + done.escalate + done["ask again"]).toBe(cases)

  // One person asks to be erased: a colleague approves what the agent asked for.
  const [first = ""] = sessions
  const sure = { confirm: true, reason: "The person asked for it, ticket 4711." }
  expect((await agent.call("redact_session", { session_id: first, dry_run: true, ...sure })).structuredContent).toMatchObject({
    redacted: false
  })
  const waiting = await agent.call("redact_session", { session_id: first, ...sure })
  const { approval_id, error } = JSON.parse(waiting.content[1].text)
  expect(error).toBe("pending_approval")
  const person = await service.key(["redact:write"])
  expect((await service.call("POST", `/approvals/${approval_id}/approve`, { key: person })).status).toBe(202)
  await runJobs(service, "approvals.carry_out")
  expect((await agent.call("get_session", { session_id: first })).structuredContent.redacted_at).not.toBe(null)

  // Whatever else an agent may look at, of each session and of their records.
  for (const session_id of sessions.slice(1, 11)) {
    for (const name of ["get_session", "get_session_result", "list_session_checks", "list_documents", "list_screenings"]) {
      expect([name, (await agent.call(name, { session_id })).isError ?? false]).toEqual([name, false])
    }
  }
  for (const name of ["list_sessions", "search_identities", "search_audit_log"]) await agent.call(name, {})
  await agent.close()

  expect(agent.calls.filter(({ failed }) => failed)).toEqual([{ name: "redact_session", failed: true }])
  const statuses = await Promise.all(sessions.map(async (id) => (await service.call("GET", `/sessions/${id}`, { key })).body.status))
  expect(statuses.filter((status) => status === "approved").length).toBeGreaterThanOrEqual(done.approve)
  expect(statuses.filter((status) => status === "resubmission_required")).toHaveLength(done["ask again"])

  const values = ["given", "family", "street", "mail", "metadata"].flatMap((what) =>
    Array.from({ length: cases }, (_, number) => canary(what, number))
  )
  const told = traffic.toLowerCase()
  expect(values.filter((value) => told.includes(value.toLowerCase()))).toEqual([])
  for (const value of ["1987-04-21", "4479460"]) expect(told).not.toContain(value)
}, 300_000)
