import { Context, type Effect } from "effect"
import type { Outside } from "../kernel/foundation/outside.ts"
import { Schema } from "effect"

/**
 * What an engine reads from the bytes of a document, before any rule of ours is applied.
 * Coordinates are fractions of the page (0 to 1) from its top left corner, so that they hold for points and pixels alike.
 */
export interface TextLine {
  readonly text: string
  /** 1-based. */
  readonly page: number
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  /** 0 to 1; always 1 for a text layer. */
  readonly confidence: number
}

/** Facts of the file itself. Every flag is also a reason code of the proof-of-address policy. */
export const ForensicFlag = Schema.Literals([
  "edited_software",
  "modified_after_signing",
  "overlay_text",
  "metadata_mismatch",
  "screenshot",
  "cropped",
  "low_quality"
])
export type ForensicFlag = typeof ForensicFlag.Type

export interface FileForensics {
  /** Name of the software that the file names as its producer or editor, without version noise; null when it names none. */
  readonly producer: string | null
  readonly creator: string | null
  /** ISO 8601 date-times as the file claims them. */
  readonly created_at: string | null
  readonly modified_at: string | null
  /** Complete revisions in a PDF (1 when it was never updated incrementally); 1 for images. */
  readonly revisions: number
  readonly signed: boolean
  readonly flags: ReadonlyArray<ForensicFlag>
}

/** Picture quality, each 0 (unusable) to 1 (perfect); null where it does not apply (a text layer). */
export interface ReadQuality {
  readonly focus: number | null
  readonly brightness: number | null
  readonly resolution: number | null
  readonly overall: number | null
}

export interface DocumentReading {
  readonly page_count: number
  readonly source: "text_layer" | "ocr"
  /** In reading order, page by page. */
  readonly lines: ReadonlyArray<TextLine>
  readonly forensics: FileForensics
  readonly quality: ReadQuality
  /** The picture is good and its print is in a script that the engine cannot read: no better copy would help. */
  readonly unread_script?: boolean
  /** 256-bit difference hash of the first page, as 64 hexadecimal digits. */
  readonly perceptual_hash: string | null
}

/** Why a document could not be read. `retryable` means that a better copy would help; a document that is not readable is not a fault of the engine. */
export class DocumentUnreadable extends Schema.TaggedError<DocumentUnreadable>()("DocumentUnreadable", {
  code: Schema.Literals(["unreadable", "encrypted", "too_many_pages", "unsupported_media_type"]),
  retryable: Schema.Boolean
}) {}

/** The engine itself failed or ran out of time: the job is tried again, and nothing is held against the document. */
export class EngineUnavailable extends Schema.TaggedError<EngineUnavailable>()("EngineUnavailable", {
  reason: Schema.Literals(["timeout", "crashed", "overloaded"])
}) {}

/** Reads text, layout and file facts from a document's bytes. Local engines and vendors alike stand behind it. */
export class DocumentReader extends Context.Service<
  DocumentReader,
  {
    readonly read: (document: {
      readonly bytes: Uint8Array
      readonly mime_type: string
      /** ISO 3166-1 alpha-2, when known: chooses the languages of the text recognition. */
      readonly country: string | null
    }) => Effect.Effect<DocumentReading, DocumentUnreadable | EngineUnavailable>
  }
>()("@vouchkit/core/documents/DocumentReader") {
  declare readonly reaches: Outside
}
