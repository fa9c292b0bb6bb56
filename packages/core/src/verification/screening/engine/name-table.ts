import type { WordForms } from "./normalize/forms.ts"
import { joinHashOf, joinsOf } from "./normalize/joins.ts"
import type { WordRole } from "./normalize/written.ts"
import { kinds, NameRows } from "./name-rows.ts"
import { type Frequencies, isBorne } from "./prepared-query.ts"
import { HashPairs } from "./hash-pairs.ts"
import { Vocabulary } from "./vocabulary.ts"
import { isStrongRole, rarityOf, roles, roleWeight } from "./weights.ts"
import type { ListRecord, NameKind } from "../record.ts"

/** A name of the lists as scoring sees it. */
export interface ListedName {
  /** Numbers of its words in the vocabulary, particles included. */
  readonly words: Uint32Array
  /** Weight of each word; 0 for particles. */
  readonly weights: Float32Array
  readonly strongWords: number
  role(place: number): WordRole
  strong(place: number): boolean
  forms(place: number): WordForms
  /** Whether the word is a name in use: several names of the lists have it. */
  borne(place: number): boolean
}

/** Names of the lists in typed arrays: words by name, names by word, and what is written of each. */
export class NameTable implements Frequencies {
  readonly vocabulary: Vocabulary
  readonly #starts: Uint32Array
  readonly #words: Uint32Array
  readonly #roles: Uint8Array
  readonly #weights: Float32Array
  readonly #kinds: Uint8Array
  readonly #records: Uint32Array
  readonly #texts: ReadonlyArray<string>
  readonly #legal: ReadonlyArray<string>
  readonly #postingStarts: Uint32Array
  readonly #postings: Uint32Array
  readonly #joins: HashPairs
  readonly #base: Frequencies

  /** `base` gives the frequencies of a larger table that this one adds to; by itself a table counts its own. */
  constructor(records: ReadonlyArray<ListRecord>, base?: Frequencies) {
    const rows = new NameRows(records)
    this.vocabulary = new Vocabulary(rows.forms, rows.numbers)
    this.#starts = rows.starts
    this.#words = new Uint32Array(rows.words)
    this.#roles = new Uint8Array(rows.roles)
    this.#kinds = rows.kinds
    this.#records = rows.records
    this.#texts = rows.texts
    this.#legal = rows.legal
    const joins = joinsOf(rows.forms, rows)
    this.#joins = new HashPairs(joins.hashes, joins.names)
    this.#postingStarts = new Uint32Array(this.vocabulary.size + 1)
    this.#postings = new Uint32Array(this.#words.length)
    this.#fillPostings()
    this.#base = base ?? this
    this.#weights = this.#weigh()
  }

  get names(): number {
    return this.#texts.length
  }

  #fillPostings(): void {
    for (const word of this.#words) this.#postingStarts[word + 1] = (this.#postingStarts[word + 1] ?? 0) + 1
    for (let word = 1; word < this.#postingStarts.length; word++)
      this.#postingStarts[word] = (this.#postingStarts[word] ?? 0) + (this.#postingStarts[word - 1] ?? 0)
    const next = this.#postingStarts.slice()
    for (let name = 0; name < this.names; name++) {
      for (let at = this.#starts[name] ?? 0; at < (this.#starts[name + 1] ?? 0); at++) {
        const word = this.#words[at] ?? 0
        this.#postings[next[word] ?? 0] = name
        next[word] = (next[word] ?? 0) + 1
      }
    }
  }

  /** Words of one group of equal names are as common as the group. */
  #weigh(): Float32Array {
    const groups = new Map<number, number>()
    const { vocabulary } = this
    for (let word = 0; word < vocabulary.size; word++) {
      const { variants } = vocabulary.forms(word)
      for (let at = 0; at < variants.length; at++) groups.set(variants[at] ?? 0, (groups.get(variants[at] ?? 0) ?? 0) + this.bearers(word))
    }
    const rarities = new Float32Array(vocabulary.size)
    for (let word = 0; word < vocabulary.size; word++) {
      const { key, spellings, variants } = vocabulary.forms(word)
      let bearers = this.#base === this ? this.bearers(word) : this.#bearersInBase(key)
      for (let at = 0; at < variants.length; at++) bearers = Math.max(bearers, groups.get(variants[at] ?? 0) ?? 0)
      rarities[word] = rarityOf(bearers, this.#base.names, spellings)
    }
    const byRole = Float64Array.from(roles, roleWeight)
    const weights = new Float32Array(this.#words.length)
    for (let at = 0; at < weights.length; at++) weights[at] = (byRole[this.#roles[at] ?? 0] ?? 1) * (rarities[this.#words[at] ?? 0] ?? 1)
    return weights
  }

  #bearersInBase(key: string): number {
    const known = this.#base.vocabulary.find(key)
    return known === undefined ? 1 : this.#base.bearers(known)
  }

  bearers = (word: number): number => (this.#postingStarts[word + 1] ?? 0) - (this.#postingStarts[word] ?? 0)

  /** Visits each name that has the word. */
  eachBearer(word: number, visit: (name: number) => void): void {
    const end = this.#postingStarts[word + 1] ?? 0
    for (let at = this.#postingStarts[word] ?? 0; at < end; at++) visit(this.#postings[at] ?? 0)
  }

  /** Visits each name with two neighbours that have this key (`joinedKeys`) when written as one. */
  eachJoined(key: string, visit: (name: number) => void): void {
    this.#joins.each(joinHashOf(key), visit)
  }

  recordOf(name: number): number {
    return this.#records[name] ?? 0
  }

  kindOf(name: number): NameKind {
    return kinds[this.#kinds[name] ?? 0] ?? "primary"
  }

  textOf(name: number): string {
    return this.#texts[name] ?? ""
  }

  legalOf(name: number): string {
    return this.#legal[name] ?? ""
  }

  /** The name as scoring sees it. */
  listed(name: number): ListedName {
    const from = this.#starts[name] ?? 0
    const to = this.#starts[name + 1] ?? 0
    const words = this.#words.subarray(from, to)
    const role = (place: number): WordRole => roles[this.#roles[from + place] ?? 0] ?? "name"
    const strong = (place: number): boolean => isStrongRole(role(place))
    let strongWords = 0
    for (let place = 0; place < words.length; place++) if (strong(place)) strongWords++
    return {
      words,
      weights: this.#weights.subarray(from, to),
      strongWords,
      role,
      strong,
      forms: (place) => this.vocabulary.forms(words[place] ?? 0),
      borne: (place) => isBorne(this.vocabulary.forms(words[place] ?? 0), this.#base)
    }
  }
}
