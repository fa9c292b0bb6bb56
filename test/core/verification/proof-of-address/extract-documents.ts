import type { TextLine } from "@vouchkit/core/verification/document-reading"
import type { PoaDocumentType } from "@vouchkit/core/verification/proof-of-address/types"

/** What a reader finds on an invented document; the issuer is any part of its name, an address line any printed line. */
export interface ExpectedDocument {
  readonly type: PoaDocumentType
  readonly country: string
  readonly language: string
  readonly issuer: string
  readonly issue_date: string | null
  readonly period: readonly [string | null, string | null]
  readonly valid_until?: string
  readonly holders: ReadonlyArray<string>
  readonly address: ReadonlyArray<string>
  readonly postal_code: string | null
}

export interface InventedDocument {
  readonly name: string
  readonly source: "text_layer" | "ocr"
  readonly lines: ReadonlyArray<TextLine>
  readonly expected: ExpectedDocument
}

export const invented = (
  name: string,
  lines: ReadonlyArray<TextLine>,
  expected: ExpectedDocument,
  source: "text_layer" | "ocr" = "text_layer"
): InventedDocument => ({ name, lines, expected, source })
