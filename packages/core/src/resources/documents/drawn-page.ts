import { Effect, Schema } from "effect"
import { Conflict, NotFound, StorageUnavailable, invalid } from "../../kernel/foundation/failure.ts"
import type { FileAnswer } from "../../kernel/operation/operation.ts"
import { BlobStore } from "./blobs.ts"
import { type DocumentMediaType, documentMediaTypes, maxDocumentPages } from "./media.ts"
import type { StoredDocument } from "./model.ts"
import { PagePreview, previewWidths } from "./preview.ts"

export const PreviewContent = Schema.declare(
  (input): input is FileAnswer => typeof input === "object" && input !== null && "bytes" in input
).annotate({ identifier: "PreviewContent" })

const whole = (bounds: { readonly minimum: number; readonly maximum: number }, standard: number, description: string) =>
  Schema.Int.check(Schema.isBetween(bounds, { message: `must be a whole number from ${bounds.minimum} to ${bounds.maximum}` }))
    .annotate({ default: standard, description })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed(standard)))

const noSuchPage = (page_count: number) =>
  invalid(["query", "page"], "page_out_of_range", `must be a page of the document, which has ${page_count}`)

const notAvailable = (detail: string) => new Conflict({ code: "document_not_available", detail })

const isDrawable = (mime_type: string): mime_type is DocumentMediaType => documentMediaTypes.some((known) => known === mime_type)

const fileOf = Effect.fnUntraced(function* (document: StoredDocument) {
  if (document.blob === null && document.simulated) {
    return yield* notAvailable("This document was simulated and has no file. Upload one to see a preview.")
  }
  const bytes = document.blob === null ? undefined : yield* (yield* BlobStore).get(document.blob)
  return bytes ?? (yield* notAvailable("The file of this document is no longer in the object store."))
})

const reasons = {
  unreadable: "The file of this document is damaged and cannot be drawn. You can still download it.",
  encrypted: "The file of this document is protected by a password and cannot be drawn. You can still download it.",
  exhausting: "This page takes too much time or memory to draw. You can still download it."
} as const

export const pageFieldsOfPreview = {
  page: whole({ minimum: 1, maximum: maxDocumentPages }, 1, "Page of the document, from 1"),
  width: whole(previewWidths, previewWidths.standard, "Width of the picture in pixels")
}

/** Draws a page of a document as a file of this name; one that is not there any more is not found. */
export const drawnPage = Effect.fnUntraced(function* (
  document: StoredDocument | undefined,
  name: string,
  { page, width }: { readonly page: number; readonly width: number }
) {
  if (document === undefined || document.status === "redacted") return yield* new NotFound()
  if (document.page_count !== null && page > document.page_count) return yield* noSuchPage(document.page_count)
  const { mime_type } = document
  if (!isDrawable(mime_type)) return yield* notAvailable(reasons.unreadable)
  const bytes = yield* fileOf(document)
  const png = yield* (yield* PagePreview).render({ bytes, mime_type, page, width }).pipe(
    Effect.catchTags({
      PageOutOfRange: ({ page_count }) => Effect.fail(noSuchPage(page_count)),
      PageUndrawable: ({ code }) => Effect.fail(notAvailable(reasons[code])),
      // What breaks the engine or keeps it busy is the file: the next try would end the same way. A queue is what passes by itself.
      EngineUnavailable: (cause) =>
        Effect.fail(cause.reason === "overloaded" ? new StorageUnavailable({ cause }) : notAvailable(reasons.exhausting))
    })
  )
  const file: FileAnswer = { bytes: png, mime_type: "image/png", filename: `${name}-${page}.png`, disposition: "inline" }
  return file
})
