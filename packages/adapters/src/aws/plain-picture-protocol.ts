import { Schema } from "effect"

const Place = Schema.Struct({ left: Schema.Finite, top: Schema.Finite, width: Schema.Finite, height: Schema.Finite })

/** A picture to be drawn again, or, with `around`, one that was drawn and is to be hashed there. */
export const PlainPictureJob = Schema.Struct({
  bytes: Schema.Uint8Array,
  turned: Schema.Finite,
  place: Schema.NullOr(Place),
  around: Schema.NullOr(Place)
})
export type PlainPictureJob = typeof PlainPictureJob.Type

const Unread = Schema.Struct({
  unread: Schema.Struct({ code: Schema.Literals(["unreadable", "unsupported_media_type"]), retryable: Schema.Boolean })
})
const Drawn = Schema.Struct({
  jpeg: Schema.Uint8Array,
  /** Pixels of what was drawn, counted in the file's own. */
  width: Schema.Finite,
  height: Schema.Finite,
  /** Where it lies in the whole upright picture, as fractions. */
  place: Place
})
export type Drawn = typeof Drawn.Type

/** It is decoded like any outside data, because the process has been reading hostile files. */
export const DrawnAnswer = Schema.Union([Drawn, Unread])
export const HashAnswer = Schema.Union([Schema.Struct({ hash: Schema.String.check(Schema.isPattern(/^[0-9a-f]{64}$/u)) }), Unread])
