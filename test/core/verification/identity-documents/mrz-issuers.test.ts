import { describe, expect, test } from "bun:test"
import { checkDigitOf } from "@vouchkit/core/verification/identity-documents/mrz/check-digits"
import { classesOf, fitsClass } from "@vouchkit/core/verification/identity-documents/mrz/grammar"
import { mrzLayouts } from "@vouchkit/core/verification/identity-documents/mrz/layouts"
import { type MrzFields, parseMrz } from "@vouchkit/core/verification/identity-documents/mrz/parse"
import { type MrzCell, resolveMrz } from "@vouchkit/core/verification/identity-documents/mrz/resolve"
import fc from "fast-check"

const fieldsOf = (lines: ReadonlyArray<string>): MrzFields => {
  const parsed = parseMrz(lines, "2026-11-20")
  if ("refused" in parsed) throw new Error(`refused: ${parsed.refused}`)
  return parsed
}

const checked = (text: string): string => text + checkDigitOf(text)

/** A card of three lines with the composite check digit that belongs to it. */
const card = (code: string, state: string): ReadonlyArray<string> => {
  const first = `${code}${state}${checked("SRC000471")}`.padEnd(30, "<")
  const second = `${checked("910614")}F${checked("340101")}PER`.padEnd(29, "<")
  const composite = checkDigitOf(first.slice(5) + second.slice(0, 7) + second.slice(8, 15) + second.slice(18))
  return [first, second + composite, "QUISPE<<MARIA<ELENA".padEnd(30, "<")]
}

interface RussianZone {
  readonly names: string
  readonly number?: string
  readonly optional?: string
  readonly expiry?: string
}

const passport = ({ expiry = "<<<<<<<", names, number = "450123456", optional = "7050321770044<" }: RussianZone): ReadonlyArray<string> => {
  const second = `${checked(number)}RUS${checked("850219")}M${expiry}${checked(optional)}`
  const composite = checkDigitOf(second.slice(0, 10) + second.slice(13, 20) + second.slice(21))
  return [`PNRUS${names}`.padEnd(44, "<"), second + composite]
}

/** What a picture of these lines shows when every character has its nearest double beside it. */
const doubles: Readonly<Record<string, string>> = { "1": "I", "2": "Z", "8": "B", "6": "G", I: "1", Z: "2", B: "8", G: "6", C: "<" }
const seen = (lines: ReadonlyArray<string>): ReadonlyArray<ReadonlyArray<MrzCell>> =>
  lines.map((line) =>
    [...line].map((character): MrzCell => {
      const double = doubles[character]
      return double === undefined
        ? [{ character, likelihood: 0.99 }]
        : [
            { character, likelihood: 0.9 },
            { character: double, likelihood: 0.09 }
          ]
    })
  )

describe("residents' cards", () => {
  test.each([
    ["C1", "USA"],
    ["C2", "USA"],
    ["RP", "EST"],
    ["IR", "GBR"]
  ])("the code %s of %s is a regular one and is read from a picture", (code, state) => {
    const lines = card(code, state)
    expect(fieldsOf(lines)).toMatchObject({ document_code: code, issuing_state: state, checksums_valid: true, irregular: [] })
    expect(resolveMrz(seen(lines))).toMatchObject({ lines, repair: null })
  })

  test.each([
    ["C1", "PER"],
    ["C3", "USA"],
    ["I1", "USA"],
    ["R<", "EST"]
  ])("the code %s of %s is irregular", (code, state) => {
    expect(fieldsOf(card(code, state)).irregular).toEqual(["document_code"])
  })

  test("a digit in the code of another issuer is no reading of a picture", () => {
    expect(resolveMrz(seen(card("I1", "PER")))?.lines[0]?.slice(0, 2)).toBe("II")
  })
})

describe("the Russian internal passport", () => {
  const lines = passport({ names: "3ERN9W2VA<<6MILI8<F2DOROVNA" })

  test("its names are Cyrillic and its number has the four digits of its series", () => {
    expect(fieldsOf(lines)).toMatchObject({
      document_code: "PN",
      surname: "ЧЕРНЬЩЁВА",
      given_names: "ЭМИЛИЯ ФЁДОРОВНА",
      names_truncated: false,
      document_number: "4507123456",
      optional_data: ["050321770044"],
      personal_number: null,
      checksums_valid: true,
      irregular: []
    })
  })

  test("is read from a picture, digits of its names included", () => {
    expect(resolveMrz(seen(lines))).toMatchObject({ lines, repair: null })
  })

  test("every letter of the alphabet comes back, and no two share a code", () => {
    const alphabet = [..."АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ"]
    const codes = [..."ABVGDE2JZIQKLMNOPRSTUFHC34WXY9678"]
    expect(new Set(codes).size).toBe(33)
    for (const [index, code] of codes.entries())
      expect(fieldsOf(passport({ names: `${code}<<${code}` })).surname).toBe(alphabet[index] ?? "")
  })

  test("a digit that stands for no letter leaves the names as printed, and irregular", () => {
    expect(fieldsOf(passport({ names: "IVAN0V<<PETR" }))).toMatchObject({ surname: "IVAN0V", irregular: ["names"] })
  })

  test("a zone with an expiry date is read as any passport: Latin names, the number of nine places, a personal number", () => {
    expect(fieldsOf(passport({ names: "IVANOV<<PETR", expiry: checked("330101") }))).toMatchObject({
      surname: "IVANOV",
      document_number: "450123456",
      personal_number: "7050321770044",
      irregular: []
    })
  })

  test("a number that nothing continues stays as printed", () => {
    expect(fieldsOf(passport({ names: "IVANOV<<PETR", optional: "<<<<<<<<<<<<<<" }))).toMatchObject({
      document_number: "450123456",
      optional_data: [""]
    })
  })

  test("series and number survive whatever they are", () => {
    const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`))
    fc.assert(
      fc.property(digits(10), digits(12), (number, rest) => {
        const zone = passport({
          names: "IVANOV<<PETR",
          number: number.slice(0, 3) + number.slice(4),
          optional: `${number.charAt(3)}${rest}<`
        })
        expect(fieldsOf(zone)).toMatchObject({ document_number: number, optional_data: [rest], checksums_valid: true })
      })
    )
  })
})

test("without the opening of an issuer the rules of the standard hold in every place", () => {
  const accepts = (opening: string | undefined, format: "TD1" | "TD3", line: number, column: number, character: string): boolean =>
    fitsClass(character, classesOf(mrzLayouts[format], opening)[line]?.[column] ?? "mixed")
  expect(accepts(undefined, "TD1", 0, 1, "1")).toBe(false)
  expect(accepts("C<USA", "TD1", 0, 1, "1")).toBe(true)
  expect(accepts("C<PER", "TD1", 0, 1, "1")).toBe(false)
  expect(accepts("I<USA", "TD1", 0, 1, "1")).toBe(false)
  expect(accepts(undefined, "TD3", 0, 7, "2")).toBe(false)
  expect(accepts("PNRUS", "TD3", 0, 7, "2")).toBe(true)
  expect(accepts("PNRUS", "TD3", 0, 7, "5")).toBe(false)
  expect(accepts("P<RUS", "TD3", 0, 7, "2")).toBe(false)
})
