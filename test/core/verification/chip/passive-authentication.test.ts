import { describe, expect, test } from "bun:test"
import { generateKeyPairSync, sign } from "node:crypto"
import { judgeChip } from "@vouchkit/core/verification/chip/judge-chip"
import { Malformed, readable } from "@vouchkit/core/verification/chip/asn1/malformed"
import { publicKeyOf } from "@vouchkit/core/verification/chip/cryptography/public-keys"
import { readSecurityObject } from "@vouchkit/core/verification/chip/security-object"
import { judgeSigner } from "@vouchkit/core/verification/chip/signed-data"
import { readTlv } from "@vouchkit/core/verification/chip/asn1/tlv"
import { verifyChip } from "@vouchkit/core/verification/chip/verify-chip"
import fc from "fast-check"
import {
  type ChipVector,
  chipVectorNames,
  evidenceOf,
  fromBase64,
  groups,
  readVector,
  trustOf,
  usualGroups
} from "../../../fixtures/chips.ts"

const outcomes: Record<string, readonly [outcome: string, finding: string | null]> = {
  "ds-expired": ["failed", "certificate_expired"],
  "ds-not-yet-valid": ["failed", "certificate_not_yet_valid"],
  "ds-for-visas": ["review", "document_type_not_listed"],
  "ds-for-encipherment": ["failed", "signer_not_a_signer"],
  "ds-critical-extension": ["review", "critical_extension_unknown"],
  "other-country": ["failed", "country_mismatch"],
  "wrong-content-type": ["failed", "security_object_malformed"],
  revoked: ["failed", "certificate_revoked"],
  "rsa-1024-sha1": ["failed", "weak_hash"],
  "ec-prime192v1": ["failed", "weak_hash"],
  "sha1-signature": ["failed", "weak_hash"],
  "sha1-signature-of-sha256-attributes": ["failed", "weak_hash"],
  "sha1-pss": ["failed", "weak_hash"],
  "sha1-pss-mask": ["review", "weak_mask"],
  "explicit-prime192v1": ["passed", "weak_algorithm"]
}
const groupsOf = (name: string) =>
  name === "no-copy-detection"
    ? { dg1: groups.dg1, dg2: groups.dg2 }
    : name === "rsa-active-authentication"
      ? { dg1: groups.dg1, dg2: groups.dg2, dg15: groups.dg15_rsa }
      : usualGroups
/** These tests ask what the state signed, and not whether the chip is its only carrier. */
const copyAllowed = { require_copy_detection: "never" } as const
const changed = (text: string, at: number): Uint8Array => {
  const bytes = fromBase64(text)
  bytes[at] = (bytes[at] ?? 0) ^ 1
  return bytes
}

describe("a chip signed by OpenSSL", () => {
  for (const name of chipVectorNames) {
    const [outcome, finding] = outcomes[name] ?? ["passed", null]
    test(`${name}: ${outcome}${finding === null ? "" : ` with ${finding}`}`, async () => {
      const vector = await readVector(name)
      const verification = verifyChip(evidenceOf(vector, { data_groups: groupsOf(name) }))
      expect(verification.findings.filter((code) => !/_not_performed$|^copy_|^revocation_list_missing$/.test(code))).toEqual(
        finding === null ? [] : expect.arrayContaining([finding])
      )
      expect(judgeChip(verification, copyAllowed).outcome).toBe(outcome as "passed")
      if (outcome === "failed") expect(verification.sod_signature_valid).toBe(name !== "wrong-content-type")
      expect(verification.passive_authentication).toBe(outcome === "passed" ? true : outcome === "failed" ? false : null)
    })
  }
})

const families = [
  "rsa-pkcs1",
  "rsa-pss",
  "ec-secp384r1",
  "ec-brainpoolp256r1",
  "explicit-brainpoolp256r1",
  "indefinite-lengths",
  "no-signed-attributes"
]

