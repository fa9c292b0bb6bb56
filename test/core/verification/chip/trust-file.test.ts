import { describe, expect, test } from "bun:test"
import { readMasterList } from "@vouchkit/core/verification/chip/certificates/master-list"
import { readTrustBytes, readTrustFile, type TrustFileEntry } from "@vouchkit/core/verification/chip/certificates/trust-file"
import fc from "fast-check"
import list from "../../../fixtures/chips/master-list.json" with { type: "json" }
import { fromBase64 } from "../../../fixtures/chips.ts"

const bytes = fromBase64(list.list)
const kinds = (entries: ReadonlyArray<TrustFileEntry>): ReadonlyArray<string> => entries.map(({ kind }) => kind)
async function* chunked(text: Uint8Array, size: number) {
  for (let at = 0; at < text.length; at += size) yield text.subarray(at, at + size)
}
const all = async (text: Uint8Array, size = 1000) => Array.fromAsync(readTrustFile(chunked(text, size)))
const encoded = (text: string) => new TextEncoder().encode(text)
const folded = (line: string) => line.replace(/(.{76})(?=.)/g, "$1\n ")

describe("a master list signed by OpenSSL", () => {
  for (const [name, text] of [
    ["DER", list.list],
    ["BER with indefinite lengths", list.streamed]
  ] as const) {
    test(`in ${name} is verified to a CSCA of its own and gives each certificate`, () => {
      const entries = [...readTrustBytes(fromBase64(text))]
      expect(entries[0]).toMatchObject({ kind: "master_list", signature: "valid", anchored: true, certificates: 13, position: 1 })
      expect(kinds(entries.slice(1))).toEqual(Array.from({ length: 13 }, () => "certificate"))
      const countries = new Set(entries.flatMap((entry) => (entry.kind === "certificate" ? [entry.certificate.subject.country] : [])))
      expect([...countries].sort()).toEqual(["UT", "XA", "XB"])
    })
  }

  test("with a changed member says so, and still gives the others", () => {
    const changed = bytes.with(600, (bytes[600] ?? 0) ^ 1)
    const [head, ...members] = [...readTrustBytes(changed)]
    expect(head).toMatchObject({ kind: "master_list", signature: "invalid", anchored: false })
    expect(members.length).toBe(13)
  })

  test("cut off anywhere is refused as one entry, never thrown", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: bytes.length - 1 }), (length) => {
        expect(kinds([...readTrustBytes(bytes.subarray(0, length))])).toEqual(["refused"])
      })
    )
  })

  test("reads its members only as they are asked for", () => {
    const first = readMasterList(bytes).members().next().value
    expect(first).toMatchObject({ position: 1 })
  })
})

describe("files of trust material", () => {
  const certificates = [...readTrustBytes(bytes)].flatMap((entry) => (entry.kind === "certificate" ? [entry.certificate.der] : []))

  test("of certificates one after the other, and of PEM with what else stands there", async () => {
    const joined = new Uint8Array(Buffer.concat([...certificates.slice(0, 3), fromBase64(list.crl)]))
    expect(kinds(await all(joined))).toEqual(["certificate", "certificate", "certificate", "crl"])
    const pem = encoded(`# trust\n${list.pem}subject=nobody\n-----BEGIN CERTIFICATE-----\n!!\n-----END CERTIFICATE-----\n${list.pem}`)
    expect(kinds(await all(pem, 7))).toEqual(["certificate", "refused", "certificate"])
  })

  test("of LDIF are streamed: lists, certificates and revocation lists, folded or not, whatever the chunks", async () => {
    const lines = [
      "version: 1",
      "",
      "dn: c=UT,dc=data,dc=download,dc=pkd,dc=icao,dc=int",
      "objectClass: top",
      folded(`pkdMasterListContent:: ${list.list}`),
      "",
      "dn: cn=1,c=UT",
      folded(`userCertificate;binary:: ${Buffer.from(certificates[0] ?? []).toString("base64")}`),
      "pkdVersion:: MQ==",
      "userCertificate;binary:: !!!",
      `certificateRevocationList;binary:: ${list.crl}`,
      ""
    ].join("\r\n")
    const expected = ["master_list", ...Array.from({ length: 13 }, () => "certificate"), "certificate", "refused", "crl"]
    for (const size of [1, 13, 1 << 16]) {
      const text = size === 1 ? lines.slice(lines.indexOf("dn: cn=1")) : lines
      const entries = await all(encoded(text), size)
      expect(kinds(entries)).toEqual(size === 1 ? expected.slice(14) : expected)
      expect(entries.map(({ position }) => position)).toEqual(entries.map((_, index) => index + 1))
    }
  })

  test("of anything else are refused, empty ones hold nothing", async () => {
    expect(kinds(await all(encoded("PK\u0003\u0004 zip")))).toEqual(["refused"])
    expect(await all(new Uint8Array(0))).toEqual([])
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 300 }), async (chance) => {
        expect((await all(chance, 50)).every(({ position }) => position > 0)).toBe(true)
      })
    )
  })
})
