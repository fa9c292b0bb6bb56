import { afterAll, describe, expect, test } from "bun:test"
import { versionDates } from "@vouchkit/core/kernel/wire/versions"
import { startService } from "../support/service.ts"

const service = await startService("memory")
afterAll(() => service.stop())
const key = await service.key("all")

const keysOf = (value: unknown): ReadonlyArray<string> =>
  Array.isArray(value)
    ? value.flatMap(keysOf)
    : typeof value === "object" && value !== null
      ? Object.entries(value).flatMap(([name, child]) => (name === "metadata" ? [name] : [name, ...keysOf(child)]))
      : []

describe("Service-Version", () => {
  const versionOf = async (credential: string, header?: string) => {
    const answer = await service.call("GET", "/sessions", {
      key: credential,
      ...(header === undefined ? {} : { headers: { "Service-Version": header } })
    })
    return answer.headers.get("service-version")
  }
  const pinned = async (api_version: string) =>
    (await service.call("POST", "/api-keys", { key, body: { name: "pinned", api_version, scopes: ["sessions:read"] } })).body.key

  test("every known date is echoed", async () => {
    for (const date of versionDates) expect(await versionOf(key, date)).toBe(date)
  })

  test("without the header the key's own version holds, and new keys are pinned to the current one", async () => {
    expect(await versionOf(key)).toBe("2026-01-01")
    expect(await versionOf(await pinned("2026-08-27"))).toBe("2026-08-27")
  })

  test("the header outranks the key", async () => {
    expect(await versionOf(await pinned("2026-08-27"), "2026-04-17")).toBe("2026-04-17")
  })

  test("failures echo it as well once the key is known", async () => {
    const answer = await service.call("GET", "/sessions/none", { key, headers: { "Service-Version": "2026-05-21" } })
    expect([answer.status, answer.headers.get("service-version")]).toEqual([404, "2026-05-21"])
  })

  test("a date that is no version is 422 under its own code", async () => {
    for (const date of ["2020-01-01", "2026-1-1", "latest", "", "2026-01-01 ", "2026-01-01,2026-04-17"]) {
      const answer = await service.call("GET", "/sessions", { key, headers: { "Service-Version": date } })
      // White space around a header's value is no part of it (RFC 9110 section 5.5).
      expect(answer.status).toBe(date === "2026-01-01 " ? 200 : 422)
      if (answer.status === 422) {
        expect(answer.body).toMatchObject({
          error: "invalid_service_version",
          errors: [{ loc: ["header", "Service-Version"], code: "invalid_service_version", message: expect.any(String) }]
        })
      }
    }
  })
})

describe("Key-Inflection", () => {
  const body = {
    external_reference: "a",
    metadata: { snake_key: 1, camelKey: { "kebab-key": 2, nested_key: [{ deep_key: 3 }] } },
    expected: { first_name: "Ada", address: { postal_code: "1234" } }
  }
  const inflected = async (inflection: string) =>
    (await service.call("POST", "/sessions", { key, body, headers: { "Key-Inflection": inflection } })).body

  test("snake is what answers are in by default", async () => {
    const answer = await service.call("POST", "/sessions", { key, body })
    expect(keysOf(answer.body).filter((name) => /[A-Z-]/.test(name))).toEqual([])
    expect(keysOf(await inflected("snake"))).toEqual(keysOf(answer.body))
  })

  test("camel and kebab rename every key of ours, at any depth", async () => {
    const camel = await inflected("camel")
    expect(keysOf(camel).filter((name) => /[_-]/.test(name))).toEqual([])
    expect(camel.expected).toEqual({ firstName: "Ada", address: { postalCode: "1234" } })
    const kebab = await inflected("kebab")
    expect(keysOf(kebab).filter((name) => /[_A-Z]/.test(name))).toEqual([])
    expect(kebab["resume-state"]["next-step"]).toBe("proof_of_address")
  })

  test("maps of the caller come back as they were sent", async () => {
    for (const inflection of ["snake", "camel", "kebab"]) expect((await inflected(inflection)).metadata).toEqual(body.metadata)
  })

  test("requests are read in all three, whatever the answer is in", async () => {
    const spellings = [
      { external_reference: "b", expected: { first_name: "Ada" }, metadata: { my_key: 1 } },
      { externalReference: "b", expected: { firstName: "Ada" }, metadata: { my_key: 1 } },
      { "external-reference": "b", expected: { "first-name": "Ada" }, metadata: { my_key: 1 } }
    ]
    for (const spelling of spellings) {
      const answer = await service.call("POST", "/sessions", { key, body: spelling })
      expect(answer.body).toMatchObject({ external_reference: "b", expected: { first_name: "Ada" }, metadata: { my_key: 1 } })
    }
    for (const name of ["external_reference", "externalReference", "external-reference"]) {
      expect((await service.call("GET", `/sessions?${name}=b`, { key })).body.pagination.total).toBe(3)
    }
  })

  test("one key in two spellings is refused", async () => {
    const answer = await service.call("POST", "/sessions", { key, body: { external_reference: "a", externalReference: "b" } })
    expect([answer.status, answer.body.errors]).toEqual([
      422,
      [{ loc: ["body", "external_reference"], code: "duplicate_key", message: expect.any(String) }]
    ])
  })

  test("a key's own casing holds until a header says otherwise", async () => {
    const issued = (await service.call("POST", "/api-keys", { key, body: { name: "camel", key_inflection: "camel" } })).body.key
    await service.call("POST", "/sessions", { key, body: {} })
    const own = await service.call("GET", "/sessions", { key: issued })
    expect(Object.keys(own.body.data[0])).toContain("externalReference")
    const asked = await service.call("GET", "/sessions", { key: issued, headers: { "Key-Inflection": "snake" } })
    expect(Object.keys(asked.body.data[0])).toContain("external_reference")
  })

  test("anything else is refused; errors keep their one shape", async () => {
    for (const value of ["Snake", "CAMEL", "pascal", "", "snake,camel"]) {
      const answer = await service.call("GET", "/sessions", { key, headers: { "Key-Inflection": value } })
      expect([answer.status, answer.body.errors]).toEqual([
        422,
        [{ loc: ["header", "Key-Inflection"], code: "enum", message: "Must be one of snake, camel, kebab." }]
      ])
    }
    const camel = await service.call("GET", "/sessions/none", { key, headers: { "Key-Inflection": "camel" } })
    expect(Object.keys(camel.body).sort()).toEqual(["detail", "error", "request_id", "status_code"])
  })
})
