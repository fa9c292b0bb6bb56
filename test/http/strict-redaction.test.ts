import { afterAll, describe, expect, test } from "bun:test"
import { newOrganization, Organizations } from "@vouchkit/core/kernel/tenancy/organizations"
import { operations } from "@vouchkit/core/registry"
import { Effect } from "effect"
import { aTenantWithEverything, requestFor } from "../support/fixtures.ts"
import { aWatchlist, sanctioned } from "../support/screening.ts"
import { startService } from "../support/service.ts"

const service = await startService("memory", { beside: aWatchlist(sanctioned()).layer })
afterAll(() => service.stop())

/** Everything that destroys data and that another scope opens too; keys are revoked by their own scope. */
const erasing = operations
  .map(({ contract }) => contract)
  .filter(({ access, effect }) => effect === "destructive" && access.type === "scopes" && access.anyOf.includes("redact:write"))

describe("an organization with strict redaction", () => {
  test("has documents, checks, subjects, blocklist entries and links to erase", () => {
    const names: ReadonlyArray<string> = erasing.map(({ name }) => name)
    expect(names).toEqual(
      expect.arrayContaining(["documents.redact", "checks.redact", "screening_subjects.erase", "blocklist.delete", "links.revoke"])
    )
  })

  for (const contract of erasing) {
    test(`lets no other scope than redact:write through ${contract.name}, and any organization without it does`, async () => {
      for (const strict of [true, false]) {
        const organization = `org_${strict ? "strict" : "open"}_${contract.name.replaceAll(".", "_")}`
        const made = { ...newOrganization(organization, organization, "2026-01-01T00:00:00.000Z"), strict_redaction: strict }
        await service.runtime.runPromise(Effect.flatMap(Organizations, (all) => all.ensure(made)))
        const owner = await service.key("all", { organization })
        const { content, method, path } = requestFor(contract, await aTenantWithEverything(service, owner))
        const others = contract.access.type === "scopes" ? contract.access.anyOf.filter((scope) => scope !== "redact:write") : []
        const legacy = await service.key(others, { organization })
        const refused = await service.call(method, path, { ...content, key: legacy })
        expect([strict, refused.status, refused.body.required_scopes]).toEqual([
          strict,
          strict ? 403 : 200,
          strict ? ["redact:write"] : undefined
        ])
        if (strict) expect((await service.call(method, path, { ...content, key: owner })).status).toBe(200)
      }
    })
  }
})
