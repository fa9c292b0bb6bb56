import { Effect } from "effect"
import { announceIdentity } from "../../resources/identities/change.ts"
import { IdentityStore } from "../../resources/identities/model.ts"
import { announceSession } from "../../resources/sessions/change.ts"
import { SessionStore } from "../../resources/sessions/model.ts"

interface Exported {
  readonly subject_id: string
  /** Null where the answer of a request held everything. */
  readonly export_id: string | null
  /** When the export began. */
  readonly since: string
}

/**
 * Announces, under the lock on a session, that its data was exported. Answers `erased`, and announces nothing, where the data was erased since the export
 * began.
 */
export const announceSessionExport = Effect.fnUntraced(function* ({ export_id, since, subject_id }: Exported) {
  const sessions = yield* SessionStore
  const session = yield* sessions.lock(subject_id)
  if (session === undefined || (session.redacted_at !== null && session.redacted_at >= since)) return "erased" as const
  yield* sessions.save(yield* announceSession(session, "session.exported", { export_id }))
  return "announced" as const
})

/** The same for an identity. Whether it was erased meanwhile is what the row of its export says, which erasures end. */
export const announceIdentityExport = Effect.fnUntraced(function* ({ export_id, subject_id }: Exported) {
  const identities = yield* IdentityStore
  const identity = yield* identities.lock(subject_id)
  if (identity === undefined) return "erased" as const
  yield* identities.save(yield* announceIdentity(identity, "identity.exported", { export_id }))
  return "announced" as const
})
