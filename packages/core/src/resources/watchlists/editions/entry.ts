import {
  type IdentifierType,
  type ListRecord,
  type NameKind,
  type NameParts,
  type RecordAddress,
  type RecordDate,
  type RecordGender,
  type RecordIdentifier,
  type RecordName,
  type RecordPlace,
  type RecordTopic,
  type RecordType,
  recordLimits
} from "../../../verification/screening/record.ts"
import { cutAt, lines, oneLine } from "../sources/one-line.ts"
import type { ReadingNotes } from "../sources/reading.ts"

/** An entry as a file holds it: a record without the list and the edition, which are those of the import. */
export type ListEntry = Omit<ListRecord, "list" | "edition">

const kindOrder = { primary: 0, alias: 1, former: 2, maiden: 3, weak: 4 } as const satisfies Record<NameKind, number>

type ListField =
  | "former_uids"
  | "names"
  | "births"
  | "deaths"
  | "birth_places"
  | "nationalities"
  | "countries"
  | "identifiers"
  | "addresses"
  | "topics"
  | "programs"
  | "positions"
  | "references"
  | "source_urls"

/** Gathers one entry from as many rows or elements as the file spreads it over. Says what it cuts and drops nothing twice said. */
export class EntryDraft {
  readonly uid: string
  type: RecordType = "unknown"
  gender: RecordGender | null = null
  listed_on: string | null = null
  updated_on: string | null = null
  readonly #notes: ReadingNotes
  readonly #lists: { readonly [Field in ListField]: Map<string, ListEntry[Field][number]> } = {
    former_uids: new Map(),
    names: new Map(),
    births: new Map(),
    deaths: new Map(),
    birth_places: new Map(),
    nationalities: new Map(),
    countries: new Map(),
    identifiers: new Map(),
    addresses: new Map(),
    topics: new Map(),
    programs: new Map(),
    positions: new Map(),
    references: new Map(),
    source_urls: new Map()
  }
  readonly #remarks = new Set<string>()

  constructor(uid: string, notes: ReadingNotes) {
    this.#notes = notes
    this.uid = this.#cut(oneLine(uid), recordLimits.uid, "uid")
  }

  #cut(text: string, limit: number, where: string): string {
    if (text.length <= limit) return text
    this.#notes.note({ code: "cut", where, uid: this.uid })
    return cutAt(text, limit)
  }

  #add<Field extends ListField>(field: Field, key: string, value: ListEntry[Field][number]): void {
    const list = this.#lists[field]
    if (list.has(key)) return
    if (list.size >= recordLimits[field]) this.#notes.note({ code: "cut", where: field, uid: this.uid })
    else list.set(key, value)
  }

  #text(field: "former_uids" | "programs" | "positions" | "references" | "source_urls", text: string | undefined, limit: number): void {
    const line = oneLine(text ?? "")
    if (line !== "") this.#add(field, line, this.#cut(line, limit, field))
  }

  /** The same spelling said twice keeps the stronger kind. */
  name(
    full: string | undefined,
    kind: NameKind,
    more: { readonly parts?: NameParts; readonly script?: string | null; readonly language?: string | null } = {}
  ): void {
    const line = this.#cut(oneLine(full ?? ""), recordLimits.name, "names.full")
    if (line === "") return
    const parts: NameParts = Object.fromEntries(
      Object.entries(more.parts ?? {}).flatMap(([part, text]) => {
        const said = this.#cut(oneLine(text ?? ""), recordLimits.name, `names.parts.${part}`)
        return said === "" ? [] : [[part, said]]
      })
    )
    const name: RecordName = {
      full: line,
      kind,
      parts: Object.keys(parts).length === 0 ? null : parts,
      script: more.script ?? null,
      language: more.language ?? null
    }
    const before = this.#lists.names.get(line)
    if (before === undefined) this.#add("names", line, name)
    else if (kindOrder[kind] < kindOrder[before.kind]) this.#lists.names.set(line, { ...before, kind })
  }

  birth(date: RecordDate | null): void {
    if (date !== null) this.#add("births", JSON.stringify([date.from, date.to, date.circa]), date)
  }
  death(date: RecordDate | null): void {
    if (date !== null) this.#add("deaths", JSON.stringify([date.from, date.to, date.circa]), date)
  }
  birthPlace({ country, text }: RecordPlace): void {
    const line = text === null ? "" : this.#cut(oneLine(text), recordLimits.place, "birth_places")
    if (line === "" && country === null) return
    this.#add("birth_places", JSON.stringify([line, country]), { text: line === "" ? null : line, country })
  }
  nationality(country: string | null): void {
    if (country !== null) this.#add("nationalities", country, country)
  }
  country(country: string | null): void {
    if (country !== null) this.#add("countries", country, country)
  }
  identifier(type: IdentifierType, value: string | undefined, more: Partial<Pick<RecordIdentifier, "country" | "note">> = {}): void {
    const said = this.#cut(oneLine(value ?? ""), recordLimits.identifier, "identifiers.value")
    if (said === "") return
    const country = more.country ?? null
    const note = oneLine(more.note ?? "")
    this.#add("identifiers", JSON.stringify([type, said, country]), {
      type,
      value: said,
      country,
      note: note === "" ? null : this.#cut(note, recordLimits.note, "identifiers.note")
    })
  }
  /** The country of an address is also one that the entry is tied to. */
  address(address: { readonly [Part in keyof RecordAddress]?: string | null }): void {
    const part = (text: string | null | undefined, where: string) => {
      const line = this.#cut(oneLine(text ?? ""), recordLimits.address, `addresses.${where}`)
      return line === "" ? null : line
    }
    const made: RecordAddress = {
      text: part(address.text, "text"),
      city: part(address.city, "city"),
      region: part(address.region, "region"),
      postal_code: part(address.postal_code, "postal_code"),
      country: address.country ?? null
    }
    this.country(made.country)
    if (made.text !== null || made.city !== null || made.region !== null || made.postal_code !== null) {
      this.#add("addresses", JSON.stringify(made), made)
    }
  }
  topic(topic: RecordTopic): void {
    this.#add("topics", topic, topic)
  }
  program(text: string | undefined): void {
    this.#text("programs", text, recordLimits.program)
  }
  position(text: string | undefined): void {
    this.#text("positions", text, recordLimits.position)
  }
  reference(text: string | undefined): void {
    this.#text("references", text, recordLimits.reference)
  }
  sourceUrl(text: string | undefined): void {
    this.#text("source_urls", text, recordLimits.url)
  }
  formerUid(text: string | undefined): void {
    if (text !== this.uid) this.#text("former_uids", text, recordLimits.uid)
  }
  remark(text: string | undefined): void {
    const said = lines(text ?? "")
    if (said !== "") this.#remarks.add(said)
  }
  /** The first date said wins for the day of listing, the last for the day of the last change. */
  listed(day: string | null): void {
    if (day !== null && (this.listed_on === null || day < this.listed_on)) this.listed_on = day
  }
  updated(day: string | null): void {
    if (day !== null && (this.updated_on === null || day > this.updated_on)) this.updated_on = day
  }

  /** The finished entry; undefined, and noted, when it has no name to be found by. */
  finish(): ListEntry | undefined {
    if (this.uid === "") {
      this.#notes.note({ code: "no_uid", where: "entry" })
      return undefined
    }
    const names = [...this.#lists.names.values()].sort((left, right) => kindOrder[left.kind] - kindOrder[right.kind])
    if (names.length === 0) {
      this.#notes.note({ code: "no_name", where: "entry", uid: this.uid })
      return undefined
    }
    const remarks = this.#cut([...this.#remarks].join("\n"), recordLimits.remarks, "remarks")
    const listOf = <Field extends ListField>(field: Field): ReadonlyArray<ListEntry[Field][number]> => [...this.#lists[field].values()]
    return {
      uid: this.uid,
      former_uids: listOf("former_uids"),
      type: this.type,
      names,
      births: listOf("births"),
      deaths: listOf("deaths"),
      birth_places: listOf("birth_places"),
      nationalities: listOf("nationalities"),
      countries: listOf("countries"),
      gender: this.gender,
      identifiers: listOf("identifiers"),
      addresses: listOf("addresses"),
      topics: listOf("topics"),
      programs: listOf("programs"),
      positions: listOf("positions"),
      listed_on: this.listed_on,
      updated_on: this.updated_on,
      references: listOf("references"),
      source_urls: listOf("source_urls"),
      remarks: remarks === "" ? null : remarks
    }
  }
}

/** Yields the finished entry of a draft as a step, or nothing. */
export const putOf = (draft: EntryDraft): ReadonlyArray<{ readonly op: "put"; readonly entry: ListEntry }> => {
  const entry = draft.finish()
  return entry === undefined ? [] : [{ op: "put", entry }]
}
