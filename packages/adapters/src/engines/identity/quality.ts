import type { TextLine } from "@vouchkit/core/verification/document-reading"
import type { DocumentQuality, MrzFormat, MrzReading, PagePlace } from "@vouchkit/core/verification/identity-documents/reading"
import { focusOf } from "./focus.ts"
import { glareOf } from "./glare.ts"
import { levelCounts, levelOf } from "../image/levels.ts"
import type { GreyImage } from "../pdf/render.ts"

/** Pixels per millimetre (25.4 of them are dots per inch) at which print is lost, and from which more adds nothing. */
const leastScale = 3
const ampleScale = 12

/** Levels of paper at which a document is too dark to read, and from which more light adds nothing. */
const darkPaper = 55
const goodPaper = 150
/** Grey levels between paper and print that are enough. */
const goodContrast = 70

/** Longer sides in millimetres of the documents that carry each zone (ICAO 9303 parts 4 to 7). */
const longerSides = { TD1: 85.6, TD2: 105, TD3: 125, MRVA: 120, MRVB: 105, FR_ID: 105 } as const satisfies Record<MrzFormat, number>
/** Characters of OCR-B stand 2.54 mm apart in a machine readable zone (ICAO 9303 part 3). */
const pitchMillimetres = 2.54

const clamp = (value: number): number => Math.min(1, Math.max(0, Math.round(value * 1000) / 1000))
const clampOrNull = (value: number | null): number | null => (value === null ? null : clamp(value))

/** An upright document with what was found on it. */
export interface JudgedDocument {
  readonly picture: GreyImage
  /** Its outline was found: it fills this picture. */
  readonly outlined: boolean
  /** Its outline runs out of the picture. */
  readonly cut: boolean
  readonly mrz: MrzReading | null
  readonly lines: ReadonlyArray<TextLine>
}

/** Letters of the zone as character recognition sees them; their pitch tells the scale where no outline does. */
const zonePitch = (picture: GreyImage, lines: ReadonlyArray<TextLine>): number | null => {
  const widths = lines
    .filter(({ text }) => text.length >= 26 && /<{3}/.test(text) && !text.includes(" "))
    .map(({ text, width }) => (width * picture.width) / text.length)
  return widths.length === 0 ? null : Math.min(...widths)
}

/** Pixels of the upright picture for one millimetre of the document; null when nothing tells. */
const scaleOf = ({ cut, lines, mrz, outlined, picture }: JudgedDocument): number | null => {
  const side = Math.max(picture.width, picture.height)
  const aspect = side / Math.min(picture.width, picture.height)
  if (outlined && !cut) {
    if (mrz !== null) {
      // An open passport shows two pages; the zone runs along the longer side of one, which is the shorter side of the spread.
      const spread = (mrz.format === "TD3" || mrz.format === "MRVA") && picture.height > picture.width
      return (spread ? picture.width : side) / longerSides[mrz.format]
    }
    return side / (aspect > 1.5 ? 85.6 : 125)
  }
  const pitch = zonePitch(picture, lines)
  if (pitch !== null) return pitch / pitchMillimetres
  return mrz === null ? null : side / longerSides[mrz.format]
}

/** Light on the document: its paper bright enough, and its print apart from the paper. */
const brightnessOf = ({ data }: GreyImage): number => {
  const counts = levelCounts(data)
  const [dark, paper] = [levelOf(counts, 0.03), levelOf(counts, 0.85)]
  return clamp(Math.min((paper - darkPaper) / (goodPaper - darkPaper), (paper - dark) / goodContrast))
}

/** Width over height of passports and cards of the size TD2, which carry a zone of two lines along the lower edge, and how near is near. */
const zonedAspect = 125 / 88
const nearAspect = 0.06

/** Where a machine readable zone stands on an upright document: along its lower edge, one line higher for three lines; and where one has to be. */
const zonePlaces = ({ cut, mrz, outlined, picture }: JudgedDocument): ReadonlyArray<PagePlace> => {
  const along = (height: number): ReadonlyArray<PagePlace> => [{ left: 0, top: 1 - height, width: 1, height }]
  if (mrz !== null) return along(mrz.lines.length === 3 ? 0.4 : 0.26)
  const zoned = outlined && !cut && Math.abs(Math.log(picture.width / picture.height / zonedAspect)) < nearAspect
  return zoned ? along(0.22) : []
}

/** Share of the picture within which text touches its edge. */
const atEdge = 0.006
const fewestCutLines = 2

const runsIntoEdge = (lines: ReadonlyArray<TextLine>): boolean => {
  const sure = lines.filter(({ confidence, text }) => confidence > 0.5 && text.length > 3)
  const left = sure.filter((line) => line.left <= atEdge).length
  const right = sure.filter((line) => line.left + line.width >= 1 - atEdge).length
  return Math.max(left, right) >= Math.max(fewestCutLines, sure.length * 0.25)
}

/** Proportions of a picture that show a whole document and nothing else: ID-1 and TD3, within three hundredths. */
const wholeAspects = [85.6 / 53.98, 125 / 88] as const

/** Whether all of the document is in the picture: by its outline, else by its text and zone; null when nothing tells. */
const fullyVisible = ({ cut, lines, mrz, outlined, picture }: JudgedDocument): boolean | null => {
  if (cut) return false
  if (outlined) return true
  if (runsIntoEdge(lines)) return false
  const aspect = Math.max(picture.width, picture.height) / Math.min(picture.width, picture.height)
  const shaped = wholeAspects.some((known) => Math.abs(Math.log(aspect / known)) < 0.03)
  return shaped && (mrz !== null || lines.length >= 4) ? true : null
}

/** Judges the picture of a document by its own area and not by what surrounds it. */
export const documentQuality = async (document: JudgedDocument): Promise<DocumentQuality> => {
  const { lines, mrz, picture } = document
  const scale = scaleOf(document)
  const zones = zonePlaces(document)
  const focus = clampOrNull(await focusOf(picture, scale))
  const glare = clampOrNull(await glareOf(picture, { printed: [...lines, ...(mrz === null ? [] : zones)], fields: [...lines, ...zones] }))
  const brightness = brightnessOf(picture)
  const resolution = scale === null ? null : clamp(Math.log(Math.max(1, scale) / leastScale) / Math.log(ampleScale / leastScale))
  const fully_visible = fullyVisible(document)
  const judged = [focus, brightness, glare, resolution].filter((value) => value !== null)
  const worst = Math.min(...judged, fully_visible === false ? 0.5 : 1)
  return { focus, brightness, glare, resolution, fully_visible, overall: focus === null && resolution === null ? null : clamp(worst) }
}
