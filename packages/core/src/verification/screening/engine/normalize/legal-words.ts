import { gluedForms, legalForms, legalFormStarts, longestLegalForm, longLegalForms } from "../../../names/companies/legal-forms.ts"
import { latinEditDistance } from "../../../names/distance/edit-distance.ts"
import { respelled, type Written } from "./written.ts"
import { trait } from "./word-traits.ts"

const [shortestMisspelt, longestMisspelt] = [4, 30]

/** Whether one slip may make one of the other: no slip changes both the first letter and the last. */
const mayBeSlip = (word: string, form: string): boolean =>
  Math.abs(form.length - word.length) <= 1 &&
  (word.charCodeAt(0) === form.charCodeAt(0) || word.charCodeAt(word.length - 1) === form.charCodeAt(form.length - 1))

/** Lengths of the words that may be a slip of a long form with this first letter, or with this last one, as bits: nearly every word is of none. */
const lengthsBy = (letterOf: (form: string) => number): Uint32Array => {
  const lengths = new Uint32Array(128)
  for (const { form } of longLegalForms) lengths[letterOf(form)] = (lengths[letterOf(form)] ?? 0) | (0b111 << (form.length - 1))
  return lengths
}
const lengthsByFirst = lengthsBy((form) => form.charCodeAt(0))
const lengthsByLast = lengthsBy((form) => form.charCodeAt(form.length - 1))

/** A long legal form at the end with one slip in it. */
const misspeltForm = ({ latin }: Written): string | undefined => {
  const { length } = latin
  const lengths = (lengthsByFirst[latin.charCodeAt(0)] ?? 0) | (lengthsByLast[latin.charCodeAt(length - 1)] ?? 0)
  if (length < shortestMisspelt || length > longestMisspelt || ((lengths >>> length) & 1) === 0) return undefined
  for (let at = 0; at < longLegalForms.length; at++) {
    const long = longLegalForms[at]
    if (long !== undefined && mayBeSlip(latin, long.form) && latinEditDistance(latin, long.form) <= 1) return long.id
  }
  return undefined
}

/** The word with the letters behind it, where those are the rest of a legal form whose first letter is glued to it: TICA.S. is TIC A.S. */
const withGluedLetters = (words: ReadonlyArray<Written>): ReadonlyArray<Written> => {
  const tail = words.length - words.toReversed().findIndex(({ latin }) => latin.length !== 1)
  const last = words[tail - 1]
  if (last === undefined || tail > words.length || tail === words.length || last.latin.length < 4 || last.signs) return words
  const form = [last.latin.slice(-1), ...words.slice(tail).map(({ latin }) => latin)].join("")
  if (!legalForms.has(form)) return words
  const whole = last.latin.slice(0, -1)
  return [...words.slice(0, tail - 1), respelled(last, whole), respelled(last, form)]
}

/** Words of an organization with a legal form apart that is written as one with the last of them. */
export const withFormsApart = (written: ReadonlyArray<Written>): ReadonlyArray<Written> => {
  const words = written[written.length - 1]?.latin.length === 1 ? withGluedLetters(written) : written
  const last = words[words.length - 1]
  const glued = last === undefined || last.signs || legalForms.has(last.latin) ? null : gluedForms.exec(last.latin)
  if (last === undefined || glued === null) return words
  return [...words.slice(0, -1), respelled(last, glued[1] ?? ""), respelled(last, glued[2] ?? "")]
}

/** Whether the word is no legal form with a slip in it, and none is written as one with it. */
export const endsPlainly = (word: Written): boolean => misspeltForm(word) === undefined && !gluedForms.test(word.latin)

/** The last word, or the last before a legal form: Compny Limited. */
const isLast = (written: ReadonlyArray<Written>, at: number): boolean =>
  at === written.length - 1 || (at === written.length - 2 && legalForms.has(written[at + 1]?.latin ?? ""))

interface LegalForm {
  readonly form: string
  /** How many words it has. */
  readonly length: number
}

/** The longest spelling of a legal form that begins at a word; `dotted` may be letters that stand alone: L.T.D., G.m.b.H. */
const longestForm = (written: ReadonlyArray<Written>, at: number, most: number, dotted: boolean): LegalForm | undefined => {
  for (let length = Math.min(most, written.length - at); length > 0; length--) {
    let words = written[at]?.latin ?? ""
    // Empty once one of the words is no letter that stands alone.
    let letters = dotted ? words : ""
    for (let place = at + 1; place < at + length; place++) {
      const word = written[place]?.latin ?? ""
      words += ` ${word}`
      letters = letters !== "" && word.length === 1 ? letters + word : ""
    }
    const form = legalForms.get(words) ?? (length > 1 ? legalForms.get(letters) : undefined)
    if (form !== undefined) return { form, length }
  }
  return undefined
}

/** Most words of a spelling that may begin at a word, by the words behind it. */
const mostWords = (written: ReadonlyArray<Written>, at: number, { latin, traits }: Written): number => {
  if ((traits & trait.legalStart) === 0) return 0
  const most = legalFormStarts.get(latin) ?? 0
  let count = 1
  while (count < most && ((written[at + count]?.traits ?? 0) & trait.legalRest) !== 0) count++
  return count
}

/** The legal form that begins at a word, which may be misspelt as the last one. One with dots begins with two letters that stand alone. */
const formAt = (written: ReadonlyArray<Written>, at: number, word: Written): LegalForm | undefined => {
  const dotted = at > 0 && word.latin.length === 1 && written[at + 1]?.latin.length === 1
  const found = longestForm(written, at, dotted ? longestLegalForm : mostWords(written, at, word), dotted)
  if (found !== undefined || at === 0 || !isLast(written, at)) return found
  const form = misspeltForm(word)
  return form === undefined ? undefined : { form, length: 1 }
}

/** Takes legal forms out, longest first; a name of nothing else keeps its words. */
export const withoutLegalForms = (
  written: ReadonlyArray<Written>
): { readonly rest: ReadonlyArray<Written>; readonly legal: ReadonlyArray<string> } => {
  const rest: Array<Written> = []
  const legal: Array<string> = []
  let left = 0
  for (let at = 0; at < written.length; ) {
    const word = written[at]
    if (word === undefined) break
    const plain = (word.traits & (trait.legalStart | trait.single)) === 0 && at < written.length - 2
    const found = plain ? undefined : formAt(written, at, word)
    if (found === undefined) {
      rest.push(word)
      left += Math.max(word.latin.length, word.key.length)
    } else if (!legal.includes(found.form)) legal.push(found.form)
    at += found?.length ?? 1
  }
  return left > 1 ? { rest, legal } : { rest: written, legal: [] }
}
