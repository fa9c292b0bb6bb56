import type { PrintedWord, TextLine } from "@vouchkit/core/verification/document-reading"
import { placedAs, type RecognizedPage } from "../../ocr/page.ts"
import type { ColourImage, GreyImage } from "../../pdf/render.ts"
import { comparedWords } from "./compare-print.ts"
import { fileTracesOf } from "./file-traces.ts"
import { type MeasuredWord, measuredWord, type ReadWord } from "./print-word.ts"

/** Words of one page that are measured; bills have a few hundred. */
const mostWords = 600
const leastConfidence = 0.5
/** Pixels of all words of a page with the paper around them that are looked at: those of a full page are 5 million. */
const mostPixels = 16_000_000

/** Words as long as they and the paper around them stay within the work that a page may take. */
const withinWork = (words: ReadonlyArray<ReadWord>): ReadonlyArray<ReadWord> => {
  let pixels = 0
  return words.filter(({ bottom, left, right, top }) => {
    const size = bottom - top
    pixels += (right - left + 3 * size) * 4 * size
    return pixels <= mostPixels
  })
}

/** Gives each word the number of the line in which it stands. */
const inLines = ({ image, lines, words }: RecognizedPage): ReadonlyArray<ReadWord> =>
  words
    .filter(({ confidence, text }) => confidence >= leastConfidence && /[\p{L}\p{N}]/u.test(text))
    .slice(0, mostWords)
    .flatMap(({ bottom, confidence, left, right, text, top }) => {
      const [x, y] = [(left + right) / 2 / image.width, (top + bottom) / 2 / image.height]
      const line = lines.findIndex(
        (one: TextLine) => x >= one.left && x <= one.left + one.width && y >= one.top && y <= one.top + one.height
      )
      return line < 0 || bottom - top < 4 || right <= left ? [] : [{ text: text.slice(0, 100), confidence, left, right, top, bottom, line }]
    })

/** A page as it came, in grey and in colour; without colour what only the file shows is not measured. */
interface PagePicture {
  readonly grey: GreyImage
  readonly colour: ColourImage | null
}

/** Measures how each word of a page is printed, and how that differs from the print around it. */
export const examinePrint = async (
  { colour, grey }: PagePicture,
  page: RecognizedPage,
  number = 1
): Promise<ReadonlyArray<PrintedWord>> => {
  // Pixels that were neither turned nor scaled still have all of their grain.
  const straight = page.placed.degrees === 0 && page.placed.quarterTurns === 0
  const raw = straight ? grey : await placedAs(grey, page.placed)
  const read = withinWork(inLines(page))
  const words: ReadonlyArray<MeasuredWord> = read.map((word) => measuredWord(page.image, raw, word))
  return comparedWords(words, page.image, colour === null ? [] : fileTracesOf(colour, page, read), number)
}
