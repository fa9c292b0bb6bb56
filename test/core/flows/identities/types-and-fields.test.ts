import { afterAll, describe, expect, test } from "bun:test"
import { startService } from "../../../support/service.ts"

for (const storage of ["memory", "postgres"] as const) {
  const service = await startService(storage)
  afterAll(() => service.stop())

  const aTenant = async (organization: string) => {
    const key = await service.key("all", { organization })
    return (method: string, path: string, body?: unknown) => service.call(method, path, { key, ...(body === undefined ? {} : { body }) })
  }
  const problems = (body: any) => body.errors.map(({ code, loc }: any) => [code, loc.join(".")]).toSorted()

  describe(`the type of an identity in ${storage}`, () => {
    test("is one in use, at its creation and after a change", async () => {
      const call = await aTenant("org_types")
      const refused = await call("POST", "/identities", { identity_type: "trust" })
      expect([refused.status, problems(refused.body)]).toEqual([422, [["unknown_key", "body.identity_type"]]])
      const { id } = (await call("POST", "/identities", {})).body
      expect((await call("PATCH", `/identities/${id}`, { identity_type: "trust" })).status).toBe(422)
      await call("POST", "/identity-types", { key: "trust", label: "Trust", kind: "organization" })
      expect((await call("PATCH", `/identities/${id}`, { identity_type: "trust" })).body.identity_type).toBe("trust")
    })

    test("cannot be archived while an identity has it, and one of an archived type can still change", async () => {
      const call = await aTenant("org_archived_types")
      await call("POST", "/identity-types", { key: "trust", label: "Trust" })
      const { id } = (await call("POST", "/identities", { identity_type: "trust" })).body
      expect(await call("DELETE", "/identity-types/trust")).toMatchObject({ status: 409, body: { error: "in_use" } })
      await call("POST", `/identities/${id}/archive`)
      expect((await call("DELETE", "/identity-types/trust")).status).toBe(200)
      await call("POST", `/identities/${id}/restore`)
      expect((await call("PATCH", `/identities/${id}`, { first_name: "Mira" })).status).toBe(200)
      expect((await call("POST", "/identities", { identity_type: "trust" })).status).toBe(422)
    })

    test("says which members are required: all that miss are named, and none can be cleared", async () => {
      const call = await aTenant("org_required")
      await call("POST", "/identity-types", { key: "client", label: "Client", required_fields: ["last_name", "emails"] })
      const refused = await call("POST", "/identities", { identity_type: "client" })
      expect(problems(refused.body)).toEqual([
        ["missing", "body.emails"],
        ["missing", "body.last_name"]
      ])
      const person = { identity_type: "client", last_name: "Osei", emails: ["o@example.com"] }
      const { id } = (await call("POST", "/identities", person)).body
      expect((await call("PATCH", `/identities/${id}`, { emails: [] })).status).toBe(422)
      expect((await call("PATCH", `/identities/${id}`, { last_name: null })).status).toBe(422)
      expect((await call("PATCH", `/identities/${id}`, { first_name: "Abena" })).status).toBe(200)
      const other = (await call("POST", "/identities", {})).body
      expect(problems((await call("PATCH", `/identities/${other.id}`, { identity_type: "client" })).body)).toHaveLength(2)
    })
  })

  describe(`custom fields of a new identity in ${storage}`, () => {
    test("are kept with it, and required ones have to be given", async () => {
      const call = await aTenant("org_fields")
      await call("POST", "/custom-field-schemas", { key: "tier", label: "Tier", type: "string", required: true })
      await call("POST", "/custom-field-schemas", { key: "tax_number", label: "Tax number", type: "string", encrypted: true })
      const refused = await call("POST", "/identities", { identity_type: "nothing", custom_fields: { tax_number: 5, other: "x" } })
      expect(problems(refused.body)).toEqual([
        ["invalid", "body.custom_fields.tax_number"],
        ["missing", "body.custom_fields.tier"],
        ["unknown_field", "body.custom_fields.other"],
        ["unknown_key", "body.identity_type"]
      ])
      const custom_fields = { tier: "gold", tax_number: "TX-1" }
      const { id } = (await call("POST", "/identities", { custom_fields })).body
      expect((await call("GET", `/identities/${id}/custom-fields`)).body).toEqual({ identity_id: id, custom_fields })
    })
  })
}
