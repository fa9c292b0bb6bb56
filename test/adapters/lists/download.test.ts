import { afterAll, describe, expect, test } from "bun:test"
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { getFile } from "@vouchkit/adapters/lists/download/get-file"
import { downloadList, usualLimits } from "@vouchkit/adapters/lists/download/list-download"
import { parseListSources } from "@vouchkit/core/resources/watchlists/fetching/list-source"
import { ReadingNotes } from "@vouchkit/core/resources/watchlists/sources/reading"
import { Effect, Result } from "effect"
import { samplePath } from "../../support/watchlists.ts"

/** What a path answers; the connection is as raw as it has to be for a file that is cut off. */
const answers: Record<string, (request: string) => string | ReadonlyArray<string>> = {}
const open = new Set<import("node:net").Socket>()
const server = createServer((socket) => {
  open.add(socket)
  socket.on("error", () => {})
  let head = ""
  socket.on("data", (chunk) => {
    head += chunk.toString("latin1")
    if (!head.includes("\r\n\r\n")) return
    const path = head.split(" ")[1] ?? ""
    const answer = answers[path]?.(head) ?? "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"
    if (typeof answer === "string") socket.end(answer)
    // An answer in an array is left hanging.
    else socket.write(answer.join(""))
  })
})
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
const port = (server.address() as { readonly port: number }).port
const folder = mkdtempSync(join(tmpdir(), "download-test-"))
afterAll(() => {
  for (const socket of open) socket.destroy()
  server.close()
  rmSync(folder, { recursive: true, force: true })
})

const base = `http://127.0.0.1:${port}`
const exceptions = new Set([`127.0.0.1:${port}`])
const file = (body: string, headers = "") => `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n${headers}\r\n${body}`
const moved = (to: string) => `HTTP/1.1 302 Found\r\nLocation: ${to}\r\nContent-Length: 0\r\n\r\n`
let count = 0
const get = (url: string, more: Partial<typeof usualLimits> = {}, known: Parameters<typeof getFile>[1] = null, allowed = exceptions) => {
  const path = join(folder, String(++count))
  const options = { limits: { ...usualLimits, ...more }, exceptions: allowed, resolve: async () => ["127.0.0.1"] }
  return Effect.runPromise(Effect.result(getFile(url, known, path, options)))
}
const code = async (...args: Parameters<typeof get>) => {
  const result = await get(...args)
  return Result.isFailure(result) ? result.failure.code : "arrived"
}

describe("a file of a list", () => {
  test("arrives whole, with what the server says of it, and is asked for only if it changed", async () => {
    answers["/list"] = (request) =>
      request.includes('If-None-Match: "v1"') || request.includes('if-none-match: "v1"')
        ? "HTTP/1.1 304 Not Modified\r\n\r\n"
        : file("hello", 'ETag: "v1"\r\nLast-Modified: Mon, 02 Mar 2026 10:00:00 GMT\r\n')
    const first = Result.getOrThrow(await get(`${base}/list`))
    expect(first).toEqual({
      bytes: 5,
      sha256: "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824",
      validator: { etag: '"v1"', last_modified: "Mon, 02 Mar 2026 10:00:00 GMT" }
    })
    expect(Result.getOrThrow(await get(`${base}/list`, {}, first?.validator ?? null))).toBeNull()
  })

  test("that is cut off, stalls, is too large, is compressed or is not there is none, and each says why", async () => {
    answers["/cut"] = () => "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nonly this"
    answers["/cut-chunk"] = () => "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n20\r\nonly"
    answers["/stall"] = () => ["HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nonly this"]
    answers["/silent"] = () => [""]
    answers["/large"] = () => file("x".repeat(50))
    answers["/endless"] = () => ["HTTP/1.1 200 OK\r\n\r\n", "x".repeat(5_000)]
    answers["/gzip"] = () => file("x", "Content-Encoding: gzip\r\n")
    answers["/down"] = () => "HTTP/1.1 503 Unavailable\r\nContent-Length: 0\r\n\r\n"
    answers["/unasked"] = () => "HTTP/1.1 304 Not Modified\r\n\r\n"
    expect(await code(`${base}/cut`)).toBe("truncated")
    expect(await code(`${base}/cut-chunk`)).toBe("truncated")
    expect(await code(`${base}/stall`, { idle_ms: 50 })).toBe("timeout")
    expect(await code(`${base}/silent`, { answer_ms: 50 })).toBe("timeout")
    expect(await code(`${base}/silent`, { whole_ms: 50 })).toBe("timeout")
    expect(await code(`${base}/large`, { maximum_bytes: 49 })).toBe("too_large")
    expect(await code(`${base}/endless`, { maximum_bytes: 100 })).toBe("too_large")
    expect(await code(`${base}/gzip`)).toBe("encoded")
    expect(await code(`${base}/down`)).toBe("bad_status")
    expect(await code(`${base}/missing`)).toBe("bad_status")
    expect(await code(`${base}/unasked`)).toBe("bad_status")
  })

  test("is followed over three redirects, each of them judged, and no further", async () => {
    for (const step of [1, 2, 3, 4]) answers[`/hop${step}`] = () => moved(`/hop${step - 1}`)
    answers["/hop0"] = () => file("there")
    answers["/inside"] = () => moved("https://192.168.7.7/list")
    answers["/plain"] = () => moved("http://lists.example.org/list")
    answers["/odd"] = () => moved("file:///etc/passwd")
    expect(await code(`${base}/hop3`)).toBe("arrived")
    expect(await code(`${base}/hop4`)).toBe("too_many_redirects")
    for (const path of ["/inside", "/plain", "/odd"]) expect(await code(`${base}${path}`)).toBe("url_refused")
  })

  test("comes from a private address, or without TLS, only where the operator allows that very host and port", async () => {
    expect(await code(`${base}/hop0`, {}, null, new Set())).toBe("url_refused")
    expect(await code("https://lists.example.org/list", {}, null, new Set())).toBe("blocked_address")
  })

  test("no failure shows more of an address than its host", async () => {
    for (const path of ["/missing?token=secret", "/cut?token=secret"]) {
      const result = await get(`${base}${path}`)
      expect(JSON.stringify(result)).not.toContain("secret")
    }
  })
})

