import type { BoundingBox, FaceDetail } from "@aws-sdk/client-rekognition"
import type { Face } from "@vouchkit/core/verification/faces/analysis"
import type { PagePlace } from "@vouchkit/core/verification/identity-documents/reading"
import type { Drawn } from "./plain-picture-protocol.ts"
import { shareOf } from "./provider.ts"

/** Faces of one answer that are looked at; the service finds a hundred at most. */
const mostFaces = 100
/** Room around a face, as a share of it on each side, that its hash covers. */
const hashAround = 0.3

const unit = (value: number): number => Math.min(1, Math.max(0, value))
const degrees = (value: number | undefined): number => (value === undefined || !Number.isFinite(value) ? 0 : value)

/** A box as the service gives it, in fractions of what was sent; it may reach beyond the edges. Null for one that lacks a side. */
export const boxOf = (box: BoundingBox | undefined): PagePlace | null => {
  const { Height, Left, Top, Width } = box ?? {}
  if (Height === undefined || Left === undefined || Top === undefined || Width === undefined) return null
  const [left, top] = [unit(Left), unit(Top)]
  const [width, height] = [unit(Left + Width) - left, unit(Top + Height) - top]
  return width > 0 && height > 0 ? { left, top, width, height } : null
}

/** How much two boxes share of what both cover together, 0 to 1. */
export const overlap = (one: PagePlace, other: PagePlace): number => {
  const width = Math.min(one.left + one.width, other.left + other.width) - Math.max(one.left, other.left)
  const height = Math.min(one.top + one.height, other.top + other.height) - Math.max(one.top, other.top)
  if (width <= 0 || height <= 0) return 0
  const shared = width * height
  return shared / (one.width * one.height + other.width * other.height - shared)
}

/** What holds, or does not, with the confidence of either. */
const stateOf = (state: { readonly Value?: boolean | undefined; readonly Confidence?: number | undefined } | undefined): number | null => {
  if (state?.Value === undefined) return null
  const sure = shareOf(state.Confidence)
  return state.Value ? sure : 1 - sure
}

export interface FoundFace {
  /** In fractions of what was sent. */
  readonly box: PagePlace
  readonly face: Face
}

/** The largest first. */
export const facesOf = (details: ReadonlyArray<FaceDetail>, drawn: Drawn): ReadonlyArray<FoundFace> =>
  details
    .slice(0, mostFaces)
    .flatMap((detail): ReadonlyArray<FoundFace> => {
      const box = boxOf(detail.BoundingBox)
      if (box === null) return []
      const { place } = drawn
      const face: Face = {
        place: {
          left: place.left + box.left * place.width,
          top: place.top + box.top * place.height,
          width: box.width * place.width,
          height: box.height * place.height
        },
        size: { width: box.width * drawn.width, height: box.height * drawn.height },
        confidence: shareOf(detail.Confidence),
        // The service does not document which way its angles grow. Only their size is relied upon: a challenge has its turns judged by the local engine.
        yaw: degrees(detail.Pose?.Yaw),
        pitch: degrees(detail.Pose?.Pitch),
        roll: degrees(detail.Pose?.Roll),
        mouth_open: stateOf(detail.MouthOpen) ?? 0,
        eyes_open: stateOf(detail.EyesOpen),
        sharpness: shareOf(detail.Quality?.Sharpness),
        brightness: shareOf(detail.Quality?.Brightness)
      }
      return [{ box, face }]
    })
    .toSorted((one, other) => other.box.width * other.box.height - one.box.width * one.box.height)

/** Where a face is hashed: its surroundings, within the picture. */
export const surroundings = (box: PagePlace): PagePlace => {
  const left = unit(box.left - box.width * hashAround)
  const top = unit(box.top - box.height * hashAround)
  return {
    left,
    top,
    width: unit(box.left + box.width * (1 + hashAround)) - left,
    height: unit(box.top + box.height * (1 + hashAround)) - top
  }
}
