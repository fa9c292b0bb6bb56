import { colourSharp } from "../image/decode.ts"
import type { ColourImage } from "../pdf/render.ts"
import { type Box, within } from "./face-picture.ts"
import { chipSide } from "./face-chip.ts"

/** Mean squared Laplacian of a chip's light at which a face counts as sharp; measured on the chip, so that it does not depend on the file's size. */
const sharpAt = 60
/** Mean light of 0 to 255: from dark to well lit, and from well lit to washed out. */
const light = { dark: 20, good: 80, bright: 200, washed_out: 250 } as const

const luma = ({ data, height, width }: ColourImage): Float32Array => {
  const values = new Float32Array(width * height)
  for (let pixel = 0; pixel < values.length; pixel++) {
    const at = pixel * 3
    values[pixel] = 0.299 * (data[at] ?? 0) + 0.587 * (data[at + 1] ?? 0) + 0.114 * (data[at + 2] ?? 0)
  }
  return values
}

const unit = (value: number): number => Math.min(1, Math.max(0, value))

/** Sharpness and brightness of a face, by the middle of its chip, where skin, eyes and mouth are. `enlarged` is how many pixels were made of one. */
export const chipQuality = (chip: ColourImage, enlarged: number): { readonly sharpness: number; readonly brightness: number } => {
  const values = luma(chip)
  const from = Math.round(chipSide * 0.2)
  const to = Math.round(chipSide * 0.8)
  let edges = 0
  let sum = 0
  let count = 0
  for (let y = from; y < to; y++)
    for (let x = from; x < to; x++) {
      const at = y * chipSide + x
      const centre = values[at] ?? 0
      const around = (values[at - 1] ?? 0) + (values[at + 1] ?? 0) + (values[at - chipSide] ?? 0) + (values[at + chipSide] ?? 0)
      edges += (around - 4 * centre) ** 2
      sum += centre
      count += 1
    }
  const mean = sum / count
  const brightness =
    mean <= light.good
      ? unit((mean - light.dark) / (light.good - light.dark))
      : unit((light.washed_out - mean) / (light.washed_out - light.bright))
  // An enlarged chip has soft edges by necessity: what it lacks is resolution, which is judged by the width of the face.
  return { sharpness: unit((edges / count / sharpAt) * Math.max(1, enlarged) ** 2), brightness }
}

const columns = 16
const rows = 16
/** Grey levels by which neighbours must differ: on an even wall the difference is noise. */
const leastDifference = 2

/** The 256-bit difference hash of a part of a picture, as 64 hexadecimal digits: each bit tells whether a cell is darker than its right neighbour. */
export const differenceHash = async (image: ColourImage, part: Box): Promise<string> => {
  const { data, info } = await colourSharp(image)
    .extract(within(part, image))
    .greyscale()
    .resize(columns + 1, rows, { fit: "fill" })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { channels } = info
  let digits = ""
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column += 4) {
      let digit = 0
      for (let bit = 0; bit < 4; bit++) {
        const at = (row * (columns + 1) + column + bit) * channels
        if ((data[at + channels] ?? 0) - (data[at] ?? 0) >= leastDifference) digit |= 8 >> bit
      }
      digits += digit.toString(16)
    }
  return digits
}
