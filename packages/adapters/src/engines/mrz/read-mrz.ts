import { checkDigits } from "@vouchkit/core/verification/identity-documents/mrz/check-digits"
import { mrzLayouts } from "@vouchkit/core/verification/identity-documents/mrz/layouts"
import type { MrzReading } from "@vouchkit/core/verification/identity-documents/reading"
import type { PageMap } from "@vouchkit/core/verification/evidence/place"
import { greySharp, toGrey } from "../image/decode.ts"
import { beforeTurning, chained, cornersOn, samePage } from "../image/page-map.ts"
import type { GreyImage } from "../pdf/render.ts"
import { type PrintPlace, readWithLegacyEngine } from "./legacy-recognizer.ts"
import { betterZone, SearchedPicture, type SearchSettings, searchZone, type ZoneRead } from "./template-reader.ts"

export interface FoundMrz {
  /** With the places of its lines on the picture that was asked about. */
  readonly reading: MrzReading
  /** Clockwise turn in degrees (0, 90, 180, 270) that makes the lines of the zone upright. */
  readonly turned: number
}

/** Larger pictures show nothing more of a zone and are made smaller first; smaller ones hold no line of thirty characters. */
const maxSide = 4000
const leastSide = 160

/** A zone whose document number does not hold is issued only if every character was clear: then the document is wrong, not the picture. */
const clearConfidence = 0.5

/** Shorter than this, a copy is drawn larger: strokes of one pixel break or melt. */
const usualSide = 1500
const fineSide = 2600

/** What is tried, one after the other; the first look at a picture takes most of the time that is given to it. */
const attemptsFor = ({ height, width }: GreyImage): ReadonlyArray<SearchSettings> => {
  const usual = [
    { side: usualSide, share: 0.15, radius: 15, anchors: 5 },
    // Patterns behind the print are lighter than the print.
    { side: usualSide, share: 0.3, radius: 20, anchors: 2 }
  ]
  return Math.max(width, height) > usualSide * 1.2 ? [...usual, { side: fineSide, share: 0.15, radius: 15, anchors: 2 }] : usual
}

/** A zone in which this many check digits hold is no chance find: nothing is looked at sideways any more. */
const convincing = 2

/** All check digits hold, or every character is so clear that looking again would show the same: then it was printed wrong. */
const isSettled = ({ complete, holding, reading }: ZoneRead): boolean =>
  complete || (!reading.ambiguous && reading.confidence >= clearConfidence && holding >= convincing)

interface TurnedZone {
  readonly zone: ZoneRead
  readonly turned: number
}

const better = (a: TurnedZone | null, b: TurnedZone | null): TurnedZone | null =>
  a === null || b === null ? (a ?? b) : betterZone(a.zone, b.zone) === b.zone ? b : a

const bounded = (picture: GreyImage): Promise<GreyImage> =>
  Math.max(picture.width, picture.height) <= maxSide
    ? Promise.resolve(picture)
    : toGrey(greySharp(picture).resize(maxSide, maxSide, { fit: "inside" }))

const numberHolds = ({ format, lines }: MrzReading): boolean =>
  checkDigits(mrzLayouts[format], lines).some(({ field, valid }) => field === "document_number" && valid)

const turnOf = ({ turned, zone }: TurnedZone): number => (turned + (zone.reversed ? 180 : 0)) % 360

interface Looked {
  readonly best: TurnedZone | null
  /** The picture, as it was turned, in which a row of print was seen first, and where. */
  readonly print: { readonly image: GreyImage; readonly turned: number; readonly onto: PageMap; readonly place: PrintPlace } | null
}

const placedOn = (onto: PageMap, { places, ...reading }: MrzReading): MrzReading =>
  places === undefined ? reading : { ...reading, places: places.map((line) => cornersOn(onto, line)) }

/** By comparison with drawn characters: upright and upside down in one go, sideways after that, more patient settings last. */
const byTemplates = async (picture: GreyImage): Promise<Looked> => {
  const upright = new SearchedPicture(picture)
  let sideways: SearchedPicture | null = null
  const onItsSide = async (): Promise<SearchedPicture> => {
    sideways ??= new SearchedPicture(await toGrey(greySharp(picture).rotate(90)))
    return sideways
  }
  let looked: Looked = { best: null, print: null }
  for (const settings of attemptsFor(picture))
    for (const turned of [0, 90]) {
      if (turned !== 0 && looked.best?.turned === 0 && looked.best.zone.holding >= convincing) continue
      const searched = turned === 0 ? upright : await onItsSide()
      const { image } = searched
      const onto = turned === 0 ? samePage : beforeTurning(90, picture, image)
      const { print, zone } = await searchZone(searched, settings)
      const placed = zone === null ? null : { ...zone, reading: placedOn(onto, zone.reading) }
      const best = better(looked.best, placed === null ? null : { zone: placed, turned })
      looked = { best, print: looked.print ?? (print === null ? null : { image, turned, onto, place: print }) }
      if (best !== null && isSettled(best.zone)) return looked
    }
  return looked
}

/** Kinds of print that the templates do not know are left to the older engine. */
const byLegacyEngine = async ({ best, print }: Looked): Promise<FoundMrz | null> => {
  if (print === null) return null
  const { image, onto, place, turned } = print
  if (best?.zone.reversed !== true) {
    const reading = await readWithLegacyEngine(image, place)
    return reading === null ? null : { reading: placedOn(onto, reading), turned }
  }
  const reversed = { ...place, centreX: image.width - place.centreX, centreY: image.height - place.centreY }
  const reading = await readWithLegacyEngine(await toGrey(greySharp(image).rotate(180)), reversed)
  const upsideDown = chained(onto, beforeTurning(180, image, image))
  return reading === null ? null : { reading: placedOn(upsideDown, reading), turned: turned + 180 }
}

/**
 * Finds the machine readable zone of an identity document in a picture of it, whichever way the picture is turned and up to some ten degrees
 * askew. Null when there is none that can be read. A reading whose document number does not satisfy its check digit is issued only where every
 * character was clear.
 */
export const findMrz = async (picture: GreyImage): Promise<FoundMrz | null> => {
  if (Math.max(picture.width, picture.height) < leastSide) return null
  const image = await bounded(picture)
  const looked = await byTemplates(image)
  const { best } = looked
  const found = best === null ? null : { reading: best.zone.reading, turned: turnOf(best) }
  if (best !== null && isSettled(best.zone)) return found
  const legacy = await byLegacyEngine(looked)
  if (legacy !== null) return legacy
  return found !== null && (numberHolds(found.reading) || found.reading.confidence >= clearConfidence) ? found : null
}
