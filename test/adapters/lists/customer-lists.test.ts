import { expect, test } from "bun:test"
import { failureOf, readList, written } from "../../support/watchlists.ts"

const file = written(
  "own.csv",
  [
    "Ref;Full name;First;Last;Also known as;Born;Sex;Country;Passport;Why;Shoe size",
    'A1;"Lovelace, Ada";Ada;Lovelace;Ada Byron|A. King;10/12/1815;F;United Kingdom;X123|Y456;chargeback;38',
    "A2;Example Holding;;;;;;DE;;fraud;",
    "A3;;Grace;Hopper;;99/99/1906;f;Nowhereland;;;"
  ].join("\n")
)
const mapping = {
  delimiter: ";",
  separator: "|",
  uid: "Ref",
  name: "Full name",
  given_name: "First",
  family_name: "Last",
  aliases: ["Also known as"],
  birth_date: "Born",
  gender: "Sex",
  country: "Country",
  identifiers: [{ column: "Passport", type: "passport", country: "GB" }],
  reason: "Why"
} as const

test("a customer's columns are read as the mapping says, and what no mapping names is told of without its cells", async () => {
  const { byUid, notes } = await readList("customer_csv", [file], { mapping })
  expect(byUid.get("A1")).toMatchObject({
    type: "unknown",
    names: [
      { full: "Lovelace, Ada", kind: "primary", parts: { given: "Ada", family: "Lovelace" } },
      { full: "Ada Byron", kind: "alias" },
      { full: "A. King", kind: "alias" }
    ],
    births: [{ from: "1815-12-10", precision: "day" }],
    gender: "female",
    countries: ["GB"],
    identifiers: [
      { type: "passport", value: "X123", country: "GB" },
      { type: "passport", value: "Y456", country: "GB" }
    ],
    topics: ["internal"],
    remarks: "chargeback"
  })
  expect(byUid.get("A3")).toMatchObject({ names: [{ full: "Grace Hopper" }], births: [] })
  expect(notes.findings.map(({ code, value }) => [code, value])).toEqual([
    ["unknown_column", "Shoe size"],
    ["unreadable_date", null],
    ["unknown_country", null]
  ])
  expect(JSON.stringify(notes.findings)).not.toMatch(/Hopper|1906|Nowhereland/)
})

test("the order of day and month is the mapping's to say", async () => {
  const born = written("own.csv", "id,name,born\n1,Ada,03/04/1970\n")
  const columns = { uid: "id", name: "name", birth_date: "born" }
  const dates = async (date_order: "day_first" | "month_first") =>
    (await readList("customer_csv", [born], { mapping: { ...columns, date_order } })).entries[0]?.births[0]?.from
  expect([await dates("day_first"), await dates("month_first")]).toEqual(["1970-04-03", "1970-03-04"])
})

test("a file without a header is read by the numbers of its columns", async () => {
  const bare = written("own.csv", "Ada Lovelace,1815-12-10\nGrace Hopper,1906-12-09\n")
  const numbered = { header: false, name: "1", birth_date: "2" }
  const { entries } = await readList("customer_csv", [bare], { mapping: numbered })
  expect(entries.map(({ births, names }) => [names[0]?.full, births[0]?.from])).toEqual([
    ["Ada Lovelace", "1815-12-10"],
    ["Grace Hopper", "1906-12-09"]
  ])
  const again = await readList("customer_csv", [bare], { mapping: numbered })
  expect(again.entries.map(({ uid }) => uid)).toEqual(entries.map(({ uid }) => uid))
  expect(await failureOf("customer_csv", [bare], { mapping: { header: false, name: "3" } })).toBe("missing_column")
})

test("a mapping that names no names, or a column that is not there, is refused", async () => {
  expect(await failureOf("customer_csv", [file])).toBe("missing_column")
  expect(await failureOf("customer_csv", [file], { mapping: { uid: "Ref" } })).toBe("missing_column")
  expect(await failureOf("customer_csv", [file], { mapping: { ...mapping, nationality: "Nationality" } })).toBe("missing_column")
  expect(await failureOf("customer_csv", [file], { mapping: { ...mapping, delimiter: "," } })).toBe("malformed")
})
