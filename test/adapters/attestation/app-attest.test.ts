import { describe, expect, test } from "bun:test"
import { verifyAppAttest } from "@vouchkit/adapters/attestation/app-attest"
import { readRootCertificate } from "@vouchkit/adapters/attestation/certificate-path"
import fc from "fast-check"
import {
  aCertificate,
  type AppAttestParts,
  appAttestObject,
  appIds,
  aPublicKeyInfrastructure,
  curveKey,
  longExtension,
  pemOf,
  unknownExtension
} from "../../support/attestations.ts"

const pki = aPublicKeyInfrastructure()
const foreign = aPublicKeyInfrastructure()
const rootOf = (pem: string) => {
  const root = readRootCertificate(pem)
  if (root === null) throw new Error("no root")
  return root
}
const root = rootOf(pki.root_pem)
const challenge = "a challenge of this session"
const now = Date.parse("2026-03-01T12:00:00Z")

const claimOf = (attestation: string, at = now) => ({ platform: "ios" as const, attestation, challenges: ["another", challenge], now: at })
const verified = { verdict: "verified", reason: null } as const
const judge = (bytes: Uint8Array, at = now) =>
  verifyAppAttest({ app_ids: appIds, root }, claimOf(Buffer.from(bytes).toString("base64"), at))
const judged = (parts: Partial<AppAttestParts>, at = now) => judge(appAttestObject(pki, { challenge, ...parts }), at)

