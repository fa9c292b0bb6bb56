import { Context, type Effect } from "effect"
import type { Outside } from "../../kernel/foundation/outside.ts"
import type { DocumentUnreadable, EngineUnavailable, FileForensics, TextLine } from "../document-reading.ts"
import type { Corners, PageMap } from "../evidence/place.ts"
import type { IdentityFieldName } from "./field-value.ts"

/**
 * Formats of a machine readable zone (ICAO 9303, parts 4 to 7): lines by characters 3x30, 2x36, 2x44, 2x44, 2x36. `FR_ID`, 2x36, is that of the
 * French identity card of 1995 to 2021.
 */
export const mrzFormats = ["TD1", "TD2", "TD3", "MRVA", "MRVB", "FR_ID"] as const
export type MrzFormat = (typeof mrzFormats)[number]

/** One character that was replaced by another that the picture allows as well, because a check digit asked for it. */
export interface MrzRepair {
  /** 0-based. */
  readonly line: number
  readonly column: number
  readonly read: string
  readonly taken: string
}

/** A machine readable zone as it was read from a picture. */
export interface MrzReading {
  readonly format: MrzFormat
  /** Exactly as long as the format says; only A-Z, 0-9 and `<`. */
  readonly lines: ReadonlyArray<string>
  /** At most one: with more, check digits modulo 10 begin to confirm numbers that no one printed. */
  readonly repair: MrzRepair | null
  /** 0 to 1: the weakest character's. */
  readonly confidence: number
  /** Two or more repairs would satisfy the check digits: the zone says nothing for certain. */
  readonly ambiguous: boolean
  /** Where its lines stand on the upright picture, in fractions of it; absent from engines that do not say. */
  readonly places?: ReadonlyArray<Corners>
}

/** A barcode as it was decoded; AAMVA licences carry PDF417 (AAMVA DL/ID card design standard). */
export interface BarcodeReading {
  readonly format: "PDF417" | "QRCode"
  readonly bytes: Uint8Array
  /** Where it stands on the upright picture, in fractions of it; absent from engines that do not say. */
  readonly place?: Corners
}

/** A place on a page, as fractions (0 to 1) of the upright page from its top left corner. */
export interface PagePlace {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** Quality of the picture of a document, each 0 (unusable) to 1 (perfect); null where it cannot be determined. `glare` 1 means none. */
export interface DocumentQuality {
  readonly focus: number | null
  readonly brightness: number | null
  readonly glare: number | null
  readonly resolution: number | null
  readonly fully_visible: boolean | null
  readonly overall: number | null
}

/** A field of the visual zone that the engine itself distinguished from the others; dates as YYYY-MM-DD. */
export interface NamedField {
  readonly field: IdentityFieldName
  readonly value: string
  /** 0 to 1. */
  readonly confidence: number
  /** Absent from engines that do not say. */
  readonly place?: PagePlace
}

/** One page or picture of an identity document, turned upright. */
export interface DocumentPicture {
  /** 1-based page of the file. */
  readonly page: number
  /** Clockwise turn in degrees that made it upright. */
  readonly turned: number
  /** Where the upright picture stands on the page as it was uploaded; absent where it is the page. */
  readonly onto?: PageMap
  /** Set where lines, named fields and the zone were read on the page as it was uploaded, and stand on it. */
  readonly text_on?: "page"
  readonly quality: DocumentQuality
  readonly mrz: MrzReading | null
  readonly barcodes: ReadonlyArray<BarcodeReading>
  /** Text of the visual zone by character recognition; empty where it was not asked for. */
  readonly lines: ReadonlyArray<TextLine>
  /** From engines that name fields: what they name is not looked for among the lines again. Absent from all others. */
  readonly fields?: ReadonlyArray<NamedField>
  /** Where the portrait is, when one was found; `confidence` 0 to 1. */
  readonly portrait: (PagePlace & { readonly confidence: number }) | null
  /** Signs (0 none, 1 certain) that a screen was photographed, and that a print was; null where they cannot be determined. */
  readonly screen_capture: number | null
  readonly printed_copy: number | null
  /** 256-bit difference hash, as 64 hexadecimal digits. */
  readonly perceptual_hash: string | null
  /** Width over height of the document, where its outline is known. */
  readonly proportion?: number
}

export interface IdentityReading {
  readonly page_count: number
  readonly pictures: ReadonlyArray<DocumentPicture>
  readonly forensics: FileForensics
}

/** Reads a passport, card or licence from the bytes of a picture or PDF. Local engines and vendors alike stand behind it. */
export class IdentityDocumentReader extends Context.Service<
  IdentityDocumentReader,
  {
    readonly read: (document: {
      readonly bytes: Uint8Array
      readonly mime_type: string
      /** ISO 3166-1 alpha-2, when known: chooses the languages of the text recognition. */
      readonly country: string | null
    }) => Effect.Effect<IdentityReading, DocumentUnreadable | EngineUnavailable>
  }
>()("@vouchkit/core/identity-documents/IdentityDocumentReader") {
  declare readonly reaches: Outside
}
