import { afterAll, describe, expect, test } from "bun:test"
import { attachOrStart } from "@vouchkit/adapters/postgres/embedded/server"
import { launch } from "../support/processes.ts"
import { preparedFolder } from "../support/prepared-folder.ts"
import { runCommand, temporaryFolder } from "../support/running-service.ts"

describe("API and worker as processes of their own", async () => {
  const arrived = Promise.withResolvers<any>()
  const receiver = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: async (request) => {
      arrived.resolve(await request.json())
      return new Response("ok")
    }
  })
  const server = await attachOrStart({ dataDir: await preparedFolder() })
  afterAll(async () => {
    receiver.stop(true)
    await server.stop()
  })
  // The driver reads the socket's folder from PGHOST where a URL names no host.
  const environment = {
    DATABASE_URL: `postgres:///${server.database}`,
    PGHOST: server.socketDirectory,
    PGUSER: server.credentials.owner.user,
    PGPASSWORD: server.credentials.owner.password,
    MASTER_KEY: Buffer.alloc(32, 5).toString("base64"),
    DATA_DIR: temporaryFolder(),
    BOOTSTRAP_SANDBOX_KEY: "vk_sandbox_of-two-processes",
    WEBHOOK_ALLOW_INSECURE_TARGETS: `127.0.0.1:${receiver.port}`,
    PORT: "0",
    LOG_LEVEL: "error"
  }

  test("what is changed through the one is delivered by the other", async () => {
    const migrated = await runCommand("migrate", [], environment)
    expect([migrated.code, migrated.output]).toEqual([0, expect.stringContaining("version")])
    const [api, worker] = await Promise.all([
      launch("api", environment, /(http:\/\/127\.0\.0\.1:\d+) /),
      launch("worker", environment, /ready/)
    ])
    const call = (path: string, body: unknown) =>
      fetch(`${api.line[1]}/api/v1${path}`, {
        method: "POST",
        headers: { "X-API-Key": environment.BOOTSTRAP_SANDBOX_KEY, "Content-Type": "application/json" },
        body: JSON.stringify(body)
      })
    const endpoint = await call("/webhooks/endpoints", {
      url: `http://127.0.0.1:${receiver.port}/hook`,
      enabled_events: ["session.created"]
    })
    expect(endpoint.status).toBe(201)
    const created = (await (await call("/sessions", {})).json()) as any
    expect(await arrived.promise).toMatchObject({ type: "session.created", resource: { id: created.id } })
    expect(await Promise.all([worker.stop(), api.stop()])).toEqual([0, 0])
  }, 300_000)

  test("a database that is not there is named as the reason, without its password", async () => {
    const { code, errors } = await runCommand("migrate", [], {
      ...environment,
      PGHOST: "",
      DATABASE_URL: "postgres://vouchkit:geheim@127.0.0.1:1/nothing?connect_timeout=1",
      LOG_LEVEL: "fatal"
    })
    expect([code, errors.includes("DATABASE_URL"), errors.includes("geheim")]).toEqual([1, true, false])
  }, 300_000)
})
