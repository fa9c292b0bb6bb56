import type { FileForensics, ForensicFlag } from "@vouchkit/core/verification/document-reading"
import type { Allowance } from "./allowance.ts"
import { allowanceOf, type PdfDocument } from "./document.ts"
import { hasForeignSubset } from "./fonts.ts"
import { metadataOf } from "./metadata.ts"
import { hasOverlay } from "./overlay.ts"
import type { Painting } from "./painting.ts"
import { changedSince } from "./revisions.ts"
import { isBroken, signedLength } from "./signature.ts"
import { type PdfStructure, structureOf } from "./structure.ts"

export interface ExaminedPage {
  readonly painting: Painting
  /** Annotations whose text lies over the page by their nature: signatures and links. */
  readonly natural: ReadonlySet<string>
}

/** Annotations that are no overlay, by their identifiers: the visible form of a signature is made to lie on text. */
export const naturalAnnotations = async (page: Awaited<ReturnType<PdfDocument["getPage"]>>): Promise<ReadonlySet<string>> => {
  const annotations: ReadonlyArray<Record<string, unknown>> = await page.getAnnotations()
  const natural = annotations.filter(({ fieldType, subtype }) => fieldType === "Sig" || subtype === "Link" || subtype === "Popup")
  return new Set(natural.flatMap(({ id }) => (typeof id === "string" ? [id] : [])))
}

/** Bytes that may follow the end of a signature without meaning: line ends and padding. */
const harmlessTail = 16

/** Changed after signing: the signed bytes are others than were signed, or a later revision changed what a reader sees. */
const modifiedAfterSigning = async (
  bytes: Uint8Array,
  { revisionEnds, signatures }: PdfStructure,
  allowance: Allowance
): Promise<boolean> => {
  if (signatures.some((signature) => isBroken(bytes, signature))) return true
  // Everybody who signs vouches for the state before them as well, so the first signature is the one to measure from.
  const [first, ...others] = signatures.map(signedLength).sort((a, b) => a - b)
  if (first === undefined || first + harmlessTail >= bytes.length) return false
  return changedSince(
    bytes,
    [...new Set([...revisionEnds, ...others])].sort((a, b) => a - b),
    first,
    allowance
  )
}

/**
 * Changed before it was first signed, or never signed: an update that changes visible text is an edit that kept the original below it.
 * The update that carries the signature itself is left out, for a signing service may print its note in the same step.
 */
const updatedUnsigned = async (bytes: Uint8Array, { revisionEnds, signatures }: PdfStructure, allowance: Allowance): Promise<boolean> => {
  const signed = signatures.map(signedLength).sort((a, b) => a - b)[0]
  const [original, ...later] = revisionEnds.filter((end) => signed === undefined || end + harmlessTail < signed)
  if (original === undefined || later.length === 0) return false
  return changedSince(bytes, later, original, allowance)
}

/** Examines a PDF for traces of change: revisions, signatures, overlaid text, metadata and fonts. */
export const pdfForensics = async (
  bytes: Uint8Array,
  document: PdfDocument,
  pages: ReadonlyArray<ExaminedPage>,
  structure: PdfStructure = structureOf(bytes)
): Promise<FileForensics> => {
  const allowance = allowanceOf(document)
  const metadata = await metadataOf(document)
  const signed = structure.signatures.length > 0
  const flags: Array<ForensicFlag> = []
  if (metadata.edited) flags.push("edited_software")
  const broken = signed && (await modifiedAfterSigning(bytes, structure, allowance))
  if (broken) flags.push("modified_after_signing")
  const overlaid = pages.some(({ natural, painting }) => hasOverlay(painting, natural))
  if (overlaid || (await updatedUnsigned(bytes, structure, allowance))) flags.push("overlay_text")
  // Signing is a change that comes later by its nature, and an intact signature vouches for it.
  const datesDisagree = metadata.datesDisagree && (!signed || broken)
  if (datesDisagree || pages.some(({ painting }) => hasForeignSubset(painting))) flags.push("metadata_mismatch")
  return {
    producer: metadata.producer,
    creator: metadata.creator,
    created_at: metadata.created?.iso ?? null,
    modified_at: metadata.modified?.iso ?? null,
    revisions: structure.revisionEnds.length,
    signed,
    flags
  }
}
