import { Effect, Schema } from "effect"
import { BlobStore } from "../../documents/blobs.ts"
import { DocumentId, DocumentStore, type StoredDocument } from "../../documents/model.ts"
import { type Face, type FaceAnalysis, type FaceImage, FaceMatcher, type FaceTemplate } from "../../../verification/faces/analysis.ts"
import { defaultFaceBands } from "../../../verification/faces/bands.ts"
import { selfieLimits } from "../../../verification/faces/match.ts"
import { Conflict, invalid, type Problem, StorageUnavailable } from "../../../kernel/foundation/failure.ts"

type Loc = Problem["loc"]

/** A face as it is listed or looked up, and the picture that shows it. */
interface ShownFace {
  readonly document_id: string
  readonly template: FaceTemplate
}

/** How many pictures of faces are looked up at once. */
export const mostFaces = 3

export const isDocumentId = Schema.is(DocumentId)

export const expectedPicture = "must be the id of a selfie or of a document uploaded with POST /documents, such as doc_…"

const documentOf = Effect.fnUntraced(function* (id: string, loc: Loc, how: "find" | "lock") {
  const document = yield* (yield* DocumentStore)[how](id)
  if (document === undefined || document.status === "redacted") {
    return yield* invalid(loc, "unknown_document", "names no usable document of this organization and environment")
  }
  if (document.kind === "selfie" || document.standalone) return document
  return yield* invalid(loc, "document_kind", "must name a selfie, or a document that was uploaded with POST /documents")
})

/** The picture of a document, and in it the portrait where one was found when the document was read. */
const pictureOf = Effect.fnUntraced(function* ({ blob, identity_reading, mime_type, simulated }: StoredDocument) {
  const bytes = blob === null ? undefined : yield* (yield* BlobStore).get(blob)
  if (bytes === undefined) {
    const detail = simulated
      ? "This document was simulated and has no file."
      : "The file of this document is no longer in the object store."
    return yield* new Conflict({ code: "document_not_available", detail })
  }
  const shows = identity_reading?.pictures.find(({ portrait }) => portrait !== null)
  const image: FaceImage = { bytes, mime_type, turned: shows?.turned ?? 0, place: shows?.portrait ?? null }
  return image
})

/** Why a picture shows no face that could be listed or looked up. */
const problems = {
  unreadable: "cannot be read as a picture",
  unsupported_media_type: "must be a picture: JPEG, PNG, WebP or TIFF",
  too_large: "is a picture with too many pixels or bytes",
  face_not_found: "shows no face",
  multiple_faces: "shows more than one face; send a picture of one person",
  face_unclear: "shows a face that is too small, dark or blurred to compare; send a better picture"
} as const
export type FaceProblem = keyof typeof problems

/** A template of such a face is near to those of many strangers. */
const isUnclear = ({ brightness, sharpness, size }: Face): boolean =>
  size.width < defaultFaceBands.min_portrait_width || sharpness < selfieLimits.least_sharpness || brightness < selfieLimits.least_brightness

const problemOf = ([face, ...others]: FaceAnalysis["faces"]): FaceProblem | null =>
  face === undefined ? "face_not_found" : others.length > 0 ? "multiple_faces" : isUnclear(face) ? "face_unclear" : null

/** What became of a look at a picture: the template is null where the engine makes none. */
type FaceLook = { readonly problem: FaceProblem } | { readonly problem: null; readonly template: FaceTemplate | null }

/**
 * Looks for the one face in the picture of a document. Fails with `Conflict` where the file is gone, and as the engine does that is missing or
 * does not answer.
 */
export const lookAtFace = Effect.fnUntraced(function* (document: StoredDocument) {
  const image = yield* pictureOf(document)
  return yield* (yield* FaceMatcher).analyze(image).pipe(
    Effect.map(({ faces, template }): FaceLook => {
      const problem = problemOf(faces)
      return problem === null ? { problem, template } : { problem }
    }),
    Effect.catchTag("FaceImageUnreadable", ({ code }) => Effect.succeed<FaceLook>({ problem: code }))
  )
})

const noEngine = (detail: string) => new Conflict({ code: "conflict", detail })

const faceIn = Effect.fnUntraced(function* (document: StoredDocument, loc: Loc) {
  const look = yield* lookAtFace(document).pipe(
    Effect.catchTags({
      FaceEngineMissing: () => Effect.fail(noEngine("This installation cannot compare faces: packages of its face engine are missing.")),
      EngineUnavailable: (cause) => Effect.fail(new StorageUnavailable({ cause }))
    })
  )
  if (look.problem !== null) return yield* invalid(loc, look.problem, problems[look.problem])
  return look.template ?? (yield* noEngine("The face engine of this installation makes no templates, so faces cannot be listed."))
})

/**
 * The face in the picture of a document, for a list or a search; `value` is the document's id. Looks at a file, so never within a
 * transaction of a handler. Fails with `InvalidInput` at `loc` for another document or without one clear face, with `Conflict` where the file
 * is gone or no engine can make templates, and as unavailable while the engine does not answer.
 */
export const shownFace = Effect.fnUntraced(function* (value: string, loc: Loc) {
  const document_id = value.trim()
  if (!isDocumentId(document_id)) return yield* invalid(loc, "format", expectedPicture)
  const document = yield* documentOf(document_id, loc, "find")
  const shown: ShownFace = { document_id, template: yield* faceIn(document, loc) }
  return shown
})

/** Fails as `shownFace` does when the document was erased since; locked, it stays until the transaction ends. */
export const stillShown = ({ document_id }: ShownFace, loc: Loc) => Effect.asVoid(documentOf(document_id, loc, "lock"))
