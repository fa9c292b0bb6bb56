import { expect, test } from "bun:test"
import { newOrganization, Organizations } from "@vouchkit/core/kernel/tenancy/organizations"
import { permitErasure } from "@vouchkit/core/resources/erasure/permission"
import { Caller } from "@vouchkit/core/kernel/access/caller"
import { Effect, Exit } from "effect"
import { callerOf, start, type Who } from "../../../support/operations.ts"

const permitted = async (who: Who, strict_redaction: boolean) => {
  const organization = { ...newOrganization("org_acme", "Acme", start), strict_redaction }
  const found = Effect.succeed(organization)
  const organizations = {
    find: () => found,
    ensure: () => found,
    lock: () => found,
    save: () => Effect.void,
    list: () => Effect.succeed([])
  }
  const exit = await permitErasure.pipe(
    Effect.provideService(Caller, callerOf(who)),
    Effect.provideService(Organizations, organizations),
    Effect.exit,
    Effect.runPromise
  )
  return Exit.isSuccess(exit)
}

test("a publishable key erases nothing, whatever it holds", async () => {
  for (const strict of [false, true])
    expect(await permitted({ kind: "publishable", scopes: ["documents:write", "redact:write"] }, strict)).toBe(false)
})

test("a legacy scope erases unless the organization asks for strict redaction", async () => {
  expect(await permitted({ scopes: ["documents:write"] }, false)).toBe(true)
  expect(await permitted({ scopes: ["documents:write"] }, true)).toBe(false)
})

test("the scope that is made for it erases in any organization", async () => {
  for (const strict of [false, true]) expect(await permitted({ scopes: ["redact:write"] }, strict)).toBe(true)
})
