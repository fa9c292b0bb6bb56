import { describe, expect, test } from "bun:test"
import { legible, unprintable } from "@vouchkit/core/kernel/foundation/unicode"
import fc from "fast-check"

const mark = "\ufffd"

describe("text as it is shown", () => {
  test("marks characters that no one sees or that turn text around, one mark for each run", () => {
    for (const [what, text, shown] of [
      ["overrides", "pay \u202egnp.exe\u202c now", `pay ${mark}gnp.exe${mark} now`],
      ["isolates", "a\u2066b\u2069c", `a${mark}b${mark}c`],
      ["direction marks", "a\u200e\u200f\u061cb", `a${mark}b`],
      ["zero width", "ad\u200bm\u2060in\ufeff", `ad${mark}m${mark}in${mark}`],
      ["joiners in Latin", "ad\u200dmin\u200c", `ad${mark}min${mark}`],
      ["tags", "hello\u{e0049}\u{e0067}\u{e006e}\u{e007f}", `hello${mark}`],
      ["selectors as data", "\u{1f600}\u{e0148}\u{e0155}\ufe01", `\u{1f600}${mark}`],
      ["selectors behind letters", "a\ufe0fb\u{e0100}", `a${mark}b${mark}`],
      ["repeated selectors", "\u2764\ufe0f\ufe0f", `\u2764\ufe0f${mark}`],
      ["fillers", "a\u3164b\uffa0", `a${mark}b${mark}`],
      ["separators of lines", "a\u2028b\u2029", `a${mark}b${mark}`],
      ["escapes of terminals", "a\u001b[2Jb\u009b", `a${mark}[2Jb${mark}`],
      ["nothing else", "\u200b\u200b", mark]
    ] as const) {
      expect([what, legible(text)]).toEqual([what, shown])
    }
  })

  test("stays as it is where such a character is part of ordinary writing", () => {
    for (const text of [
      "Zażółć gęślą jaźń, Łódź\n\tZürich",
      "می\u200cخواهم",
      "ශ්\u200dරී ලංකා",
      "क्\u200dष",
      "\u{1f468}\u200d\u{1f469}\u200d\u{1f467} \u2764\ufe0f \u{1f44d}\u{1f3fd} 1\ufe0f\u20e3",
      "\u845b\u{e0100}城市",
      "ᠠ\u180bᠨ",
      "שלום العربية 日本語"
    ]) {
      expect(legible(text)).toBe(text)
    }
  })

  test("never gets longer or empty, and shows nothing more by being shown twice", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", minLength: 1, maxLength: 200 }), (text) => {
        const shown = legible(text)
        expect(shown.length).toBeGreaterThan(0)
        expect(shown.length).toBeLessThanOrEqual(text.length)
        expect(legible(shown)).toBe(shown)
        expect(unprintable(shown)).toBe(false)
        expect(/[\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/u.test(shown)).toBe(false)
      }),
      { numRuns: 1_000 }
    )
  })
})
