import { afterAll, beforeEach, expect, test } from "bun:test"
import { type LambdaHandler, serveLambda, serveOneCall } from "@vouchkit/worker/lambda/runtime"
import { runCommandAlone } from "../support/running-service.ts"

interface Posted {
  readonly path: string
  readonly body: unknown
}
const calls: Array<{ readonly id: string; readonly event: unknown; readonly deadline: number }> = []
const posted: Array<Posted> = []
let status = 202

/** The runtime interface of AWS Lambda, as far as a runtime sees it. */
const platform = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch: async (request) => {
    const path = new URL(request.url).pathname.replace("/2018-06-01/runtime/", "")
    if (request.method === "POST") {
      posted.push({ path, body: await request.json() })
      return new Response(null, { status })
    }
    const call = calls.shift()
    if (path !== "invocation/next" || call === undefined) return new Response(null, { status: 500 })
    return Response.json(call.event, {
      headers: { "Lambda-Runtime-Aws-Request-Id": call.id, "Lambda-Runtime-Deadline-Ms": String(call.deadline) }
    })
  }
})
afterAll(() => platform.stop(true))
beforeEach(() => {
  calls.length = 0
  posted.length = 0
  status = 202
})
const api = `127.0.0.1:${platform.port}`
const serve = (handler: LambdaHandler<unknown>, time = 1_000) => serveOneCall({ api, handler, now: () => time })

test("what the handler answers is the answer to its call", async () => {
  calls.push({ id: "call-1", event: { Records: [{ messageId: "m1" }] }, deadline: 31_000 })
  let seen: unknown
  await serve(async (event, { awsRequestId, getRemainingTimeInMillis }) => {
    seen = { event, awsRequestId, left: getRemainingTimeInMillis() }
    return { batchItemFailures: [{ itemIdentifier: "m1" }] }
  })
  expect(seen).toEqual({ event: { Records: [{ messageId: "m1" }] }, awsRequestId: "call-1", left: 30_000 })
  expect(posted).toEqual([{ path: "invocation/call-1/response", body: { batchItemFailures: [{ itemIdentifier: "m1" }] } }])
})

test("a call whose time is over has none left, not less", async () => {
  calls.push({ id: "late", event: {}, deadline: 500 })
  let left: number | undefined
  await serve(async (_, call) => {
    left = call.getRemainingTimeInMillis()
  })
  expect(left).toBe(0)
  expect(posted).toEqual([{ path: "invocation/late/response", body: null }])
})

test("a handler that fails fails its call alone, and its message is not repeated", async () => {
  calls.push({ id: "bad", event: {}, deadline: 9 }, { id: "good", event: {}, deadline: 9 })
  await serve(async () => {
    throw new TypeError("Amelia Hartwell, 128 Marlowe Gardens")
  })
  await serve(async () => "done")
  expect(posted).toEqual([
    { path: "invocation/bad/error", body: { errorType: "TypeError", errorMessage: "the call failed" } },
    { path: "invocation/good/response", body: "done" }
  ])
})

test("an answer that is too long does not end the process", async () => {
  calls.push({ id: "long", event: {}, deadline: 9 })
  status = 413
  await serve(async () => "x")
  expect(posted.map(({ path }) => path)).toEqual(["invocation/long/response"])
})

test("calls are served until the platform is gone", async () => {
  calls.push({ id: "1", event: {}, deadline: 9 }, { id: "2", event: {}, deadline: 9 })
  const served = serveLambda({ api, now: () => 0, handler: async () => "done" })
  await expect(served).rejects.toThrow("it answered 500 when asked for work")
  expect(posted.map(({ path }) => path)).toEqual(["invocation/1/response", "invocation/2/response"])
})

test("the command says what is wrong with its environment, fails the call, and ends with the platform", async () => {
  calls.push({ id: "1", event: { Records: [] }, deadline: 9 })
  const lambda = (words: ReadonlyArray<string>) =>
    runCommandAlone("lambda", words, { AWS_LAMBDA_RUNTIME_API: api, DATABASE_URL: "", PORT: "x", LOG_LEVEL: "error" })
  const { code, errors } = await lambda(["handler"])
  expect(code).toBe(1)
  expect(errors).toContain("PORT must be a whole number")
  expect(errors).toContain("DATABASE_URL must name a PostgreSQL database")
  expect(posted).toEqual([{ path: "invocation/1/error", body: { errorType: "SettingsRefused", errorMessage: "the call failed" } }])
  expect((await lambda(["other"])).code).toBe(64)
}, 300_000)
