import type { GreyImage } from "../../pdf/render.ts"
import type { PixelBox } from "./print-word.ts"

/** Bare paper close to a word beside that a little further away: a patch that was painted or copied ends between them. */
export interface PatchGrain {
  /** Natural logarithm of the ratio of their grain. */
  readonly grain: number
  /** Grain of the paper further away, in levels. */
  readonly noise: number
}

/** In heights of the word: how far paper is close, and from where to where it is further away. */
const close = 0.18
const further = { from: 0.5, to: 1.4 } as const
/** Pixels away from ink from which on paper is bare, so that neither soft edges nor sharpening reach it. */
const bareFrom = 4
const mostArea = 150_000
const fewestPixels = 60
/** Levels of noise below which there is none. */
const leastNoise = 0.25
/** Share of the contrast by which ink is darker than paper. */
const inkShare = 0.25

interface Grain {
  pixels: number
  squares: number
}

const none = (): Grain => ({ pixels: 0, squares: 0 })
const noiseOf = ({ pixels, squares }: Grain): number => Math.sqrt(squares / Math.max(1, pixels)) + leastNoise

/** Marks what lies within some pixels of ink, in both directions one after the other. */
const nearInk = (ink: Uint8Array, across: number, down: number, reach: number): Uint8Array => {
  const rows = new Uint8Array(ink.length)
  for (let y = 0; y < down; y++)
    for (let x = 0, last = -reach - 1, ahead = 0; x < across; x++) {
      for (ahead = Math.max(ahead, x); ahead < across && ahead <= x + reach; ahead++) if (ink[y * across + ahead] === 1) last = ahead
      if (last >= x - reach) rows[y * across + x] = 1
    }
  const near = new Uint8Array(ink.length)
  for (let x = 0; x < across; x++)
    for (let y = 0, last = -reach - 1, ahead = 0; y < down; y++) {
      for (ahead = Math.max(ahead, y); ahead < down && ahead <= y + reach; ahead++) if (rows[ahead * across + x] === 1) last = ahead
      if (last >= y - reach) near[y * across + x] = 1
    }
  return near
}

/** Level below which a pixel is ink: between the lightest quarter and the darkest pixels of the word. */
const inkLevelOf = ({ data, width }: GreyImage, word: PixelBox): number => {
  const levels: Array<number> = []
  for (let y = Math.floor(word.top); y < word.bottom; y++)
    for (let x = Math.floor(word.left); x < word.right; x++) levels.push(data[y * width + x] ?? 255)
  const sorted = Uint8Array.from(levels).sort()
  const [dark, paper] = [sorted[Math.floor(sorted.length * 0.04)] ?? 0, sorted[Math.floor(sorted.length * 0.8)] ?? 255]
  return paper - (paper - dark) * inkShare
}

/** Compares the grain of the paper close to a word with that further away; null where one of the two has too few bare pixels. */
export const patchGrainOf = (image: GreyImage, word: PixelBox): PatchGrain | null => {
  const { data, height, width } = image
  const size = word.bottom - word.top
  const [left, right] = [
    Math.max(1, Math.floor(word.left - further.to * size)),
    Math.min(width - 2, Math.ceil(word.right + further.to * size))
  ]
  const [top, bottom] = [
    Math.max(1, Math.floor(word.top - further.to * size)),
    Math.min(height - 2, Math.ceil(word.bottom + further.to * size))
  ]
  const [across, down] = [right - left, bottom - top]
  if (across < 8 || down < 8 || across * down > mostArea || word.left < 0 || word.top < 0) return null
  const level = inkLevelOf(image, word)
  const ink = new Uint8Array(across * down)
  for (let y = 0; y < down; y++)
    for (let x = 0; x < across; x++) if ((data[(top + y) * width + left + x] ?? 255) < level) ink[y * across + x] = 1
  const near = nearInk(ink, across, down, bareFrom)
  const [inside, outside] = [none(), none()]
  for (let y = 0; y < down; y++)
    for (let x = 0; x < across; x++) {
      if (near[y * across + x] === 1) continue
      const away = Math.max(word.left - left - x, left + x - word.right, word.top - top - y, top + y - word.bottom) / size
      const kind = away <= close ? inside : away >= further.from ? outside : null
      if (kind === null) continue
      const at = (top + y) * width + left + x
      const beside = (data[at - 1] ?? 0) + (data[at + 1] ?? 0) + (data[at - width] ?? 0) + (data[at + width] ?? 0)
      const own = (data[at] ?? 0) - beside / 4
      kind.pixels += 1
      kind.squares += own * own
    }
  if (inside.pixels < fewestPixels || outside.pixels < fewestPixels) return null
  return {
    grain: Math.log(noiseOf(inside) / noiseOf(outside)),
    noise: noiseOf(outside)
  }
}
