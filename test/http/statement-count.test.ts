import { afterAll, expect, test } from "bun:test"
import { countingProxy, leastTraffic, type Traffic } from "../support/counting-proxy.ts"
import { startService } from "../support/service.ts"
import { runJobs } from "../support/service-jobs.ts"

let proxy: Awaited<ReturnType<typeof countingProxy>> | undefined
const service = await startService("postgres", {
  through: async (connect) => {
    proxy = await countingProxy(connect)
    return proxy.connect
  }
})
afterAll(async () => {
  await service.stop()
  proxy?.stop()
})
const key = await service.key("all")
const { id } = (await service.call("POST", "/sessions", { key, body: {} })).body

/** Traffic of one request on connections that have seen its like before, so that nothing is left to prepare. */
const trafficOf = async (request: () => Promise<{ readonly status: number }>, status: number): Promise<Traffic> => {
  const checked = async () => expect((await request()).status).toBe(status)
  for (let warm = 0; warm < 30; warm += 1) await checked()
  return leastTraffic(proxy, checked)
}

let keys = 0
const withKey = () => {
  keys += 1
  return { "Idempotency-Key": `count ${keys}` }
}

test("reading a session is one statement, and nothing else is asked of the database", async () => {
  const { roundTrips, statements } = await trafficOf(() => service.call("GET", `/sessions/${id}`, { key }), 200)
  expect([statements.length, roundTrips]).toEqual([1, 1])
  expect(statements[0]).toStartWith("select")
})

test("creating a session is one statement that writes everything", async () => {
  const { roundTrips, statements } = await trafficOf(() => service.call("POST", "/sessions", { key, body: {} }), 201)
  expect([statements.length, roundTrips]).toEqual([1, 1])
})

test("creating a session under an idempotency key takes at most four round trips", async () => {
  const { roundTrips, statements } = await trafficOf(() => service.call("POST", "/sessions", { key, body: {}, headers: withKey() }), 201)
  expect(roundTrips).toBeLessThanOrEqual(4)
  expect(statements.at(0)).toBe("begin")
  expect(statements.at(-1)).toBe("commit")
})

test("repeating a request asks for its answer and writes nothing", async () => {
  const headers = withKey()
  const { roundTrips, statements } = await trafficOf(() => service.call("POST", "/sessions", { key, body: {}, headers }), 201)
  expect(roundTrips).toBeLessThanOrEqual(3)
  expect(statements.filter((text) => /\b(?:insert|update|delete)\b/.test(text))).toEqual([])
})

test("what is refused before the operation begins costs the database nothing", async () => {
  const refused = [
    () => service.call("GET", "/nope", { key }),
    () => service.call("GET", "/sessions/none", { key }),
    () => service.call("GET", "/sessions?limit=0", { key }),
    () => service.call("POST", "/sessions", { key, body: { nope: 1 } }),
    () => service.call("POST", "/sessions", { key, raw: "{" })
  ]
  for (const request of refused) {
    await request()
    const { statements } = await leastTraffic(proxy, async () => expect((await request()).status).toBeGreaterThanOrEqual(400))
    expect(statements).toEqual([])
  }
})

test("a wrong key is looked for once", async () => {
  const wrong = `vk_sandbox_${"a".repeat(46)}`
  await service.call("GET", "/sessions", { key: wrong })
  const { statements } = await leastTraffic(proxy, async () =>
    expect((await service.call("GET", "/sessions", { key: wrong })).status).toBe(401)
  )
  expect(statements.length).toBeLessThanOrEqual(1)
})

test("a run of the default workflow is brought to its end in few round trips, and its transaction in three", async () => {
  const submitted = async () => {
    const { id } = (await service.call("POST", "/sessions", { key, body: { scenario: "approved" } })).body
    const actions = [{ type: "start" }, { type: "upload_document" }, { type: "submit" }]
    expect((await service.call("POST", `/sessions/${id}/simulate`, { key, body: { actions } })).status).toBe(200)
    return id
  }
  const brought = async () => {
    expect(await runJobs(service, "sessions.run_checks")).toBe(1)
  }
  const id = await submitted()
  for (let warm = 0; warm < 12; warm += 1) {
    await submitted()
    await runJobs(service, "sessions.run_checks")
  }
  expect((await service.call("GET", `/sessions/${id}`, { key })).body.status).toBe("approved")
  const seen: Array<Traffic> = []
  for (let turn = 0; turn < 5; turn += 1) {
    await submitted()
    proxy?.since()
    await brought()
    seen.push(proxy?.since() ?? { statements: [], roundTrips: 0 })
  }
  const [least] = seen.toSorted((one, other) => one.roundTrips - other.roundTrips || one.statements.length - other.statements.length)
  const statements = least?.statements ?? []
  const own = statements.slice(statements.indexOf("begin"), statements.indexOf("commit") + 1)
  // Behind the locks what the decision asks for, then the lock of the document, then all that is written.
  expect(own.filter((text) => text.startsWith("select"))).toHaveLength(12)
  expect(own).toHaveLength(15)
  expect(statements.length).toBeLessThanOrEqual(24)
  expect(least?.roundTrips).toBeLessThanOrEqual(12)
  // Those that it was led past count as nodes that it came to, as they do for everyone who reads the run.
  const { workflow_run_id } = (await service.call("GET", `/sessions/${id}`, { key })).body
  const { nodes } = (await service.call("GET", `/workflow-runs/${workflow_run_id}`, { key })).body
  expect((least?.roundTrips ?? 0) / nodes.length).toBeLessThanOrEqual(2)
  const finished = nodes.filter(({ state }: any) => state === "succeeded")
  expect((least?.roundTrips ?? 0) / finished.length).toBeLessThanOrEqual(2)
})
