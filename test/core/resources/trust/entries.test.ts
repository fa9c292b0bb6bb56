import { describe, expect, test } from "bun:test"
import { createHash } from "node:crypto"
import { readCertificate } from "@vouchkit/core/verification/chip/certificates/certificates"
import { readRevocationList } from "@vouchkit/core/verification/chip/certificates/revocation-lists"
import { readTrustFile } from "@vouchkit/core/verification/chip/certificates/trust-file"
import { trustCountry } from "@vouchkit/core/verification/chip/certificates/trust-country"
import { certificateEntry, crlEntry, trustEntries } from "@vouchkit/core/resources/trust/entries"
import { TrustUnreadable } from "@vouchkit/core/resources/trust/import-trust"
import { type MetList, refusals, type TrustEntry } from "@vouchkit/core/resources/trust/model"
import { chipFixture } from "../../../support/chips.ts"

const bytes = (base64: string) => new Uint8Array(Buffer.from(base64, "base64"))
async function* inChunks(file: Uint8Array, size = 1000): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < file.length; at += size) yield file.subarray(at, at + size)
}
const entriesOf = async (file: Uint8Array, met: (list: MetList) => void = () => {}) => {
  const found: Array<TrustEntry> = []
  for await (const entry of trustEntries("file.ml", readTrustFile(inChunks(file)), met)) found.push(entry)
  return found
}

describe("the country under which certificates are kept", () => {
  test("is the same for the certificate, the code of ISO 3166-1 and the issuing state of the machine readable zone", () => {
    const same = {
      DE: ["DE", "de", "D<<", "D", "DEU"],
      GB: ["GB", "UK", "GBR", "GBD"],
      XK: ["KS", "XK", "RKS", "RK"],
      UN: ["UNO", "UN"],
      EU: ["EUE"]
    }
    for (const [country, codes] of Object.entries(same)) expect(codes.map(trustCountry)).toEqual(codes.map(() => country))
  })
  test("is none for what names no issuer", () => {
    expect(["", "<<<", "1", "XYZ", "Germany", "D3", "__proto__", "A".repeat(1000)].map(trustCountry)).toEqual(Array(8).fill(undefined))
  })
})

describe("an entry of a file", () => {
  const { certificates } = chipFixture("link-certificate")
  const kinds = (file: ReadonlyArray<string>) =>
    file.map((der) => {
      const entry = certificateEntry(readCertificate(bytes(der)), "here")
      return entry.entry === "certificate" ? entry.certificate.kind : entry.entry
    })

  test("is a root when its own key signed it, a link when another did, and the signer of documents when it may not issue", () => {
    expect(kinds(certificates)).toEqual(["csca", "link"])
  })

  test("carries the digest of its bytes, its validity and its country", () => {
    const [der = ""] = certificates
    const read = readCertificate(bytes(der))
    expect(certificateEntry(read, "file.cer, entry 1")).toEqual({
      entry: "certificate",
      where: "file.cer, entry 1",
      certificate: {
        sha256: createHash("sha256").update(bytes(der)).digest("hex"),
        country: "UT",
        subject: read.subject.text,
        not_before: new Date(read.not_before).toISOString(),
        not_after: new Date(read.not_after).toISOString(),
        kind: "csca",
        signer_keys: [],
        der: bytes(der)
      }
    })
  })

  test("without a country, valid at no time, or with a signature that is not its own is refused or no root", () => {
    const read = readCertificate(bytes(certificates[0] ?? ""))
    expect(certificateEntry({ ...read, subject: { ...read.subject, country: null } }, "x")).toMatchObject({ reason: refusals.no_country })
    expect(certificateEntry({ ...read, not_after: read.not_before - 1 }, "x")).toMatchObject({ reason: refusals.no_validity })
    const forged = { ...read, signature: read.signature.map((byte, at) => (at === read.signature.length - 1 ? byte ^ 1 : byte)) }
    expect(certificateEntry(forged, "x")).toMatchObject({ certificate: { kind: "link" } })
  })

  test("that is a revocation list replaces those of its issuer, unless it speaks for a part only", () => {
    const { crls, empty_crl } = chipFixture("revoked")
    const [first, second] = [crls[0] ?? "", empty_crl ?? ""].map((der) => readRevocationList(bytes(der)))
    if (first === undefined || second === undefined) throw new Error("no lists")
    const keyOf = (entry: TrustEntry) => (entry.entry === "crl" ? entry.crl.issuer_key : entry.entry)
    expect(keyOf(crlEntry(first, "a"))).toBe(keyOf(crlEntry(second, "b")))
    expect(keyOf(crlEntry({ ...first, complete: false }, "a"))).not.toBe(keyOf(crlEntry({ ...second, complete: false }, "b")))
    expect(crlEntry({ ...first, der: new Uint8Array(3 << 20) }, "a")).toMatchObject({ reason: refusals.too_large })
    expect(crlEntry({ ...first, issuer: { ...first.issuer, country: null } }, "a")).toMatchObject({ reason: refusals.no_country })
  })
})

describe("a master list", () => {
  const { list } = chipFixture("master-list")
  const file = bytes(list ?? "")

  test("gives its certificates and tells who signed it", async () => {
    const met: Array<MetList> = []
    const entries = await entriesOf(file, (one) => met.push(one))
    const found = entries.filter(({ entry }) => entry === "certificate")
    expect(met).toMatchObject([{ file: "file.ml", signature: "valid", certificates: entries.length }])
    expect(found.length).toBeGreaterThan(3)
    expect(entries.every(({ where }) => /^file\.ml, entry \d+$/.test(where))).toBe(true)
  })

  test("whose signature does not hold refuses the whole file", async () => {
    const changed = Uint8Array.from(file)
    changed[changed.length - 5] = (changed[changed.length - 5] ?? 0) ^ 1
    await expect(entriesOf(changed)).rejects.toBeInstanceOf(TrustUnreadable)
  })

  test("gives the same entries each time, so that an import can go on where it stopped", async () => {
    expect(await entriesOf(file)).toEqual(await entriesOf(file))
  })
})
