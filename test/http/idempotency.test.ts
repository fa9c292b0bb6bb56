import { afterAll, describe, expect, test } from "bun:test"
import { StorageUnavailable } from "@vouchkit/core/kernel/foundation/failure"
import { operation, scopes } from "@vouchkit/core/kernel/operation/operation"
import { operations } from "@vouchkit/core/kernel/operation/record"
import { makeApp } from "@vouchkit/http/app"
import { Effect, Schema } from "effect"
import { type Answer, aForm, smallPdf, startService } from "../support/service.ts"

const noon = Date.parse("2026-03-01T12:00:00.000Z")
const after = (seconds: number) => new Date(noon + seconds * 1000).toISOString()

for (const storage of ["memory", "postgres"] as const) {
  describe(`Idempotency-Key over ${storage}`, async () => {
    const service = await startService(storage, { clock: after(0) })
    afterAll(() => service.stop())
    const key = await service.key("all")
    let elapsed = 0
    /** Moves the clock, forwards only: tests run in any order. */
    const pass = (seconds: number) => {
      elapsed += seconds
      return service.setTime(after(elapsed))
    }
    let used = 0
    const fresh = () => {
      used += 1
      return `key ${used}`
    }
    const post = (
      path: string,
      idempotencyKey: string,
      body?: unknown,
      more: { readonly key?: string; readonly headers?: Record<string, string> } = {}
    ) =>
      service.call("POST", path, {
        key: more.key ?? key,
        headers: { ...more.headers, "Idempotency-Key": idempotencyKey },
        ...(body === undefined ? {} : { body })
      })
    const replayed = ({ headers }: Answer) => headers.get("idempotency-replayed")
    const total = async (reference: string) =>
      (await service.call("GET", `/sessions?external_reference=${reference}`, { key })).body.pagination.total

    test("the first request runs, and each repetition gets its answer, said to be one", async () => {
      const once = fresh()
      const body = { external_reference: once.replace(" ", "-"), tags: ["a", "b"] }
      const first = await post("/sessions", once, body)
      expect([first.status, replayed(first)]).toEqual([201, null])
      for (const same of [body, { tags: ["a", "b"], external_reference: body.external_reference }]) {
        const again = await post("/sessions", once, same)
        expect([again.status, replayed(again), again.body]).toEqual([201, "true", first.body])
        expect(again.headers.get("x-request-id")).not.toBe(first.headers.get("x-request-id"))
      }
      expect(first.body.verification_url).toStartWith("http://localhost:3000/verify/")
      expect(await total(body.external_reference)).toBe(1)
    })

    test("another body, query or version under the same key is 422", async () => {
      const once = fresh()
      await post("/sessions", once, { tags: ["a"] })
      const others = [
        post("/sessions", once, { tags: ["b"] }),
        post("/sessions", once, {}),
        post("/sessions", once),
        post("/sessions?x=1", once, { tags: ["a"] }),
        post("/sessions", once, { tags: ["a"] }, { headers: { "Service-Version": "2026-08-31" } })
      ]
      for (const answer of await Promise.all(others)) {
        expect([answer.status, answer.body.error, replayed(answer)]).toEqual([422, "idempotency_key_reused", null])
        expect(answer.body.errors).toEqual([
          { loc: ["header", "Idempotency-Key"], code: "idempotency_key_reused", message: expect.any(String) }
        ])
      }
    })

    test("the casing of the answer is no part of the request", async () => {
      const once = fresh()
      const first = await post("/sessions", once, {})
      const again = await post("/sessions", once, {}, { headers: { "Key-Inflection": "camel" } })
      expect([replayed(again), again.body.verificationUrl]).toEqual(["true", first.body.verification_url])
    })

    test("of equal requests at once exactly one runs; the others get its answer or are told to wait", async () => {
      const once = fresh()
      const reference = once.replace(" ", "-")
      const answers = await Promise.all(Array.from({ length: 6 }, () => post("/sessions", once, { external_reference: reference })))
      const created = answers.filter(({ status }) => status === 201)
      expect(new Set(created.map(({ body }) => body.id)).size).toBe(1)
      expect(created.filter((answer) => replayed(answer) === null)).toHaveLength(1)
      for (const answer of answers) {
        if (answer.status === 201) continue
        expect([answer.status, answer.body.error, answer.body.retry_after, answer.headers.get("retry-after")]).toEqual([
          409,
          "idempotency_in_progress",
          1,
          "1"
        ])
      }
      expect(await total(reference)).toBe(1)
      expect(replayed(await post("/sessions", once, { external_reference: reference }))).toBe("true")
    })

    test("a failure of the domain is repeated although it would no longer happen", async () => {
      const { id } = (await post("/sessions", fresh(), {})).body
      await post(`/sessions/${id}/expire`, fresh())
      const once = fresh()
      const first = await post(`/sessions/${id}/expire`, once)
      expect([first.status, first.body.error, replayed(first)]).toEqual([409, "invalid_state_transition", null])
      expect((await post(`/sessions/${id}/resume`, fresh())).status).toBe(200)
      const again = await post(`/sessions/${id}/expire`, once)
      expect([again.status, replayed(again)]).toEqual([409, "true"])
      expect({ ...again.body, request_id: "" }).toEqual({ ...first.body, request_id: "" })
      expect((await service.call("GET", `/sessions/${id}`, { key })).body.status).not.toBe("expired")
      const absent = fresh()
      const body = { session_id: "ses_01jgfjjz00e8r4v2m9k3txqwpn" }
      expect((await post("/cases", absent, body)).status).toBe(404)
      const repeated = await post("/cases", absent, body)
      expect([repeated.status, replayed(repeated)]).toEqual([404, "true"])
    })

    test("what is refused before the operation begins does not use up the key", async () => {
      const once = fresh()
      expect((await post("/sessions", once, { tags: 1 })).status).toBe(422)
      expect((await post("/sessions", once, {}, { headers: { "Service-Version": "2020-01-01" } })).status).toBe(422)
      expect(
        (
          await service.call("POST", "/sessions", {
            key,
            raw: "{",
            headers: { "Content-Type": "application/json", "Idempotency-Key": once }
          })
        ).status
      ).toBe(400)
      expect(
        (await service.call("POST", "/sessions", { key, raw: "{}", headers: { "Content-Type": "text/plain", "Idempotency-Key": once } }))
          .status
      ).toBe(415)
      expect((await post("/sessions", once, {}, { key: "vk_sandbox_wrong" })).status).toBe(401)
      const first = await post("/sessions", once, {})
      expect([first.status, replayed(first)]).toEqual([201, null])
      // A version that is none is refused even where the key already has an answer.
      expect((await post("/sessions", once, {}, { headers: { "Service-Version": "2020-01-01" } })).status).toBe(422)
    })

    test("a 403 is not kept: a right that was granted since counts", async () => {
      const issued = (await service.call("POST", "/api-keys", { key, body: { name: "narrow", scopes: ["sessions:read"] } })).body
      const once = fresh()
      expect((await post("/sessions", once, {}, { key: issued.key })).status).toBe(403)
      await service.call("PATCH", `/api-keys/${issued.id}`, { key, body: { scopes: ["sessions:read", "sessions:create"] } })
      // Other processes learn of a change of a key within a second.
      await pass(2)
      const answer = await post("/sessions", once, {}, { key: issued.key })
      expect([answer.status, replayed(answer)]).toEqual([201, null])
    })

    test("bare and quoted are one key", async () => {
      const once = fresh()
      const first = await post("/sessions", once, {})
      for (const spelled of [`"${once}"`, `  ${once} `, ` "${once}"`]) {
        const again = await post("/sessions", spelled, {})
        expect([replayed(again), again.body.id]).toEqual(["true", first.body.id])
      }
    })

    test("an empty, overlong or unprintable key is 422 under its own code", async () => {
      for (const bad of ["", '""', "x".repeat(256), 'a"b', '"a', "caf\u00e9", "a\tb"]) {
        const answer = await post("/sessions", bad, {})
        expect([answer.status, answer.body.error]).toEqual([422, "invalid_idempotency_key"])
      }
      expect((await post("/sessions", "x".repeat(255), {})).status).toBe(201)
    })

    test("a key is of one credential, one environment and one path", async () => {
      const once = fresh()
      const first = await post("/sessions", once, {})
      const second = await service.key("all")
      const live = await service.key("all", { environment: "live" })
      for (const other of [second, live]) {
        const answer = await post("/sessions", once, {}, { key: other })
        expect([answer.status, replayed(answer)]).toEqual([201, null])
        expect(answer.body.id).not.toBe(first.body.id)
      }
      const { id } = first.body
      expect(replayed(await post(`/sessions/${id}/links`, once, {}))).toBeNull()
      expect(replayed(await post(`/sessions/${(await post("/sessions", fresh(), {})).body.id}/links`, once, {}))).toBeNull()
      // The same resource, however its identifier is escaped.
      expect(replayed(await post(`/sessions/${id.replace("_", "%5F")}/links`, once, {}))).toBe("true")
    })

    test("an upload is told apart by its file and its fields, not by their order or boundary", async () => {
      const once = fresh()
      const send = (form: FormData) => service.call("POST", "/documents", { key, raw: form, headers: { "Idempotency-Key": once } })
      const first = await send(aForm({ kind: "proof_of_address", side: "front" }))
      const again = await send(aForm({ side: "front", kind: "proof_of_address" }))
      expect([first.status, replayed(first), again.status, replayed(again), again.body]).toEqual([201, null, 201, "true", first.body])
      const otherFile = new Uint8Array([...smallPdf, 10])
      for (const form of [
        aForm({ kind: "proof_of_address", side: "front" }, otherFile),
        aForm({ kind: "proof_of_address", side: "back" })
      ]) {
        expect((await send(form)).body.error).toBe("idempotency_key_reused")
      }
    })

    test("secrets are shown once: a repetition leaves them out", async () => {
      const repetition = async (path: string, body: unknown) => {
        const once = fresh()
        const first = await post(path, once, body)
        const again = await post(path, once, body)
        expect(replayed(again)).toBe("true")
        return { first: first.body, again: again.body }
      }
      const without = (answer: Readonly<Record<string, unknown>>, secret: string) =>
        Object.fromEntries(Object.entries(answer).filter(([name]) => name !== secret))
      const endpoint = await repetition("/webhooks/endpoints", { url: "https://example.com/in" })
      expect(endpoint.first.secret).toStartWith("whsec_")
      expect(endpoint.again).toStrictEqual(without(endpoint.first, "secret"))
      const rotation = await repetition(`/webhooks/endpoints/${endpoint.first.id}/rotate-secret`, {})
      expect(rotation.first.secret).toStartWith("whsec_")
      expect(rotation.again).toStrictEqual(without(rotation.first, "secret"))
      const issued = await repetition("/api-keys", { name: "once" })
      expect(issued.first.key).toStartWith("vk_sandbox_")
      expect(issued.again).toStrictEqual(without(issued.first, "key"))
    })

    test("links repeat intact, else a client that tries again would lose its link", async () => {
      const { id } = (await post("/sessions", fresh(), {})).body
      const once = fresh()
      const first = await post(`/sessions/${id}/links`, once, {})
      const again = await post(`/sessions/${id}/links`, once, {})
      expect(first.body.url).toStartWith("http://localhost:3000/verify/")
      expect([replayed(again), again.body]).toEqual(["true", first.body])
    })

    test("other methods, and searches, take no notice of it", async () => {
      const { id } = (await post("/sessions", fresh(), {})).body
      const headers = { "Idempotency-Key": "x" }
      for (const tags of [["a"], ["b"]]) {
        const patched = await service.call("PATCH", `/sessions/${id}`, { key, body: { tags }, headers })
        expect([patched.status, patched.body.tags, replayed(patched)]).toEqual([200, tags, null])
        const put = await service.call("PUT", `/sessions/${id}/tags`, { key, body: { tags }, headers })
        expect([put.status, put.body.tags, replayed(put)]).toEqual([200, tags, null])
      }
      expect((await service.call("GET", `/sessions/${id}`, { key, headers: { "Idempotency-Key": "" } })).status).toBe(200)
      for (const limit of [1, 2]) {
        const found = await post("/cases/search", "x", { limit })
        expect([found.status, found.body.pagination.limit, replayed(found)]).toEqual([200, limit, null])
      }
    })

    test("an answer is kept for a day from the first use of its key", async () => {
      const once = fresh()
      const first = await post("/sessions", once, {})
      await pass(24 * 3600 - 1)
      const late = await post("/sessions", once, {})
      expect([replayed(late), late.body.id]).toEqual(["true", first.body.id])
      await pass(1)
      const anew = await post("/sessions", once, {})
      expect([anew.status, replayed(anew)]).toEqual([201, null])
      expect(anew.body.id).not.toBe(first.body.id)
    })

    test("a failure on our side undoes everything, and the next try runs", async () => {
      const outcomes = [Effect.die(new Error("a bug")), new StorageUnavailable({ cause: "down" }), Effect.succeed({ done: true })]
      let tries = 0
      const run = operation(
        {
          summary: "Fails twice",
          method: "POST",
          path: "/probe",
          access: scopes("sessions:create"),
          effect: "write",
          output: Schema.Struct({ done: Schema.Boolean }),
          about: null
        },
        () => {
          tries += 1
          return outcomes[tries - 1] ?? Effect.succeed({ done: false })
        }
      )
      const app = makeApp({
        operations: Object.values(operations("probe", { run })),
        auxiliary_routes: [],
        context: await service.runtime.context(),
        public_url: "http://localhost:3000",
        trusted_proxies: [],
        quota_off: true
      })
      const send = async () => {
        const headers = { "X-API-Key": key, "Idempotency-Key": "probe" }
        const response = await app.handle(new Request("http://localhost:3000/api/v1/probe", { method: "POST", headers }))
        const body: any = await response.json()
        return [response.status, body.error ?? body.done, response.headers.get("retry-after"), response.headers.get("idempotency-replayed")]
      }
      expect(await send()).toEqual([500, "internal_error", null, null])
      expect(await send()).toEqual([503, "unavailable", "1", null])
      expect(await send()).toEqual([200, true, null, null])
      expect(await send()).toEqual([200, true, null, "true"])
      expect(tries).toBe(3)
    })
  })

  test(`a 429 does not use up a key over ${storage}`, async () => {
    const service = await startService(storage, { clock: after(0), limit: 2 })
    const key = await service.key("all")
    const send = () => service.call("POST", "/sessions", { key, body: {}, headers: { "Idempotency-Key": "later" } })
    await service.call("GET", "/sessions", { key })
    await service.call("GET", "/sessions", { key })
    expect((await send()).status).toBe(429)
    await service.setTime(after(60))
    const answer = await send()
    expect([answer.status, answer.headers.get("idempotency-replayed")]).toEqual([201, null])
    await service.stop()
  })
}
