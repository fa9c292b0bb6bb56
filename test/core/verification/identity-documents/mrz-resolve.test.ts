import { describe, expect, test } from "bun:test"
import { checkDigitOf, checkDigits } from "@vouchkit/core/verification/identity-documents/mrz/check-digits"
import { mrzLayouts } from "@vouchkit/core/verification/identity-documents/mrz/layouts"
import { type MrzCell, resolveMrz } from "@vouchkit/core/verification/identity-documents/mrz/resolve"
import fc from "fast-check"

const lines = ["P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408122F1204159ZE184226B<<<<<10"] as const
const sure = (character: string): MrzCell => [{ character, likelihood: 0.99 }]
const rowOf = (text: string): Array<MrzCell> => [...text].map(sure)
const cellsOf = (texts: ReadonlyArray<string>): Array<Array<MrzCell>> => texts.map(rowOf)

/** The specimen with some places replaced by what a poor picture lets one see there: `O:0.6 0:0.4`. */
const seen = (places: Readonly<Record<string, string>>, texts: ReadonlyArray<string> = lines) => {
  const cells = cellsOf(texts)
  for (const [place, candidates] of Object.entries(places)) {
    const [line = 0, column = 0] = place.split(" ").map(Number)
    const seenThere = candidates.split(" ").map((text) => ({ character: text.charAt(0), likelihood: Number(text.slice(2)) }))
    cells[line]?.splice(column, 1, seenThere)
  }
  return resolveMrz(cells)
}

test("a clear zone is taken as it stands", () => {
  expect(seen({})).toEqual({ format: "TD3", lines, repair: null, confidence: 1, ambiguous: false })
})

test.each([
  ["TD1", ["I<UTOD231458907<<<<<<<<<<<<<<<", "7408122F1204159UTO<<<<<<<<<<<6", "ERIKSSON<<ANNA<MARIA<<<<<<<<<<"]],
  ["TD2", ["I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<", "D231458907UTO7408122F1204159<<<<<<<6"]],
  ["MRVA", ["V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L8988901C4XXX4009078F96121096ZE184226B<<<<<<"]],
  ["MRVB", ["V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<", "L8988901C4XXX4009078F9612109<<<<<<<<"]]
] as const)("%s is told by the number of places and the first letter", (format, texts) => {
  expect(resolveMrz(cellsOf(texts))).toMatchObject({ format, lines: texts, repair: null })
})

test("places that fit no format, or text that breaks the grammar all over, are no zone", () => {
  expect(resolveMrz([])).toBeNull()
  expect(resolveMrz(cellsOf(["P<UTO"]))).toBeNull()
  expect(resolveMrz(cellsOf([lines[0], lines[0]]))).toBeNull()
  expect(resolveMrz(cellsOf([lines[0], lines[1].slice(1)]))).toBeNull()
})

describe("the grammar", () => {
  test("decides O or 0 where only one of them may stand, without calling it a repair", () => {
    // Column 4 of line 1 is the issuer's O; column 18 of line 2 belongs to a date.
    expect(seen({ "0 4": "0:0.9 O:0.1", "1 14": "A:0.5 4:0.45" })).toMatchObject({ lines, repair: null, ambiguous: false })
  })

  test("lowers the confidence where the picture hardly shows what it allows", () => {
    expect(seen({ "1 14": "A:0.98 4:0.01" })?.confidence).toBeLessThan(0.1)
  })

  test("prefers the digit inside a run of digits when it is nearly as likely as the letter", () => {
    expect(seen({ "1 4": "O:0.6 9:0.01 0:0.39" }, [lines[0], "L898002C30UTO7408122F1204159ZE184226B<<<<<10"])?.lines[1]?.slice(0, 9)).toBe(
      "L898002C3"
    )
  })
})

