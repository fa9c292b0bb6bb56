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

/** Each level of a picture as it is under a share of the light. */
const levelsUnder = (share: number): ReadonlyArray<number> =>
  Array.from({ length: 256 }, (_, level) => Math.round(255 * ((level / 255) ** gamma * share) ** (1 / gamma)))

/** A frame of a face while a screen before it shows a colour. `noise` makes no two frames alike, as a sensor does. */
export const underScreen = async (
  bytes: Uint8Array,
  colour: LightColour,
  { behind, face }: ScreenLight,
  noise: number
): Promise<Uint8Array> => {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  const { channels, height, width } = info
  const [lit, litFace, litBehind] = [1, 1 - face, 1 - behind].map(levelsUnder)
  const shown = new Uint8Array(data.length)
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const within = ((x / width - head.x) / head.across) ** 2 + ((y / height - head.y) / head.down) ** 2 <= 1
      const grain = (((y * width + x) * (7 + noise)) % 5) - 2
      for (let channel = 0; channel < channels; channel++, at++) {
        const levels = shows[colour][channel] === true ? lit : within ? litFace : litBehind
        shown[at] = Math.min(255, Math.max(0, (levels?.[data[at] ?? 0] ?? 0) + grain))
      }
    }
  return sharp(shown, { raw: { width, height, channels } }).jpeg({ quality: 88 }).toBuffer()
}
