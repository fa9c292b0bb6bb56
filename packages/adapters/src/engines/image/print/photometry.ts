import type { GreyImage } from "../../pdf/render.ts"
import type { PixelBox } from "./print-word.ts"

/** Light around one word of an untouched picture. */
export interface Photometry {
  /** Levels by which the paper between and beside the letters is lighter than the paper a little further away. */
  readonly step: number
  /** Grain of bare paper, in levels. */
  readonly grain: number
}

const mostArea = 200_000
const fewestPixels = 24
/** Pixels from ink within which paper is beside it. */
const haloReach = 3
const leastContrast = 50

/** In heights of the word: where the paper a little further away begins and ends. */
const surround = { from: 0.55, to: 1.2 } as const

/** The level that a share of some levels does not exceed. */
const quantile = (levels: ReadonlyArray<number>, share: number): number => {
  // As bytes, which are sorted without a comparison by a function.
  const sorted = Uint8Array.from(levels).sort()
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

/** Distance of each place from ink, up to `haloReach` and a bit more, by steps along rows and columns. */
const awayFromInk = (ink: Uint8Array, across: number, down: number): Uint8Array => {
  const away = new Uint8Array(ink.length).fill(haloReach + 3)
  for (let at = 0; at < ink.length; at++) if (ink[at] === 1) away[at] = 0
  const step = (at: number, from: number) => {
    away[at] = Math.min(away[at] ?? 0, (away[from] ?? 0) + 1)
  }
  for (let y = 0; y < down; y++)
    for (let x = 0; x < across; x++) {
      if (x > 0) step(y * across + x, y * across + x - 1)
      if (y > 0) step(y * across + x, (y - 1) * across + x)
    }
  for (let y = down - 1; y >= 0; y--)
    for (let x = across - 1; x >= 0; x--) {
      if (x < across - 1) step(y * across + x, y * across + x + 1)
      if (y < down - 1) step(y * across + x, (y + 1) * across + x)
    }
  return away
}

const rootMeanSquare = (values: ReadonlyArray<number>): number =>
  Math.sqrt(values.reduce((sum, value) => sum + value * value, 0) / Math.max(1, values.length))

/** Level of the paper around a word, outside of what an edit would have to cover. */
const paperAround = ({ data, height, width }: GreyImage, word: PixelBox): number | null => {
  const size = word.bottom - word.top
  const levels: Array<number> = []
  const within = (x: number, y: number, reach: number): boolean =>
    x >= word.left - reach * size && x < word.right + reach * size && y >= word.top - reach * size && y < word.bottom + reach * size
  const [left, right] = [
    Math.max(0, Math.floor(word.left - surround.to * size)),
    Math.min(width, Math.ceil(word.right + surround.to * size))
  ]
  const [top, bottom] = [
    Math.max(0, Math.floor(word.top - surround.to * size)),
    Math.min(height, Math.ceil(word.bottom + surround.to * size))
  ]
  for (let y = top; y < bottom; y++)
    for (let x = left; x < right; x++) if (!within(x, y, surround.from)) levels.push(data[y * width + x] ?? 255)
  return levels.length < fewestPixels ? null : quantile(levels, 0.6)
}

/** Measures the light of a word; null where there is too little of it. */
export const photometryOf = (image: GreyImage, word: PixelBox): Photometry | null => {
  const { data, height, width } = image
  const margin = Math.max(3, (word.bottom - word.top) * 0.3)
  const area = {
    left: Math.max(1, Math.floor(word.left - margin / 2)),
    top: Math.max(1, Math.floor(word.top - margin / 2)),
    right: Math.min(width - 1, Math.ceil(word.right + margin / 2)),
    bottom: Math.min(height - 1, Math.ceil(word.bottom + margin))
  }
  const [across, down] = [area.right - area.left, area.bottom - area.top]
  if (across < 4 || down < 4 || across * down > mostArea) return null
  const levels: Array<number> = []
  for (let y = area.top; y < area.bottom; y++) for (let x = area.left; x < area.right; x++) levels.push(data[y * width + x] ?? 255)
  const inkLevel = quantile(levels, 0.04)
  const paperLevel = quantile(levels, 0.75)
  const contrast = paperLevel - inkLevel
  if (contrast < leastContrast) return null
  const ink = Uint8Array.from(levels, (level) => (level < paperLevel - contrast * 0.25 ? 1 : 0))
  const away = awayFromInk(ink, across, down)
  const bare: Array<number> = []
  const beside: Array<number> = []
  const papers: Array<number> = []
  for (let y = 0; y < down; y++)
    for (let x = 0; x < across; x++) {
      const at = (area.top + y) * width + area.left + x
      const here = data[at] ?? 255
      const distance = away[y * across + x] ?? 0
      if (distance <= 1) continue
      const [left, right] = [data[at - 1] ?? 255, data[at + 1] ?? 255]
      const [above, below] = [data[at - width] ?? 255, data[at + width] ?? 255]
      const residual = here - (left + right + above + below) / 4
      if (distance > haloReach) {
        bare.push(residual)
        papers.push(here)
      } else beside.push(residual)
    }
  if (beside.length < fewestPixels) return null
  const further = paperAround(image, word)
  return {
    step: further === null || papers.length < fewestPixels ? 0 : quantile(papers, 0.5) - further,
    grain: bare.length < fewestPixels ? rootMeanSquare(beside) : rootMeanSquare(bare)
  }
}
