import { describe, expect, test } from "bun:test"
import { gzipSync } from "node:zlib"
import { csvRows } from "@vouchkit/adapters/lists/csv-stream"
import { listReader } from "@vouchkit/adapters/lists/readers"
import type { ListFormatName } from "@vouchkit/core/resources/watchlists/sources/catalogue"
import { entryHash } from "@vouchkit/core/resources/watchlists/editions/edition"
import { type ListFile, ListUnreadable, ReadingNotes } from "@vouchkit/core/resources/watchlists/sources/reading"
import { failureOf, ofacSet, readList, sample, textOfSample, written } from "../../support/watchlists.ts"

const tables = [
  { format: "uk_csv", name: "UK-Sanctions-List.made.csv", lead: 1 },
  { format: "ofsi_csv", name: "ConList.sample.csv", lead: 1 },
  { format: "us_csl_csv", name: "us-consolidated.csv", lead: 0 },
  { format: "opensanctions_simple_csv", name: "targets.simple.csv", lead: 0 }
] as const
const others: ReadonlyArray<readonly [ListFormatName, string]> = [
  ["ofac_xml", "SDN.sample.xml"],
  ["un_xml", "consolidated.xml"],
  ["eu_xml", "xmlFullSanctionsList_1_1.sample.xml"],
  ["opensanctions_ftm", "entities.ftm.jsonl"]
]
const all: ReadonlyArray<readonly [ListFormatName, string]> = [...others, ...tables.map(({ format, name }) => [format, name] as const)]

const hashesOf = async (format: ListFormatName, files: ReadonlyArray<ListFile>) => (await readList(format, files)).entries.map(entryHash)
const cellOf = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
const rowsOf = (name: string) => Array.fromAsync(csvRows(sample(name)))
const textOf = (rows: ReadonlyArray<ReadonlyArray<string>>): string => rows.map((row) => row.map(cellOf).join(",")).join("\r\n")

describe("a list says the same", () => {
  for (const [format, name] of all) {
    test(`${format}, with a byte order mark, with lines ended either way, and with empty lines behind it`, async () => {
      const text = await textOfSample(name)
      const expected = await hashesOf(format, [sample(name)])
      const lines = text.replace(/\r\n/g, "\n")
      for (const spelling of [`\ufeff${text}`, lines, lines.replaceAll("\n", "\r\n"), `${text}\r\n\r\n\n`]) {
        expect(await hashesOf(format, [written(name, spelling)])).toEqual(expected)
      }
    })
  }

  for (const { format, lead, name } of tables) {
    test(`${format}, in whichever order its columns stand, and with rows that a spreadsheet cleared`, async () => {
      const rows = await rowsOf(name)
      const expected = await hashesOf(format, [sample(name)])
      const turned = rows.map((row, at) => (at < lead ? row : row.toReversed()))
      expect(await hashesOf(format, [written(name, textOf(turned))])).toEqual(expected)
      const cleared = rows.flatMap((row, at) => (at > lead && at % 7 === 0 ? [row, row.map(() => " ")] : [row]))
      const read = await readList(format, [written(name, textOf(cleared))])
      expect(read.entries.map(entryHash)).toEqual(expected)
      expect(read.notes.findings).toEqual((await readList(format, [sample(name)])).notes.findings)
    })
  }
})

describe("a table that contradicts itself is refused", () => {
  for (const { format, lead, name } of tables) {
    test(`${format}, with two files behind one another`, async () => {
      const rows = await rowsOf(name)
      const twice = [...rows, ...rows.slice(lead)]
      expect(await failureOf(format, [written(name, textOf(twice))])).toBe("malformed")
    })

    test(`${format}, with a column that stands there twice, unless nobody reads it`, async () => {
      const rows = await rowsOf(name)
      const [first = ""] = rows[lead] ?? []
      const beside = (column: string) => rows.map((row, at) => (at < lead ? row : [...row, at === lead ? column : "other"]))
      expect(await failureOf(format, [written(name, textOf(beside(first)))])).toBe("malformed")
      const unread = beside("Surprise").map((row, at) => (at < lead ? row : [...row, at === lead ? "Surprise" : "other"]))
      const expected = await hashesOf(format, [sample(name)])
      expect(await hashesOf(format, [written(name, textOf(unread))])).toEqual(expected)
    })
  }
})