describe("every family of signatures", () => {
  for (const name of families) {
    test(`${name}: a changed data group, a changed signature and a foreign CSCA of the same name are refused`, async () => {
      const vector = await readVector(name)
      const foreign = await readVector("signer-by-key-id")
      const trust = trustOf(vector)
      const dg2 = verifyChip(evidenceOf(vector, { trust, data_groups: { ...usualGroups, dg2: changed(usualGroups.dg2, 150) } }))
      expect([dg2.dg_hashes_valid, dg2.sod_signature_valid, dg2.passive_authentication]).toEqual([false, true, false])
      expect(dg2.contents.portraits).toEqual([])

      const end = fromBase64(vector.sod).length - (name === "indefinite-lengths" ? 14 : 3)
      const signature = verifyChip(evidenceOf(vector, { trust, sod: changed(vector.sod, end) }))
      expect([signature.sod_signature_valid, signature.passive_authentication]).toEqual([false, false])

      const stranger = verifyChip(evidenceOf(vector, { trust: trustOf(foreign) }))
      expect([stranger.csca_trusted, stranger.no_trust_anchor, stranger.passive_authentication]).toEqual([false, false, false])
      expect(stranger.findings).toContain("signer_not_trusted")
      expect(judgeChip(stranger, copyAllowed).session_reasons).toEqual(["nfc_authentication_failed"])
    })
  }

  test("no byte of a security object can change without a finding or an equal reading", async () => {
    const vector = await readVector("rsa-pkcs1")
    const trust = trustOf(vector)
    const length = fromBase64(vector.sod).length
    fc.assert(
      fc.property(fc.integer({ min: 0, max: length - 1 }), fc.integer({ min: 1, max: 255 }), (at, mask) => {
        const sod = fromBase64(vector.sod)
        sod[at] = (sod[at] ?? 0) ^ mask
        const { findings, passive_authentication } = verifyChip(evidenceOf(vector, { sod, trust }))
        if (passive_authentication !== true) return
        // What is not signed and not needed may differ: the list of digests, versions, and NULL parameters.
        expect(readSecurityObject(sod).hashes).toEqual(readSecurityObject(fromBase64(vector.sod)).hashes)
        expect(findings).not.toContain("security_object_malformed")
      }),
      { numRuns: 400 }
    )
  })

  test("damaged parameters of a signature are judged as any other damage, never thrown", async () => {
    const vector = await readVector("rsa-pss")
    const trust = trustOf(vector)
    const whole = Buffer.from(fromBase64(vector.sod))
    const scheme = Buffer.from("06092a864886f70d01010a", "hex")
    let damages = 0
    for (let at = whole.indexOf(scheme); at >= 0; at = whole.indexOf(scheme, at + 1))
      for (let byte = at + scheme.length; byte < at + scheme.length + 54; byte += 1) {
        const sod = Uint8Array.from(whole)
        sod[byte] = (sod[byte] ?? 0) ^ 1
        expect(verifyChip(evidenceOf(vector, { sod, trust })).findings.length).toBeGreaterThanOrEqual(0)
        damages += 1
      }
    expect(damages).toBeGreaterThan(100)
  })

  test("a security object cut off at any byte is refused as a value, never thrown", async () => {
    for (const name of ["rsa-pkcs1", "indefinite-lengths"]) {
      const vector = await readVector(name)
      const trust = trustOf(vector)
      const whole = fromBase64(vector.sod)
      for (let length = 0; length < whole.length; length += 1) {
        const verification = verifyChip(evidenceOf(vector, { sod: whole.subarray(0, length), trust }))
        expect([verification.passive_authentication, verification.findings]).toEqual([false, ["security_object_malformed"]])
      }
    }
  })

  test("bytes of chance are refused as a value, never thrown", async () => {
    const vector = await readVector("rsa-pkcs1")
    const trust = trustOf(vector)
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), fc.constantFrom(0x30, 0x77, 0x24, 0x3f), (bytes, first) => {
        const sod = new Uint8Array([first, ...bytes])
        expect(verifyChip(evidenceOf(vector, { sod, trust, data_groups: { dg1: sod, dg14: sod } })).passive_authentication).toBe(false)
      })
    )
  })
})

