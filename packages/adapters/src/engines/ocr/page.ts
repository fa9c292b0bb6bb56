import type { TextLine } from "@vouchkit/core/verification/document-reading"
import type { PageMap } from "@vouchkit/core/verification/evidence/place"
import { type Slope, slopeOf, turnedBy, waysUp } from "../image/deskew.ts"
import { greySharp, toGrey } from "../image/decode.ts"
import { withEvenLight } from "../image/enhance.ts"
import { beforeTurning, chained } from "../image/page-map.ts"
import { sharpened } from "../image/sharpen.ts"
import { isBlank, PrintAllowance, printedLetters } from "./print-work.ts"
import { readAgain, recognizeBlocks, recognizeLines, wordsOf } from "./recognize.ts"
import type { OcrLine } from "./read-part.ts"
import type { GreyImage } from "../pdf/render.ts"
import { darkOnLight } from "../image/reversed-print.ts"
import { linesOf, type TextPiece } from "./text-layout.ts"
import { TooMuchWork } from "../too-much-work.ts"
import { type ScriptSigns, scriptSigns } from "./unread-script.ts"

/** Pixels on the longer side within which a page reads as well as it can: more costs time, and enlarging adds no letter that was not there. */
const largestSide = 2000
const smallestSide = 1850
const widestEnlargement = 2

/** A page read this well is upright, and no other way up is tried. */
const goodConfidence = 0.72
const fewestWords = 4
/** What reads worse than this is noise, whichever way it is divided. */
const noiseConfidence = 0.5
/** Less than this many surely read letters is a picture without text, or one that lies on its side after all. */
const leastScore = 8

interface Reading {
  readonly lines: ReadonlyArray<OcrLine>
  readonly words: ReadonlyArray<TextPiece>
  readonly score: number
  readonly confidence: number
}

interface Attempt extends Reading {
  /** Where this picture stands on the page as it came. */
  readonly onto: PageMap
  /** The picture as the engine saw it: print dark on white and sharpened. */
  readonly print: GreyImage
  /** How the picture was turned: by quarters clockwise, and then by the slope of its lines. */
  readonly quarterTurns: number
  readonly degrees: number
}

const scaled = async (image: GreyImage, side: number): Promise<GreyImage> => {
  const factor = side / Math.max(image.width, image.height)
  if (factor === 1) return image
  const shape = [Math.round(image.width * factor), Math.round(image.height * factor)] as const
  return toGrey(greySharp(image).resize(...shape, { fit: "fill", kernel: "lanczos3" }))
}

/** A page with even light at a good size. The light is evened out where the picture has fewer pixels: before it grows, after it shrinks. */
const prepared = async (picture: GreyImage): Promise<GreyImage> => {
  const side = Math.max(picture.width, picture.height)
  if (side >= smallestSide) return withEvenLight(await scaled(picture, Math.min(side, largestSide)))
  return scaled(withEvenLight(picture), Math.min(smallestSide, side * widestEnlargement))
}

/** The recognizer reads lines that stand on end as well, and calls them upright: their words are higher than wide. */
const runsAcross = ({ bottom, left, right, text, top }: TextPiece): boolean => text.length < 4 || right - left > bottom - top

/** Letters weigh in by how surely they were read: noise scores low however much of it there is, and so does what stands on end. */
export const scoreOf = (read: ReadonlyArray<TextPiece>): { readonly score: number; readonly confidence: number } => {
  const words = read.map((word) => (runsAcross(word) ? word : { ...word, confidence: 0 }))
  const letters = words.reduce((sum, word) => sum + word.text.length, 0)
  const weighed = words.reduce((sum, word) => sum + word.text.length * word.confidence, 0)
  const sure = words.reduce((sum, word) => sum + word.text.length * Math.max(0, word.confidence - 0.5), 0)
  return { score: sure, confidence: letters === 0 ? 0 : weighed / letters }
}

/** One way up of a page whose print is all dark on light; `known` is the slope of the picture as it stands, measured before. */
const attempt = async (dark: GreyImage, known: Slope, quarterTurns: number, languages: ReadonlyArray<string>): Promise<Attempt> => {
  const turned = await turnedBy(dark, quarterTurns * 90)
  // Upside down, lines fall as they do upright.
  const { degrees } = quarterTurns % 2 === 0 ? known : await slopeOf(turned)
  const upright = await turnedBy(turned, -degrees)
  const print = await sharpened(upright)
  const onto = chained(beforeTurning(quarterTurns * 90, dark, turned), beforeTurning(-degrees, turned, upright))
  const lines = (await recognizeBlocks(print, languages)) ?? (await recognizeLines(print, languages))
  return { onto, print, degrees, quarterTurns, ...readingOf(lines) }
}

