import { describe, expect, test } from "bun:test"
import { compareAddresses } from "@vouchkit/core/verification/proof-of-address/compare/addresses/address"
import { parsePostalAddress } from "@vouchkit/core/verification/proof-of-address/compare/addresses/postal-address"
import fc from "fast-check"

const compared = (printed: ReadonlyArray<string>, stated: string, country: string) =>
  compareAddresses(parsePostalAddress(printed, country), parsePostalAddress([stated], country))

/** Country, the lines of a bill, and the same as someone types it. */
const addresses: ReadonlyArray<readonly [country: string, lines: ReadonlyArray<string>, stated: string]> = [
  [
    "MA",
    ["Résidence Al Wifaq Imm. 14 Appt 7", "Avenue Annakhil", "Hay Riad", "10100 Rabat"],
    "Residence Al Wifaq Imm 14 Appt 7 Av Annakhil Hay Riad 10100 Rabat"
  ],
  [
    "AE",
    ["Apt 1104, Al Zahra Tower 2", "Al Taawun Street", "Sharjah", "United Arab Emirates"],
    "Apt 1104 Al Zahra Tower 2 Al Taawun St Sharjah"
  ],
  [
    "PK",
    ["Flat No. B-304, Rufi Terrace", "Block 13-D, Gulshan-e-Iqbal", "Karachi 75300"],
    "Flat B-304 Rufi Terrace Block 13-D Gulshan-e-Iqbal Karachi 75300 Pakistan"
  ],
  [
    "JP",
    ["Maison Kitazawa 302", "2-14-7 Kitazawa", "Setagaya-ku, Tokyo 155-0031"],
    "Maison Kitazawa 302 2-14-7 Kitazawa Setagaya-ku Tokyo 155-0031"
  ],
  [
    "ID",
    ["PERUM GRIYA ASRI BLOK C3 NO 14", "RT 004 RW 011 KEL SUKAMAJU", "KEC CILODONG", "DEPOK 16415"],
    "Perum Griya Asri Blok C3 No. 14 RT 004 RW 011 Kel Sukamaju Kec Cilodong Depok 16415"
  ],
  [
    "DO",
    ["Calle 5 Esq. Calle 8, Manzana G, Casa 22", "Residencial Villa Olga II", "Santiago de los Caballeros"],
    "Calle 5 Esq Calle 8 Manzana G Casa 22 Residencial Villa Olga II Santiago de los Caballeros"
  ],
  [
    "MY",
    ["B-12-03, PANGSAPURI BUKIT HIJAU", "LORONG BUKIT GAMBIR 2", "11700 GELUGOR", "PULAU PINANG"],
    "B-12-03 Pangsapuri Bukit Hijau Lorong Bukit Gambir 2 11700 Gelugor Pulau Pinang"
  ]
]

describe("an address in the same words", () => {
  for (const [country, lines, stated] of addresses) {
    test(`agrees without commas: ${country}`, () => {
      expect(compared(lines, stated, country)).toMatchObject({ score: 1, doubtful: false, partial: false, partial_reasons: [] })
    })
    test(`does not with another number, anywhere: ${country}`, () => {
      for (const { 0: number, index } of stated.matchAll(/\d/g)) {
        const other = `${stated.slice(0, index)}${(Number(number) + 1) % 10}${stated.slice(index + 1)}`
        const { doubtful, score } = compared(lines, other, country)
        expect([other, score === 1 && !doubtful]).toEqual([other, false])
      }
    })
  }

  test("is not one whose numbers fall apart elsewhere", () => {
    const one = compared(["Flat 1", "2 Harbour Mole Lane", "Kwale Township"], "Flat 12 Harbour Mole Lane Kwale Township", "KE")
    expect(one.score === 1 && !one.doubtful).toBe(false)
  })

  test("is not one whose flat has another letter", () => {
    const one = compared(["Flat S, 12 Harbour Mole", "Kwale Township"], "Flat N 12 Harbour Mole Kwale Township", "KE")
    expect(one.score === 1 && !one.doubtful).toBe(false)
  })

  test("is no address by three words alone", () => {
    expect(compared(["Flat 3 Karen"], "Flat 3 Karen", "KE").score).not.toBe(1)
  })

  test("is no address where it is longer than any, however alike it begins", () => {
    const long = "Block 4 Harbour Mole Lane ".repeat(14)
    expect(compared([`${long}Door 1`], `${long}Door 2`, "KE").score).not.toBe(1)
  })

  test("is another one in another country", () => {
    const printed = parsePostalAddress(["Apartment 4, 12 Church Street", "Newcastle"], "GB")
    const stated = parsePostalAddress(["Apartment 4 12 Church Street Newcastle"], "AU")
    expect(compareAddresses(printed, stated)).toMatchObject({ score: 0, country_conflict: true })
  })

  test("agrees however it is parted into lines", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...addresses),
        fc.array(fc.constantFrom(" ", ", ", "\n", " , "), { minLength: 40, maxLength: 40 }),
        ([country, lines, stated], breaks) => {
          const parted = stated
            .split(" ")
            .map((word, at) => `${word}${breaks[at % breaks.length]}`)
            .join("")
          const found = parsePostalAddress(lines, country)
          expect(compareAddresses(found, parsePostalAddress(parted.split("\n"), country))).toMatchObject({ score: 1, doubtful: false })
        }
      )
    )
  })
})
