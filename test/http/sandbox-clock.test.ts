import { afterAll, expect, test } from "bun:test"
import { countingProxy, leastTraffic } from "../support/counting-proxy.ts"
import { startService } from "../support/service.ts"

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
const day = 86_400
let organizations = 0
const aTenant = async () => {
  organizations += 1
  const organization = `org_clock_${organizations}`
  return { key: await service.key("all", { organization }), live: await service.key("all", { organization, environment: "live" }) }
}
const advance = (key: string, advance_seconds: unknown) => service.call("POST", "/sandbox/clock", { key, body: { advance_seconds } })

test("the clock is moved and told over HTTP", async () => {
  const { key } = await aTenant()
  const { body, status } = await advance(key, day)
  expect(status).toBe(200)
  expect(body).toMatchObject({ object: "sandbox_clock", environment: "sandbox", advanced_seconds: day })
  expect(Date.parse(body.now) - Date.parse(body.real_time)).toBe(day * 1000)
})

test("a live key is told that this is for the sandbox", async () => {
  const { live } = await aTenant()
  const { body, status } = await advance(live, day)
  expect([status, body.error]).toEqual([403, "sandbox_only"])
})

test("what is no number of seconds from 0 to ten years is refused", async () => {
  const { key } = await aTenant()
  for (const seconds of [-1, 0.5, 315_360_001, "60", null]) {
    const { body, status } = await advance(key, seconds)
    expect([status, body.errors[0].loc]).toEqual([422, ["body", "advance_seconds"]])
  }
  expect((await service.call("POST", "/sandbox/clock", { key, body: {} })).status).toBe(422)
  expect((await advance(key, 0)).body.advanced_seconds).toBe(0)
})

test("the request after a move sees it: a link whose end has passed is gone, one of live is not", async () => {
  const { key, live } = await aTenant()
  const linkOf = async (credential: string) => {
    const { body } = await service.call("POST", "/sessions", { key: credential, body: {} })
    return `/verify/${body.verification_url.split("/").at(-1)}`
  }
  const [own, other] = [await linkOf(key), await linkOf(live)]
  expect((await service.call("GET", own)).status).toBe(200)
  await advance(key, day)
  expect([(await service.call("GET", own)).status, (await service.call("GET", other)).status]).toEqual([410, 200])
})

test("an advanced sandbox costs no statement: a session is still read with one and created with one", async () => {
  const { key } = await aTenant()
  await advance(key, 10 * day)
  const { id } = (await service.call("POST", "/sessions", { key, body: {} })).body
  const requests = [
    { send: () => service.call("GET", `/sessions/${id}`, { key }), status: 200 },
    { send: () => service.call("POST", "/sessions", { key, body: {} }), status: 201 }
  ]
  for (const { send, status } of requests) {
    const checked = async () => expect((await send()).status).toBe(status)
    for (let warm = 0; warm < 30; warm += 1) await checked()
    const { roundTrips, statements } = await leastTraffic(proxy, checked)
    expect([statements.length, roundTrips]).toEqual([1, 1])
  }
})