test("signed attributes count only with the digest and the type of the content, in the order of the file or of DER", async () => {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
  const signed = readSecurityObject(fromBase64((await readVector("ec-prime256v1")).sod)).signed_data
  const [info] = signed.signers
  const [certificate] = signed.certificates
  const attributes = info?.attributes
  if (info === undefined || certificate === undefined || attributes === null || attributes === undefined) throw new Error("no signer")
  const public_key = publicKeyOf(readTlv(new Uint8Array(publicKey.export({ format: "der", type: "spki" }))))
  const encoded = new Uint8Array([0x31, 1, 2])
  const judge = (more: Partial<typeof attributes>) => {
    const changed = { ...attributes, encoded, sorted: encoded, ...more }
    return judgeSigner(
      signed,
      { ...info, attributes: changed, signature: new Uint8Array(sign("sha256", encoded, privateKey)) },
      { ...certificate, public_key }
    )
  }
  expect([judge({}), judge({ encoded: new Uint8Array(3) }), judge({ sorted: new Uint8Array(3) })]).toEqual(["valid", "valid", "valid"])
  expect(judge({ encoded: new Uint8Array(3), sorted: new Uint8Array(3) })).toBe("invalid")
  expect([judge({ content_type: null }), judge({ content_type: "1.2.840.113549.1.7.1" })]).toEqual(["invalid", "invalid"])
  expect([judge({ message_digest: null }), judge({ message_digest: new Uint8Array(32) })]).toEqual(["invalid", "invalid"])
})

describe("trust", () => {
  test("is unknown, and never passed, where no CSCA certificate of the state is held", async () => {
    const vector = await readVector("ec-prime256v1")
    const verification = verifyChip(evidenceOf(vector, { trust: trustOf({ certificates: [], crls: [] }) }))
    expect([verification.passive_authentication, verification.csca_trusted, verification.no_trust_anchor]).toEqual([null, false, true])
    const verdict = judgeChip(verification, copyAllowed)
    expect([verdict.outcome, verdict.session_reasons]).toEqual(["review", ["check_unavailable"]])
  })

  test("goes through a link certificate, and neither link nor signer is an anchor by itself", async () => {
    const vector = await readVector<ChipVector & { renewed: string }>("link-certificate")
    const [old = "", link = ""] = vector.certificates
    const held = (certificates: ReadonlyArray<string>) =>
      verifyChip(evidenceOf(vector, { trust: trustOf({ certificates, crls: [] }) })).csca_trusted
    expect([held([link, old]), held([vector.renewed]), held([old, link, vector.renewed])]).toEqual([true, true, true])
    expect([held([link]), held([old])]).toEqual([false, false])
  })

  test("a list signed with the renewed key revokes what the key before it issued", async () => {
    const vector = await readVector<ChipVector & { renewed: string; rollover_crl: string }>("link-certificate")
    const listed = trustOf({ certificates: vector.certificates, crls: [vector.rollover_crl] })
    expect(verifyChip(evidenceOf(vector, { trust: listed })).findings).toContain("certificate_revoked")
  })

  test("a revocation list of another key is not believed, and said", async () => {
    const vector = await readVector<ChipVector & { empty_crl: string }>("revoked")
    const other = await readVector("ec-prime256v1")
    const { findings, passive_authentication } = verifyChip(evidenceOf(other, { trust: trustOf({ ...other, crls: vector.crls }) }))
    expect([findings.includes("revocation_list_unverifiable"), findings.includes("certificate_revoked"), passive_authentication]).toEqual([
      true,
      false,
      null
    ])
  })

  test("a revocation list that does not name the signer leaves it good, and past its next update it is called stale", async () => {
    const vector = await readVector<ChipVector & { empty_crl: string }>("revoked")
    const trust = trustOf({ ...vector, crls: [vector.empty_crl] })
    const fresh = verifyChip(evidenceOf(vector, { trust }))
    expect([fresh.passive_authentication, fresh.findings.includes("revocation_list_missing")]).toEqual([true, false])
    expect(verifyChip(evidenceOf(vector, { trust, now: Date.UTC(2044, 1, 1) })).findings).toContain("revocation_list_stale")
  })

  test("an expired chain asks a person when the signed time lies within it, and fails when it does not", async () => {
    const vector = await readVector("ec-prime256v1")
    const late = verifyChip(evidenceOf(vector, { now: Date.UTC(2046, 1, 1) }))
    expect([late.passive_authentication, late.findings.includes("certificate_expired_since")]).toEqual([null, true])
    const expired = verifyChip(
      evidenceOf(await readVector("no-signed-attributes"), { now: Date.UTC(2046, 1, 1), data_groups: { dg1: groups.dg1 } })
    )
    expect([expired.passive_authentication, expired.findings.includes("certificate_expired")]).toEqual([false, true])
  })

  test("members that cannot be read are counted and stop nothing", async () => {
    const vector = await readVector("ec-prime256v1")
    const trust = trustOf({ certificates: ["AAEC", ...vector.certificates], crls: ["MAA="] })
    expect([trust.refused, verifyChip(evidenceOf(vector, { trust })).passive_authentication]).toEqual([2, true])
  })
})

