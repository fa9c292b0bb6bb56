import { describe, expect, test } from "bun:test"
import { unwrapKey } from "@vouchkit/adapters/attestation/compact-tokens"
import { playIntegrityTimes, readVerificationKey, verifyPlayIntegrity } from "@vouchkit/adapters/attestation/play-integrity"
import { Redacted } from "effect"
import fc from "fast-check"
import { curveKey, encryptedToken, packageName, playKeys, playPayload, playToken, signedToken } from "../../support/attestations.ts"

const keys = playKeys()
const challenge = "a-challenge_of-this-session-of-43-letters-000"
const now = Date.parse("2026-03-01T12:00:00Z")
const material = {
  packages: ["com.example.first", packageName],
  decryption_key: Redacted.make(keys.decryption_key),
  verification_key: keys.signing.publicKey
}
const judge = (attestation: string) =>
  verifyPlayIntegrity(material, { platform: "android", attestation, challenges: ["another", challenge], now })
const judged = async (changed: Parameters<typeof playPayload>[2], nonce = challenge) =>
  judge(await playToken(playPayload(nonce, now, changed), keys))
const verified = { verdict: "verified", reason: null } as const
const payload = playPayload(challenge, now)
const signed = (header?: unknown) => signedToken(payload, keys.signing.privateKey, header)

