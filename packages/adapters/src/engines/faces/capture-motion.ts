import type { CaptureMotion } from "@vouchkit/core/verification/faces/liveness/motion"
import type { PagePlace } from "@vouchkit/core/verification/identity-documents/reading"
import { sharedPattern, spectrumOf, tileSide } from "../identity/spectrum.ts"
import { colourSharp, toGrey } from "../image/decode.ts"
import type { ColourImage } from "../pdf/render.ts"
import type { UnreadFace } from "./analyze-face.ts"
import { decodeFacePicture } from "./face-picture.ts"
import type { Spot } from "./outline.ts"
import { type ComparedFrame, comparedWidth, stillBeside } from "./surroundings.ts"

/** A decoded frame and the points of the largest face in it, as fractions of it. */
interface MotionFrame {
  readonly image: ColourImage
  readonly points: ReadonlyArray<Spot>
}

/** Width of the face in pixels. */
const widthOf = ({ image, points }: MotionFrame): number => {
  const xs = points.map(([x]) => x * image.width)
  return Math.max(1, Math.max(...xs) - Math.min(...xs))
}

const compared = async ({ image, points }: MotionFrame, scale: number): Promise<ComparedFrame> => {
  const [width, height] = [Math.max(1, Math.round(image.width * scale)), Math.max(1, Math.round(image.height * scale))]
  return {
    image: await toGrey(colourSharp(image).resize(width, height, { fit: "fill" })),
    points: points.map(([x, y]): Spot => [x * width, y * height])
  }
}

/** Where tiles of the frame lie, of the room that a tile leaves: a screen lays its grid over all of them. */
const tilePlaces = [
  [0, 0],
  [1, 0],
  [0.5, 0.5],
  [0, 1],
  [1, 1]
] as const

/** How far a regular pattern stands out that all parts of a frame share; null where the frame is smaller than a tile. */
const patternIn = (image: ColourImage): number | null => {
  if (image.width < tileSide || image.height < tileSide) return null
  return sharedPattern(
    tilePlaces.map(([across, down]) =>
      spectrumOf(image, { left: Math.floor(across * (image.width - tileSide)), top: Math.floor(down * (image.height - tileSide)) })
    )
  )
}

interface FrameJob {
  readonly bytes: Uint8Array
  readonly turned: number
  readonly place: PagePlace | null
  readonly points: ReadonlyArray<Spot>
}

/** Compares the frame of a face at rest with frames of the same face turned. */
export const motionOf = async ({
  rest,
  turned
}: {
  readonly rest: FrameJob
  readonly turned: ReadonlyArray<FrameJob>
}): Promise<{ readonly motion: CaptureMotion } | UnreadFace> => {
  const picture = await decodeFacePicture(rest.bytes, rest.turned, rest.place)
  if (typeof picture === "string") return { code: picture, retryable: true }
  const first = { image: picture.image, points: rest.points }
  const scale = Math.min(1, comparedWidth / widthOf(first))
  const before = await compared(first, scale)
  const still: Array<number | null> = []
  for (const { bytes, place, points, turned: turn } of turned) {
    const next = await decodeFacePicture(bytes, turn, place)
    if (typeof next === "string") return { code: next, retryable: true }
    still.push(stillBeside(before, await compared({ image: next.image, points }, scale)))
  }
  return { motion: { still, screen_pattern: patternIn(first.image) } }
}
