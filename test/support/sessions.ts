import type { StoredSession } from "@vouchkit/core/sessions/model"

let made = 0
/** A session as it is stored right after its creation, with what the test cares about changed. */
export const aSession = (overrides: Partial<StoredSession> = {}): StoredSession => {
  made += 1
  return {
    id: `ses_${String(made).padStart(26, "0")}`,
    version: 1,
    environment: "sandbox",
    status: "created",
    status_reason_codes: [],
    decision: null,
    identity_id: null,
    external_reference: null,
    workflow_id: "wfl_default",
    workflow_version_id: "wfv_default",
    workflow_run_id: null,
    required_steps: ["proof_of_address"],
    completed_steps: [],
    uploaded_doc_types: [],
    expected: {},
    contact: {},
    redirect_url: null,
    tags: ["tag"],
    metadata: {},
    risk: null,
    resubmission_count: 0,
    max_resubmissions: 3,
    expires_at: "2026-01-08T00:00:00.000Z",
    expired_reason: null,
    submitted_at: null,
    decided_at: null,
    redacted_at: null,
    started_at: null,
    scenario: null,
    run: 0,
    policy: null,
    reuse_key: null,
    sequence: 0,
    created_at: "2026-01-01T00:00:00.000Z",
    updated_at: "2026-01-01T00:00:00.000Z",
    ...overrides
  }
}
