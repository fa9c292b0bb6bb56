import { createWorker, OEM, PSM, type Worker } from "tesseract.js"
import { plainFile } from "../image/decode.ts"
import { installedLanguages, languageFolder } from "./languages.ts"
import { isBlank } from "./print-work.ts"
import { type PrintBlock, printBlocks } from "./print-blocks.ts"
import { type OcrLine, type OcrWord, readPart, sureness } from "./read-part.ts"
import { repairedLines } from "./repair.ts"
import type { GreyImage } from "../pdf/render.ts"
import type { TextPiece } from "./text-layout.ts"
import { partedWords } from "./word-gaps.ts"

/** How a picture is laid out: a page with columns of running text, or a card with words strewn over it. */
type Layout = "page" | "scattered"

const segmentation = { page: PSM.AUTO, scattered: PSM.SPARSE_TEXT } as const satisfies Record<Layout, PSM>

/**
 * How ink is distinguished from paper: 0 by one level for the whole picture (Otsu), 2 by what is around each place (Sauvola). With one level the grey of a table
 * top, of a tinted row or of grain counts as ink, and the columns beside it are taken for pictures and never read.
 */
const thresholds = { page: "2", scattered: "0" } as const satisfies Record<Layout, string>

interface Recognizer {
  readonly languages: string
  readonly worker: Worker
}

/** The engine itself failed: nothing is said about the document. */
export class RecognitionUnavailable extends Error {
  override readonly name = "RecognitionUnavailable"
}

let current: Recognizer | null = null

/** The density that a page is told to have, so that Tesseract does not guess one. */
const density = 200

/** Starting costs a quarter of a second and 100 MB, so it waits for the first page that has no text and stays for the next. */
const recognizerFor = async (wanted: ReadonlyArray<string>): Promise<Worker> => {
  if (current !== null && current.languages === installedLanguages(wanted)) return current.worker
  const { codes, dispose, path } = await languageFolder(wanted)
  // Without its data Tesseract would go and look for it on the network, and never settle.
  if (codes === "") throw new RecognitionUnavailable("no language data is installed")
  await current?.worker.terminate()
  current = null
  const worker = await createWorker(codes, OEM.LSTM_ONLY, {
    langPath: path,
    gzip: true,
    // The default writes the language file into the working folder.
    cacheMethod: "none",
    // Without a handler an unreadable picture would end the whole process.
    errorHandler: () => {}
  })
  await dispose()
  await worker.setParameters({ preserve_interword_spaces: "1", user_defined_dpi: String(density) })
  current = { languages: installedLanguages(wanted), worker }
  return worker
}

/** Marks that appear where there is nothing but a stain or an edge, and the rules of a table. */
const isNoise = (text: string, confidence: number): boolean =>
  /^[|_[\]{}\\~]+$/.test(text) || (confidence < 0.5 && !/[\p{L}\p{N}]/u.test(text))

/** A word this much higher than its line is print of another size, or a line that swallowed two. */
const otherSize = 1.6
/** Small letters reach two thirds of the height of capitals. */
const tallest = 1.4

/**
 * Where a word stands. Its own box would make a dash a flat piece that belongs to no row, and the box of its line reaches as far as the
 * highest sign in it, a rule of a table or a logo: so it stands on the line's base line and is as high as the line's letters.
 */
const heightOf = (line: OcrLine, word: OcrWord): { readonly top: number; readonly bottom: number } => {
  const { x0, x1, y0, y1 } = line.baseline
  const share = x1 === x0 ? 0 : ((word.bbox.x0 + word.bbox.x1) / 2 - x0) / (x1 - x0)
  const base = y0 + (y1 - y0) * share
  const { ascenders, descenders, rowHeight } = line.rowAttributes
  const letters = rowHeight - Math.abs(descenders)
  const own = { top: word.bbox.y0, bottom: word.bbox.y1 }
  // Capitals and figures stand on the base line and reach up as far as any letter, also where lines of two columns were measured as one.
  if (/^[\p{Lu}\p{N}]{2,}$/u.test(word.text)) return own
  const measured = Number.isFinite(base) && letters > 2 && Math.abs(ascenders) < rowHeight
  if (!measured) return { top: line.bbox.y0, bottom: line.bbox.y1 }
  const height = own.bottom - own.top
  if (height > otherSize * letters || base < own.top - letters || base > own.bottom + letters) return own
  // A word of letters and digits is about as high as it looks, whatever the line was measured to be.
  const printed = /[\p{L}\p{N}]{2}/u.test(word.text) ? Math.min(letters, height * tallest) : letters
  return { top: base - printed, bottom: base }
}

