import { median } from "@vouchkit/core/verification/median"
import { PSM, type Worker } from "tesseract.js"
import { greySharp, toGrey } from "../image/decode.ts"
import type { GreyImage } from "../pdf/render.ts"
import { type OcrLine, type OcrWord, partMargin, readPart, sureness } from "./read-part.ts"

/** A line this much higher than the usual one has swallowed two, because their base lines lie between those of another column. */
const tallLine = 1.55
/** Lines read worse than this are read again. */
const poorConfidence = 72
const fewestLetters = 4
const unreadWord = 45
/** Reading a strip again takes about a tenth of a second. */
const mostStrips = 24
/** Strips that are read again are lines, and have this share of the page at most, all together: of noise, one strip may be half a page. */
const mostOfPage = 0.5
/** A gap of this many line heights divides two columns. */
const columnGap = 1.6
/** How much surer, in points of a hundred, the second reading must be. */
const leastGain = 8
/** A second reading with fewer than this share of the letters has lost some. */
const leastLetters = 0.6

interface Strip {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

const heightOf = ({ bbox }: OcrLine): number => bbox.y1 - bbox.y0

const lettersOf = (words: ReadonlyArray<OcrWord>): number =>
  words.reduce((sum, { text }) => sum + (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0), 0)

const isDark = (image: GreyImage, x: number, y: number): boolean => (image.data[y * image.width + x] ?? 255) < 150

/** The stretches of ink in a band of the page that wide gaps divide. */
const columnsOf = (image: GreyImage, band: { readonly top: number; readonly bottom: number }, gap: number): ReadonlyArray<Strip> => {
  const columns: Array<{ left: number; right: number }> = []
  for (let x = 0; x < image.width; x++) {
    let ink = 0
    for (let y = band.top; y < band.bottom; y++) if (isDark(image, x, y)) ink += 1
    // A rule that runs down the whole band is no letter.
    if (ink === 0 || ink > (band.bottom - band.top) * 0.95) continue
    const last = columns[columns.length - 1]
    if (last !== undefined && x - last.right <= gap) last.right = x
    else columns.push({ left: x, right: x })
  }
  return columns
    .filter(({ left, right }) => right - left > gap / 2)
    .map(({ left, right }) => ({ left, top: band.top, width: right - left + 1, height: band.bottom - band.top }))
}

/** Reads one strip as a block of text; the words come back in pixels of the page. */
const readStrip = async (worker: Worker, image: GreyImage, { height, left, top, width }: Strip): Promise<ReadonlyArray<OcrLine>> =>
  readPart(worker, await toGrey(greySharp(image).extract({ left, top, width, height })), { left, top })

/** Among well-read words of other columns, one that hardly looks like anything. */
const isUnread = (word: OcrWord): boolean => word.confidence < unreadWord && lettersOf([word]) >= 2

const isDoubtful = (words: ReadonlyArray<OcrWord>, tall: boolean): boolean =>
  words.length > 0 && (tall || sureness(words) < poorConfidence || words.some(isUnread))

/** Words so sure that no second reading could be preferred to them, a heading of large letters for one, are not worth a second look. */
const canBeBeaten = (words: ReadonlyArray<OcrWord>): boolean => sureness(words) + leastGain <= 100

const extent = (line: OcrLine): { readonly top: number; readonly bottom: number } => ({
  top: Math.min(line.bbox.y0, ...line.words.map(({ bbox }) => bbox.y0)),
  bottom: Math.max(line.bbox.y1, ...line.words.map(({ bbox }) => bbox.y1))
})

const isTall = (line: OcrLine, usual: number): boolean => {
  const { bottom, top } = extent(line)
  return bottom - top > tallLine * usual
}

/** The edge of a strip runs through the line above or below, of which only halves of letters are seen. */
const isCut = ({ bbox, words }: OcrLine, { height, top }: Strip): boolean =>
  sureness(words) < unreadWord && (bbox.y0 <= top + 2 || bbox.y1 >= top + height - 2)

/** What was read again is left out where another line has already said it. */
const isRepeated = (line: OcrLine, others: ReadonlyArray<OcrLine>): boolean =>
  others.some(({ bbox, words }) => {
    const middle = (line.bbox.y0 + line.bbox.y1) / 2
    const across = Math.min(line.bbox.x1, bbox.x1) - Math.max(line.bbox.x0, bbox.x0)
    const within = middle > bbox.y0 && middle < bbox.y1
    return within && across > 0.6 * (line.bbox.x1 - line.bbox.x0) && sureness(words) >= poorConfidence
  })

const inside = (word: OcrWord, { left, width }: Strip): boolean => {
  const middle = (word.bbox.x0 + word.bbox.x1) / 2
  return middle >= left - partMargin && middle <= left + width + partMargin
}

interface Reading {
  readonly worker: Worker
  readonly image: GreyImage
  /** Height of the usual line. */
  readonly usual: number
  /** Lines that need no second look. */
  readonly sound: ReadonlyArray<OcrLine>
  /** Strips and pixels that may still be read. */
  strips: number
  pixels: number
}

/** Reads one doubtful line again; what its columns say is replaced where the second reading is surer. */
const readAgain = async (reading: Reading, line: OcrLine): Promise<ReadonlyArray<OcrLine>> => {
  const { image, sound, usual } = reading
  if (reading.strips <= 0) return [line]
  const { bottom, top } = extent(line)
  const tall = isTall(line, usual)
  const band = { top: Math.max(0, Math.floor(top - usual * 0.3)), bottom: Math.min(image.height, Math.ceil(bottom + usual * 0.3)) }
  const found: Array<OcrLine> = []
  let words = line.words
  for (const strip of columnsOf(image, band, usual * columnGap)) {
    const own = words.filter((word) => inside(word, strip))
    const pixels = strip.width * strip.height
    if (!isDoubtful(own, tall) || !canBeBeaten(own) || reading.strips <= 0 || reading.pixels < pixels) continue
    reading.strips -= 1
    reading.pixels -= pixels
    const again = await readStrip(reading.worker, image, strip)
    const read = again.flatMap((one) => one.words)
    if (sureness(read) < sureness(own) + leastGain || lettersOf(read) < lettersOf(own) * leastLetters) continue
    words = words.filter((word) => !own.includes(word))
    found.push(...again.filter((one) => !isCut(one, strip) && !isRepeated(one, sound)))
  }
  return [...(words.length > 0 ? [{ ...line, words }] : []), ...found]
}

/**
 * Reads again, column by column, the lines that the analysis of the page got wrong: two lines taken for one where the base lines of
 * neighbouring columns interleave, and lines read with little confidence. The surer of the two readings stands.
 */
export const repairedLines = async (worker: Worker, image: GreyImage, lines: ReadonlyArray<OcrLine>): Promise<ReadonlyArray<OcrLine>> => {
  const usual = median(lines.filter(({ words }) => lettersOf(words) >= fewestLetters).map(heightOf)) ?? 0
  const doubtful = new Set(lines.filter((line) => lettersOf(line.words) >= fewestLetters && isDoubtful(line.words, isTall(line, usual))))
  if (usual === 0 || doubtful.size === 0) return lines
  const sound = lines.filter((line) => !doubtful.has(line))
  const reading: Reading = { worker, image, usual, sound, strips: mostStrips, pixels: image.width * image.height * mostOfPage }
  const repaired: Array<OcrLine> = []
  await worker.setParameters({ tessedit_pageseg_mode: PSM.SINGLE_BLOCK })
  try {
    for (const line of lines) repaired.push(...(doubtful.has(line) ? await readAgain(reading, line) : [line]))
  } finally {
    await worker.setParameters({ tessedit_pageseg_mode: PSM.AUTO })
  }
  return repaired
}
