import { Context, type Effect, Schema } from "effect"
import type { Outside } from "../../kernel/foundation/outside.ts"
import type { DocumentMediaType } from "./media.ts"
import type { EngineUnavailable } from "../../verification/document-reading.ts"

/** Widths of a preview in pixels. */
export const previewWidths = { minimum: 64, maximum: 1600, standard: 800 } as const

/** What is to be drawn: one page, 1-based, `width` pixels wide. */
export interface PreviewRequest {
  readonly bytes: Uint8Array
  readonly mime_type: DocumentMediaType
  readonly page: number
  readonly width: number
}

/** The document has no such page. */
export class PageOutOfRange extends Schema.TaggedError<PageOutOfRange>()("PageOutOfRange", { page_count: Schema.Int }) {}

/** The file cannot be drawn: damaged, locked by a password, or made to break anyone who opens it. */
export class PageUndrawable extends Schema.TaggedError<PageUndrawable>()("PageUndrawable", {
  code: Schema.Literals(["unreadable", "encrypted"])
}) {}

/**
 * Draws a page of an uploaded file as a PNG of pixels and nothing else: no metadata, links, scripts or text of the file survive. Pictures
 * stand upright by their EXIF orientation. A very long page is drawn narrower than asked, so that its pixels stay within a bound.
 */
export class PagePreview extends Context.Service<
  PagePreview,
  {
    readonly render: (request: PreviewRequest) => Effect.Effect<Uint8Array, PageOutOfRange | PageUndrawable | EngineUnavailable>
  }
>()("@vouchkit/core/documents/PagePreview") {
  declare readonly reaches: Outside
}