const workerFor = (languages: ReadonlyArray<string>): Promise<Worker> =>
  recognizerFor(languages).catch((cause: unknown) => {
    throw new RecognitionUnavailable("the recognizer did not start", { cause })
  })

/** Recognition fails on pictures with a side of 3 pixels, and no print is that small: a page of a file may be, where the others are not. */
const leastSide = 8

/** Recognizes the lines of an upright grey picture of a page, in pixels of that picture and in those of the languages that are installed. */
export const recognizeLines = async (
  image: GreyImage,
  languages: ReadonlyArray<string>,
  layout: Layout = "page"
): Promise<ReadonlyArray<OcrLine>> => {
  if (Math.min(image.width, image.height) < leastSide || isBlank(image)) return []
  const worker = await workerFor(languages)
  await worker.setParameters({ tessedit_pageseg_mode: segmentation[layout], thresholding_method: thresholds[layout] })
  const { data } = await worker.recognize(plainFile(image), {}, { text: false, blocks: true }).catch((cause: unknown) => {
    throw new RecognitionUnavailable("the recognizer refused a picture that was made for it", { cause })
  })
  const lines = (data.blocks ?? []).flatMap((block) => block.paragraphs).flatMap((paragraph) => paragraph.lines)
  return layout === "page" ? lines.map((line) => ({ ...line, words: line.words.flatMap((word) => partedWords(image, word)) })) : lines
}

/** The largest blocks, with this share of all print, tell whether a page is worth the rest. */
const enoughArea = 0.25
const enoughLetters = 80
/** In points of a hundred: print that stands upright reads at 75 and more, print upside down and noise at 35 and less. */
const noiseSureness = 45

const readsAsNoise = (lines: ReadonlyArray<OcrLine>): boolean => {
  const words = lines.flatMap((line) => line.words)
  return words.reduce((sum, { text }) => sum + text.length, 0) >= enoughLetters && sureness(words) < noiseSureness
}

/**
 * Recognizes the lines of an upright page block by block, so that lines of columns that stand beside each other are never taken for one; null where
 * the page does not fall into blocks. What reads as noise, or stands on its head, is not read to its end.
 */
export const recognizeBlocks = async (image: GreyImage, languages: ReadonlyArray<string>): Promise<ReadonlyArray<OcrLine> | null> => {
  const blocks = printBlocks(image)
  if (blocks === null) return null
  const worker = await workerFor(languages)
  await worker.setParameters({ tessedit_pageseg_mode: PSM.SINGLE_BLOCK, thresholding_method: thresholds.page })
  const lines: Array<OcrLine> = []
  const areaOf = ({ picture: { height, width } }: PrintBlock): number => height * width
  const all = blocks.reduce((sum, block) => sum + areaOf(block), 0)
  let done = 0
  for (const block of blocks.toSorted((one, other) => areaOf(other) - areaOf(one))) {
    if (done >= enoughArea * all && readsAsNoise(lines)) break
    done += areaOf(block)
    if (isBlank(block.picture)) continue
    const read = await readPart(worker, block.picture, block).catch((cause: unknown) => {
      throw new RecognitionUnavailable("the recognizer refused a block of a page", { cause })
    })
    lines.push(...read.map((line) => ({ ...line, words: line.words.flatMap((word) => partedWords(image, word)) })))
  }
  return lines
}

/** The same lines, with those read again that the analysis of the page got wrong. */
export const readAgain = async (
  image: GreyImage,
  lines: ReadonlyArray<OcrLine>,
  languages: ReadonlyArray<string>
): Promise<ReadonlyArray<OcrLine>> =>
  lines.length === 0
    ? lines
    : repairedLines(await workerFor(languages), image, lines).catch((cause: unknown) => {
        throw new RecognitionUnavailable("the recognizer refused a part of a picture", { cause })
      })

/** The words of recognized lines, without the marks that stains and rules leave. */
export const wordsOf = (lines: ReadonlyArray<OcrLine>): ReadonlyArray<TextPiece> =>
  lines
    .flatMap((line) =>
      line.words.map((word) => ({
        text: word.text,
        left: word.bbox.x0,
        right: word.bbox.x1,
        ...heightOf(line, word),
        confidence: word.confidence / 100,
        rightToLeft: false,
        spaced: true
      }))
    )
    .filter((word) => !isNoise(word.text, word.confidence))
