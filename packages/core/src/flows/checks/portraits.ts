import { Effect } from "effect"
import type { StoredDocument } from "../../resources/documents/model.ts"
import { PagePreview } from "../../resources/documents/preview.ts"
import type { FaceImage } from "../../verification/faces/analysis.ts"
import type { PortraitSource } from "../../verification/faces/match.ts"
import { evidenceIn, type ValueEvidence } from "../../verification/evidence/evidence.ts"
import { areaPlace } from "../../verification/identity-documents/picture-places.ts"
import { leastPortrait } from "../../verification/identity-documents/classify.ts"
import type { MrzFormat } from "../../verification/identity-documents/reading.ts"
import { JobFailed } from "../../kernel/jobs/job.ts"
import { bytesOf } from "./capture-evidence.ts"

/** The picture that a selfie is compared with, and where it comes from. */
export interface Portrait {
  readonly source: PortraitSource
  readonly image: FaceImage
  readonly document_id: string
  /** Where it stands. */
  readonly evidence: ValueEvidence
}

/** What a selfie is to be compared with: null where a portrait could not be had, and `not_asked` where no one asked for anything that has one. */
export type FacePortrait = Portrait | "not_asked" | null

/** Portraits that the document shows beside the one that decides. */
export interface OtherPortraits {
  readonly portraits: ReadonlyArray<Portrait>
  /** There are more than are compared, or several in one file, of which no one knows which is which. */
  readonly uncompared: boolean
}
export const noOthers: OtherPortraits = { portraits: [], uncompared: false }

/** Width in pixels to which a page of a PDF is drawn, so that the portrait on it is large enough to compare. */
const drawnWidth = 1600

const drawnPage = Effect.fnUntraced(function* (bytes: Uint8Array, page: number) {
  const drawn = (yield* PagePreview).render({ bytes, mime_type: "application/pdf", page, width: drawnWidth })
  return yield* Effect.mapError(
    drawn,
    (failure) => new JobFailed({ reason: failure._tag === "EngineUnavailable" ? failure.reason : "a page that was read cannot be drawn" })
  )
})

const picturesOf = ({ identity_reading }: StoredDocument) => identity_reading?.pictures ?? []
const portraitWidth = (document: StoredDocument): number => Math.max(0, ...picturesOf(document).map(({ portrait }) => portrait?.width ?? 0))

const imageOf = Effect.fnUntraced(function* (document: StoredDocument) {
  const [first, ...others] = picturesOf(document)
  const picture = others.reduce((best, one) => ((one.portrait?.width ?? 0) > (best?.portrait?.width ?? 0) ? one : best), first)
  const bytes = yield* bytesOf(document)
  const drawn = document.mime_type === "application/pdf"
  const image: FaceImage = drawn
    ? { bytes: yield* drawnPage(bytes, picture?.page ?? 1), mime_type: "image/png" }
    : { bytes, mime_type: document.mime_type, turned: picture?.turned ?? 0 }
  const placed = picture === undefined || picture.portrait === null ? null : areaPlace(picture, picture.portrait)
  const portrait: Portrait = { source: "document", image, document_id: document.id, evidence: evidenceIn(document.id, placed) }
  return portrait
})

/** On these the portrait stands on the page of the zone; cards of the size TD1 have it on the other side. */
const besideZone: ReadonlySet<MrzFormat> = new Set<MrzFormat>(["TD2", "TD3", "MRVA", "MRVB", "FR_ID"])
const hasZoneBeside = (document: StoredDocument): boolean =>
  picturesOf(document).some(({ mrz }) => mrz !== null && besideZone.has(mrz.format))

/**
 * The side of an identity document that shows its holder: the page of its zone where the portrait belongs there, however large a face another
 * picture shows; else the one with a portrait, else the front or the first.
 */
const sideOf = (documents: ReadonlyArray<StoredDocument>): StoredDocument | undefined => {
  const readable = documents.filter(({ identity_reading }) => identity_reading !== undefined)
  const zoned = readable.filter(hasZoneBeside)
  // Small copies of a portrait are printed on backs as well: the widest is the portrait itself.
  const [widest] = (zoned.length > 0 ? zoned : readable).toSorted((one, other) => portraitWidth(other) - portraitWidth(one))
  const front = readable.find(({ side }) => side === "front" || side === "spread")
  return widest !== undefined && (zoned.length > 0 || portraitWidth(widest) > 0) ? widest : (front ?? readable[0])
}

export const portraitOf = Effect.fnUntraced(function* (documents: ReadonlyArray<StoredDocument>) {
  const side = sideOf(documents)
  return side === undefined ? null : yield* imageOf(side)
})

/** A genuine document shows one portrait, pictured once or twice. */
const mostOthers = 4

/** Beside a stolen document someone may submit a picture of themselves: whatever else shows a portrait has to show the same person. */
export const otherPortraitsOf = Effect.fnUntraced(function* (documents: ReadonlyArray<StoredDocument>) {
  const side = sideOf(documents)
  const shown = documents.filter((document) => portraitWidth(document) >= leastPortrait)
  const several = shown.some(
    (document) => picturesOf(document).filter(({ portrait }) => (portrait?.width ?? 0) >= leastPortrait).length > 1
  )
  const others = shown.filter(({ id }) => id !== side?.id)
  if (several || others.length > mostOthers) return { portraits: [], uncompared: true } satisfies OtherPortraits
  const found: OtherPortraits = { portraits: yield* Effect.forEach(others, imageOf), uncompared: false }
  return found
})
