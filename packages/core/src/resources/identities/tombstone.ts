import type { Erasure } from "../erasure/redaction.ts"
import { newIdentity, type StoredIdentity } from "./model.ts"

/**
 * The identity without what tells of the person: an identity as it begins, archived, under its own id and type. Every member that stays is named, so
 * that one that is added later goes until someone decides that it may stay.
 */
export const tombstoneOf = (identity: StoredIdentity, erasure: Erasure): StoredIdentity => ({
  ...newIdentity({ id: identity.id, environment: identity.environment, at: identity.created_at }),
  identity_type: identity.identity_type,
  status: "archived",
  session_count: identity.session_count,
  merged_into_id: identity.merged_into_id,
  // The erased subject stays its own, or it would be given a new one.
  ...(identity.screening_subject_id === undefined ? {} : { screening_subject_id: identity.screening_subject_id }),
  archived_at: identity.archived_at ?? erasure.requested_at,
  erasure,
  sequence: identity.sequence,
  version: identity.version,
  updated_at: erasure.requested_at
})
