import { afterAll, describe, expect, test } from "bun:test"
import { aPerson } from "../support/capture.ts"
import { startBehindProxy } from "../support/behind-proxy.ts"
import { aForm } from "../support/service.ts"

const safari = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/604.1"
const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0"
const day = 86_400

let networks = 0
/** An address that no other test uses. */
const anAddress = () => {
  networks += 1
  return `81.2.${networks}.142`
}

interface From {
  readonly address: string
  readonly agent?: string
  readonly languages?: string
}

for (const storage of ["memory", "postgres"] as const) {
  describe(`the attempts of a session over ${storage}`, async () => {
    const { service, stop, url } = await startBehindProxy(storage)
    afterAll(stop)
    const key = await service.key("all")
    const headersOf = ({ address, agent = safari, languages = "en-GB" }: From) => ({
      "X-Forwarded-For": address,
      "User-Agent": agent,
      "Accept-Language": languages
    })
    /** A session that a person begins there. */
    const begun = async (from: From, holder = key) => {
      const person = await aPerson(service, holder)
      const answer = await fetch(`${url}/api/v1/verify/${person.token}/start`, { method: "POST", headers: headersOf(from) })
      expect(answer.status).toBe(200)
      return person
    }
    const attemptsOf = async (id: string, holder = key) =>
      (await service.call("GET", `/sessions/${id}/attempts`, { key: holder })).body.data as ReadonlyArray<any>
    const riskOf = async (id: string, holder = key) => {
      const { contributions, score } = (await service.call("GET", `/sessions/${id}/risk`, { key: holder })).body
      return { score, of: contributions.map(({ effect, signal }: any) => [signal, effect]) }
    }

    test("show system, browser and a digest of the device, and what no one knows as null", async () => {
      const address = anAddress()
      const { session_id } = await begun({ address })
      const [attempt] = await attemptsOf(session_id)
      expect(attempt).toMatchObject({
        number: 1,
        ip: address,
        country: null,
        network: null,
        device: { os: "iOS 17", browser: "Safari 17", sdk: null, fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/) }
      })
      expect(Object.keys(attempt)).not.toContain("network_digest")
      expect(JSON.stringify(attempt)).not.toContain("AppleWebKit")
    })

    test("that the page of a link began show the device as well", async () => {
      const { session_id, token } = await aPerson(service, key)
      const opened = await fetch(`${url}/verify/${token}/open`, {
        method: "POST",
        redirect: "manual",
        headers: headersOf({ address: anAddress(), agent: firefox })
      })
      expect(opened.status).toBe(303)
      expect((await attemptsOf(session_id))[0].device).toMatchObject({ os: "Linux", browser: "Firefox 131" })
    })

    test("of one device within a day raise the risk of both sessions, and those of one network a little", async () => {
      const address = anAddress()
      const first = await begun({ address })
      expect(await riskOf(first.session_id)).toEqual({ score: 0, of: [] })
      const again = await begun({ address })
      const both = [
        ["device_reused", 6.3],
        ["network_reused", 0.2]
      ]
      for (const { session_id } of [first, again]) expect(await riskOf(session_id)).toEqual({ score: 7, of: both })
      const [one, other] = [await attemptsOf(first.session_id), await attemptsOf(again.session_id)]
      expect(one[0].device.fingerprint).toBe(other[0].device.fingerprint)
      const neighbour = await begun({ address, agent: firefox })
      expect(await riskOf(neighbour.session_id)).toEqual({ score: 2, of: [["network_reused", 2]] })
      const elsewhere = await begun({ address: anAddress() })
      expect(await riskOf(elsewhere.session_id)).toEqual({ score: 0, of: [] })
    })

    test("stand in the risk of the session that its webhooks and its case show", async () => {
      const address = anAddress()
      await begun({ address })
      const { session, session_id } = await begun({ address })
      const approved = await service.call("POST", `/sessions/${session_id}/simulate`, { key, body: { actions: [{ type: "approve" }] } })
      expect(approved.status).toBe(200)
      expect((await session()).risk).toEqual({ score: 7, level: "low", signals: ["device_reused", "network_reused"] })
    })

    test("of one network of IPv6 count together, whatever the rest of the address", async () => {
      await begun({ address: "2a00:1450:4001:81b::1", agent: firefox })
      const { session_id } = await begun({ address: "2a00:1450:4001:81b:dead:beef:0:2" })
      expect((await riskOf(session_id)).of).toEqual([["network_reused", 1]])
    })

    test("from a private address, or begun by a server, say nothing about other sessions", async () => {
      await begun({ address: "10.1.2.3" })
      const inside = await begun({ address: "10.1.2.3" })
      expect((await attemptsOf(inside.session_id))[0]).toMatchObject({
        ip: "10.1.2.3",
        device: { browser: "Safari 17", fingerprint: null }
      })
      expect((await riskOf(inside.session_id)).of).toEqual([])
      const address = anAddress()
      const byServer = async () => {
        const { session_id } = await aPerson(service, key)
        const headers = { ...headersOf({ address }), "X-API-Key": key }
        const answer = await fetch(`${url}/api/v1/sessions/${session_id}/documents`, { method: "POST", headers, body: aForm() })
        expect(answer.status).toBe(201)
        return session_id
      }
      const [, second = ""] = [await byServer(), await byServer()]
      expect((await attemptsOf(second))[0]).toMatchObject({ ip: address, device: null })
      expect((await riskOf(second)).of).toEqual([])
    })

    test("of another organization or environment do not count, nor show the same digest", async () => {
      const address = anAddress()
      const holders = [
        key,
        await service.key("all", { environment: "live" }),
        await service.key("all", { organization: "org_other_attempts" })
      ]
      const digests = new Set<string>()
      for (const holder of holders) {
        const { session_id } = await begun({ address }, holder)
        digests.add((await attemptsOf(session_id, holder))[0].device.fingerprint)
        expect((await riskOf(session_id, holder)).of).toEqual([])
      }
      expect(digests.size).toBe(3)
    })

    test("more than a day apart do not count", async () => {
      const holder = await service.key("all", { organization: "org_days_apart" })
      const address = anAddress()
      const first = await begun({ address }, holder)
      await service.call("POST", "/sandbox/clock", { key: holder, body: { advance_seconds: day + 60 } })
      const second = await begun({ address }, holder)
      for (const { session_id } of [first, second]) expect((await riskOf(session_id, holder)).of).toEqual([])
    })

    test("of many sessions weigh no more than the signals do at their worst", async () => {
      const address = anAddress()
      const people = []
      for (let count = 0; count < 13; count += 1) people.push(await begun({ address }))
      const { of } = await riskOf(people[0]?.session_id ?? "")
      expect(of).toEqual([
        ["device_reused", 25],
        ["network_reused", 1.9]
      ])
    })
  })
}
