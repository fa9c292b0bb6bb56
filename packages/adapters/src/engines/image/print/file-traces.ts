import { boxOnPage } from "@vouchkit/core/verification/evidence/place"
import type { RecognizedPage } from "../../ocr/page.ts"
import type { ColourImage, GreyImage } from "../../pdf/render.ts"
import { type WordColour, wordColourOf } from "./ink-colour.ts"
import { type JpegGrid, jpegGridOf } from "./jpeg-grid.ts"
import type { PixelBox } from "./print-word.ts"
import { quantizationOf } from "./quantization.ts"

/** What the pixels of the file show of a word, before anything was turned, scaled or evened out. */
export interface FileTraces {
  readonly colour: WordColour | null
  /** How clearly the word was compressed in the blocks and with the steps of the page; null where the page was not. */
  readonly quantized: number | null
}

/** Compression begins at the corner of a picture: letters on blank paper show no grid by themselves. */
const fromCorner: JpegGrid = { column: 0, row: 0 }

/** The luminance that JPEG compresses (ITU-T T.871, section 7). */
const luminanceOf = ({ data, height, width }: ColourImage): GreyImage => {
  const levels = new Uint8Array(width * height)
  for (let at = 0, from = 0; at < levels.length; at++, from += 3)
    levels[at] = Math.round(0.299 * (data[from] ?? 255) + 0.587 * (data[from + 1] ?? 255) + 0.114 * (data[from + 2] ?? 255))
  return { data: levels, width, height }
}

/** Where a word stands on the file; of a page that was turned the box around it. */
const onFile = (word: PixelBox, { image, onto }: Pick<RecognizedPage, "image" | "onto">, file: ColourImage): PixelBox | null => {
  const area = {
    left: word.left / image.width,
    top: word.top / image.height,
    width: (word.right - word.left) / image.width,
    height: (word.bottom - word.top) / image.height
  }
  const box = boxOnPage(area, onto)
  if (box === null) return null
  const [left, top, width, height] = box
  return { left: left * file.width, top: top * file.height, right: (left + width) * file.width, bottom: (top + height) * file.height }
}

/** Measures words on the file that they were read from. */
export const fileTracesOf = (
  file: ColourImage,
  page: Pick<RecognizedPage, "image" | "onto">,
  words: ReadonlyArray<PixelBox>
): ReadonlyArray<FileTraces> => {
  const boxes = words.map((word) => onFile(word, page, file))
  const luminance = luminanceOf(file)
  const grid = jpegGridOf(luminance) ?? fromCorner
  const nowhere: PixelBox = { left: 0, top: 0, right: 0, bottom: 0 }
  const quantized = quantizationOf(
    luminance,
    grid,
    boxes.map((box) => box ?? nowhere)
  )
  return boxes.map((box, index) => ({
    colour: box === null ? null : wordColourOf(file, box),
    quantized: quantized[index] ?? null
  }))
}
