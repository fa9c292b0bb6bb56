import type { PrintedText, Segment } from "../printed-text.ts"
import { skeletonOf } from "../skeleton.ts"

/** Signs that a recognizer reads for one another, by their shapes. */
const figureOf: Readonly<Record<string, string>> = { O: "0", I: "1", L: "1", "|": "1", Z: "2", S: "5", G: "6", B: "8" }
const letterOf: Readonly<Record<string, string>> = { "0": "O", "1": "I", "2": "Z", "5": "S", "6": "G", "8": "B" }

interface PostcodeForm {
  /** Groups of the code, with a space between two: `9` is a figure, `A` a letter, `X` either. */
  readonly forms: ReadonlyArray<string>
  /** The code of figures and letters as it is written. */
  readonly pattern: RegExp
}

/**
 * Postcodes of letters and figures, which have one place for each. Sources: the address pages of the Universal Postal Union; Royal Mail for the
 * letters of an inward code, An Post for those of an Eircode.
 */
const forms: Readonly<Record<string, PostcodeForm>> = {
  GB: {
    forms: ["A9 9AA", "A99 9AA", "AA9 9AA", "AA99 9AA", "A9A 9AA", "AA9A 9AA"],
    pattern: /^[A-PR-UWYZ][A-HK-Y]?\d[0-9A-HJKPSTUW]? \d[ABD-HJLNP-UW-Z]{2}$/
  },
  CA: { forms: ["A9A 9A9"], pattern: /^[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z] \d[ABCEGHJ-NPRSTV-Z]\d$/ },
  IE: { forms: ["A99 XXXX"], pattern: /^[AC-FHKNPRTV-Y]\d{2} [0-9AC-FHKNPRTV-Y]{4}$/ },
  NL: { forms: ["9999 AA"], pattern: /^[1-9]\d{3} [A-Z]{2}$/ }
}

/** A word that may be the first half of a code, and the half after it. */
const halves = /(?<![\p{L}\p{N}|])[A-Za-z0-9|]{2,4}(?= ([A-Za-z0-9|]{2,4})(?![\p{L}\p{N}|]))/gu
const mostCandidates = 40
/** More wrong signs than these are another word, and no misread code. */
const mostWrong = 2
/** A word in small letters is a word: "2026 te" is no code of the Netherlands. */
const mostSmall = 1

const signAs = (place: string, sign: string): string | null => {
  const capital = sign.toUpperCase()
  if (place === "9") return /\d/.test(sign) ? sign : (figureOf[capital] ?? null)
  if (place === "A") return /[A-Z]/.test(capital) ? capital : (letterOf[sign] ?? null)
  return /[A-Z\d]/.test(capital) ? capital : null
}

/** An Eircode never has the letters that look like figures. */
const plainOf = (sign: string): string => (/[OILZSGB|]/.test(sign) ? (figureOf[sign] ?? sign) : sign)

interface Fit {
  readonly code: string
  readonly wrong: number
}

const fitOf = (printed: string, form: string, pattern: RegExp): Fit | null => {
  if (form.length !== printed.length) return null
  let code = ""
  for (const [at, place] of [...form].entries()) {
    const sign = printed.charAt(at)
    const read = place === " " ? (sign === " " ? " " : null) : place === "X" ? plainOf(signAs("X", sign) ?? sign) : signAs(place, sign)
    if (read === null) return null
    code += read
  }
  const wrong = [...code].filter((sign, at) => sign !== printed.charAt(at)).length
  const small = [...code].filter((sign, at) => /[A-Z]/.test(sign) && /[a-z]/.test(printed.charAt(at))).length
  const isCode = pattern.test(code) && wrong <= mostWrong && small <= mostSmall && /\d/.test(printed)
  return isCode ? { code, wrong } : null
}

/** The code that two words are, put into its form; null where they are one already, none, or may be two. */
const repaired = (printed: string, { forms: known, pattern }: PostcodeForm): string | null => {
  const fits = known.flatMap((form) => fitOf(printed, form, pattern) ?? [])
  const least = Math.min(...fits.map(({ wrong }) => wrong))
  const codes = new Set(fits.filter(({ wrong }) => wrong === least).map(({ code }) => code))
  const [only] = codes
  return codes.size === 1 && only !== undefined && only !== printed ? only : null
}

const repairedText = (text: string, form: PostcodeForm): string => {
  for (const match of [...text.matchAll(halves)].slice(0, mostCandidates)) {
    const printed = `${match[0]} ${match[1] ?? ""}`
    const code = repaired(printed, form)
    if (code !== null) return text.slice(0, match.index) + code + text.slice(match.index + printed.length)
  }
  return text
}

/**
 * The text with its postcodes put into the form of their country where a recognizer took a letter for a figure, or a small letter for a large
 * one: "Wvl 1RL" is WV1 1RL. Every sign keeps its place. A code that may be two is left alone.
 */
export const withRepairedPostcodes = (text: PrintedText, country: string | null): PrintedText => {
  const form = text.tolerant && country !== null ? forms[country] : undefined
  if (form === undefined) return text
  const mend = (segment: Segment): Segment => {
    const mended = repairedText(segment.text, form)
    return mended === segment.text ? segment : { ...segment, text: mended, skeleton: skeletonOf(mended), repaired: true }
  }
  const rows = text.rows.map((row) => row.map(mend))
  return { ...text, rows, segments: rows.flat() }
}
