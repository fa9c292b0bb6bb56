import { describe, expect, test } from "bun:test"
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import { Webhook } from "standardwebhooks"
import Stripe from "stripe"
import { pageInScript, scriptPages } from "../../packages/adapters/bench/bill-pages/script-pages.ts"
import { aUtilityBill } from "../support/bills.ts"
import { eventually } from "../support/queues.ts"
import { preparedFolder } from "../support/prepared-folder.ts"
import { runCommand, runService } from "../support/running-service.ts"
import { organizationOfShared, receiverOfShared } from "../support/shared-service.ts"

/** Deliveries as they arrive, and a wait for the first that fits. */
const receiver = () => {
  const received: Array<{ readonly headers: Headers; readonly body: string; readonly event: any }> = []
  const waiting = new Set<() => void>()
  const receive = async (request: Request): Promise<Response> => {
    const body = await request.text()
    received.push({ headers: request.headers, body, event: JSON.parse(body) })
    for (const wake of [...waiting]) wake()
    return new Response("ok")
  }
  const arrival = (fits: (event: any) => boolean) =>
    new Promise<(typeof received)[number]>((resolve) => {
      const look = () => {
        const found = received.find(({ event }) => fits(event))
        if (found === undefined) return
        waiting.delete(look)
        resolve(found)
      }
      waiting.add(look)
      look()
    })
  return { receive, received, arrival }
}

const day = (offset: number): Date => new Date(Date.now() + offset * 86_400_000)
const written = (date: Date): string =>
  date.toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" })

