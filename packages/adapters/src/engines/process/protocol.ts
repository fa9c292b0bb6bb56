import { ForensicFlag } from "@vouchkit/core/verification/document-reading"
import { Schema } from "effect"

const File = {
  bytes: Schema.Uint8Array,
  mime_type: Schema.String,
  country: Schema.NullOr(Schema.String)
}

const fraction = Schema.Finite

/** A place on a page, in fractions of it. */
export const Place = Schema.Struct({ left: fraction, top: fraction, width: fraction, height: fraction })

/** Where a straightened picture stands on its page. */
export const Onto = Schema.Tuple([fraction, fraction, fraction, fraction, fraction, fraction, fraction, fraction])

/** What the service sends to an engine process: a proof of address, or a picture of an identity document, to be read. */
export const Job = Schema.Union([
  Schema.Struct({ kind: Schema.Literal("document"), ...File }),
  Schema.Struct({ kind: Schema.Literal("identity"), ...File })
])
export type Job = typeof Job.Type

/**
 * Bounds of what an engine process answers: 20 pages of 2,000 lines, and rotated print beside them; characters of a line; 20 pages of 600 measured
 * words.
 */
export const answerLimits = { lines: 50_000, line: 2_000, pages: 20, words: 12_000 } as const

/** A line of text as engines read it. */
export const Line = Schema.Struct({
  text: Schema.String.check(Schema.isMaxLength(answerLimits.line)),
  page: Schema.Int,
  left: Schema.Finite,
  top: Schema.Finite,
  width: Schema.Finite,
  height: Schema.Finite,
  confidence: Schema.Finite
})

/** Facts of a file. */
export const Forensics = Schema.Struct({
  producer: Schema.NullOr(Schema.String),
  creator: Schema.NullOr(Schema.String),
  created_at: Schema.NullOr(Schema.String),
  modified_at: Schema.NullOr(Schema.String),
  revisions: Schema.Int,
  signed: Schema.Boolean,
  flags: Schema.Array(ForensicFlag)
})

const Quality = Schema.Struct({
  focus: Schema.NullOr(Schema.Finite),
  brightness: Schema.NullOr(Schema.Finite),
  resolution: Schema.NullOr(Schema.Finite),
  overall: Schema.NullOr(Schema.Finite)
})

/** How pages are set. A font is named by the file, so its name is bounded like any text of it. */
const Layout = Schema.Struct({
  proportions: Schema.Array(Schema.Finite).check(Schema.isMaxLength(answerLimits.lines)),
  fonts: Schema.Array(Schema.NullOr(Schema.String.check(Schema.isMaxLength(64)))).check(Schema.isMaxLength(answerLimits.lines))
})

const Measure = Schema.NullOr(Schema.Finite)

const PrintedWord = Schema.Struct({
  text: Schema.String.check(Schema.isMaxLength(answerLimits.line)),
  page: Schema.Int,
  left: Schema.Finite,
  top: Schema.Finite,
  width: Schema.Finite,
  height: Schema.Finite,
  letters: Schema.Int,
  shape: Measure,
  size: Measure,
  proportion: Measure,
  weight: Measure,
  base_line: Measure,
  spacing: Measure,
  paper: Measure,
  grain: Measure,
  patch: Measure,
  quantized: Measure,
  hue: Measure,
  tint: Measure
})

const Reading = Schema.Struct({
  page_count: Schema.Int,
  source: Schema.Literals(["text_layer", "ocr"]),
  lines: Schema.Array(Line).check(Schema.isMaxLength(answerLimits.lines)),
  pages: Schema.optionalKey(
    Schema.Array(Schema.Struct({ page: Schema.Int, source: Schema.Literals(["text_layer", "ocr"]), onto: Schema.NullOr(Onto) })).check(
      Schema.isMaxLength(answerLimits.pages)
    )
  ),
  forensics: Forensics,
  print: Schema.optionalKey(Schema.Array(PrintedWord).check(Schema.isMaxLength(answerLimits.words))),
  quality: Quality,
  unread_script: Schema.optionalKey(Schema.Boolean),
  perceptual_hash: Schema.NullOr(Schema.String),
  layout: Schema.optionalKey(Layout)
})

/** Why a file could not be read, which any kind of job may answer. */
export const Refused = Schema.Struct({
  unread: Schema.Struct({
    code: Schema.Literals(["unreadable", "encrypted", "too_many_pages", "unsupported_media_type"]),
    retryable: Schema.Boolean
  })
})

/** What an engine process answers to a document. It is decoded like any outside data, because the process has been reading hostile files. */
export const DocumentAnswer = Schema.Struct({ reading: Reading })
