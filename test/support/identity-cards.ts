import { renderMrz } from "@vouchkit/adapters/engines/mrz/render"
import { type ColourImage, withRenderer } from "@vouchkit/adapters/engines/pdf/render"
import { PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from "pdf-lib"
import sharp from "sharp"

/** Documents that no one issued, drawn for tests at their true size. Millimetres from the top left corner. */
const pointsPerMillimetre = 72 / 25.4

export const cardSizes = {
  id1: { width: 85.6, height: 53.98 },
  td3: { width: 125, height: 88 }
} as const

export interface CardDetails {
  readonly size: keyof typeof cardSizes
  readonly title: string
  /** Label and value, one below the other. */
  readonly fields: ReadonlyArray<readonly [string, string]>
  /** Lines of the machine readable zone, set in OCR-B along the foot of the document. */
  readonly mrz: ReadonlyArray<string>
  readonly portrait: boolean
  /** Red, green, blue of the tint, each 0 to 1. */
  readonly tint: readonly [number, number, number]
  /** A picture (PNG) and its place in millimetres: left, top, width, height. */
  readonly inset: { readonly png: Uint8Array; readonly place: readonly [number, number, number, number] } | null
}

const licence: CardDetails = {
  size: "id1",
  title: "DRIVING LICENCE  UTOPIA",
  fields: [
    ["1. Surname", "ERIKSSON"],
    ["2. Given names", "ANNA MARIA"],
    ["3. Date of birth", "12.08.1974"],
    ["4a. Issued", "15.04.2022"],
    ["4b. Expires", "15.04.2032"],
    ["5. Number", "ERI74812AM9"]
  ],
  mrz: [],
  portrait: true,
  tint: [0.78, 0.86, 0.95],
  inset: null
}

const passport: CardDetails = {
  ...licence,
  size: "td3",
  title: "PASSPORT  UTOPIA",
  fields: [
    ["Surname", "ERIKSSON"],
    ["Given names", "ANNA MARIA"],
    ["Nationality", "UTOPIAN"],
    ["Date of birth", "12 AUG 1974"],
    ["Date of expiry", "15 APR 2032"],
    ["Passport No.", "L898902C3"]
  ],
  mrz: ["P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408122F1204159ZE184226B<<<<<10"],
  tint: [0.93, 0.88, 0.8]
}

const wave = (width: number, base: number, height: number): string =>
  `M 0 ${base} ${Array.from({ length: 8 }, (_, index) => {
    const [from, to] = [(index * width) / 8, ((index + 1) * width) / 8]
    return `C ${from + width / 24} ${base - height} ${to - width / 24} ${base + height} ${to} ${base}`
  }).join(" ")}`

const drawPortrait = (page: PDFPage, left: number, bottom: number, width: number, height: number) => {
  page.drawRectangle({ x: left, y: bottom, width, height, color: rgb(0.86, 0.87, 0.88) })
  page.drawEllipse({
    x: left + width / 2,
    y: bottom + height * 0.02,
    xScale: width * 0.46,
    yScale: height * 0.22,
    color: rgb(0.24, 0.29, 0.4)
  })
  page.drawEllipse({
    x: left + width / 2,
    y: bottom + height * 0.6,
    xScale: width * 0.3,
    yScale: height * 0.33,
    color: rgb(0.3, 0.2, 0.14)
  })
  page.drawEllipse({
    x: left + width / 2,
    y: bottom + height * 0.53,
    xScale: width * 0.25,
    yScale: height * 0.3,
    color: rgb(0.87, 0.7, 0.6)
  })
  for (const side of [0.4, 0.6])
    page.drawEllipse({
      x: left + width * side,
      y: bottom + height * 0.57,
      xScale: width * 0.035,
      yScale: height * 0.018,
      color: rgb(0.15, 0.1, 0.1)
    })
  page.drawEllipse({
    x: left + width / 2,
    y: bottom + height * 0.4,
    xScale: width * 0.08,
    yScale: height * 0.014,
    color: rgb(0.7, 0.35, 0.33)
  })
}

const drawText = (page: PDFPage, card: CardDetails, fonts: { readonly plain: PDFFont; readonly bold: PDFFont }) => {
  const { height, width } = page.getSize()
  const foot = card.mrz.length === 0 ? 0.06 : 0.24
  const left = width * (card.portrait ? 0.36 : 0.06)
  page.drawText(card.title, { x: width * 0.06, y: height * 0.87, size: height * 0.07, font: fonts.bold, color: rgb(0.1, 0.15, 0.4) })
  const step = (0.82 - foot) / Math.max(6, card.fields.length)
  for (const [index, [label, value]] of card.fields.entries()) {
    const y = height * (0.82 - (index + 1) * step + step * 0.3)
    page.drawText(label, { x: left, y: y + height * 0.05, size: height * 0.03, font: fonts.plain, color: rgb(0.3, 0.35, 0.5) })
    page.drawText(value, { x: left, y, size: height * 0.046, font: fonts.bold, color: rgb(0.08, 0.08, 0.1) })
  }
}

const pagesOf = async (cards: ReadonlyArray<CardDetails>): Promise<Uint8Array> => {
  const document = await PDFDocument.create()
  const fonts = { plain: await document.embedFont(StandardFonts.Helvetica), bold: await document.embedFont(StandardFonts.HelveticaBold) }
  for (const card of cards) {
    const { height, width } = cardSizes[card.size]
    const page = document.addPage([width * pointsPerMillimetre, height * pointsPerMillimetre])
    const size = page.getSize()
    const [red, green, blue] = card.tint
    page.drawRectangle({ x: 0, y: 0, ...size, color: rgb(red, green, blue) })
    for (let line = 1; line < 26; line++)
      page.drawSvgPath(wave(size.width, 0, 6 + (line % 5)), {
        x: 0,
        y: (size.height * line) / 26,
        borderColor: rgb(red * 0.86, green * 0.92, blue * 0.9),
        borderWidth: 0.35
      })
    if (card.portrait) {
      const tall = size.height * (card.mrz.length === 0 ? 0.62 : 0.5)
      drawPortrait(page, size.width * 0.06, size.height * 0.83 - tall, tall * 0.78, tall)
    }
    drawText(page, card, fonts)
    if (card.inset !== null) {
      const [left, top, wide, tall] = card.inset.place.map((value) => value * pointsPerMillimetre) as [number, number, number, number]
      page.drawImage(await document.embedPng(card.inset.png), { x: left, y: size.height - top - tall, width: wide, height: tall })
    }
  }
  return document.save({ useObjectStreams: false })
}

/** Characters of a zone stand 2.54 mm apart (ICAO 9303 part 3), and `renderMrz` leaves two of them around. */
const pitchMillimetres = 2.54
const marginPitches = 2

/** Prints a zone onto a drawn document, in the middle above its lower edge. */
const withZone = async (card: ColourImage, lines: ReadonlyArray<string>, pixelsPerMillimetre: number): Promise<ColourImage> => {
  if (lines.length === 0) return card
  const zone = await renderMrz(lines, pitchMillimetres * pixelsPerMillimetre)
  const below = Math.round((marginPitches - 1.2) * pitchMillimetres * pixelsPerMillimetre)
  const left = Math.round((card.width - zone.width) / 2)
  const top = card.height - zone.height + below
  const data = card.data.slice()
  for (let y = Math.max(0, top); y < card.height; y++)
    for (let x = Math.max(0, left); x < Math.min(card.width, left + zone.width); x++) {
      const ink = (zone.data[(y - top) * zone.width + x - left] ?? 255) / 255
      for (let channel = 0; channel < 3; channel++) {
        const at = (y * card.width + x) * 3 + channel
        data[at] = (data[at] ?? 255) * (0.08 + 0.92 * ink)
      }
    }
  return { data, width: card.width, height: card.height }
}

export const aLicence = (overrides: Partial<CardDetails> = {}): CardDetails => ({ ...licence, ...overrides })
export const aPassport = (overrides: Partial<CardDetails> = {}): CardDetails => ({ ...passport, ...overrides })

/** The document as a picture that it fills. */
export const drawnCard = async (card: CardDetails, pixelsPerMillimetre: number): Promise<ColourImage> => {
  const drawn = await withRenderer(await pagesOf([card]), (renderer) => renderer.renderColour(1, pixelsPerMillimetre * 25.4))
  if (drawn === null) throw new Error("the card cannot be drawn")
  return withZone(drawn, card.mrz, pixelsPerMillimetre)
}

/** Documents copied at their true size onto pages of A4, each page with the given ones below one another. */
export const copiedToPdf = async (
  pages: ReadonlyArray<ReadonlyArray<{ readonly card: ColourImage; readonly millimetres: number }>>
): Promise<Uint8Array> => {
  const document = await PDFDocument.create()
  for (const cards of pages) {
    const page = document.addPage([595.28, 841.89])
    for (const [index, { card, millimetres }] of cards.entries()) {
      const { height, width } = card
      const png = await sharp(card.data, { raw: { width, height, channels: 3 } })
        .png()
        .toBuffer()
      const wide = millimetres * pointsPerMillimetre
      const tall = (wide * height) / width
      page.drawImage(await document.embedPng(png), { x: 90, y: 760 - tall - index * 300, width: wide, height: tall })
    }
  }
  return document.save({ useObjectStreams: false })
}
