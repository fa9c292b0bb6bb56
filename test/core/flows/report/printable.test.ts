import { expect, test } from "bun:test"
import { printable } from "@vouchkit/core/flows/report/printable"
import fc from "fast-check"

/** A font of Latin, Greek, Cyrillic, Hebrew and Arabic letters. */
const ranges = [
  [0x20, 0x24f],
  [0x2000, 0x206f],
  [0x370, 0x52f],
  [0x590, 0x6ff]
] as const
const covers = (code_point: number) => ranges.some(([first, last]) => code_point >= first && code_point <= last)
const texts = (text: string) => printable(text, covers).runs.map((run) => run.text)

test("Latin text stands as it was written", () => {
  for (const text of ["Zoë O'Brien-Müller", "Łukasz Żółć", "14 Rowan Close, LS6 2QH", "2026-03-01 (3/4)"]) {
    expect(printable(text, covers)).toEqual({ runs: [{ text, direction: "left_to_right" }], fallback: text, transliterated: false })
  }
})

test("letters of another alphabet stand as they were written, with their reading beside them", () => {
  expect(texts("Дмитрий Шостакович")).toEqual(["Дмитрий Шостакович [Dmitriy Shostakovich]"])
  expect(texts("Ελένη")).toEqual(["Ελένη [Eleni]"])
})

test("text that runs from the right is set so, by itself, and its reading beneath; mixed with digits only its reading stands", () => {
  const { fallback, runs } = printable("محمد علي", covers)
  expect(runs).toEqual([
    { text: "محمد علي", direction: "right_to_left" },
    { text: "[mhmd `ly]", direction: "left_to_right" }
  ])
  expect(fallback).toBe("[mhmd `ly; written in Arabic script]")
  expect(texts("محمد 123")).toEqual(["[mhmd 123; written in Arabic script]"])
  expect(texts("שלום")[0]).toBe("שלום")
})

test("what the font lacks is read in Latin letters, and the script is named", () => {
  expect(texts("山田太郎")[0]).toMatch(/^\[[A-Za-z ]+; written in Han script\]$/u)
  expect(texts("สมชาย")[0]).toMatch(/^\[[\w' ]+; written in Thai script\]$/u)
  expect(texts("김민수")[0]).toMatch(/; written in Hangul script\]$/u)
  // A letter of Latin script that the font lacks is still a letter that is not there.
  expect(texts("\u1e9eA")[0]).toMatch(/^\[.+\]$/u)
})

test("letters of any script stand as they were written where a font has them; one that it lacks is marked in its place", () => {
  const some = (text: string) =>
    printable(text, (code_point) => covers(code_point) || [..."山田ශ්රීන്".normalize("NFC")].includes(String.fromCodePoint(code_point)))
  expect(some("山田").runs).toEqual([{ text: "山田 [ShanTian]", direction: "left_to_right" }])
  expect(some("山龘田").runs[0]?.text).toStartWith("山?田 [")
  expect(printable("山龘", (code_point) => code_point !== 0x9f98).runs[0]?.text).toStartWith("山\ufffd [")
  // A form of an ideograph that a mark asks for is the same ideograph.
  expect(some("山\u{e0100}田").runs[0]?.text).toStartWith("山田 [")
})

test("a joiner stays where it makes another form of an Indian letter, and nowhere else", () => {
  const all = (text: string) => printable(text, () => true).runs[0]?.text
  expect(all("ශ්\u200dරී")).toStartWith("ශ්\u200dරී [")
  expect(all("ന്\u200d")).toStartWith("ന്\u200d [")
  expect(all("A\u200dda \u200cd")).toBe("Ada d")
})

test("characters that nobody sees neither show nor turn the text around", () => {
  expect(texts("Ada\u202e evil\u0000 \u200bLove\u00adlace")).toEqual(["Ada evil Lovelace"])
  expect(texts("a\ud800b\ue000")).toEqual(["a?b?"])
})

test("whatever the text, each run is of letters that the font has", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 60 }), (text) => {
      const { fallback, runs } = printable(text, covers)
      for (const shown of [fallback, ...runs.map((run) => run.text)])
        for (const letter of shown) expect([letter, covers(letter.codePointAt(0) ?? 0)]).toEqual([letter, true])
    })
  )
})

test("text that is not empty never vanishes", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 }), (text) => {
      fc.pre(/[\p{L}\p{N}]/u.test(text))
      expect(texts(text).join("").trim()).not.toBe("")
    })
  )
})
