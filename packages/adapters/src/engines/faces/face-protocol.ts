import { FaceTemplate } from "@vouchkit/core/verification/faces/analysis"
import { Schema } from "effect"

const Place = Schema.Struct({ left: Schema.Finite, top: Schema.Finite, width: Schema.Finite, height: Schema.Finite })

/** What the service sends to a face process. */
export const FaceJob = Schema.Struct({
  bytes: Schema.Uint8Array,
  turned: Schema.Finite,
  place: Schema.NullOr(Place)
})

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

const Unread = Schema.Struct({ code: Schema.Literals(["unreadable", "unsupported_media_type"]), retryable: Schema.Boolean })

/** What a face process answers. It is decoded like any outside data, because the process has been reading hostile files. */
export const FaceAnswer = Schema.Union([Schema.Struct({ analysis: Analysis }), Schema.Struct({ unread: Unread })])
