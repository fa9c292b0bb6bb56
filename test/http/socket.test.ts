import { afterAll, describe, expect, test } from "bun:test"
import { connect } from "node:net"
import { CheckWait } from "@vouchkit/core/resources/checks/check-wait"
import { Effect, Layer } from "effect"
import { exchange, type RawAnswer } from "../support/raw-socket.ts"
import { startService } from "../support/service.ts"

const service = await startService("memory", { limit: 100_000 })
const key = await service.key("all")
service.app.listen({ port: 0, hostname: "127.0.0.1", reusePort: false })
const port = service.app.server?.port ?? 0
afterAll(async () => {
  await service.app.server?.stop(true)
  await service.stop()
})

const head = `Host: localhost\r\nX-API-Key: ${key}\r\n`
const get = (path: string, headers = "") => `GET ${path} HTTP/1.1\r\n${head}${headers}\r\n`
const post = (headers: string, body: string, path = "/api/v1/sessions") =>
  `POST ${path} HTTP/1.1\r\n${head}Content-Type: application/json\r\n${headers}\r\n${body}`
const chunked = (body: string) => post("Transfer-Encoding: chunked\r\n", body)

const isOurs = ({ headers }: RawAnswer) => headers["x-request-id"] !== undefined
const bodyOf = ({ body }: RawAnswer) => JSON.parse(body)

/** The service still answers, and nothing it said was a failure of its own. */
const expectSound = async (answers: ReadonlyArray<RawAnswer>) => {
  for (const answer of answers) {
    // 505 is the server's word for a request line it cannot read; ours begin at 500 and carry a request id.
    expect(isOurs(answer) && answer.status >= 500).toBe(false)
    if (isOurs(answer) && answer.status >= 400 && answer.body !== "") expect(bodyOf(answer).status_code).toBe(answer.status)
  }
  const [alive] = await exchange(port, get("/api/v1/sessions?limit=1"))
  expect(alive?.status).toBe(200)
}

