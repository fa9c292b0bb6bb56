import { afterAll, describe, expect, test } from "bun:test"
import { Tenant } from "@vouchkit/core/kernel/access/caller"
import type { Scope } from "@vouchkit/core/kernel/access/scopes"
import { FaceIndex } from "@vouchkit/core/verification/faces/face-index"
import { Effect } from "effect"
import { templateAt } from "../../../support/faces.ts"
import { startService } from "../../../support/service.ts"

for (const storage of ["memory", "postgres"] as const) {
  const service = await startService(storage)
  afterAll(() => service.stop())
  let organizations = 0

  const aCustomer = async () => {
    organizations += 1
    const organization = `org_duplicates_${organizations}`
    const key = await service.key("all", { organization })
    const ask = (method: string, path: string, body?: unknown, scopes?: ReadonlyArray<Scope>) =>
      (scopes === undefined ? Promise.resolve(key) : service.key(scopes, { organization })).then((by) =>
        service.call(method, path, { key: by, ...(body === undefined ? {} : { body }) })
      )
    const call = async (method: string, path: string, body?: unknown) => {
      const answer = await ask(method, path, body)
      if (answer.status >= 400) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`)
      return answer.body
    }
    const made = async (body: object): Promise<string> => (await call("POST", "/identities", body)).id
    const duplicates = async (id: string) => (await call("GET", `/identities/${id}/duplicates`)).data
    /** An approved session of an identity, with a face at this distance from all others of the test. */
    const seen = async (identity_id: string, distance: number): Promise<string> => {
      const session = await call("POST", "/sessions", { identity_id })
      await call("POST", `/sessions/${session.id}/simulate`, { actions: [{ type: "approve" }] })
      const added = Effect.flatMap(FaceIndex, (faces) =>
        faces.add(session.id, { template: templateAt(distance), captures: [] }, "2026-01-01T00:00:00.000Z")
      )
      const within = Effect.provideService(added, Tenant, { organization, environment: "sandbox" })
      await service.runtime.runPromise(within as Effect.Effect<void, never, never>)
      return session.id
    }
    return { ask, call, duplicates, made, seen }
  }

  describe(`duplicates in ${storage}`, () => {
    test("are found by name and birth date over spellings, each field with its weight", async () => {
      const { duplicates, made } = await aCustomer()
      const one = await made({ first_name: "Mohamed", last_name: "Hassan", date_of_birth: "1990-05-17" })
      const other = await made({ first_name: "Muhammad", last_name: "Hasan", date_of_birth: "1990-05-17" })
      await made({ first_name: "Ingrid", last_name: "Larsson", date_of_birth: "1990-05-17" })
      await made({ first_name: "Mohamed", last_name: "Hassan", date_of_birth: "1961-11-02" })
      const [found, ...others] = await duplicates(one)
      expect(others).toEqual([])
      expect(found).toMatchObject({ identity_id: other, band: "likely", display_name: "Muhammad Hasan" })
      const fields = new Map(found.fields.map((field: { field: string }) => [field.field, field]))
      expect(fields.get("name")).toMatchObject({ agreement: "agrees" })
      expect(fields.get("date_of_birth")).toMatchObject({ agreement: "agrees" })
      expect(fields.get("email")).toEqual({ field: "email", agreement: "unknown", weight: 0 })
      expect(found.fields.reduce((sum: number, { weight }: { weight: number }) => sum + weight, 0)).toBeCloseTo(found.score, 5)
      expect((await duplicates(other)).map(({ identity_id }: { identity_id: string }) => identity_id)).toEqual([one])
    })

    test("are found by contact, address and number, and a value of more than ten people counts for nothing", async () => {
      const { duplicates, made } = await aCustomer()
      const shared = { emails: ["desk@example.com"], addresses: ["1 Station Road, Leeds"] }
      const one = await made({
        last_name: "Osei",
        phones: ["+44 20 7946 0000"],
        identification_numbers: [{ type: "passport", country: "GH", value: "G 123-4" }],
        ...shared
      })
      const other = await made({
        last_name: "Owusu",
        phones: ["+442079460000"],
        identification_numbers: [{ type: "passport", country: "GH", value: "g1234" }],
        ...shared
      })
      const first = await duplicates(one)
      expect(first).toMatchObject([{ identity_id: other }])
      const agreement = (found: any, field: string) => found.fields.find((one: { field: string }) => one.field === field).agreement
      expect(["document", "phone", "email", "address"].map((field) => agreement(first[0], field))).toEqual([
        "agrees",
        "agrees",
        "agrees",
        "agrees"
      ])
      for (let index = 0; index < 10; index += 1) await made({ last_name: `Guest ${index}`, ...shared })
      const [found, ...others] = await duplicates(one)
      expect(others).toEqual([])
      expect(found.score).toBeLessThan(first[0].score)
      expect(["document", "phone", "email", "address"].map((field) => agreement(found, field))).toEqual([
        "agrees",
        "agrees",
        "shared_by_many",
        "shared_by_many"
      ])
    })

    test("leave out marked pairs, archived ones and other organizations, and lead on from a merged one", async () => {
      const { ask, call, duplicates, made } = await aCustomer()
      const person = { first_name: "Ngozi", last_name: "Okafor", date_of_birth: "1984-02-29" }
      const [one, other, third] = [await made(person), await made(person), await made(person)]
      const stranger = await aCustomer()
      await stranger.made(person)
      const ids = async () => (await duplicates(one)).map(({ identity_id }: { identity_id: string }) => identity_id).toSorted()
      expect(await ids()).toEqual([other, third].toSorted())
      await call("PUT", `/identities/${other}/do-not-merge/${one}`, {})
      expect(await ids()).toEqual([third])
      const { preview_token } = await call("POST", `/identities/${third}/merge-preview`, { source_ids: [other] })
      await call("POST", `/identities/${third}/merge`, { preview_token, reason: "seen together in person" })
      expect(await ids()).toEqual([])
      const moved = await ask("GET", `/identities/${other}/duplicates`)
      expect([moved.status, moved.headers.get("location")]).toEqual([308, `/api/v1/identities/${third}/duplicates`])
    })

    test("count a face for those alone who may see verifications", async () => {
      const { ask, made, seen } = await aCustomer()
      const [one, other] = [
        await made({ last_name: "Sato", phones: ["+81 3 1234 5678"] }),
        await made({ last_name: "Sato", phones: ["+81312345678"] })
      ]
      await seen(one, 0)
      await seen(other, 0.3)
      const face = async (scopes: ReadonlyArray<Scope>) =>
        (await ask("GET", `/identities/${one}/duplicates`, undefined, scopes)).body.data
          .find(({ identity_id }: { identity_id: string }) => identity_id === other)
          .fields.find(({ field }: { field: string }) => field === "face").agreement
      expect(await face(["identities:read"])).toBe("unknown")
      expect(await face(["identities:read", "verifications:read"])).toBe("agrees")
    })
  })

  describe(`similar images in ${storage}`, () => {
    test("are of sessions of others, the nearest first, with a band", async () => {
      const { ask, call, made, seen } = await aCustomer()
      const [one, other, third] = [await made({}), await made({}), await made({})]
      expect(await ask("GET", `/identities/${one}/similar-images`)).toMatchObject({ status: 409, body: { error: "no_face" } })
      await seen(one, 0)
      await seen(one, 0.1)
      const far = await seen(other, 0.62)
      const near = await seen(third, 0.2)
      await seen(third, 2)
      const { complete, data } = await call("GET", `/identities/${one}/similar-images`)
      expect(complete).toBe(true)
      expect(data).toMatchObject([
        { session_id: near, identity_id: third, status: "approved", band: "likely" },
        { session_id: far, identity_id: other, band: "possible" }
      ])
      expect(data[0].similarity).toBeGreaterThan(data[1].similarity)
    })

    test("need both scopes", async () => {
      const { ask, made } = await aCustomer()
      const path = `/identities/${await made({})}/similar-images`
      for (const [scopes, required] of [
        [["identities:read"], "verifications:read"],
        [["verifications:read"], "identities:read"]
      ] as const) {
        expect(await ask("GET", path, undefined, scopes)).toMatchObject({ status: 403, body: { required_scopes: [required] } })
      }
    })
  })
}
