import { Schema } from "effect"

/** Session statuses. Redaction is not one of them. */
export const SessionStatus = Schema.Literals([
  "created",
  "in_progress",
  "processing",
  "awaiting_external_decision",
  "in_review",
  "resubmission_required",
  "approved",
  "declined",
  "expired"
]).annotate({ identifier: "SessionStatus" })
export type SessionStatus = typeof SessionStatus.Type