describe("an attestation object of App Attest", () => {
  test("of this app, this challenge and a key of the platform is verified, of both of its environments", () => {
    expect(judged({})).toEqual(verified)
    expect(judged({ environment: "appattestdevelop" })).toEqual(verified)
  })

  test("may be written in base64 or in base64url", () => {
    const bytes = appAttestObject(pki, { challenge })
    for (const form of ["base64", "base64url"] as const) {
      expect(verifyAppAttest({ app_ids: appIds, root }, claimOf(bytes.toString(form)))).toEqual(verified)
    }
  })

  test("may come from an authority that is the root itself, without a certificate between", () => {
    const chain = (certificates: ReadonlyArray<Uint8Array>) => certificates.slice(0, 1)
    expect(judged({ chain, leaf: { issuer: "Root", signed_by: pki.root.privateKey } })).toEqual(verified)
  })

  const other = curveKey()
  const byTheRoot = { leaf: { issuer: "Root", signed_by: pki.root.privateKey } }
  const flaws: Readonly<Record<string, readonly [Partial<AppAttestParts>, string]>> = {
    "of another challenge": [{ challenge: "of yesterday" }, "challenge_mismatch"],
    "whose certificate repeats something else": [{ nonce: new Uint8Array(32) }, "challenge_mismatch"],
    "whose certificate repeats nothing": [{ without_nonce: true }, "challenge_mismatch"],
    "of another app": [{ app_id: "A1B2C3D4E5.com.example.other" }, "app_mismatch"],
    "whose key has signed before": [{ counter: 1 }, "key_mismatch"],
    "that names another key": [{ key_id: new Uint8Array(32) }, "key_mismatch"],
    "that claims a longer name of its key than it has": [{ key_id_bytes: 64 }, "malformed"],
    "of a key on another curve": [{ key: curveKey("P-384") }, "key_mismatch"],
    "of an unknown environment": [{ environment: "appattestelsewhere".slice(0, 16) }, "malformed"],
    "without a key": [{ flags: 0 }, "malformed"],
    "of another format": [{ format: "packed" }, "malformed"],
    "without certificates": [{ chain: () => [] }, "malformed"],
    "with a certificate too many": [{ chain: (list) => [...list, aCertificate(pki.rootParts)] }, "malformed"],
    "whose certificate is none": [{ chain: ([, issuer]) => [new Uint8Array(100), issuer ?? new Uint8Array()] }, "malformed"],
    "whose certificate goes on behind its end": [
      { chain: ([key = new Uint8Array(), ...others]) => [Buffer.concat([key, Uint8Array.of(0)]), ...others] },
      "malformed"
    ],
    "whose certificate is very long": [{ leaf: { more: [longExtension] } }, "malformed"],
    "with something that is no certificate beside one that the root issued": [
      { ...byTheRoot, chain: ([key = new Uint8Array()]) => [key, new Uint8Array(100)] },
      "malformed"
    ],
    "whose issuer is missing": [{ chain: (list) => list.slice(0, 1) }, "certificate_untrusted"],
    "whose certificates change places": [{ chain: (list) => list.toReversed() }, "certificate_untrusted"],
    "of a chain of somebody else": [
      {
        leaf: { signed_by: foreign.authority.privateKey },
        authority: { key: foreign.authority.publicKey, signed_by: foreign.root.privateKey }
      },
      "certificate_untrusted"
    ],
    "whose key was certified by another of the same name": [{ leaf: { signed_by: other.privateKey } }, "certificate_untrusted"],
    "whose issuer has another name": [{ leaf: { issuer: "Nobody" } }, "certificate_untrusted"],
    "whose authority has another issuer": [{ authority: { issuer: "Nobody" } }, "certificate_untrusted"],
    "whose authority is none": [{ authority: { authority: false, usage: 0x04 } }, "certificate_untrusted"],
    "whose authority may not sign certificates": [{ authority: { usage: 0x80 } }, "certificate_untrusted"],
    "whose key is an authority": [{ leaf: { authority: true, usage: 0x84 } }, "certificate_untrusted"],
    "whose key may not sign": [{ leaf: { usage: 0x04 } }, "certificate_untrusted"],
    "with a demand that nobody knows, on the key": [{ leaf: { more: [unknownExtension] } }, "certificate_untrusted"],
    "with a demand that nobody knows, on the authority": [{ authority: { more: [unknownExtension] } }, "certificate_untrusted"],
    "of a key that is not certified yet": [{ leaf: { from: "2026-03-01T12:00:01Z" } }, "certificate_expired"],
    "of a key that is not certified any more": [{ leaf: { to: "2026-03-01T11:59:59Z" } }, "certificate_expired"],
    "of an authority that has expired": [{ authority: { to: "2026-02-01T00:00:00Z" } }, "certificate_expired"]
  }
  for (const [what, [parts, reason]] of Object.entries(flaws)) {
    test(`${what} has failed: ${reason}`, () => expect(judged(parts)).toEqual({ verdict: "failed", reason } as any))
  }

  test("has failed once the root has expired", () => {
    const lasting = { to: "2030-01-01T00:00:00Z" }
    expect(judged({ leaf: lasting, authority: lasting }, Date.parse("2028-01-01T00:00:00Z"))).toMatchObject({
      reason: "certificate_expired"
    })
  })

  test("with any one bit changed in what is signed is verified no more", () => {
    const bytes = appAttestObject(pki, { challenge })
    const receipt = bytes.indexOf("receipt")
    const signed = [...bytes.keys()].filter((at) => at < receipt || at >= receipt + "receipt".length + 3 + 300)
    fc.assert(
      fc.property(fc.constantFrom(...signed), fc.integer({ min: 0, max: 7 }), (at, bit) => {
        const changed = Buffer.from(bytes)
        changed.writeUInt8(changed.readUInt8(at) ^ (1 << bit), at)
        expect(judge(changed).verdict).toBe("failed")
      }),
      { numRuns: 400 }
    )
  })

  test("cut off, or of any bytes, has failed and nothing else happens", () => {
    const bytes = appAttestObject(pki, { challenge })
    const malformed = { verdict: "failed", reason: "malformed" } as const
    fc.assert(fc.property(fc.integer({ min: 0, max: bytes.length - 1 }), (end) => expect(judge(bytes.subarray(0, end))).toEqual(malformed)))
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (any) => expect(judge(any)).toEqual(malformed)),
      { numRuns: 1_000 }
    )
    fc.assert(fc.property(fc.string(), (any) => expect(verifyAppAttest({ app_ids: appIds, root }, claimOf(any)).verdict).toBe("failed")))
    expect(judge(new Uint8Array(49_153))).toEqual(malformed)
  })
})

describe("a root", () => {
  test("is one certificate of an authority, as PEM", () => {
    expect(readRootCertificate(`a line before\n${pki.root_pem}\na line after`)).not.toBeNull()
    const key = curveKey()
    const leaf = { subject: "Leaf", issuer: "Leaf", key: key.publicKey, signed_by: key.privateKey, authority: false }
    for (const pem of ["", "no certificate", pki.root_pem.repeat(2), pemOf(new Uint8Array(80)), pemOf(aCertificate(leaf))]) {
      expect(readRootCertificate(pem)).toBeNull()
    }
  })
})
