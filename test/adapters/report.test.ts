import { afterAll, expect, test } from "bun:test"
import { drawReport } from "@vouchkit/adapters/report/draw-report"
import { accentOf, neutralAccent } from "@vouchkit/adapters/report/look"
import { reportRendererLayer } from "@vouchkit/adapters/report/pdf-report"
import { pdfOperators, withPdf } from "@vouchkit/adapters/engines/pdf/document"
import { buildReport } from "@vouchkit/core/flows/report/build"
import { type Report, type ReportBlock, table } from "@vouchkit/core/flows/report/model"
import { ReportRenderer } from "@vouchkit/core/flows/report/renderer"
import { Effect, ManagedRuntime } from "effect"
import sharp from "sharp"
import { aCheck, all, reportRecords } from "../support/report-records.ts"

const runtime = ManagedRuntime.make(reportRendererLayer())
afterAll(() => runtime.dispose())

/** What a reader finds in a PDF of any length. */
const read = async (pdf: Uint8Array) => {
  // The engine for uploads reads twenty pages; a report may be longer.
  const { getDocumentProxy } = await import(import.meta.resolve("unpdf", import.meta.resolve("@vouchkit/adapters/report/look")))
  const document = await getDocumentProxy(new Uint8Array(pdf))
  const pages: Array<string> = []
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent()
    pages.push(
      items
        .map((item: { readonly str?: string; readonly hasEOL?: boolean }) => `${item.str ?? ""}${item.hasEOL === true ? "\n" : ""}`)
        .join("")
    )
  }
  return { document, pages, text: pages.join("\n") }
}
/** Line breaks are the page's and not the text's. */
const flat = (text: string): string => text.normalize("NFKC").replace(/\s+/gu, "")

const blockTexts = (block: ReportBlock): ReadonlyArray<string> => {
  switch (block.type) {
    case "facts":
      return block.rows.flatMap(({ label, value }) => [label, value])
    case "table":
      return [...block.columns.map(({ title }) => title), ...block.rows.flat()]
    case "paragraph":
      return [block.text]
    case "subheading":
      return [block.text, block.mark ?? ""]
    case "pictures":
      return block.pictures.map(({ caption }) => caption)
    case "verdict":
      return [block.text, block.detail]
  }
}
const everyText = (report: Report): ReadonlyArray<string> =>
  report.sections.flatMap(({ blocks, heading }) => [heading, ...blocks.flatMap(blockTexts)])

test("every label and value of a report is text of its PDF", async () => {
  const report = buildReport(reportRecords())
  const { text } = await read(await drawReport(report))
  const found = flat(text)
  const missing = everyText(report).filter((each) => !each.split("\n").every((line) => found.includes(flat(line))))
  expect(missing).toEqual([])
})

test("every page says which it is, of whom, of which session and of which data", async () => {
  const report = buildReport(reportRecords())
  const { document, pages } = await read(await drawReport(report))
  expect(document.numPages).toBeGreaterThan(1)
  for (const [index, page] of pages.entries()) {
    for (const said of [`Page ${index + 1} of ${pages.length}`, "Acme Payments Ltd", report.reference, report.digest])
      expect(flat(page)).toContain(flat(said))
  }
})

test("a number and its per cent sign stay on one line of a narrow column", async () => {
  const narrow = table(
    [
      ["Score", 1],
      ["What", 40]
    ],
    [["page 1, 100 %", "word ".repeat(120)]]
  )
  const report = { ...buildReport(reportRecords()), sections: [{ heading: "Scores", blocks: [narrow] }] }
  const { text } = await read(await drawReport(report))
  expect(text).toContain("100 %")
}, 300_000)

test("two hundred checks with long reasons go over many pages and lose nothing", async () => {
  const long = "An entry of a list of the organization matches. ".repeat(30)
  const checks = all(
    Array.from({ length: 200 }, (_, index) =>
      aCheck(index, { reasons: [{ code: "list_match", severity: "review", message: `${index} begins. ${long}${index} ends.` }] })
    )
  )
  const { pages, text } = await read(await drawReport(buildReport(reportRecords({ checks }))))
  expect(pages.length).toBeGreaterThan(50)
  const found = flat(text)
  expect(checks.rows.filter(({ id }) => !found.includes(id))).toEqual([])
  expect(checks.rows.flatMap((_, index) => [`${index}begins.`, `${index}ends.`]).filter((said) => !found.includes(said))).toEqual([])
})

test("a value that no page holds is continued on the next ones", async () => {
  const words = Array.from({ length: 900 }, (_, index) => `word${index}`)
  const report = buildReport(
    reportRecords({ checks: all([aCheck(1, { reasons: [{ code: "list_match", severity: "info", message: words.join(" ") }] })]) })
  )
  const found = flat((await read(await drawReport(report))).text)
  // Beyond 6,000 characters a value is cut, and the cut is shown.
  const said = words.join(" ").slice(0, 6_000).replaceAll(" ", "")
  const pieces = found.match(/word\d+/gu) ?? []
  expect(`${pieces.join("")}...`).toStartWith(said.slice(0, said.lastIndexOf("word")))
  expect(found).toContain("...")
})

