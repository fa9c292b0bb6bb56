import { type IdentifierType, type NameKind, bareRecord, type RecordType } from "../../../verification/screening/record.ts"
import { readDate } from "./dates.ts"
import type { ListEntry } from "../editions/entry.ts"
import type { ListStep } from "./reading.ts"

/** Key and title of the list that ships with the product. Anyone who is on it is made up; a result against it alone is partial. */
export const sampleList = { key: "sample", title: "Sample list: made-up entries for trying things out" } as const
export const sampleVersion = "2026-01-01"

interface Made {
  readonly uid: string
  readonly type: RecordType
  readonly names: ReadonlyArray<readonly [string, NameKind]>
  readonly born?: string
  readonly nationality?: string
  readonly number?: readonly [IdentifierType, string, string]
}

const made: ReadonlyArray<Made> = [
  {
    uid: "sample-1",
    type: "person",
    names: [
      ["SAMPLEVICH, Testoslav", "primary"],
      ["Тестослав Самплевич", "alias"],
      ["Testo", "weak"]
    ],
    born: "25 Apr 1974",
    nationality: "RU",
    number: ["passport", "S00000001", "RU"]
  },
  {
    uid: "sample-2",
    type: "person",
    names: [
      ["AL-MITHALI, Namudhaj Abd al-Tajriba", "primary"],
      ["نموذج عبد التجربة المثالي", "alias"],
      ["Namouzaj al-Methali", "alias"]
    ],
    born: "circa 1960",
    nationality: "SY"
  },
  {
    uid: "sample-3",
    type: "person",
    names: [["EJEMPLO MUESTRA, Prueba Maria", "primary"]],
    born: "1958",
    nationality: "CO",
    number: ["national_id", "90000003", "CO"]
  },
  { uid: "sample-4", type: "person", names: [["LISTED, Sandy Box", "primary"]], born: "1980-01-01", nationality: "GB" },
  {
    uid: "sample-5",
    type: "organization",
    names: [
      ["SAMPLE GENERAL TRADING AND TESTING LLC", "primary"],
      ["ООО САМПЛ ТЕСТ", "alias"]
    ],
    number: ["registration", "SAMPLE-5", "AE"]
  },
  {
    uid: "sample-6",
    type: "organization",
    names: [["Example Front Holding GmbH", "primary"]],
    number: ["lei", "00000000000000SAMPLE", "DE"]
  },
  { uid: "sample-7", type: "vessel", names: [["SAMPLE STAR", "primary"]], nationality: "PA", number: ["imo", "0000007", "PA"] },
  { uid: "sample-8", type: "aircraft", names: [["XX-SMP", "primary"]], number: ["aircraft_tail", "XX-SMP", "IR"] }
]

const entryOf = ({ born, names, nationality, number, type, uid }: Made): ListEntry => {
  const date = born === undefined ? null : readDate(born)
  const {
    edition: _edition,
    list: _list,
    ...entry
  } = bareRecord({
    list: sampleList.key,
    edition: sampleVersion,
    uid,
    type,
    names: names.map(([full, kind]) => ({ full, kind, parts: null, script: null, language: null })),
    births: date === null ? [] : [date],
    nationalities: nationality === undefined ? [] : [nationality],
    identifiers: number === undefined ? [] : [{ type: number[0], value: number[1], country: number[2], note: null }],
    topics: ["sanction"],
    programs: ["SAMPLE"],
    remarks: "Made up. This entry stands for nobody."
  })
  return entry
}

/** The entries of the sample list, as an import takes them. */
export async function* sampleSteps(): AsyncGenerator<ListStep, void, undefined> {
  for (const one of made) yield { op: "put", entry: entryOf(one) }
}
