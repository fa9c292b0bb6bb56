import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { connect } from "node:net"
import { attachOrStart } from "@vouchkit/adapters/postgres/embedded/server"
import { freePort } from "@vouchkit/worker/processes/free-port"
import { Effect } from "effect"
import postgres from "postgres"
import { launch, type RunningProcess } from "../support/processes.ts"
import { preparedFolder } from "../support/prepared-folder.ts"
import { runCommand, temporaryFolder } from "../support/running-service.ts"

const slow = "slow"
const key = "vk_sandbox_of-processes-that-stop"
/** The first attempt of a job that a worker was killed with waits for its lease, which the tests let run out by hand. */
const expiry = "2020-01-01T00:00:00.000Z"

/** Asks again until it is so; the test's own limit ends it. */
const until = async (so: () => boolean | Promise<boolean>) => {
  while (!(await so())) await Bun.sleep(20)
}

describe("processes that are asked to stop", async () => {
  const server = await attachOrStart({ dataDir: await preparedFolder() })
  const sql = postgres({
    path: `${server.socketDirectory}/.s.PGSQL.${server.port}`,
    host: "localhost",
    ...server.credentials.owner,
    database: server.database,
    max: 1
  })
  /** Deliveries as they came in. Of a session that is to be slow, the first is answered when the test says so. */
  const arrivals: Array<{ readonly delivery: string; readonly event: any; readonly answer: () => void }> = []
  const receiver = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: async (request) => {
      const event = (await request.json()) as any
      const delivery = request.headers.get("x-service-delivery-id") ?? ""
      const answered = Promise.withResolvers<void>()
      const first = !arrivals.some((one) => one.delivery === delivery)
      arrivals.push({ delivery, event, answer: answered.resolve })
      if (first && event.data.external_reference === slow) await answered.promise
      return new Response("ok")
    }
  })
  const environment = {
    DATABASE_URL: `postgres:///${server.database}`,
    PGHOST: server.socketDirectory,
    PGUSER: server.credentials.owner.user,
    PGPASSWORD: server.credentials.owner.password,
    MASTER_KEY: Buffer.alloc(32, 5).toString("base64"),
    DATA_DIR: temporaryFolder(),
    BOOTSTRAP_SANDBOX_KEY: key,
    WEBHOOK_ALLOW_INSECURE_TARGETS: `127.0.0.1:${receiver.port}`,
    RATE_LIMIT_PER_MINUTE: "0",
    HOST: "127.0.0.1",
    PORT: "0",
    LOG_LEVEL: "info",
    LOG_FORMAT: "json"
  }
  const left = new Set<RunningProcess>()
  const ready = { api: /(http:\/\/127\.0\.0\.1:\d+) as /, worker: /The worker is ready/, start: /Base URL +(http:\S+)[\s\S]*Ctrl-C/ }
  const run = async (name: keyof typeof ready, extra: Readonly<Record<string, string>> = {}) => {
    const made = await launch(name, { ...environment, ...extra }, ready[name])
    left.add(made)
    void made.exited.then(() => left.delete(made))
    return { ...made, url: made.line[1] ?? "" }
  }
  type Running = Awaited<ReturnType<typeof run>>
  const call = async (url: string, method: string, path: string, body?: unknown) => {
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: { "X-API-Key": key, "Content-Type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
    return { status: response.status, body: (await response.json()) as any }
  }
  const api: { url: string } = { url: "" }
  const create = async (url = api.url, body: object = {}): Promise<string> => (await call(url, "POST", "/sessions", body)).body.id
  const arrivalsOf = (session: string) => arrivals.filter(({ event }) => event.resource.id === session)
  const deliveryOf = async (session: string) => (await call(api.url, "GET", `/sessions/${session}/webhook-deliveries`)).body.data[0]

  beforeAll(async () => {
    expect((await runCommand("migrate", [], environment)).code).toBe(0)
    api.url = (await run("api")).url
    const endpoint = { url: `http://127.0.0.1:${receiver.port}/in`, enabled_events: ["session.created"] }
    expect((await call(api.url, "POST", "/webhooks/endpoints", endpoint)).status).toBe(201)
  }, 300_000)
  afterAll(async () => {
    for (const one of arrivals) one.answer()
    receiver.stop(true)
    await Promise.all([...left].map(({ stop }) => stop("SIGKILL")))
    await sql.end()
    await server.stop()
  })

  /** A request of which only half has arrived: the rest comes when the test says so. */
  const halfRequest = async (url: string) => {
    const { hostname, port } = new URL(url)
    const body = JSON.stringify({ tags: ["slow"] })
    const socket = connect(Number(port), hostname)
    let text = ""
    const ended = Promise.withResolvers<string>()
    socket.on("data", (chunk) => {
      text += String(chunk)
    })
    socket.on("error", ended.reject)
    socket.on("close", () => ended.resolve(text))
    const head = `POST /api/v1/sessions HTTP/1.1\r\nHost: ${hostname}\r\nX-API-Key: ${key}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`
    await new Promise<void>((resolve) => socket.write(head + body.slice(0, 5), () => resolve()))
    // Whatever came before on another connection is read by the time that this is answered.
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
    return { finish: () => void socket.write(body.slice(5)), answer: ended.promise }
  }
  const refuses = async (url: string): Promise<boolean> => {
    try {
      await fetch(`${url}/healthz`, { headers: { Connection: "close" } })
      return false
    } catch {
      return true
    }
  }

  test("an API first says that it is not ready, then refuses connections, and still answers what it has begun", async () => {
    const leaving = await run("api", { SHUTDOWN_DELAY_SECONDS: "5" })
    const begun = await halfRequest(leaving.url)
    leaving.signal()
    let said: unknown
    await until(async () => {
      // Both at once, since a slow machine may need the whole delay for one after the other.
      const [ready, listed] = await Promise.all([fetch(`${leaving.url}/readyz`), call(leaving.url, "GET", "/sessions")])
      expect(listed.status).toBe(200)
      said = await ready.json()
      return ready.status === 503
    })
    expect(said).toEqual({ status: "unavailable", missing: ["running"] })
    await until(() => refuses(leaving.url))
    begun.finish()
    expect(await begun.answer).toStartWith("HTTP/1.1 201 ")
    expect(await leaving.exited).toBe(0)
  }, 300_000)

  for (const name of ["api", "start"] as const) {
    test(`without a delay, an interrupted ${name} refuses connections at once and answers what it has begun`, async () => {
      const leaving = await run(name)
      const begun = await halfRequest(leaving.url)
      leaving.signal("SIGINT")
      await until(() => refuses(leaving.url))
      begun.finish()
      expect(await begun.answer).toStartWith("HTTP/1.1 201 ")
      expect(await leaving.exited).toBe(0)
    }, 300_000)
  }

  test("a request that outlasts the grace is cut off, and the process still ends well", async () => {
    const leaving = await run("api", { SHUTDOWN_GRACE_SECONDS: "1" })
    const begun = await halfRequest(leaving.url)
    expect(await leaving.stop()).toBe(0)
    expect(await begun.answer.catch(() => "")).not.toContain("HTTP/1.1 201")
  }, 300_000)

  /** The worker that the last test ended with, which runs on for the next one: a start takes longer than what most tests do with it. */
  let idle: Running | undefined
  const takeIdle = (): Running | undefined => {
    const worker = idle
    idle = undefined
    return worker
  }
  const stopIdle = async () => {
    expect((await takeIdle()?.stop()) ?? 0).toBe(0)
  }

  /** A worker that holds the delivery of a session's event, to which the receiver has not answered. */
  const busy = async (worker: Running) => {
    const session = await create(api.url, { external_reference: slow })
    await until(() => arrivalsOf(session).length === 1)
    return { worker, session }
  }
  const jobOf = async (session: string) => {
    const [row] =
      await sql`select attempt, leased_until from jobs where payload ->> 'delivery_id' = ${arrivalsOf(session)[0]?.delivery ?? ""}`
    return row
  }

  test("a job that outlasts the grace is handed back at once, uncounted, and another worker does it", async () => {
    // No other worker may take the job first.
    await stopIdle()
    const { session, worker } = await busy(await run("worker", { SHUTDOWN_GRACE_SECONDS: "0" }))
    expect(await worker.stop()).toBe(0)
    expect(await jobOf(session)).toEqual({ attempt: 0, leased_until: null })
    const next = await run("worker")
    await until(async () => (await deliveryOf(session)).status === "succeeded")
    expect(await deliveryOf(session)).toMatchObject({ attempts_made: 1 })
    idle = next
  }, 300_000)

  test("a worker finishes the job in hand and takes nothing new", async () => {
    const { session, worker } = await busy(takeIdle() ?? (await run("worker")))
    worker.signal()
    await until(() => worker.output().includes("waiting for running jobs"))
    const later = await create()
    arrivalsOf(session)[0]?.answer()
    expect(await worker.exited).toBe(0)
    expect(await deliveryOf(session)).toMatchObject({ status: "succeeded", attempts_made: 1 })
    expect([arrivalsOf(session).length, arrivalsOf(later).length]).toEqual([1, 0])
    const next = await run("worker")
    await until(() => arrivalsOf(later).length === 1)
    idle = next
  }, 300_000)

  test("a worker that is killed loses nothing: its job runs again when the lease has run out", async () => {
    const { session, worker } = await busy(takeIdle() ?? (await run("worker")))
    await worker.stop("SIGKILL")
    expect(await jobOf(session)).toEqual({ attempt: 1, leased_until: expect.any(String) })
    await sql`update jobs set leased_until = ${expiry} where name = 'webhooks.deliver'`
    const next = await run("worker")
    await until(async () => (await deliveryOf(session)).status === "succeeded")
    expect(await deliveryOf(session)).toMatchObject({ attempts_made: 1 })
    idle = next
  }, 300_000)

  test("whoever signals twice does not wait for the job in hand", async () => {
    const { session, worker } = await busy(takeIdle() ?? (await run("worker")))
    worker.signal()
    await until(() => worker.output().includes("waiting for running jobs"))
    expect(await worker.stop()).toBe(1)
    await sql`update jobs set leased_until = ${expiry} where name = 'webhooks.deliver'`
    const next = await run("worker")
    await until(async () => (await deliveryOf(session)).status === "succeeded")
    idle = next
  }, 300_000)

  test("two APIs and two workers on one database share the work, and none of it is done twice", async () => {
    const ports = await Promise.all([1, 2].map(() => Effect.runPromise(freePort("127.0.0.1"))))
    await stopIdle()
    const workers = await Promise.all(ports.map((port) => run("worker", { STATUS_PORT: String(port) })))
    const other = await run("api")
    const counted = (line: RegExp) => async (port: number) =>
      Number(line.exec(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text())?.[1] ?? 0)
    const runsOf = counted(/^vouchkit_job_runs_total\{job="webhooks\.deliver",outcome="completed"\} (\d+)$/m)
    const deliveriesOf = counted(/^vouchkit_webhook_deliveries_total\{outcome="succeeded"\} (\d+)$/m)
    const made: Array<string> = []
    await until(async () => {
      made.push(...(await Promise.all(Array.from({ length: 20 }, (_, index) => create(index % 2 === 0 ? api.url : other.url)))))
      return (await Promise.all(ports.map(runsOf))).every((runs) => runs > 0)
    })
    await until(() => made.every((session) => arrivalsOf(session).length > 0))
    await until(async () => (await sql`select 1 from jobs where name like 'webhooks.%'`).length === 0)
    expect(made.map((session) => arrivalsOf(session).length)).toEqual(made.map(() => 1))
    expect(await Promise.all(ports.map(deliveriesOf))).toEqual(await Promise.all(ports.map(runsOf)))
    for (const port of ports) {
      const answers = await Promise.all(["healthz", "readyz"].map((path) => fetch(`http://127.0.0.1:${port}/${path}`)))
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
    }
    expect(await Promise.all([...workers, other].map(({ stop }) => stop()))).toEqual([0, 0, 0])
  }, 300_000)
})
