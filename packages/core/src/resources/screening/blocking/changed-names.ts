import { NameTable } from "../../../verification/screening/engine/name-table.ts"
import { formsOf, joinForms, type WordForms } from "../../../verification/screening/engine/normalize/forms.ts"
import { anyEdits, compareWords, joinedEdits } from "../../../verification/screening/engine/normalize/word-similarity.ts"
import type { ListRecord } from "../../../verification/screening/record.ts"
import type { FoundWord } from "./blocking-index.ts"
import { onlyWord, twoWords } from "./name-keys.ts"
import { initialOf, soughtKeys } from "./word-keys.ts"

/** A word of a listed name, or two neighbours written as one. */
interface ListedWord {
  readonly id: string
  readonly forms: WordForms
  readonly joined: boolean
  /** What kept words that are like it are looked up by. */
  readonly keys: ReadonlyArray<string>
  /** The letter as which it abbreviates kept words. */
  readonly initial: string | undefined
}

/** A listed name by its words. */
export interface ChangedName {
  readonly words: ReadonlyArray<ListedWord>
  /** It has one word that carries a name, or none: one like it is enough. */
  readonly alone: boolean
}

/** The names of a record that find anybody, weak aliases where these do, with every word that a kept name is compared with. */
export const changedNames = (record: ListRecord, weakFinds = false): ReadonlyArray<ChangedName> => {
  const table = new NameTable([record])
  const known = new Map<string, ListedWord>()
  const word = (forms: WordForms, joined: boolean): ListedWord => {
    const id = `${joined ? "j" : "w"}:${forms.key}`
    const made = known.get(id) ?? {
      id,
      forms,
      joined,
      keys: soughtKeys(forms, joined ? joinedEdits : anyEdits),
      initial: joined ? undefined : initialOf(forms)
    }
    known.set(id, made)
    return made
  }
  return Array.from({ length: table.names }, (_, name) => name).flatMap((name): ReadonlyArray<ChangedName> => {
    if (!weakFinds && table.kindOf(name) === "weak") return []
    const listed = table.listed(name)
    const places = Array.from(listed.words, (_, place) => place)
    return [
      {
        words: [
          ...places.filter((place) => listed.role(place) !== "particle").map((place) => word(listed.forms(place), false)),
          ...places.slice(1).map((place) => word(joinForms([listed.forms(place - 1), listed.forms(place)]), true))
        ],
        alone: listed.strongWords <= 1
      }
    ]
  })
}

const mostForms = 20_000

/** Kept words, by the keys by which they were found. */
export class KeptWords {
  readonly #byKey = new Map<number, Array<FoundWord>>()
  readonly #forms = new Map<string, WordForms>()
  readonly #digest: (key: string) => number

  /** A word that was looked for several times may be there several times. `digest` says under what a key is stored. */
  constructor(found: Iterable<FoundWord>, digest: (key: string) => number) {
    this.#digest = digest
    const words = new Map<string, FoundWord>()
    for (const each of found) {
      const word = words.get(each.id) ?? each
      words.set(each.id, word)
      for (const key of each.by) {
        const same = this.#byKey.get(key)
        if (same === undefined) this.#byKey.set(key, [word])
        else same.push(word)
      }
    }
  }

  #formsOf({ parts, word }: FoundWord): WordForms {
    const known = this.#forms.get(word)
    if (known !== undefined) return known
    const single = parts.map(formsOf)
    const forms = single.length === 1 ? (single[0] ?? formsOf("")) : joinForms(single)
    if (this.#forms.size >= mostForms) this.#forms.clear()
    this.#forms.set(word, forms)
    return forms
  }

  /** Identifiers of the kept words that are like a listed one, and the letter as which it may stand for others. */
  like({ forms, initial, joined, keys }: ListedWord): ReadonlyArray<string> {
    const found = new Set<FoundWord>()
    for (const key of keys) for (const stored of this.#byKey.get(this.#digest(key)) ?? []) found.add(stored)
    const alike = [...found].filter((stored) => {
      const joins = stored.parts.length > 1
      // Two neighbours are written as one on one side or on the other.
      if (joins && joined) return false
      return compareWords(forms, this.#formsOf(stored), joins || joined ? joinedEdits : anyEdits).similarity > 0
    })
    return [...alike.map(({ word }) => word), ...(initial === undefined ? [] : [initial])]
  }
}

/** Most pairs of words of one record that are looked up; a record with more of them is looked up word by word. */
const mostPairs = 50_000

/** The keys under which kept names are found that a record with these names may be, or the words of which they have one. */
export const keysOfRecord = (
  names: ReadonlyArray<ChangedName>,
  like: (word: ListedWord) => ReadonlyArray<string>
): { readonly keys: ReadonlySet<string> } | { readonly parts: ReadonlySet<string> } => {
  const keys = new Set<string>()
  for (const { alone, words } of names) {
    const found = words.map((word) => ({ joined: word.joined, ids: like(word) })).filter(({ ids }) => ids.length > 0)
    for (const { ids, joined } of found) {
      for (const id of ids) {
        keys.add(onlyWord.any(id))
        if (joined || alone) keys.add(onlyWord.alone(id))
      }
    }
    // One listed word may be like two of a kept name, so that each is taken with itself too.
    for (const [at, { ids: left }] of found.entries()) {
      for (const { ids: right } of found.slice(at)) for (const one of left) for (const other of right) keys.add(twoWords(one, other))
      if (keys.size > mostPairs) return { parts: new Set(names.flatMap((name) => name.words.flatMap((word) => like(word)))) }
    }
  }
  return { keys }
}
