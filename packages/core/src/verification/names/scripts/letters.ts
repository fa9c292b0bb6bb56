import { brahmicRange } from "./brahmic.ts"

/** Writing systems that the engine reads by tables of its own; `other` is left to a general transliteration. */
export type WordScript = "latin" | "cyrillic" | "greek" | "arabic" | "hebrew" | "hangul" | "han" | "kana" | "armenian" | "brahmic" | "other"

const ranges: ReadonlyArray<readonly [number, number, WordScript]> = [
  [0x0000, 0x024f, "latin"],
  [0x0370, 0x03ff, "greek"],
  [0x0400, 0x052f, "cyrillic"],
  [0x0530, 0x058f, "armenian"],
  [0x0590, 0x05ff, "hebrew"],
  [0x0600, 0x077f, "arabic"],
  [0x08a0, 0x08ff, "arabic"],
  [...brahmicRange, "brahmic"],
  [0x1100, 0x11ff, "hangul"],
  [0x1e00, 0x1eff, "latin"],
  [0x1f00, 0x1fff, "greek"],
  [0x3040, 0x30ff, "kana"],
  [0x3400, 0x4dbf, "han"],
  [0x4e00, 0x9fff, "han"],
  [0xac00, 0xd7a3, "hangul"],
  [0xf900, 0xfaff, "han"],
  [0xfb50, 0xfdff, "arabic"],
  [0xfe70, 0xfeff, "arabic"],
  [0x20000, 0x323af, "han"]
]

/** Script of each code of sixteen bits, by its place in `ranges`; other codes are looked for there. */
const [firstLong, otherScript] = [0x10000, 255]
const byCode = new Uint8Array(firstLong).fill(otherScript)
for (const [place, [from, to]] of ranges.entries()) byCode.fill(place, from, to + 1)

const scriptOfLetter = (code: number): WordScript => {
  if (code < firstLong) return ranges[byCode[code] ?? otherScript]?.[2] ?? "other"
  return ranges.find(([from, to]) => code >= from && code <= to)?.[2] ?? "other"
}

const isLatinOnly = (word: string): boolean => {
  for (let at = 0; at < word.length; at++) if (word.charCodeAt(at) > 0x24f) return false
  return true
}

/** The script of a word: that of its first letter outside Latin, since a stray Latin letter in a foreign word is a slip of the keyboard. */
export const scriptOf = (word: string): WordScript => {
  if (isLatinOnly(word)) return "latin"
  for (const letter of word) {
    const script = scriptOfLetter(letter.codePointAt(0) ?? 0)
    if (script !== "latin") return script
  }
  return "latin"
}

/** Abjads write few vowels: a Latin spelling of them shows the consonants only. */
export const isAbjad = (script: WordScript): boolean => script === "arabic" || script === "hebrew"

/** Scripts whose names are often written without a space. */
export const isSigns = (script: WordScript): boolean => script === "han" || script === "hangul" || script === "kana"
