import { describe, expect, test } from "bun:test"
import type { ListFormatName } from "@vouchkit/core/resources/watchlists/sources/catalogue"
import { xmlLimits } from "@vouchkit/adapters/lists/xml-stream"
import { failureOf, ofacConsolidatedSet, ofacSet, readList, sample, textOfSample, written } from "../../support/watchlists.ts"

const single: ReadonlyArray<readonly [ListFormatName, string]> = [
  ["ofac_xml", "SDN.sample.xml"],
  ["ofac_enhanced_xml", "SDN_ENHANCED.made.xml"],
  ["un_xml", "consolidated.xml"],
  ["eu_xml", "xmlFullSanctionsList_1_1.sample.xml"],
  ["uk_csv", "UK-Sanctions-List.made.csv"],
  ["uk_xml", "UK-Sanctions-List.made.xml"],
  ["ofsi_csv", "ConList.sample.csv"],
  ["us_csl_csv", "us-consolidated.csv"],
  ["opensanctions_simple_csv", "targets.simple.csv"],
  ["opensanctions_ftm", "entities.ftm.jsonl"]
]

describe("a file that was cut off is not an edition", () => {
  for (const [format, name] of single) {
    test(`${format}, wherever it is cut inside an entry`, async () => {
      const bytes = new TextEncoder().encode(await textOfSample(name))
      const text = new TextDecoder().decode(bytes)
      for (const share of [0.2, 0.5, 0.9]) {
        // In tables a cut in the last cell of a row leaves a whole row, so the cut is made where a row has just begun.
        const near = Math.floor(text.length * share)
        const cut = name.endsWith(".csv") ? text.indexOf("\n", near) + 8 : near
        expect(await failureOf(format, [written(name, text.slice(0, cut))])).toBe("truncated")
      }
    })
  }

  test("OFAC's set, in whichever of its files", async () => {
    for (const name of ["SDN.CSV", "ALT.CSV", "ADD.CSV"]) {
      const text = await textOfSample(name)
      const cut = written(name, text.slice(0, text.indexOf("\n", text.length / 2) + 12))
      expect(await failureOf("ofac_csv", [...ofacSet.filter((file) => file.name !== name), cut])).toBe("truncated")
    }
  })

  test("an empty file of any format", async () => {
    for (const [format, name] of single) {
      const failure = await failureOf(format, [written(name, "")])
      // No line at all is a list of nothing, which no import accepts.
      expect(failure).toBe(format === "opensanctions_ftm" ? "read" : "truncated")
    }
  })
})

describe("a file in another encoding is not guessed at", () => {
  test("bytes that are no UTF-8 end the reading, unless their encoding is named", async () => {
    const text = await textOfSample("UK-Sanctions-List.made.csv")
    const latin = new Uint8Array(Buffer.from(text, "latin1"))
    expect(await failureOf("uk_csv", [written("list.csv", latin)])).toBe("wrong_encoding")
    const { byUid } = await readList("uk_csv", [written("list.csv", latin)], { encoding: "windows-1252" })
    expect(byUid.get("XXX0002")?.names[0]?.full).toBe("IBRAIMA CAMARÁ")
    expect(await failureOf("uk_csv", [written("list.csv", text)], { encoding: "no-such-encoding" })).toBe("wrong_encoding")
  })

  test("UTF-16 and a declaration of another encoding are told of", async () => {
    const text = await textOfSample("consolidated.xml")
    expect(await failureOf("un_xml", [written("list.xml", new Uint8Array(Buffer.from(`\ufeff${text}`, "utf16le")))])).toBe("wrong_encoding")
    expect(await failureOf("un_xml", [written("list.xml", text.replace("utf-8", "iso-8859-1"))])).toBe("wrong_encoding")
    expect(await failureOf("un_xml", [written("list.xml", `\ufeff${text}`)])).toBe("read")
  })
})

