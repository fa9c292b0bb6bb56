import { greySharp, toGrey } from "./decode.ts"
import { levelOf } from "./levels.ts"
import type { GreyImage } from "../pdf/render.ts"

/** Grey levels across two pixels: less is paper, grain or a tint, and no edge of print. */
const leastEdge = 40
/** The steepest tenth of the edges of sharp print on even light rises by more than the first figure, of blurred print by less than the second. */
const sharpEdge = 190
const blurredEdge = 120
/** How much of what the blur took is given back where print is blurred, and over how many pixels it is taken to have spread. */
const mostReturned = 1.5
const spread = 2
/** A quarter of the paper differs from its neighbours by this many levels where the picture is very grainy: such grain is smoothed and not made steeper. */
const grainy = 2
const grainSize = 0.8
/** Lighter than this is paper. */
const paper = 200

interface Texture {
  /** Levels by which the steepest tenth of the edges of print rises across two pixels; 0 where there is no print. */
  readonly edge: number
  readonly grain: number
}

/** How steep the edges of print are, and how restless the paper, in every second row. */
export const textureOf = ({ data, height, width }: GreyImage): Texture => {
  const edges = new Uint32Array(256)
  const grains = new Uint32Array(512)
  for (let y = 1; y + 1 < height; y += 2)
    for (let x = 1; x + 1 < width; x++) {
      const at = y * width + x
      const [left, right] = [data[at - 1] ?? 255, data[at + 1] ?? 255]
      const edge = Math.abs(right - left)
      if (edge > leastEdge) edges[edge] = (edges[edge] ?? 0) + 1
      const level = data[at] ?? 255
      if (level < paper || x % 3 !== 0) continue
      const around = (left + right + (data[at - width] ?? 255) + (data[at + width] ?? 255)) / 4
      const grain = Math.round(Math.abs(level - around) * 2)
      grains[grain] = (grains[grain] ?? 0) + 1
    }
  return { edge: levelOf(edges, 0.9), grain: levelOf(grains, 0.75) / 2 }
}

/**
 * Makes the edges of blurred print steeper, by the more the softer they are: what a lens, a small picture and its enlargement have softened reads
 * better so. Sharp print stays as it is.
 */
export const sharpened = async (image: GreyImage): Promise<GreyImage> => {
  const { edge, grain } = textureOf(image)
  const returned = mostReturned * Math.min(1, Math.max(0, (sharpEdge - edge) / (sharpEdge - blurredEdge)))
  if (edge === 0 || returned === 0) return image
  const calm = grain >= grainy ? await toGrey(greySharp(image).blur(grainSize)) : image
  const soft = await toGrey(greySharp(image).blur(spread))
  const levels = new Uint8Array(image.data.length)
  for (let index = 0; index < levels.length; index++) {
    const level = calm.data[index] ?? 255
    levels[index] = Math.min(255, Math.max(0, level + returned * (level - (soft.data[index] ?? 255))))
  }
  return { data: levels, width: image.width, height: image.height }
}
