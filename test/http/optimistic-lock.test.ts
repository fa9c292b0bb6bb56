import { afterAll, describe, expect, test } from "bun:test"
import { operations } from "@vouchkit/core/registry"
import { Layer } from "effect"
import { aTenantWithEverything, requestFor } from "../support/fixtures.ts"
import { renewing } from "../support/renewed-tenant.ts"
import { aWatchlist, sanctioned } from "../support/screening.ts"
import { startService } from "../support/service.ts"

for (const storage of ["memory", "postgres"] as const) {
  describe(`changes by version over ${storage}`, async () => {
    const service = await startService(storage, { beside: aWatchlist(sanctioned()).layer })
    afterAll(() => service.stop())
    // None of these changes takes away what another one is about.
    const key = await service.key()
    const fixtures = await aTenantWithEverything(service, key)

    // Custom fields merge key by key and show no version: their shape is fixed by the interface.
    const patched = operations
      .map(({ contract }) => contract)
      .filter(({ method, name }) => method === "PATCH" && name !== "identities.update_custom_fields")
    for (const contract of patched) {
      test(`${contract.name} changes only the version that its caller read, and any without one`, async () => {
        const { content, path } = requestFor(contract, fixtures)
        const { body } = content as { readonly body: object }
        const { version } = (await service.call("GET", path, { key })).body
        expect(version).toBeGreaterThanOrEqual(1)

        const early = await service.call("PATCH", path, { key, body: { ...body, version: version + 1 } })
        expect([early.status, early.body.error, early.body.current_version]).toEqual([409, "stale_object", version])
        const first = await service.call("PATCH", path, { key, body: { ...body, version } })
        expect([first.status, first.body.version]).toEqual([200, version + 1])
        const late = await service.call("PATCH", path, { key, body: { ...body, version } })
        expect([late.status, late.body.error, late.body.current_version]).toEqual([409, "stale_object", version + 1])
        expect((await service.call("GET", path, { key })).body.version).toBe(version + 1)
        expect((await service.call("PATCH", path, { key, body })).status).toBe(200)
      })
    }
  })
}

describe("the version that an answer shows", async () => {
  const renewal = renewing()
  const service = await startService("memory", { beside: Layer.merge(aWatchlist(sanctioned()).layer, renewal.layer) })
  afterAll(() => service.stop())
  const { fixtures, key, renew } = await renewal.tenant(service, "org_acme")
  const readable = new Map(
    [
      ["session", "/sessions"],
      ["case", "/cases"],
      ["list", "/lists"],
      ["webhook_endpoint", "/webhooks/endpoints"],
      ["screening_subject", "/screening-subjects"],
      ["api_key", "/api-keys"],
      ["identity", "/identities"],
      ["identity_type", "/identity-types"],
      ["relationship_type", "/relationship-types"],
      ["document_type", "/document-types"],
      ["document_group", "/document-groups"],
      ["document_fingerprint", "/document-fingerprints"],
      ["custom_field_schema", "/custom-field-schemas"],
      ["audit_finding", "/audit-findings"],
      ["workflow", "/workflows"]
    ].map(([object, path]) => [object, path] as const)
  )

  const changing = operations
    .map(({ contract }) => contract)
    .filter(
      ({ access, effect, output }) =>
        access.type === "scopes" && effect !== "read" && "fields" in output && "version" in Object(output.fields)
    )
  expect(changing.length).toBeGreaterThan(20)
  for (const contract of changing) {
    test(`is the one that stands, after ${contract.name}`, async () => {
      await renew()
      const { content, method, path } = requestFor(contract, fixtures)
      const { body, status } = await service.call(method, path, { ...content, key })
      if (status >= 300) return
      const folder = body.object === "workflow_version" ? `/workflows/${body.workflow_id}/versions` : readable.get(body.object)
      const read = await service.call("GET", `${folder}/${body.id}`, { key })
      expect([body.object, body.version]).toEqual([body.object, read.body.version])
    })
  }
})