describe("one verification from end to end", async () => {
  const hooks = receiver()
  const bill = await aUtilityBill({
    issued_on: written(day(-10)),
    period: `${written(day(-40))} to ${written(day(-11))}`,
    due_on: written(day(4)),
    created_at: day(-10),
    modified_at: day(-10)
  })
  /** An organization of its own: a bill that another session of the organization has shown counts against it. */
  const tenant = async () => {
    const { keys, url } = await organizationOfShared()
    const key = keys.live
    const call = async (method: string, path: string, body?: unknown) => {
      const multipart = body instanceof FormData
      const response = await fetch(`${url}/api/v1${path}`, {
        method,
        headers: { "X-API-Key": key, ...(multipart || body === undefined ? {} : { "Content-Type": "application/json" }) },
        ...(body === undefined ? {} : { body: multipart ? body : JSON.stringify(body) })
      })
      return { status: response.status, body: (await response.json()) as any }
    }
    const secret = (await call("POST", "/webhooks/endpoints", { url: await receiverOfShared(hooks.receive) })).body.secret as string
    const submitted = async (expected: Record<string, unknown>, file = { bytes: bill.bytes, type: "application/pdf" }) => {
      const session = (await call("POST", "/sessions", { expected })).body
      const form = new FormData()
      form.set("file", new Blob([new Uint8Array(file.bytes)], { type: file.type }), "bill")
      form.set("poa_document_type", "utility_bill")
      expect((await call("POST", `/sessions/${session.id}/documents`, form)).status).toBe(201)
      expect((await call("POST", `/sessions/${session.id}/submit`)).body.status).toBe("processing")
      return session.id as string
    }
    return { key, url, call, secret, submitted }
  }
  const holder = {
    first_name: "Jonathan",
    last_name: "Okonkwo-Smith",
    address: "Flat 3, 128 Marlowe Gardens, Bristol BS8 4QT",
    country: "GB"
  }
  const slips = { first_name: "Johnathan", last_name: "Okonkwa-Smit" }
  const strange = { first_name: "Margarete", last_name: "Lindqvist" }

  test("a real bill approves its holder, and the signed webhook tells so", async () => {
    const { call, secret, submitted } = await tenant()
    const id = await submitted(holder)
    const { body, event, headers } = await hooks.arrival(({ resource, type }) => type === "session.approved" && resource.id === id)
    expect((await call("GET", `/sessions/${id}`)).body).toMatchObject({ status: "approved", sequence: event.sequence })
    expect(() => new Webhook(secret).verify(body, Object.fromEntries(headers))).not.toThrow()
    await new Stripe("sk_test").webhooks.constructEventAsync(body, headers.get("x-service-signature") ?? "", secret)
    for (const personal of ["Okonkwo", "Marlowe", "BS8"]) expect(body).not.toContain(personal)
    const result = (await call("GET", `/sessions/${id}/result`)).body
    expect(result).toMatchObject({
      simulated: false,
      checks: [{ type: "proof_of_address", outcome: "passed", passed: true, simulated: false }]
    })
    expect(result.checks[0].details.issuer).toContain("Northwind")
    const [
      {
        input_document_ids: [document_id],
        id: check_id
      }
    ] = result.checks
    const named = result.fields.find(({ field }: any) => field === "holder_name")
    expect(named).toMatchObject({ check_id, source: "text_layer", confidence: 1, evidence: { document_id, page: 1 } })
    expect(named.compared_with).toMatchObject([
      {
        value: "Jonathan Okonkwo-Smith",
        source: "expected",
        agreement: "agree",
        rule: { check: "proof_of_address", setting: "name" },
        evidence: { document_id: null }
      }
    ])
    // The recipient's block stands on the left of the upper half of the page.
    const [x, y, width, height] = named.evidence.box
    expect([x > 0.05, x + width < 0.6, y > 0.05, y + height < 0.5]).toEqual([true, true, true, true])
    expect(result.proofs_of_address).toMatchObject([
      { check_id, document_id, recency: { basis: "period_end", age_days: 11, max_age_days: 90 } }
    ])
    expect(result.verified.address.evidence).toMatchObject({ document_id, page: 1 })
  }, 300_000)

  test.each(["japanese", "arabic", "devanagari"] as const)(
    "a picture of a bill in %s goes to a person, and no other one is asked for",
    async (script) => {
      const { call, submitted } = await tenant()
      const bytes = await pageInScript(scriptPages[script])
      const id = await submitted({ first_name: "Misaki", last_name: "Sato", country: "JP" }, { bytes, type: "image/png" })
      await hooks.arrival(({ resource, type }) => type === "session.review-required" && resource.id === id)
      const { checks } = (await call("GET", `/sessions/${id}/result`)).body
      expect(checks).toMatchObject([{ type: "proof_of_address", outcome: "review" }])
      expect(checks[0].reasons).toContainEqual(expect.objectContaining({ code: "language_unsupported", severity: "review" }))
      expect(checks[0].reasons).not.toContainEqual(expect.objectContaining({ severity: "fail" }))
      expect((await call("GET", `/sessions/${id}`)).body).toMatchObject({ status: "in_review", resubmission_count: 0 })
    },
    300_000
  )

  test("a name that only nearly fits goes to a case, whose approval approves the session", async () => {
    const { call, submitted } = await tenant()
    const id = await submitted({ ...holder, ...slips })
    const { event } = await hooks.arrival(({ data, type }) => type === "case.created" && data.session_id === id)
    await hooks.arrival(({ resource, type }) => type === "session.review-required" && resource.id === id)
    const [check] = (await call("GET", `/sessions/${id}/result`)).body.checks
    expect([check.outcome, check.reasons.map(({ code }: any) => code)]).toEqual(["review", ["name_below_pass"]])
    expect(check.reasons[0].rests_on).toMatchObject([
      { field: "holder_name", source: "text_layer", evidence: { document_id: check.input_document_ids[0], page: 1 } },
      { field: "holder_name", source: "expected" }
    ])
    expect((await call("POST", `/cases/${event.resource.id}/approve`, {})).body).toMatchObject({ status: "closed", decision: "approved" })
    await hooks.arrival(({ resource, type }) => type === "session.approved" && resource.id === id)
    // Events arrive in no order: one from before the approval may still be on its way.
    const own = () => hooks.received.filter(({ event: one }) => one.resource.id === id).map(({ event: one }) => one.sequence)
    const sequences = await eventually(
      async () => [...new Set(own())].sort((a, b) => a - b),
      (found) => found.length === found.at(-1)
    )
    expect(sequences).toEqual(Array.from({ length: Math.max(...own()) }, (_, index) => index + 1))
  }, 300_000)

  test("another person's name is not approved", async () => {
    const { submitted } = await tenant()
    const id = await submitted({ ...holder, ...strange })
    const { event } = await hooks.arrival(({ resource, type }) => type === "session.resubmission-required" && resource.id === id)
    expect(event.data.reason_codes).toContain("poa_failed")
  }, 300_000)

  test("an agent reads the result without a word of personal data", async () => {
    const { key, submitted, url } = await tenant()
    const mine = await Promise.all([holder, { ...holder, ...slips }, { ...holder, ...strange }].map((expected) => submitted(expected)))
    const settled = /^session\.(?:approved|review-required|resubmission-required)$/
    await Promise.all(mine.map((id) => hooks.arrival(({ resource, type }) => settled.test(type) && resource.id === id)))
    const client = new Client({ name: "test", version: "1" })
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
        requestInit: { headers: { Authorization: `Bearer ${key}` } }
      })
    )
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toContain("get_session_result")
    const sessions = (await client.callTool({ name: "list_sessions", arguments: {} })) as any
    const results = await Promise.all(
      sessions.structuredContent.data.map(({ id }: { id: string }) =>
        client.callTool({ name: "get_session_result", arguments: { session_id: id } })
      )
    )
    const seen = JSON.stringify([sessions, results])
    expect(sessions.structuredContent.data.map(({ id }: { id: string }) => id)).toEqual(expect.arrayContaining(mine))
    for (const personal of ["Okonkwo", "Okonkwa", "Marlowe", "BS8", "Northwind", "Lindqvist", "Bristol"])
      expect(seen).not.toContain(personal)
    await client.close()
  }, 300_000)
})

test("keys are made while the service runs; a second service on the folder is refused; a restart finds its data", async () => {
  const folder = await preparedFolder()
  const service = await runService(folder)
  const made = await runCommand(
    "keys",
    ["create", "--organization", "org_new", "--environment", "sandbox", "--scopes", "sessions:create,sessions:read", "--json"],
    { DATA_DIR: folder }
  )
  expect(made.code).toBe(0)
  const issued = JSON.parse(made.output)
  expect(Object.keys(issued).sort()).toEqual(["environment", "id", "key", "organization_id", "scopes"])
  const sessionsAt = (url: string, method: string) =>
    fetch(`${url}/api/v1/sessions`, {
      method,
      headers: { "X-API-Key": issued.key, "Content-Type": "application/json" },
      ...(method === "POST" ? { body: "{}" } : {})
    })
  expect((await sessionsAt(service.url, "POST")).status).toBe(201)
  await expect(runService(folder)).rejects.toThrow("already runs on the data folder")
  expect(await service.stop()).toBe(0)

  const again = await runService(folder)
  expect(again.keys).toEqual({ sandbox: "", live: "" })
  const listed = await sessionsAt(again.url, "GET")
  expect(((await listed.json()) as any).pagination.total).toBe(1)
  expect(await again.stop("SIGINT")).toBe(0)
}, 300_000)
