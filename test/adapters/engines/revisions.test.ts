import { expect, test } from "bun:test"
import { changedSince } from "@vouchkit/adapters/engines/pdf/revisions"
import { structureOf } from "@vouchkit/adapters/engines/pdf/structure"
import { aUtilityBill, scannedPdf } from "../../support/bills.ts"
import { onePage, stream } from "../../support/hand-written-pdf.ts"
import { signed, objectBody } from "../../support/pdf-revisions.ts"
import { appendRevision, forgedByUpdate, nextObject } from "@vouchkit/worker/commands/demo/incremental-update"
import { scanOf } from "@vouchkit/worker/commands/demo/scanned-page"

const bill = (await aUtilityBill()).bytes
const scan = await scannedPdf(await scanOf(bill, { dpi: 60 }))

const changed = (bytes: Uint8Array): Promise<boolean> => {
  const { revisionEnds } = structureOf(bytes)
  return changedSince(bytes, revisionEnds, revisionEnds[0] ?? 0)
}

const pageNumber = (pdf: Uint8Array): number => Number(/(\d+) 0 obj\s<<\s\/Type \/Page\s/.exec(Buffer.from(pdf).toString("latin1"))?.[1])

/** Adds an annotation that draws a black box, in a further revision. */
const withBox = (pdf: Uint8Array, annotation: string): Uint8Array => {
  const page = pageNumber(pdf)
  const first = nextObject(pdf)
  return appendRevision(pdf, [
    { number: page, body: objectBody(pdf, page).replace(/>>\s*$/, `/Annots [${first} 0 R] >>`) },
    { number: first, body: `<< /Type /Annot ${annotation} /Rect [100 500 300 560] /F 4 /AP << /N ${first + 1} 0 R >> >>` },
    { number: first + 1, body: stream("0 g 0 0 200 60 re f", "/Type /XObject /Subtype /Form /BBox [0 0 200 60]") }
  ])
}

test("a file written in one go is one revision, and each update is one more", () => {
  expect(structureOf(bill).revisionEnds).toEqual([bill.length])
  const updated = forgedByUpdate(bill, "2 March 2026", "3 March 2026")
  expect(structureOf(updated).revisionEnds).toHaveLength(2)
  expect(structureOf(signed(updated)).revisionEnds).toHaveLength(3)
})

test("end marks inside the content of a file are no revisions", () => {
  const quoting = onePage(stream("% startxref\n12\n%%EOF\nBT /F1 12 Tf 72 700 Td (startxref 9 %%EOF) Tj ET"))
  expect(structureOf(quoting).revisionEnds).toEqual([quoting.length])
})

test("a linearized file has two end marks and one revision", () => {
  const plain = Buffer.from(bill).toString("latin1")
  const fitted = (length: number) =>
    plain.replace("%PDF-1.7\n", `%PDF-1.7\n1 0 obj << /Linearized 1 /L ${length} >> endobj\nstartxref\n0\n%%EOF\n`)
  const file = new Uint8Array(Buffer.from(fitted(fitted(1000).length), "latin1"))
  expect(structureOf(file).revisionEnds).toEqual([file.length])
})

test("a field or a visible signature on a scan changes nothing of the page", async () => {
  expect(await changed(withBox(scan, "/Subtype /Widget /FT /Sig /T (Second)"))).toBe(false)
  expect(await changed(withBox(scan, "/Subtype /Widget /FT /Tx /T (Reference)"))).toBe(false)
})

test("a box drawn over a scan in a later revision changes it", async () => {
  expect(await changed(withBox(scan, "/Subtype /Square"))).toBe(true)
})

test("only a signature that was made counts, and it says how far it reaches", () => {
  const file = signed(bill)
  const [signature] = structureOf(file).signatures
  const [, , next, rest] = signature?.ranges ?? [0, 0, 0, 0]
  expect(next + rest).toBe(file.length)
  const prepared = new Uint8Array(
    Buffer.from(
      Buffer.from(file)
        .toString("latin1")
        .replace(/<3081[0-9a-f]+>/, (hex) => `<${"0".repeat(hex.length - 2)}>`),
      "latin1"
    )
  )
  expect(structureOf(prepared).signatures).toEqual([])
})