describe("hostile XML is bounded", () => {
  const entity = (inside: string) =>
    `<?xml version="1.0"?><export><sanctionEntity euReferenceNumber="EU.1.1">${inside}</sanctionEntity></export>`
  const failing = (text: string) => failureOf("eu_xml", [written("list.xml", text)])

  test("a document type is refused, so that no file can define entities, near or far", async () => {
    const bomb = '<!DOCTYPE export [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'
    expect(await failing(`<?xml version="1.0"?>${bomb}<export>&b;</export>`)).toBe("document_type_declaration")
    const far = '<!DOCTYPE export SYSTEM "file:///etc/passwd">'
    expect(await failing(`<?xml version="1.0"?>${far}<export/>`)).toBe("document_type_declaration")
    expect(await failing(entity("<remark>&unknown;</remark>"))).toBe("malformed")
  })

  test("depth, attributes, elements and text of one entry have limits", async () => {
    const deep = (levels: number) => entity(`${"<a>".repeat(levels)}${"</a>".repeat(levels)}`)
    expect(await failing(deep(xmlLimits.depth - 2))).toBe("read")
    expect(await failing(deep(xmlLimits.depth - 1))).toBe("too_deep")
    const attributes = Array.from({ length: xmlLimits.attributes + 1 }, (_, at) => `a${at}="1"`).join(" ")
    expect(await failing(entity(`<a ${attributes}/>`))).toBe("too_long")
    expect(await failing(entity("<a/>".repeat(xmlLimits.elements)))).toBe("too_long")
    expect(await failing(entity(`<remark>${"x".repeat(xmlLimits.entry_characters + 1)}</remark>`))).toBe("too_long")
    expect(await failing(`<?xml version="1.0"?><export><!-- ${"x".repeat(2 * xmlLimits.run_characters)}`)).toBe("too_long")
  })

  test("a file larger than the bound is left at the bound", async () => {
    expect(await failureOf("un_xml", [sample("consolidated.xml")], { maximum_bytes: 10_000 })).toBe("too_large")
  })

  test("names that mean something to the language are names like others", async () => {
    const { entries, notes } = await readList("eu_xml", [
      written(
        "list.xml",
        entity('<subjectType code="person"/><nameAlias wholeName="X" strong="true" __proto__="1" constructor="2"/><__proto__/>')
      )
    ])
    expect(entries).toHaveLength(1)
    expect(notes.findings.map(({ where }) => where).sort()).toEqual(["__proto__", "nameAlias@__proto__", "nameAlias@constructor"])
    expect(Object.keys({})).toEqual([])
  })
})

