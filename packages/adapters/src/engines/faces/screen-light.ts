import { type CaptureLight, channels, type Gains, type LitFrame } from "@vouchkit/core/verification/faces/liveness/light"
import type { ColourImage } from "../pdf/render.ts"
import type { UnreadFace } from "./analyze-face.ts"
import { comparedColours, comparedFrame, comparedScale, decodeFrame, type FrameJob } from "./capture-frame.ts"
import { isWithin, outlineOf, scaledOutline, type Spot } from "./outline.ts"
import { type ComparedFrame, movementAround } from "./picture-movement.ts"

/** Points of the mesh on skin: forehead, nose, cheeks and chin; no eyes, brows, lips, and nothing near the outline. */
const skin = [
  [8, 9, 69, 104, 107, 108, 151, 299, 333, 336, 337],
  [4, 5, 6, 45, 168, 195, 197, 275],
  [36, 50, 100, 101, 116, 117, 118, 119, 123, 147, 187, 205, 207],
  [266, 280, 329, 330, 345, 346, 347, 348, 352, 376, 411, 425, 427],
  [175, 199, 200]
].flat()
/** Half the side of the places that are measured, the pixels between those of the surroundings, and the most of these. */
const half = 2
const step = 5
const mostSurroundings = 2_000
/** Fewer places say nothing. */
const fewest = { face: 15, surroundings: 60 } as const
/** From the face's own outline to where neither hair nor ears are left, as a factor. */
const beyondHair = 1.6
/** Linear light from which a channel can show no more, and below which it is noise; 1 is the brightest. */
const bounds = { saturated: 0.93, dark: 0.002 } as const

/** Linear light of each level of a channel, by the curve of sRGB (IEC 61966-2-1). */
const linear = Float32Array.from({ length: 256 }, (_, level) => {
  const share = level / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
})

type Light = readonly [red: number, green: number, blue: number]

/** The mean light of a place; null at the edge of the picture. */
const lightIn = ({ data, height, width }: ColourImage, [left, top]: Spot): Light | null => {
  const [x, y] = [Math.round(left), Math.round(top)]
  if (x < half || y < half || x >= width - half || y >= height - half) return null
  const sum = [0, 0, 0]
  for (let row = y - half; row <= y + half; row++)
    for (let at = (row * width + x - half) * 3; at < (row * width + x + half + 1) * 3; at++)
      sum[at % 3] = (sum[at % 3] ?? 0) + (linear[data[at] ?? 0] ?? 0)
  const count = (2 * half + 1) ** 2
  return [(sum[0] ?? 0) / count, (sum[1] ?? 0) / count, (sum[2] ?? 0) / count]
}

interface Place {
  readonly before: Light | null
  readonly after: Light | null
}

const isUsable = (light: Light): boolean => light.every((share) => share < bounds.saturated && share > bounds.dark)

const middle = (values: ReadonlyArray<number>): number => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 1

/** By which factor the light of each channel changed at most of the places; null where too few can be measured. */
const gainsAt = (places: ReadonlyArray<Place>, least: number): Gains | null => {
  const usable = places.flatMap(({ after, before }) =>
    before !== null && after !== null && isUsable(before) && isUsable(after) ? [{ before, after }] : []
  )
  if (usable.length < least) return null
  const [red, green, blue] = channels.map((_, channel) =>
    middle(usable.map(({ after, before }) => (after[channel] ?? 0) / (before[channel] ?? 1)))
  )
  return red === undefined || green === undefined || blue === undefined ? null : { red, green, blue }
}

const saturatedShare = (image: ColourImage, spots: ReadonlyArray<Spot>): number => {
  const lights = spots.map((spot) => lightIn(image, spot)).filter((light) => light !== null)
  return lights.length === 0 ? 0 : lights.filter((light) => light.some((share) => share >= bounds.saturated)).length / lights.length
}

/** Places around the head, and above the chin: what is below it is nearer to the screen, and moves with the person. */
const around = ({ image: { height, width }, points }: ComparedFrame): ReadonlyArray<Spot> => {
  const outline = outlineOf(points)
  const head = scaledOutline(outline, beyondHair)
  const chin = Math.max(0, ...outline.map(([, y]) => y))
  const spots: Array<Spot> = []
  for (let y = half; y < Math.min(height - half, chin); y += step)
    for (let x = half; x < width - half; x += step) if (!isWithin(head, [x, y])) spots.push([x, y])
  const every = Math.max(1, Math.ceil(spots.length / mostSurroundings))
  return spots.filter((_, index) => index % every === 0)
}

const onSkin = ({ points }: ComparedFrame): ReadonlyArray<Spot | undefined> => skin.map((index) => points[index])

/**
 * Measures how the light of a face and of its surroundings changed from the frame under a white screen to those under its colours. The face is
 * followed by its mesh and the surroundings by the movement of the picture, so that a hand may shake.
 */
export const lightOf = async ({
  white,
  coloured
}: {
  readonly white: FrameJob
  readonly coloured: ReadonlyArray<{ readonly colour: LitFrame["colour"]; readonly frame: FrameJob }>
}): Promise<{ readonly light: CaptureLight } | UnreadFace> => {
  const first = await decodeFrame(white)
  if ("code" in first) return first
  const scale = comparedScale(first)
  const [shape, before] = [await comparedFrame(first, scale), await comparedColours(first, scale)]
  const [face, surroundings] = [onSkin(shape), around(shape)]
  const frames: Array<LitFrame> = []
  for (const { colour, frame } of coloured) {
    const next = await decodeFrame(frame)
    if ("code" in next) return next
    const [moved, after] = [await comparedFrame(next, scale), await comparedColours(next, scale)]
    const movement = movementAround(shape, moved) ?? ((at: Spot) => at)
    const faceNow = onSkin(moved)
    const place = (from: Spot | undefined, to: Spot | undefined): Place => ({
      before: from === undefined ? null : lightIn(before, from),
      after: to === undefined ? null : lightIn(after, to)
    })
    frames.push({
      colour,
      face: gainsAt(
        face.map((spot, index) => place(spot, faceNow[index])),
        fewest.face
      ),
      surroundings: gainsAt(
        surroundings.map((spot) => place(spot, movement(spot))),
        fewest.surroundings
      )
    })
  }
  const known = face.filter((spot) => spot !== undefined)
  return { light: { frames, saturated: { face: saturatedShare(before, known), surroundings: saturatedShare(before, surroundings) } } }
}