describe("the check digits", () => {
  test("ask for one change that the picture allows, and the reading says which", () => {
    expect(seen({ "1 7": "G:0.55 C:0.4" })).toMatchObject({
      lines,
      repair: { line: 1, column: 7, read: "G", taken: "C" },
      ambiguous: false
    })
  })

  test("change nothing that the picture does not allow: a wrong digit clearly printed stays", () => {
    const forged = [lines[0], lines[1].replace("L898902C36", "L898903C36")]
    expect(seen({}, forged)).toMatchObject({ lines: forged, repair: null, ambiguous: false, confidence: 1 })
  })

  test("never ask for two changes", () => {
    const reading = seen({ "1 7": "G:0.55 C:0.4", "1 13": "1:0.55 7:0.4" })
    expect(reading?.repair).toBeNull()
    expect(checkDigits(mrzLayouts.TD3, reading?.lines ?? []).filter(({ valid }) => !valid).length).toBeGreaterThan(1)
  })

  test("leave the zone ambiguous when two different changes would do", () => {
    // The number adds up to one too much; the third and the sixth place weigh the same, and either may be one less.
    const reading = seen({ "1 5": "1:0.6 0:0.39", "1 2": "9:0.6 8:0.39" })
    expect(reading).toMatchObject({ ambiguous: true })
    expect(reading?.repair).not.toBeNull()
    expect(seen({ "1 5": "1:0.6 0:0.39" })).toMatchObject({ lines, ambiguous: false })
  })

  test("leave a date ambiguous in the same way", () => {
    expect(seen({ "1 15": "1:0.6 0:0.39", "1 18": "2:0.6 1:0.39" })).toMatchObject({ ambiguous: true })
    expect(seen({ "1 15": "1:0.6 0:0.39" })).toMatchObject({ lines, ambiguous: false })
  })

  test("do not vouch for a number that another of the same check digit rivals: 6 and G weigh the same", () => {
    const number = `L898906C3${checkDigitOf("L898906C3")}`
    const composite = checkDigitOf(`${number}74081221204159ZE184226B<<<<<1`)
    const holding = [lines[0], `${number}UTO7408122F1204159ZE184226B<<<<<1${composite}`]
    expect(seen({}, holding)?.ambiguous).toBe(false)
    expect(seen({ "1 6": "6:0.7 G:0.3" }, holding)).toMatchObject({ ambiguous: true, repair: null })
  })
})

test("a reading with its check digits right is reached from what was printed by one change at most", () => {
  const characters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789<"]
  const doubt = fc.record({
    column: fc.nat(43),
    character: fc.constantFrom(...characters),
    likelihood: fc.double({ min: 0.05, max: 0.95, noNaN: true })
  })
  fc.assert(
    fc.property(fc.array(doubt, { maxLength: 4 }), (doubts) => {
      const cells = cellsOf(lines)
      for (const { character, column, likelihood } of doubts) {
        const read = lines[1].charAt(column)
        const doubtful = [
          { character: read, likelihood: 1 - likelihood },
          { character, likelihood }
        ]
        cells[1]?.splice(column, 1, doubtful)
      }
      const reading = resolveMrz(cells)
      if (reading === null) return
      expect(reading.lines.map(({ length }) => length)).toEqual([44, 44])
      if (reading.repair === null) return
      const { column, line, read, taken } = reading.repair
      expect(reading.lines[line]?.charAt(column)).toBe(taken)
      expect(read).not.toBe(taken)
      expect(checkDigits(mrzLayouts.TD3, reading.lines).every(({ valid }) => valid)).toBe(true)
    })
  )
})

describe("check digits that hold", () => {
  test("confirm nothing where a character was hardly read, however little else would fit", () => {
    // G and 6 differ by ten: no check digit tells one from the other.
    expect(seen({ "1 4": "9:0.29" })).toMatchObject({ lines, ambiguous: false })
    const faint = cellsOf(lines)
    faint[1]?.splice(4, 1, [
      { character: "9", likelihood: 0.03 },
      { character: "?", likelihood: 0.9 }
    ])
    expect(resolveMrz(faint)).toMatchObject({ lines, repair: null, ambiguous: true })
  })

  test("confirm nothing in a zone of an issuer or nationality that nobody has, unless it was read clearly", () => {
    const unknown = [lines[0].replace("P<UTO", "P<OTO"), lines[1]]
    expect(seen({}, unknown)).toMatchObject({ lines: unknown, ambiguous: false })
    expect(seen({ "0 6": "R:0.7 L:0.01 K:0.29" }, unknown)).toMatchObject({ lines: unknown, ambiguous: true })
    expect(seen({ "0 6": "R:0.7 L:0.01 K:0.29" })).toMatchObject({ lines, ambiguous: false })
  })

  test("still confirm the one character that they ask for, however unlikely it seemed", () => {
    const read = seen({ "1 1": "9:0.9 8:0.1" })
    expect(read).toMatchObject({ lines, repair: { line: 1, column: 1, read: "9", taken: "8" }, ambiguous: false })
    expect(read?.confidence).toBeLessThan(0.3)
  })
})
