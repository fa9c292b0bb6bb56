import type { ColourImage } from "../../pdf/render.ts"
import type { PixelBox } from "./print-word.ts"

/** The colour of a word and of its paper, apart from how dark they are. */
export interface WordColour {
  /** Natural logarithms of how much red and blue light the ink takes, beside how much green. */
  readonly ink: readonly [red: number, blue: number]
  /** Levels by which the paper close to the word has more red and blue than green. */
  readonly paper: readonly [red: number, blue: number]
}

const mostArea = 200_000
const fewestPixels = 20
const leastContrast = 50
/** Shares of the contrast that are surely ink and surely paper. */
const [inkFrom, paperTo] = [0.35, 0.1]

const quantile = (levels: Array<number>, share: number): number => {
  levels.sort((a, b) => a - b)
  return levels[Math.min(levels.length - 1, Math.floor(levels.length * share))] ?? 0
}

/** Measures the colour of a word; null where it is hardly darker than its paper. */
export const wordColourOf = ({ data, height, width }: ColourImage, word: PixelBox): WordColour | null => {
  const [left, right] = [Math.max(0, Math.floor(word.left)), Math.min(width, Math.ceil(word.right))]
  const [top, bottom] = [Math.max(0, Math.floor(word.top)), Math.min(height, Math.ceil(word.bottom))]
  const pixels = Math.max(0, right - left) * Math.max(0, bottom - top)
  if (pixels < fewestPixels || pixels > mostArea) return null
  const greens: Array<number> = []
  for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) greens.push(data[(y * width + x) * 3 + 1] ?? 255)
  const [dark, light] = [quantile([...greens], 0.04), quantile(greens, 0.8)]
  const contrast = light - dark
  if (contrast < leastContrast) return null
  const [inks, papers] = [new Float64Array(3), new Float64Array(3)]
  let [inked, bare] = [0, 0]
  for (let y = top; y < bottom; y++)
    for (let x = left; x < right; x++) {
      const at = (y * width + x) * 3
      const depth = (light - (data[at + 1] ?? 255)) / contrast
      const sums = depth >= inkFrom ? inks : depth <= paperTo ? papers : null
      if (sums === null) continue
      if (sums === inks) inked += 1
      else bare += 1
      for (let channel = 0; channel < 3; channel++) sums[channel] = (sums[channel] ?? 0) + (data[at + channel] ?? 255)
    }
  if (inked < fewestPixels || bare < fewestPixels) return null
  const paper = (channel: number): number => (papers[channel] ?? 0) / bare
  const taken = (channel: number): number => Math.max(4, paper(channel) - (inks[channel] ?? 0) / inked)
  return {
    ink: [Math.log(taken(0) / taken(1)), Math.log(taken(2) / taken(1))],
    paper: [paper(0) - paper(1), paper(2) - paper(1)]
  }
}
