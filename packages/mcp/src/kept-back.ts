import type { PersonalText } from "@vouchkit/core/flows/known-person/personal-texts"
import { normalizedWords } from "@vouchkit/core/verification/names/text/normalized"
import { isRecord } from "./schema-nodes.ts"

/** The texts in a value that is kept back whole. */
export const textsIn = (value: unknown, name: boolean, depth = 0): ReadonlyArray<PersonalText> => {
  if (depth > mostNested) return []
  if (typeof value === "string") return [{ text: value, name }]
  if (Array.isArray(value)) return value.flatMap((item) => textsIn(item, name, depth + 1))
  return isRecord(value) ? Object.values(value).flatMap((item) => textsIn(item, name, depth + 1)) : []
}

const mostNested = 12
/** As many as a whole page of records says of its persons. */
const mostTexts = 20_000
const longestText = 1_000
/** Shorter words than these say too little of a person to be looked for: codes of countries, parts of names such as de. */
const shortest = { word: 3, joined: 5, joinedOfOtherScripts: 2 } as const

const wordsOf = (text: string): ReadonlyArray<string> =>
  normalizedWords(text.slice(0, longestText))
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")

/** One word beside a number may be any word; several are the name of a street or of a house. */
const fewestNamed = 2

/** A day is also written with the year last, and a telephone number without the code of its country. */
const otherForms = (text: string): ReadonlyArray<string> => {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/u.exec(text) ?? []
  if (year !== undefined) return [`${day}${month}${year}`, `${month}${day}${year}`]
  const digits = text.replace(/\D/gu, "")
  return /^\+?[\d ()./-]+$/u.test(text) && digits.length > nationalDigits ? [digits.slice(-nationalDigits)] : []
}
const nationalDigits = 9

const isLatin = (text: string): boolean => /^[\p{Script=Latin}\p{N}]*$/u.test(text)

/**
 * Finds what an answer keeps back in what it shows: an integrator may repeat the name, number or address of a person in a tag, a reference, a label or an
 * address of a page. Words are compared without case, accents and signs; longer texts also without spaces.
 */
export class KeptBack {
  private readonly sequences = new Set<string>()
  private readonly joined = new Set<string>()

  constructor(texts: ReadonlyArray<PersonalText>) {
    for (const { name, text } of texts.slice(0, mostTexts)) {
      const words = wordsOf(text)
      this.add(words)
      if (name) for (const word of words) this.add([word])
      else for (const form of otherForms(text)) this.add([form])
      for (const line of text.slice(0, longestText).split(/[,;\n]/u)) this.addStreet(wordsOf(line))
    }
  }

  private add(words: ReadonlyArray<string>) {
    const whole = words.join("")
    if (whole.length >= (isLatin(whole) ? shortest.joined : shortest.joinedOfOtherScripts)) this.joined.add(whole)
    else if (whole.length >= shortest.word) this.sequences.add(` ${words.join(" ")} `)
  }

  /** Of a line of an address its words alone: the number of a house is often left out, or written elsewhere. */
  private addStreet(words: ReadonlyArray<string>) {
    const named = words.filter((word) => word.length >= shortest.word && !/\p{N}/u.test(word))
    if (named.length >= fewestNamed && named.length < words.length && words.some((word) => /\p{N}/u.test(word))) this.add(named)
  }

  isIn(text: string): boolean {
    if (this.joined.size + this.sequences.size === 0) return false
    // An address of a page spells letters in its own way.
    const words = wordsOf(decoded(text))
    const [whole, spaced] = [words.join(""), ` ${words.join(" ")} `]
    return [...this.joined].some((one) => whole.includes(one)) || [...this.sequences].some((one) => spaced.includes(one))
  }
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const emailWithin = /[^\s@<>()[\],;:"]{1,64}@[^\s@<>()[\],;:"]{1,190}/gu
/** Dates, telephone numbers and numbers of accounts, however their digits are parted. */
const longNumber = /(?<![\p{L}\p{N}_])\+?\p{Nd}(?:[ ./()-]{0,2}\p{Nd}){5,60}/gu
/** A word as long as the number of a document, which has digits among its letters. An identifier of this service stands behind its prefix, and is longer. */
const wordOfNumber = /(?<![\p{L}\p{N}_])[\p{L}\p{N}]{6,20}(?![\p{L}\p{N}_])/gu
const fewestDigits = 3

/** Free text without what names a person whoever they are: addresses of mail, dates, and long numbers. */
export const withoutIdentifiers = (text: string, instead: string): string =>
  text
    .replace(emailWithin, instead)
    .replace(longNumber, instead)
    .replace(wordOfNumber, (word) => ((word.match(/\p{Nd}/gu)?.length ?? 0) < fewestDigits ? word : instead))
