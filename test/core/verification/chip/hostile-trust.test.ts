import { describe, expect, test } from "bun:test"
import { definiteLengths } from "@vouchkit/core/verification/chip/asn1/definite-lengths"
import { readTlv } from "@vouchkit/core/verification/chip/asn1/tlv"
import { readCertificate } from "@vouchkit/core/verification/chip/certificates/certificates"
import { chainLimits, trustPathOf } from "@vouchkit/core/verification/chip/certificates/chain"
import { readTrustBytes, readTrustFile } from "@vouchkit/core/verification/chip/certificates/trust-file"
import { indexTrust, type TrustIndex } from "@vouchkit/core/verification/chip/certificates/trust-index"
import { writtenCertificate, writtenKey } from "../../../support/written-certificates.ts"

const encoded = (text: string) => new TextEncoder().encode(text)
const kinds = (entries: Iterable<{ readonly kind: string }>) => [...entries].map(({ kind }) => kind)

/** Trust that counts which signatures it is asked for. */
const counting = (trust: TrustIndex) => {
  const asked = { signatures: 0 }
  const counted: TrustIndex = {
    ...trust,
    signed: (issued, issuer) => {
      asked.signatures += 1
      return trust.signed(issued, issuer)
    }
  }
  return { asked, trust: counted }
}

describe("certificates that all signed one another", () => {
  const key = writtenKey()
  const names = ["A", "B"]
  const links = Array.from({ length: 40 }, (_, serial) =>
    writtenCertificate(key, { subject: names[serial % 2] ?? "", issuer: names[(serial + 1) % 2] ?? "", serial })
  )
  const signer = readCertificate(writtenCertificate(key, { subject: "Signer", issuer: "A", serial: 1_000 }))

  test("are asked for a limited number of signatures, however many paths they have", () => {
    const { asked, trust } = counting(indexTrust({ certificates: links, crls: [] }))
    expect(trustPathOf(signer, trust, []).kind).toBe("no_trust_anchor")
    expect(asked.signatures).toBeLessThanOrEqual(chainLimits.signatures)
  })

  test("hide no anchor that one of them names", () => {
    const anchor = writtenCertificate(key, { subject: "A", issuer: "A", serial: 2_000 })
    expect(trustPathOf(signer, indexTrust({ certificates: [...links, anchor], crls: [] }), []).kind).toBe("trusted")
  })
})

describe("files of trust material", () => {
  test("of PEM with beginnings and no ends are refused block by block", () => {
    const [one = "", ...others] = kinds(readTrustBytes(encoded("-----BEGIN CERTIFICATE-----\n".repeat(200_000))))
    expect([one, others.length, new Set(others).size]).toEqual(["refused", 199_999, 1])
  })

  test("of LDIF with a line that does not end are refused as one value", async () => {
    const chunk = encoded("A".repeat(1_000))
    const chunks = async function* () {
      yield encoded("userCertificate;binary:: ")
      for (let sent = 0; sent < 40_000; sent += 1) yield chunk
    }
    expect(kinds(await Array.fromAsync(readTrustFile(chunks())))).toEqual(["refused"])
  })

  test("of LDIF with a value of empty lines are refused as one value", async () => {
    const empty = encoded(" \n".repeat(100_000))
    const chunks = async function* () {
      yield encoded("userCertificate;binary:: MAA=\n")
      for (let sent = 0; sent < 60; sent += 1) yield empty
    }
    expect(kinds(await Array.fromAsync(readTrustFile(chunks())))).toEqual(["refused"])
  })
})

test("a streamed value of a hundred thousand pieces is joined, not failed on", () => {
  const pieces = Array.from({ length: 100_000 }, () => Uint8Array.of(0x04, 1, 7))
  const streamed = new Uint8Array(Buffer.concat([Uint8Array.of(0x24, 0x80), ...pieces, Uint8Array.of(0, 0)]))
  const whole = readTlv(definiteLengths(streamed))
  expect([whole.tag, whole.value.length, whole.value.every((byte) => byte === 7)]).toEqual([0x04, 100_000, true])
})
