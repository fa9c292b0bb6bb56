import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { aUtilityBill } from "../support/bills.ts"
import { type CollectedSpan, startCollector } from "../support/collector.ts"
import { preparedFolder } from "../support/prepared-folder.ts"
import { runService } from "../support/running-service.ts"

const caller = { trace_id: "0af7651916cd43dd8448eb211c80319c", span_id: "b7ad6b7169203331" }

/** Whatever a person or a secret is known by in this run, in the spellings in which a program might repeat it. */
const personal = [
  "Jonathan",
  "Okonkwo",
  "okonkwo",
  "Marlowe",
  "BS8",
  "jonathan%40",
  "+4479460",
  "8500 1234",
  "Northwind",
  "Canal Street",
  "Margarete",
  "Lindqvist",
  "geheimnis"
]

describe("a run that is watched by logs of every level and a collector", async () => {
  const collector = startCollector()
  const received: Array<{ readonly headers: Headers; readonly event: any }> = []
  const receiver = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: async (request) => {
      received.push({ headers: request.headers, event: await request.json() })
      const { event } = received.at(-1) ?? {}
      // Whatever else of the session arrives before it: events have no order.
      const first = event?.type === "session.created" && received.filter((one) => one.event.type === "session.created").length === 1
      // What a receiver says may be about a person too.
      return new Response("Okonkwo is not known here", { status: first ? 500 : 200 })
    }
  })
  const service = await runService(await preparedFolder(), {
    WEBHOOK_ALLOW_INSECURE_TARGETS: `127.0.0.1:${receiver.port}`,
    WEBHOOK_RETRY_SCHEDULE: "1s",
    LOG_LEVEL: "trace",
    LOG_FORMAT: "json",
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: "x-collector-key=open%20sesame",
    OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=test,service.name=shadowed",
    OTEL_SERVICE_NAME: "kyc"
  })
  afterAll(() => {
    receiver.stop(true)
    collector.stop()
  })
  const secrets: Array<string> = [service.keys.live, service.keys.sandbox]
  const call = async (method: string, path: string, body?: BodyInit | object, headers: Readonly<Record<string, string>> = {}) => {
    const raw = body instanceof FormData || typeof body === "string"
    const response = await fetch(`${service.url}${path}`, {
      method,
      redirect: "manual",
      headers: {
        "X-API-Key": service.keys.live,
        ...(raw || body === undefined ? {} : { "Content-Type": "application/json" }),
        ...headers
      },
      ...(body === undefined ? {} : { body: raw ? body : JSON.stringify(body) })
    })
    return { status: response.status, text: await response.text() }
  }
  const arrival = async (fits: (event: any) => boolean, times = 1) => {
    while (received.filter(({ event }) => fits(event)).length < times) await Bun.sleep(20)
  }
  const holder = {
    first_name: "Jonathan",
    last_name: "Okonkwo-Smith",
    address: "Flat 3, 128 Marlowe Gardens, Bristol BS8 4QT",
    country: "GB"
  }
  const contact = { email: "jonathan@okonkwo.example", phone: "+447946000000" }
  let session = ""

  beforeAll(async () => {
    const endpoint = await call("POST", "/api/v1/webhooks/endpoints", {
      url: `http://127.0.0.1:${receiver.port}/in/geheimnis?of=geheimnis`
    })
    secrets.push(JSON.parse(endpoint.text).secret)
    const created = JSON.parse(
      (
        await call(
          "POST",
          "/api/v1/sessions",
          { expected: holder, contact, external_reference: "okonkwo-7", metadata: { name: "Jonathan Okonkwo" }, tags: ["Okonkwo"] },
          { traceparent: `00-${caller.trace_id}-${caller.span_id}-01`, "Idempotency-Key": "okonkwo-first" }
        )
      ).text
    )
    session = created.id
    secrets.push(new URL(created.verification_url).pathname.split("/").at(-1) ?? "")
    await arrival(({ type }) => type === "session.created")
    const bill = await aUtilityBill({})
    const form = new FormData()
    form.set("file", new Blob([new Uint8Array(bill.bytes)], { type: "application/pdf" }), "okonkwo-bill.pdf")
    form.set("poa_document_type", "utility_bill")
    expect((await call("POST", `/api/v1/sessions/${session}/documents`, form)).status).toBe(201)
    expect((await call("POST", `/api/v1/sessions/${session}/submit`)).status).toBe(200)
    // Whatever can be wrong about a request, with someone's name in it.
    const wrong = [
      await call("POST", "/api/v1/sessions", '{"expected": {"first_name": "Okonkwo"', { "Content-Type": "application/json" }),
      await call("POST", "/api/v1/sessions", { expected: { first_name: ["Okonkwo"], unknown_Lindqvist: "Margarete" } }),
      await call("POST", "/api/v1/sessions", { expected: { first_name: `Okonkwo${"o".repeat(5_000)}` } }),
      await call("GET", "/api/v1/sessions/Okonkwo?limit=Margarete"),
      await call("GET", "/api/v1/sessions?external_reference=okonkwo-7&status=Okonkwo"),
      await call("GET", "/api/v1/persons/Okonkwo"),
      await call("GET", `/api/v1/sessions/${session}`, undefined, { "X-API-Key": "vk_live_geheimnis-of-Okonkwo" }),
      await call("GET", "/verify/Okonkwo-geheimnis"),
      await call(
        "POST",
        "/mcp",
        { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "get_session", arguments: { session_id: "Okonkwo" } } },
        {
          Authorization: `Bearer ${service.keys.live}`
        }
      )
    ]
    expect(wrong.map(({ status }) => status)).toEqual([400, 422, 422, 404, 422, 404, 401, 404, 200])
    const broken = new FormData()
    broken.set("file", new Blob([`%PDF-1.7\n(Okonkwo of Marlowe Gardens) Tj\n%%EOF`], { type: "application/pdf" }), "Okonkwo.pdf")
    await call("POST", `/api/v1/sessions/${JSON.parse((await call("POST", "/api/v1/sessions", {})).text).id}/documents`, broken)
    await call("GET", new URL(created.verification_url).pathname)
    await arrival(({ resource, type }) => resource.id === session && /approved|declined|resubmission|review/.test(type))
    // The first event is refused at first, and comes again a second later: which may be after the session's end.
    await arrival(({ type, resource }) => type === "session.created" && resource.id === session, 2)
    expect(await service.stop()).toBe(0)
  }, 300_000)

  const named = (name: string) => collector.spans.filter((span) => span.name === name)
  const parentOf = (span: CollectedSpan | undefined) => collector.spans.find(({ span_id }) => span_id === span?.parent_span_id)

  test("one trace leads from the caller through the API, the queue and the worker to the receiver of the webhook", () => {
    const attempts = received.filter(({ event }) => event.type === "session.created" && event.resource.id === session)
    expect(attempts.map(({ headers }) => headers.get("traceparent")?.split("-")[1])).toEqual([caller.trace_id, caller.trace_id])
    const way: Array<CollectedSpan> = []
    const sent = attempts.at(0)?.headers.get("traceparent")?.split("-")[2]
    for (let span = collector.spans.find(({ span_id }) => span_id === sent); span !== undefined; span = parentOf(span)) way.push(span)
    // What the core names within a job is its own affair.
    const steps = way.filter(({ kind, name }) => kind !== 1 || name.startsWith("job "))
    expect(steps.map(({ kind, name }) => [kind, name])).toEqual([
      [3, "POST"],
      [1, "job webhooks.deliver"],
      [5, "process webhooks.deliver"],
      [4, "send webhooks.deliver"],
      [1, "job webhooks.dispatch"],
      [5, "process webhooks.dispatch"],
      [4, "send webhooks.dispatch"],
      [2, "POST /api/v1/sessions"]
    ])
    expect(new Set(way.map(({ trace_id }) => trace_id))).toEqual(new Set([caller.trace_id]))
    expect(way.at(-1)?.parent_span_id).toBe(caller.span_id)
  })

  test("a delivery that was tried again shows both attempts in its trace, with what came of them", () => {
    const posts = named("POST").filter(({ trace_id }) => trace_id === caller.trace_id)
    const first = posts.find(({ status }) => status === 2)
    expect(first?.attributes).toMatchObject({
      "http.request.method": "POST",
      "http.response.status_code": 500,
      "error.type": "500",
      "server.address": "127.0.0.1",
      "server.port": receiver.port
    })
    const second = posts.find(({ status }) => status !== 2)
    expect(second?.attributes).toMatchObject({ "http.response.status_code": 200 })
    const runs = collector.spans.filter(({ name, trace_id }) => name === "job webhooks.deliver" && trace_id === caller.trace_id)
    expect(runs.map(({ attributes }) => attributes["vouchkit.job.outcome"])).toEqual(["completed", "completed"])
  })

  test("a request's span says its route, its operation, its status and for whom it was", () => {
    const [span] = named("POST /api/v1/sessions").filter(({ trace_id }) => trace_id === caller.trace_id)
    expect(span?.attributes).toEqual({
      "http.request.method": "POST",
      "http.route": "/api/v1/sessions",
      "http.response.status_code": 201,
      "vouchkit.operation": "sessions.create",
      "vouchkit.organization.id": expect.stringMatching(/^org_/),
      "vouchkit.environment": "live"
    })
    expect(span?.resource).toMatchObject({ "service.name": "kyc", "deployment.environment.name": "test" })
    const tools = named("POST /mcp")
    expect(tools.map(({ attributes }) => attributes["vouchkit.tool"])).toEqual(["get_session"])
    expect(named("GET /verify/{token}").map(({ attributes }) => attributes["http.response.status_code"])).toEqual([404, 200])
  })

  test("each request has one span, whose status is an error only where the service failed", () => {
    const servers = collector.spans.filter(({ kind }) => kind === 2)
    const statuses = servers.map(({ attributes }) => Number(attributes["http.response.status_code"]))
    expect(statuses.filter((status) => status >= 400).sort()).toEqual([400, 401, 404, 404, 422, 422, 422])
    expect(servers.filter(({ status }) => status === 2)).toEqual([])
  })

  test("metrics are sent as well, and every message carries the headers that were asked for", () => {
    expect([...collector.metrics]).toEqual(
      expect.arrayContaining([
        "vouchkit_http_requests_total",
        "vouchkit_http_request_duration_seconds",
        "vouchkit_agent_calls_total",
        "vouchkit_webhook_attempts_total",
        "vouchkit_webhook_deliveries_total",
        "vouchkit_job_runs_total",
        "vouchkit_jobs",
        "vouchkit_jobs_oldest_seconds"
      ])
    )
    expect(collector.headers.map((headers) => headers.get("x-collector-key"))).toEqual(collector.headers.map(() => "open sesame"))
  })

  test("no span and no metric holds anything of a person, a document or a secret", () => {
    const text = collector.text()
    expect([...personal, ...secrets].filter((word) => text.includes(word))).toEqual([])
  })

  test("no log line of any level holds anything of a person, a document or a secret", () => {
    // The keys are shown to the person who starts the service for the first time: on standard output, not in the log.
    const lines = service
      .output()
      .split("\n")
      .filter((line) => line.startsWith("{"))
    expect(lines.length).toBeGreaterThan(5)
    expect([...personal, ...secrets].filter((word) => lines.some((line) => line.includes(word)))).toEqual([])
  })

  test("every log line says when, how grave and what; those of a request or a job name it and its trace", () => {
    const lines = service
      .output()
      .split("\n")
      .filter((line) => line.startsWith("{"))
      .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>)
    const lacking = (shape: Readonly<Record<string, RegExp>>, some: typeof lines) =>
      some.filter((line) => Object.entries(shape).some(([name, pattern]) => !pattern.test(String(line[name] ?? ""))))
    const every = { time: /^\d{4}-\d\d-\d\dT[\d:.]+Z$/, level: /^(?:trace|debug|info|warn|error|fatal)$/, message: /\S/ }
    const traced = { trace_id: /^[0-9a-f]{32}$/, span_id: /^[0-9a-f]{16}$/ }
    const requests = lines.filter(({ message }) => message === "request answered")
    const jobs = lines.filter(({ job }) => job !== undefined)
    expect(lacking(every, lines)).toEqual([])
    expect([requests.length > 5, jobs.length > 5]).toEqual([true, true])
    expect(lacking({ ...traced, request_id: /^req_/, operation: /^[a-z_]+\.[a-z_]+$/, status: /^\d{3}$/ }, requests)).toEqual([])
    expect(lacking({ ...traced, job_id: /_/, attempt: /^\d+$/ }, jobs)).toEqual([])
  })
})

test("a collector that is not there changes nothing for the service", async () => {
  const service = await runService(await preparedFolder(), { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:1", LOG_FORMAT: "json" })
  const answer = await fetch(`${service.url}/api/v1/sessions`, {
    method: "POST",
    headers: { "X-API-Key": service.keys.live, "Content-Type": "application/json" },
    body: "{}"
  })
  expect(answer.status).toBe(201)
  expect((await fetch(`${service.url}/readyz`)).status).toBe(200)
  expect(await service.stop()).toBe(0)
}, 300_000)
