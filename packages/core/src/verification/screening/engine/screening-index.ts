import type { ResultVersions, ScreeningHit, ScreeningResult } from "./explanation.ts"
import { defaultOptions, queryLimits, type ScreeningQuery, type SearchOptions } from "./query.ts"
import { recordKey } from "./record-table.ts"
import { type Found, type SearchMode, Segment } from "./segment.ts"
import { engineVersions } from "./versions.ts"
import type { ListRecord } from "../record.ts"

/** What changed between two editions of the lists. */
interface IndexChange {
  /** Records that are new or that differ; a record of the same list and identifier is replaced. */
  readonly changed: ReadonlyArray<ListRecord>
  readonly removed: ReadonlyArray<{ readonly list: string; readonly uid: string }>
}

/** Share of the base that changes may reach before a new index is due: words are weighed by the base alone until then. */
const mostChanged = 0.1

/**
 * Watchlists as one searchable thing in memory. Immutable: `with` returns another index, which shares what did not change.
 * One search runs at a time, since all of it is synchronous.
 *
 * ```ts
 * const screening = index(records)
 * const { hits } = screening.search({ name: "Сергей Лавров", type: "person", date_of_birth: "1950-03-21", countries: ["RU"] })
 * for (const { explanation, list, score, uid } of hits) console.log(score, list, uid, explanation.matched_name, explanation.qualifiers)
 * ```
 */
export class ScreeningIndex {
  readonly #base: Segment
  readonly #added: Segment | null
  readonly #addedRecords: ReadonlyArray<ListRecord>
  /** Records of the base that were removed or replaced. */
  readonly #gone: ReadonlySet<number>
  readonly #versions: ResultVersions

  private constructor(base: Segment, added: ReadonlyArray<ListRecord>, gone: ReadonlySet<number>) {
    this.#base = base
    this.#addedRecords = added
    this.#added = added.length === 0 ? null : new Segment(added, base.names)
    this.#gone = gone
    this.#versions = { ...engineVersions, lists: { ...base.records.editions, ...this.#added?.records.editions } }
  }

  /** Builds an index of the records; of two with one list and identifier the last counts. */
  static of(records: ReadonlyArray<ListRecord>): ScreeningIndex {
    const distinct = new Map<string, ListRecord>()
    for (const record of records) distinct.set(recordKey(record.list, record.uid), record)
    return new ScreeningIndex(new Segment([...distinct.values()]), [], new Set())
  }

  /** Number of records that can be found. */
  get size(): number {
    return this.#base.records.size - this.#gone.size + this.#addedRecords.length
  }

  get versions(): ResultVersions {
    return this.#versions
  }

  /** True when so much has changed that the index should be built again. */
  get worn(): boolean {
    return this.#addedRecords.length + this.#gone.size > mostChanged * this.#base.records.size
  }

  /** The index with records added, replaced and removed. */
  with({ changed, removed }: IndexChange): ScreeningIndex {
    const touched = new Set([...changed, ...removed].map(({ list, uid }) => recordKey(list, uid)))
    const gone = new Set(this.#gone)
    for (const { list, uid } of [...changed, ...removed]) {
      const record = this.#base.records.find(list, uid)
      if (record !== undefined) gone.add(record)
    }
    const kept = this.#addedRecords.filter(({ list, uid }) => !touched.has(recordKey(list, uid)))
    const distinct = new Map(changed.map((record) => [recordKey(record.list, record.uid), record]))
    return new ScreeningIndex(this.#base, [...kept, ...distinct.values()], gone)
  }

  /** Records that may be the subject, best first, each explained. */
  search(query: ScreeningQuery, options: Partial<SearchOptions> = {}): ScreeningResult {
    return this.#run(query, { ...defaultOptions, ...options }, "indexed")
  }

  /** The same by comparing every record with the query: slow, and what `search` is held against. */
  scan(query: ScreeningQuery, options: Partial<SearchOptions> = {}): ScreeningResult {
    return this.#run(query, { ...defaultOptions, ...options }, "exhaustive")
  }

  #run(query: ScreeningQuery, options: SearchOptions, mode: SearchMode): ScreeningResult {
    const found = [
      ...this.#base.search(query, options, (record) => this.#gone.has(record), mode),
      ...(this.#added?.search(query, options, () => false, mode) ?? [])
    ]
    const ordered = found
      .map((each) => ({ each, identity: each.segment.records.identity(each.record) }))
      .sort(
        (one, other) =>
          other.each.score - one.each.score ||
          compareText(one.identity.list, other.identity.list) ||
          compareText(one.identity.uid, other.identity.uid)
      )
    const limit = Math.max(0, Math.min(options.limit, queryLimits.hits))
    return {
      hits: ordered.slice(0, limit).map(({ each, identity }) => this.#hit(each, identity)),
      complete: ordered.length <= limit,
      versions: this.#versions
    }
  }

  #hit(found: Found, identity: { readonly list: string; readonly edition: string; readonly uid: string }): ScreeningHit {
    return {
      ...identity,
      type: found.segment.records.typeOf(found.record),
      score: found.score,
      explanation: found.explanation(),
      versions: this.#versions
    }
  }
}

const compareText = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

/** Builds a searchable index of list records; see `ScreeningIndex`. */
export const index = (records: ReadonlyArray<ListRecord>): ScreeningIndex => ScreeningIndex.of(records)
