import { mrzFormats } from "@vouchkit/core/verification/identity-documents/reading"
import { Schema } from "effect"
import { answerLimits, Forensics, Line, Onto, Place } from "../process/protocol.ts"

const maybe = Schema.NullOr(Schema.Finite)
const character = Schema.String.check(Schema.isMaxLength(1))

const Point = Schema.Struct({ x: Schema.Finite, y: Schema.Finite })
const Corners = Schema.Tuple([Point, Point, Point, Point])

const Mrz = Schema.Struct({
  format: Schema.Literals(mrzFormats),
  lines: Schema.Array(Schema.String.check(Schema.isMaxLength(44))).check(Schema.isMaxLength(3)),
  repair: Schema.NullOr(Schema.Struct({ line: Schema.Int, column: Schema.Int, read: character, taken: character })),
  confidence: Schema.Finite,
  ambiguous: Schema.Boolean,
  places: Schema.optionalKey(Schema.Array(Corners).check(Schema.isMaxLength(3)))
})

const Barcode = Schema.Struct({
  format: Schema.Literals(["PDF417", "QRCode"]),
  bytes: Schema.Uint8Array,
  place: Schema.optionalKey(Corners)
})

const Picture = Schema.Struct({
  page: Schema.Int,
  turned: Schema.Finite,
  onto: Schema.optionalKey(Onto),
  quality: Schema.Struct({
    focus: maybe,
    brightness: maybe,
    glare: maybe,
    resolution: maybe,
    fully_visible: Schema.NullOr(Schema.Boolean),
    overall: maybe
  }),
  mrz: Schema.NullOr(Mrz),
  barcodes: Schema.Array(Barcode).check(Schema.isMaxLength(8)),
  lines: Schema.Array(Line).check(Schema.isMaxLength(answerLimits.lines)),
  portrait: Schema.NullOr(Schema.Struct({ ...Place.fields, confidence: Schema.Finite })),
  screen_capture: maybe,
  printed_copy: maybe,
  perceptual_hash: Schema.NullOr(Schema.String.check(Schema.isMaxLength(64))),
  proportion: Schema.optionalKey(Schema.Finite)
})

const Reading = Schema.Struct({
  page_count: Schema.Int,
  pictures: Schema.Array(Picture).check(Schema.isMaxLength(4)),
  forensics: Forensics
})

/** What an engine process answers to an identity document: the reading, and its pictures upright as JPEG. */
export const IdentityAnswer = Schema.Struct({ identity: Reading, uprights: Schema.Array(Schema.Uint8Array).check(Schema.isMaxLength(4)) })
