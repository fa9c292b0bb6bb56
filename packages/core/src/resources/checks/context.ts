import type { StoredSession } from "../sessions/model.ts"

/**
 * What the judging of a check has to know of what it is about. A session is one; a check that stands alone makes one of what it was asked
 * with, under its own id.
 */
export type CheckContext = Pick<
  StoredSession,
  | "id"
  | "environment"
  | "expected"
  | "identity_id"
  | "external_reference"
  | "identity_policy"
  | "policy"
  | "resubmission_count"
  | "max_resubmissions"
  | "liveness"
  | "liveness_session"
  | "updated_at"
>
