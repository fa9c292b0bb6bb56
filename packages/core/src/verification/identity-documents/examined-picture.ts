import type { IdentityBarcode } from "./barcode.ts"
import { readBarcode } from "./barcode.ts"
import type { DocumentSide, IdentityDocumentType } from "./document-type.ts"
import { type MrzFields, parseMrz } from "./mrz/parse.ts"
import type { DocumentPicture, IdentityReading, MrzReading } from "./reading.ts"
import { type PrintedZone, printedZone } from "./visual-zone/printed-zone.ts"

/** What the person said of a file they submitted. */
interface DeclaredDocument {
  readonly type: IdentityDocumentType | null
  /** ISO 3166-1 alpha-2. */
  readonly country: string | null
  readonly side: DocumentSide | null
}

/** One submitted file of an identity document, and what became of reading it. */
export interface SubmittedDocument {
  readonly document_id: string
  readonly declared: DeclaredDocument
  readonly content:
    | { readonly status: "read"; readonly reading: IdentityReading }
    | { readonly status: "unreadable"; readonly code: "unreadable" | "encrypted" | "too_many_pages" | "unsupported_media_type" }
}

/** A machine readable zone with what it says. */
export interface ExaminedMrz {
  readonly reading: MrzReading
  readonly fields: MrzFields
}

/** A picture with its sources taken apart, before anything is concluded from them. */
export interface ExaminedPicture {
  readonly document_id: string
  readonly declared: DeclaredDocument
  readonly picture: DocumentPicture
  readonly mrz: ExaminedMrz | null
  readonly barcodes: ReadonlyArray<IdentityBarcode>
  readonly zone: PrintedZone
}

/** Bounds of what is looked at in one session. */
const examinationLimits = { documents: 20, pictures: 12, barcodes: 8 } as const

const examinedMrz = (reading: MrzReading | null, today: string): ExaminedMrz | null => {
  if (reading === null) return null
  const fields = parseMrz(reading.lines, today)
  return "refused" in fields ? null : { reading, fields }
}

/** Takes the pictures of all files that could be read apart, at most twelve. */
export const examinedPictures = (documents: ReadonlyArray<SubmittedDocument>, today: string): ReadonlyArray<ExaminedPicture> =>
  documents
    .slice(0, examinationLimits.documents)
    .flatMap(({ content, declared, document_id }) =>
      content.status === "read" ? content.reading.pictures.map((picture) => ({ declared, document_id, picture })) : []
    )
    .slice(0, examinationLimits.pictures)
    .map(({ declared, document_id, picture }) => ({
      document_id,
      declared,
      picture,
      mrz: examinedMrz(picture.mrz, today),
      barcodes: picture.barcodes.slice(0, examinationLimits.barcodes).map(readBarcode),
      zone: printedZone(picture.lines)
    }))
