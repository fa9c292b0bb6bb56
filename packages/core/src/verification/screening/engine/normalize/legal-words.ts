import { gluedForms, legalForms, longestLegalForm, longLegalForms } from "../../../names/companies/legal-forms.ts"
import { latinEditDistance } from "../../../names/distance/edit-distance.ts"
import { respelled, type Written } from "./written.ts"

/** A long legal form at the end with one slip in it. */
const misspeltForm = (word: Written): string | undefined =>
  word.latin.length < shortestMisspelt
    ? undefined
    : longLegalForms.find(([form]) => Math.abs(form.length - word.latin.length) <= 1 && latinEditDistance(word.latin, form) <= 1)?.[1]

const shortestMisspelt = 4

/** The word with the letters behind it, where those are the rest of a legal form whose first letter is glued to it: TICA.S. is TIC A.S. */
const withGluedLetters = (words: ReadonlyArray<Written>): ReadonlyArray<Written> => {
  if (words.at(-1)?.latin.length !== 1) return words
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
  const words = withGluedLetters(written)
  const last = words.at(-1)
  const [, name, form] = last === undefined || last.signs || legalForms.has(last.latin) ? [] : (gluedForms.exec(last.latin) ?? [])
  if (last === undefined || name === undefined || form === undefined) return words
  return [...words.slice(0, -1), respelled(last, name), respelled(last, form)]
}

/** Two letters that stand alone, with which a form with dots begins: L.T.D., G.m.b.H. */
const isDotted = (written: ReadonlyArray<Written>, at: number): boolean =>
  at > 0 && written[at]?.latin.length === 1 && written[at + 1]?.latin.length === 1

const dottedForm = (words: ReadonlyArray<string>): string | undefined =>
  words.length > 1 && words.every(({ length }) => length === 1) ? legalForms.get(words.join("")) : undefined

/** The last word, or the last before a legal form: Compny Limited. */
const isLast = (written: ReadonlyArray<Written>, at: number): boolean =>
  at === written.length - 1 || (at === written.length - 2 && legalForms.has(written[at + 1]?.latin ?? ""))

/** The legal form that begins at a word, with how many words it has. */
const formAt = (written: ReadonlyArray<Written>, at: number): { readonly form: string; readonly length: number } | undefined => {
  const dotted = isDotted(written, at)
  if (!dotted && written[at]?.facts.organization.legalStart !== true) return undefined
  const words = written.slice(at, at + longestLegalForm).map(({ latin }) => latin)
  for (; words.length > 0; words.pop()) {
    const form = legalForms.get(words.join(" ")) ?? (dotted ? dottedForm(words) : undefined)
    if (form !== undefined) return { form, length: words.length }
  }
  return undefined
}

/** Takes legal forms out, longest first; a name of nothing else keeps its words. */
export const withoutLegalForms = (
  written: ReadonlyArray<Written>
): { readonly rest: ReadonlyArray<Written>; readonly legal: ReadonlyArray<string> } => {
  const rest: Array<Written> = []
  const legal: Array<string> = []
  for (let at = 0; at < written.length; ) {
    const word = written[at]
    const found = formAt(written, at)
    const form = found?.form ?? (word !== undefined && at > 0 && isLast(written, at) ? misspeltForm(word) : undefined)
    if (form === undefined && word !== undefined) rest.push(word)
    if (form !== undefined && !legal.includes(form)) legal.push(form)
    at += found?.length ?? 1
  }
  const left = rest.reduce((length, word) => length + Math.max(word.latin.length, word.key.length), 0)
  return left > 1 ? { rest, legal } : { rest: written, legal: [] }
}
