import { afterAll, describe, expect, test } from "bun:test"
import { confinementLevels } from "@vouchkit/adapters/engines/confinement/levels"
import { readFileSync, renameSync, statSync, writeFileSync } from "node:fs"
import { connect } from "node:net"
import { join } from "node:path"
import { preparedFolder } from "../support/prepared-folder.ts"
import { runCommandAlone, runService, temporaryFolder } from "../support/running-service.ts"

const limit = 60_000

/** A request that is written in two parts, with something in between. */
const interrupted = async (url: string, key: string, between: () => Promise<unknown> | unknown): Promise<string> => {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  const body = JSON.stringify({ metadata: { filler: "x".repeat(2_000) } })
  const answer = Promise.withResolvers<string>()
  let received = ""
  socket.on("data", (chunk) => {
    received += chunk.toString()
    if (received.includes("\r\n\r\n")) answer.resolve(received)
  })
  socket.on("close", () => answer.resolve(received))
  const head = `POST /api/v1/sessions HTTP/1.1\r\nHost: ${hostname}\r\nX-API-Key: ${key}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`
  await new Promise<void>((resolve) => socket.write(`${head}${body.slice(0, 100)}`, () => resolve()))
  // An answer to another request means that the server has long read the beginning of this one.
  await fetch(`${url}/healthz`)
  await between()
  socket.write(body.slice(100))
  const text = await answer.promise
  socket.destroy()
  return text
}

describe("a running service", async () => {
  const folder = temporaryFolder()
  const service = await runService(folder)
  afterAll(() => service.stop())

  test("lives, is ready, and says so in JSON with a request id", async () => {
    for (const [path, status] of [
      ["/healthz", "ok"],
      ["/readyz", "ready"]
    ] as const) {
      const response = await fetch(`${service.url}${path}`)
      expect(response.status).toBe(200)
      expect(response.headers.get("x-request-id")).toMatch(/^req_/)
      expect(await response.json()).toEqual({ status })
      expect((await fetch(`${service.url}${path}`, { method: "HEAD" })).status).toBe(200)
    }
  })

  test("tells who asks for more how far its engines are confined", async () => {
    const { engines, status } = await (await fetch(`${service.url}/readyz?verbose`)).json()
    expect(status).toBe("ready")
    expect(engines.map(({ level }: { level: string }) => level)).toEqual([...confinementLevels])
    for (const { detail, held } of engines) expect([typeof held, detail.length > 0]).toEqual(["boolean", true])
  })

  test("prints where everything is, and both keys once", () => {
    const output = service.output()
    for (const expected of [service.url, `${service.url}/docs`, `${service.url}/mcp`, folder]) expect(output).toContain(expected)
    expect(output.match(/vk_sandbox_\w+/g)?.length).toBe(1)
    expect(output.match(/vk_live_\w+/g)?.length).toBe(1)
  })

  test("serves the agents' endpoint and the metadata that leads to it", async () => {
    const response = await fetch(`${service.url}/mcp`, {
      method: "POST",
      headers: {
        Authorization: `Bearer ${service.keys.sandbox}`,
        "Content-Type": "application/json",
        Accept: "application/json, text/event-stream"
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} })
    })
    expect(((await response.json()) as any).result.tools.length).toBeGreaterThan(10)
    for (const path of ["", "/mcp"]) {
      const metadata = await fetch(`${service.url}/.well-known/oauth-protected-resource${path}`)
      expect(((await metadata.json()) as any).resource).toBe(`${service.url}/mcp`)
    }
  })

  test("counts its requests for this machine alone", async () => {
    await fetch(`${service.url}/api/v1/sessions`, { headers: { "X-API-Key": service.keys.sandbox } })
    const text = await (await fetch(`${service.url}/metrics`)).text()
    expect(text).toMatch(/^vouchkit_http_requests_total\{operation="sessions\.list",status="200"\} [1-9]/m)
    expect(text).toMatch(/^vouchkit_http_request_duration_seconds_bucket\{operation="sessions\.list",le="\+Inf"\} [1-9]/m)
    expect(text).toContain("# TYPE vouchkit_jobs gauge")
    for (const name of ["X-Forwarded-For", "Forwarded", "X-Real-IP", "Via"]) {
      expect((await fetch(`${service.url}/metrics`, { headers: { [name]: "203.0.113.9" } })).status).toBe(403)
    }
  })

  test("keeps its master key where nobody else can read it", () => {
    expect(statSync(join(folder, "master.key")).mode & 0o777).toBe(0o600)
  })

  test(
    "leaves a port in use to whoever has it",
    async () => {
      const other = temporaryFolder()
      const { code, errors } = await runCommandAlone("start", [], { DATA_DIR: other, PORT: new URL(service.url).port })
      expect(code).toBe(1)
      expect(errors).toContain("PORT")
      expect(errors).not.toContain("    at ")
    },
    limit
  )

  test(
    "finishes a request in flight when it is asked to stop, then ends with 0",
    async () => {
      const service = await runService(await preparedFolder())
      let stopped: Promise<number> | undefined
      const answer = await interrupted(service.url, service.keys.sandbox, () => {
        stopped = service.stop()
      })
      expect(answer).toStartWith("HTTP/1.1 201")
      expect(await stopped).toBe(0)
    },
    limit
  )

  test(
    "refuses to go on with another master key, or without one",
    async () => {
      const folder = await preparedFolder()
      await (await runService(folder)).stop()
      const file = join(folder, "master.key")
      const right = readFileSync(file)
      const environment = { DATA_DIR: folder, PORT: "0" }
      const another = Buffer.alloc(32, 9).toString("base64")
      const withVariable = await runCommandAlone("start", [], { ...environment, MASTER_KEY: another })
      expect([withVariable.code, withVariable.errors.includes("MASTER_KEY")]).toEqual([78, true])
      renameSync(file, `${file}.away`)
      const without = await runCommandAlone("keys", ["list"], environment)
      expect([without.code, without.errors.includes("master.key")]).toEqual([78, true])
      writeFileSync(file, another)
      const wrong = await runCommandAlone("keys", ["list"], environment)
      expect([wrong.code, wrong.errors.includes("master.key")]).toEqual([78, true])
      for (const { errors, output } of [withVariable, without, wrong]) expect(`${errors}${output}`).not.toContain(another)
      writeFileSync(file, right)
      expect((await runCommandAlone("keys", ["list"], environment)).code).toBe(0)
    },
    limit
  )
})

