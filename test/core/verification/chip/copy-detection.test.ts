import { describe, expect, test } from "bun:test"
import { createCipheriv, createDecipheriv, createECDH, createHash, createPrivateKey, getDiffieHellman } from "node:crypto"
import { judgeActiveAuthentication } from "@vouchkit/core/verification/chip/active-authentication"
import { beginChipAuthentication, finishChipAuthentication } from "@vouchkit/core/verification/chip/chip-authentication"
import { readDataGroup15 } from "@vouchkit/core/verification/chip/data-groups/security-infos"
import { judgeChip } from "@vouchkit/core/verification/chip/judge-chip"
import { checksum } from "@vouchkit/core/verification/chip/cryptography/session-keys"
import { type ChipVerification, verifyChip } from "@vouchkit/core/verification/chip/verify-chip"
import type { CopyDetection } from "@vouchkit/core/verification/identity-documents/policy"
import { evidenceOf, fromBase64, groups, readVector, usualGroups } from "../../../fixtures/chips.ts"

const challenge = fromBase64(groups.challenge)
const judged = (verification: ChipVerification, require_copy_detection: CopyDetection = "review") =>
  judgeChip(verification, { require_copy_detection })
const hex = (digits: string) => new Uint8Array(Buffer.from(digits, "hex"))

describe("active authentication", () => {
  const key = readDataGroup15(fromBase64(groups.dg15_rsa))
  for (const [name, answer] of Object.entries(groups.rsa_answers)) {
    test(`accepts an RSA answer of OpenSSL with ${name}, and no other challenge or signature`, () => {
      const signature = fromBase64(answer)
      const judge = (more: object) => judgeActiveAuthentication({ key, challenge, signature, digest: null, ...more })
      expect(judge({})).toBe("valid")
      expect(judge({ challenge: Uint8Array.from(challenge, (byte) => byte ^ 1) })).toBe("invalid")
      expect(judge({ signature: signature.with(100, (signature[100] ?? 0) ^ 1) })).toBe("invalid")
      expect(judge({ signature: signature.subarray(1) })).toBe("invalid")
      expect(judge({ signature: new Uint8Array(256).fill(255) })).toBe("invalid")
    })
  }

  test("accepts the modulus less the number, as the standard lets a chip answer", () => {
    if (key.kind !== "rsa") throw new Error("not RSA")
    const number = (bytes: Uint8Array) => BigInt(`0x${Buffer.from(bytes).toString("hex")}`)
    const negated = number(key.modulus) - number(fromBase64(groups.rsa_answers.sha1))
    const signature = hex(negated.toString(16).padStart(512, "0"))
    expect(judgeActiveAuthentication({ key, challenge, signature, digest: null })).toBe("valid")
  })

  test("accepts an ECDSA answer plain or as a sequence, only with the digest that DG14 names", () => {
    const ec = readDataGroup15(fromBase64(groups.dg15))
    const judge = (answer: string, digest: "sha256" | "sha384" | null, given = challenge) =>
      judgeActiveAuthentication({ key: ec, challenge: given, signature: fromBase64(answer), digest })
    expect([judge(groups.ec_answer, "sha256"), judge(groups.ec_answer_der, "sha256"), judge(groups.ec_answer, null)]).toEqual([
      "valid",
      "valid",
      "valid"
    ])
    expect([judge(groups.ec_answer, "sha384"), judge(groups.ec_answer, "sha256", new Uint8Array(8)), judge("AAAA", "sha256")]).toEqual([
      "invalid",
      "invalid",
      "invalid"
    ])
  })

  test("proves a chip, fails a copy, and asks a person when it was not asked for", async () => {
    const vector = await readVector("ec-brainpoolp256r1")
    const verify = (more: object) => verifyChip(evidenceOf(vector, more))
    const proven = verify({ challenge, active_authentication_signature: groups.ec_answer })
    expect([proven.active_authentication, judged(proven).outcome]).toEqual([true, "passed"])
    const copy = verify({ challenge: new Uint8Array(8), active_authentication_signature: groups.ec_answer })
    expect([copy.active_authentication, copy.passive_authentication, judged(copy).outcome]).toEqual([false, true, "failed"])
    const silent = verify({ challenge })
    expect([silent.active_authentication, judged(silent).outcome]).toEqual([null, "review"])
    expect(silent.findings).toContain("active_authentication_not_performed")
    const keyless = verify({ challenge, active_authentication_signature: groups.ec_answer, data_groups: { dg1: groups.dg1 } })
    expect([keyless.active_authentication, judged(keyless).outcome]).toEqual([null, "review"])
  })

  test("is told to be missing by who holds back the data groups that it rests on", async () => {
    const vector = await readVector("ec-brainpoolp256r1")
    const unasked = ["active_authentication_not_performed", "chip_authentication_not_performed"]
    const told = ({ dg14, dg15 }: { readonly dg14?: string; readonly dg15?: string }): ReadonlyArray<unknown> => {
      const { dg1, dg2 } = usualGroups
      const data_groups = { dg1, dg2, ...(dg14 === undefined ? {} : { dg14 }), ...(dg15 === undefined ? {} : { dg15 }) }
      const verification = verifyChip(evidenceOf(vector, { challenge, data_groups }))
      return [judged(verification).outcome, verification.findings.filter((finding) => unasked.includes(finding))]
    }
    const { dg14, dg15 } = groups
    expect(told({})).toEqual(["review", unasked])
    expect(told({ dg14 })).toEqual(["review", unasked])
    expect(told({ dg15 })).toEqual(["review", unasked])
  })

  test("counts for nothing with a key that the state did not sign", async () => {
    const vector = await readVector("ec-brainpoolp256r1")
    const forged = verifyChip(
      evidenceOf(vector, {
        challenge,
        active_authentication_signature: groups.rsa_answers.sha256,
        data_groups: { ...usualGroups, dg15: groups.dg15_rsa }
      })
    )
    expect([forged.active_authentication, forged.passive_authentication]).toEqual([null, false])
  })
})

