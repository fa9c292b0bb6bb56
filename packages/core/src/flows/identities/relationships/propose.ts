import { Effect, Schema } from "effect"
import { record } from "../../../kernel/audit/log.ts"
import { makeId } from "../../../kernel/foundation/id.ts"
import { job } from "../../../kernel/jobs/job.ts"
import { UnitOfWork } from "../../../kernel/storage/unit-of-work.ts"
import { tenantNow } from "../../../kernel/tenancy/tenant-clock.ts"
import { IdentityStore, type StoredIdentity } from "../../../resources/identities/model.ts"
import { announceRelationship, lockBoth } from "../../../resources/identities/relationships/change.ts"
import { newRelationship, RelationshipStore } from "../../../resources/identities/relationships/model.ts"
import { proposeJob } from "../../../resources/identities/relationships/queue.ts"
import { SessionId, SessionStore, type StoredSession } from "../../../resources/sessions/model.ts"
import { type SharedValue, sharedValues } from "./shared-values.ts"

const isApproved = (session: StoredSession | undefined): session is StoredSession & { readonly identity_id: string } =>
  session?.status === "approved" && session.redacted_at === null && session.identity_id !== null

/** Proposes one relationship of two locked identities, unless they have it, or someone dismissed it. */
const propose = Effect.fnUntraced(function* (identity: StoredIdentity, { confidence, evidence, identity_id, type }: SharedValue) {
  const at = yield* tenantNow
  const id = yield* makeId("rel")
  const row = newRelationship(
    { type, inverse_type: type, from_id: identity.id, to_id: identity_id },
    {
      id,
      environment: identity.environment,
      status: "proposed",
      source: "system",
      confidence,
      percent: null,
      valid_from: null,
      valid_to: null,
      evidence: [evidence]
    },
    at
  )
  if (!(yield* (yield* RelationshipStore).insertIfAbsent(row))) return identity
  yield* record({
    action: proposeJob,
    target: { type: "relationship", id },
    changes: [{ path: "status", from: null, to: row.status }],
    outcome: "succeeded"
  })
  return yield* announceRelationship(identity, "identity.relationship-created", row)
})

/**
 * Proposes relationships of the identity of an approved session with those that share a document, a face, an address or an attested device with it. Nothing
 * is proposed twice, so that the job may run again; it ends where the session, or an identity, no longer stands as it did.
 */
const proposeFor = Effect.fnUntraced(function* ({ session_id }: { readonly session_id: string }) {
  const { transaction } = yield* UnitOfWork
  const sessions = yield* SessionStore
  const session = yield* sessions.find(session_id)
  if (!isApproved(session)) return
  const own = yield* (yield* IdentityStore).find(session.identity_id)
  if (own === undefined || own.archived_at !== null) return
  const shared = yield* sharedValues(session, own)
  for (const identity_id of new Set(shared.map((value) => value.identity_id))) {
    yield* transaction(
      Effect.gen(function* () {
        const current = yield* sessions.lock(session_id)
        if (!isApproved(current) || current.identity_id !== own.id) return
        const { one, other } = yield* lockBoth(own.id, identity_id)
        if (one === undefined || one.archived_at !== null || other === undefined || other.archived_at !== null) return
        let identity = one
        for (const value of shared.filter((each) => each.identity_id === identity_id)) identity = yield* propose(identity, value)
      })
    )
  }
})

export const jobs = [
  job({
    name: proposeJob,
    payload: Schema.Struct({ session_id: SessionId }),
    retry_seconds: [2, 10, 60, 600],
    timeout_seconds: 60,
    concurrency: 1,
    handle: proposeFor
  })
] as const
