import { splitHan, normalizedHan } from "./han.ts"
import { splitHangul } from "./hangul.ts"
import { normalizedKana } from "./kana.ts"
import { isSigns, scriptOf, type WordScript } from "./letters.ts"

/** A word of a name as it stands, or a part of it where the writing leaves no spaces. */
export interface Piece {
  readonly text: string
  /** Of Han signs, Hangul or kana, and normalized. */
  readonly signs: boolean
  /** A whole name in signs, which could not be taken apart. */
  readonly whole: boolean
}

// What stands at the end of a company's name without a space.
const companyEndings = /(?:股份|有限|责任|株式|合同|集团)*(?:公司|会社|集团)$/u
const companyMarks = /^(?:株式会社|有限会社|合同会社|주식회사|유한회사|농업회사법인)|(?:주식회사|유한회사|株式会社)$/u

const normalizedSigns = (word: string, script: WordScript): string =>
  script === "kana" ? normalizedKana(word) : script === "han" ? normalizedHan(normalizedKana(word)) : word

/** Fewest signs of a word that is likely to be a whole name. */
const wholeFrom: Readonly<Partial<Record<WordScript, number>>> = { han: 4, hangul: 3, kana: 4 }

const apart = (word: string, script: WordScript): ReadonlyArray<Piece> => {
  const parts = script === "han" ? splitHan(word) : script === "hangul" ? splitHangul(word) : [word]
  const whole = parts.length === 1 && [...word].length >= (wholeFrom[script] ?? Number.POSITIVE_INFINITY)
  return parts.map((text) => ({ text, signs: true, whole }))
}

const withoutCompany = (word: string): ReadonlyArray<string> => {
  const mark = companyMarks.exec(word) ?? companyEndings.exec(word)
  if (mark === null || mark[0].length === word.length) return [word]
  return mark.index === 0 ? [mark[0], word.slice(mark[0].length)] : [word.slice(0, mark.index), mark[0]]
}

/** The first letter behind those of Latin alphabets. */
const firstForeign = 0x250

const plainPiece = (word: string): Piece => ({ text: word, signs: false, whole: false })

const article = "ال"
/** Words that Arabic and Persian write as one with the article and the word behind it: servant of, father of; and those with the faith behind it. */
const glued: ReadonlyArray<RegExp> = [/^(عبد)(ال)(?!له)(.{3,})$/u, /^([اأ]بو)(ال)?(.{3,})$/u, /^(?!ال)(.{2,})(ال)(د[يی]ن)$/u]

/** The Arabic article is written as one with its word, and so are words of kinship in front of it. */
const arabicPieces = (word: string): ReadonlyArray<string> => {
  for (const pattern of glued) {
    const [, first, between, second] = pattern.exec(word) ?? []
    if (first !== undefined && second !== undefined) return between === undefined ? [first, second] : [first, between, second]
  }
  return /^ال.{3,}/u.test(word) && !word.startsWith("الله") ? [article, word.slice(2)] : [word]
}

/**
 * The words of a name with those taken apart that are written as one: the Arabic article and its word, a company's legal form in signs, and a
 * name in signs. A name in signs that has spaces already is left as it is.
 */
export const piecesOf = (written: ReadonlyArray<string>): ReadonlyArray<Piece> => {
  const scripts: Array<WordScript> = []
  let inSigns = 0
  for (const word of written) {
    const script = word.charCodeAt(0) < firstForeign ? "latin" : scriptOf(word)
    scripts.push(script)
    if (isSigns(script)) inSigns += withoutCompany(normalizedSigns(word, script)).filter((part) => !isCompany(part)).length
  }
  const pieces: Array<Piece> = []
  for (const [place, word] of written.entries()) {
    const script = scripts[place] ?? "latin"
    if (script === "arabic") for (const part of arabicPieces(word)) pieces.push(plainPiece(part))
    else if (!isSigns(script)) pieces.push(plainPiece(word))
    else {
      for (const part of withoutCompany(normalizedSigns(word, script)))
        pieces.push(...(isCompany(part) || inSigns > 1 ? [{ text: part, signs: true, whole: false }] : apart(part, script)))
    }
  }
  return pieces
}

const isCompany = (part: string): boolean => part !== "" && (companyMarks.exec(part)?.[0] ?? companyEndings.exec(part)?.[0]) === part
