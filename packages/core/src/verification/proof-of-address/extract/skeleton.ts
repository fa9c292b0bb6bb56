import { digitShapes } from "../../names/text/misread.ts"
import { normalizedWords } from "../../names/text/normalized.ts"

/** The letters and digits of a text without case, accents or spacing: "B1LLING  PERIOD", "Billingperiod" and "Billing period" agree. */
export interface Skeleton {
  readonly letters: string
  /** For every letter: where it stood in the text it was made from. */
  readonly at: ReadonlyArray<number>
  /** For every letter: whether a word begins with it. */
  readonly starts: ReadonlyArray<boolean>
}

/** Digits that text recognition prints for a letter inside a word of a page. */
const mistaken = new Set("0158")

const letter = /^\p{L}$/u
/** Scripts that are written without spaces: every character may begin or end a word. */
const unspaced = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Hangul}]$/u

type Kind = "letter" | "digit" | "other"

const kindsOfAscii: ReadonlyArray<Kind> = Array.from({ length: 128 }, (_, code) => {
  const sign = String.fromCharCode(code)
  return /[0-9]/.test(sign) ? "digit" : /[a-zA-Z]/.test(sign) ? "letter" : "other"
})

const kindOf = (character: string): Kind =>
  kindsOfAscii[character.charCodeAt(0)] ?? (character !== "" && letter.test(character) ? "letter" : "other")

/** Letters beyond the plain ones come again and again, and each costs a decomposition. A text has few that differ. */
const plainForms = new Map<string, string>()
const mostPlainForms = 4_000
const plainOf = (character: string): string => {
  const known = plainForms.get(character)
  if (known !== undefined) return known
  const plain = normalizedWords(character)
  if (plainForms.size < mostPlainForms) plainForms.set(character, plain)
  return plain
}

/** Text recognition prints a single digit inside a word for a letter of the same shape; runs of digits are left alone. */
const readAs = (text: string, index: number): string => {
  const character = text.charAt(index)
  if (character !== "|" && !mistaken.has(character)) return character
  const before = kindOf(text.charAt(index - 1))
  const after = kindOf(text.charAt(index + 1))
  const within = before === "letter" || after === "letter"
  if (character === "|") return within ? "l" : character
  if (before === "digit" || after === "digit") return character
  return within ? (digitShapes[character]?.[0] ?? character) : character
}

/** Reduces a text to what survives printing and text recognition: one shape for i, l and 1, for o and 0, for rn and m. */
export const skeletonOf = (text: string): Skeleton => {
  const letters: Array<string> = []
  const at: Array<number> = []
  const starts: Array<boolean> = []
  let previous: Kind = "other"
  let previousLower = false
  for (let index = 0; index < text.length; index++) {
    const character = readAs(text, index)
    const isAscii = character < "\u0080"
    const kind = kindOf(character)
    if (kind === "other") {
      if (isAscii || !/^\p{M}$/u.test(character)) previous = "other"
      continue
    }
    const lower = character.toLowerCase()
    const begins = kind !== previous || (character >= "\u0e00" && unspaced.test(character)) || (previousLower && character !== lower)
    previous = kind
    previousLower = character === lower && (isAscii ? kind === "letter" : character !== character.toUpperCase())
    const plain = isAscii ? lower : plainOf(character)
    for (let part = 0; part < plain.length; part++) {
      const shape = plain.charAt(part) === "i" ? "l" : plain.charAt(part)
      const begin = begins && part === 0
      const last = letters.length - 1
      if (!begin && shape === "n" && letters[last] === "r") letters[last] = "m"
      else if (!begin && shape === "v" && letters[last] === "v") letters[last] = "w"
      else {
        letters.push(shape)
        at.push(index)
        starts.push(begin)
      }
    }
  }
  return { letters: letters.join(""), at, starts }
}