describe("a token of Play Integrity", () => {
  test("of this app, this challenge and a device that Google Play vouches for is verified", async () => {
    expect(await judged({})).toEqual(verified)
    expect(await judged({}, `${challenge}=`)).toEqual(verified)
    expect(await judged({ deviceIntegrity: { deviceRecognitionVerdict: ["MEETS_BASIC_INTEGRITY", "MEETS_STRONG_INTEGRITY"] } })).toEqual(
      verified
    )
    expect(await judged({ requestDetails: { timestampMillis: now } })).toEqual(verified)
  })

  test("is verified until the end of its time and from the time that clocks may differ, and not beyond", async () => {
    const at = (timestamp: number) => judged({ requestDetails: { timestampMillis: String(timestamp) } })
    expect(await at(now - playIntegrityTimes.age)).toEqual(verified)
    expect(await at(now - playIntegrityTimes.age - 1)).toEqual({ verdict: "failed", reason: "expired" })
    expect(await at(now + playIntegrityTimes.ahead)).toEqual(verified)
    expect(await at(now + playIntegrityTimes.ahead + 1)).toEqual({ verdict: "failed", reason: "expired" })
  })

  test("says nothing where Google Play did not judge the app of a device that it vouches for", async () => {
    const unevaluated = { appIntegrity: { appRecognitionVerdict: "UNEVALUATED", packageName: undefined as any } }
    expect(await judged(unevaluated)).toEqual({ verdict: "unverified", reason: "not_evaluated" })
    expect(await judged({ ...unevaluated, deviceIntegrity: { deviceRecognitionVerdict: undefined } as any })).toEqual({
      verdict: "failed",
      reason: "device_not_trusted"
    })
  })

  const flaws: Readonly<Record<string, readonly [Parameters<typeof playPayload>[2], string]>> = {
    "of another app": [
      { requestDetails: { requestPackageName: "com.example.other" }, appIntegrity: { packageName: "com.example.other" } },
      "app_mismatch"
    ],
    "asked for by one app, and about another": [{ appIntegrity: { packageName: "com.example.first" } }, "app_mismatch"],
    "of another challenge": [{ requestDetails: { nonce: "of-yesterday" } }, "challenge_mismatch"],
    "of an app that Google Play does not know": [{ appIntegrity: { appRecognitionVerdict: "UNRECOGNIZED_VERSION" } }, "app_not_recognized"],
    "with a word for the app that nobody knows": [{ appIntegrity: { appRecognitionVerdict: "NEW" } }, "app_not_recognized"],
    "of a device of basic integrity": [{ deviceIntegrity: { deviceRecognitionVerdict: ["MEETS_BASIC_INTEGRITY"] } }, "device_not_trusted"],
    "of an emulator": [{ deviceIntegrity: { deviceRecognitionVerdict: ["MEETS_VIRTUAL_INTEGRITY"] } }, "device_not_trusted"],
    "of a device without any label": [{ deviceIntegrity: { deviceRecognitionVerdict: [] } }, "device_not_trusted"],
    "whose time is none": [{ requestDetails: { timestampMillis: "soon" } }, "malformed"],
    "whose labels are no list": [{ deviceIntegrity: { deviceRecognitionVerdict: "MEETS_DEVICE_INTEGRITY" } }, "malformed"]
  }
  for (const [what, [changed, reason]] of Object.entries(flaws)) {
    test(`${what} has failed: ${reason}`, async () => expect(await judged(changed)).toEqual({ verdict: "failed", reason } as any))
  }

  test("that another signed, that is not signed, or by another algorithm, has failed", async () => {
    const seal = (content: string) => encryptedToken(content, keys.decryption_key)
    const invalid = { verdict: "failed", reason: "signature_invalid" } as const
    const malformed = { verdict: "failed", reason: "malformed" } as const
    expect(judge(await seal(signedToken(payload, curveKey().privateKey)))).toEqual(invalid)
    expect(judge(await seal(`${signed().split(".").slice(0, 2).join(".")}.`))).toEqual(invalid)
    for (const header of [{ alg: "none" }, { alg: "HS256" }, { alg: "ES256", crit: ["b64"], b64: true }, ["ES256"], {}]) {
      expect(judge(await seal(signed(header)))).toEqual(malformed)
    }
    for (const content of [
      "",
      "a.b",
      "not a token",
      signedToken([], keys.signing.privateKey),
      signedToken("text", keys.signing.privateKey)
    ]) {
      expect(judge(await seal(content))).toEqual(malformed)
    }
  })

  test("under another key is none of this installation, and one without encryption, or by other algorithms, is none at all", async () => {
    const malformed = { verdict: "failed", reason: "malformed" } as const
    expect(judge(await encryptedToken(signed(), playKeys().decryption_key))).toEqual({
      verdict: "failed",
      reason: "not_for_this_installation"
    })
    expect(judge(signed())).toEqual(malformed)
    const right = { alg: "A256KW", enc: "A256GCM" }
    for (const header of [{ ...right, alg: "dir" }, { ...right, enc: "A128GCM" }, { ...right, zip: "DEF" }, { ...right, crit: [] }, null]) {
      expect(judge(await encryptedToken(signed(), keys.decryption_key, header))).toEqual(malformed)
    }
  })

  test("with a part that no base64url is so long as has failed", async () => {
    const [header, key, iv, ...others] = (await playToken(payload, keys)).split(".")
    expect(judge([header, key, iv, ...others].join(".")).verdict).toBe("verified")
    expect(judge([header, key, `${iv}A`, ...others].join("."))).toEqual({ verdict: "failed", reason: "malformed" })
  })

  test("with any one character changed has failed", async () => {
    const token = await playToken(payload, keys)
    // The last character of a part may hold bits that stand for nothing.
    const places = [...token].flatMap((letter, at) => (letter === "." || (token[at + 1] ?? ".") === "." ? [] : [at]))
    fc.assert(
      fc.property(fc.constantFrom(...places), fc.constantFrom(..."AQgw-_.~ "), (at, letter) => {
        const changed = `${token.slice(0, at)}${letter}${token.slice(at + 1)}`
        expect(judge(changed).verdict).toBe(changed === token ? "verified" : "failed")
      }),
      { numRuns: 400 }
    )
  })

  test("of any text, of any parts, and with any content under the right keys, is judged and nothing else happens", async () => {
    const part = fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes).toString("base64url"))
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), (any) => expect(judge(any).verdict).toBe("failed")),
      { numRuns: 1_000 }
    )
    const header = Buffer.from('{"alg":"A256KW","enc":"A256GCM"}').toString("base64url")
    const bytes = (length: number) =>
      fc.uint8Array({ minLength: length, maxLength: length }).map((all) => Buffer.from(all).toString("base64url"))
    fc.assert(
      fc.property(bytes(40), bytes(12), part, bytes(16), (...parts) => expect(judge([header, ...parts].join(".")).verdict).toBe("failed")),
      { numRuns: 1_000 }
    )
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (any) => expect((await playToken(any, keys).then(judge)).verdict).toBe("failed")),
      { numRuns: 100 }
    )
  })
})

test("a key comes out of its wrapping as the example of RFC 3394, 4.6 says, and not at all under another key", () => {
  const key = Buffer.from("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f", "hex")
  const wrapped = Buffer.from("28c9f404c4b810f4cbccb35cfb87f8263f5786e2d80ed326cbc7f0e71a99f43bfb988b9b7a02dd21", "hex")
  expect(unwrapKey(key, wrapped)?.toString("hex")).toBe("00112233445566778899aabbccddeeff000102030405060708090a0b0c0d0e0f")
  expect(unwrapKey(key.toReversed(), wrapped)).toBeNull()
  expect(unwrapKey(key, wrapped.subarray(8))).toBeNull()
})

test("a verification key is one of P-256, and nothing else is", () => {
  const derOf = (namedCurve: string) => curveKey(namedCurve).publicKey.export({ format: "der", type: "spki" })
  expect(readVerificationKey(derOf("P-256"))).not.toBeNull()
  for (const bytes of [derOf("P-384"), new Uint8Array(), new Uint8Array(91)]) expect(readVerificationKey(bytes)).toBeNull()
})
