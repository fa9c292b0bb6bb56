import { afterAll, expect, test } from "bun:test"
import * as Blobs from "@vouchkit/adapters/blobs/memory"
import * as Crypto from "@vouchkit/adapters/crypto/vault"
import { auditLog, sessions } from "@vouchkit/core"
import { CheckStore } from "@vouchkit/core/resources/checks/model"
import { checkErasure } from "@vouchkit/core/flows/erasure/check-operations"
import { documentErasure } from "@vouchkit/core/flows/erasure/document-operations"
import { receiptHolds } from "@vouchkit/core/resources/erasure/receipt"
import { Caller, Tenant } from "@vouchkit/core/kernel/access/caller"
import { SessionStore } from "@vouchkit/core/resources/sessions/model"
import { Effect, Layer } from "effect"
import { aCore, callerOf, start } from "../../../support/operations.ts"
import { aCheck } from "../../../support/report-records.ts"
import { aSession } from "../../../support/sessions.ts"
import { personalText, storeEvidence } from "../../../support/stored-evidence.ts"
import { acmeSandbox } from "../../../support/tenants.ts"

const { redact } = checkErasure
const { redact: redactDocument } = documentErasure
const core = await aCore(Layer.provide(Blobs.layer, Crypto.layer(new Uint8Array(32).fill(7))))
afterAll(() => core.dispose())
const asTenant = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  core.run(effect.pipe(Effect.provideService(Tenant, acmeSandbox), Effect.provideService(Caller, callerOf())))
const checkOf = (id: string) => asTenant(Effect.flatMap(CheckStore, (store) => store.find(id)))

test("an erased check keeps outcome, score and codes, and nothing that was found or written about the person", async () => {
  const { check, session } = await asTenant(storeEvidence())
  await core.events()
  const { output } = await core.ask(redact, { check_id: check.id, reason: "ticket 12" })
  expect(output).toMatchObject({
    id: check.id,
    redacted: true,
    redacted_at: start,
    receipt: { scope: { type: "check" }, counts: { checks: 1 } }
  })
  expect(receiptHolds(output.receipt, output.receipt.public_key)).toBe(true)
  const left = await checkOf(check.id)
  expect(JSON.stringify(left)).not.toMatch(personalText)
  expect(left).toMatchObject({ outcome: "review", score: check.score, details: null, redacted_at: start })

  const events = await core.events()
  expect(events.map(({ data, type }) => [type, data.redacted_at])).toEqual([["check.redacted", start]])
  expect(JSON.stringify(events)).not.toMatch(personalText)
  const [entry] = (await core.ask(auditLog.list, { action: "checks.redact" })).output.data
  expect(entry).toMatchObject({ target: { type: "check", id: check.id }, changes: [], reason: "ticket 12" })

  // What the interface shows of it fits its contract, with the moment of its erasure.
  const [shown] = (await core.ask(sessions.listChecks, { session_id: session.id })).output.data
  expect(shown).toMatchObject({ id: check.id, redacted_at: start, details: null })
  expect(shown).not.toHaveProperty("receipt")
})

test("a check that was not erased says so", async () => {
  const session = aSession({ id: `ses_${"7".repeat(26)}` })
  await asTenant(Effect.flatMap(SessionStore, (store) => store.insert(session)))
  await asTenant(Effect.flatMap(CheckStore, (store) => store.insert(aCheck(7, { session_id: session.id, environment: "sandbox" }))))
  const { data } = (await core.ask(sessions.listChecks, { session_id: session.id })).output
  expect(data.map(({ redacted_at }) => redacted_at)).toEqual([null])
})

test("erasing a check again changes nothing and answers the same receipt", async () => {
  const { check } = await asTenant(storeEvidence())
  const first = (await core.ask(redact, { check_id: check.id })).output
  const before = await checkOf(check.id)
  await core.events()
  expect((await core.ask(redact, { check_id: check.id })).output).toEqual(first)
  expect(await checkOf(check.id)).toEqual(before)
  expect(await core.events()).toEqual([])
})

test("a check that went with its document answers the receipt of the document, and is announced once", async () => {
  const { check, document } = await asTenant(storeEvidence())
  const { receipt } = (await core.ask(redactDocument, { document_id: document.id })).output
  await core.events()
  expect((await core.ask(redact, { check_id: check.id })).output.receipt).toEqual(receipt as NonNullable<typeof receipt>)
  expect(await core.events()).toEqual([])
})

test("a document erased after its check counts no check and leaves it alone", async () => {
  const { check, document } = await asTenant(storeEvidence())
  await core.ask(redact, { check_id: check.id })
  const before = await checkOf(check.id)
  expect((await core.ask(redactDocument, { document_id: document.id })).output.receipt?.counts.checks).toBe(0)
  expect(await checkOf(check.id)).toEqual(before)
})

test("a check without a session is erased as well", async () => {
  const check = aCheck(4242, { environment: "sandbox", session_id: null, details: { cross_reference: {}, holder: "Adaeze" } as any })
  await asTenant(Effect.flatMap(CheckStore, (store) => store.insert(check)))
  await core.ask(redact, { check_id: check.id })
  expect(JSON.stringify(await checkOf(check.id))).not.toMatch(personalText)
})

test("a check of another organization or environment is not found and stays", async () => {
  const { check } = await asTenant(storeEvidence())
  for (const who of [{ organization: "org_other" }, { environment: "live" as const }]) {
    expect((await core.refusal(redact, { check_id: check.id }, who)).code).toBe("not_found")
  }
  expect((await checkOf(check.id))?.details).not.toBeNull()
})

test("any of the three scopes lets a key erase a check, and no other", async () => {
  for (const scope of ["redact:write", "checks:write", "screening:write"] as const) {
    const { check } = await asTenant(storeEvidence())
    expect((await core.ask(redact, { check_id: check.id }, { scopes: [scope] })).output.redacted).toBe(true)
  }
  const { check } = await asTenant(storeEvidence())
  expect((await core.refusal(redact, { check_id: check.id }, { scopes: ["checks:read", "verifications:read"] })).code).toBe("forbidden")
})
