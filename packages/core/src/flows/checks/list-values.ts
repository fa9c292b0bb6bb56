import { Effect } from "effect"
import type { StoredDocument } from "../../resources/documents/model.ts"
import { type FaceProblem, lookAtFace } from "../../resources/lists/matching/face-values.ts"
import { lookUpValues, type ShownFaces } from "./list-lookup.ts"
import { JobFailed } from "../../kernel/jobs/job.ts"
import { unavailableCheck } from "../../resources/checks/conclusion.ts"
import type { StandaloneInput } from "../../resources/checks/standalone-input.ts"
import type { StoredCheck } from "../../resources/checks/model.ts"
import type { VerdictReason } from "../../verification/verdict.ts"

type Values = NonNullable<StandaloneInput["values"]>

/** The faces among the values: the id of the document that shows each, and which of the values it is. */
export const facesAmong = (values: Values): ReadonlyArray<{ readonly id: string; readonly index: number }> =>
  values.flatMap(({ type, value }, index) => (type === "face" ? [{ id: value.trim(), index }] : []))

const problemTexts = {
  unreadable: "A picture is damaged or has an unsupported format",
  unsupported_media_type: "A file is not a picture in a format that can be searched for faces",
  too_large: "A picture has too many pixels or bytes",
  face_not_found: "A picture shows no face",
  multiple_faces: "A picture shows more than one face, so the right one is unknown",
  face_unclear: "A picture shows a face that is too small, dark or blurred to compare"
} as const satisfies Record<FaceProblem, string>

/** Someone asked for this face: where none was made out, no list can be said not to hold it. */
const doubtOf = (problem: FaceProblem): VerdictReason => ({ code: problem, severity: "review", message: problemTexts[problem] })

/** What the sandbox says of faces. */
export const simulatedFaces: ShownFaces = {
  templates: null,
  documents: [],
  doubts: [{ code: "face_not_compared", severity: "info", message: "The sandbox examines no pictures: no face was compared with a list" }]
}

const look = (document: StoredDocument) =>
  lookAtFace(document).pipe(
    Effect.catchTag("Conflict", () => Effect.fail(new JobFailed({ reason: "the file is not in the object store" }))),
    Effect.catchTags({
      EngineUnavailable: ({ reason }) => Effect.fail(new JobFailed({ reason: `the face engine is unavailable: ${reason}` })),
      FaceEngineMissing: () => Effect.succeed(null)
    })
  )

/** The faces that documents show; null where the installation has no engine that could make templates of them. */
export const shownBy = Effect.fnUntraced(function* (documents: ReadonlyArray<StoredDocument>) {
  const looks = yield* Effect.forEach(documents, look)
  const templates = looks.map((one) => (one?.problem === null ? one.template : undefined))
  if (looks.includes(null) || templates.includes(null)) return null
  const shown: ShownFaces = {
    documents: documents.map(({ id }) => id),
    templates: templates.filter((template) => template !== undefined && template !== null),
    doubts: looks.flatMap((one) => (one === null || one.problem === null ? [] : [doubtOf(one.problem)]))
  }
  return shown
})

/**
 * Looks values of one person up in the lists and the blocklist. `look` sees the faces that the documents show, where there are faces among the
 * values. The pictures are looked at now, the lists within the transaction that ends the check.
 */
export const judgeListLookUp = Effect.fnUntraced(function* (
  check: StoredCheck,
  values: Values,
  documents: ReadonlyArray<StoredDocument>,
  look: ReturnType<typeof shownBy>
) {
  const faces: ShownFaces | null = facesAmong(values).length > 0 ? yield* look : { templates: null, documents: [], doubts: [] }
  if (faces !== null) return Effect.map(lookUpValues(check, values, faces), ({ finding }) => finding)
  const message = "The faces could not be examined: no engine of this installation can compare them with lists."
  return Effect.succeed(unavailableCheck("list_lookup", check, { message, documents: documents.map(({ id }) => id) }).finding)
})
