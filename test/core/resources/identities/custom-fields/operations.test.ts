import { afterAll, describe, expect, test } from "bun:test"
import { Tenant } from "@vouchkit/core/kernel/access/caller"
import { sealFieldJob } from "@vouchkit/core/resources/settings/custom-fields/sealing"
import { FieldValueStore, type StoredFieldValues } from "@vouchkit/core/resources/identities/custom-fields/model"
import { Effect } from "effect"
import { startService } from "../../../../support/service.ts"
import { runJobs } from "../../../../support/service-jobs.ts"

for (const storage of ["memory", "postgres"] as const) {
  describe(`custom fields of identities in ${storage}`, async () => {
    const service = await startService(storage)
    afterAll(() => service.stop())
    const key = await service.key()
    const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
      service.call(method, path, { key, headers, ...(body === undefined ? {} : { body }) })
    const define = async (name: string, type: string, more: object = {}) => {
      const { status, text } = await call("POST", "/custom-field-schemas", { key: name, label: name, type, ...more })
      if (status !== 201) throw new Error(text)
    }
    const anIdentity = async (more: object = {}): Promise<string> =>
      (await call("POST", "/identities", { last_name: "Example", ...more })).body.id
    const set = (id: string, custom_fields: object) => call("PATCH", `/identities/${id}/custom-fields`, { custom_fields })
    const valuesOf = async (id: string) => (await call("GET", `/identities/${id}/custom-fields`)).body.custom_fields
    const found = async (field: string, value: unknown, match?: string) => {
      const { body } = await call("POST", `/custom-field-schemas/${field}/search`, { value, ...(match === undefined ? {} : { match }) })
      return body.data.map(({ identity_id }: any) => identity_id)
    }
    const stored = <A>(work: (store: FieldValueStore["Service"]) => Effect.Effect<A, any, any>): Promise<A> =>
      service.runtime.runPromise(
        Effect.flatMap(FieldValueStore, work).pipe(
          Effect.provideService(Tenant, { organization: "org_acme", environment: "sandbox" })
        ) as Effect.Effect<A, never, never>
      )
    const rowOf = (id: string) => stored((store) => store.find(id)) as Promise<StoredFieldValues>

    await define("nick_name", "string", { position: 2 })
    await define("tax_number", "string", { encrypted: true, indexed: "last4", position: 1 })
    await define("segment", "enum", { options: ["retail", "private"], default: "retail", position: 3 })
    await define("income", "integer", { min: 0 })
    await define("sponsor", "identity_reference")
    await define("office_only", "string", { write_policy: "dashboard" })
    await call("POST", "/identity-types", { key: "trust", label: "Trust" })
    await call("POST", "/identity-types", { key: "member", label: "Member" })
    await define("must_have", "string", { required: true, identity_types: ["member"] })
    await define("trustee", "string", { identity_types: ["trust"] })
    await define("gone", "string")
    await call("DELETE", "/custom-field-schemas/gone")

    test("have a default in their definition where there is one, and else no such member", async () => {
      const of = async (field: string) => (await service.call("GET", `/custom-field-schemas/${field}`, { key })).body
      expect((await of("segment")).default).toBe("retail")
      expect("default" in (await of("tax_number"))).toBe(false)
    })

    test("are set, merged, cleared and read, with the defaults of those that no one set", async () => {
      const id = await anIdentity({ external_reference: "person-1" })
      expect(await valuesOf(id)).toEqual({ segment: "retail" })
      const first = await set("person-1", { nick_name: "Ada", tax_number: "12 345 6789", segment: "private" })
      expect(first).toMatchObject({ status: 200, body: { identity_id: id } })
      expect(first.body.custom_fields).toEqual({ tax_number: "12 345 6789", nick_name: "Ada", segment: "private" })
      expect((await set(id, { nick_name: null, segment: null, sponsor: id })).body.custom_fields).toEqual({
        tax_number: "12 345 6789",
        segment: "retail",
        sponsor: id
      })
      expect(await valuesOf("person-1")).toEqual({ tax_number: "12 345 6789", segment: "retail", sponsor: id })
    })

    test("are refused with everything that is wrong, and nothing is stored", async () => {
      const id = await anIdentity({ identity_type: "member", custom_fields: { must_have: "kept" } })
      const refused = await set(id, {
        nick_name: "Ada",
        nothing: 1,
        gone: "x",
        income: -1,
        segment: "other",
        sponsor: "idn_01jgfjjz00e8r4v2m9k3txqwpn",
        office_only: "x",
        must_have: null,
        trustee: "x"
      })
      expect(refused.status).toBe(422)
      expect(refused.body.errors.map(({ code, loc }: any) => [loc.at(-1), code])).toEqual([
        ["nothing", "unknown_field"],
        ["gone", "unknown_field"],
        ["income", "invalid"],
        ["segment", "invalid"],
        ["sponsor", "invalid"],
        ["office_only", "not_writable"],
        ["must_have", "required"],
        ["trustee", "not_applicable"]
      ])
      expect(refused.body.errors[0].loc.slice(0, 2)).toEqual(["body", "custom_fields"])
      expect(await valuesOf(id)).toEqual({ must_have: "kept", segment: "retail" })
      expect((await set("unknown-person", { nick_name: "Ada" })).status).toBe(404)
    })

    test("keep the casing of their keys whatever casing the caller asks for", async () => {
      const id = await anIdentity()
      const { body } = await call(
        "PATCH",
        `/identities/${id}/custom-fields`,
        { customFields: { nick_name: "Ada" } },
        { "Key-Inflection": "camel" }
      )
      expect(body).toEqual({ identityId: id, customFields: { nick_name: "Ada", segment: "retail" } })
    })

    test("are encrypted under a key of their record, and found by keyed digests alone", async () => {
      const [one, other] = [await anIdentity(), await anIdentity()]
      await set(one, { tax_number: "98 765 4321" })
      await set(other, { tax_number: "98 765 4321" })
      const [first, second] = [await rowOf(one), await rowOf(other)]
      expect(JSON.stringify([first, second])).not.toMatch(/765 4321|7654321/)
      expect(first.sealed.tax_number).not.toBe(second.sealed.tax_number)
      expect((await found("tax_number", "98765 4321".replace("98765", "98 765"))).toSorted()).toEqual([one, other].toSorted())
      expect((await found("tax_number", "4321", "last4")).toSorted()).toEqual([one, other].toSorted())
      expect(await found("tax_number", "98 765 4322")).toEqual([])
      await set(one, { tax_number: null })
      expect(await found("tax_number", "4321", "last4")).toEqual([other])
      const without = await call("POST", "/custom-field-schemas/nick_name/search", { value: "Ada" })
      expect(without.status).toBe(422)
      expect((await call("POST", "/custom-field-schemas/tax_number/search", { value: "98", match: "prefix" })).status).toBe(422)
    })

    test("are found by how they begin where their field says so", async () => {
      await define("plate", "string", { indexed: "prefix" })
      const id = await anIdentity()
      await set(id, { plate: "AB-123 xyz" })
      expect(await found("plate", "ab-123", "prefix")).toEqual([id])
      expect(await found("plate", "b-123", "prefix")).toEqual([])
    })

    test("are refused where a byte was flipped or two were swapped, with an entry in the audit log, and can be set again", async () => {
      const [one, other] = [await anIdentity(), await anIdentity()]
      await set(one, { tax_number: "11 111 1111" })
      await set(other, { tax_number: "22 222 2222" })
      const [first, second] = [await rowOf(one), await rowOf(other)]
      const flipped = Buffer.from(first.sealed.tax_number ?? "", "base64")
      flipped[flipped.length - 20] = (flipped[flipped.length - 20] ?? 0) ^ 1
      for (const broken of [flipped.toString("base64"), second.sealed.tax_number ?? ""]) {
        const current = await rowOf(one)
        await stored((store) => store.save({ ...current, sealed: { ...current.sealed, tax_number: broken } }))
        for (const refused of [await call("GET", `/identities/${one}/custom-fields`), await set(one, { nick_name: "Ada" })]) {
          expect(refused).toMatchObject({ status: 409, body: { error: "value_damaged", field: "tax_number" } })
          expect(refused.text).not.toMatch(/11 111|111111/)
        }
      }
      const entries = (await call("GET", "/events?action_prefix=custom_fields")).body.data
      expect(entries).toHaveLength(4)
      expect(entries[0]).toMatchObject({
        action: "custom_fields.damaged_value_refused",
        outcome: "failed",
        target: { type: "identity", id: one },
        changes: [{ path: "custom_fields.tax_number", from: null, to: null }]
      })
      expect((await set(one, { tax_number: "33 333 3333" })).body.custom_fields).toMatchObject({ tax_number: "33 333 3333" })
    })

    test("stand in no audit entry and no event", async () => {
      const id = await anIdentity()
      await set(id, { nick_name: "Unmistakable", tax_number: "77 777 7777" })
      const log = (await call("GET", "/events?limit=100")).text
      expect(log).toContain("custom_fields.nick_name")
      expect(log).not.toMatch(/Unmistakable|77 777/)
    })

    test("are encrypted by a job when their field is switched to encryption, which is never switched off", async () => {
      await define("account", "string", { indexed: "exact" })
      const ids = [await anIdentity(), await anIdentity()]
      for (const id of ids) await set(id, { account: "in clear at first" })
      expect(JSON.stringify(await rowOf(ids[0] ?? ""))).toContain("in clear at first")
      expect((await call("PATCH", "/custom-field-schemas/account", { encrypted: true })).body.encrypted).toBe(true)
      expect((await valuesOf(ids[0] ?? "")).account).toBe("in clear at first")
      await runJobs(service, sealFieldJob)
      for (const id of ids) {
        expect(JSON.stringify(await rowOf(id))).not.toContain("in clear at first")
        expect((await valuesOf(id)).account).toBe("in clear at first")
      }
      expect((await found("account", "In clear at first")).toSorted()).toEqual(ids.toSorted())
      const off = await call("PATCH", "/custom-field-schemas/account", { encrypted: false })
      expect([off.status, off.body.errors[0].loc]).toEqual([422, ["body", "encrypted"]])
    })

    test("have definitions that do not contradict themselves", async () => {
      const problemsOf = async (more: object) => {
        const { body } = await call("POST", "/custom-field-schemas", { key: "odd", label: "Odd", ...more })
        return body.errors.map(({ loc }: any) => loc[1])
      }
      expect(await problemsOf({ type: "enum" })).toEqual(["options"])
      expect(await problemsOf({ type: "boolean", indexed: "exact", min: 1 })).toEqual(["min", "indexed"])
      expect(await problemsOf({ type: "date", indexed: "last4" })).toEqual(["indexed"])
      expect(await problemsOf({ type: "string", pattern: "(a+)+", max: 3 })).toEqual(["max", "pattern"])
      expect(await problemsOf({ type: "integer", min: 3, max: 2, default: "x" })).toEqual(["min", "default"])
      expect(await problemsOf({ type: "string", encrypted: true, default: "x", identity_types: ["martian"] })).toEqual([
        "default",
        "identity_types"
      ])
    })
  })
}
