import type { DateSpan, RecordFacts } from "./qualifiers.ts"
import { recordSpan } from "./qualifiers.ts"
import type { ListRecord, RecordGender, RecordType } from "../record.ts"

const types: ReadonlyArray<RecordType> = ["person", "organization", "vessel", "aircraft", "unknown"]
const genders: ReadonlyArray<RecordGender | null> = [null, "male", "female", "other"]

const noCountries: ReadonlyArray<string> = []

const countriesOf = ({ birth_places, countries, nationalities }: ListRecord): ReadonlyArray<string> => {
  if (birth_places.length === 0 && nationalities.length === 0) return countries.length < 2 ? countries : [...new Set(countries)]
  const places = birth_places.flatMap(({ country }) => (country === null ? [] : [country]))
  return [...new Set([...nationalities, ...countries, ...places])]
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
    // Most records name one country: equal lists are kept once.
    const shared = new Map<string, ReadonlyArray<string>>()
    const births: Array<number> = []
    const editions: Record<string, string> = {}
    const rows = { lists: [] as string[], editions: [] as string[], uids: [] as string[], countries: [] as ReadonlyArray<string>[] }
    this.#types = new Uint8Array(records.length)
    this.#genders = new Uint8Array(records.length)
    this.#birthStarts = new Uint32Array(records.length + 1)
    for (const [number, record] of records.entries()) {
      rows.lists.push(record.list)
      rows.editions.push(record.edition)
      rows.uids.push(record.uid)
      this.#types[number] = types.indexOf(record.type)
      this.#genders[number] = genders.indexOf(record.gender)
      for (const date of record.births) {
        const span = recordSpan(date)
        if (span !== null) births.push(span.from, span.to, span.circa ? 1 : 0)
      }
      this.#birthStarts[number + 1] = births.length
      const countries = countriesOf(record)
      const key = countries.length === 1 ? (countries[0] ?? "") : countries.join(" ")
      const known = countries.length === 0 ? noCountries : shared.get(key)
      if (known === undefined) shared.set(key, countries)
      rows.countries.push(known ?? countries)
      editions[record.list] = record.edition
    }
    this.#lists = rows.lists
    this.#editions = rows.editions
    this.#uids = rows.uids
    this.#countries = rows.countries
    this.#births = new Float64Array(births)
    this.editions = editions
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
