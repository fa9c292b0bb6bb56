import { leastRaw } from "./calibration.ts"
import { IdentifierTable } from "./identifiers.ts"
import { type ListedName, NameTable } from "./name-table.ts"
import { costs } from "./name-score.ts"
import { type NameStrength, strengthBound } from "./name-strength.ts"
import { joinForms, type WordForms } from "./normalize/forms.ts"
import { anyEdits, joinedEdits, similarities } from "./normalize/word-similarity.ts"
import { type Frequencies, type PreparedName, prepareName } from "./prepared-query.ts"
import { comparableTypes, type DateSpan, effects, qualifiersOf, spanOf } from "./qualifiers.ts"
import { defaultOptions, queryLimits, type ScreeningQuery, type SearchOptions } from "./query.ts"
import { RecordTable } from "./record-table.ts"
import { bareRecord, type ListRecord } from "../record.ts"
import { Vocabulary } from "./vocabulary.ts"
import { rarityBounds, roleWeight } from "./weights.ts"

/** A query that is kept, under a name of its owner's. */
interface KeptQuery {
  readonly id: string
  readonly query: ScreeningQuery
}

/** One name of a kept query: its words with the least and the most that any list may make them weigh. */
interface KeptName {
  readonly owner: number
  readonly least: Float64Array
  readonly most: Float64Array
  readonly strong: number
  /** An initial may stand for any word, so that it is granted everywhere. */
  readonly initials: ReadonlyArray<number>
}

/** Where a word, or neighbours written as one, stands among the names. */
interface Place {
  readonly name: number
  readonly from: number
  readonly to: number
}

/** No list is known here: a word is as rare as it can be, and what is common in the world stays common. */
const noFrequencies: Frequencies = { vocabulary: new Vocabulary([], new Map()), bearers: () => 0, names: 0 }

// Similarities and weights are kept in single precision elsewhere; this is more than they can be off.
const slack = 1e-3

/** Words of kept names, found again by whatever is like them. */
class Terms {
  readonly #forms: Array<WordForms> = []
  readonly #numbers = new Map<string, number>()
  readonly #places: Array<Array<Place>> = []
  /** Terms that are spelled the same when written as one. */
  readonly #same = new Map<string, Array<number>>()
  #vocabulary: Vocabulary | null = null

  /** `key` tells terms apart; two joins of one key may sound unlike. */
  add(key: string, forms: WordForms, place: Place): void {
    const known = this.#numbers.get(key)
    const number = known ?? this.#forms.length
    if (known === undefined) {
      this.#numbers.set(key, number)
      this.#forms.push(forms)
      this.#places.push([])
      this.#same.set(forms.key, [...(this.#same.get(forms.key) ?? []), number])
    }
    this.#places[number]?.push(place)
  }

