import type { StoredCase } from "@vouchkit/core/resources/cases/model"
import type { StoredCheck } from "@vouchkit/core/resources/checks/model"
import type { StoredDocument } from "@vouchkit/core/resources/documents/model"
import type { ReportRecords } from "@vouchkit/core/flows/report/records"
import type { StoredHit } from "@vouchkit/core/resources/screening/hits/model"
import type { StoredScreening } from "@vouchkit/core/resources/screening/screening-model"
import { aSession } from "./sessions.ts"

const at = "2026-03-01T12:00:00.000Z"
const idOf = (prefix: string, number: number) => `${prefix}_${String(number).padStart(26, "0")}`
export const all = <A>(rows: ReadonlyArray<A>) => ({ rows, total: rows.length })

export const aCheck = (number: number, overrides: Partial<StoredCheck> = {}): StoredCheck => ({
  id: idOf("chk", number),
  environment: "live",
  session_id: idOf("ses", 1),
  subject: null,
  type: "list_lookup",
  status: "completed",
  passed: true,
  outcome: "passed",
  action_override: null,
  score: 0.914,
  confidence: null,
  threshold: 0.8,
  reasons: [],
  details: null,
  provider_label: "list_lookup",
  attempt: 1,
  max_attempts: 3,
  retryable: false,
  overridden: null,
  policy: null,
  input_document_ids: [],
  node_id: null,
  simulated: false,
  started_at: at,
  completed_at: at,
  tags: [],
  run_key: null,
  sequence: 1,
  version: 1,
  created_at: at,
  updated_at: at,
  ...overrides
})

export const aDocument = (number: number, overrides: Partial<StoredDocument> = {}): StoredDocument =>
  ({
    id: idOf("doc", number),
    environment: "live",
    session_id: idOf("ses", 1),
    identity_id: null,
    standalone: false,
    kind: "proof_of_address",
    document_type: null,
    document_subtype: null,
    poa_document_type: "utility_bill",
    submitted_type: "utility_bill",
    side: "single",
    page_count: 2,
    issuing_country: "GB",
    issuing_region: null,
    status: "processed",
    rejection: null,
    mime_type: "application/pdf",
    size_bytes: 184_220,
    sha256: "3f0c9b7a".repeat(8),
    perceptual_hash: "ab".repeat(32),
    quality: null,
    extracted: null,
    classification: null,
    forensics: null,
    extraction: null,
    duplicate_of: [],
    uploaded_via: "capture",
    attempt: 1,
    simulated: false,
    redacted_at: null,
    blob: "3f0c9b7a".repeat(8),
    text_source: "text_layer",
    file_facts: null,
    sequence: 1,
    version: 1,
    created_at: at,
    updated_at: at,
    ...overrides
  }) as StoredDocument

export const aCase = (overrides: Partial<StoredCase> = {}): StoredCase =>
  ({
    id: idOf("rvc", 1),
    environment: "live",
    session_id: idOf("ses", 1),
    identity_id: null,
    workflow_id: "wfl_default",
    status: "closed",
    decision: "approved",
    assigned_to: "usr_reviewer",
    priority: "high",
    risk_score: 40,
    reason_codes: ["poa_review", "sanctions_hit"],
    tags: [],
    queue: "default",
    due_at: "2026-03-02T12:00:00.000Z",
    sla_breached: false,
    claimed_at: "2026-03-01T13:00:00.000Z",
    entered_review_at: "2026-03-01T12:30:00.000Z",
    escalated_at: null,
    decided_at: "2026-03-01T14:00:00.000Z",
    closed_at: "2026-03-01T14:00:00.000Z",
    pending_decision: null,
    notes_count: 2,
    checklist: [{ key: "name", label: "Compare the name", done: true, done_by: "usr_reviewer", done_at: "2026-03-01T13:30:00.000Z" }],
    check_summary: [],
    subject: { display_name: null, country: null },
    external_reference: null,
    metadata: {},
    version: 1,
    sequence: 1,
    priority_rank: 3,
    country: null,
    check_types: [],
    has_notes: true,
    has_screening_hits: true,
    search_text: "",
    open_for: null,
    erased_at: null,
    created_at: "2026-03-01T12:30:00.000Z",
    updated_at: "2026-03-01T14:00:00.000Z",
    ...overrides
  }) as StoredCase

export const aScreening = (overrides: Partial<StoredScreening> = {}): StoredScreening => ({
  id: idOf("scr", 1),
  environment: "live",
  subject_id: idOf("scs", 1),
  session_id: idOf("ses", 1),
  trigger: "onboarding",
  categories: ["sanctions", "pep"],
  lists: [
    { key: "un_consolidated", version: "2026-02-27.1", published_at: "2026-02-27", stale: false },
    { key: "eu_fsf", version: "2026-02-20.3", published_at: "2026-02-20", stale: true }
  ],
  algorithm_version: "1",
  versions: { engine: "7", normaliser: "4" },
  threshold: 72,
  status: "cleared",
  partial: false,
  error_codes: [],
  hit_counts: { total: 1, unreviewed: 0, confirmed: 0, false_positive: 1, inconclusive: 0, auto_dismissed: 0, suppressed: 0 },
  risk_score: 85,
  previous_screening_id: null,
  diff: null,
  requested_by: { type: "system", id: "system" },
  simulated: false,
  completed_at: at,
  run_key: null,
  sequence: 1,
  version: 1,
  created_at: at,
  updated_at: at,
  ...overrides
})

