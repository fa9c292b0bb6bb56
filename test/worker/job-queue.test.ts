import { afterAll, expect, test } from "bun:test"
import { always, faultProxy } from "../support/fault-proxy.ts"
import { fauxqsCredentials, startFauxqs } from "../support/fauxqs.ts"
import { createQueue, eventually, queueAt } from "../support/queues.ts"
import { runService, temporaryFolder } from "../support/running-service.ts"

const server = await startFauxqs()
const proxy = await faultProxy(server.endpoint)
const queue = await createQueue(server.endpoint)
const jobs = queueAt(server.endpoint, queue.queue_url)
const arrived: Array<any> = []
const receiver = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch: async (request) => {
    arrived.push(await request.json())
    return new Response("ok")
  }
})
const folder = temporaryFolder()
const environment = {
  JOB_QUEUE: "sqs",
  SQS_QUEUE_URL: queue.queue_url,
  SQS_DEAD_LETTER_QUEUE_URL: queue.dead_letter_queue_url,
  SQS_REGION: queue.region,
  SQS_ENDPOINT: proxy.endpoint,
  AWS_ACCESS_KEY_ID: fauxqsCredentials.accessKeyId,
  AWS_SECRET_ACCESS_KEY: fauxqsCredentials.secretAccessKey,
  WEBHOOK_ALLOW_INSECURE_TARGETS: `127.0.0.1:${receiver.port}`
}
const service = await runService(folder, environment)
afterAll(async () => {
  await proxy.stop()
  await server.stop()
  receiver.stop(true)
})

const call = async (path: string, body: unknown): Promise<any> => {
  const answer = await fetch(`${service.url}/api/v1${path}`, {
    method: "POST",
    headers: { "X-API-Key": service.keys.sandbox, "Content-Type": "application/json" },
    body: JSON.stringify(body)
  })
  expect(answer.status).toBe(201)
  return answer.json()
}

test("an event reaches its endpoint, the queue knows only names, and in the end it is empty", async () => {
  await call("/webhooks/endpoints", { url: `http://127.0.0.1:${receiver.port}/hook`, enabled_events: ["session.created"] })
  const session = await call("/sessions", { metadata: { person: "Ada Canary-Lovelace" } })
  await eventually(
    async () => arrived.length,
    (count) => count > 0
  )
  expect(arrived[0]).toMatchObject({ type: "session.created", resource: { id: session.id } })
  expect(proxy.since().some(({ target }) => target === "AmazonSQS.SendMessageBatch")).toBe(true)
  expect(await eventually(jobs.counts, ({ hidden, visible }) => hidden + visible === 0)).toEqual({ visible: 0, hidden: 0 })
}, 60_000)

test("a service over SQS is ready while the queue answers, and names the queue when it does not", async () => {
  const readiness = async () => {
    const answer = await fetch(`${service.url}/readyz`)
    return { status: answer.status, body: await answer.json() }
  }
  expect((await readiness()).status).toBe(200)
  for (const fault of ["cut-before", "hang"] as const) {
    proxy.follow(always(fault))
    expect(await readiness()).toEqual({ status: 503, body: { status: "unavailable", missing: ["queue"] } })
  }
  proxy.follow(always("pass"))
  expect((await readiness()).status).toBe(200)
}, 60_000)

test("an event reaches its endpoint while SQS is silent", async () => {
  proxy.follow(always("cut-before"))
  const before = arrived.length
  const session = await call("/sessions", {})
  await eventually(
    async () => arrived.length,
    (count) => count > before
  )
  expect(arrived.at(-1)).toMatchObject({ resource: { id: session.id } })
  proxy.follow(always("pass"))
}, 60_000)

test("a worker that waits for messages stops when it is asked to", async () => {
  expect(await service.stop()).toBe(0)
  for (const secret of [queue.queue_url, "Signature", "Canary"]) expect(service.output()).not.toContain(secret)
}, 60_000)