describe("a chip that proved nothing of itself", () => {
  const outcomesOf = (verification: ChipVerification) =>
    (["always", "if_offered", "review", "never"] as const).map((required) => judged(verification, required).outcome)

  test("is judged as the policy says, by whether the state signed a key that it held back", async () => {
    const { dg1, dg2 } = groups
    const held = verifyChip(evidenceOf(await readVector("ec-prime256v1"), { challenge, data_groups: { dg1, dg2 } }))
    expect(outcomesOf(held)).toEqual(["failed", "failed", "review", "passed"])
    expect([held.passive_authentication, judged(held).session_reasons]).toEqual([true, ["copy_not_excluded"]])
    const none = verifyChip(evidenceOf(await readVector("no-copy-detection"), { challenge, data_groups: { dg1, dg2 } }))
    expect([none.passive_authentication, none.findings.includes("copy_detection_absent")]).toEqual([true, true])
    expect(outcomesOf(none)).toEqual(["failed", "review", "review", "passed"])
  })

  test("is no copy under any policy once either proof held", async () => {
    const more = { challenge, active_authentication_signature: groups.ec_answer }
    const proven = verifyChip(evidenceOf(await readVector("ec-prime256v1"), more))
    expect(proven.findings).not.toContain("copy_not_excluded")
    expect(new Set(outcomesOf(proven))).toEqual(new Set(["passed"]))
  })
})

describe("checksums of secure messaging", () => {
  test("are those of the examples of RFC 4493 and ICAO 9303-11, appendix D", () => {
    const icao = checksum(
      "3des",
      hex("7962D9ECE03D1ACD4C76089DCE131543"),
      hex("72C29C2371CC9BDB65B779B8E8D37B29ECC154AA56A8799FAE2F498F76ED92F2")
    )
    expect(Buffer.from(icao).toString("hex")).toBe("5f1448eea8ad90a7")
    // The checksum pads before it computes, as messaging does; the second implementation is held to example 2 of the RFC without padding.
    const text = hex("6bc1bee22e409f96e93d7e117393172a")
    const key = hex("2b7e151628aed2a6abf7158809cf4f3c")
    expect(Buffer.from(checksum("aes128", key, text))).toEqual(
      Buffer.from(ownCmac(key, [...text, 0x80, ...new Uint8Array(15)])).subarray(0, 8)
    )
    expect(Buffer.from(ownCmac(key, [...text])).toString("hex")).toBe("070a16b46b4d4144f79bdd9dd04a287c")
  })
})

