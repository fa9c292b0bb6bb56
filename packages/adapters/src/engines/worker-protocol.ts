import { ForensicFlag } from "@vouchkit/core/documents/reading"
import { Schema } from "effect"

/** What the service sends to an engine process. */
export const Job = Schema.Struct({
  bytes: Schema.Uint8Array,
  mime_type: Schema.String,
  country: Schema.NullOr(Schema.String)
})

const Line = Schema.Struct({
  text: Schema.String,
  page: Schema.Int,
  left: Schema.Finite,
  top: Schema.Finite,
  width: Schema.Finite,
  height: Schema.Finite,
  confidence: Schema.Finite
})

const Forensics = Schema.Struct({
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

const Reading = Schema.Struct({
  page_count: Schema.Int,
  source: Schema.Literals(["text_layer", "ocr"]),
  lines: Schema.Array(Line),
  forensics: Forensics,
  quality: Quality,
  perceptual_hash: Schema.NullOr(Schema.String)
})

const Unread = Schema.Struct({
  code: Schema.Literals(["unreadable", "encrypted", "too_many_pages", "unsupported_media_type"]),
  retryable: Schema.Boolean
})

/** What an engine process answers. It is decoded like any outside data, because the process has been reading hostile files. */
export const Answer = Schema.Union([Schema.Struct({ reading: Reading }), Schema.Struct({ unread: Unread })])
