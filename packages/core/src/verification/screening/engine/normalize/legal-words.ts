import { gluedForms, legalForms, legalFormStarts, longestLegalForm, longLegalForms } from "../../../names/companies/legal-forms.ts"
import { latinEditDistance } from "../../../names/distance/edit-distance.ts"

/** A word as far as legal forms are read from it. */
interface Written {
  readonly key: string
  readonly latin: string
  readonly signs: boolean
}

/** A long legal form at the end with one slip in it. */
const misspeltForm = (word: Written): string | undefined =>
  word.latin.length < shortestMisspelt
    ? undefined
    : longLegalForms.find(([form]) => Math.abs(form.length - word.latin.length) <= 1 && latinEditDistance(word.latin, form) <= 1)?.[1]

const shortestMisspelt = 4

/** The word with the letters behind it, where those are the rest of a legal form whose first letter is glued to it: TICA.S. is TIC A.S. */
const withGluedLetters = <Word extends Written>(words: ReadonlyArray<Word>): ReadonlyArray<Word> => {
  const tail = words.length - words.toReversed().findIndex(({ latin }) => latin.length !== 1)
  const last = words[tail - 1]
  if (last === undefined || tail > words.length || tail === words.length || last.latin.length < 4 || last.signs) return words
  const form = [last.latin.slice(-1), ...words.slice(tail).map(({ latin }) => latin)].join("")
  if (!legalForms.has(form)) return words
  const whole = last.latin.slice(0, -1)
  return [...words.slice(0, tail - 1), { ...last, key: whole, latin: whole }, { ...last, key: form, latin: form }]
}

/** Words of an organization with a legal form apart that is written as one with the last of them. */
export const withFormsApart = <Word extends Written>(written: ReadonlyArray<Word>): ReadonlyArray<Word> => {
  const words = withGluedLetters(written)
  const last = words.at(-1)
  const [, name, form] = last === undefined || last.signs || legalForms.has(last.latin) ? [] : (gluedForms.exec(last.latin) ?? [])
  if (last === undefined || name === undefined || form === undefined) return words
  return [...words.slice(0, -1), { ...last, key: name, latin: name }, { ...last, key: form, latin: form }]
}

/** Two letters that stand alone, with which a form with dots begins: L.T.D., G.m.b.H. */
const isDotted = (written: ReadonlyArray<Written>, at: number): boolean =>
  at > 0 && written[at]?.latin.length === 1 && written[at + 1]?.latin.length === 1

const dottedForm = (words: ReadonlyArray<string>): string | undefined =>
  words.length > 1 && words.every(({ length }) => length === 1) ? legalForms.get(words.join("")) : undefined

/** The last word, or the last before a legal form: Compny Limited. */
const isLast = (written: ReadonlyArray<Written>, at: number): boolean =>
  at === written.length - 1 || (at === written.length - 2 && legalForms.has(written[at + 1]?.latin ?? ""))

/** Takes legal forms out, longest first; a name of nothing else keeps its words. */
export const withoutLegalForms = <Word extends Written>(
  written: ReadonlyArray<Word>
): { readonly rest: ReadonlyArray<Word>; readonly legal: ReadonlyArray<string> } => {
  const rest: Array<Word> = []
  const legal = new Set<string>()
  for (let at = 0; at < written.length; ) {
    const starts = legalFormStarts.has(written[at]?.latin ?? "") || isDotted(written, at)
    let length = starts ? Math.min(longestLegalForm, written.length - at) : 0
    const phrase = () => {
      const words = written.slice(at, at + length).map(({ latin }) => latin)
      return legalForms.get(words.join(" ")) ?? (isDotted(written, at) ? dottedForm(words) : undefined)
    }
    while (length > 0 && phrase() === undefined) length--
    const last = at > 0 && isLast(written, at) ? written[at] : undefined
    const form = length > 0 ? phrase() : last === undefined ? undefined : misspeltForm(last)
    const [word] = written.slice(at, at + 1)
    if (form === undefined && word !== undefined) rest.push(word)
    if (form !== undefined) legal.add(form)
    at += Math.max(1, length)
  }
  const left = rest.reduce((length, word) => length + Math.max(word.latin.length, word.key.length), 0)
  return left > 1 ? { rest, legal: [...legal] } : { rest: written, legal: [] }
}
