import { type ColourImage, withRenderer } from "@vouchkit/adapters/engines/pdf/render"
import { PDFDocument, degrees, rgb, StandardFonts } from "pdf-lib"
import sharp from "sharp"

type Box = readonly [x: number, y: number, width: number, height: number]

/** What is printed in red on the page, so that its place can be told by colour from any picture of the page. */
export const redName = "Jonathan Okonkwo"
const title = "Mr "

const printed = [
  "Northwind Energy Ltd",
  "Electricity bill",
  redName,
  "128 Marlowe Gardens",
  "Bristol",
  "BS8 4QT",
  "Invoice date: 2 March 2026",
  "Period: 1 February 2026 to 28 February 2026",
  "This bill is based on an actual meter reading taken on 28 February 2026.",
  "Please pay by direct debit, by card or at any post office before the due date."
]

/** A bill of one page in black, with the name of its holder in red. */
export const redNamedBill = async (rotate: 0 | 90 = 0): Promise<Uint8Array> => {
  const document = await PDFDocument.create()
  const page = document.addPage([595.28, 841.89])
  const font = await document.embedFont(StandardFonts.Helvetica)
  for (const [at, text] of printed.entries()) {
    const place = { y: 760 - at * 40, size: 12, font }
    const named = text === redName
    if (named) page.drawText(title, { ...place, x: 70 })
    page.drawText(text, { ...place, x: 70 + (named ? font.widthOfTextAtSize(title, 12) : 0), color: rgb(named ? 0.75 : 0, 0, 0) })
  }
  page.setRotation(degrees(rotate))
  return document.save({ useObjectStreams: false })
}

/** The first page as a picture in colour. */
export const drawn = async (pdf: Uint8Array): Promise<Uint8Array> => {
  const page = await withRenderer(pdf, (renderer) => renderer.renderColour(1, 150))
  if (page === null) throw new Error("the page cannot be drawn")
  return sharp(page.data, { raw: { width: page.width, height: page.height, channels: 3 } })
    .png()
    .toBuffer()
}

/** Where the red print of a picture is, as fractions of it. */
export const redBox = async (picture: Uint8Array): Promise<Box> => {
  const { data, info } = await sharp(picture).autoOrient().removeAlpha().raw().toBuffer({ resolveWithObject: true })
  let [left, top, right, bottom] = [info.width, info.height, -1, -1]
  for (let at = 0; at < info.width * info.height; at++) {
    if ((data[at * 3] ?? 0) - (data[at * 3 + 1] ?? 0) < 60) continue
    const [x, y] = [at % info.width, Math.floor(at / info.width)]
    ;[left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x + 1), Math.max(bottom, y + 1)]
  }
  if (right < 0) throw new Error("nothing is red")
  return [left / info.width, top / info.height, (right - left) / info.width, (bottom - top) / info.height]
}

const edgesOf = ([x = 0, y = 0, width = 0, height = 0]: ReadonlyArray<number>) => [x, y, x + width, y + height]

/** The largest distance between the same edges of two boxes. */
export const edgesApart = (one: ReadonlyArray<number>, other: ReadonlyArray<number>): number =>
  Math.max(...edgesOf(one).map((edge, at) => Math.abs(edge - (edgesOf(other)[at] ?? 0))))

/** The picture with the dark print of a part of it in red; the part is given in fractions of the picture. */
export const withRedInk = ({ data, height, width }: ColourImage, [x, y, across, down]: Box): ColourImage => {
  const inked = data.slice()
  for (let row = Math.round(y * height); row < Math.round((y + down) * height); row++)
    for (let column = Math.round(x * width); column < Math.round((x + across) * width); column++) {
      const at = (row * width + column) * 3
      if ((data[at] ?? 255) + (data[at + 1] ?? 255) + (data[at + 2] ?? 255) < 360) inked.set([200, 20, 20], at)
    }
  return { data: inked, width, height }
}
