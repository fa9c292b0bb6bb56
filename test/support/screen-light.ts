import type { LightColour } from "@vouchkit/core/verification/faces/liveness/light"
import sharp from "sharp"

/** Of the frames in `fixtures/faces`, as fractions: an ellipse within the face and hair. */
const head = { x: 0.5, y: 0.45, across: 0.22, down: 0.24 } as const
const gamma = 2.2

/** How much of the light of a place comes from the screen while it is white: of the face, and of what lies behind it. */
export interface ScreenLight {
  readonly face: number
  readonly behind: number
}
/** A screen before a face in a room, and a face that no screen lights. */
export const reflecting: ScreenLight = { face: 0.25, behind: 0.04 }
export const constant: ScreenLight = { face: 0, behind: 0 }

const shows: Readonly<Record<LightColour, readonly [boolean, boolean, boolean]>> = {
  white: [true, true, true],
  red: [true, false, false],
  green: [false, true, false],
  blue: [false, false, true]
}

/** A frame of a face while a screen before it shows a colour. `noise` makes no two frames alike, as a sensor does. */
export const underScreen = async (
  bytes: Uint8Array,
  colour: LightColour,
  { behind, face }: ScreenLight,
  noise: number
): Promise<Uint8Array> => {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  const { channels, height, width } = info
  const lit = data.map((level, at) => {
    const [pixel, channel] = [Math.floor(at / channels), at % channels]
    const [x, y] = [(pixel % width) / width, Math.floor(pixel / width) / height]
    const within = ((x - head.x) / head.across) ** 2 + ((y - head.y) / head.down) ** 2 <= 1
    const gain = shows[colour][channel] === true ? 1 : 1 - (within ? face : behind)
    const grain = ((pixel * (7 + noise)) % 5) - 2
    return Math.min(255, Math.max(0, Math.round(255 * ((level / 255) ** gamma * gain) ** (1 / gamma)) + grain))
  })
  return sharp(lit, { raw: { width, height, channels } }).jpeg({ quality: 88 }).toBuffer()
}
