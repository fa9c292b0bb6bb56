import { afterAll, expect, test } from "bun:test"
import { attachOrStart } from "@vouchkit/adapters/postgres/embedded/server"
import type { handler, relay } from "@vouchkit/worker/lambda/main"
import type { ScheduledHandler, SQSHandler } from "aws-lambda"
import { fauxqsCredentials, startFauxqs } from "../support/fauxqs.ts"
import { createQueue, eventually, queueAt, queueProcess } from "../support/queues.ts"
import { preparedFolder } from "../support/prepared-folder.ts"
import { runCommand, temporaryFolder } from "../support/running-service.ts"

// The functions have the types that the platform's programming model gives them.
type Fits<Given extends Wanted, Wanted> = Given
export type Functions = [Fits<typeof handler, SQSHandler>, Fits<() => Promise<void>, ScheduledHandler>, ReturnType<typeof relay>]

const command = (name: string) => new URL(`../../packages/worker/src/commands/${name}.ts`, import.meta.url).pathname

const server = await startFauxqs()
const stops: Array<() => unknown> = [server.stop]
afterAll(async () => {
  for (const stop of stops.toReversed()) await stop()
})

const aReceiver = () => {
  const arrived: Array<any> = []
  const receiver = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: async (request) => {
      arrived.push(await request.json())
      return new Response("ok")
    }
  })
  stops.push(() => receiver.stop(true))
  return { arrived, port: receiver.port }
}

/** The platform: hands over what a schedule says, or else what the queue holds, and keeps the answers. */
const aPlatform = (jobs: ReturnType<typeof queueAt>, schedule: Array<object>) => {
  const answers: Array<any> = []
  let open = true
  const nextEvent = async (): Promise<object | undefined> => {
    while (open) {
      const scheduled = schedule.shift()
      if (scheduled !== undefined) return scheduled
      const bodies = await jobs.read()
      if (bodies.length > 0) return { Records: bodies.map((body, index) => ({ messageId: `m${index}`, body: JSON.stringify(body) })) }
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    return undefined
  }
  const platform = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    idleTimeout: 0,
    fetch: async (request) => {
      if (request.method === "POST") {
        answers.push({ path: new URL(request.url).pathname.split("/").at(-1), body: await request.json() })
        return new Response(null, { status: 202 })
      }
      const event = await nextEvent()
      if (event === undefined) return new Response(null, { status: 500 })
      return Response.json(event, {
        headers: { "Lambda-Runtime-Aws-Request-Id": "call", "Lambda-Runtime-Deadline-Ms": String(Date.now() + 60_000) }
      })
    }
  })
  stops.push(() => {
    open = false
    platform.stop(true)
  })
  return { answers, address: `127.0.0.1:${platform.port}` }
}

/** A database and a queue of its own, the platform over them, and the events that a schedule gives it. */
const anInstallation = async (schedule: ReadonlyArray<object> = []) => {
  const queue = await createQueue(server.endpoint)
  const database = await attachOrStart({ dataDir: await preparedFolder() })
  stops.push(database.stop)
  const { answers, address } = aPlatform(queueAt(server.endpoint, queue.queue_url), [...schedule])
  const { arrived, port } = aReceiver()
  const environment = {
    DATABASE_URL: `postgres:///${database.database}`,
    PGHOST: database.socketDirectory,
    PGUSER: database.credentials.owner.user,
    PGPASSWORD: database.credentials.owner.password,
    MASTER_KEY: Buffer.alloc(32, 5).toString("base64"),
    DATA_DIR: temporaryFolder(),
    BOOTSTRAP_SANDBOX_KEY: "vk_sandbox_of-the-functions",
    WEBHOOK_ALLOW_INSECURE_TARGETS: `127.0.0.1:${port}`,
    PORT: "0",
    LOG_LEVEL: "error",
    JOB_QUEUE: "sqs",
    SQS_QUEUE_URL: queue.queue_url,
    SQS_REGION: queue.region,
    SQS_ENDPOINT: server.endpoint,
    AWS_ACCESS_KEY_ID: fauxqsCredentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: fauxqsCredentials.secretAccessKey
  }
  const spawn = (name: string, args: ReadonlyArray<string>) =>
    Bun.spawn([process.execPath, command(name), ...args], {
      env: { ...process.env, ...environment, AWS_LAMBDA_RUNTIME_API: address },
      stdout: "pipe",
      stderr: "inherit"
    })
  return { queue, database, answers, address, arrived, hook: `http://127.0.0.1:${port}/hook`, environment, spawn }
}

