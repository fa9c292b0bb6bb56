import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import { aamvaLimits } from "../../../../packages/core/src/verification/identity-documents/aamva/elements.ts"
import { readAamva } from "../../../../packages/core/src/verification/identity-documents/aamva/read-aamva.ts"
import { aamvaDate, aamvaHeight, aamvaPostalCode } from "../../../../packages/core/src/verification/identity-documents/aamva/values.ts"
import { aamvaPayload, californian } from "./documents.ts"

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const read = (of: Partial<typeof californian>) => readAamva(aamvaPayload({ ...californian, ...of }))

describe("a PDF417 payload of the AAMVA standard", () => {
  test("gives every field of a licence", () => {
    expect(readAamva(aamvaPayload(californian))).toEqual({
      version: 8,
      jurisdiction_version: 0,
      issuer_number: "636014",
      issuer: { country: "US", jurisdiction: "CA" },
      card: "DL",
      document_number: "D7719034",
      surname: "OKAFOR",
      given_names: "RUTH IVY",
      first_name: "RUTH",
      middle_name: "IVY",
      suffix: null,
      truncated: { surname: false, first_name: false, middle_name: false },
      date_of_birth: "1988-07-04",
      expiry_date: "2030-07-04",
      never_expires: false,
      issue_date: "2022-03-15",
      sex: "F",
      address: ["88 LARKSPUR LN", "FRESNO CA 93721"],
      postal_code: "93721",
      country: "US",
      height_cm: 173,
      eye_color: "BRO",
      document_discriminator: "03/15/202258893/AAFD/30",
      place_of_birth: null,
      incomplete: false
    })
  })

  test("is read in each version with the names where that version has them", () => {
    const { DAC, DAD, DCS, ...rest } = californian.elements
    const named: Readonly<Record<number, Record<string, string>>> = {
      1: { DAA: "OKAFOR,RUTH,IVY" },
      2: { DCS: "OKAFOR", DCT: "RUTH IVY" },
      3: { DCS: "OKAFOR", DCT: "RUTH,IVY" }
    }
    for (let version = 1; version <= 10; version++) {
      const card = read({ version, elements: { ...rest, ...(named[version] ?? { DAC: DAC ?? "", DAD: DAD ?? "", DCS: DCS ?? "" }) } })
      expect([
        version,
        card?.version,
        card?.surname,
        card?.first_name,
        card?.middle_name,
        card?.document_number,
        card?.jurisdiction_version
      ]).toEqual([version, version, "OKAFOR", "RUTH", "IVY", "D7719034", version === 1 ? null : 0])
    }
  })

  test("of Canada has its dates with the year first, and its postal code with a space", () => {
    const card = read({
      issuer: "636012",
      elements: { ...californian.elements, DBB: "19880704", DBA: "20300704", DBD: "20220315", DAK: "K1A0B1     ", DCG: "CAN", DBC: "9" }
    })
    expect([card?.date_of_birth, card?.expiry_date, card?.issue_date]).toEqual(["1988-07-04", "2030-07-04", "2022-03-15"])
    expect([card?.issuer?.country, card?.issuer?.jurisdiction, card?.country, card?.postal_code, card?.sex]).toEqual([
      "CA",
      "ON",
      "CA",
      "K1A 0B1",
      "X"
    ])
  })

  test("is an identification card where its subfile says so", () => {
    expect(read({ type: "ID" })?.card).toBe("ID")
    expect(read({ type: "EN" })?.card).toBe("EN")
  })

  test("tells that a name was cut", () => {
    const card = read({ elements: { ...californian.elements, DDE: "T", DDF: "U" } })
    expect(card?.truncated).toEqual({ surname: true, first_name: null, middle_name: false })
  })

  test("has no value where the issuer writes that there is none", () => {
    const card = read({ elements: { ...californian.elements, DAD: "NONE", DCU: "unavl", DBA: "99999999" } })
    expect([card?.middle_name, card?.suffix, card?.given_names, card?.expiry_date, card?.never_expires]).toEqual([
      null,
      null,
      "RUTH",
      null,
      true
    ])
  })

  test("of a jurisdiction whose number is not assigned keeps its data and has no issuer", () => {
    const card = read({ issuer: "636099" })
    expect([card?.issuer, card?.issuer_number, card?.surname]).toEqual([null, "636099", "OKAFOR"])
  })

  test("is read with the separators, file types and wrong lengths that issuers print", () => {
    const body = "DLDAQX12-345\nDCSLE GRAND\nDACZOE\nDBB01311999\n"
    for (const text of [
      `@\n\u001c\rANSI 636001070002DL00410999ZN02840046${body}\rZNZNAX\r`,
      `@\r\n\u001e\r\nAAMVA6360010102DL00390120ZN01590046${body.replaceAll("\n", "\r\n")}`,
      `@\n\u001e\rANSI636001070001DL00310100${body}`,
      `ANSI 636001070009${body}`
    ]) {
      const card = readAamva(bytes(text))
      expect([card?.issuer?.jurisdiction, card?.document_number, card?.surname, card?.first_name, card?.date_of_birth]).toEqual([
        "NY",
        "X12-345",
        "LE GRAND",
        "ZOE",
        "1999-01-31"
      ])
    }
  })

  test("reads letters beyond ASCII in the character set of the standard and in UTF-8", () => {
    const text = "@\n\u001e\rANSI 604428100001DL00310030DLDAQT1\nDCSLÉVESQUE\nDACZOÉ\r"
    expect(readAamva(bytes(text))?.surname).toBe("LÉVESQUE")
    expect(readAamva(Uint8Array.from(text, (character) => character.charCodeAt(0)))?.surname).toBe("LÉVESQUE")
  })

  test("keeps within its bounds, and says so", () => {
    const long = readAamva(bytes(`@\n\u001e\rANSI 636014080001DL00310030DLDAQ1\nDCS${"A".repeat(500)}\n`))
    expect([long?.surname?.length, long?.incomplete]).toEqual([aamvaLimits.value, true])
    const many = Array.from({ length: 676 }, (_, index) => `Z${String.fromCharCode(65 + Math.floor(index / 26), 65 + (index % 26))}1`).join(
      "\n"
    )
    expect(readAamva(bytes(`@\n\u001e\rANSI 636014080001DL00310030DLDAQ1\n${many}`))?.incomplete).toBe(true)
  })

  test("of anything else is none: other text, no elements, nothing", () => {
    for (const text of [
      "",
      "ANSI",
      "@\n\u001e\rANSI 636014080001",
      "https://example.com/?ANSI",
      "%B6360141234567^DOE^",
      "0".repeat(70_000)
    ]) {
      expect(readAamva(bytes(text))).toBeNull()
    }
  })

  test("never makes the reader throw, whatever follows a good header", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2_000 }), fc.boolean(), (tail, headed) => {
        const opening = headed ? aamvaPayload(californian).subarray(0, 60) : new Uint8Array()
        const card = readAamva(Uint8Array.from([...opening, ...tail]))
        return card === null || card.address.length <= 3
      })
    )
  })
})

describe("values of elements", () => {
  test("are days that exist, in either order", () => {
    expect(["02291988", "19880229", "02301988", "00000000", "13011990", "1990", "20/02/1990", undefined].map(aamvaDate)).toEqual([
      "1988-02-29",
      "1988-02-29",
      null,
      null,
      null,
      null,
      null,
      null
    ])
  })
  test("are heights in inches, feet and centimetres", () => {
    expect(["068 IN", "173 CM", "5'-08\"", "508", "6'01\"", "999 CM", "tall", undefined].map(aamvaHeight)).toEqual([
      173,
      173,
      173,
      173,
      185,
      null,
      null,
      null
    ])
  })
  test("are postal codes without their padding", () => {
    expect(["902230000  ", "902231234", "K1A0B1", "  ", undefined].map(aamvaPostalCode)).toEqual([
      "90223",
      "90223-1234",
      "K1A 0B1",
      null,
      null
    ])
  })
})
