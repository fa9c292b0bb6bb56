import type { ListEntry } from "../watchlists/editions/entry.ts"
import type { Edition, ListStatus } from "../watchlists/editions/list-editions.ts"
import { bareRecord, type NameKind, type RecordTopic, type RecordType } from "../../verification/screening/record.ts"

const key = "sample_watchlist"
const made = "2026-01-01"

const onDay = (day: string) => ({ from: day, to: day, precision: "day", circa: false }) as const
const inYear = (year: number) => ({ from: `${year}-01-01`, to: `${year}-12-31`, precision: "year", circa: false }) as const

type EntryDetails = Partial<Omit<ListEntry, "uid" | "type" | "names" | "topics">> & {
  readonly aliases?: ReadonlyArray<readonly [string, NameKind]>
}

const entry = (uid: string, type: RecordType, name: string, topic: RecordTopic, { aliases = [], ...more }: EntryDetails): ListEntry => {
  const names = [[name, "primary"] as const, ...aliases].map(([full, kind]) => ({ full, kind, parts: null, script: null, language: null }))
  const { edition: _edition, list: _list, ...reported } = bareRecord({ list: key, edition: "1", uid, type, names, ...more })
  return {
    ...reported,
    topics: [topic],
    programs: ["SAMPLE"],
    listed_on: made,
    updated_on: made,
    remarks: "Made up for the sandbox. No such person or thing is on any list."
  }
}

const entries: ReadonlyArray<ListEntry> = [
  entry("sample-01", "person", "Sanctions Testperson", "sanction", {
    births: [onDay("1970-01-01")],
    nationalities: ["RU"],
    gender: "male",
    identifiers: [{ type: "passport", value: "SAMPLE700101", country: "RU", note: null }]
  }),
  entry("sample-02", "person", "Grigori Borisovich Vymyslenko", "sanction", {
    births: [onDay("1961-04-17")],
    nationalities: ["RU"],
    gender: "male",
    aliases: [
      ["Григорий Борисович Вымысленко", "alias"],
      ["Gregory Vymyslenko", "alias"]
    ]
  }),
  entry("sample-03", "person", "Abdul-Nasir al-Mutakhayyal", "terrorism", {
    births: [inYear(1975)],
    nationalities: ["IQ"],
    gender: "male",
    aliases: [
      ["عبد الناصر المتخيل", "alias"],
      ["Abu Khayal", "weak"]
    ]
  }),
  entry("sample-04", "person", "Pak Sang-Sang", "sanction", {
    births: [onDay("1958-09-09")],
    nationalities: ["KP"],
    aliases: [["박상상", "alias"]]
  }),
  entry("sample-05", "person", "Pepita Publica Inventada", "pep", {
    births: [onDay("1966-11-30")],
    nationalities: ["ES"],
    gender: "female",
    positions: ["Minister of Made-up Affairs"]
  }),
  entry("sample-06", "person", "Filius Inventado Publica", "pep_close_associate", {
    births: [inYear(1991)],
    nationalities: ["ES"],
    gender: "male"
  }),
  entry("sample-07", "person", "Wanda Wantedova-Beispiel", "wanted", {
    births: [onDay("1983-02-28")],
    nationalities: ["BG"],
    gender: "female"
  }),
  entry("sample-08", "organization", "Phantasia General Trading FZE", "sanction", {
    countries: ["AE"],
    aliases: [["Phantasia Trading Company LLC", "alias"]],
    identifiers: [{ type: "registration", value: "SAMPLE-88210", country: "AE", note: null }]
  }),
  entry("sample-09", "organization", "Nirgendwo Maschinenbau GmbH", "export_control", { countries: ["DE"] }),
  entry("sample-10", "vessel", "MV Imaginary Star", "sanction", {
    nationalities: ["PA"],
    aliases: [["Imaginary Sun", "former"]],
    identifiers: [{ type: "imo", value: "IMO 0000000", country: null, note: null }]
  })
]

const edition: Edition = {
  number: 1,
  published: made,
  content_hash: "sample",
  record_count: entries.length,
  added: entries.length,
  changed: 0,
  removed: 0,
  activated_at: `${made}T00:00:00.000Z`,
  sources: [],
  findings: []
}

/** A short list of made-up entries that ships with the product, so that a sandbox has something to find. The live environment never sees it. */
export const sampleList = {
  key,
  entries,
  /** Its standing at an instant: it never grows stale. */
  statusAt: (now: string): ListStatus => ({
    key,
    format: "sample",
    title: "Made-up entries for the sandbox",
    sample: true,
    edition,
    published: made,
    confirmed_at: now,
    stale: null,
    last_attempt_at: null,
    created_at: edition.activated_at,
    retired_at: null
  })
}
