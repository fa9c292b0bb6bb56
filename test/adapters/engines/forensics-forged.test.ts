import { expect, test } from "bun:test"
import type { ForensicFlag } from "@vouchkit/core/verification/document-reading"
import { forgedByUpdate } from "@vouchkit/worker/commands/demo/incremental-update"
import { PDFDocument } from "pdf-lib"
import sharp from "sharp"
import { aUtilityBill, paintedOver } from "../../support/bills.ts"
import { onePage, stream } from "../../support/hand-written-pdf.ts"
import { signed, withValidationData } from "../../support/pdf-revisions.ts"
import { readingOf } from "../../support/reading.ts"

const owner = "Mr Jonathan A. Okonkwo-Smith"
const forger = "Mr Forged P. Person"
const bill = async (overrides: Parameters<typeof aUtilityBill>[0] = {}): Promise<Uint8Array> => (await aUtilityBill(overrides)).bytes
const namePatch = { x: 50, y: 138, width: 200, height: 16, text: forger }
const text = (x: number, y: number, words: string): string => `BT /F1 11 Tf 1 0 0 1 ${x} ${y} Tm (${words}) Tj ET `

/** A file whose bytes were changed in place, at the same length, after it was signed. */
const changedInPlace = (pdf: Uint8Array): Uint8Array =>
  new Uint8Array(Buffer.from(Buffer.from(pdf).toString("latin1").replace("/Type /Page\n", "/Type /Page\t"), "latin1"))

const commentOver = (): Uint8Array =>
  onePage(stream(text(72, 700, "Account holder: Adaeze Bello")), {
    page: "/Annots [6 0 R]",
    objects: [
      "<< /Type /Annot /Subtype /FreeText /Rect [150 695 260 712] /DA (/F1 11 Tf 0 g) /Contents (Forged Person) /AP << /N 7 0 R >> >>",
      stream(
        "1 1 1 rg 0 0 110 17 re f 0 g BT /F1 11 Tf 2 5 Td (Forged Person) Tj ET",
        "/Type /XObject /Subtype /Form /BBox [0 0 110 17] /Resources << /Font << /F1 5 0 R >> >>"
      )
    ]
  })

const xmp = (properties: string): Uint8Array =>
  onePage(stream(text(72, 700, "Statement of account")), {
    catalog: "/Metadata 6 0 R",
    objects: [
      stream(
        `<?xpacket begin=""?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">` +
          `<rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/" ` +
          `xmlns:stEvt="http://ns.adobe.com/xap/1.0/sType/ResourceEvent#">${properties}</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`,
        "/Type /Metadata /Subtype /XML"
      )
    ]
  })

const forgeries: ReadonlyArray<readonly [string, () => Uint8Array | Promise<Uint8Array>, ReadonlyArray<ForensicFlag>]> = [
  ["a name replaced by an incremental update", async () => forgedByUpdate(await bill(), owner, forger), ["overlay_text"]],
  ["a date replaced by an incremental update", async () => forgedByUpdate(await bill(), "2 March 2026", "2 April 2026"), ["overlay_text"]],
  ["a name replaced, then signed", async () => signed(forgedByUpdate(await bill(), owner, forger)), ["overlay_text"]],
  ["a white box with another name over the name", async () => paintedOver(await bill(), namePatch), ["overlay_text"]],
  [
    "a box over part of a line",
    async () => paintedOver(await bill(), { x: 80, y: 155, width: 30, height: 14, text: "999" }),
    ["overlay_text"]
  ],
  [
    "other words printed on top of the words",
    () => onePage(stream(text(72, 700, "Adaeze Bello") + text(74, 701, "Forged Person"))),
    ["overlay_text"]
  ],
  ["a comment with a white ground over the name", commentOver, ["overlay_text"]],
  ["a name replaced after signing", async () => forgedByUpdate(signed(await bill()), owner, forger), ["modified_after_signing"]],
  [
    "a name replaced after validation data",
    async () => forgedByUpdate(withValidationData(signed(await bill())), owner, forger),
    ["modified_after_signing"]
  ],
  ["signed bytes changed in place", async () => changedInPlace(signed(await bill())), ["modified_after_signing"]],
  ["a picture editor as producer", () => bill({ producer: "Adobe Photoshop 25.1 (Windows)" }), ["edited_software"]],
  ["an online editor as creator", () => bill({ creator: "Sejda 5.3.7 (www.sejda.com)" }), ["edited_software"]],
  ["LibreOffice's drawing program", () => bill({ producer: "LibreOffice 24.8", creator: "Draw" }), ["edited_software"]],
  [
    "an editor in the history that XMP keeps",
    () =>
      xmp(`<xmpMM:History><rdf:Seq><rdf:li stEvt:action="saved" stEvt:softwareAgent="Adobe Illustrator 28.0"/></rdf:Seq></xmpMM:History>`),
    ["edited_software"]
  ],
  ["changed two months after it was made", () => bill({ modified_at: new Date("2026-05-02T08:15:00Z") }), ["metadata_mismatch"]],
  ["changed before it was made", () => bill({ modified_at: new Date("2026-03-01T08:15:00Z") }), ["metadata_mismatch"]],
  [
    "dates in XMP two months apart",
    () => xmp("<xmp:CreateDate>2026-03-02T08:15:00Z</xmp:CreateDate><xmp:ModifyDate>2026-05-02T08:15:00Z</xmp:ModifyDate>"),
    ["metadata_mismatch"]
  ]
]

