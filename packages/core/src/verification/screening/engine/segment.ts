import { calibrate, leastRaw } from "./calibration.ts"
import { type Candidate, CandidateFinder } from "./candidates.ts"
import type { Explanation } from "./explanation.ts"
import { IdentifierTable } from "./identifiers.ts"
import { NameTable } from "./name-table.ts"
import { type Frequencies, prepareName, similarityByComparison, similarityByNeighbours } from "./prepared-query.ts"
import { comparableTypes, type DateSpan, effects, mostRaised, qualifiersOf, spanOf } from "./qualifiers.ts"
import { queryLimits, type ScreeningQuery, type SearchOptions } from "./query.ts"
import { bestPair, type ComparableName, explain, scoreRecord, weakAgrees } from "./record-score.ts"
import { RecordTable } from "./record-table.ts"
import type { ListRecord, RecordType } from "../record.ts"

/** A record above the threshold, with its explanation made when asked for. */
export interface Found {
  readonly segment: Segment
  readonly record: number
  readonly score: number
  readonly explanation: () => Explanation
}

/** How a search goes through the records: by the index, or over all of them, as the index's witness. */
export type SearchMode = "indexed" | "exhaustive"

/** One immutable piece of an index: a set of records with the tables that find and score them. */
export class Segment {
  readonly records: RecordTable
  readonly names: NameTable
  readonly #identifiers: IdentifierTable
  readonly #finder: CandidateFinder
  readonly #frequencies: Frequencies
  /** Where the names of each record begin. */
  readonly #nameStarts: Uint32Array

  constructor(records: ReadonlyArray<ListRecord>, base?: Frequencies) {
    this.records = new RecordTable(records)
    this.names = new NameTable(records, base)
    this.#frequencies = base ?? this.names
    this.#identifiers = new IdentifierTable(records)
    this.#finder = new CandidateFinder(this.names)
    this.#nameStarts = new Uint32Array(records.length + 1)
    for (let number = 0; number < records.length; number++)
      this.#nameStarts[number + 1] = (this.#nameStarts[number] ?? 0) + (records[number]?.names.length ?? 0)
  }

  /** Records that score the threshold, in no order. `skip` says which are no longer listed. */
  search(query: ScreeningQuery, options: SearchOptions, skip: (record: number) => boolean, mode: SearchMode): ReadonlyArray<Found> {
    const type: RecordType = query.type ?? "unknown"
    const written = [query.name, ...(query.aliases ?? []).slice(0, queryLimits.aliases)]
    const asked = written.map((text, place): ComparableName => {
      const name = prepareName({ written: text, parts: place === 0 ? (query.parts ?? null) : null, type }, this.#frequencies)
      const similarity =
        mode === "indexed" ? similarityByNeighbours(name, this.names.vocabulary) : similarityByComparison(name, this.names.vocabulary)
      return { name, similarity }
    })
    const identified = this.#identified(query)
    const born = query.date_of_birth === undefined ? null : spanOf(query.date_of_birth)
    const found: Array<Found> = []
    const consider = (record: number, candidates: Iterable<Candidate>): void => {
      const hit = skip(record)
        ? null
        : this.#score(query, record, asked, { candidates, options, identifier: identified.get(record) ?? null, born })
      if (hit !== null) found.push(hit)
    }
    if (mode === "exhaustive") {
      for (let record = 0; record < this.records.size; record++) consider(record, this.#allNames(record))
      return found
    }
    const candidates = this.#candidates(query, asked, options)
    for (const [record, names] of candidates) consider(record, names)
    for (const record of identified.keys()) if (!candidates.has(record)) consider(record, [])
    return found
  }

  #allNames(record: number): ReadonlyArray<Candidate> {
    const from = this.#nameStarts[record] ?? 0
    return Array.from({ length: (this.#nameStarts[record + 1] ?? 0) - from }, (_, at) => ({ name: from + at, bound: 1 }))
  }

  #candidates(
    query: ScreeningQuery,
    asked: ReadonlyArray<ComparableName>,
    options: SearchOptions
  ): ReadonlyMap<number, ReadonlyArray<Candidate>> {
    const wanted = options.threshold - mostRaised(query)
    const raw = leastRaw(wanted)
    const records = new Map<number, Array<Candidate>>()
    for (const { name } of asked) {
      if (name.weight === 0) continue
      for (const candidate of this.#finder.find(name, raw)) {
        if (options.weak_aliases !== "search" && this.names.kindOf(candidate.name) === "weak") continue
        const record = this.names.recordOf(candidate.name)
        const known = records.get(record)
        if (known === undefined) records.set(record, [candidate])
        else known.push(candidate)
      }
    }
    return records
  }

  #identified(query: ScreeningQuery): ReadonlyMap<number, string> {
    const records = new Map<number, string>()
    for (const identifier of (query.identifiers ?? []).slice(0, queryLimits.identifiers)) {
      for (const record of this.#identifiers.holders(identifier)) records.set(record, identifier.value)
    }
    return records
  }

  #score(
    query: ScreeningQuery,
    record: number,
    asked: ReadonlyArray<ComparableName>,
    given: {
      readonly candidates: Iterable<Candidate>
      readonly options: SearchOptions
      readonly identifier: string | null
      readonly born: DateSpan | null
    }
  ): Found | null {
    const { born, identifier, options } = given
    if (identifier === null && !comparableTypes(query.type ?? "unknown", this.records.typeOf(record))) return null
    const facts = qualifiersOf(query, born, this.records.facts(record))
    const raised = facts.reduce((sum, { effect }) => sum + effect, 0) + effects.weak_alias
    const mayReach = ({ bound }: Candidate): boolean => calibrate(Math.min(1, bound)) + raised >= options.threshold
    const weakFinds = options.weak_aliases === "search" || identifier !== null
    const usable = ({ name }: Candidate): boolean => weakFinds || this.names.kindOf(name) !== "weak"
    const candidates = identifier === null ? [...given.candidates].filter((each) => mayReach(each) && usable(each)) : this.#allNames(record)
    const best = bestPair(asked, new Set(candidates.map(({ name }) => name)), this.names)
    if (best === null || (identifier === null && calibrate(best.score.raw) + raised < options.threshold)) return null
    const weak =
      options.weak_aliases !== "ignore" &&
      weakAgrees(
        asked,
        this.#allNames(record).map(({ name }) => name),
        this.names
      )
    const scored = scoreRecord(best, facts, { table: this.names, weakAgrees: weak, identifier })
    if (scored.score < options.threshold) return null
    return { segment: this, record, score: scored.score, explanation: () => explain(best, this.names, scored) }
  }
}
