// Reads the neutral sample of screening data: records, labelled pairs and searches with their answers. The folder is the caller's.
import {
  bareRecord,
  type IdentifierType,
  type ListRecord,
  type NameKind,
  type RecordDate,
  type RecordType
} from "../src/verification/screening/record.ts"
import type { ScreeningQuery } from "../src/verification/screening/engine/query.ts"

interface SampleRecord {
  readonly uid: string
  readonly list: string
  readonly type: string
  readonly names: ReadonlyArray<{ readonly name: string; readonly kind: string }>
  readonly dob?: ReadonlyArray<string>
  readonly countries?: ReadonlyArray<string>
  readonly programs?: ReadonlyArray<string>
  readonly ids?: ReadonlyArray<{ readonly type: string; readonly value: string; readonly country: string | null }>
  readonly gender?: string
}

interface SampleQuery {
  readonly name: string
  readonly type: string
  readonly dob?: string
  readonly country?: string
}

export interface SampleSearch {
  readonly id: string
  readonly category: string
  readonly query: ScreeningQuery
  readonly expected: ReadonlyArray<string>
}

export interface SamplePair {
  readonly id: string
  readonly category: string
  readonly quality: string | null
  readonly query: ScreeningQuery
  readonly candidate: ListRecord
  readonly match: boolean
}

const typeOf = (type: string): RecordType =>
  type === "entity" ? "organization" : type === "person" || type === "vessel" || type === "aircraft" ? type : "unknown"

const kinds: Readonly<Record<string, NameKind>> = { primary: "primary", aka: "alias", weak: "weak", fka: "former" }

const identifierTypes: Readonly<Record<string, IdentifierType>> = {
  passport: "passport",
  national_id: "national_id",
  cedula: "national_id",
  curp: "national_id",
  rfc: "tax_id",
  nit: "tax_id",
  tax_id: "tax_id",
  registration: "registration",
  imo: "imo",
  swift: "bic",
  ssn: "social_security",
  residency: "residence_permit",
  driver_license: "driving_licence"
}

const pad = (part: number): string => String(part).padStart(2, "0")

const dateOf = (text: string): ReadonlyArray<RecordDate> => {
  const [year = "", month, day] = text.split("-")
  if (!/^\d{4}$/u.test(year)) return []
  if (day !== undefined) return [{ from: text, to: text, precision: "day", circa: false }]
  if (month === undefined) return [{ from: `${year}-01-01`, to: `${year}-12-31`, precision: "year", circa: false }]
  const last = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()
  return [{ from: `${year}-${month}-01`, to: `${year}-${month}-${pad(last)}`, precision: "month", circa: false }]
}

const recordOf = (sample: SampleRecord): ListRecord =>
  bareRecord({
    list: sample.list,
    edition: "sample",
    uid: sample.uid,
    type: typeOf(sample.type),
    names: sample.names.map(({ kind, name }) => ({ full: name, kind: kinds[kind] ?? "alias", parts: null, script: null, language: null })),
    births: (sample.dob ?? []).flatMap(dateOf),
    countries: sample.countries ?? [],
    programs: sample.programs ?? [],
    gender: sample.gender === "m" ? "male" : sample.gender === "f" ? "female" : null,
    identifiers: (sample.ids ?? []).map(({ country, type, value }) => ({
      type: identifierTypes[type] ?? "other",
      value,
      country,
      note: null
    }))
  })

const queryOf = ({ country, dob, name, type }: SampleQuery): ScreeningQuery => ({
  name,
  type: typeOf(type),
  ...(dob === undefined ? {} : { date_of_birth: dob }),
  ...(country === undefined ? {} : { countries: [country] })
})

const linesOf = async (path: string): Promise<ReadonlyArray<any>> =>
  (await Bun.file(path).text())
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line))

const hash = (text: string): number => [...text].reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) >>> 0, 7)

/** Folder of the sample: the first argument, or SCREENING_SAMPLE. Without one there is nothing to measure, and the benchmark ends. */
export const sampleFolder = (): string => {
  const folder = process.argv[2] ?? process.env.SCREENING_SAMPLE
  if (folder !== undefined && folder !== "") return folder
  console.log("Give the folder of the screening sample, or set SCREENING_SAMPLE.")
  process.exit(0)
}

/** Two halves by a hash of the case: the first is looked at while tuning, the second is only measured. */
export const isTuned = (id: string): boolean => hash(id) % 2 === 0

export const readRecords = async (folder: string): Promise<ReadonlyArray<ListRecord>> =>
  (await linesOf(`${folder}/records.jsonl`)).map(recordOf)

export const readSearches = async (folder: string, name: "search_positive" | "search_negative"): Promise<ReadonlyArray<SampleSearch>> =>
  (await linesOf(`${folder}/${name}.jsonl`)).map((line) => ({
    id: line.id,
    category: line.category,
    query: queryOf(line.query),
    expected: line.expected
  }))

export const readPairs = async (folder: string): Promise<ReadonlyArray<SamplePair>> =>
  (await linesOf(`${folder}/pairs.jsonl`)).map((line, place) => ({
    id: `${line.category}:${line.id ?? place}`,
    category: line.category,
    quality: line.quality ?? null,
    query: queryOf(line.query),
    candidate: recordOf({
      uid: "candidate",
      list: "pair",
      type: line.candidate.type,
      names: [
        { name: line.candidate.name, kind: "primary" },
        ...(line.candidate.aliases ?? []).map((name: string) => ({ name, kind: "aka" }))
      ],
      dob: line.candidate.dobs ?? [],
      countries: line.candidate.countries ?? []
    }),
    match: line.expected === "match"
  }))