test.each(forgeries)("a forgery is told by its trace and by nothing else: %s", async (_, make, flags) => {
  const reading = await readingOf(await make())
  expect(reading.forensics.flags).toEqual([...flags])
})

const picture = (words: string, background: string) =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="64"><rect width="800" height="64" fill="${background}"/>` +
        `<text x="8" y="46" font-family="sans-serif" font-size="44" fill="black">${words}</text></svg>`
    )
  )
    .png()
    .toBuffer()

/** Pastes a picture over the name on the bill. */
const pasted = async (png: Buffer): Promise<Uint8Array> => {
  const document = await PDFDocument.load(await bill(), { updateMetadata: false })
  const page = document.getPage(0)
  const image = await document.embedPng(png)
  page.drawImage(image, {
    x: namePatch.x,
    y: page.getHeight() - namePatch.y - namePatch.height,
    width: namePatch.width,
    height: namePatch.height
  })
  return document.save({ useObjectStreams: false })
}

test("a picture with another name over the name is an overlay, one through which the name is read is none", async () => {
  expect((await readingOf(await pasted(await picture(forger, "white")))).forensics.flags).toEqual(["overlay_text"])
  expect((await readingOf(await pasted(await picture("", "none")))).forensics.flags).toEqual([])
}, 300_000)

test("what a patch hides is not read, and what was put in its place is", async () => {
  const lines = (await readingOf(await paintedOver(await bill(), namePatch))).lines.map((line) => line.text)
  expect(lines).toContain(forger)
  expect(lines).not.toContain(owner)
})

test("text that nobody can see is not read", async () => {
  const hidden = `${text(72, 700, "Statement of account for Mrs Adaeze Bello, 14 Rowan Close")}BT 3 Tr /F1 11 Tf 72 650 Td (Invisible Person) Tj ET 1 g BT 0 Tr /F1 11 Tf 72 600 Td (White Person) Tj ET`
  const lines = (await readingOf(onePage(stream(hidden)))).lines.map((line) => line.text)
  expect(lines).toEqual(["Statement of account for Mrs Adaeze Bello, 14 Rowan Close"])
})

test("revisions are counted and a signature is seen", async () => {
  const { forensics } = await readingOf(withValidationData(signed(await bill())))
  expect([forensics.revisions, forensics.signed]).toEqual([3, true])
})

test("the findings about a forged file hold no word of the document", async () => {
  const { forensics } = await readingOf(forgedByUpdate(signed(await bill({ producer: "Sejda 5.3.7" })), owner, forger))
  expect(forensics).toMatchObject({ revisions: 3, creator: "Northwind Billing" })
  const text = JSON.stringify(forensics)
  for (const word of [...owner.split(" "), ...forger.split(" ")]) expect(text).not.toContain(word)
})

test("software and dates are given as the file claims them, without version numbers", async () => {
  const { forensics } = await readingOf(await bill({ producer: "Skia/PDF m131", creator: "Chromium 131.0.6778.85" }))
  expect(forensics.producer).toBe("Skia/PDF m131")
  expect(forensics.creator).toBe("Chromium")
  expect(forensics.created_at).toBe("2026-03-02T08:15:00.000Z")
})

test("a file with compressed objects is read like any other", async () => {
  const document = await PDFDocument.load(await bill(), { updateMetadata: false })
  const reading = await readingOf(await document.save({ useObjectStreams: true }))
  expect(reading.forensics.flags).toEqual([])
  expect(reading.lines.map((line) => line.text)).toContain(owner)
})