  /** Visits every place of every term that is like the word, with how alike it is. */
  each(word: WordForms, mostEdits: number, visit: (place: Place, similarity: number) => void): void {
    this.#vocabulary ??= new Vocabulary(this.#forms, new Map())
    const near = this.#vocabulary.neighbours(word, mostEdits)
    for (const number of this.#same.get(word.key) ?? []) for (const place of this.#places[number] ?? []) visit(place, 1)
    for (let at = 0; at < near.words.length; at++) {
      for (const place of this.#places[near.words[at] ?? 0] ?? []) visit(place, near.similarities[at] ?? 0)
    }
  }
}

/** What one listed name has in common with the kept names. */
class Common {
  readonly #names: ReadonlyArray<KeptName>
  readonly #shares = new Map<number, Float64Array>()
  readonly joined = new Set<number>()

  constructor(names: ReadonlyArray<KeptName>) {
    this.#names = names
  }

  add({ from, name, to }: Place, similarity: number): void {
    const length = this.#names[name]?.most.length ?? 0
    const shares = this.#shares.get(name) ?? new Float64Array(length)
    this.#shares.set(name, shares)
    for (let word = from; word < to; word++) shares[word] = Math.max(shares[word] ?? 0, similarity)
  }

  entries(): Iterable<[number, Float64Array]> {
    return this.#shares
  }
}

/**
 * Queries that are kept, and asked which of them a listed record may be a hit of: the search the other way round, for lists that change while
 * those who are watched stay. It leaves out no query that a search of an index with this record in it answers with a hit of the threshold,
 * whatever else the index holds: words are granted the weights that any list could give them. What it names has to be searched for to be sure.
 */
export class ReverseSearch {
  readonly #kept: ReadonlyArray<KeptQuery & { readonly born: DateSpan | null }>
  readonly #names: Array<KeptName> = []
  readonly #words = new Terms()
  readonly #joins = new Terms()
  readonly #identifiers: IdentifierTable

  constructor(kept: ReadonlyArray<KeptQuery>) {
    this.#kept = kept.map((each) => ({
      ...each,
      born: each.query.date_of_birth === undefined ? null : spanOf(each.query.date_of_birth)
    }))
    for (const [owner, { query }] of kept.entries()) {
      for (const [place, written] of [query.name, ...(query.aliases ?? []).slice(0, queryLimits.aliases)].entries()) {
        const parts = place === 0 ? (query.parts ?? null) : null
        this.#add(owner, prepareName({ written, parts, type: query.type ?? "unknown" }, noFrequencies))
      }
    }
    this.#identifiers = new IdentifierTable(
      kept.map(({ query }) =>
        bareRecord({
          list: "",
          edition: "",
          uid: "",
          type: "unknown",
          names: [],
          identifiers: (query.identifiers ?? [])
            .slice(0, queryLimits.identifiers)
            .map(({ country, type, value }) => ({ type, value, country: country ?? null, note: null }))
        })
      )
    )
  }

  #add(owner: number, { joins, strong, weight, words }: PreparedName): void {
    if (weight === 0) return
    const name = this.#names.length
    const bounds = words.map(({ forms, role }) => {
      const { least, most } = rarityBounds(forms.spellings, forms.key)
      return { least: roleWeight(role) * least, most: roleWeight(role) * most }
    })
    this.#names.push({
      owner,
      least: Float64Array.from(bounds, ({ least }) => least),
      most: Float64Array.from(bounds, ({ most }) => most),
      strong,
      initials: words.flatMap(({ role }, at) => (role === "initial" ? [at] : []))
    })
    for (const [at, { forms, role, weight: own }] of words.entries()) {
      if (own > 0 && role !== "initial") this.#words.add(forms.key, forms, { name, from: at, to: at + 1 })
    }
    for (const { forms, from, to } of joins) {
      const key = words
        .slice(from, to)
        .map((word) => word.forms.key)
        .join(" ")
      this.#joins.add(key, forms, { name, from, to })
    }
  }

  /** Names the kept queries of which one of the records may be a hit with this score, 0 to 1, or by an identifier; each with its records. */
  find(
    records: ReadonlyArray<ListRecord>,
    threshold: number,
    weak_aliases: SearchOptions["weak_aliases"] = defaultOptions.weak_aliases
  ): ReadonlyMap<string, ReadonlyArray<ListRecord>> {
    const found = new Map<string, Set<ListRecord>>()
    const table = new NameTable(records)
    const facts = new RecordTable(records)
    const hold = (owner: number, record: number): void => {
      const [kept, held] = [this.#kept[owner], records[record]]
      if (kept === undefined || held === undefined) return
      found.set(kept.id, (found.get(kept.id) ?? new Set<ListRecord>()).add(held))
    }
    for (const [record, { identifiers }] of records.entries()) {
      for (const { country, type, value } of identifiers) {
        const holders = this.#identifiers.holders({ type, value, ...(country === null ? {} : { country }) })
        for (const owner of holders) hold(owner, record)
      }
    }
    for (let listed = 0; listed < table.names; listed++) {
      if (weak_aliases !== "search" && table.kindOf(listed) === "weak") continue
      const record = table.recordOf(listed)
      const name = table.listed(listed)
      const common = this.#commonWith(name)
      for (const [kept, shares] of common.entries()) {
        const asked = this.#names[kept]
        if (asked !== undefined && this.#mayReach(asked, shares, common.joined.has(kept), { name, record, facts, threshold }))
          hold(asked.owner, record)
      }
    }
    return new Map([...found].map(([id, held]) => [id, [...held]]))
  }

  #commonWith(name: ListedName): Common {
    const common = new Common(this.#names)
    for (let at = 0; at < name.words.length; at++) {
      const word = name.forms(at)
      const next = at + 1 < name.words.length ? name.forms(at + 1) : null
      if (name.role(at) !== "particle") {
        this.#words.each(word, anyEdits, (place, similarity) => common.add(place, similarity))
        this.#joins.each(word, joinedEdits, (place, similarity) => {
          common.joined.add(place.name)
          common.add(place, similarity * similarities.joined)
        })
      }
      // Two listed words that the query writes as one.
      if (next !== null)
        this.#words.each(joinForms([word, next]), joinedEdits, (place, similarity) => {
          common.joined.add(place.name)
          common.add(place, similarity)
        })
    }
    return common
  }

  #mayReach(
    asked: KeptName,
    shares: Float64Array,
    joined: boolean,
    given: { readonly name: ListedName; readonly record: number; readonly facts: RecordTable; readonly threshold: number }
  ): boolean {
    const kept = this.#kept[asked.owner]
    if (kept === undefined || !comparableTypes(kept.query.type ?? "unknown", given.facts.typeOf(given.record))) return false
    const facts = qualifiersOf(kept.query, kept.born, given.facts.facts(given.record))
    const raised = facts.reduce((sum, { effect }) => sum + effect, 0) + effects.weak_alias
    const raw = leastRaw(given.threshold - raised - slack)
    const granted = shares.slice()
    for (const initial of asked.initials) granted[initial] = 1
    let evidence = 0
    let matched = 0
    for (const [word, share] of granted.entries()) {
      evidence += (asked.most[word] ?? 0) * share
      if (share > 0) matched += 1
    }
    // Two listed words written as one are as rich as both.
    const strength: NameStrength = {
      asked: asked.strong,
      listed: given.name.strongWords,
      evidence: joined ? Number.POSITIVE_INFINITY : evidence
    }
    // What is matched with an initial, or with several words at once, may be as strong as any.
    const most = joined || asked.initials.length > 0 || matched >= 2 ? Number.POSITIVE_INFINITY : 1
    const needed = raw / strengthBound(strength, most) - slack
    return needed <= 1 && reaches(asked, granted, evidenceShare(Math.max(0, needed)))
  }
}

/** Share of a name's weight that has to be found for this much raw evidence: `evidenceFor` of a name that weighs 1. */
const evidenceShare = (raw: number): number => (raw * costs.query_omitted) / (1 - (1 - costs.query_omitted) * raw)

/** Whether any weights within the bounds give the found words that share of the whole. */
const reaches = ({ initials, least, most }: KeptName, shares: Float64Array, wanted: number): boolean => {
  let balance = 0
  for (const [word, share] of shares.entries()) {
    const beyond = share - wanted
    // Of many initials a search keeps three: one that speaks against the name may be left out.
    if (beyond >= 0) balance += beyond * (most[word] ?? 0)
    else if (!initials.includes(word)) balance += beyond * (least[word] ?? 0)
  }
  return balance >= -slack
}
