import { Effect } from "effect"
import { record } from "../../kernel/audit/log.ts"
import { countedOneByOne } from "../../kernel/storage/collection.ts"
import { SessionStore, type StoredSession } from "../../resources/sessions/model.ts"
import { type AddedFace, FaceIndex } from "../../verification/faces/face-index.ts"
import { eraseTemplates } from "../erasure/parts.ts"
import { isOver, sessionsNamed } from "./of-sessions.ts"
import type { Place, RetentionRule } from "./rule.ts"

/** Erases the templates of a session, and says so. */
const eraseAudited = Effect.fnUntraced(function* (id: string) {
  if (!(yield* eraseTemplates(id))) return false
  const changes = [{ path: "retention", from: null, to: "biometric_templates" }]
  yield* record({ action: "sessions.erase_face_templates", target: { type: "session", id }, changes, outcome: "succeeded" })
  return true
})

const found = ({ added_at, session_id }: AddedFace, session: StoredSession | undefined) => ({
  place: { since: added_at, id: session_id },
  covered: [session_id, session?.identity_id ?? null],
  open: session !== undefined && !isOver(session),
  erase: eraseAudited(session_id)
})

export const faceRule = {
  kind: "biometric_templates",
  days: ({ biometric_templates }) => biometric_templates,
  lockNext: Effect.fnUntraced(function* (until: string, behind: Place | null) {
    const place = behind === null ? null : { session_id: behind.id, added_at: behind.since }
    const [face] = yield* (yield* FaceIndex).addedUntil(until, place, 1)
    return face === undefined ? undefined : found(face, yield* (yield* SessionStore).lock(face.session_id))
  }),
  look: Effect.fnUntraced(function* (until: string, limit: number) {
    const index = yield* FaceIndex
    const count = yield* index.countUntil(until, countedOneByOne + 1)
    const faces = yield* index.addedUntil(until, null, limit)
    const named = yield* sessionsNamed(faces.map(({ session_id }) => session_id))
    const first = faces.map((face) => found(face, named.get(face.session_id)))
    return { count: Math.min(count, countedOneByOne), count_is_lower_bound: count > countedOneByOne, first }
  })
} satisfies RetentionRule<unknown>
