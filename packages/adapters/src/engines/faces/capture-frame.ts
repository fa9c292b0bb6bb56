import type { PagePlace } from "@vouchkit/core/verification/identity-documents/reading"
import { colourSharp, toColour, toGrey } from "../image/decode.ts"
import type { ColourImage } from "../pdf/render.ts"
import type { UnreadFace } from "./analyze-face.ts"
import { decodeFacePicture } from "./face-picture.ts"
import type { Spot } from "./outline.ts"
import { type ComparedFrame, comparedWidth } from "./picture-movement.ts"

/** A frame of a capture, and the points of the mesh of its largest face as fractions of it. */
export interface FrameJob {
  readonly bytes: Uint8Array
  readonly turned: number
  readonly place: PagePlace | null
  readonly points: ReadonlyArray<Spot>
}

/** The same decoded. */
interface CaptureFrame {
  readonly image: ColourImage
  readonly points: ReadonlyArray<Spot>
}

export const decodeFrame = async ({ bytes, place, points, turned }: FrameJob): Promise<CaptureFrame | UnreadFace> => {
  const picture = await decodeFacePicture(bytes, turned, place)
  return typeof picture === "string" ? { code: picture, retryable: true } : { image: picture.image, points }
}

/** The scale at which all frames of a capture are compared: that of the first, in which the face then has `comparedWidth` pixels at most. */
export const comparedScale = ({ image, points }: CaptureFrame): number => {
  const xs = points.map(([x]) => x * image.width)
  return Math.min(1, comparedWidth / Math.max(1, Math.max(...xs) - Math.min(...xs)))
}

const resized = ({ image }: CaptureFrame, scale: number) =>
  colourSharp(image).resize(Math.max(1, Math.round(image.width * scale)), Math.max(1, Math.round(image.height * scale)), { fit: "fill" })

/** The frame in grey. */
export const comparedFrame = async (frame: CaptureFrame, scale: number): Promise<ComparedFrame> => {
  const image = await toGrey(resized(frame, scale))
  return { image, points: frame.points.map(([x, y]): Spot => [x * image.width, y * image.height]) }
}

/** The same in colour. */
export const comparedColours = (frame: CaptureFrame, scale: number): Promise<ColourImage> => toColour(resized(frame, scale))