describe("well-formed and odd", () => {
  // What the server does with a request that comes while another runs stands in the introduction of the OpenAPI document.
  test("requests that come together are answered in their order where each is done before the next is read", async () => {
    const ids = ["one", "two", "three", "four"]
    const paths = ["/api/v1/sessions", "/api/v1/sessions/none", "/nope", "/api/v1/cases?limit=0"]
    const answers = await exchange(port, ids.map((id, index) => get(paths[index] ?? "", `X-Request-Id: ${id}\r\n`)).join(""), {
      answers: 4
    })
    expect(answers.map(({ headers, status }) => [status, headers["x-request-id"]])).toEqual([
      [200, "one"],
      [404, "two"],
      [404, "three"],
      [422, "four"]
    ])
    await expectSound(answers)
  })

  // The server does this beneath all routes. Should it learn to wait, this test fails, and the introduction of the document has to be written again.
  test("a request that comes while another runs closes the connection without an answer, and the other has its effect", async () => {
    const reached = Promise.withResolvers<void>()
    const held = Promise.withResolvers<void>()
    const wait = () => {
      reached.resolve()
      return held.promise
    }
    const until = <A, E, R>(look: Effect.Effect<A, E, R>) => Effect.flatMap(Effect.promise(wait), () => look)
    const slow = await startService("memory", { beside: Layer.succeed(CheckWait)({ until }) as Layer.Layer<any> })
    const slowHead = `Host: localhost\r\nX-API-Key: ${await slow.key("all")}\r\n`
    slow.app.listen({ port: 0, hostname: "127.0.0.1", reusePort: false })
    const socket = connect({ port: slow.app.server?.port ?? 0, host: "127.0.0.1" })
    const closed = Promise.withResolvers<void>()
    let received = ""
    socket.on("data", (data) => {
      received += data.toString()
    })
    socket.on("error", () => undefined)
    socket.on("close", () => closed.resolve())
    const body = '{"type":"list_lookup","values":[{"type":"email","value":"ada.person@example.com"}]}'
    const json = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`
    socket.write(`POST /api/v1/checks HTTP/1.1\r\n${slowHead}${json}\r\n${body}`)
    await reached.promise
    socket.write(`GET /api/v1/sessions HTTP/1.1\r\n${slowHead}\r\n`)
    await closed.promise
    expect(received).toBe("")
    held.resolve()
    const [found] = await exchange(slow.app.server?.port ?? 0, `GET /api/v1/checks HTTP/1.1\r\n${slowHead}\r\n`)
    expect(found === undefined ? undefined : bodyOf(found).data.length).toBe(1)
    await slow.app.server?.stop(true)
    await slow.stop()
  })

  test("what stands in Host does not matter, twice or not", async () => {
    for (const hosts of ["Host: a\r\nHost: b", "Host: a b", "Host: [::", "Host: %%%/@:99999999", "Host: \u00ff", "Host:"]) {
      const answers = await exchange(port, `GET /api/v1/sessions/none HTTP/1.1\r\n${hosts}\r\nX-API-Key: ${key}\r\n\r\n`)
      expect([400, 404]).toContain(answers[0]?.status ?? 0)
      await expectSound(answers)
    }
  })

  test("an absolute target is read for its path", async () => {
    const answers = await exchange(port, get("http://elsewhere.example/api/v1/sessions/none?x=1"))
    expect(answers[0] && bodyOf(answers[0]).error).toBe("not_found")
    await expectSound(answers)
  })

  test("a path of eight thousand characters, and raw bytes in one, are not found", async () => {
    for (const segment of ["a".repeat(8_192), "\u00e9\u00ff", "%", "%00", "a\\b", "{}|^`"]) {
      const answers = await exchange(port, get(`/api/v1/sessions/${segment}`))
      expect([answers[0]?.status, answers[0] && bodyOf(answers[0]).error]).toEqual([404, "not_found"])
      await expectSound(answers)
    }
  })

  test("HEAD says how long GET's body is, and sends none", async () => {
    const [got] = await exchange(port, get("/api/v1/sessions/none", "X-Request-Id: a\r\nConnection: close\r\n"))
    const request = get("/api/v1/sessions/none", "X-Request-Id: a\r\nConnection: close\r\n").replace("GET", "HEAD")
    const [answer] = await exchange(port, request, { bodiless: true })
    expect([answer?.status, answer?.headers["content-length"], answer?.body]).toEqual([404, got?.headers["content-length"] ?? "", ""])
  })

  test("methods that no path takes are 405", async () => {
    for (const method of ["TRACE", "OPTIONS", "PUT"]) {
      const answers = await exchange(port, get("/api/v1/sessions").replace("GET", method))
      expect([answers[0]?.status, answers[0]?.headers.allow]).toEqual([405, "GET, HEAD, POST"])
      await expectSound(answers)
    }
  })

  test("a method in lower case and one that nobody knows are refused", async () => {
    for (const method of ["get", "FROBNICATE"]) {
      const answers = await exchange(port, get("/api/v1/sessions", "Connection: close\r\n").replace("GET", method))
      for (const { status } of answers) expect(status).toBeGreaterThanOrEqual(400)
      await expectSound(answers)
    }
  })

  test("who expects to be told to go on is", async () => {
    const answers = await exchange(port, [post("Expect: 100-continue\r\nContent-Length: 2\r\n", ""), "{}"])
    expect(answers.map(({ status }) => status)).toEqual([100, 201])
  })

  test("chunks are put together, whatever follows the last one", async () => {
    for (const end of ["0\r\n\r\n", "0\r\nX-Trailer: 1\r\n\r\n", "0;ext=1\r\n\r\n"]) {
      const answers = await exchange(port, chunked(`1\r\n{\r\n1\r\n}\r\n${end}`))
      expect(answers[0]?.status).toBe(201)
    }
  })

  test("a body that comes in pieces is waited for", async () => {
    // The second piece goes out only once the first request was answered: until then the server has half a body.
    const answers = await exchange(port, [`${get("/nope")}${post("Content-Length: 2\r\n", "{")}`, "}"], { answers: 2 })
    expect(answers.map(({ status }) => status)).toEqual([404, 201])
  })
})

