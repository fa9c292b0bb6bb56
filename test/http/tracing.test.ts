import { expect, test } from "bun:test"
import type { RequestContext } from "@vouchkit/http/routes"
import { requestSpans } from "@vouchkit/http/tracing"
import { Context, Effect, Option, Tracer } from "effect"

const requestContextOf = (headers: Readonly<Record<string, string>>, method = "GET"): RequestContext => ({
  request: new Request("http://localhost/api/v1/sessions/ses_1?name=Jane", { method, headers }),
  params: {},
  search: new URLSearchParams(),
  path: "/api/v1/sessions/ses_1",
  request_id: "req_1",
  accept: null,
  public_url: "http://localhost",
  address: null,
  user_agent: null
})

const collecting = () => {
  const spans: Array<Tracer.NativeSpan> = []
  const tracer = Tracer.make({
    span: (options) => {
      const span = new Tracer.NativeSpan(options)
      spans.push(span)
      return span
    }
  })
  const context = Context.make(Tracer.Tracer, tracer) as Context.Context<any>
  const found = requestSpans(context)
  if (found === undefined) throw new Error("spans are collected, and yet there are none")
  const get = (headers: Readonly<Record<string, string>>, status = 200) =>
    Effect.runPromiseWith(context)(
      found.operation("/api/v1/sessions/{session_id}", "sessions.get")(requestContextOf(headers), () =>
        Effect.succeed(new Response(null, { status }))
      )
    )
  return { spans, found, get }
}

test("where nobody collects spans, there is nothing to be done for them", () => {
  expect(requestSpans(Context.empty() as Context.Context<any>)).toBeUndefined()
})

test("a request goes on with its caller's trace, and begins one of its own where the header is missing or malformed", async () => {
  const { get, spans } = collecting()
  const header = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
  for (const traceparent of [header, header.toUpperCase(), `${header}-x`, "Jane Doe"]) await get({ traceparent })
  await get({})
  expect(spans.map(({ parent }) => Option.map(parent, ({ spanId }) => spanId))).toEqual([
    Option.some("b7ad6b7169203331"),
    ...Array(4).fill(Option.none())
  ])
  expect(spans[0]?.traceId).toBe("0af7651916cd43dd8448eb211c80319c")
})

test("a span names the route and never what a path or a query holds", async () => {
  const { get, spans } = collecting()
  await get({})
  expect(spans[0]?.name).toBe("GET /api/v1/sessions/{session_id}")
  expect(JSON.stringify([...(spans[0]?.attributes ?? [])])).not.toMatch(/Jane|ses_1/)
})

test("an answer from 500 on is an error, what the caller did wrong is none", async () => {
  const { get, spans } = collecting()
  for (const status of [204, 404, 500, 503]) await get({}, status)
  expect(spans.map(({ status }) => status._tag === "Ended" && status.exit._tag)).toEqual(["Success", "Success", "Failure", "Failure"])
  expect(spans.map(({ attributes }) => attributes.get("http.response.status_code"))).toEqual([204, 404, 500, 503])
})

test("pages have spans, and what machines ask all the time has none", async () => {
  const { found, spans } = collecting()
  const answer = () => new Response("ok")
  for (const path of ["/healthz", "/readyz", "/metrics", "/verify/{token}"]) await found.side(path, answer)(requestContextOf({}))
  expect(spans.map(({ name }) => name)).toEqual(["GET /verify/{token}"])
})
