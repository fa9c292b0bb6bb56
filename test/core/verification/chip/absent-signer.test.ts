import { describe, expect, test } from "bun:test"
import { readCertificate } from "@vouchkit/core/verification/chip/certificates/certificates"
import { judgeChip } from "@vouchkit/core/verification/chip/judge-chip"
import { absentSignersOf, signerKeysOf } from "@vouchkit/core/verification/chip/certificates/signer-keys"
import { verifyChip } from "@vouchkit/core/verification/chip/verify-chip"
import { chipVectorNames, evidenceOf, fromBase64, readVector, trustOf } from "../../../fixtures/chips.ts"
import { withoutSigner } from "../../../support/absent-signer.ts"

const most = 1 << 20

describe("a chip that leaves out the certificate of its signer", () => {
  test("cannot be judged without it, and is never passed", async () => {
    const vector = await readVector("ec-prime256v1")
    const verification = verifyChip(evidenceOf({ ...vector, sod: withoutSigner(vector.sod).sod }))
    expect(verification).toMatchObject({ passive_authentication: null, sod_signature_valid: null, csca_trusted: null, certificate: null })
    expect(verification.findings).toContain("signer_certificate_missing")
    expect(judgeChip(verification, { require_copy_detection: "never" }).outcome).toBe("review")
  })

  for (const name of chipVectorNames.filter((one) => one !== "wrong-content-type")) {
    test(`${name}: is judged with the imported one exactly as if it held it`, async () => {
      const vector = await readVector(name)
      const { signer, sod } = withoutSigner(vector.sod)
      const whole = verifyChip(evidenceOf(vector))
      expect(verifyChip(evidenceOf({ ...vector, sod }, { signers: [fromBase64(signer)] }))).toEqual(whole)
      expect(whole.findings).not.toContain("signer_certificate_missing")
    })
  }

  test("is not trusted because its signer's certificate was imported: the chain has to hold as well", async () => {
    const vector = await readVector("ec-prime256v1")
    const { signer, sod } = withoutSigner(vector.sod)
    const signers = [fromBase64(signer)]
    const alone = verifyChip(evidenceOf({ ...vector, sod }, { trust: trustOf({ certificates: [], crls: [] }), signers }))
    expect([alone.no_trust_anchor, alone.passive_authentication, alone.sod_signature_valid]).toEqual([true, null, true])
    const other = await readVector("ec-secp384r1")
    const foreign = verifyChip(evidenceOf({ ...vector, sod }, { trust: trustOf(other), signers }))
    expect([foreign.csca_trusted, foreign.passive_authentication]).toEqual([false, false])
    const revoked = await readVector("revoked")
    const absent = withoutSigner(revoked.sod)
    const listed = verifyChip(evidenceOf({ ...revoked, sod: absent.sod }, { signers: [fromBase64(absent.signer)] }))
    expect(listed.findings).toContain("certificate_revoked")
  })

  test("takes no certificate but the one that it names, and of several with the same identifier the one whose key signed", async () => {
    const vector = await readVector("signer-by-key-id")
    const { signer, sod } = withoutSigner(vector.sod)
    const stranger = withoutSigner((await readVector("ec-prime256v1")).sod).signer
    const strange = verifyChip(evidenceOf({ ...vector, sod }, { signers: [fromBase64(stranger)] }))
    expect(strange.findings).toContain("signer_certificate_missing")

    const right = readCertificate(fromBase64(signer))
    const identifier = right.extensions.subject_key_id ?? ""
    const wrong = readCertificate(fromBase64(stranger)).extensions.subject_key_id ?? ""
    expect([identifier.length, wrong.length]).toEqual([40, 40])
    const alike = Buffer.from(Buffer.from(fromBase64(stranger)).toString("hex").replace(wrong, identifier), "hex")
    expect(readCertificate(new Uint8Array(alike)).extensions.subject_key_id).toBe(identifier)
    const signers = [new Uint8Array(alike), fromBase64(signer)]
    expect(verifyChip(evidenceOf({ ...vector, sod }, { signers })).sod_signature_valid).toBe(true)
    const [impostor] = signers
    expect(verifyChip(evidenceOf({ ...vector, sod }, { signers: impostor === undefined ? [] : [impostor] })).passive_authentication).toBe(
      false
    )
  })

  test("bytes that are no certificates, and far too many of them, are passed over", async () => {
    const vector = await readVector("ec-prime256v1")
    const { signer, sod } = withoutSigner(vector.sod)
    const rubbish = [new Uint8Array(0), Uint8Array.of(0x30, 0x80), new Uint8Array(100_000)]
    expect(verifyChip(evidenceOf({ ...vector, sod }, { signers: [...rubbish, fromBase64(signer)] })).passive_authentication).toBe(true)
    const flood = Array.from({ length: 10_000 }, () => fromBase64(signer))
    expect(verifyChip(evidenceOf({ ...vector, sod }, { signers: flood })).passive_authentication).toBe(true)
  })
})

describe("the keys by which the certificate of a signer is looked for", () => {
  test("are those of the certificate, whichever way the chip names it, and none when the chip holds it", async () => {
    for (const name of ["ec-prime256v1", "rsa-pss", "signer-by-key-id", "indefinite-lengths", "names-written-otherwise"]) {
      const vector = await readVector(name)
      const { signer, sod } = withoutSigner(vector.sod)
      const [asked = "", ...others] = absentSignersOf(sod, most)
      expect(others).toEqual([])
      expect(asked).toMatch(/^[0-9a-f]{64}$/)
      expect(signerKeysOf(readCertificate(fromBase64(signer)))).toContain(asked)
      expect(absentSignersOf(vector.sod, most)).toEqual([])
    }
  })

  test("differ for different certificates", async () => {
    const vectors = await Promise.all(["ec-prime256v1", "rsa-pss", "signer-by-key-id"].map((name) => readVector(name)))
    const keys = vectors.flatMap(({ sod }) => signerKeysOf(readCertificate(fromBase64(withoutSigner(sod).signer))))
    expect(new Set(keys).size).toBe(keys.length)
  })

  test("are none for what is no security object, is cut off, or is too long", async () => {
    const { sod } = withoutSigner((await readVector("ec-prime256v1")).sod)
    expect([absentSignersOf("", most), absentSignersOf("!", most), absentSignersOf(sod, 100)]).toEqual([[], [], []])
    const bytes = fromBase64(sod)
    for (let length = 0; length < bytes.length; length += 7) {
      expect(absentSignersOf(Buffer.from(bytes.subarray(0, length)).toString("base64"), most)).toEqual([])
    }
  })
})
