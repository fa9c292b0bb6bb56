import type { ColourImage } from "../pdf/render.ts"

type Position = readonly [number, number]

/** Side of the square that the descriptor looks at, in pixels, and the share of it that surrounds the face on each side. */
export const chipSide = 150
const padding = 0.25

/**
 * Where the descriptor expects outer and inner corner of the eye at the right edge, those at the left, and the base of the nose: the mean face
 * that its network was trained with, as fractions of the face.
 */
const meanFace: ReadonlyArray<Position> = [
  [0.8596, 0.2135],
  [0.6461, 0.229],
  [0.1206, 0.2137],
  [0.3341, 0.2291],
  [0.4901, 0.6278]
]
/** The same five among the 468 points of the mesh. */
export const meanFacePoints = [263, 362, 33, 133, 2] as const

const mean = (positions: ReadonlyArray<Position>): Position => {
  const sum = positions.reduce<Position>(([x, y], [nextX, nextY]) => [x + nextX, y + nextY], [0, 0])
  return [sum[0] / positions.length, sum[1] / positions.length]
}

/** The similarity (turn, scale, shift) that carries positions of the chip to those of the picture with the least squared error. */
const similarityTo = (found: ReadonlyArray<Position>) => {
  const wanted = meanFace.map(
    ([x, y]): Position => [((padding + x) / (2 * padding + 1)) * chipSide, ((padding + y) / (2 * padding + 1)) * chipSide]
  )
  const from = mean(wanted)
  const to = mean(found)
  let along = 0
  let across = 0
  let size = 0
  for (const [index, [x, y]] of wanted.entries()) {
    const [foundX, foundY] = found[index] ?? to
    const [dx, dy, ex, ey] = [x - from[0], y - from[1], foundX - to[0], foundY - to[1]]
    along += dx * ex + dy * ey
    across += dx * ey - dy * ex
    size += dx * dx + dy * dy
  }
  return { from, to, along: along / size, across: across / size }
}

/** Samples for one pixel of the chip in each direction at most: enough to average, since beyond it samples skip no more than a pixel or two. */
const mostSamples = 3

/**
 * The face upright, centred and at the size its descriptor wants. Each pixel is the mean of several samples where it covers several pixels of
 * the picture, so that a large face is not picked at but averaged.
 */
export const cutChip = ({ data, height, width }: ColourImage, found: ReadonlyArray<Position>): ColourImage => {
  const { across, along, from, to } = similarityTo(found)
  const samples = Math.min(mostSamples, Math.max(1, Math.round(Math.hypot(along, across))))
  const chip = new Uint8Array(chipSide * chipSide * 3)
  const row = width * 3
  const count = samples * samples
  // Written out, channel by channel: this runs two hundred thousand times a face, and lists of corners and weights took most of its time.
  for (let y = 0; y < chipSide; y++)
    for (let x = 0; x < chipSide; x++) {
      let red = 0
      let green = 0
      let blue = 0
      for (let part = 0; part < count; part++) {
        const dx = x + ((part % samples) + 0.5) / samples - 0.5 - from[0]
        const dy = y + (Math.floor(part / samples) + 0.5) / samples - 0.5 - from[1]
        const u = Math.min(Math.max(0, to[0] + along * dx - across * dy), width - 1)
        const v = Math.min(Math.max(0, to[1] + across * dx + along * dy), height - 1)
        const left = Math.floor(u)
        const top = Math.floor(v)
        const shareX = u - left
        const shareY = v - top
        const one = top * row + left * 3
        const right = left + 1 < width ? one + 3 : one
        const below = top + 1 < height ? row : 0
        const w0 = (1 - shareX) * (1 - shareY)
        const w1 = shareX * (1 - shareY)
        const w2 = (1 - shareX) * shareY
        const w3 = shareX * shareY
        const three = one + below
        const four = right + below
        red = red + w0 * (data[one] ?? 0) + w1 * (data[right] ?? 0) + w2 * (data[three] ?? 0) + w3 * (data[four] ?? 0)
        green = green + w0 * (data[one + 1] ?? 0) + w1 * (data[right + 1] ?? 0) + w2 * (data[three + 1] ?? 0) + w3 * (data[four + 1] ?? 0)
        blue = blue + w0 * (data[one + 2] ?? 0) + w1 * (data[right + 2] ?? 0) + w2 * (data[three + 2] ?? 0) + w3 * (data[four + 2] ?? 0)
      }
      const pixel = (y * chipSide + x) * 3
      chip[pixel] = red / count
      chip[pixel + 1] = green / count
      chip[pixel + 2] = blue / count
    }
  return { data: chip, width: chipSide, height: chipSide }
}

/** The chip as a mirror shows it. */
export const mirrorChip = ({ data, height, width }: ColourImage): ColourImage => {
  const flipped = new Uint8Array(data.length)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      for (let channel = 0; channel < 3; channel++)
        flipped[(y * width + x) * 3 + channel] = data[(y * width + (width - 1 - x)) * 3 + channel] ?? 0
  return { data: flipped, width, height }
}
