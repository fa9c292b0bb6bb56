import { expect, test } from "bun:test"
import { drawReport } from "@vouchkit/adapters/report/draw-report"
import type { FontFile } from "@vouchkit/adapters/report/font-file"
import { scriptFontsFor } from "@vouchkit/adapters/report/script-fonts"
import { buildReport } from "@vouchkit/core/flows/report/build"
import { facts, type Report } from "@vouchkit/core/flows/report/model"
import { reportRecords } from "../support/report-records.ts"

/** Names with the forms that a script is set wrongly without: conjuncts, marks above marks, vowels that stand before their letter. */
const names = {
  "sc-": "欧阳娜娜 歐陽菲菲",
  "jp-": "さくら タナカ 𠮷野 籾山",
  "kr-": "김민수 뷁",
  bengali: "চট্টোপাধ্যায় রহমান",
  devanagari: "श्रीमती। प्रिया विद्यार्थी हिन्दी",
  ethiopic: "አበበ ቢቂላ",
  gujarati: "નરેન્દ્ર શ્રી",
  gurmukhi: "ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ",
  kannada: "ಲಕ್ಷ್ಮಿ ಜ್ಞಾನ",
  khmer: "ភ្នំពេញ ស្រី",
  lao: "ນ້ຳ ສົມສັກ",
  malayalam: "കോഴിക്കോട് മോഹൻലാൽ",
  myanmar: "အောင်ဆန်းစုကြည် သင်္ဘော",
  sinhala: "ශ්‍රී සූර්‍ය",
  tamil: "ஸ்ரீ பொன்னியின்",
  telugu: "శ్రీనివాస్ కృష్ణ",
  thai: "น้ำทิพย์ ปั้น"
}

const reportOf = (...values: ReadonlyArray<string>): Report => ({
  ...buildReport(reportRecords()),
  sections: [{ heading: "Names", blocks: [facts(...values.map((value, index) => [`Name ${index}`, value] as const))] }]
})

const flat = (text: string): string => text.normalize("NFC").replace(/\s+/gu, "")
/** The text layer as a reader that knows of texts beside their glyphs has it. */
const textOf = async (pdf: Uint8Array): Promise<string> => {
  const { PDFiumLibrary } = await import(import.meta.resolve("@hyzyla/pdfium", import.meta.resolve("@vouchkit/adapters/report/look")))
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(pdf)
  const pages: Array<string> = []
  for (const page of document.pages()) pages.push(page.getText())
  document.destroy()
  library.destroy()
  return flat(pages.join("\n"))
}
const nothingOwn = () => false
const fontFor = async (text: string): Promise<FontFile> => {
  const [file] = (await scriptFontsFor([text], nothingOwn)).values()
  if (file === undefined) throw new Error(`no font for ${text}`)
  return file
}

test("a name in each script stands in the report's text as it was written, with its reading beside it", async () => {
  const text = await textOf(await drawReport(reportOf(...Object.values(names))))
  for (const name of Object.values(names)) expect(text).toContain(`${flat(name)}[`)
  expect(text).not.toContain("script]")
})

test("each script is set by the font of its own, and every glyph of a name is a drawing", async () => {
  for (const [key, name] of Object.entries(names)) {
    const fonts = await scriptFontsFor([name], nothingOwn)
    for (const letter of name.replaceAll(" ", "")) expect([letter, fonts.get(letter)?.key]).toEqual([letter, expect.stringMatching(key)])
    for (const word of name.split(" ")) {
      for (const letters of key.endsWith("-") ? [...word] : [word]) {
        const glyphs = fonts.get([...letters][0] ?? "")?.shape(letters).glyphs ?? []
        expect(glyphs.length).toBeGreaterThan(0)
        expect([letters, glyphs.filter(({ id }) => id === 0)]).toEqual([letters, []])
      }
    }
  }
})

test("letters are joined, stacked and reordered as their script has it", async () => {
  const ids = async (text: string) => (await fontFor(text)).shape(text).glyphs.map(({ id }) => id)
  // Three code points, one conjunct; the vowel of the second stands before its letter.
  expect(await ids("क्ष")).toHaveLength(1)
  expect(await ids("कि")).not.toEqual([...(await ids("क")), ...(await ids("ि")).slice(-1)])
  expect((await fontFor("ကြ")).shape("မြေ").glyphs.map(({ codePoints }) => codePoints[0])).toEqual([0x1031, 0x103c, 0x1019])
  // The tone stands above the ring that the vowel brings, whichever was typed first.
  const thai = (await fontFor("น")).shape("น้ำ")
  expect(thai.glyphs).toHaveLength(4)
  expect(thai.positions.filter(({ xAdvance }) => xAdvance === 0)).toHaveLength(2)
  // Sri Lanka: the joiner makes another form.
  expect(await ids("ශ්‍රී")).not.toEqual(await ids("ශ්රී"))
})

test("Japanese letters beside an ideograph make it the Japanese one", async () => {
  const [chinese, japanese] = [await scriptFontsFor(["直"], nothingOwn), await scriptFontsFor(["直", "さくら"], nothingOwn)]
  expect([chinese.get("直")?.key, japanese.get("直")?.key]).toEqual([expect.stringMatching(/^sc-/u), expect.stringMatching(/^jp-/u)])
})

test("Latin text opens no font, whatever else is in the packages", async () => {
  expect(await scriptFontsFor(["Zoë Müller", "Дмитрий Ελένη", "محمد", "14 Rowan Close – “x” ✓"], () => true)).toEqual(new Map())
})

test("what no font has is marked in its place, among letters of any script and in any number", async () => {
  const mixed = [...Object.values(names).join(""), "😀\u{30000}\ue000\u202e\u0000\ud800ᠮᠣ"].join(" ")
  const long = [...mixed.repeat(3)].slice(0, 500).join("")
  const text = await textOf(
    await drawReport(reportOf("王\u{30000}明", mixed, long, "\u0e49\u093f", "\u{30000}", "\ue000", "葛\u{e0100}城"))
  )
  expect(text).toContain("王\ufffd明[")
  expect(text).toContain("葛城[")
  for (let row = 0; row < 7; row += 1) expect(text).not.toMatch(new RegExp(`Name${row}(?:Name|$)`, "u"))
  expect(text).not.toMatch(/[\u202e\ue000\0]/u)
})

test("a report with more letters than it opens fonts for is set all the same", async () => {
  const every = Array.from({ length: 3_000 }, (_, index) => String.fromCodePoint(0x4e00 + index * 6))
  const values = Array.from({ length: 6 }, (_, index) => every.slice(index * 500, (index + 1) * 500).join(""))
  const fonts = await scriptFontsFor(values, nothingOwn)
  expect(new Set(fonts.values()).size).toBe(60)
  const syllables = Array.from({ length: 3_000 }, (_, index) => String.fromCodePoint(0xac00 + index)).join("")
  expect((await scriptFontsFor([syllables], nothingOwn)).size).toBe(2_000)
  const text = await textOf(await drawReport(reportOf("山田太郎", ...values)))
  expect(text).toContain("山田太郎[")
  expect(text).toContain("\ufffd")
}, 300_000)

test("equal reports in many scripts are equal bytes", async () => {
  const report = reportOf(...Object.values(names))
  expect(Buffer.compare(Buffer.from(await drawReport(report)), Buffer.from(await drawReport(report)))).toBe(0)
})
