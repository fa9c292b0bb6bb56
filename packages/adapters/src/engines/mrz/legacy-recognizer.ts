import { existsSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import type { Corners, PageMap } from "@vouchkit/core/verification/evidence/place"
import { checkDigits } from "@vouchkit/core/verification/identity-documents/mrz/check-digits"
import { mrzLayouts } from "@vouchkit/core/verification/identity-documents/mrz/layouts"
import { type MrzCell, resolveMrz } from "@vouchkit/core/verification/identity-documents/mrz/resolve"
import type { MrzReading } from "@vouchkit/core/verification/identity-documents/reading"
import { createWorker, OEM, PSM, type Worker } from "tesseract.js"
import { greySharp, toGrey } from "../image/decode.ts"
import { beforeCutting, beforeTurning, chained, cornersOn } from "../image/page-map.ts"
import { dividedMarks, printBounds, printedLetters } from "../ocr/print-work.ts"
import type { GreyImage } from "../pdf/render.ts"
import { zoneCharacters } from "./character-model.ts"

const require = createRequire(import.meta.url)

const readingWidth = 1500
/** Height of what is read, in widths: a zone with its margins is a third as high as it is wide. */
const mostHeight = 1.5
/** Heights of a capital above and below a row that its zone and some paper take. */
const marginCaps = 9
/**
 * Milliseconds after which the engine is ended. It takes a second for a zone, and a zone of bounded pixels is all that it is given: this is a last
 * resort, which no file reaches on a machine that works.
 */
const timeoutMs = 60_000
const widths = [30, 36, 44] as const
/** A run of fillers at the end of a line is counted wrongly more often than not; more than this is another kind of line. */
const mostMissing = 6

/** What this engine takes for each other again and again; more pairs would let the check digits choose between numbers that no one printed. */
const lookalikes = ["O0", "I1"]

/** Null where the language data is not installed: without it the engine would look for it on the network. */
const dataFolder = (): string | null => {
  try {
    const folder = join(dirname(require.resolve("@tesseract.js-data/eng/package.json")), "4.0.0")
    return existsSync(join(folder, "eng.traineddata.gz")) ? folder : null
  } catch {
    return null
  }
}

/** Where a row of print is, in pixels of the picture: the middle of it, its slope, and the height of a capital. */
export interface PrintPlace {
  readonly centreX: number
  readonly centreY: number
  readonly slope: number
  readonly capHeight: number
}

let engine: Promise<Worker> | null = null

const started = async (langPath: string): Promise<Worker> => {
  const off = ["system", "freq", "punc", "number", "unambig", "bigram"].map((name) => [`load_${name}_dawg`, "0"])
  const worker = await createWorker(
    "eng",
    OEM.TESSERACT_ONLY,
    { langPath, gzip: true, cacheMethod: "none", legacyCore: true, legacyLang: true, errorHandler: () => {} },
    Object.fromEntries(off)
  )
  await worker.setParameters({ tessedit_char_whitelist: zoneCharacters, tessedit_pageseg_mode: PSM.SINGLE_BLOCK })
  return worker
}

/** Ends the engine; the next reading starts another. */
export const stopLegacyEngine = async (): Promise<void> => {
  const running = engine
  engine = null
  await (await running)?.terminate()
}

interface Symbol {
  readonly text: string
  readonly confidence: number
}

const cellOf = ({ confidence, text }: Symbol): MrzCell => {
  const likelihood = Math.max(0.3, Math.min(0.98, confidence / 100))
  const others = new Set(
    lookalikes.filter((group) => group.includes(text)).flatMap((group) => [...group].filter((other) => other !== text))
  )
  const share = (1 - likelihood) / Math.max(1, others.size)
  return [{ character: text, likelihood }, ...[...others].map((character) => ({ character, likelihood: share }))]
}

/** A line as the engine read it, with its box as fractions of what it was given. */
interface RecognizedLine {
  readonly symbols: ReadonlyArray<Symbol>
  readonly corners: Corners
}

/** Lines of one width: the fillers at their end are filled up or cut. */
const fitted = (symbols: ReadonlyArray<Symbol>, width: number): ReadonlyArray<MrzCell> | null => {
  const missing = width - symbols.length
  if (Math.abs(missing) > mostMissing) return null
  if (missing <= 0) return symbols.slice(width).every(({ text }) => text === "<") ? symbols.slice(0, width).map(cellOf) : null
  if (symbols.at(-1)?.text !== "<") return null
  return [...symbols.map(cellOf), ...Array.from({ length: missing }, () => cellOf({ text: "<", confidence: 50 }))]
}

const linesOf = async (worker: Worker, image: GreyImage): Promise<ReadonlyArray<RecognizedLine>> => {
  const png = await greySharp(image).withMetadata({ density: 300 }).png({ compressionLevel: 1 }).toBuffer()
  const { data } = await worker.recognize(png, {}, { text: false, blocks: true })
  return (data.blocks ?? [])
    .flatMap((block) => block.paragraphs)
    .flatMap((paragraph) => paragraph.lines)
    .map(({ bbox, words }) => {
      const [left, right, top, bottom] = [bbox.x0 / image.width, bbox.x1 / image.width, bbox.y0 / image.height, bbox.y1 / image.height]
      return {
        symbols: words
          .flatMap((word) => word.symbols)
          .flatMap(({ confidence, text }) => (zoneCharacters.includes(text) && text.length === 1 ? [{ text, confidence }] : [])),
        corners: [
          { x: left, y: top },
          { x: right, y: top },
          { x: right, y: bottom },
          { x: left, y: bottom }
        ]
      }
    })
}

const complete = ({ ambiguous, format, lines }: MrzReading): boolean =>
  !ambiguous && checkDigits(mrzLayouts[format], lines).every(({ valid }) => valid)

const zoneOf = (lines: ReadonlyArray<RecognizedLine>, onto: PageMap): MrzReading | null => {
  for (const width of widths) {
    const rows = width === 30 ? 3 : 2
    for (let first = lines.length - rows; first >= 0; first--) {
      const taken = lines.slice(first, first + rows)
      const cells = taken.map(({ symbols }) => fitted(symbols, width))
      const full = cells.filter((row) => row !== null)
      const reading = full.length === rows ? resolveMrz(full) : null
      if (reading !== null && complete(reading)) return { ...reading, places: taken.map(({ corners }) => cornersOn(onto, corners)) }
    }
  }
  return null
}

/**
 * The surroundings of a row of print, made level and brought to the width that suits the engine, so that their pixels are bounded. Null for
 * a column that no zone is as narrow as, and for more print than surrounds a zone: the engine tries marks that are no letters in many ways.
 */
export const zoneSurroundings = async (
  image: GreyImage,
  { capHeight, centreX, centreY, slope }: PrintPlace
): Promise<{ readonly print: GreyImage; readonly onto: PageMap } | null> => {
  const drop = (Math.abs(slope) * image.width) / 2
  const top = Math.max(0, Math.floor(centreY - drop - marginCaps * capHeight))
  const bottom = Math.min(image.height, Math.ceil(centreY + drop + marginCaps * capHeight))
  const half = Math.ceil(25 * 1.2 * capHeight)
  const left = Math.max(0, Math.floor(centreX - half))
  const right = Math.min(image.width, Math.ceil(centreX + half))
  if (bottom - top > mostHeight * (right - left)) return null
  const part = { left, top, width: right - left, height: bottom - top }
  const cut = await toGrey(greySharp(image).extract(part).normalize())
  const degrees = (-Math.atan(slope) * 180) / Math.PI
  const level = await toGrey(greySharp(cut).rotate(degrees, { background: "#ffffff" }))
  const print = await toGrey(greySharp(level).resize({ width: readingWidth }))
  if (printedLetters(print) > printBounds.zone || dividedMarks(print) > printBounds.zoneMarks) return null
  return { print, onto: chained(beforeCutting(part, image), beforeTurning(degrees, cut, level)) }
}

const withinTimeout = async <A>(work: Promise<A>): Promise<A> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("the recognizer takes too long")), timeoutMs)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/**
 * Reads the zone around a row of print with the older engine of Tesseract, which knows many typefaces. Its doubts are not measured
 * as well as those of the templates, so only a zone is issued whose check digits all hold; null otherwise, and where the engine is missing.
 */
export const readWithLegacyEngine = async (image: GreyImage, place: PrintPlace): Promise<MrzReading | null> => {
  const folder = dataFolder()
  if (folder === null) return null
  try {
    const found = await zoneSurroundings(image, place)
    if (found === null) return null
    engine ??= started(folder)
    return zoneOf(await withinTimeout(linesOf(await engine, found.print)), found.onto)
  } catch {
    await stopLegacyEngine().catch(() => {})
    return null
  }
}
