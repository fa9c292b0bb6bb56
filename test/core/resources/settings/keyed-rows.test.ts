import { afterAll, describe, expect, test } from "bun:test"
import { startService } from "../../../support/service.ts"

/** What makes a valid row of each kind, beside its key and label, and a change of it. */
const kinds = [
  {
    path: "/identity-types",
    object: "identity_type",
    prefix: "idt",
    system: "individual",
    writers: ["settings:write", "identities:write"],
    traits: { kind: "organization", required_fields: ["display_name"], default_workflow_id: "wfl_default" },
    change: { required_fields: [], default_workflow_id: null }
  },
  {
    path: "/relationship-types",
    object: "relationship_type",
    prefix: "rlt",
    system: "spouse_of",
    writers: ["settings:write", "identities:write"],
    traits: { inverse_key: "mentored_by", inverse_label: "Mentored by", from_types: ["individual"] },
    change: { max_per_source: 3 }
  },
  {
    path: "/document-types",
    object: "document_type",
    prefix: "dty",
    system: "passport",
    writers: ["settings:write"],
    traits: { kind: "supporting", sides: ["front", "back"], countries: ["DE"], extract_fields: ["issuer"], max_age_days: 90 },
    change: { countries: [], extract_fields: [], max_age_days: null }
  },
  {
    path: "/document-groups",
    object: "document_group",
    prefix: "dgr",
    system: null,
    writers: ["settings:write"],
    traits: { document_type_keys: ["payslip", "job_contract"] },
    change: { min_required: 2 }
  },
  {
    path: "/custom-field-schemas",
    object: "custom_field_schema",
    prefix: "cfs",
    system: null,
    writers: ["settings:write", "identities:write"],
    traits: { type: "string", indexed: "last4", pattern: "[A-Z]{2}[0-9]+", identity_types: ["individual"], redaction: "keep" },
    change: { required: true, position: 3, redaction: "erase" }
  }
] as const

