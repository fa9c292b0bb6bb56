import { expect, test } from "bun:test"
import { checkDigitOf, checkDigits } from "@vouchkit/core/verification/identity-documents/mrz/check-digits"
import { mrzLayouts } from "@vouchkit/core/verification/identity-documents/mrz/layouts"
import { type MrzCell, resolveMrz } from "@vouchkit/core/verification/identity-documents/mrz/resolve"
import fc from "fast-check"

const groups = ["0ODJ", "8B", "5S", "2Z", "6G"]
const othersOf = (character: string): ReadonlyArray<string> =>
  [...(groups.find((group) => group.includes(character)) ?? "")].filter((one) => one !== character)

/** A passport of this number, its check digits right. */
const passport = (number: string): ReadonlyArray<string> => {
  const second = `${number}${checkDigitOf(number)}UTO7408122F1204159ZE184226B<<<<<1`
  return [
    "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<",
    second + checkDigitOf(second.slice(0, 10) + second.slice(13, 20) + second.slice(21))
  ]
}
const holds = (lines: ReadonlyArray<string>) => checkDigits(mrzLayouts.TD3, lines).every(({ valid }) => valid)
const numberIn = (lines: ReadonlyArray<string> | undefined) => lines?.[1]?.slice(0, 9)

/** Cells that show `seen` where `printed` stands, and what was printed as a weak second. */
const cellsOf = (printed: ReadonlyArray<string>, seen: ReadonlyArray<string>, doubt: number): ReadonlyArray<ReadonlyArray<MrzCell>> =>
  seen.map((line, row) =>
    [...line].map((character, column) => {
      const own = printed[row]?.charAt(column) ?? character
      return own === character
        ? [{ character, likelihood: 0.99 }]
        : [
            { character, likelihood: 1 - doubt },
            { character: own, likelihood: doubt }
          ]
    })
  )

const number = fc.string({ unit: fc.constantFrom(..."0ODJ8B5S2Z6G134779ACEFHKLMNP"), minLength: 9, maxLength: 9 })
const doubts = fc.double({ min: 0.01, max: 0.4, noNaN: true })

test("two misreadings that cancel out in the check digits never give a confident wrong number", () => {
  let cancelled = 0
  fc.assert(
    fc.property(number, fc.nat(8), fc.nat(8), fc.nat(3), fc.nat(3), doubts, (text, first, second, one, other, doubt) => {
      const printed = passport(text)
      const swapped = [first, second].reduce((line, at, index) => {
        const rivals = othersOf(text.charAt(at))
        const rival = rivals[(index === 0 ? one : other) % Math.max(1, rivals.length)]
        return rival === undefined ? line : line.slice(0, at) + rival + line.slice(at + 1)
      }, printed[1] ?? "")
      const seen = [printed[0] ?? "", swapped]
      if (swapped === printed[1] || !holds(seen)) return
      cancelled += 1
      const reading = resolveMrz(cellsOf(printed, seen, doubt))
      expect(reading === null || reading.ambiguous || numberIn(reading.lines) === text).toBe(true)
    }),
    { numRuns: 20_000, seed: 7 }
  )
  expect(cancelled).toBeGreaterThan(300)
})

test("two equal misreadings at weights 7 and 3, the case that was approved once, leave the zone ambiguous", () => {
  const printed = passport("OO1234567")
  const seen = passport("001234567")
  expect(checkDigitOf("OO1234567")).toBe(checkDigitOf("001234567"))
  expect(resolveMrz(cellsOf(printed, seen, 0.02))).toMatchObject({ lines: seen, ambiguous: true })
})

test("a number of such characters that were read without a rival stays certain", () => {
  const printed = passport("001234568")
  expect(resolveMrz(cellsOf(printed, printed, 0.02))).toMatchObject({ lines: printed, ambiguous: false })
})
