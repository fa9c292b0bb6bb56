import { expect, test } from "bun:test"
import { createPublicKey, verify } from "node:crypto"
import * as Crypto from "@vouchkit/adapters/crypto/vault"
import { type ErasureReceipt, issueReceipt, receiptHolds } from "@vouchkit/core/resources/erasure/receipt"
import * as Memory from "@vouchkit/adapters/memory"
import { Effect, Layer } from "effect"
import fc from "fast-check"
import { acmeLive, acmeSandbox, as, otherSandbox, type TenantName } from "../../../support/tenants.ts"

const at = "2026-03-01T12:00:00.000Z"
const issue = (
  tenant: TenantName,
  given: Partial<Parameters<typeof issueReceipt>[0]> = {},
  master: Uint8Array = new Uint8Array(32).fill(7)
): Promise<ErasureReceipt> =>
  issueReceipt({ scope: { type: "document", id: "doc_1" }, counts: { documents: 1, checks: 2 }, at, ...given }).pipe(
    as(tenant),
    Effect.provide(Layer.merge(Crypto.layer(master), Memory.layer)),
    Effect.runPromise
  )

test("a receipt holds under its organization's key, in any order of its counts", async () => {
  const receipt = await issue(acmeSandbox)
  expect(receiptHolds(receipt, receipt.public_key)).toBe(true)
  expect(receiptHolds({ ...receipt, counts: { checks: 2, documents: 1 } }, receipt.public_key)).toBe(true)
  expect(receipt).toMatchObject({ organization_id: "org_acme", environment: "sandbox", issued_at: at })
})

test("an independent verifier needs nothing but the digest, the key and RFC 8032", async () => {
  const { digest, public_key, signature } = await issue(acmeSandbox)
  const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x: public_key }, format: "jwk" })
  const signed = Buffer.from(`vouchkit/erasure-receipt/1\n${digest}`)
  expect(verify(null, signed, key, Buffer.from(signature, "base64url"))).toBe(true)
})

test("one erasure has one receipt, however often it is written", async () => {
  expect(await issue(acmeSandbox)).toEqual(await issue(acmeSandbox))
})

test("an organization has one key in both environments, and no other organization or installation has it", async () => {
  const own = await issue(acmeSandbox)
  const live = await issue(acmeLive)
  expect(live.public_key).toBe(own.public_key)
  expect(live.digest).not.toBe(own.digest)
  const others = [await issue(otherSandbox), await issue(acmeSandbox, {}, new Uint8Array(32).fill(8))]
  for (const { public_key } of others) {
    expect(public_key).not.toBe(own.public_key)
    expect(receiptHolds(own, public_key)).toBe(false)
  }
})

test("a receipt that brings its own key is not one of the organization", async () => {
  const own = await issue(acmeSandbox)
  const forged = await issue(acmeSandbox, {}, new Uint8Array(32).fill(9))
  expect(receiptHolds(forged, own.public_key)).toBe(false)
  expect(receiptHolds({ ...forged, public_key: own.public_key }, own.public_key)).toBe(false)
  expect(receiptHolds(own, "")).toBe(false)
  expect(receiptHolds(own, "AAAA")).toBe(false)
})

test("whatever is changed in a receipt, it does not hold any more", async () => {
  const receipt = await issue(acmeSandbox)
  const members = ["id", "organization_id", "issued_at", "digest", "public_key", "signature"] as const
  const changed = (text: string, place: number) => {
    const index = place % text.length
    return `${text.slice(0, index)}${text[index] === "a" ? "b" : "a"}${text.slice(index + 1)}`
  }
  fc.assert(
    fc.property(fc.constantFrom(...members), fc.nat(200), (member, place) => {
      // The last letter of base64url holds bits that no byte has.
      const end = member === "signature" || member === "public_key" ? receipt[member].length - 1 : receipt[member].length
      expect(receiptHolds({ ...receipt, [member]: changed(receipt[member], place % end) }, receipt.public_key)).toBe(false)
    })
  )
  expect(receiptHolds({ ...receipt, counts: { ...receipt.counts, documents: 2 } }, receipt.public_key)).toBe(false)
  expect(receiptHolds({ ...receipt, counts: { ...receipt.counts, files: 0 } }, receipt.public_key)).toBe(false)
  expect(receiptHolds({ ...receipt, scope: { type: "check", id: "doc_1" } }, receipt.public_key)).toBe(false)
  expect(receiptHolds({ ...receipt, environment: "live" }, receipt.public_key)).toBe(false)
})