describe("data groups", () => {
  test("that the state did not sign fail, and those that were not supplied do not", async () => {
    const vector = await readVector("ec-prime256v1")
    const unsigned = verifyChip(evidenceOf(vector, { data_groups: { ...usualGroups, dg13: groups.dg12 } }))
    expect([unsigned.passive_authentication, unsigned.findings.includes("data_group_not_signed")]).toEqual([false, true])
    const one = verifyChip(evidenceOf(vector, { data_groups: { dg1: groups.dg1 } }))
    expect([one.passive_authentication, one.dg_hashes_valid]).toEqual([true, true])
    const none = verifyChip(evidenceOf(vector, { data_groups: {} }))
    expect([none.passive_authentication, none.dg_hashes_valid, judgeChip(none, copyAllowed).outcome]).toEqual([null, null, "review"])
  })

  test("without a hash in the security object give no contents", async () => {
    const vector = await readVector("rsa-active-authentication")
    const { contents, dg_hashes_valid } = verifyChip(evidenceOf(vector, { data_groups: { dg1: groups.dg1, dg11: groups.dg11 } }))
    expect([contents.person, contents.zone?.issuing_state, dg_hashes_valid]).toEqual([null, "UTO", false])
  })

  test("listed twice make a security object that is refused", async () => {
    const sod = Buffer.from((await readVector("ec-prime256v1")).sod, "base64")
    expect(readable(() => readSecurityObject(sod))).not.toBeInstanceOf(Malformed)
    sod[sod.indexOf(Buffer.from("0201020420", "hex")) + 2] = 1
    expect(readable(() => readSecurityObject(sod))).toBeInstanceOf(Malformed)
  })

  test("read beyond their end count for what they hold", async () => {
    const vector = await readVector("ec-prime256v1")
    const longer = new Uint8Array([...fromBase64(groups.dg1), 0, 0, 0])
    const verification = verifyChip(evidenceOf(vector, { data_groups: { dg1: longer } }))
    expect([verification.passive_authentication, verification.contents.zone?.document_code]).toEqual([true, "P<"])
  })

  test("that are no base64 count as changed", async () => {
    const vector = await readVector("ec-prime256v1")
    expect(verifyChip(evidenceOf(vector, { data_groups: { dg1: "***" } })).dg_hashes_valid).toBe(false)
    expect(verifyChip(evidenceOf(vector, { sod: "***" })).passive_authentication).toBe(false)
  })
})
