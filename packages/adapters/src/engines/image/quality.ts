import type { ReadQuality } from "@vouchkit/core/verification/document-reading"
import { greySharp, toGrey } from "./decode.ts"
import { levelCounts } from "./levels.ts"
import type { GreyImage } from "../pdf/render.ts"

/** Quality is judged at one size, so that a large blurred photograph is not taken for a sharp one. */
const judgingSide = 1400
/** Pixels on the longer side from which a page of A4 can be read (100 dpi) and from which more adds nothing (150 dpi). */
const leastSide = 600
const amplySide = 1650
/** Edges of sharp text at the judging size measure this much; below the lower figure text is a smear. */
const sharpEdges = 900
const smearedEdges = 25
/** Grey levels between neighbours that make an edge and not grain. */
const leastContrast = 24
/** Level of the paper at which a picture is too dark to read, and from which more light adds nothing. */
const darkPaper = 70
const goodPaper = 170

const clamp = (value: number): number => Math.min(1, Math.max(0, Math.round(value * 1000) / 1000))

/** Mean of the squared Laplacian over the places where something is drawn: paper without text says nothing about focus. */
const edgeStrength = ({ data, height, width }: GreyImage): number => {
  let sum = 0
  let count = 0
  for (let y = 1; y + 1 < height; y++)
    for (let x = 1; x + 1 < width; x++) {
      const at = y * width + x
      const centre = data[at] ?? 0
      const left = data[at - 1] ?? 0
      const right = data[at + 1] ?? 0
      const above = data[at - width] ?? 0
      const below = data[at + width] ?? 0
      // Two at a time: with more arguments these are calls that the compiler does not take apart.
      const lightest = Math.max(centre, Math.max(Math.max(left, right), Math.max(above, below)))
      const darkest = Math.min(centre, Math.min(Math.min(left, right), Math.min(above, below)))
      if (lightest - darkest < leastContrast) continue
      const laplacian = 4 * centre - left - right - above - below
      sum += laplacian * laplacian
      count += 1
    }
  return count < 200 ? 0 : sum / count
}

/** Level of the paper: the brightest tenth of the picture, not counting single bright spots. */
const paperLevel = ({ data }: GreyImage): number => {
  const counts = levelCounts(data)
  let left = data.length * 0.1
  for (let level = 255; level >= 0; level--) {
    left -= counts[level] ?? 0
    if (left <= 0) return level
  }
  return 0
}

/** Judges a picture of a page: focus, light and resolution, and the weakest of them as a whole. */
export const qualityOf = async (picture: GreyImage): Promise<ReadQuality> => {
  const side = Math.max(picture.width, picture.height)
  const judged = side > judgingSide ? await toGrey(greySharp(picture).resize(judgingSide, judgingSide, { fit: "inside" })) : picture
  const focus = clamp(Math.log(Math.max(1, edgeStrength(judged)) / smearedEdges) / Math.log(sharpEdges / smearedEdges))
  const brightness = clamp((paperLevel(picture) - darkPaper) / (goodPaper - darkPaper))
  const resolution = clamp(0.3 + (0.7 * (side - leastSide)) / (amplySide - leastSide))
  return { focus, brightness, resolution, overall: clamp(Math.min(focus, brightness, resolution)) }
}
