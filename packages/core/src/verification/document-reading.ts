import { Context, type Effect } from "effect"
import type { Outside } from "../kernel/foundation/outside.ts"
import { Schema } from "effect"
import type { PageMap } from "./evidence/place.ts"

/**
 * What an engine reads from the bytes of a document, before any rule of ours is applied.
 * Coordinates are fractions of the page (0 to 1) from its top left corner, so that they hold for points and pixels alike. Of a page that was
 * straightened before it was read they are those of the straight page (`ReadPage`).
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
  "altered_text",
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

/**
 * How one word of a picture is printed beside the print around it. Each measure is 0 where the word is printed like its surroundings, and
 * null where it could not be compared.
 */
export interface PrintedWord {
  readonly text: string
  /** 1-based. */
  readonly page: number
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  /** Letters that were compared with the same letters elsewhere on the page. */
  readonly letters: number
  /** Distance of its letters from the most similar ones of the lines around. */
  readonly shape: number | null
  /** Natural logarithms of the ratio to the nearest of the lines around: height, width by height and ink of the same letters. */
  readonly size: number | null
  readonly proportion: number | null
  readonly weight: number | null
  /** Distance from the base line of its row, or from the regular distance of the lines, in heights of a small letter. */
  readonly base_line: number | null
  /** Natural logarithm of the ratio to the nearest of the lines around of its width, beside the sum of what its letters usually take on the page. */
  readonly spacing: number | null
  /** Step in the light of the paper around the word, beyond that around other words and by the spread of theirs. */
  readonly paper: number | null
  /**
   * Each by the spread of many words: how much more grain the paper at the word has than that at others, and than that a little further away, and
   * how much more clearly the word was compressed in the JPEG blocks and with the steps of the page.
   */
  readonly grain: number | null
  readonly patch: number | null
  readonly quantized: number | null
  /** Distance of the colour of its ink from that of any two words of other lines, in natural logarithms; and of its paper, by the spread of many. */
  readonly hue: number | null
  readonly tint: number | null
}

/** Picture quality, each 0 (unusable) to 1 (perfect); null where it does not apply (a text layer). */
export interface ReadQuality {
  readonly focus: number | null
  readonly brightness: number | null
  readonly resolution: number | null
  readonly overall: number | null
}

/** How pages are set, beside what they say: for those who compare documents of one issuer. */
export interface PageLayout {
  /** Width over height of each page as it is seen, in their order. */
  readonly proportions: ReadonlyArray<number>
  /** For each line of the reading the name of its font, where a text layer names one. */
  readonly fonts: ReadonlyArray<string | null>
}

/** A page as it was read. */
export interface ReadPage {
  /** 1-based. */
  readonly page: number
  readonly source: "text_layer" | "ocr"
  /** Where the straight page stands on the page as it was uploaded; null where they are the same. */
  readonly onto: PageMap | null
}

export interface DocumentReading {
  readonly page_count: number
  readonly source: "text_layer" | "ocr"
  /** In reading order, page by page. */
  readonly lines: ReadonlyArray<TextLine>
  /** Absent from engines that read every page as it was uploaded, and all pages from `source`. */
  readonly pages?: ReadonlyArray<ReadPage>
  readonly forensics: FileForensics
  /** Of pictures, the words that could be measured; left out where an engine measures none. */
  readonly print?: ReadonlyArray<PrintedWord>
  readonly quality: ReadQuality
  /** The picture is good and its print is in a script that the engine cannot read: no better copy would help. */
  readonly unread_script?: boolean
  /** 256-bit difference hash of the first page, as 64 hexadecimal digits. */
  readonly perceptual_hash: string | null
  /** Absent from engines that do not see it. */
  readonly layout?: PageLayout
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