describe("broken", () => {
  const cases: Readonly<Record<string, string | Buffer>> = {
    "a chunk size that is no number": chunked("ZZ\r\n{}\r\n0\r\n\r\n"),
    "a negative chunk size": chunked("-1\r\n{}\r\n0\r\n\r\n"),
    "a chunk size beyond all numbers": chunked("FFFFFFFFFFFFFFFFFFFF\r\n{}\r\n0\r\n\r\n"),
    "a chunk longer than said": chunked("1\r\n{}\r\n0\r\n\r\n"),
    "a negative length": post("Content-Length: -2\r\n", "{}"),
    "a length that is no number": post("Content-Length: two\r\n", "{}"),
    "two lengths": post("Content-Length: 2\r\nContent-Length: 5\r\n", "{}"),
    "a length and chunks": post("Content-Length: 2\r\nTransfer-Encoding: chunked\r\n", "2\r\n{}\r\n0\r\n\r\n"),
    "an unknown transfer coding": post("Transfer-Encoding: gzip, chunked\r\n", "2\r\n{}\r\n0\r\n\r\n"),
    "a NUL in a header": get("/api/v1/sessions", "X-Request-Id: a\u0000b\r\n"),
    "a folded header": get("/api/v1/sessions", "X-Long: a\r\n  b\r\n"),
    "a header without a colon": get("/api/v1/sessions", "nonsense\r\n"),
    "a header without a name": get("/api/v1/sessions", ": nonsense\r\n"),
    "no host": `GET /api/v1/sessions HTTP/1.1\r\nX-API-Key: ${key}\r\n\r\n`,
    "line feeds alone": get("/api/v1/sessions").replaceAll("\r\n", "\n"),
    "no protocol": "GET /api/v1/sessions\r\n\r\n",
    "another protocol": get("/api/v1/sessions").replace("HTTP/1.1", "HTTP/9.9"),
    "bytes of TLS": Buffer.from("16030100a1010000a10303000000000000000000000000000000", "hex"),
    "bytes of nothing": Buffer.from("000102ff0d0a0d0a", "hex"),
    "a flood of headers": get("/api/v1/sessions", Array.from({ length: 2_000 }, (_, one) => `X-Flood-${one}: x\r\n`).join("")),
    "one enormous header": get("/api/v1/sessions", `X-Big: ${"x".repeat(200_000)}\r\n`),
    "an enormous path": get(`/${"x".repeat(200_000)}`)
  }
  for (const [name, bytes] of Object.entries(cases)) {
    test(`${name} is refused, and the next caller is served`, async () => {
      // A server that waits for more of it is told that there is none.
      const answers = await exchange(port, bytes, { halfClose: true })
      for (const { status } of answers) expect(status).toBeGreaterThanOrEqual(400)
      await expectSound(answers)
    })
  }

  test("what follows a body of the stated length is a request of its own", async () => {
    const answers = await exchange(port, `${post("Content-Length: 2\r\n", "{}")}garbage\r\n\r\n`, { answers: 2 })
    expect(answers[0]?.status).toBe(201)
    for (const { status } of answers.slice(1)) expect(status).toBe(400)
    await expectSound(answers)
  })

  test("a body beyond the limit is 413 in our words, declared or in chunks", async () => {
    const megabytes = "a".repeat(2_000_000)
    const length = megabytes.length
    for (const bytes of [
      post(`Content-Length: ${length}\r\n`, "{"),
      post(`Content-Length: ${length}\r\n`, megabytes),
      chunked(`${length.toString(16)}\r\n${megabytes}\r\n0\r\n\r\n`)
    ]) {
      const [answer] = await exchange(port, bytes)
      expect([answer?.status, answer && bodyOf(answer).error]).toEqual([413, "payload_too_large"])
    }
    await expectSound([])
  })
})

describe("callers that hang up", () => {
  const hangUp = (bytes: string) =>
    new Promise<void>((resolve) => {
      const socket = connect({ port, host: "127.0.0.1" }, () => socket.write(bytes, () => socket.destroy()))
      socket.on("error", () => {})
      socket.on("close", () => resolve())
    })

  test("in the middle of the request line, the headers, the body or the wait change nothing", async () => {
    const before = bodyOf((await exchange(port, get("/api/v1/sessions?limit=1")))[0] as RawAnswer).pagination.total
    for (let round = 0; round < 20; round += 1) {
      for (const bytes of [
        "GET /api",
        `POST /api/v1/sessions HTTP/1.1\r\nHost: x\r\nX-API`,
        post("Content-Length: 100\r\n", "{"),
        chunked("5\r\n{")
      ]) {
        await hangUp(bytes)
      }
    }
    await expectSound([])
    const after = bodyOf((await exchange(port, get("/api/v1/sessions?limit=1")))[0] as RawAnswer).pagination.total
    expect(after).toBe(before)
  })

  test("right after asking leave the service as it was, or with the whole of what they asked for", async () => {
    for (let round = 0; round < 20; round += 1) await hangUp(post("Content-Length: 2\r\n", "{}"))
    const [answer] = await exchange(port, get("/api/v1/sessions?limit=100"))
    for (const session of bodyOf(answer as RawAnswer).data) {
      const [links] = await exchange(port, get(`/api/v1/sessions/${session.id}/links`))
      expect(bodyOf(links as RawAnswer).pagination.total).toBe(1)
    }
  })
})

describe("callers without a key", () => {
  test("are throttled by their address, and told until when", async () => {
    const strangers = await startService("memory", { limit: 100 })
    strangers.app.listen({ port: 0, hostname: "127.0.0.1", reusePort: false })
    const url = `http://127.0.0.1:${strangers.app.server?.port}/api/v1/sessions`
    const seen: Array<number> = []
    let last = new Response()
    for (let sent = 0; sent < 601 && last.status !== 429; sent += 1) {
      last = await fetch(url)
      await last.clone().arrayBuffer()
      seen.push(Number(last.headers.get("ratelimit-remaining")))
    }
    // A minute may pass over in between: then the count begins again once.
    if (last.status === 401) for (let sent = 0; sent < 601 && last.status !== 429; sent += 1) last = await fetch(url)
    const body: any = await last.json()
    expect([last.status, body.error, body.violated_policies]).toEqual([429, "rate_limited", ["unauthenticated"]])
    expect(last.headers.get("retry-after")).toBe(String(body.retry_after))
    expect(seen.slice(0, 3)).toEqual([599, 598, 597])
    await strangers.app.server?.stop(true)
    await strangers.stop()
  })
})
