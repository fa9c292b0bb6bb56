import type { ColourImage } from "../../src/engines/pdf/render.ts"
import { type Chance, chance, type Position, type Vertex } from "./raster.ts"
import { frameSize } from "./subjects.ts"

interface Thing {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  readonly colour: readonly [number, number, number]
  readonly stripe: number
}

const thingsOf = (random: Chance, count: number): ReadonlyArray<Thing> =>
  Array.from({ length: count }, () => ({
    left: random.between(-60, frameSize.width),
    top: random.between(-60, frameSize.height),
    width: random.between(20, 140),
    height: random.between(20, 170),
    colour: [random.between(20, 235), random.between(20, 235), random.between(20, 235)] as const,
    stripe: Math.floor(random.between(0, 12))
  }))

/** A wall with things on it, the same for the same seed; `offset` is how the camera has moved since. */
export const roomFor = (
  seed: number,
  { clutter, offset: [dx, dy] }: { readonly clutter: number; readonly offset: Position }
): ColourImage => {
  const random = chance(seed)
  const { height, width } = frameSize
  const wall = [random.between(120, 225), random.between(120, 225), random.between(120, 225)] as const
  const slope = random.between(-0.15, 0.15)
  const things = thingsOf(random, Math.round(40 * clutter))
  const data = new Uint8Array(width * height * 3)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      for (let channel = 0; channel < 3; channel++)
        data[(y * width + x) * 3 + channel] = Math.min(255, (wall[channel] ?? 0) * (1 + (slope * (x + dx - width / 2)) / width))
  for (const { colour, height: tall, left, stripe, top, width: wide } of things)
    for (let y = Math.max(0, Math.round(top + dy)); y < Math.min(height, top + dy + tall); y++)
      for (let x = Math.max(0, Math.round(left + dx)); x < Math.min(width, left + dx + wide); x++) {
        const gain = stripe > 2 && Math.floor((x - left - dx) / stripe) % 2 === 0 ? 0.6 : 1
        for (let channel = 0; channel < 3; channel++) data[(y * width + x) * 3 + channel] = (colour[channel] ?? 0) * gain
      }
  return { data, width, height }
}

/** Neck and shoulders under a head, in striped cloth; they stay while the head turns. */
export const withShoulders = (image: ColourImage, [middleX, middleY]: Vertex, width: number, seed: number): ColourImage => {
  const random = chance(seed + 7)
  const [cloth, stripe] = [random.between(30, 200), Math.floor(random.between(5, 16))]
  const [neck, shoulders] = [middleY + 0.45 * width, middleY + 0.85 * width]
  for (let y = Math.max(0, Math.round(neck)); y < image.height; y++) {
    const half = y < shoulders ? 0.34 * width : Math.min(1.05 * width, 0.34 * width + (y - shoulders) * 2.2)
    for (let x = Math.max(0, Math.round(middleX - half)); x < Math.min(image.width, middleX + half); x++) {
      const level =
        y < shoulders ? [188, 142, 118] : Math.floor((x + y) / stripe) % 2 === 0 ? [cloth, cloth, cloth + 20] : [cloth * 0.7, cloth, cloth]
      for (let channel = 0; channel < 3; channel++) image.data[(y * image.width + x) * 3 + channel] = level[channel] ?? 0
    }
  }
  return image
}
