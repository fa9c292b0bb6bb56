import type { DocumentReading } from "../document-reading.ts"
import type { DocumentSide, IdentityDocumentType } from "../identity-documents/document-type.ts"
import type { IdentityExamination } from "../identity-documents/examine.ts"
import { normalizedText } from "../names/text/normalized.ts"
import type { PoaDocumentType, ProofOfAddressExtraction } from "../proof-of-address/types.ts"
import { fingerprintLimits, type LayoutFingerprint, layoutFingerprint } from "./fingerprint.ts"
import { findBillPhrases, findIdentityPhrases } from "./phrases.ts"

/** Which documents share their layout: those of one issuer, type, country and side. */
export interface LayoutSubject {
  /** Of a bill its name without case, accents and spaces; of an identity document the state. */
  readonly issuer: string
  readonly type: IdentityDocumentType | PoaDocumentType
  readonly country: string | null
  readonly side: DocumentSide | null
}

/** A document, or one side of it, with whose layout it is. */
export interface DocumentLayout {
  readonly document_id: string
  readonly subject: LayoutSubject
  readonly fingerprint: LayoutFingerprint
}

/** The layout of a bill as it was read. */
export const billFingerprint = (
  { forensics, layout, lines, source }: DocumentReading,
  { extracted_address, holder_names, issuer }: Pick<ProofOfAddressExtraction, "extracted_address" | "holder_names" | "issuer">
): LayoutFingerprint => {
  const sighted = source === "ocr"
  const [holder] = holder_names
  const [street] = extracted_address
  return layoutFingerprint({
    medium: sighted ? "picture" : "text",
    lines,
    fonts: layout?.fonts ?? [],
    // A photograph is framed anyhow; the page of a PDF is cut as its issuer cut it.
    proportions: sighted ? [] : (layout?.proportions ?? []),
    producer: sighted ? null : forensics.producer,
    values: [
      ...(issuer === null ? [] : [{ key: "issuer", text: issuer, fixed: true as const }]),
      ...(holder === undefined ? [] : [{ key: "holder", text: holder }]),
      ...(street === undefined ? [] : [{ key: "address", text: street }])
    ],
    personal: [...holder_names, ...extracted_address],
    portrait: null,
    find: findBillPhrases
  })
}

/**
 * Whose layout a bill has. Only an organization has one that others share: a landlord is a person, and their letters are no series. A bill whose holder
 * or address was not read does not say where they stand, which is what matters most.
 */
export const billSubject = (extraction: ProofOfAddressExtraction): LayoutSubject | null => {
  const { address, document_type_detected: type, holder_names, issuer, issuer_recognised, issuing_country } = extraction
  if (type === null || issuer === null || !issuer_recognised || address === null || holder_names.length === 0) return null
  const name = normalizedText(issuer.slice(0, fingerprintLimits.characters)).replace(/[^\p{L}\p{N}]+/gu, "")
  return name.length < 3 ? null : { issuer: name, type, country: issuing_country, side: null }
}

/** Values whose lines are looked for on a card: those that are printed as they are read. */
const printedAsRead = new Set<string>(["surname", "given_names", "full_name", "document_number"])

/** What a document says of its kind and not of its holder. */
const aboutDocument = new Set<string>(["document_type", "issuing_country"])

/** The layouts of the pictures of one identity document, of as many sides as it has. */
export const identityLayouts = ({
  classification,
  country,
  fields,
  pictures,
  type
}: IdentityExamination): ReadonlyArray<DocumentLayout> => {
  if (type === null || type === "other" || country === null) return []
  const personal = fields.flatMap(({ field, value }) => (aboutDocument.has(field) ? [] : [value]))
  const values = fields.flatMap(({ field, value }) => (printedAsRead.has(field) ? [{ key: field, text: value }] : []))
  return pictures.map(({ document_id, picture, side }) => ({
    document_id,
    // States of a federation issue licences of their own.
    subject: { issuer: `state ${country} ${classification.region ?? ""}`, type, country, side },
    fingerprint: layoutFingerprint({
      medium: "picture",
      // Each picture is a page of its own, wherever in its file it stood.
      lines: picture.lines.map((line) => ({ ...line, page: 1 })),
      fonts: [],
      proportions: picture.proportion === undefined ? [] : [picture.proportion],
      producer: null,
      values,
      personal,
      portrait: picture.portrait,
      find: findIdentityPhrases
    })
  }))
}