const migrated = async (environment: Readonly<Record<string, string>>) => {
  expect((await runCommand("migrate", [], environment)).code).toBe(0)
}

test("an API process and a function deliver an event together, with no worker beside them", async () => {
  const { answers, arrived, environment, hook, spawn } = await anInstallation()
  await migrated(environment)
  const api = spawn("api", [])
  const worker = spawn("lambda", ["handler"])
  let output = ""
  for await (const chunk of api.stdout) {
    output += new TextDecoder().decode(chunk)
    if (/http:\/\/127\.0\.0\.1:\d+ /.test(output)) break
  }
  const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(output) ?? []
  const call = async (path: string, body: unknown): Promise<any> => {
    const answer = await fetch(`${url}/api/v1${path}`, {
      method: "POST",
      headers: { "X-API-Key": environment.BOOTSTRAP_SANDBOX_KEY, "Content-Type": "application/json" },
      body: JSON.stringify(body)
    })
    expect(answer.status).toBe(201)
    return answer.json()
  }
  await call("/webhooks/endpoints", { url: hook, enabled_events: ["session.created"] })
  const session = await call("/sessions", {})
  await eventually(
    async () => arrived.length,
    (count) => count > 0
  )
  expect(arrived[0]).toMatchObject({ type: "session.created", resource: { id: session.id } })
  api.kill("SIGTERM")
  expect(await api.exited).toBe(0)
  worker.kill("SIGKILL")
  await worker.exited
  expect(answers.length).toBeGreaterThan(0)
  for (const { body, path } of answers) expect([path, body]).toEqual(["response", { batchItemFailures: [] }])
}, 300_000)

test("the scheduled function tells the queue of what is due, after every process is gone", async () => {
  const { answers, database, environment, queue, spawn } = await anInstallation([{ "detail-type": "Scheduled Event" }, {}])
  await migrated(environment)
  const connect = {
    path: `${database.socketDirectory}/.s.PGSQL.${database.port}`,
    ...database.credentials.owner,
    database: database.database
  }
  const process = queueProcess(connect, queue)
  await process.enqueue("webhooks.dispatch", "evt_alone", "2026-01-01T00:00:00.000Z")
  await process.stop()
  const worker = spawn("lambda", ["relay"])
  await eventually(
    async () => answers.length,
    (count) => count > 0
  )
  worker.kill("SIGKILL")
  await worker.exited
  expect(answers[0]).toEqual({ path: "response", body: { sent: 1 } })
}, 300_000)

test("a function without a queue is told what is missing, and by name only the platform", async () => {
  const { address, answers, environment } = await anInstallation([{ Records: [] }])
  const child = Bun.spawn([process.execPath, command("lambda"), "handler"], {
    env: { ...process.env, ...environment, JOB_QUEUE: "", AWS_LAMBDA_RUNTIME_API: address },
    stdout: "ignore",
    stderr: "pipe"
  })
  await eventually(
    async () => answers.length,
    (count) => count > 0
  )
  child.kill("SIGKILL")
  expect(await new Response(child.stderr).text()).toContain("JOB_QUEUE must be sqs")
  expect(answers[0]).toEqual({ path: "error", body: { errorType: "StartProblem", errorMessage: "the call failed" } })
}, 300_000)
