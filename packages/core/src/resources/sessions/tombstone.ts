import type { Erasure } from "../erasure/redaction.ts"
import type { StoredSession } from "./model.ts"

/**
 * The session without what tells of the person: status, times, reason codes and how often it ran stay as evidence of what was decided. Every member
 * that stays is named, so that one that is added later goes until someone decides that it may stay.
 */
export const tombstoneOf = (session: StoredSession, erasure: Erasure): StoredSession => ({
  id: session.id,
  environment: session.environment,
  status: session.status,
  status_reason_codes: session.status_reason_codes,
  decision: session.decision,
  identity_id: session.identity_id,
  ...(session.origin_identity_id === undefined ? {} : { origin_identity_id: session.origin_identity_id }),
  external_reference: null,
  workflow_id: session.workflow_id,
  workflow_version_id: session.workflow_version_id,
  workflow_run_id: session.workflow_run_id,
  required_steps: session.required_steps,
  ...(session.screening === undefined ? {} : { screening: session.screening }),
  completed_steps: session.completed_steps,
  uploaded_doc_types: [],
  expected: {},
  contact: {},
  // That the person agreed, and to which words, has to be shown for longer than the data is kept.
  ...(session.consent === undefined ? {} : { consent: session.consent }),
  redirect_url: null,
  tags: [],
  metadata: {},
  risk: null,
  resubmission_count: session.resubmission_count,
  max_resubmissions: session.max_resubmissions,
  // Nothing waits for the person any more, so nothing runs out.
  expires_at: null,
  expired_reason: session.expired_reason,
  submitted_at: session.submitted_at,
  decided_at: session.decided_at,
  started_at: session.started_at,
  redacted_at: erasure.requested_at,
  erasure,
  scenario: null,
  run: session.run,
  policy: null,
  reuse_key: null,
  first_link: session.first_link,
  sequence: session.sequence,
  version: session.version,
  created_at: session.created_at,
  updated_at: erasure.requested_at
})
