import { afterAll, describe, expect, test } from "bun:test"
import { startService } from "../support/service.ts"

const end = "2027-01-01T00:00:00.000Z"
const restrictions = { ip_allowlist: ["203.0.113.0/24", "2001:db8::/32"], expires_at: end }

for (const storage of ["memory", "postgres"] as const) {
  describe(`restrictions of a key (${storage})`, async () => {
    const service = await startService(storage, { clock: "2026-03-01T12:00:00.000Z" })
    afterAll(() => service.stop())
    const owner = await service.key("all")
    const keeper = await service.key(["api_keys:write"])
    const aKey = async (scopes: ReadonlyArray<string>) =>
      (await service.call("POST", "/api-keys", { key: owner, body: { name: "strong", scopes, ...restrictions } })).body.id as string
    const change = (key: string, id: string, body: object) => service.call("PATCH", `/api-keys/${id}`, { key, body })
    const stored = async (id: string) => {
      const { body } = await service.call("GET", `/api-keys/${id}`, { key: owner })
      return { ip_allowlist: body.ip_allowlist, expires_at: body.expires_at }
    }

    const lifts: ReadonlyArray<readonly [string, object, string]> = [
      ["no allow-list at all", { ip_allowlist: [] }, "ip_allowlist"],
      ["another network", { ip_allowlist: ["198.51.100.0/24"] }, "ip_allowlist"],
      ["a wider network", { ip_allowlist: ["203.0.112.0/23"] }, "ip_allowlist"],
      ["every address of IPv6", { ip_allowlist: ["::/0"] }, "ip_allowlist"],
      ["one address more", { ip_allowlist: [...restrictions.ip_allowlist, "198.51.100.1"] }, "ip_allowlist"],
      ["no end", { expires_at: null }, "expires_at"],
      ["a later end", { expires_at: "2027-01-01T00:00:00.001Z" }, "expires_at"]
    ]
    for (const [what, body, field] of lifts) {
      test(`who lacks a scope of the key cannot give it ${what}`, async () => {
        const id = await aKey(["redact:write", "api_keys:write"])
        const refused = await change(keeper, id, body)
        expect([refused.status, refused.body.error]).toEqual([422, "validation_error"])
        expect(refused.body.errors).toEqual([
          { loc: ["body", field], code: "scope_not_held", message: expect.stringContaining("does not have redact:write") }
        ])
        expect(await stored(id)).toEqual(restrictions)
      })

      test(`who has every scope of the key can give it ${what}`, async () => {
        const id = await aKey(["redact:write", "api_keys:write"])
        expect((await change(owner, id, body)).status).toBe(200)
        expect(await stored(id)).toEqual({ ...restrictions, ...body })
      })
    }

    test("anyone who changes keys may make one stricter, or lift what restricts a key of scopes they have", async () => {
      const strong = await aKey(["redact:write"])
      const stricter = { ip_allowlist: ["203.0.113.128/25", "2001:db8:1::/48"], expires_at: "2026-12-31T00:00:00.000Z" }
      expect((await change(keeper, strong, stricter)).status).toBe(200)
      expect(await stored(strong)).toEqual(stricter)
      expect((await change(keeper, strong, { name: "renamed", ...stricter })).status).toBe(200)
      const own = await aKey(["api_keys:write"])
      expect((await change(keeper, own, { ip_allowlist: [], expires_at: null })).status).toBe(200)
    })

    test("who takes away the scopes they lack may lift the restrictions with them", async () => {
      const id = await aKey(["redact:write", "api_keys:write"])
      expect((await change(keeper, id, { scopes: ["api_keys:write"], ip_allowlist: [] })).status).toBe(200)
      expect((await change(keeper, id, { scopes: ["redact:write"] })).status).toBe(422)
    })
  })
}
