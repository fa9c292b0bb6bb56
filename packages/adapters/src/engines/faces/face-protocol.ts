import { FaceTemplate } from "@vouchkit/core/verification/faces/analysis"
import { channels, colouredFrames } from "@vouchkit/core/verification/faces/liveness/light"
import { Schema } from "effect"

const Place = Schema.Struct({ left: Schema.Finite, top: Schema.Finite, width: Schema.Finite, height: Schema.Finite })

/** A picture to be decoded, upright. */
const Picture = { bytes: Schema.Uint8Array, turned: Schema.Finite, place: Schema.NullOr(Place) }
/** Points of the mesh of the largest face, as fractions of the upright picture. */
const Points = Schema.Array(Schema.Tuple([Schema.Finite, Schema.Finite])).check(Schema.isMaxLength(500))
const Frame = Schema.Struct({ ...Picture, points: Points })
const Colour = Schema.Literals(channels)
const mostColoured = Schema.isMaxLength(colouredFrames)

/**
 * What the service sends to a face process: a picture to look at, frames of a capture to compare with the one that shows the face at rest, or frames under
 * colours of the screen to compare with the one under white.
 */
export const FaceJob = Schema.Union([
  Schema.Struct({ kind: Schema.Literal("picture"), ...Picture }),
  Schema.Struct({ kind: Schema.Literal("motion"), rest: Frame, turned: Schema.Array(Frame).check(Schema.isMaxLength(4)) }),
  Schema.Struct({
    kind: Schema.Literal("light"),
    white: Frame,
    coloured: Schema.Array(Schema.Struct({ colour: Colour, frame: Frame })).check(mostColoured)
  })
])
export type FaceJob = typeof FaceJob.Type

const Face = Schema.Struct({
  place: Place,
  size: Schema.Struct({ width: Schema.Finite, height: Schema.Finite }),
  confidence: Schema.Finite,
  yaw: Schema.Finite,
  pitch: Schema.Finite,
  roll: Schema.Finite,
  mouth_open: Schema.Finite,
  eyes_open: Schema.NullOr(Schema.Finite),
  sharpness: Schema.Finite,
  brightness: Schema.Finite
})

const Analysis = Schema.Struct({
  faces: Schema.Array(Face).check(Schema.isMaxLength(100)),
  template: Schema.NullOr(FaceTemplate),
  perceptual_hash: Schema.String.check(Schema.isPattern(/^[0-9a-f]{64}$/u))
})

const Unread = Schema.Struct({
  unread: Schema.Struct({ code: Schema.Literals(["unreadable", "unsupported_media_type"]), retryable: Schema.Boolean })
})
const Share = Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1 }))
const Motion = Schema.Struct({
  still: Schema.Array(Schema.NullOr(Share)).check(Schema.isMaxLength(4)),
  screen_pattern: Schema.NullOr(Schema.Finite)
})

const Gain = Schema.Finite.check(Schema.isGreaterThan(0))
const Gains = Schema.NullOr(Schema.Struct({ red: Gain, green: Gain, blue: Gain }))
const Light = Schema.Struct({
  frames: Schema.Array(Schema.Struct({ colour: Colour, face: Gains, surroundings: Gains })).check(mostColoured),
  saturated: Schema.Struct({ face: Share, surroundings: Share })
})

/** What a face process answers. It is decoded like any outside data, because the process has been reading hostile files. */
export const FaceAnswer = Schema.Union([Schema.Struct({ analysis: Analysis, points: Points }), Unread])
export const MotionAnswer = Schema.Union([Schema.Struct({ motion: Motion }), Unread])
export const LightAnswer = Schema.Union([Schema.Struct({ light: Light }), Unread])
