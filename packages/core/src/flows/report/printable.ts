import anyAscii from "any-ascii"

/** A piece of text that is set in one direction. */
interface PrintableRun {
  readonly text: string
  readonly direction: "left_to_right" | "right_to_left"
}

interface Printable {
  /** What is set, one run beneath the other; never empty where the text was not. */
  readonly runs: ReadonlyArray<PrintableRun>
  /** The text without its right-to-left run, for where that does not fit a line. */
  readonly fallback: string
  /** A reading in Latin letters stands beside or instead of what was written, in square brackets. */
  readonly transliterated: boolean
}

/** Letters that are set from right to left and joined by rules; the others of these properties need shaping that no font here offers. */
const rightToLeft = /^[\p{Script=Arabic}\p{Script=Hebrew}\p{M}\s]+$/u
const anyRightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
const latinOrNeutral = /^[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]*$/u
/** Scripts that are set from left to right, wherever a font is there for them. */
const plain =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Georgian}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Hangul}\p{Script=Bengali}\p{Script=Devanagari}\p{Script=Ethiopic}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Kannada}\p{Script=Khmer}\p{Script=Lao}\p{Script=Malayalam}\p{Script=Myanmar}\p{Script=Sinhala}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Thai}\p{Script=Common}\p{Script=Inherited}]$/u

/**
 * Marks of direction, of joining and of a letter's form, which a page shows by their effect alone. None has one here but the joiners behind a
 * sign that mutes the vowel of an Indian letter: letters take another form by them (as in the name of Sri Lanka).
 */
const formatting =
  /(?![\u200c\u200d])\p{Cf}|(?<![\u094d\u09cd\u0a4d\u0acd\u0bcd\u0c4d\u0ccd\u0d4d\u0dca])[\u200c\u200d]|\p{Variation_Selector}/gu
/** Halves of surrogate pairs, private code points and those that no one assigned: something stood there, and no one can say what. */
const unknown = /[\ufffd\p{Cs}\p{Co}\p{Cn}]/gu
const blank = /[\p{Cc}\s]+/gu

const scripts: ReadonlyArray<readonly [RegExp, string]> = [
  [/\p{Script=Han}/u, "Han"],
  [/\p{Script=Hiragana}|\p{Script=Katakana}/u, "Japanese"],
  [/\p{Script=Hangul}/u, "Hangul"],
  [/\p{Script=Thai}/u, "Thai"],
  [/\p{Script=Arabic}/u, "Arabic"],
  [/\p{Script=Hebrew}/u, "Hebrew"],
  [/\p{Script=Devanagari}/u, "Devanagari"],
  [/\p{Script=Bengali}/u, "Bengali"],
  [/\p{Script=Tamil}/u, "Tamil"],
  [/\p{Script=Sinhala}/u, "Sinhala"],
  [/\p{Script=Myanmar}/u, "Burmese"],
  [/\p{Script=Khmer}/u, "Khmer"],
  [/\p{Script=Lao}/u, "Lao"],
  [/\p{Script=Ethiopic}/u, "Ethiopic"]
]
const maxScripts = 3
const scriptsIn = (text: string): string => {
  const names = scripts.flatMap(([pattern, name]) => (pattern.test(text) ? [name] : []))
  const named = names.length > maxScripts ? [...names.slice(0, maxScripts), "other"] : names
  const last = named.at(-1) ?? ""
  return named.length < 2 ? last : `${named.slice(0, -1).join(", ")} and ${last}`
}

const isForeign = (letter: string): boolean => /[\p{L}\p{N}]/u.test(letter) && !latinOrNeutral.test(letter)
const leftToRight = (text: string): PrintableRun => ({ text, direction: "left_to_right" })

const visible = (text: string): string =>
  text.toWellFormed().normalize("NFC").replace(formatting, "").replace(unknown, "?").replace(blank, " ").trim()

const reading = (text: string): string => anyAscii(text).replace(/\s+/gu, " ").trim() || "?"

/**
 * One line of text as a font can show it; `covers` tells which code points the font has. What the font lacks, or would set wrongly, is never left out
 * unsaid: a reading in Latin letters stands in square brackets in its place, with the name of the script. Letters of other alphabets that
 * the font has stand as they were written, and the reading beside them.
 */
export const printable = (text: string, covers: (code_point: number) => boolean): Printable => {
  const shown = visible(text)
  const covered = (letter: string): boolean => letter === " " || covers(letter.codePointAt(0) ?? 0)
  const letters = [...shown]
  if (latinOrNeutral.test(shown) && letters.every(covered)) return { runs: [leftToRight(shown)], fallback: shown, transliterated: false }
  const latin = reading(shown)
  const note = scriptsIn(shown)
  const instead = note === "" ? `[${latin}]` : `[${latin}; written in ${note} script]`
  // A letter that no font has is marked in its place: the others of a name are worth more to a reviewer than none.
  const missing = covers(0xfffd) ? "\ufffd" : "?"
  const partly = letters.map((letter) => (covered(letter) ? letter : missing)).join("")
  if (letters.every((letter) => plain.test(letter) || !covered(letter)) && letters.some((letter) => isForeign(letter) && covered(letter))) {
    const beside = `${partly} [${latin}]`
    return { runs: [leftToRight(beside)], fallback: beside, transliterated: true }
  }
  // Words of one direction and no digits: mixed text would need the whole bidirectional algorithm to stand in the right order.
  if (anyRightToLeft.test(shown) && rightToLeft.test(shown) && letters.every(covered)) {
    return { runs: [{ text: shown, direction: "right_to_left" }, leftToRight(`[${latin}]`)], fallback: instead, transliterated: true }
  }
  return { runs: [leftToRight(instead)], fallback: instead, transliterated: true }
}
