import { abjadMarks } from "./abjad-marks.ts"

/** Accents of European letters, Hebrew points and Arabic vowel signs. The vowel signs of Indic and Thai letters are letters of the word. */
const marks = new RegExp(`[\\u0300-\\u036f${abjadMarks}]+`, "gu")

/** Most texts hold nothing else, and are what they are but for their capitals. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the signs of ASCII begin with its control characters.
const beyondAscii = /[^\u0000-\u007f]/

/** Lower case and without diacritics, in the script it was written in. */
export const normalizedLetters = (text: string): string =>
  beyondAscii.test(text) ? text.normalize("NFKD").replace(marks, "").toLowerCase().normalize("NFC").replace(marks, "") : text.toLowerCase()

/** Without case, width, ligatures, accents and the vowel signs of any script; what is left is stable under doing it again. */
export const normalizedText = (text: string): string =>
  beyondAscii.test(text)
    ? text
        .normalize("NFKD")
        .toLowerCase()
        .normalize("NFKD")
        .replace(/\p{M}+/gu, "")
        .replaceAll("ς", "σ")
    : text.toLowerCase()

/** Letters that Unicode does not take apart, as people type them who lack them. */
const letterSpellings: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i"
}

const spelledLetters = new RegExp(`[${Object.keys(letterSpellings).join("")}]`, "gu")

/** Letters that Unicode does not take apart, written with those that everyone has: Straße as strasse. The text is in lower case. */
export const withSpelledLetters = (text: string): string =>
  beyondAscii.test(text) ? text.replace(spelledLetters, (letter) => letterSpellings[letter] ?? letter) : text

/** Words as they are compared on printed pages: `normalizedText` with the letters spelled that Unicode does not take apart. */
export const normalizedWords = (text: string): string => withSpelledLetters(normalizedText(text))