test("names in other alphabets come back as they were written, with their reading; what the fonts lack, by its reading alone", async () => {
  const { session } = reportRecords()
  const expected = { first_name: "Дмитрий Ελένη", last_name: "Łuczak", address: "東京都千代田区\nᠮᠣᠩᠭᠣᠯ", document_number: null }
  const report = buildReport(
    reportRecords({
      session: { ...session, expected, external_reference: "محمد علي الأحمد" },
      organization: { id: "org_acme", name: "Ελληνική Τράπεζα" }
    })
  )
  const { text } = await read(await drawReport(report))
  const found = flat(text)
  for (const said of [
    "Дмитрий Ελένη Łuczak",
    "[Dmitriy Eleni Luczak]",
    "Ελληνική Τράπεζα",
    "東京都千代田区 [DongJingDouQianDaiTianQu]",
    "[monggol]",
    "[mhmd `ly l'hmd]"
  ]) {
    expect(found).toContain(flat(said))
  }
  // Shaped letters are forms of the letters that were written.
  expect(text.normalize("NFKC")).toContain("محمد علي")
  expect(found).not.toMatch(/[ᠮᠣ\ufffd\u25a1]/u)
})

test("the PDF is tagged, titled and in its language, with its fonts in it and nothing active", async () => {
  const pdf = await drawReport(buildReport(reportRecords()))
  const { document } = await read(pdf)
  const { info } = await document.getMetadata()
  expect(info).toMatchObject({
    Title: "Identity verification report ses_00000000000000000000000001",
    Author: "Acme Payments Ltd",
    Language: "en"
  })
  expect(await document.getMarkInfo()).toMatchObject({ Marked: true })
  const tree = JSON.stringify(await (await document.getPage(1)).getStructTree())
  for (const role of ["Document", "H1", "H2", "Sect", "Table", "TR", "TH", "TD", "P"]) expect(tree).toContain(`"role":"${role}"`)
  const raw = Buffer.from(pdf).toString("latin1")
  expect(raw.match(/\/FontFile2/gu)?.length).toBe(2)
  expect(raw.match(/\/JavaScript|\/JS\b|\/Launch|\/URI|\/EmbeddedFile|\/Subtype \/Image/u)).toBeNull()
  expect(await document.getJSActions()).toBeNull()
})

test("equal reports are equal bytes, also from the process that sets them", async () => {
  const report = buildReport(reportRecords())
  const [one, other] = [await drawReport(report), await runtime.runPromise(ReportRenderer.use(({ render }) => render(report)))]
  expect(Buffer.compare(Buffer.from(one), Buffer.from(other))).toBe(0)
})

test("a report that cannot be set fails as such, and the next one is set", async () => {
  const report = buildReport(reportRecords())
  const failure = await runtime.runPromise(
    ReportRenderer.use(({ render }) => Effect.flip(render({ ...report, sections: [{ heading: 1 }] as any })))
  )
  expect(failure).toMatchObject({ _tag: "ReportUnavailable", reason: "crashed" })
  expect((await runtime.runPromise(ReportRenderer.use(({ render }) => render(report)))).length).toBeGreaterThan(10_000)
})

test("the organization's colour is taken where it can be read on white", () => {
  expect(accentOf("#7a1f5c")).toBe("#7a1f5c")
  for (const wanted of [null, "#ffff00", "#777", "red", "javascript:", "#00000"]) expect(accentOf(wanted)).toBe(neutralAccent)
})

test("the reader of uploads opens a report as any other PDF", async () => {
  const pdf = await drawReport(buildReport(reportRecords()))
  expect(await withPdf(pdf, async (document) => document.numPages)).toBeGreaterThan(1)
})

const drawnBlocks = async (blocks: ReadonlyArray<ReportBlock>) =>
  read(await drawReport({ ...buildReport(reportRecords()), sections: [{ heading: "Only", blocks }] }))

test("a picture stands with a number at each box, and its legend names every value once for each place", async () => {
  const png = new Uint8Array(
    await sharp({ create: { width: 120, height: 60, channels: 3, background: "#ffffff" } })
      .png()
      .toBuffer()
  )
  const box = [0.1, 0.2, 0.5, 0.1]
  const boxes = [
    { label: "Surname", box },
    { label: "Holder name", box },
    { label: "Date of birth", box: [0.1, 0.5, 0.3, 0.1] }
  ]
  const picture = { caption: "Document 1: identity, page 1", png, boxes }
  const { document, text } = await drawnBlocks([{ type: "pictures", pictures: [picture, picture, picture] }])
  expect(document.numPages).toBe(1)
  expect(flat(text)).toContain(flat("Document 1: identity, page 1. 1 Surname, Holder name; 2 Date of birth"))
  const operators = await pdfOperators()
  const { fnArray } = await (await document.getPage(1)).getOperatorList()
  expect(fnArray.filter((operator: number) => operator === operators.paintImageXObject)).toHaveLength(3)
})

test("a narrow column is as wide as its longest word where the others have room", async () => {
  const columns = [
    { title: "Nationality", share: 0.1 },
    { title: "Words", share: 9 }
  ]
  const { text } = await drawnBlocks([{ type: "table", columns, rows: [["Unterschriftsberechtigung", "short"]] }])
  expect(text).toContain("Nationality")
  expect(text).toContain("Unterschriftsberechtigung")
})
