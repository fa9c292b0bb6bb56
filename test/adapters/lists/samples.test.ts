import { describe, expect, test } from "bun:test"
import type { ListFormatName } from "@vouchkit/core/resources/watchlists/sources/catalogue"
import type { ListEntry } from "@vouchkit/core/resources/watchlists/editions/entry"
import type { ListFile } from "@vouchkit/core/resources/watchlists/sources/reading"
import { recordLimits } from "@vouchkit/core/verification/screening/record"
import { ofacConsolidatedSet, ofacSet, readList, sample } from "../../support/watchlists.ts"

interface Expected {
  readonly format: ListFormatName
  readonly files: ReadonlyArray<ListFile>
  readonly published: string | null
  readonly types: Readonly<Record<string, number>>
  readonly names: Readonly<Record<string, number>>
  readonly births: number
  /** Entries whose uid another one has; an import gives them one of their own. */
  readonly repeated?: number
  readonly findings: ReadonlyArray<readonly [string, string]>
}

/** Counted in the files by other means (rows and elements of each kind), not by the readers. */
const expected: ReadonlyArray<Expected> = [
  {
    format: "ofac_csv",
    files: ofacSet,
    published: null,
    types: { person: 217, organization: 154, vessel: 21, aircraft: 17 },
    names: { primary: 409, alias: 471, former: 26, weak: 130 },
    births: 232,
    findings: [["unknown_country", "address"]]
  },
  {
    format: "ofac_csv",
    files: ofacConsolidatedSet,
    published: null,
    types: { person: 2, organization: 20 },
    names: { primary: 22, alias: 49, former: 10, weak: 1 },
    births: 2,
    findings: []
  },
  {
    format: "ofac_xml",
    files: [sample("SDN.sample.xml")],
    published: "2020-04-22",
    types: { person: 6, organization: 2 },
    names: { primary: 8, alias: 25, weak: 2 },
    births: 10,
    findings: [["count_differs", "sdnList"]]
  },
  {
    format: "ofac_enhanced_xml",
    files: [sample("SDN_ENHANCED.made.xml")],
    published: "2021-07-07",
    types: { person: 36, organization: 24 },
    names: { primary: 60, alias: 67, former: 1, weak: 15 },
    births: 35,
    findings: []
  },
  {
    format: "un_xml",
    files: [sample("consolidated.xml")],
    published: "2026-02-27T00:00:09.554Z",
    types: { person: 35, organization: 12 },
    names: { primary: 47, alias: 124, weak: 16 },
    births: 43,
    findings: []
  },
  {
    format: "eu_xml",
    files: [sample("xmlFullSanctionsList_1_1.sample.xml")],
    published: "2020-04-15T15:29:22.497+02:00",
    types: { person: 7 },
    names: { primary: 7, alias: 8 },
    births: 7,
    // The sample repeats one of its entries.
    repeated: 1,
    findings: []
  },
  {
    format: "uk_csv",
    files: [sample("UK-Sanctions-List.made.csv")],
    published: "2026-02-27",
    types: { person: 30 },
    names: { primary: 30, alias: 69, weak: 22 },
    births: 37,
    findings: []
  },
  {
    format: "uk_xml",
    files: [sample("UK-Sanctions-List.made.xml")],
    published: null,
    types: { person: 30 },
    names: { primary: 30, alias: 69, weak: 22 },
    births: 37,
    findings: []
  },
  {
    format: "ofsi_csv",
    files: [sample("ConList.sample.csv")],
    published: "2020-04-27",
    types: { person: 6 },
    names: { primary: 2, alias: 8 },
    births: 16,
    findings: [["unknown_country", "address country"]]
  },
  {
    format: "us_csl_csv",
    files: [sample("us-consolidated.csv")],
    published: null,
    types: { unknown: 34, person: 3, organization: 5 },
    names: { primary: 42, alias: 39 },
    births: 3,
    findings: [["unreadable_date", "start_date"]]
  },
  {
    format: "opensanctions_simple_csv",
    files: [sample("targets.simple.csv")],
    published: null,
    types: { person: 170, organization: 107, vessel: 11, aircraft: 12 },
    names: { primary: 300, alias: 491 },
    births: 188,
    findings: []
  },
  {
    format: "opensanctions_ftm",
    files: [sample("entities.ftm.jsonl")],
    published: null,
    types: { person: 170, organization: 107, vessel: 11, aircraft: 12 },
    names: { primary: 300, alias: 361, former: 18, weak: 112 },
    births: 188,
    findings: []
  }
]

const counted = (words: ReadonlyArray<string>): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1
  return counts
}