describe("a file that is not the text it should be is refused with the reason", () => {
  test("one that is packed, whatever it holds", async () => {
    for (const [format, name] of all) {
      const packed = new Uint8Array(gzipSync(await textOfSample(name)))
      expect(await failureOf(format, [written(name, packed)])).toBe("packed")
    }
    const zip = new Uint8Array([0x50, 0x4b, 0x03, 0x04, ...new TextEncoder().encode("rest")])
    expect(await failureOf("uk_csv", [written("list.csv", zip)], { encoding: "windows-1252" })).toBe("packed")
  })

  test("one of two bytes a letter without a mark, and one with a zero where a letter was", async () => {
    for (const [format, name] of all) {
      const text = await textOfSample(name)
      const wide = new Uint8Array(Buffer.from(text, "utf16le"))
      expect(await failureOf(format, [written(name, wide)])).toBe("wrong_encoding")
      expect(await hashesOf(format, [sample(name)])).toEqual(
        (await readList(format, [written(name, wide)], { encoding: "utf-16le" })).entries.map(entryHash)
      )
      const middle = Math.floor(text.length / 2)
      expect(await failureOf(format, [written(name, `${text.slice(0, middle)}\0${text.slice(middle + 1)}`)])).toBe("wrong_encoding")
    }
  })

  test("one of OFAC's files that was cut behind a row, as the mark tells which the others end with", async () => {
    for (const { name } of ofacSet) {
      const text = await textOfSample(name)
      const cut = written(name, text.slice(0, text.indexOf("\n", text.length / 2) + 1))
      const rest = ofacSet.filter((file) => file.name !== name)
      expect(await failureOf("ofac_csv", [...rest, cut])).toBe("truncated")
    }
    const unmarked = await Promise.all(ofacSet.map(async ({ name }) => written(name, (await textOfSample(name)).replaceAll("\u001a", ""))))
    const { entries, notes } = await readList("ofac_csv", unmarked)
    expect(entries).toHaveLength(409)
    expect(notes.findings.filter(({ code }) => code === "no_end_mark")).toHaveLength(4)
  })
})

/** A file that goes on for a gigabyte, and how much of it was asked for. */
const endless = (head: string, piece: string) => {
  const [first, more] = [new TextEncoder().encode(head), new TextEncoder().encode(piece)]
  const progress = { given: 0 }
  const open = async function* () {
    yield first
    for (; progress.given < 1024 ** 3; progress.given += more.length) yield more
  }
  return { file: { name: "endless", open }, progress }
}

describe("what has no end is left early", () => {
  const long = 256 * 1024
  const made: ReadonlyArray<readonly [string, ListFormatName, string, string]> = [
    ["a quoted cell", "us_csl_csv", '_id,source,name\n1,x,"', "a".repeat(long)],
    ["a cell", "us_csl_csv", "_id,source,name\n1,x,", "a".repeat(long)],
    ["a header", "us_csl_csv", "_id,source,", "a".repeat(long)],
    ["a row of nothing but separators", "us_csl_csv", "_id,source,name\n1,x,y", ",".repeat(long)],
    ["a row of quoted line ends and separators", "us_csl_csv", '_id,source,name\n1,x,y,"', `\n"${",".repeat(long)}"`],
    ["a text", "un_xml", "<CONSOLIDATED_LIST><INDIVIDUALS><INDIVIDUAL><FIRST_NAME>", "a".repeat(long)],
    ["an attribute", "un_xml", '<CONSOLIDATED_LIST a="', "a".repeat(long)],
    ["a comment", "un_xml", "<CONSOLIDATED_LIST><!--", "a".repeat(long)],
    ["a reference to an entity", "un_xml", "<CONSOLIDATED_LIST><INDIVIDUALS><INDIVIDUAL><FIRST_NAME>&", "a".repeat(long)],
    ["a document type", "un_xml", "<!DOCTYPE ", "a".repeat(long)],
    ["an entry", "un_xml", "<CONSOLIDATED_LIST><INDIVIDUALS><INDIVIDUAL>", "<A/>".repeat(long / 4)],
    ["a line", "opensanctions_ftm", '{"id":"', "a".repeat(long)]
  ]
  for (const [what, format, head, piece] of made) {
    test(`${what} in ${format}`, async () => {
      const { file, progress } = endless(head, piece)
      expect(await failureOf(format, [file])).toBe("too_long")
      expect(progress.given).toBeLessThan(40 * 1024 * 1024)
    })
  }

  test("rows that a spreadsheet cleared are no row without an end", async () => {
    const cleared = `${" ".repeat(200)},,\r\n`.repeat(50_000)
    const { entries } = await readList("us_csl_csv", [
      written("list.csv", `_id,source,name\n${cleared}1,Specially Designated Nationals (SDN),A B\n`)
    ])
    expect(entries.map(({ uid }) => uid)).toEqual(["SDN-1"])
  })
})

