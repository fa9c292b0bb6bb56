import type { SqsQueue } from "@vouchkit/adapters/sqs/client"
import { afterAll, beforeEach, describe, expect, test } from "bun:test"
import { always, faultProxy } from "../support/fault-proxy.ts"
import { fauxqsCredentials, startFauxqs } from "../support/fauxqs.ts"
import { createQueue, eventually, queueAt } from "../support/queues.ts"
import { preparedFolder } from "../support/prepared-folder.ts"
import { runService } from "../support/running-service.ts"

const server = await startFauxqs()
const stops: Array<() => unknown> = [server.stop]
afterAll(async () => {
  for (const stop of stops.toReversed()) await stop()
})

/** A service over a queue of its own, which a proxy can cut off, with an endpoint that hears of new sessions. */
const aService = async () => {
  const proxy = await faultProxy(server.endpoint)
  const queue = await createQueue(server.endpoint)
  const arrived: Array<any> = []
  const receiver = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: async (request) => {
      arrived.push(await request.json())
      return new Response("ok")
    }
  })
  stops.push(proxy.stop, () => receiver.stop(true))
  const service = await runService(await preparedFolder(), {
    JOB_QUEUE: "sqs",
    SQS_QUEUE_URL: queue.queue_url,
    SQS_DEAD_LETTER_QUEUE_URL: queue.dead_letter_queue_url,
    SQS_REGION: queue.region,
    SQS_ENDPOINT: proxy.endpoint,
    AWS_ACCESS_KEY_ID: fauxqsCredentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: fauxqsCredentials.secretAccessKey,
    WEBHOOK_ALLOW_INSECURE_TARGETS: `127.0.0.1:${receiver.port}`
  })
  stops.push(service.stop)
  const call = async (path: string, body: unknown): Promise<any> => {
    const answer = await fetch(`${service.url}/api/v1${path}`, {
      method: "POST",
      headers: { "X-API-Key": service.keys.sandbox, "Content-Type": "application/json" },
      body: JSON.stringify(body)
    })
    expect(answer.status).toBe(201)
    return answer.json()
  }
  await call("/webhooks/endpoints", { url: `http://127.0.0.1:${receiver.port}/hook`, enabled_events: ["session.created"] })
  /** Creates a session and waits for its event. */
  const delivered = async () => {
    const session = await call("/sessions", { metadata: { person: "Ada Canary-Lovelace" } })
    await eventually(
      async () => arrived.length,
      (count) => count > 0
    )
    expect(arrived[0]).toMatchObject({ type: "session.created", resource: { id: session.id } })
  }
  const readiness = async () => {
    const answer = await fetch(`${service.url}/readyz`)
    return { status: answer.status, body: await answer.json() }
  }
  return { service, proxy, queue, jobs: queueAt(server.endpoint, queue.queue_url), delivered, readiness }
}

const expectNoSecrets = (queue: SqsQueue, output: string) => {
  for (const secret of [queue.queue_url, "Signature", "Canary"]) expect(output).not.toContain(secret)
}

test("an event reaches its endpoint, the queue knows only names and is empty in the end, and a worker that waits for messages stops when it is asked to", async () => {
  const { delivered, jobs, proxy, queue, service } = await aService()
  await delivered()
  expect(proxy.since().some(({ target }) => target === "AmazonSQS.SendMessageBatch")).toBe(true)
  expect(await eventually(jobs.counts, ({ hidden, visible }) => hidden + visible === 0)).toEqual({ visible: 0, hidden: 0 })
  expect(await service.stop()).toBe(0)
  expectNoSecrets(queue, service.output())
}, 300_000)

describe("a service whose queue does not answer", async () => {
  const { delivered, proxy, queue, readiness, service } = await aService()
  beforeEach(() => proxy.follow(always("pass")))

  test("is not ready and names the queue, and is ready again when the queue answers", async () => {
    expect((await readiness()).status).toBe(200)
    for (const fault of ["cut-before", "hang"] as const) {
      proxy.follow(always(fault))
      expect(await readiness()).toEqual({ status: 503, body: { status: "unavailable", missing: ["queue"] } })
    }
    proxy.follow(always("pass"))
    expect((await readiness()).status).toBe(200)
  }, 300_000)

  test("still sends an event to its endpoint, and logs no secret", async () => {
    proxy.follow(always("cut-before"))
    await delivered()
    expectNoSecrets(queue, service.output())
  }, 300_000)
})
