import type { NameTable } from "./name-table.ts"
import { evidenceFor, nameBound } from "./name-score.ts"
import type { PreparedName } from "./prepared-query.ts"
import { joinKeysOf } from "./normalize/forms.ts"
import { anyEdits, joinedEdits, similarities } from "./normalize/word-similarity.ts"

/** A listed name that may reach the wanted evidence, with the most that it can score. */
export interface Candidate {
  readonly name: number
  /** Upper bound of the raw score of the name. */
  readonly bound: number
}

// Sums are kept in single precision; this is more than they can be off.
const slack = 1e-4

/**
 * Finds every listed name that can score `raw` against a name of the query. For each name it adds up the most that each word of the query can
 * contribute; what cannot reach the wanted sum is left out, and nothing else is. Holds scratch arrays of the size of the table, one search at a time.
 */
export class CandidateFinder {
  readonly #table: NameTable
  readonly #evidence: Float32Array
  readonly #counted: Uint32Array
  #stamp = 0

  constructor(table: NameTable) {
    this.#table = table
    this.#evidence = new Float32Array(table.names)
    this.#counted = new Uint32Array(table.names)
  }

  /** Candidates in no order. */
  find(name: PreparedName, raw: number): ReadonlyArray<Candidate> {
    const table = this.#table
    // An initial may stand for half of the vocabulary: every name is granted it.
    const granted = name.words.reduce((sum, word) => sum + (word.role === "initial" ? word.weight * similarities.initial : 0), 0)
    const words = name.words.filter((word) => word.weight > 0 && word.role !== "initial").sort((one, other) => other.weight - one.weight)
    // A name needs a whole word besides its initials, however little is wanted.
    const needed = Math.max(slack, evidenceFor(raw, name.weight) - granted - slack)
    const touched: Array<number> = []
    let open = words.reduce((sum, word) => sum + word.weight, 0) + name.joins.reduce((sum, join) => sum + join.weight, 0)
    const add = (listed: number, amount: number, mayStart: boolean): void => {
      if (this.#counted[listed] === this.#stamp) return
      this.#counted[listed] = this.#stamp
      const before = this.#evidence[listed] ?? 0
      if (before === 0) {
        if (!mayStart) return
        touched.push(listed)
      }
      this.#evidence[listed] = before + amount
    }
    const source = [
      ...name.joins.map((join) => ({
        forms: join.forms,
        weight: join.weight,
        share: similarities.joined,
        edits: joinedEdits,
        whole: false
      })),
      ...words.map((word) => ({ forms: word.forms, weight: word.weight, share: 1, edits: anyEdits, whole: true }))
    ]
    for (const { edits, forms, share, weight, whole } of source) {
      const mayStart = open >= needed
      this.#nextStamp()
      if (whole) for (const key of joinKeysOf(forms)) table.eachJoined(key, (listed) => add(listed, weight, mayStart))
      const near = table.vocabulary.neighbours(forms, edits)
      for (let at = 0; at < near.words.length; at++) {
        const amount = weight * share * (near.similarities[at] ?? 0)
        table.eachBearer(near.words[at] ?? 0, (listed) => add(listed, amount, mayStart))
      }
      open -= weight
    }
    const found: Array<Candidate> = []
    for (const listed of touched) {
      const evidence = this.#evidence[listed] ?? 0
      this.#evidence[listed] = 0
      if (evidence >= needed) found.push({ name: listed, bound: nameBound(evidence + granted + slack, name.weight) })
    }
    return found
  }

  #nextStamp(): void {
    this.#stamp = (this.#stamp + 1) >>> 0
    if (this.#stamp !== 0) return
    this.#counted.fill(0)
    this.#stamp = 1
  }
}
