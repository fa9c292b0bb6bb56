import { describe, expect, test } from "bun:test"
import { createECDH, generateKeyPairSync, sign } from "node:crypto"
import { curveParameters } from "@vouchkit/core/verification/chip/cryptography/curve-parameters"
import {
  curveNames,
  curveOfOid,
  curveOfParameters,
  publicPointOf,
  sharedCoordinate,
  verifiesEcdsa
} from "@vouchkit/core/verification/chip/cryptography/elliptic-curves"
import { digest } from "@vouchkit/core/verification/chip/cryptography/digests"
import { publicKeyOf } from "@vouchkit/core/verification/chip/cryptography/public-keys"
import { verifiesPss } from "@vouchkit/core/verification/chip/cryptography/rsa"
import { judgeSignature, verifiesEcdsaIn } from "@vouchkit/core/verification/chip/cryptography/signatures"
import { readTlv } from "@vouchkit/core/verification/chip/asn1/tlv"
import fc from "fast-check"

describe("curves", () => {
  for (const name of curveNames) {
    test(`${name}: the base point has the order that the table gives, and no other parameters are taken for it`, () => {
      const { n, oid, ...rest } = curveParameters[name]
      expect(publicPointOf(name, n - 1n)).toHaveLength(publicPointOf(name, 1n).length)
      // (n - 1)G is the negative of G: the same x, and a y that adds up to p.
      const half = (publicPointOf(name, 1n).length - 1) / 2
      expect(publicPointOf(name, n - 1n).subarray(1, 1 + half)).toEqual(publicPointOf(name, 1n).subarray(1, 1 + half))
      expect([curveOfOid(oid), curveOfParameters({ ...rest, n })]).toEqual([name, name])
      for (const part of ["p", "a", "b", "x", "y"] as const) expect(curveOfParameters({ ...rest, n, [part]: rest[part] + 1n })).toBeNull()
      expect(curveOfParameters({ ...rest, n: n + 1n })).toBeNull()
    })
  }

  const pairs = [
    ["secp224r1", "P-224"],
    ["secp256r1", "P-256"],
    ["secp384r1", "P-384"],
    ["secp521r1", "P-521"]
  ] as const

  test("verify what the runtime signs, with any digest, and agree on what it agrees on", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...pairs),
        fc.constantFrom("sha1", "sha256", "sha512"),
        fc.uint8Array(),
        ([curve, named], name, message) => {
          const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: named })
          const key = publicKeyOf(readTlv(new Uint8Array(publicKey.export({ format: "der", type: "spki" }))))
          if (key.kind !== "ec") throw new Error("no curve")
          expect(key.curve).toBe(curve)
          const signature = new Uint8Array(sign(name, message, privateKey))
          expect(verifiesEcdsaIn("der", key, name, message, signature)).toBe(true)
          expect(verifiesEcdsaIn("der", key, name, new Uint8Array([...message, 0]), signature)).toBe(false)
          const plain = new Uint8Array(sign(name, message, { key: privateKey, dsaEncoding: "ieee-p1363" }))
          expect([
            verifiesEcdsaIn("plain", key, name, message, plain),
            verifiesEcdsaIn("plain", key, name, message, plain.subarray(1))
          ]).toEqual([true, false])
        }
      ),
      { numRuns: 12 }
    )
    const ours = 123456789n
    const theirs = createECDH("prime256v1")
    theirs.generateKeys()
    const shared = theirs.computeSecret(publicPointOf("secp256r1", ours))
    expect(Buffer.from(sharedCoordinate("secp256r1", ours, theirs.getPublicKey()) ?? [])).toEqual(shared)
  })

  test("refuse points that lie elsewhere, the point at infinity, and numbers outside the order", () => {
    const point = publicPointOf("brainpoolP256r1", 5n)
    const off = point.with(64, (point[64] ?? 0) ^ 1)
    const shared = [point, off, new Uint8Array(1)].map((other) => sharedCoordinate("brainpoolP256r1", 2n, other))
    expect(shared.map((coordinate) => coordinate?.length ?? null)).toEqual([32, null, null])
    const { n } = curveParameters.brainpoolP256r1
    const hash = digest("sha256", new Uint8Array(1))
    for (const [r, s] of [
      [0n, 1n],
      [1n, 0n],
      [n, 1n],
      [1n, n]
    ] as const) {
      expect(verifiesEcdsa("brainpoolP256r1", point, hash, { r, s })).toBe(false)
    }
  })
})

describe("RSA", () => {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 1025 })
  const key = publicKeyOf(readTlv(new Uint8Array(publicKey.export({ format: "der", type: "spki" }))))
  const message = new Uint8Array([1, 2, 3])

  test("PSS holds for the salt and digests it was made with, and for no others, at a modulus of odd length", () => {
    if (key.kind !== "rsa") throw new Error("not RSA")
    for (const salt of [0, 20, 32]) {
      const signature = new Uint8Array(sign("sha256", message, { key: privateKey, padding: 6, saltLength: salt }))
      const verify = (more: object) => verifiesPss(key, { digest: "sha256", mask: "sha256", salt_bytes: salt, ...more }, message, signature)
      expect([verify({}), verify({ salt_bytes: salt + 1 }), verify({ mask: "sha1" }), verify({ digest: "sha1" })]).toEqual([
        true,
        false,
        false,
        false
      ])
      expect(verifiesPss(key, { digest: "sha256", mask: "sha256", salt_bytes: salt }, new Uint8Array(3), signature)).toBe(false)
    }
  })

  test("a signature is never valid with a key of another kind, and unsupported without a known scheme", () => {
    const signature = new Uint8Array(sign("sha256", message, privateKey))
    const rsa = { kind: "rsa_pkcs1", digest: "sha256" } as const
    const point = { kind: "ec", curve: "secp256r1", point: publicPointOf("secp256r1", 2n) } as const
    const judge = (more: object) => judgeSignature({ key, scheme: rsa, digest: null, message, signature, ...more })
    expect([judge({}), judge({ key: point }), judge({ scheme: { kind: "ecdsa", digest: "sha256", encoding: "der" } })]).toEqual([
      "valid",
      "invalid",
      "invalid"
    ])
    expect([judge({ scheme: null }), judge({ scheme: { kind: "rsa_pkcs1", digest: null } })]).toEqual(["unsupported", "unsupported"])
    expect(judge({ scheme: { kind: "rsa_pkcs1", digest: null }, digest: "sha256" })).toBe("valid")
  })
})