describe("a service with fixed keys", async () => {
  const folder = temporaryFolder()
  const fixed = { BOOTSTRAP_SANDBOX_KEY: "vk_sandbox_fixed-for-tests-1", BOOTSTRAP_LIVE_KEY: "vk_live_fixed-for-tests-2" }
  const accepted = async (url: string) =>
    Promise.all(Object.values(fixed).map(async (key) => (await fetch(`${url}/api/v1/sessions`, { headers: { "X-API-Key": key } })).status))

  test(
    "takes them after every start, and never prints them",
    async () => {
      const first = await runService(folder, { ...fixed, METRICS_TOKEN: "only-for-me" })
      expect(await accepted(first.url)).toEqual([200, 200])
      for (const key of Object.values(fixed)) expect(first.output()).not.toContain(key)

      const metrics = (headers: Record<string, string>) => fetch(`${first.url}/metrics`, { headers })
      expect((await metrics({})).status).toBe(401)
      expect((await metrics({ Authorization: "Bearer only-for-you" })).status).toBe(401)
      expect((await metrics({ Authorization: "Bearer only-for-me", "X-Forwarded-For": "203.0.113.9" })).status).toBe(200)
      expect(await first.stop("SIGINT")).toBe(0)

      const second = await runService(folder, fixed)
      expect(await accepted(second.url)).toEqual([200, 200])
      const listed = await runCommandAlone("keys", ["list", "--json"], { DATA_DIR: folder })
      expect(JSON.parse(listed.output).data.length).toBe(2)
      expect(await second.stop()).toBe(0)
    },
    limit
  )
})

describe("commands", () => {
  test(
    "name everything that is wrong with the environment and end with 78",
    async () => {
      const { code, errors, output } = await runCommandAlone("start", [], {
        PORT: "none",
        BLOB_STORE: "tape",
        JOB_QUEUE: "kafka",
        MASTER_KEY: "geheim"
      })
      expect(code).toBe(78)
      for (const name of ["PORT", "BLOB_STORE", "JOB_QUEUE", "MASTER_KEY"]) expect(errors).toContain(`  ${name} `)
      expect(`${errors}${output}`).not.toContain("geheim")
    },
    limit
  )

  test.each(["api", "worker"])(
    "%s alone asks for a database and ends with 78",
    async (name) => {
      const { code, errors } = await runCommandAlone(name, [], { DATABASE_URL: "" })
      expect([code, errors.includes("DATABASE_URL")]).toEqual([78, true])
    },
    limit
  )

  test.each([
    ["keys", []],
    ["keys", ["destroy"]],
    ["keys", ["create"]],
    ["keys", ["create", "--organization", "acme", "--environment", "moon"]],
    ["keys", ["create", "--organization", "acme", "--environment", "live", "--kind", "golden"]],
    ["keys", ["list", "--bogus"]],
    ["keys", ["revoke"]],
    ["settings", ["proof-of-address", "--organization", "acme"]],
    ["docs", ["--write", "--check"]]
  ])(
    "%s %p is misused: the help is shown and the code is 64",
    async (name, args) => {
      const { code, errors } = await runCommandAlone(name, args, { DATA_DIR: join(temporaryFolder(), "untouched") })
      expect([code, errors.includes("Usage:")]).toEqual([64, true])
    },
    limit
  )
})