describe("what a format is not known to have is told of and never dropped in silence", () => {
  test("an unknown element is counted, with an entry to look at", async () => {
    const text = await textOfSample("consolidated.xml")
    const marked = text.replaceAll("<DATAID>", "<RISK_CLASS>high</RISK_CLASS><DATAID>")
    const { entries, notes } = await readList("un_xml", [written("list.xml", marked)])
    expect(entries).toHaveLength(47)
    expect(notes.findings).toEqual([{ code: "unknown_element", where: "RISK_CLASS", value: null, count: 47, example_uid: "6908002" }])
    expect(notes.warnings).toBe(47)
  })

  test("an unknown attribute, column, property, type and topic are", async () => {
    const eu = (await textOfSample("xmlFullSanctionsList_1_1.sample.xml")).replace('code="person"', 'code="robot" level="2"')
    expect((await readList("eu_xml", [written("l.xml", eu)])).notes.findings.map(({ code, where }) => [code, where])).toEqual([
      ["unknown_attribute", "subjectType@level"],
      ["unknown_value", "subjectType@code"]
    ])
    const uk = (await textOfSample("UK-Sanctions-List.made.csv")).replace(",Tonnage of ship,", ",Mass of ship,")
    expect((await readList("uk_csv", [written("l.csv", uk)])).notes.findings).toMatchObject([
      { code: "unknown_column", value: "Mass of ship" }
    ])
    const line = JSON.stringify({
      id: "a",
      schema: "Person",
      target: true,
      properties: { name: ["A B"], shoeSize: ["43"], topics: ["new.risk"] }
    })
    const ftm = await readList("opensanctions_ftm", [written("l.jsonl", line)])
    expect(ftm.notes.findings.map(({ code, value, where }) => [code, where, value])).toEqual([
      ["unknown_value", "properties/topics", "new.risk"],
      ["unknown_element", "properties/shoeSize", null]
    ])
    expect(ftm.entries[0]?.topics).toEqual(["adverse_media"])
  })

  test("entities that are no party, or no target, are counted by kind", async () => {
    const lines = [
      { id: "a", schema: "Address", properties: {} },
      { id: "b", schema: "Ownership", properties: {} },
      { id: "c", schema: "Person", properties: { name: ["C D"] }, target: false }
    ]
    const { entries, notes } = await readList("opensanctions_ftm", [
      written("l.jsonl", lines.map((line) => JSON.stringify(line)).join("\n"))
    ])
    expect(entries).toEqual([])
    expect(notes.findings.map(({ code, value }) => [code, value])).toEqual([
      ["skipped_kind", "Address"],
      ["skipped_kind", "Ownership"],
      ["not_a_target", "Person"]
    ])
  })

  test("a row of a side file without its entry is told of, and so is a missing file of remarks", async () => {
    const alt = written("ALT.CSV", `99999999,1,"aka","FORMER_ACCOUNT, Known",-0- \r\n${await textOfSample("ALT.CSV")}`)
    const { entries, notes } = await readList("ofac_csv", [...ofacSet.filter(({ name }) => name === "SDN.CSV" || name === "ADD.CSV"), alt])
    expect(entries).toHaveLength(409)
    const codes = notes.findings.map(({ code }) => code)
    expect(codes).toContain("orphan_row")
    expect(codes).toContain("absent_file")
  })

  test("a set of files of two lists is refused, and one whose aliases or addresses are gone", async () => {
    const others = ofacConsolidatedSet.filter(({ name }) => name === "CONS_ALT.CSV" || name === "CONS_ADD.CSV")
    for (const other of others) {
      const place = other.name.replace("CONS_", "")
      expect(await failureOf("ofac_csv", [...ofacSet.filter(({ name }) => name !== place), other])).toBe("unexpected_format")
      expect(await failureOf("ofac_csv", [...ofacSet.filter(({ name }) => name !== place), written(place, "\u001a")])).toBe("missing_file")
    }
  })

  test("text beyond a limit is cut and told of", async () => {
    const line = JSON.stringify({ id: "a", schema: "Person", target: true, properties: { name: ["x".repeat(600)], topics: ["sanction"] } })
    const { entries, notes } = await readList("opensanctions_ftm", [written("l.jsonl", line)])
    expect(entries[0]?.names[0]?.full).toHaveLength(512)
    expect(notes.findings).toMatchObject([{ code: "cut", where: "names.full", example_uid: "a" }])
  })
})

describe("a file of another format is refused", () => {
  test("by its root, its header, its first line or its files", async () => {
    const un = sample("consolidated.xml")
    expect(await failureOf("ofac_xml", [un])).toBe("unexpected_format")
    expect(await failureOf("uk_csv", [sample("ConList.sample.csv")])).toBe("unexpected_format")
    expect(await failureOf("us_csl_csv", [sample("targets.simple.csv")])).toBe("missing_column")
    expect(await failureOf("ofac_csv", ofacSet.slice(0, 2))).toBe("missing_file")
    expect(await failureOf("ofac_csv", [...ofacSet, un])).toBe("unexpected_format")
    expect(await failureOf("un_xml", [un, un])).toBe("unexpected_format")
    expect(await failureOf("opensanctions_delta", [sample("entities.ftm.jsonl")])).toBe("unexpected_format")
  })

  test("a row with a cell too few or too many is not guessed at", async () => {
    const text = await textOfSample("targets.simple.csv")
    const [header = "", ...rows] = text.split(/\r?\n/)
    const odd = (row: string) => written("l.csv", [header, row, ...rows].join("\n"))
    expect(await failureOf("opensanctions_simple_csv", [odd('"a","Person"')])).toBe("malformed")
    expect(await failureOf("opensanctions_simple_csv", [odd(`${rows[0] ?? ""},"more"`)])).toBe("malformed")
    expect(await failureOf("opensanctions_simple_csv", [odd(`${rows[0] ?? ""},"",""`)])).toBe("read")
    expect(await failureOf("opensanctions_ftm", [written("l.jsonl", '{"id":"a",\n{"id":"b"}\n')])).toBe("malformed")
  })
})
