import { afterAll, describe, expect, test } from "bun:test"
import { metricsText } from "@vouchkit/http/metrics"
import { Layer, Logger, Metric } from "effect"
import { startBehindProxy } from "../support/behind-proxy.ts"

const minute = (index: number) => new Date(Date.parse("2031-05-01T12:00:00.000Z") + index * 60_000).toISOString()

for (const [order, storage] of (["memory", "postgres"] as const).entries()) {
  describe(`failed authentication (${storage})`, async () => {
    const lines: Array<{ readonly message: string; readonly [member: string]: unknown }> = []
    const logger = Logger.make(({ message }) => {
      const [words, members] = Array.isArray(message) ? message : [message]
      lines.push({ message: String(words), ...members })
    })
    const beside: Layer.Layer<any> = Layer.mergeAll(
      Logger.layer([logger]),
      Layer.succeed(Metric.MetricRegistry)(new Map())
    ) as Layer.Layer<any>
    const { service, stop, url } = await startBehindProxy(storage, { beside, clock: minute(0) })
    afterAll(stop)
    const owner = await service.key("all")
    const send = (key: string | undefined, address: string, path = "/sessions") =>
      fetch(`${url}/api/v1${path}`, { headers: { "X-Forwarded-For": address, ...(key === undefined ? {} : { "X-API-Key": key }) } })
    const counted = async (reason: string) => {
      const text = await service.runtime.runPromise(metricsText)
      return Number(new RegExp(`authentication_failures_total\\{reason="${reason}"\\} (\\d+)`).exec(text)?.[1] ?? 0)
    }
    const failuresOf = async (key: string) =>
      (await service.call("GET", `/events?action=api_keys.authenticate&target_id=${key}&limit=100`, { key: owner })).body
    const aKey = async (body: object = {}) =>
      (await service.call("POST", "/api-keys", { key: owner, body: { name: "used wrongly", scopes: ["sessions:read"], ...body } })).body
    // Each test has minutes of its own, since the budget of lines is one for the process.
    let next = order * 100
    const nextMinute = async () => {
      next += 1
      await service.setTime(minute(next))
      lines.length = 0
    }

    test("1,500 wrong keys are counted each, and the log gets a bounded number of lines that name the address", async () => {
      await nextMinute()
      const before = await counted("unknown")
      const wrong = (index: number) => `vk_sandbox_${String(index).padStart(46, "0")}`
      for (let batch = 0; batch < 1_500; batch += 100) {
        const answers = await Promise.all(Array.from({ length: 100 }, (_, index) => send(wrong(batch + index), "198.51.100.7")))
        expect(answers.every(({ status }) => status === 401)).toBe(true)
      }
      expect((await counted("unknown")) - before).toBe(1_500)
      expect(lines).toMatchObject(
        Array.from({ length: 5 }, () => ({ message: "authentication failed", reason: "unknown", address: "198.51.100.7" }))
      )
      await nextMinute()
      await send("nonsense", "198.51.100.8")
      expect(lines).toEqual([{ message: "authentication failed", reason: "malformed", address: "198.51.100.8", not_logged: 1_495 }])
      expect(JSON.stringify(lines)).not.toContain("nonsense")
    })

    test("many addresses together get no more lines than a process writes in a minute", async () => {
      await nextMinute()
      await Promise.all(Array.from({ length: 200 }, (_, index) => send("vk_live_wrong", `203.0.113.${index}`)))
      expect(lines.length).toBe(60)
    })

    test("a request without a key is counted and writes no line", async () => {
      await nextMinute()
      const before = await counted("missing")
      await send(undefined, "198.51.100.9")
      expect([(await counted("missing")) - before, lines]).toEqual([1, []])
    })

    test("the token of no link is counted and logged, without the token", async () => {
      await nextMinute()
      for (const token of ["A".repeat(43), "nothing"]) await send(undefined, "198.51.100.10", `/verify/${token}`)
      expect(await counted("unknown_link")).toBe(2)
      expect(lines.map(({ reason }) => reason)).toEqual(["unknown_link", "unknown_link"])
      expect(JSON.stringify(lines)).not.toContain("AAAA")
    })

    for (const [reason, status, spoil] of [
      ["revoked", 401, async (id: string) => service.call("POST", `/api-keys/${id}/revoke`, { key: owner })],
      ["expired", 401, async (id: string) => service.call("POST", `/api-keys/${id}/expire`, { key: owner, body: {} })],
      [
        "ip_not_allowed",
        403,
        async (id: string) => service.call("PATCH", `/api-keys/${id}`, { key: owner, body: { ip_allowlist: ["192.0.2.0/24"] } })
      ]
    ] as const) {
      test(`a key that exists leaves entries in the audit log where it is ${reason}, ten an hour at the most`, async () => {
        await nextMinute()
        const { id, key } = await aKey()
        expect((await spoil(id)).status).toBe(200)
        // What a process remembers of keys counts for less than a second.
        await nextMinute()
        expect((await send(key, "198.51.100.11")).status).toBe(status)
        const first = (await failuresOf(id)).data
        expect(first).toMatchObject([
          {
            action: "api_keys.authenticate",
            outcome: "failed",
            actor: { type: "api_key", id, ip: "198.51.100.11" },
            target: { type: "api_key", id },
            changes: [{ path: "refused_for", from: null, to: reason }]
          }
        ])
        for (let count = 0; count < 30; count += 1) await send(key, "198.51.100.11")
        expect((await failuresOf(id)).pagination.total).toBe(10)
        expect(await counted(reason)).toBe(31)
        await nextMinute()
        next += 60
        await nextMinute()
        await send(key, "198.51.100.11")
        expect((await failuresOf(id)).pagination.total).toBe(11)
      })
    }
  })
}