describe("every entry of a sample is read, with its names and birth dates", () => {
  for (const { births, files, findings, format, names, published, repeated, types } of expected) {
    test(`${format}: ${files.map(({ name }) => name).join(", ")}`, async () => {
      const { entries, notes, steps } = await readList(format, files)
      expect(steps).toHaveLength(entries.length)
      expect(counted(entries.map(({ type }) => type))).toEqual(types)
      expect(counted(entries.flatMap((entry) => entry.names.map(({ kind }) => kind)))).toEqual(names)
      expect(entries.flatMap((entry) => entry.births)).toHaveLength(births)
      expect(new Set(entries.map(({ uid }) => uid)).size).toBe(entries.length - (repeated ?? 0))
      expect(notes.published).toBe(published)
      expect(notes.findings.map(({ code, where }) => [code, where])).toEqual(findings.map((one) => [...one]))
      for (const entry of entries) {
        expect(entry.names.length).toBeGreaterThan(0)
        expect(entry.names.every(({ full }) => full.length > 0 && full.length <= recordLimits.name)).toBe(true)
        expect([...entry.nationalities, ...entry.countries].every((code) => /^[A-Z]{2}$/.test(code))).toBe(true)
        expect(entry.births.every(({ from, to }) => /^\d{4}-\d\d-\d\d$/.test(from) && from <= to)).toBe(true)
      }
    })
  }

  test("the samples of the same people in CSV and in XML of the UK's list give the same names and birth dates", async () => {
    const [csv, xml] = await Promise.all([
      readList("uk_csv", [sample("UK-Sanctions-List.made.csv")]),
      readList("uk_xml", [sample("UK-Sanctions-List.made.xml")])
    ])
    const core = ({ births, former_uids, names, nationalities, programs, references, uid }: ListEntry) => ({
      uid,
      former_uids,
      births,
      nationalities,
      programs,
      references,
      names: names.map(({ full, kind }) => `${kind} ${full}`).sort()
    })
    expect(xml.entries.map(core)).toEqual(csv.entries.map(core))
  })
})