/** A second CMAC for whole blocks (RFC 4493, 2.4), over the block cipher of the runtime. */
const ownCmac = (key: Uint8Array, data: ReadonlyArray<number>): Uint8Array => {
  const block = (bytes: Uint8Array) => {
    const cipher = createCipheriv(`aes-${key.length * 8}-ecb`, key, null).setAutoPadding(false)
    return new Uint8Array(Buffer.concat([cipher.update(bytes), cipher.final()]))
  }
  const zero = BigInt(`0x${Buffer.from(block(new Uint8Array(16))).toString("hex")}`)
  const doubled = ((zero << 1n) & ((1n << 128n) - 1n)) ^ (zero >> 127n === 1n ? 0x87n : 0n)
  const subkey = hex(doubled.toString(16).padStart(32, "0"))
  let chain = new Uint8Array(16)
  for (let at = 0; at < data.length; at += 16) {
    const last = at + 16 === data.length
    chain = block(chain.map((byte, index) => byte ^ (data[at + index] ?? 0) ^ (last ? (subkey[index] ?? 0) : 0))) as typeof chain
  }
  return chain
}

describe("chip authentication", () => {
  const dg14 = fromBase64(groups.dg14)
  const random = new Uint8Array(32).fill(9)
  const begun = beginChipAuthentication(dg14, random)
  if (begun === null) throw new Error("DG14 offers no chip authentication")

  /** A chip that answers with the private key of DG14, by ECDH and AES of the runtime alone. */
  const chipsResponse = (privateKey: Buffer, data = [0x87, 0x11, 0x01, ...new Uint8Array(16).fill(0x33), 0x99, 0x02, 0x90, 0x00]) => {
    const chip = createECDH("prime256v1")
    chip.setPrivateKey(privateKey)
    const shared = chip.computeSecret(begun.ephemeral_public_key)
    const mac = createHash("sha1").update(shared).update(hex("00000002")).digest().subarray(0, 16)
    const check = (counter: number, data: ReadonlyArray<number>) => {
      const covered = [...new Uint8Array(15), counter, ...data, 0x80]
      return ownCmac(mac, [...covered, ...new Uint8Array((16 - (covered.length % 16)) % 16)]).subarray(0, 8)
    }
    const header = [...begun.command.subarray(0, 4), 0x80, ...new Uint8Array(11)]
    const obeys = Buffer.from(check(1, [...header, ...begun.command.subarray(5, 8)])).equals(begun.command.subarray(10, 18))
    return { obeys, response: new Uint8Array([...data, 0x8e, 0x08, ...check(2, data), 0x90, 0x00]) }
  }
  const secret = Buffer.from(createPrivateKey(groups.chip_key).export({ format: "jwk" }).d ?? "", "base64url")
  const { obeys, response } = chipsResponse(secret)
  const { response: copied } = chipsResponse(Buffer.alloc(32, 5))

  test("accepts the response of the chip that holds the private key, with or without its status word", () => {
    expect([begun.protocol, begun.key_id, obeys]).toEqual(["0.4.0.127.0.7.2.2.3.2.2", null, true])
    expect([finishChipAuthentication(begun.state, response), finishChipAuthentication(begun.state, response.subarray(0, -2))]).toEqual([
      true,
      true
    ])
  })

  test("accepts a bare status under the checksum, and refuses data without one", () => {
    expect(finishChipAuthentication(begun.state, chipsResponse(secret, [0x99, 0x02, 0x69, 0x82]).response)).toBe(true)
    expect(finishChipAuthentication(begun.state, chipsResponse(secret, [0x87, 0x02, 0x01, 0x00]).response)).toBe(false)
    expect(finishChipAuthentication(begun.state, chipsResponse(secret, [0x81, 0x00, 0x99, 0x02, 0x90, 0x00]).response)).toBe(false)
  })

  test("refuses a copy's response, a changed one, and one cut off anywhere", () => {
    expect(finishChipAuthentication(begun.state, copied)).toBe(false)
    for (let at = 0; at < response.length - 2; at += 1) {
      expect(finishChipAuthentication(begun.state, response.with(at, (response[at] ?? 0) ^ 1))).toBe(false)
      expect(finishChipAuthentication(begun.state, response.subarray(0, at))).toBe(false)
    }
  })

  test("begins alike with the same chance, otherwise with other, and not at all with too little or without a key", () => {
    expect(beginChipAuthentication(dg14, random)).toEqual(begun)
    expect(beginChipAuthentication(dg14, new Uint8Array(32))?.ephemeral_public_key).not.toEqual(begun.ephemeral_public_key)
    expect([beginChipAuthentication(dg14, random.subarray(1)), beginChipAuthentication(fromBase64(groups.dg1), random)]).toEqual([
      null,
      null
    ])
  })

  test("is part of the verdict: a proof passes, a copy fails", async () => {
    const vector = await readVector("ec-prime256v1")
    const judge = (answer: Uint8Array) => verifyChip(evidenceOf(vector, { chip_authentication: { random, response: answer } }))
    expect([judge(response).chip_authentication, judged(judge(response)).outcome]).toEqual([true, "passed"])
    const copy = judge(copied)
    expect([copy.chip_authentication, judged(copy).outcome, judged(copy).session_reasons]).toEqual([
      false,
      "failed",
      ["nfc_authentication_failed"]
    ])
  })

  test("with Diffie-Hellman and triple DES, which a key without an info stands for, is proven by a second implementation", () => {
    const group = getDiffieHellman("modp14")
    group.generateKeys()
    const tlv = (tag: number, ...values: ReadonlyArray<Uint8Array>): Uint8Array => {
      const value = Buffer.concat(values)
      return new Uint8Array([tag, ...(value.length < 128 ? [value.length] : [0x82, value.length >> 8, value.length & 255]), ...value])
    }
    const integer = (bytes: Uint8Array) => tlv(2, Uint8Array.of(0), bytes)
    const algorithm = tlv(0x30, tlv(6, hex("2a8648ce3e0201")), tlv(0x30, integer(group.getPrime()), integer(group.getGenerator())))
    const key = tlv(0x30, algorithm, tlv(3, Uint8Array.of(0), integer(group.getPublicKey())))
    const start = beginChipAuthentication(tlv(0x6e, tlv(0x31, tlv(0x30, tlv(6, hex("04007f000702020101")), key))), random)
    if (start === null) throw new Error("no Diffie-Hellman")
    expect([start.protocol, start.ephemeral_public_key.length]).toEqual(["0.4.0.127.0.7.2.2.3.1.1", 256])

    const shared = group.computeSecret(start.ephemeral_public_key)
    const whole = Buffer.concat([Buffer.alloc(256 - shared.length), shared])
    const mac = createHash("sha1").update(whole).update(hex("00000002")).digest().subarray(0, 16)
    const des = (key: Uint8Array, block: Uint8Array, decrypt = false) => {
      const three = Buffer.concat([key, key, key])
      const cipher = (decrypt ? createDecipheriv : createCipheriv)("des-ede3-cbc", three, new Uint8Array(8)).setAutoPadding(false)
      return Buffer.concat([cipher.update(block), cipher.final()])
    }
    const covered = Buffer.from([...new Uint8Array(7), 2, 0x99, 0x02, 0x90, 0x00, 0x80, 0, 0, 0])
    const [first, second] = [mac.subarray(0, 8), mac.subarray(8)]
    const one = des(first, covered.subarray(0, 8))
    const two = des(
      first,
      covered.subarray(8).map((byte, index) => byte ^ (one[index] ?? 0))
    )
    const check = des(first, des(second, two, true))
    const answer = new Uint8Array([0x99, 0x02, 0x90, 0x00, 0x8e, 0x08, ...check, 0x90, 0x00])
    expect(finishChipAuthentication(start.state, answer)).toBe(true)
    expect(finishChipAuthentication(start.state, answer.with(8, (answer[8] ?? 0) ^ 1))).toBe(false)
  })
})