export const aHit = (overrides: Partial<StoredHit> = {}): StoredHit =>
  ({
    id: idOf("hit", 1),
    environment: "live",
    screening_id: idOf("scr", 1),
    subject_id: idOf("scs", 1),
    list_key: "un_consolidated",
    list_version: "2026-02-27.1",
    list_entry_id: "QDi.001",
    entity_type: "person",
    category: "sanctions",
    matched_name: "Zoltan Brankovic",
    match_score: 81,
    component_scores: { name: 81, date_of_birth: null, country: null, identifier: null },
    risk_score: 85,
    priority: "high",
    evidence: [],
    pep_level: null,
    sanction_programs: [],
    listed_at: null,
    delisted_at: null,
    group: null,
    review_status: "false_positive",
    reviewed_by: { type: "user", id: "usr_reviewer" },
    reviewed_at: "2026-03-01T13:45:00.000Z",
    note: "Another person",
    suppression_id: null,
    reopened_by: [],
    explanation: { qualifiers: [] },
    versions: { engine: "7", normaliser: "4" },
    simulated: false,
    entry_ids: [],
    entry_print: {},
    by_identifier: false,
    sequence: 1,
    version: 1,
    created_at: at,
    updated_at: at,
    ...overrides
  }) as unknown as StoredHit

/** What a proof of address said of a person whom the tests know. */
export const proof = {
  outcome: "review",
  action_override: "review",
  reasons: [],
  policy: {},
  document_type_detected: "utility_bill",
  issuing_country: "GB",
  issuer: "Northern Power Ltd",
  address_type: "residential",
  period_start: "2026-01-01",
  period_end: "2026-01-31",
  holder_names: ["Mrs Adaeze Bello"],
  extracted_address: ["14 Rowan Close", "Leeds", "LS6 2QH"],
  forensics: {
    producer: null,
    creator: null,
    created_at: null,
    modified_at: null,
    revisions: 1,
    signed: false,
    flags: ["edited_software"]
  },
  cross_reference: {
    name_score: 0.97,
    address_score: 0.74,
    component_scores: { postal_code: 1, street: 1, city: 1, house_number: 0, region: null, country: 1, unit: null },
    partial: true,
    partial_reasons: []
  }
}

/** A session of each kind of record, approved by a reviewer. */
export const reportRecords = (overrides: Partial<ReportRecords> = {}): ReportRecords => ({
  organization: { id: "org_acme", name: "Acme Payments Ltd" },
  session: aSession({
    id: idOf("ses", 1),
    environment: "live",
    status: "approved",
    external_reference: "customer 4711",
    completed_steps: ["proof_of_address"],
    expected: {
      first_name: "Adaeze",
      last_name: "Bello",
      date_of_birth: "1988-07-21",
      address: { line1: "14 Rowan Close", city: "Leeds", postal_code: "LS6 2QH", country: "GB" },
      country: "GB",
      document_number: "P1234567"
    },
    decision: {
      outcome: "approved",
      decided_by: { type: "user", id: "usr_reviewer" },
      decided_at: "2026-03-01T14:00:00.000Z",
      reason_codes: [],
      override: false
    },
    submitted_at: at,
    decided_at: "2026-03-01T14:00:00.000Z",
    created_at: "2026-03-01T11:00:00.000Z",
    tags: ["vip", "uk"]
  }),
  attempts: all([
    {
      id: idOf("att", 1),
      environment: "live" as const,
      session_id: idOf("ses", 1),
      number: 1,
      started_at: "2026-03-01T11:30:00.000Z",
      ended_at: at,
      ip: "203.0.113.77",
      country: null,
      device: null,
      network: null,
      outcome: "submitted" as const,
      attempt_key: "a/1",
      version: 1,
      created_at: at,
      updated_at: at
    }
  ]),
  documents: all([aDocument(1)]),
  checks: all([
    aCheck(1, {
      type: "proof_of_address",
      outcome: "review",
      passed: false,
      reasons: [
        { code: "address_below_pass", severity: "review", message: "The address agrees in part only; compare it with the document." },
        { code: "edited_software", severity: "review", message: "The file was saved by editing software." }
      ],
      details: proof as unknown as StoredCheck["details"],
      input_document_ids: [idOf("doc", 1)],
      overridden: { by: "usr_reviewer", at: "2026-03-01T13:50:00.000Z", from: "review", to: "passed", reason: "Compared with the original" }
    }),
    aCheck(2)
  ]),
  screenings: [{ screening: aScreening(), hits: all([aHit()]) }],
  screenings_total: 1,
  cases: all([aCase()]),
  generated_at: "2026-03-05T09:08:07.000Z",
  ...overrides
})
