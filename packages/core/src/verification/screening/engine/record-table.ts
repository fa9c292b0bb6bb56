import type { DateSpan, RecordFacts } from "./qualifiers.ts"
import { recordSpan } from "./qualifiers.ts"
import type { ListRecord, RecordGender, RecordType } from "../record.ts"

const types: ReadonlyArray<RecordType> = ["person", "organization", "vessel", "aircraft", "unknown"]
const genders: ReadonlyArray<RecordGender | null> = [null, "male", "female", "other"]

const countriesOf = (record: ListRecord): ReadonlyArray<string> => {
  const places = record.birth_places.flatMap(({ country }) => (country === null ? [] : [country]))
  return [...new Set([...record.nationalities, ...record.countries, ...places])]
}

/** What scoring needs of the records beside their names, in typed arrays; the records themselves are not kept. */
export class RecordTable {
  readonly #lists: ReadonlyArray<string>
  readonly #editions: ReadonlyArray<string>
  readonly #uids: ReadonlyArray<string>
  readonly #types: Uint8Array
  readonly #genders: Uint8Array
  readonly #birthStarts: Uint32Array
  /** From, to and whether circa, for each date. */
  readonly #births: Float64Array
  readonly #countries: ReadonlyArray<ReadonlyArray<string>>
  /** Places of the records by their keys, made when a change first asks for one. */
  #numbers: ReadonlyMap<string, number> | null = null
  /** List key → the edition that was loaded. */
  readonly editions: Readonly<Record<string, string>>

  constructor(records: ReadonlyArray<ListRecord>) {
    const shared = new Map<string, ReadonlyArray<string>>()
    const births: Array<number> = []
    const starts: Array<number> = [0]
    for (const record of records) {
      for (const date of record.births) {
        const span = recordSpan(date)
        if (span !== null) births.push(span.from, span.to, span.circa ? 1 : 0)
      }
      starts.push(births.length)
    }
    this.#lists = records.map(({ list }) => list)
    this.#editions = records.map(({ edition }) => edition)
    this.#uids = records.map(({ uid }) => uid)
    this.#types = Uint8Array.from(records, ({ type }) => types.indexOf(type))
    this.#genders = Uint8Array.from(records, ({ gender }) => genders.indexOf(gender))
    this.#birthStarts = Uint32Array.from(starts)
    this.#births = Float64Array.from(births)
    // Most records name one country: equal lists are kept once.
    this.#countries = records.map((record) => {
      const countries = countriesOf(record)
      const key = countries.join(" ")
      if (!shared.has(key)) shared.set(key, countries)
      return shared.get(key) ?? countries
    })
    this.editions = Object.fromEntries(records.map(({ edition, list }) => [list, edition]))
  }

  get size(): number {
    return this.#uids.length
  }

  find(list: string, uid: string): number | undefined {
    this.#numbers ??= new Map(this.#uids.map((each, number) => [recordKey(this.#lists[number] ?? "", each), number]))
    return this.#numbers.get(recordKey(list, uid))
  }

  identity(record: number): { readonly list: string; readonly edition: string; readonly uid: string } {
    return { list: this.#lists[record] ?? "", edition: this.#editions[record] ?? "", uid: this.#uids[record] ?? "" }
  }

  typeOf(record: number): RecordType {
    return types[this.#types[record] ?? 0] ?? "unknown"
  }

  facts(record: number): RecordFacts {
    const births: Array<DateSpan> = []
    for (let at = this.#birthStarts[record] ?? 0; at < (this.#birthStarts[record + 1] ?? 0); at += 3) {
      births.push({ from: this.#births[at] ?? 0, to: this.#births[at + 1] ?? 0, circa: this.#births[at + 2] === 1 })
    }
    return {
      type: this.typeOf(record),
      gender: genders[this.#genders[record] ?? 0] ?? null,
      births,
      countries: this.#countries[record] ?? []
    }
  }
}

/** Names a record over all lists. */
export const recordKey = (list: string, uid: string): string => `${list}\n${uid}`