for (const storage of ["memory", "postgres"] as const) {
  const service = await startService(storage)
  afterAll(() => service.stop())
  const key = await service.key()
  const call = (method: string, path: string, body?: unknown, as = key) =>
    service.call(method, path, { key: as, ...(body === undefined ? {} : { body }) })
  for (const name of ["payslip", "job_contract"]) await call("POST", "/document-types", { key: name, label: name })

  for (const { change, object, path, prefix, system, traits, writers } of kinds) {
    const create = (name: string, more: object = {}) => call("POST", path, { key: name, label: "A label", ...more })
    const full = (name: string) => create(name, { ...traits, ...("inverse_key" in traits ? { inverse_key: `${name}_inverse` } : {}) })

    describe(`${path} in ${storage}`, () => {
      test("are created, read by id and by key, listed, changed and archived", async () => {
        const { body, status } = await full("mentor_of")
        expect({ status, body }).toMatchObject({
          status: 201,
          body: { object, key: "mentor_of", label: "A label", system: false, archived_at: null, version: 1 }
        })
        expect(body.id).toStartWith(`${prefix}_`)
        expect((await call("GET", `${path}/${body.id}`)).body).toEqual(body)
        expect((await call("GET", `${path}/mentor_of`)).body).toEqual(body)
        expect((await call("GET", path)).body.data).toContainEqual(body)
        const changed = await call("PATCH", `${path}/mentor_of`, { label: "Another", version: 1, ...change })
        expect(changed).toMatchObject({ status: 200, body: { label: "Another", version: 2, ...change } })
        expect(await call("PATCH", `${path}/mentor_of`, { label: "Late", version: 1 })).toMatchObject({
          status: 409,
          body: { error: "stale_object" }
        })
        const archived = await call("DELETE", `${path}/${body.id}`)
        expect(archived.body.archived_at).toBeString()
        expect((await call("DELETE", `${path}/${body.id}`)).body).toEqual(archived.body)
        expect((await call("GET", path)).body.data).not.toContainEqual(archived.body)
        const stored: ReadonlyArray<any> = (await call("GET", `${path}?archived=true`)).body.data
        expect(stored).toContainEqual(archived.body)
        expect(stored.filter(({ archived_at }) => archived_at === null)).toEqual([])
        expect(await call("PATCH", `${path}/mentor_of`, { label: "Late" })).toMatchObject({ status: 409, body: { error: "row_archived" } })
      })

      test("have keys that are given once, even after their row was archived, and that never change", async () => {
        await full("kept")
        expect(await full("kept")).toMatchObject({ status: 409, body: { error: "key_taken" } })
        await call("DELETE", `${path}/kept`)
        expect(await full("kept")).toMatchObject({ status: 409, body: { error: "key_taken" } })
        expect((await full("Not A Key")).status).toBe(422)
        expect(await full(`${prefix}_01jgfjjz00e8r4v2m9k3txqwpn`)).toMatchObject({ status: 409, body: { error: "key_taken" } })
      })

      test("are written with the right scope alone and read with any of three", async () => {
        await full("scoped")
        for (const scope of ["settings:write", "identities:write"] as const) {
          const other = await service.key([scope])
          const answer = await call("PATCH", `${path}/scoped`, { label: scope }, other)
          expect(answer.status).toBe((writers as ReadonlyArray<string>).includes(scope) ? 200 : 403)
        }
        for (const scope of ["settings:write", "identities:read", "documents:read"] as const) {
          expect((await call("GET", path, undefined, await service.key([scope]))).status).toBe(200)
        }
        expect((await call("GET", path, undefined, await service.key(["sessions:read"]))).status).toBe(403)
      })

      test("of another organization or environment are not found", async () => {
        const { body } = await full("ours")
        const others = [
          await service.key("all", { organization: "org_other" }),
          await service.key("all", { environment: "live", organization: "org_acme" })
        ]
        for (const other of others) {
          for (const reference of [body.id, "ours"]) {
            expect((await call("GET", `${path}/${reference}`, undefined, other)).status).toBe(404)
            expect((await call("DELETE", `${path}/${reference}`, undefined, other)).status).toBe(404)
          }
        }
      })

      test("are created once by a repeated request", async () => {
        const request = {
          key,
          body: { key: "once", label: "Once", ...traits, ...("inverse_key" in traits ? { inverse_key: "once_inverse" } : {}) },
          headers: { "Idempotency-Key": `once ${path}` }
        }
        const first = await service.call("POST", path, request)
        expect(first.status).toBe(201)
        expect((await service.call("POST", path, request)).body).toEqual(first.body)
      })

      test("are at most 100 in use, beside the built-in ones", async () => {
        const crowded = await service.key("all", { organization: `org_crowded_${object}` })
        const types = "document_type_keys" in traits ? traits.document_type_keys : []
        for (const name of types) await call("POST", "/document-types", { key: name, label: name }, crowded)
        const needed = types.length > 0 ? { document_type_keys: types } : "type" in traits ? { type: traits.type } : {}
        const make = (name: string) => call("POST", path, { key: name, label: "One of many", ...needed }, crowded)
        for (let made = 0; made < 100; made += 1) expect((await make(`row_${made}`)).status).toBe(201)
        expect(await make("one_more")).toMatchObject({ status: 409, body: { error: "row_limit_reached" } })
        await call("DELETE", `${path}/row_0`, undefined, crowded)
        expect((await make("one_more")).status).toBe(201)
        const pages = [await call("GET", `${path}?limit=100`, undefined, crowded)]
        const cursor = pages[0]?.body.pagination.next_cursor
        if (cursor !== undefined) pages.push(await call("GET", `${path}?limit=100&after=${cursor}`, undefined, crowded))
        const listed = pages.flatMap(({ body }) => body.data)
        expect(listed).toHaveLength(pages[0]?.body.pagination.total)
        expect(listed.filter((row) => row.system === false)).toHaveLength(100)
      })

      if (system === null) return
      test("include built-in rows that no one changes", async () => {
        const found = await call("GET", `${path}/${system}`)
        expect(found).toMatchObject({ status: 200, body: { key: system, system: true, version: 1 } })
        expect((await call("GET", `${path}/${found.body.id}`)).body).toEqual(found.body)
        const elsewhere = await service.key("all", { organization: "org_other" })
        expect((await call("GET", `${path}/${system}`, undefined, elsewhere)).body.id).toBe(found.body.id)
        for (const reference of [system, found.body.id]) {
          expect(await call("PATCH", `${path}/${reference}`, { label: "Mine" })).toMatchObject({
            status: 409,
            body: { error: "system_row" }
          })
          expect(await call("DELETE", `${path}/${reference}`)).toMatchObject({ status: 409, body: { error: "system_row" } })
        }
        expect(await full(system)).toMatchObject({ status: 409, body: { error: "key_taken" } })
      })
    })
  }

  describe(`rows that need others in ${storage}`, () => {
    test("keep a document type that a group names", async () => {
      await call("POST", "/document-types", { key: "deed", label: "Deed" })
      await call("POST", "/document-groups", { key: "property", label: "Property", document_type_keys: ["deed"] })
      expect(await call("DELETE", "/document-types/deed")).toMatchObject({ status: 409, body: { error: "in_use" } })
      await call("DELETE", "/document-groups/property")
      expect((await call("DELETE", "/document-types/deed")).body.archived_at).toBeString()
    })

    test("keep an identity type that a relationship type names", async () => {
      await call("POST", "/identity-types", { key: "trust", label: "Trust", kind: "organization" })
      await call("POST", "/relationship-types", { key: "settlor_of", label: "Settlor of", to_types: ["trust"] })
      expect(await call("DELETE", "/identity-types/trust")).toMatchObject({ status: 409, body: { error: "in_use" } })
      await call("PATCH", "/relationship-types/settlor_of", { to_types: [] })
      expect((await call("DELETE", "/identity-types/trust")).body.archived_at).toBeString()
    })

    test("name every row that is unknown, archived or of the wrong kind", async () => {
      await call("POST", "/document-types", { key: "stub", label: "Stub" })
      await call("DELETE", "/document-types/stub")
      const refused = await call("POST", "/document-groups", {
        key: "wrong",
        label: "Wrong",
        document_type_keys: ["payslip", "nothing", "passport", "stub"],
        min_required: 5
      })
      expect(refused.status).toBe(422)
      expect(refused.body.errors.map(({ code, loc }: any) => [code, ...loc])).toEqual([
        ["unknown_key", "body", "document_type_keys", 1],
        ["unknown_key", "body", "document_type_keys", 2],
        ["unknown_key", "body", "document_type_keys", 3],
        ["too_big", "body", "min_required"]
      ])
      const ends = await call("POST", "/relationship-types", {
        key: "knows",
        label: "Knows",
        inverse_key: "child_of",
        from_types: ["martian"],
        to_types: ["individual", "venusian"]
      })
      expect(ends.body.errors.map(({ code, loc }: any) => [code, ...loc])).toEqual([
        ["key_taken", "body", "inverse_key"],
        ["unknown_key", "body", "from_types", 0],
        ["unknown_key", "body", "to_types", 1]
      ])
    })

    test("read the label of an inverse from its key, and refuse what contradicts itself", async () => {
      const { body } = await call("POST", "/relationship-types", { key: "coach_of", label: "Coach of", inverse_key: "coached_by" })
      expect(body).toMatchObject({ symmetric: false, inverse_key: "coached_by", inverse_label: "Coached by" })
      const problems = async (more: object) => {
        const { body, status } = await call("POST", "/relationship-types", { key: "rival_of", label: "Rival of", ...more })
        return [status, ...body.errors.map(({ code, loc }: any) => [code, loc[1]])]
      }
      expect(await problems({ symmetric: false })).toEqual([422, ["missing", "inverse_key"]])
      expect(await problems({ inverse_label: "Rivalled by" })).toEqual([422, ["missing", "inverse_key"]])
      expect(await problems({ symmetric: true, inverse_key: "rivalled_by" })).toEqual([422, ["not_applicable", "symmetric"]])
      expect(await problems({ symmetric: false, inverse_key: "rival_of" })).toEqual([422, ["not_applicable", "symmetric"]])
      expect((await call("POST", "/relationship-types", { key: "rival_of", label: "Rival of", symmetric: true })).status).toBe(201)
    })

    test("show a relationship without an inverse as symmetric", async () => {
      const { body } = await call("POST", "/relationship-types", { key: "neighbour_of", label: "Neighbour of" })
      expect(body).toMatchObject({ symmetric: true, inverse_key: "neighbour_of", inverse_label: "Neighbour of" })
      const renamed = await call("PATCH", "/relationship-types/neighbour_of", { label: "Lives next to", inverse_label: "Anything" })
      expect(renamed.body).toMatchObject({ label: "Lives next to", inverse_label: "Lives next to" })
    })
  })
}
