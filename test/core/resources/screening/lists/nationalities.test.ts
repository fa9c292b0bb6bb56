import { describe, expect, test } from "bun:test"
import { listFormat, listTitle } from "@vouchkit/core/resources/watchlists/sources/catalogue"
import { countryAtEnd, countryCodeOf } from "@vouchkit/core/resources/watchlists/sources/country-names"
import { nationalityCodeOf, nationalityCodesOf } from "@vouchkit/core/resources/watchlists/sources/nationality-names"
import { readList, textOfSample, written } from "../../../../support/watchlists.ts"

describe("a country", () => {
  const whole: ReadonlyArray<readonly [string, string | null]> = [
    ["Kingdom of Saudi Arabia", "SA"],
    ["Bolivarian Republic of Venezuela", "VE"],
    ["Federal Democratic Republic of Ethiopia", "ET"],
    ["Democratic People's Republic of Korea", "KP"],
    ["Republic of Korea", "KR"],
    ["Democratic Republic of the Congo", "CD"],
    ["Republic of the Congo", "CG"],
    ["People's Republic of China", "CN"],
    ["Republic of China", "TW"],
    ["Libyan Arab Jamahiriya", "LY"],
    ["The Hashemite Kingdom of Jordan", "JO"],
    // None of these is a state of today.
    ["Islamic State of Iraq and the Levant", null],
    ["Socialist Federal Republic of Yugoslavia", null],
    ["Turkish Republic of Northern Cyprus", null],
    ["Congo", null]
  ]
  test.each(whole)("is known by its whole name: %s", (name, code) => {
    expect(countryCodeOf(name)).toBe(code)
  })

  test("is not read from what its citizens are called, at the end of an address", () => {
    expect(countryAtEnd("12 Market Road, Little Turkish")).toBeNull()
    expect(countryAtEnd("Shop 4, French")).toBeNull()
  })
})

describe("a nationality", () => {
  const adjectives: ReadonlyArray<readonly [string, string | null]> = [
    ["Iraqi", "IQ"],
    ["YEMENI", "YE"],
    ["Iraq", "IQ"],
    ["Burkinabé", "BF"],
    ["Somali national", "SO"],
    ["Citizen of Tunisia", null],
    ["Nigerien", "NE"],
    ["Nigerian", "NG"],
    // Each of two countries has such citizens.
    ["Congolese", null],
    ["Dominican", null],
    ["Korean", null],
    ["Atlantean", null],
    ["x".repeat(300), null]
  ]
  test.each(adjectives)("is read from what citizens are called: %s", (text, code) => {
    expect(nationalityCodeOf(text)).toBe(code)
  })

  test("may stand with others, each of which has to be read", () => {
    expect(nationalityCodesOf("Tunisian and French")).toEqual(["TN", "FR"])
    expect(nationalityCodesOf("Iraqi; Iraqi")).toEqual(["IQ"])
    expect(nationalityCodesOf("Bosnia and Herzegovina")).toEqual(["BA"])
    expect(nationalityCodesOf("French and Atlantean")).toEqual([])
    expect(nationalityCodesOf("")).toEqual([])
  })

  test("of the UN's list reaches the entry, whichever way it is printed", async () => {
    const text = await textOfSample("consolidated.xml")
    const first = /<NATIONALITY>\s*<VALUE>([^<]*)<\/VALUE>/u
    for (const [printed, codes] of [
      ["Kingdom of Saudi Arabia", ["SA"]],
      ["Tunisian / French", ["TN", "FR"]],
      ["Yemeni", ["YE"]]
    ] as const) {
      const changed = text.replace(first, `<NATIONALITY><VALUE>${printed}</VALUE>`)
      const { entries, notes } = await readList("un_xml", [written("consolidated.xml", changed)])
      const before = (await readList("un_xml", [written("consolidated.xml", text)])).entries
      const other = entries.filter((entry, place) => JSON.stringify(entry) !== JSON.stringify(before[place]))
      expect(other.map(({ nationalities }) => nationalities)).toEqual([[...codes]])
      expect(notes.findings.filter(({ code }) => code === "unknown_country")).toEqual([])
    }
  })
})

describe("the title of a list", () => {
  test("is that of its format, unless it is another list in the same format", () => {
    expect(listTitle("un_consolidated", listFormat("un_xml"))).toBe("UN Security Council Consolidated List")
    expect(listTitle("ofac_consolidated", listFormat("ofac_csv"))).toBe("OFAC Consolidated Non-SDN Lists")
    expect(listTitle("our_copy", listFormat("eu_xml"))).toBe("our_copy")
  })
})