const readingOf = (lines: ReadonlyArray<OcrLine>): Reading => {
  const words = wordsOf(lines)
  return { lines, words, ...scoreOf(words) }
}

const better = (a: Attempt, b: Attempt): Attempt => (b.score > a.score ? b : a)

/** Tries quarter turns in their order until one reads well, and keeps the best. `may` says whether one more may be tried. */
const bestAttempt = async (
  dark: GreyImage,
  known: Slope,
  [first, second]: readonly [number, number],
  languages: ReadonlyArray<string>,
  may: () => boolean
): Promise<Attempt> => {
  const once = await attempt(dark, known, first, languages)
  if ((once.confidence >= goodConfidence && once.words.length >= fewestWords) || !may()) return once
  return better(once, await attempt(dark, known, second, languages))
}

/** A page that reads badly block by block may do so because it does not fall into blocks: the recognizer divides it for itself, and the better reading stands. */
const asOnePiece = async (found: Attempt, languages: ReadonlyArray<string>): Promise<Attempt> =>
  better(found, { ...found, ...readingOf(await recognizeLines(found.print, languages)) })

export interface RecognizedPage {
  readonly lines: ReadonlyArray<TextLine>
  /** Where the page as it was read stands on the page as it came. */
  readonly onto: PageMap
  /** The picture as it was read: even light, upright. */
  readonly image: GreyImage
  /** The words of the lines, in pixels of the picture as it was read. */
  readonly words: ReadonlyArray<TextPiece>
  /** Size and turns that brought the picture into the form in which it was read. */
  readonly placed: { readonly side: number; readonly degrees: number; readonly quarterTurns: number }
  /** Mean confidence over all letters, 0 to 1; 0 when nothing was read. */
  readonly confidence: number
  readonly script: ScriptSigns
}

/**
 * Reads a picture of a page: evens out its light, brings it to a good size, turns it upright, sharpens it and recognizes its text. Rejects with
 * `TooMuchWork` where it shows more letters than the page of a document, or than is left for its file.
 */
export const recognizePage = async (
  picture: GreyImage,
  page: number,
  languages: ReadonlyArray<string>,
  file: PrintAllowance
): Promise<RecognizedPage> => {
  const image = await prepared(picture)
  // Before the slope is measured: panels that are dark have letters as well, and edges that say nothing of them.
  const dark = darkOnLight(image)
  const letters = printedLetters(dark)
  const allowance = new PrintAllowance()
  const may = () => allowance.take(letters) && file.take(letters)
  if (!may()) throw new TooMuchWork("letters of a page")
  // A page without print has no way up that reads better than the first.
  const again = isBlank(dark) ? () => false : may
  const slope = await slopeOf(dark)
  // Print that falls into rows is upright or upside down; the other two ways up are tried only where nothing was found that way.
  const [likely, unlikely] = waysUp(slope)
  const best = await bestAttempt(dark, slope, likely, languages, again)
  const found = best.score >= leastScore || !again() ? best : better(best, await bestAttempt(dark, slope, unlikely, languages, again))
  const doubtful = found.confidence >= noiseConfidence && found.confidence < goodConfidence
  const chosen = doubtful && again() ? await asOnePiece(found, languages) : found
  const size = { number: page, width: chosen.print.width, height: chosen.print.height }
  const words = wordsOf(await readAgain(chosen.print, chosen.lines, languages))
  const { degrees, onto, quarterTurns } = chosen
  return {
    lines: linesOf(words, size),
    onto,
    image: await turnedBy(await turnedBy(image, quarterTurns * 90), -degrees),
    words,
    placed: { side: Math.max(image.width, image.height), degrees, quarterTurns },
    confidence: scoreOf(words).confidence,
    script: scriptSigns(words)
  }
}

/** The untouched picture in the size and the turns in which it was read: its grain and its light are still those of the file. */
export const placedAs = async (picture: GreyImage, { degrees, quarterTurns, side }: RecognizedPage["placed"]): Promise<GreyImage> =>
  turnedBy(await turnedBy(await scaled(picture, side), quarterTurns * 90), -degrees)
