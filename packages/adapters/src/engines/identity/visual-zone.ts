import type { TextLine } from "@vouchkit/core/verification/document-reading"
import { slopeOf, turnedBy } from "../image/deskew.ts"
import { greySharp, toGrey } from "../image/decode.ts"
import { withEvenLight } from "../image/enhance.ts"
import { languagesFor } from "../ocr/languages.ts"
import { isBlank, type PrintAllowance, printedLetters } from "../ocr/print-work.ts"
import { recognizeLines, wordsOf } from "../ocr/recognize.ts"
import { scoreOf } from "../ocr/page.ts"
import type { GreyImage } from "../pdf/render.ts"
import { linesOf, type TextPiece } from "../ocr/text-layout.ts"

/** Pixels on the longer side at which the print of a card or passport reads best: more only costs time. */
const readingSide = 1400
const widestEnlargement = 2

/** Text read this well stands upright, and no other way up is tried. */
const goodConfidence = 0.72
const fewestWords = 4
/** Less than this many surely read letters is no text, or text that lies on its side after all. */
const leastScore = 8

interface VisualZone {
  readonly lines: ReadonlyArray<TextLine>
  /** Clockwise quarter turn in degrees by which the text reads. */
  readonly turned: number
  /** Mean confidence over all letters, 0 to 1; 0 when nothing was read. */
  readonly confidence: number
}

/** Of an area whose text is not read; its way up is the one that something else told. */
export const unreadZone = (known: number | null): VisualZone => ({ lines: [], turned: known ?? 0, confidence: 0 })

interface Attempt {
  readonly turned: number
  readonly image: GreyImage
  readonly words: ReadonlyArray<TextPiece>
  readonly score: number
  readonly confidence: number
}

const sized = async (picture: GreyImage): Promise<GreyImage> => {
  const side = Math.max(picture.width, picture.height)
  const factor = Math.min(widestEnlargement, readingSide / side)
  const shape = [Math.max(1, Math.round(picture.width * factor)), Math.max(1, Math.round(picture.height * factor))] as const
  return withEvenLight(await toGrey(greySharp(picture).resize(...shape, { fit: "fill", kernel: "lanczos3" })))
}

const attempt = async (picture: GreyImage, turned: number, country: string | null): Promise<Attempt> => {
  const image = await turnedBy(picture, turned)
  const words = wordsOf(await recognizeLines(image, languagesFor(country), "scattered"))
  return { turned, image, words, ...scoreOf(words) }
}

const better = (a: Attempt, b: Attempt): Attempt => (b.score > a.score ? b : a)

/** One way up and, where it does not read well and `may` says that one more may be tried, the other. */
const bestOf = async (
  picture: GreyImage,
  [first, second]: readonly [number, number],
  country: string | null,
  may: () => boolean
): Promise<Attempt> => {
  const once = await attempt(picture, first, country)
  if ((once.confidence >= goodConfidence && once.words.length >= fewestWords) || !may()) return once
  return better(once, await attempt(picture, second, country))
}

/**
 * Reads the printed text of a straight document. The way up is given in degrees where something surer told it; otherwise it is the one in which
 * the text reads best, and at most four are tried. The lines stand as they do on the upright document. What has more letters than the allowance of its
 * page is not read.
 */
export const readVisualZone = async (
  picture: GreyImage,
  page: number,
  country: string | null,
  known: number | null,
  allowance: PrintAllowance
): Promise<VisualZone> => {
  const image = await sized(picture)
  if (isBlank(image)) return unreadZone(known)
  const letters = printedLetters(image)
  const may = () => allowance.take(letters)
  if (!may()) return unreadZone(known)
  const upright = known === null ? null : await attempt(image, known, country)
  const chosen = upright ?? (await uprightBySight(image, country, may))
  const size = { number: page, width: chosen.image.width, height: chosen.image.height }
  return { lines: linesOf(chosen.words, size), turned: chosen.turned, confidence: chosen.confidence }
}

const standing = [0, 180] as const
const lying = [90, 270] as const

const uprightBySight = async (image: GreyImage, country: string | null, may: () => boolean): Promise<Attempt> => {
  const { turns } = await slopeOf(image)
  // The few words of a card are too few to tell by their shape whether they stand on their heads.
  const [likely, unlikely] = turns % 2 === 1 ? ([lying, standing] as const) : ([standing, lying] as const)
  const best = await bestOf(image, likely, country, may)
  return best.score >= leastScore || !may() ? best : better(best, await bestOf(image, unlikely, country, may))
}