describe("the files of a list", () => {
  const source = (value: unknown) => {
    const [made] = Result.getOrThrow(parseListSources(JSON.stringify(value)))
    if (made === undefined) throw new Error("no source")
    return made
  }
  const download = downloadList({ exceptions })
  const entries = async (steps: AsyncIterable<unknown>) => {
    let read = 0
    for await (const _ of steps) read += 1
    return read
  }

  test("of a set arrive together and are read as the list they are; when one is new, all are fetched, and nothing stays on disk", async () => {
    const asked: Array<string> = []
    const names = ["SDN.CSV", "ALT.CSV", "ADD.CSV", "SDN_COMMENTS.CSV"]
    for (const name of names) {
      const body = await Bun.file(samplePath(name)).text()
      const tag = name === "ADD.CSV" ? '"new"' : '"v1"'
      answers[`/${name}`] = (request) => {
        asked.push(name)
        return request.toLowerCase().includes(`if-none-match: ${tag}`)
          ? "HTTP/1.1 304 Not Modified\r\n\r\n"
          : `HTTP/1.1 200 OK\r\nETag: ${tag}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
      }
    }
    const set = source({ ofac_sdn: { format: "ofac_csv", urls: names.map((name) => `${base}/${name}`) } })
    // Other test processes download into the common folder meanwhile.
    const common = process.env.TMPDIR
    const own = mkdtempSync(join(tmpdir(), "vouchkit-downloads-"))
    process.env.TMPDIR = own
    const known = names.map(() => ({ etag: '"v1"', last_modified: null }))
    const [read, again] = await Effect.runPromise(
      Effect.scoped(
        Effect.gen(function* () {
          const whole = yield* download(set, known)
          if (whole.state !== "whole") throw new Error("nothing arrived")
          expect(whole.validators.map(({ etag }) => etag)).toEqual(['"v1"', '"v1"', '"new"', '"v1"'])
          expect(whole.sources().map(({ name }) => name)).toEqual(names)
          const count = yield* Effect.promise(() => entries(whole.steps(new ReadingNotes())))
          return [count, yield* download(set, whole.validators)] as const
        })
      )
    )
    expect(read).toBe(409)
    expect(again).toEqual({ state: "not_modified" })
    expect(asked.slice(0, 7)).toEqual(["SDN.CSV", "ALT.CSV", "ADD.CSV", "SDN.CSV", "ALT.CSV", "SDN_COMMENTS.CSV", "SDN.CSV"])
    expect(readdirSync(own)).toEqual([])
    if (common === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = common
    expect(existsSync(folder)).toBe(true)
  })
})
