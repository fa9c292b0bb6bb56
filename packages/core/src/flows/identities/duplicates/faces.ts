import { Effect } from "effect"
import { SessionStore } from "../../../resources/sessions/model.ts"
import { effectiveFaceBands } from "../../../resources/settings/identity-verification.ts"
import { sameModel } from "../../../verification/faces/analysis.ts"
import { FaceIndex, faceSearchLimits } from "../../../verification/faces/face-index.ts"

/** From which similarity two faces are shown as possibly one: a distance of 0.6 of the local model. */
const faceDistance = 0.6
export const likelyFace = 0.9

/** Newest sessions of an identity in which a face is looked for. */
const mostLookedAt = 50
/** Faces that are looked through for those of others. */
const mostFound = faceSearchLimits.most_matches

/** Faces of sessions of others that are near to the newest face of an identity; null where it has none of the current model. */
export const facesLike = Effect.fnUntraced(function* (identity_id: string) {
  const store = yield* SessionStore
  const own = yield* store.list({
    where: [{ field: "identity_id", op: "eq", value: identity_id }],
    order: [{ field: "created_at", direction: "desc" }],
    limit: faceSearchLimits.most_excluded
  })
  const faces = yield* FaceIndex
  const { model } = yield* effectiveFaceBands
  for (const { id } of own.slice(0, mostLookedAt)) {
    const face = (yield* faces.of(id)).find(({ template }) => sameModel(template.model, model))
    if (face === undefined) continue
    const excluding = own.map((session) => session.id)
    const { complete, hits } = yield* faces.search({ template: face.template, limit: mostFound, within: faceDistance, excluding })
    const found = []
    for (const { score, session_id } of hits) {
      const session = yield* store.find(session_id)
      // Sessions of a very large identity beyond those that were excluded are its own all the same.
      if (session !== undefined && session.identity_id !== identity_id) found.push({ session, score })
    }
    return { complete, found }
  }
  return null
})
