import { documentMediaTypes, maxDocumentPages } from "@vouchkit/core/resources/documents/media"
import { previewWidths } from "@vouchkit/core/resources/documents/preview"
import { Schema } from "effect"

/** What the service sends to the process that draws. */
export const PreviewJob = Schema.Struct({
  bytes: Schema.Uint8Array,
  mime_type: Schema.Literals(documentMediaTypes),
  page: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: maxDocumentPages })),
  width: Schema.Int.check(Schema.isBetween(previewWidths))
})
export type PreviewJob = typeof PreviewJob.Type

/** What that process answers. */
export const PreviewAnswer = Schema.Union([
  Schema.Struct({ png: Schema.Uint8Array }),
  Schema.Struct({ page_count: Schema.Int }),
  Schema.Struct({ undrawable: Schema.Literals(["unreadable", "encrypted"]) })
])
export type PreviewAnswer = typeof PreviewAnswer.Type

const maxPixels = 8_000_000
const maxHeight = 6_000

/** The size of a picture that is `width` wide and in proportion; narrower where a very long page would pass a bound. */
export const previewSize = (page: { readonly width: number; readonly height: number }, width: number) => {
  const proportion = page.height / page.width
  const scale = Math.min(1, maxHeight / (width * proportion), Math.sqrt(maxPixels / (width * width * proportion)))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.min(maxHeight, Math.round(width * proportion * scale))) }
}

/** Most bytes of a drawn page: its pixels, uncompressed, with room for what a PNG adds. */
export const maxPngBytes = maxPixels * 3 + 1_000_000