describe("spot checks", () => {
  test("OFAC's remarks give birth dates, places, numbers, weak aliases and countries", async () => {
    const { byUid } = await readList("ofac_csv", ofacSet)
    expect(byUid.get("6714")).toMatchObject({
      type: "person",
      names: [
        { full: "WEI, Hsueh Kang", kind: "primary", parts: { family: "WEI", given: "Hsueh Kang" } },
        {},
        {},
        {},
        {},
        {},
        {},
        {},
        {},
        {}
      ],
      births: [{ from: "1952-06-29", precision: "day" }, { from: "1952-05-29" }],
      identifiers: [
        { type: "passport", value: "Q081061", country: "TH" },
        { type: "passport", value: "E091929", country: "TH" }
      ],
      topics: ["sanction"],
      programs: ["SDNTK"]
    })
    expect(byUid.get("15055")).toMatchObject({
      type: "vessel",
      nationalities: ["IR"],
      countries: ["MT", "TV", "TZ", "PA"],
      programs: ["IRAN", "SDGT"],
      topics: ["sanction", "terrorism"],
      identifiers: [
        { type: "call_sign", value: "T2ER4" },
        { type: "imo", value: "9212905" },
        { type: "mmsi", value: "256875000" }
      ]
    })
    const qatari = byUid.get("17291")
    expect(qatari?.names.filter(({ kind }) => kind === "weak").map(({ full }) => full)).toEqual(["'Umar al-Qatari", "'Umar al-Tayyar"])
    expect(qatari?.identifiers[0]).toMatchObject({
      value: "K475336",
      country: "JO",
      note: "Passport (Jordan) issued 31 Aug 2009 expires 30 Aug 2014"
    })
    expect(byUid.get("16605")?.births).toEqual([{ from: "1946-09-26", to: "1946-12-07", precision: "range", circa: false }])
    expect(byUid.get("23154")).toMatchObject({ type: "organization", nationalities: [], countries: ["KP"] })
    expect(byUid.get("537")).toMatchObject({ type: "organization", names: [{ full: "CIMEX, S.A.", parts: null }], countries: ["PA"] })
  })

  test("SDN.XML keeps weak aliases apart and reads numbers with their countries", async () => {
    const { byUid } = await readList("ofac_xml", [sample("SDN.sample.xml")])
    const saeed = byUid.get("10689")
    expect(saeed?.names[0]).toMatchObject({ full: "SAEED, Muhammad", kind: "primary", parts: { family: "SAEED", given: "Muhammad" } })
    expect(saeed?.names.filter(({ kind }) => kind === "weak").map(({ full }) => full)).toEqual(["HAFIZ SAHIB", "TATA JI"])
    expect(saeed).toMatchObject({ nationalities: ["PK"], birth_places: [{ text: "Sargodha, Punjab, Pakistan", country: "PK" }] })
    expect(saeed?.identifiers.map(({ type }) => type)).toEqual(["passport", "passport", "national_id", "national_id"])
    expect(saeed?.identifiers[1]?.note).toBe("Passport issued 14 Nov 2007 expires 12 Nov 2012")
    expect(byUid.get("12345")?.births.some(({ circa, from }) => circa && from === "1951-01-01")).toBe(true)
  })

  test("the UN's references, scripts, documents in any language and approximate years are kept", async () => {
    const { byUid } = await readList("un_xml", [sample("consolidated.xml")])
    expect(byUid.get("6908002")).toMatchObject({
      references: ["CDi.011"],
      names: [
        { full: "IRUTA DOUGLAS MPAMO", kind: "primary", parts: { given: "IRUTA DOUGLAS", family: "MPAMO" } },
        { full: "Douglas Iruta Mpamo", kind: "alias" },
        { full: "Mpano", kind: "weak" }
      ],
      births: [{ from: "1965-12-28" }, { from: "1965-12-29" }],
      birth_places: [{ country: "CD" }, {}, {}],
      nationalities: ["CD"],
      countries: ["RW"],
      gender: "male",
      listed_on: "2005-11-01"
    })
    expect(byUid.get("6908022")?.births[1]).toEqual({ from: "1975-01-01", to: "1975-12-31", precision: "year", circa: true })
    expect(byUid.get("111806")?.names.map(({ full }) => full)).toContain("سامي بن خميس بن صالح الصيد")
    expect(byUid.get("690745")?.identifiers).toMatchObject([{ type: "passport", value: "PS381420397", country: "KP" }])
  })

  test("the EU's attributes give names in parts, circa, places and the days of the list", async () => {
    const { byUid } = await readList("eu_xml", [sample("xmlFullSanctionsList_1_1.sample.xml")])
    expect(byUid.get("EU.2026.82")).toMatchObject({
      former_uids: ["5295"],
      names: [{ full: "Abid Hammadou", kind: "primary", parts: { given: "Abid", family: "Hammadou" } }, {}, {}, {}, {}],
      births: [
        { from: "1965-12-12", precision: "day", circa: false },
        { from: "1958-01-01", to: "1958-12-31", precision: "year", circa: true }
      ],
      nationalities: ["DZ"],
      programs: ["TAQA"],
      topics: ["terrorism", "sanction"],
      listed_on: "2008-07-03",
      updated_on: "2019-04-08"
    })
  })

  test("the UK's rows of one entry are one entry, with unknown days and months left unknown", async () => {
    const { byUid } = await readList("uk_csv", [sample("UK-Sanctions-List.made.csv")])
    expect(byUid.get("XXX0001")).toMatchObject({
      former_uids: ["20001"],
      references: ["CDi.031"],
      births: [{ from: "1972-09-01" }, { from: "1975-01-01", precision: "year" }, { from: "1972-03-16" }],
      nationalities: ["CD"]
    })
    const ofsi = await readList("ofsi_csv", [sample("ConList.sample.csv")])
    expect(ofsi.byUid.get("13063")?.births.map(({ from, precision }) => [from, precision])).toEqual([
      ["1983-07-05", "day"],
      ["1983-01-01", "year"],
      ["1984-04-01", "month"]
    ])
    expect(ofsi.byUid.get("9053")).toMatchObject({
      references: ["IRi.018"],
      names: [{}, { full: "محسن حجتی", script: "Arab", language: "fa" }]
    })
  })

  test("the US consolidated list tells sanctions from export control, and what stands in one cell apart", async () => {
    const { byUid, entries } = await readList("us_csl_csv", [sample("us-consolidated.csv")])
    expect(byUid.get("DPL-346a29c25b82e544be8ed1e7da2f50ea69cff808")).toMatchObject({
      topics: ["export_control"],
      addresses: [{ country: "SA" }, { country: "IQ" }]
    })
    expect(byUid.get("PLC-9680")).toMatchObject({
      type: "person",
      topics: ["sanction"],
      births: [{ from: "1961-01-01" }],
      names: [{}, { full: "AMLI, Riyad Ali Mustafa" }]
    })
    expect(entries.flatMap(({ identifiers }) => identifiers).filter(({ type }) => type === "national_id")).toMatchObject([
      { value: "ZAAF821014HJCGNR04", country: "MX", note: "C.U.R.P." }
    ])
  })

  test("entities keep what their schema says, and a delta says what is put and what is removed", async () => {
    const { byUid } = await readList("opensanctions_ftm", [sample("entities.ftm.jsonl")])
    expect(byUid.get("ofac-sdn-4554")).toMatchObject({
      names: [{ full: "Miguel Antonio ROZO CLAVIJO", kind: "primary" }],
      births: [{ from: "1943-08-18" }],
      nationalities: ["CO"],
      identifiers: [{ type: "national_id", value: "17093270" }],
      topics: ["sanction"]
    })
    const delta = await readList("opensanctions_delta", [sample("entities.delta.jsonl")])
    expect(delta.steps.filter(({ op }) => op === "remove")).toHaveLength(10)
    expect(delta.entries).toHaveLength(20)
    expect(delta.byUid.get("ofac-sdn-6860")?.names.map(({ full }) => full)).toContain("ADDED ALIAS Joseph GILBOA")
  })
})