describe("words that mean something to the language mean nothing in a list", () => {
  const words = ["constructor", "__proto__", "toString", "hasOwnProperty", "valueOf"]
  const spelt: ReadonlyArray<readonly [ListFormatName, (word: string) => string]> = [
    ["opensanctions_simple_csv", (word) => `id,schema,name,countries\n${word},${word},${word},${word}\n`],
    [
      "opensanctions_ftm",
      (word) => {
        const properties = { name: [word], [word]: [word], country: [word], topics: [word], gender: [word] }
        return ["Person", word].map((schema) => JSON.stringify({ id: word, schema, target: true, properties })).join("\n")
      }
    ],
    [
      "uk_csv",
      (word) =>
        "Report Date: 27-Feb-2026\nUnique ID,Name 6,Designation Type,Name type,Non-latin script type,Non-latin script language,Name non-latin script,Gender\n" +
        `${word},${word},${word},${word},${word},${word},Ж,${word}\n`
    ],
    ["us_csl_csv", (word) => `_id,source,name,type\n${word},X (${word}),${word},${word}\n`]
  ]
  for (const [format, textWith] of spelt) {
    test(`in ${format}`, async () => {
      for (const word of words) {
        const notes = new ReadingNotes()
        const entries: Array<unknown> = []
        try {
          for await (const step of listReader(format)([written("list", textWith(word))], notes))
            if (step.op === "put") entries.push(step.entry)
        } catch (failure) {
          expect(failure).toBeInstanceOf(ListUnreadable)
          continue
        }
        // What JSON cannot say would be gone from the edition as it is stored.
        expect(JSON.parse(JSON.stringify(entries))).toEqual(entries)
        expect(notes.findings.map(({ code }) => code)).toContain(format === "opensanctions_ftm" ? "unknown_element" : "unknown_value")
      }
    })
  }
})

test("values of one cell are told apart by semicolons, but for those that are quoted", async () => {
  const cell = '"Ali; the Elder";"Abu ""X"" Ali";Abu "Y" Ali;;Plain'
  const text = `id,schema,name,aliases\nQ1,Person,Somebody Else,${cellOf(cell)}\n`
  const { entries } = await readList("opensanctions_simple_csv", [written("targets.simple.csv", text)])
  expect(entries[0]?.names.slice(1).map(({ full }) => full)).toEqual(["Ali; the Elder", 'Abu "X" Ali', 'Abu "Y" Ali', "Plain"])
})

test("of more names than an entry may have the first are kept, and the cut is told of", async () => {
  const alias = Array.from({ length: 20_000 }, (_, at) => `Alias Number${at}`)
  const line = JSON.stringify({ id: "m", schema: "Person", target: true, properties: { name: ["Main Name"], alias, topics: ["sanction"] } })
  const { entries, notes } = await readList("opensanctions_ftm", [written("l.jsonl", line)])
  expect(entries[0]?.names).toHaveLength(500)
  expect(entries[0]?.names[0]?.full).toBe("Main Name")
  expect(notes.findings).toMatchObject([{ code: "cut", where: "names", count: 19_501, example_uid: "m" }])
})
