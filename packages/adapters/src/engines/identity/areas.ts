import type { TextLine } from "@vouchkit/core/verification/document-reading"
import type { PageMap } from "@vouchkit/core/verification/evidence/place"
import type { BarcodeReading, MrzReading } from "@vouchkit/core/verification/identity-documents/reading"
import { slopeOf } from "../image/deskew.ts"
import { colourSharp, toColour, toGrey } from "../image/decode.ts"
import { withEvenLight } from "../image/enhance.ts"
import { beforeTurning, chained, cornersOn, samePage } from "../image/page-map.ts"
import { findMrz, type FoundMrz } from "../mrz/read-mrz.ts"
import type { PrintAllowance } from "../ocr/print-work.ts"
import type { ColourImage, GreyImage } from "../pdf/render.ts"
import { type FoundBarcodes, readBarcodesOf } from "./barcodes.ts"
import { partWithCodes } from "./code-texture.ts"
import { findOutlines, type Outline } from "./outline.ts"
import { tiltOf } from "./quad.ts"
import { readVisualZone, unreadZone } from "./visual-zone.ts"
import { beforeStraightening, straightened } from "./warp.ts"

/** The part of a page that one document takes up, cut out and straight, but not yet upright. */
interface DocumentArea {
  readonly image: ColourImage
  /** Null when the page shows no outline and counts as the document. */
  readonly outline: Outline | null
  /** Clockwise turn in degrees that made it straight. */
  readonly straightenedBy: number
  /** Where it stands on the page. */
  readonly onto: PageMap
}

/** A slope smaller than this is left alone: turning costs sharpness. */
const leastSlope = 0.4

export const greyOf = (image: ColourImage): Promise<GreyImage> => toGrey(colourSharp(image))

const turnedColour = (image: ColourImage, degrees: number): Promise<ColourImage> =>
  degrees % 360 === 0 ? Promise.resolve(image) : toColour(colourSharp(image).rotate(degrees, { background: "#ffffff" }))

/** The whole page as one document, its lines of text level. */
export const wholePage = async (page: ColourImage): Promise<DocumentArea> => {
  const { degrees } = await slopeOf(withEvenLight(await greyOf(page)))
  if (Math.abs(degrees) < leastSlope) return { image: page, outline: null, straightenedBy: 0, onto: samePage }
  const image = await turnedColour(page, -degrees)
  return { image, outline: null, straightenedBy: -degrees, onto: beforeTurning(-degrees, page, image) }
}

/** The documents of a page: each by its outline, or the page itself. */
export const areasOf = async (page: ColourImage): Promise<ReadonlyArray<DocumentArea>> => {
  const outlines = await findOutlines(page)
  if (outlines.length === 0) return [await wholePage(page)]
  return outlines.map((outline) => ({
    image: straightened(page, outline.corners),
    outline,
    straightenedBy: -tiltOf(outline.corners),
    onto: beforeStraightening(outline.corners, page)
  }))
}

export interface UprightArea {
  readonly area: DocumentArea
  readonly image: ColourImage
  readonly grey: GreyImage
  /** Clockwise turn in whole degrees, 0 to 359, from the page as its file shows it. */
  readonly turned: number
  /** Where the upright picture stands on the page. */
  readonly onto: PageMap
  readonly mrz: MrzReading | null
  readonly barcodes: ReadonlyArray<BarcodeReading>
  readonly lines: ReadonlyArray<TextLine>
  /** Mean confidence of the text, 0 to 1. */
  readonly confidence: number
}

interface UprightRequest {
  readonly page: number
  readonly country: string | null
  /** False leaves the text unread where the zone alone tells the way up. */
  readonly withText: boolean
  /** What may be recognized of the page. */
  readonly print: PrintAllowance
  /** The zone of the area where it was looked for before, null where none was found. */
  readonly zone?: FoundMrz | null
}

const wholeDegrees = (degrees: number): number => (Math.round(degrees) + 720) % 360

const noCodes: FoundBarcodes = { barcodes: [], turned: null }

const codesOf = async (straight: GreyImage, hasZone: boolean): Promise<FoundBarcodes> => {
  const part = await partWithCodes(straight)
  return part === null && hasZone ? noCodes : readBarcodesOf(straight, part)
}

/** A code on a card runs along its longer side; one that does not says nothing about the way up. */
const believedTurn = (area: DocumentArea, { turned }: FoundBarcodes): number | null => {
  if (turned === null || area.outline === null) return turned
  const { height, width } = area.image
  return width > height === (turned % 180 === 0) ? turned : null
}

const uprightZone = ({ places, ...zone }: MrzReading, upright: PageMap): MrzReading =>
  places === undefined ? zone : { ...zone, places: places.map((line) => cornersOn(upright, line)) }

/** Turns an area the way up in which its machine readable zone, its barcode or, without either, its text reads, and reads all three. */
export const uprightArea = async (
  area: DocumentArea,
  { country, page, print, withText, zone: known }: UprightRequest
): Promise<UprightArea> => {
  const straight = await greyOf(area.image)
  const zone = known === undefined ? await findMrz(straight) : known
  const codes = await codesOf(straight, zone !== null)
  const turn = zone?.turned ?? believedTurn(area, codes)
  const quarter = turn === null ? null : (Math.round(turn / 90) * 90) % 360
  const text = withText ? await readVisualZone(straight, page, country, quarter, print) : unreadZone(quarter)
  const image = await turnedColour(area.image, text.turned)
  const grey = text.turned % 360 === 0 ? straight : await greyOf(image)
  // Zone and codes were found before the turn, and stand with the text from here on.
  const upright = beforeTurning(-text.turned, image, straight)
  return {
    area,
    image,
    grey,
    turned: wholeDegrees(area.straightenedBy + text.turned),
    onto: chained(area.onto, beforeTurning(text.turned, straight, image)),
    mrz: zone === null ? null : uprightZone(zone.reading, upright),
    barcodes: codes.barcodes.map(({ place, ...code }) => (place === undefined ? code : { ...code, place: cornersOn(upright, place) })),
    lines: text.lines,
    confidence: text.confidence
  }
}
