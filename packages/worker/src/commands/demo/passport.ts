import { renderMrz } from "@vouchkit/adapters/engines/mrz/render"
import { withRenderer } from "@vouchkit/adapters/engines/pdf/render"
import { checkDigitOf } from "@vouchkit/core/verification/identity-documents/mrz/check-digits"
import { PDFDocument, type PDFPage, rgb, StandardFonts } from "pdf-lib"
import sharp from "sharp"

/** What a specimen passport of Utopia says; dates as YYYY-MM-DD, letters as the machine readable zone has them. */
export interface PassportDetails {
  readonly surname: string
  readonly given_names: string
  readonly number: string
  readonly date_of_birth: string
  readonly sex: "F" | "M"
  readonly issued_on: string
  readonly expires_on: string
}

/** The code that ICAO 9303 part 3 keeps for specimens: no state issues documents under it. */
const issuer = "UTO"
const lineLength = 44
const filled = (text: string, length: number): string =>
  text
    .replaceAll(/[^A-Z0-9]/g, "<")
    .padEnd(length, "<")
    .slice(0, length)
const sixDigits = (date: string): string => date.slice(2).replaceAll("-", "")
const withDigit = (text: string): string => `${text}${checkDigitOf(text)}`

/** The two lines of the zone (ICAO 9303 part 4, TD3). */
export const zoneOf = ({ date_of_birth, expires_on, given_names, number, sex, surname }: PassportDetails): readonly [string, string] => {
  const document = withDigit(filled(number, 9))
  const birth = withDigit(sixDigits(date_of_birth))
  const expiry = withDigit(sixDigits(expires_on))
  const optional = withDigit(filled("", 14))
  return [
    `P<${issuer}${filled(surname, surname.length)}<<${filled(given_names, lineLength)}`.slice(0, lineLength),
    `${document}${issuer}${birth}${sex}${expiry}${optional}${checkDigitOf(`${document}${birth}${expiry}${optional}`)}`
  ]
}

const months = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"]
const printed = (date: string): string => `${date.slice(8)} ${months[Number(date.slice(5, 7)) - 1]} ${date.slice(0, 4)}`

/** A data page of TD3 is 125 x 88 mm. */
const pageSize = { width: 125, height: 88 } as const
const pointsPerMillimetre = 72 / 25.4
const pixelsPerMillimetre = 12
const pitchMillimetres = 2.54
/** Blank places that `renderMrz` leaves around the zone, and how far below its edge the page may end. */
const zoneMargin = 2
const zoneOverhang = 0.8

const drawGuilloche = (drawing: PDFPage): void => {
  const { height, width } = drawing.getSize()
  drawing.drawRectangle({ x: 0, y: 0, width, height, color: rgb(0.93, 0.89, 0.82) })
  for (let line = 1; line < 24; line += 1) {
    const waves = Array.from({ length: 8 }, (_, index) => {
      const [from, to] = [(index * width) / 8, ((index + 1) * width) / 8]
      const swing = 5 + (line % 5)
      return `C ${from + width / 24} ${-swing} ${to - width / 24} ${swing} ${to} 0`
    })
    drawing.drawSvgPath(`M 0 0 ${waves.join(" ")}`, {
      y: (height * line) / 24,
      borderColor: rgb(0.8, 0.83, 0.74),
      borderWidth: 0.35
    })
  }
}

/** Printed as passports print it: paler than the photograph was. */
const printedPortrait = (portrait: Uint8Array): Promise<Uint8Array> =>
  sharp(portrait).modulate({ saturation: 0.7 }).linear(0.82, 26).jpeg({ quality: 85 }).toBuffer()

const drawnPage = async (details: PassportDetails, portrait: Uint8Array): Promise<Uint8Array> => {
  const document = await PDFDocument.create()
  const [plain, bold] = [await document.embedFont(StandardFonts.Helvetica), await document.embedFont(StandardFonts.HelveticaBold)]
  const millimetres = (value: number): number => value * pointsPerMillimetre
  const drawing = document.addPage([millimetres(pageSize.width), millimetres(pageSize.height)])
  drawGuilloche(drawing)
  const write = (text: string, left: number, top: number, size: number, font = bold): void =>
    drawing.drawText(text, { x: millimetres(left), y: millimetres(pageSize.height - top), size, font, color: rgb(0.1, 0.12, 0.2) })
  write("PASSPORT  UTOPIA", 7, 9, 15)
  write("SPECIMEN", 95, 9, 11)
  const picture = await document.embedJpg(await printedPortrait(portrait))
  drawing.drawImage(picture, { x: millimetres(7), y: millimetres(pageSize.height - 55), width: millimetres(36), height: millimetres(40) })
  const fields = [
    ["Surname", details.surname],
    ["Given names", details.given_names],
    ["Nationality", "UTOPIAN"],
    ["Date of birth", printed(details.date_of_birth)],
    ["Sex", details.sex],
    ["Date of issue", printed(details.issued_on)],
    ["Date of expiry", printed(details.expires_on)],
    ["Passport No.", details.number]
  ] as const
  for (const [index, [label, value]] of fields.entries()) {
    const [left, top] = [48 + (index % 2) * 38, 19 + Math.floor(index / 2) * 10.5]
    write(label, left, top, 6.5, plain)
    write(value, left, top + 4.5, 10)
  }
  return document.save({ useObjectStreams: false })
}

/** The page lying on a desk, a little askew. */
const onDesk = async (drawn: Uint8Array): Promise<Uint8Array> => {
  const desk = "#5b6470"
  const tilted = await sharp(drawn).rotate(1.5, { background: desk }).png().toBuffer()
  return sharp(tilted).extend({ top: 140, bottom: 140, left: 160, right: 160, background: desk }).jpeg({ quality: 92 }).toBuffer()
}

/** Draws the data page of a passport and takes it as a camera would that looks straight down; `zone` is printed as it is given. */
export const drawPassport = async (
  details: PassportDetails,
  zone: readonly [string, string],
  portrait: Uint8Array
): Promise<Uint8Array> => {
  const drawn = await withRenderer(await drawnPage(details, portrait), (renderer) => renderer.renderColour(1, pixelsPerMillimetre * 25.4))
  if (drawn === null) throw new Error("the page of the passport cannot be drawn")
  const { height, width } = drawn
  const pitch = pitchMillimetres * pixelsPerMillimetre
  const lines = await renderMrz(zone, pitch)
  const ink = sharp(lines.data, { raw: { width: lines.width, height: lines.height, channels: 1 } })
  // The blank places at the foot of the zone hang over the edge of the page and are cut off.
  const strip = await ink
    .extract({ left: 0, top: 0, width: lines.width, height: Math.round(lines.height - (zoneMargin - zoneOverhang) * pitch) })
    .toColourspace("srgb")
    .png()
    .toBuffer({ resolveWithObject: true })
  const page = await sharp(drawn.data, { raw: { width, height, channels: 3 } })
    .composite([
      {
        input: strip.data,
        left: Math.round((width - strip.info.width) / 2),
        top: height - strip.info.height,
        blend: "multiply"
      }
    ])
    .png()
    .toBuffer()
  return onDesk(page)
}
