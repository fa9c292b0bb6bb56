import type { Page, Worker } from "tesseract.js"
import { greySharp, plainFile, toGrey } from "../image/decode.ts"
import { levelCounts, levelOf } from "../image/levels.ts"
import type { GreyImage } from "../pdf/render.ts"

export type OcrLine = NonNullable<Page["blocks"]>[number]["paragraphs"][number]["lines"][number]
export type OcrWord = OcrLine["words"][number]

/** Mean confidence over letters, 0 to 100. */
export const sureness = (words: ReadonlyArray<OcrWord>): number => {
  const letters = words.reduce((sum, { text }) => sum + text.length, 0)
  return letters === 0 ? 0 : words.reduce((sum, { confidence, text }) => sum + confidence * text.length, 0) / letters
}

/** Paper around a part, in pixels: letters that touch the edge of a picture are read badly. */
export const partMargin = 12

/** Recognizes a part that was cut out of a page at this place, on paper of its own colour; the lines come back in pixels of the page. */
export const readPart = async (
  worker: Worker,
  part: GreyImage,
  { left, top }: { readonly left: number; readonly top: number }
): Promise<ReadonlyArray<OcrLine>> => {
  const paper = levelOf(levelCounts(part.data), 0.5)
  const edges = { top: partMargin, bottom: partMargin, left: partMargin, right: partMargin }
  const framed = await toGrey(greySharp(part).extend({ ...edges, background: { r: paper, g: paper, b: paper } }))
  const { data } = await worker.recognize(plainFile(framed), {}, { text: false, blocks: true })
  const [dx, dy] = [left - partMargin, top - partMargin]
  const moved = <Box extends { readonly x0: number; readonly y0: number; readonly x1: number; readonly y1: number }>(box: Box): Box => ({
    ...box,
    x0: box.x0 + dx,
    x1: box.x1 + dx,
    y0: box.y0 + dy,
    y1: box.y1 + dy
  })
  return (data.blocks ?? [])
    .flatMap(({ paragraphs }) => paragraphs)
    .flatMap(({ lines }) => lines)
    .map((line) => ({
      ...line,
      bbox: moved(line.bbox),
      baseline: moved(line.baseline),
      words: line.words.map((word) => ({
        ...word,
        bbox: moved(word.bbox),
        symbols: word.symbols?.map((symbol) => ({ ...symbol, bbox: moved(symbol.bbox) }))
      }))
    }))
}
