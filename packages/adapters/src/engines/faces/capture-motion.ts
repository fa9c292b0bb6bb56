import type { CaptureMotion } from "@vouchkit/core/verification/faces/liveness/motion"
import { tileSide } from "../identity/waves/fourier.ts"
import { sharedPattern, spectrumOf } from "../identity/waves/spectrum.ts"
import type { ColourImage } from "../pdf/render.ts"
import type { UnreadFace } from "./analyze-face.ts"
import { comparedFrame, comparedScale, decodeFrame, type FrameJob } from "./capture-frame.ts"
import { stillBeside } from "./surroundings.ts"

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

/** Compares the frame of a face at rest with frames of the same face turned. */
export const motionOf = async ({
  rest,
  turned
}: {
  readonly rest: FrameJob
  readonly turned: ReadonlyArray<FrameJob>
}): Promise<{ readonly motion: CaptureMotion } | UnreadFace> => {
  const first = await decodeFrame(rest)
  if ("code" in first) return first
  const scale = comparedScale(first)
  const before = await comparedFrame(first, scale)
  const still: Array<number | null> = []
  for (const job of turned) {
    const next = await decodeFrame(job)
    if ("code" in next) return next
    still.push(stillBeside(before, await comparedFrame(next, scale)))
  }
  return { motion: { still, screen_pattern: patternIn(first.image) } }
}
