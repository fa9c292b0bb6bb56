import { expect, test } from "bun:test"
import type { DocumentReading } from "@vouchkit/core/verification/document-reading"
import { readProofOfAddress } from "@vouchkit/core/verification/proof-of-address/read-proof"
import type { PrintPlace } from "@vouchkit/core/verification/proof-of-address/types"
import sharp from "sharp"
import { scannedPdf } from "../../support/bills.ts"
import { readingOf } from "../../support/reading.ts"
import { drawn, edgesApart, redBox, redNamedBill } from "../../support/red-ink.ts"

const timeout = 300_000
/** A letter, or a line of print less its spacing: recognition measures letters, and the picture shows ink. */
const near = 0.015

const placeOfName = (reading: DocumentReading): PrintPlace => {
  const { holder_names, places } = readProofOfAddress(reading, { declared_type: null, declared_country: "GB", today: "2026-03-10" })
  expect(holder_names).toEqual(["Jonathan Okonkwo"])
  const place = places?.holder_names[0]
  if (place === null || place === undefined) throw new Error("the name has no place")
  return place
}

const expectNear = ({ box }: PrintPlace, truth: Awaited<ReturnType<typeof redBox>>): void => {
  if (box === null) throw new Error("the place has no box")
  expect(edgesApart(box, truth)).toBeLessThan(near)
}

test("a value of a PDF with text has its box where a viewer shows it", async () => {
  const pdf = await redNamedBill()
  const place = placeOfName(await readingOf(pdf))
  expect(place).toMatchObject({ page: 1, source: "text_layer", confidence: 1 })
  expectNear(place, await redBox(await drawn(pdf)))
})

test("a page that the file turns has its boxes where a viewer shows it turned", async () => {
  const pdf = await redNamedBill(90)
  const reading = await readingOf(pdf)
  const [line] = reading.lines.filter(({ text }) => text.includes("Okonkwo"))
  if (line === undefined) throw new Error("the name was not read")
  // Print along the edge of the page is a line by itself, with its title.
  const [x, y, width, height] = await redBox(await drawn(pdf))
  expect(edgesApart([line.left, line.top, line.width, line.height], [x, y, width, height])).toBeLessThan(near + height * 0.2)
})

test.each([4, -7, 90, 186, 270])(
  "a photograph held at %d degrees has its boxes on the picture as it was uploaded",
  async (degrees) => {
    const upright = await drawn(await redNamedBill())
    const photograph = await sharp(upright).rotate(degrees, { background: "#d9d9d9" }).png().toBuffer()
    const place = placeOfName(await readingOf(photograph, "image/png"))
    expect(place).toMatchObject({ page: 1, source: "ocr" })
    expectNear(place, await redBox(photograph))
  },
  timeout
)

test(
  "a picture that its metadata turns has its boxes on the picture as it is shown",
  async () => {
    const upright = await drawn(await redNamedBill())
    const stored = await sharp(upright).rotate(270).withMetadata({ orientation: 6 }).jpeg({ quality: 95 }).toBuffer()
    expectNear(placeOfName(await readingOf(stored, "image/jpeg")), await redBox(stored))
  },
  timeout
)

test(
  "a tilted scan in a PDF has its boxes on the page of the PDF",
  async () => {
    const tilted = await sharp(await drawn(await redNamedBill()))
      .rotate(3, { background: "#ffffff" })
      .flatten({ background: "#ffffff" })
      .jpeg({ quality: 95 })
      .toBuffer()
    const pdf = await scannedPdf(tilted)
    const place = placeOfName(await readingOf(pdf))
    expect(place.source).toBe("ocr")
    expectNear(place, await redBox(await drawn(pdf)))
  },
  timeout
)
