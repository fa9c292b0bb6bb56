import { Context, Schema } from "effect"
import { CheckOutcome, CheckType } from "../checks/model.ts"
import { CountryCode } from "../../kernel/foundation/country.ts"
import { idSchema } from "../../kernel/foundation/id.ts"
import { Metadata } from "../../kernel/foundation/metadata.ts"
import { changed, previousStatus } from "../../kernel/events/added.ts"
import { ReasonCode } from "../../kernel/foundation/reason-codes.ts"
import { Label, NoteBody, Tags, Timestamp } from "../../kernel/foundation/text.ts"
import { CasePriority } from "../../verification/case-priority.ts"
import type { BlindSample } from "./blind.ts"
import { SubjectId } from "../screening/subjects/model.ts"
import { SessionId } from "../sessions/model.ts"
import { Conflict } from "../../kernel/foundation/failure.ts"
import { type Originated, resource, type Stored } from "../../kernel/resource/resource.ts"
import { Version } from "../../kernel/resource/version.ts"
import type { CollectionOf } from "../../kernel/storage/collection.ts"
import { EnvironmentName } from "../../kernel/foundation/environment.ts"
import type { ReviewRules } from "../workflows/review-rules.ts"

export const CaseId = idSchema("rvc")
const NoteId = Schema.String.check(Schema.isPattern(/^[0-9a-z_]{1,40}$/u), Schema.isMaxLength(40))

export const CaseStatus = Schema.Literals(["open", "in_review", "escalated", "awaiting_subject", "closed"]).annotate({
  identifier: "CaseStatus"
})
export type CaseStatus = typeof CaseStatus.Type
export const CaseDecision = Schema.Literals(["approved", "rejected", "resubmission_requested", "superseded"]).annotate({
  identifier: "CaseDecision"
})

const id = Schema.String.check(Schema.isMaxCodePoints(64))

const move = { previous_status: previousStatus(CaseStatus) }
const assignment = {
  ...move,
  previously_assigned_to: Schema.optionalKey(
    Schema.NullOr(id).annotate({ description: "Whose the case was before; null where it was no one's" })
  )
}
const decision = {
  ...move,
  decision_reason_codes: Schema.optionalKey(
    Schema.Array(ReasonCode).check(Schema.isMaxLength(50)).annotate({ description: "The reasons that the reviewer gave" })
  )
}
export const addedToCases = {
  "case.updated": { changed: Schema.optionalKey(changed), previous_status: Schema.optionalKey(move.previous_status) },
  "case.claimed": move,
  "case.released": assignment,
  "case.assigned": assignment,
  "case.escalated": assignment,
  "case.approved": decision,
  "case.rejected": decision,
  "case.resubmission-requested": decision,
  "case.reopened": {
    ...move,
    previous_decision: Schema.optionalKey(Schema.NullOr(CaseDecision).annotate({ description: "What the case was decided as before" }))
  },
  "case.note-added": { note_id: NoteId.annotate({ description: "The note; its text is in the answers alone" }) }
} as const

const ChecklistItem = Schema.Struct({
  key: Schema.String.check(Schema.isBetweenCodePoints(1, 64)),
  label: Label,
  done: Schema.Boolean,
  done_by: Schema.NullOr(id),
  done_at: Schema.NullOr(Timestamp)
}).annotate({ identifier: "ChecklistItem" })

/** A review case. */
export const Case = Schema.Struct({
  id: CaseId,
  object: Schema.Literal("case"),
  environment: EnvironmentName,
  session_id: Schema.NullOr(SessionId),
  subject_id: Schema.NullOr(SubjectId).annotate({
    description: "The screening subject that the case is about; null for a case of a session"
  }),
  identity_id: Schema.NullOr(id),
  workflow_id: Schema.NullOr(id),
  status: CaseStatus,
  decision: Schema.NullOr(CaseDecision),
  assigned_to: Schema.NullOr(id),
  priority: CasePriority,
  risk_score: Schema.NullOr(Schema.Int),
  reason_codes: Schema.Array(ReasonCode).check(Schema.isMaxLength(50)),
  tags: Tags,
  queue: Label,
  due_at: Schema.NullOr(Timestamp),
  sla_breached: Schema.Boolean,
  claimed_at: Schema.NullOr(Timestamp),
  entered_review_at: Timestamp,
  escalated_at: Schema.NullOr(Timestamp),
  decided_at: Schema.NullOr(Timestamp),
  closed_at: Schema.NullOr(Timestamp),
  pending_decision: Schema.NullOr(Schema.Struct({ decision: CaseDecision, by: id, at: Timestamp })),
  notes_count: Schema.Int,
  checklist: Schema.Array(ChecklistItem).check(Schema.isMaxLength(50)),
  check_summary: Schema.Array(
    Schema.Struct({
      check_id: id,
      type: CheckType,
      outcome: Schema.NullOr(CheckOutcome),
      reason_codes: Schema.Array(id).check(Schema.isMaxLength(50))
    })
  ).check(Schema.isMaxLength(50)),
  subject: Schema.Struct({
    display_name: Schema.NullOr(Schema.String.check(Schema.isMaxCodePoints(600))),
    country: Schema.NullOr(CountryCode)
  }).annotate({ "x-personal": true }),
  external_reference: Schema.NullOr(Label),
  blind: Schema.Boolean.annotate({
    description: "A second look, in the queue `quality`, at a decision that the case does not show; what it is decided as moves no session"
  }),
  metadata: Metadata,
  version: Version,
  created_at: Timestamp,
  updated_at: Timestamp
}).annotate({ identifier: "Case" })
export interface Case extends Schema.Schema.Type<typeof Case> {}

export interface StoredCase extends Stored<Case, "blind">, Originated, ReviewRules {
  /** Of a blind case alone. */
  readonly sample?: BlindSample
  readonly sequence: number
  readonly priority_rank: number
  readonly country: string | null
  readonly check_types: ReadonlyArray<CheckType>
  readonly has_notes: boolean
  readonly has_screening_hits: boolean
  /** What free-text search looks through: identifiers, reference, tags, display name and notes (see `search-text.ts`). */
  readonly search_text: string
  /** The session or the screening subject while the case is open: either has at most one open case. */
  readonly open_for: string | null
  /** When the personal data of its session was erased; nothing is written to the case from then on. */
  readonly erased_at: string | null
}

export const cases = resource<StoredCase>()({
  object: "case",
  schema: Case,
  table: "cases",
  counted: {
    by: "status",
    left: [
      "workflow_id",
      "status",
      "decision",
      "assigned_to",
      "priority",
      "risk_score",
      "reason_codes",
      "tags",
      "check_types",
      "queue",
      "country",
      "sla_breached",
      "has_screening_hits",
      "has_notes",
      "search_text"
    ]
  },
  listed_by: "entered_review_at",
  sorted_by: ["entered_review_at", "created_at", "updated_at", "claimed_at", "decided_at", "due_at", "priority_rank", "risk_score"],
  columns: {
    session_id: { type: "text" },
    subject_id: { type: "text" },
    identity_id: { type: "text" },
    workflow_id: { type: "text", filtered: true },
    external_reference: { type: "text", form: "NFC" },
    status: { type: "text", filtered: true },
    decision: { type: "text", filtered: true },
    assigned_to: { type: "text", filtered: true },
    priority: { type: "text", filtered: true },
    priority_rank: { type: "number", never_null: true },
    risk_score: { type: "number" },
    reason_codes: { type: "list", kept: true },
    tags: { type: "list", kept: true },
    check_types: { type: "list", kept: true },
    queue: { type: "text", filtered: true },
    country: { type: "text", filtered: true },
    due_at: { type: "text" },
    sla_breached: { type: "boolean", filtered: true },
    has_screening_hits: { type: "boolean", filtered: true },
    has_notes: { type: "boolean", filtered: true },
    claimed_at: { type: "text" },
    entered_review_at: { type: "text", never_null: true },
    decided_at: { type: "text" },
    closed_at: { type: "text" },
    search_text: { type: "text", kept: true },
    open_for: { type: "text" },
    sample_of: { type: "text", path: ["sample", "session_id"] },
    not_for: { type: "text", path: ["sample", "decided_by", "id"] },
    created_at: { type: "text" },
    updated_at: { type: "text" }
  },
  unique: [["open_for"]],
  derived: { blind: ({ sample }) => sample !== undefined },
  snapshot: [
    "id",
    "object",
    "environment",
    "session_id",
    "subject_id",
    "identity_id",
    "workflow_id",
    "external_reference",
    "status",
    "decision",
    "pending_decision",
    "assigned_to",
    "priority",
    "risk_score",
    "reason_codes",
    "tags",
    "queue",
    "due_at",
    "sla_breached",
    "notes_count",
    "entered_review_at",
    "claimed_at",
    "escalated_at",
    "decided_at",
    "closed_at",
    "created_at",
    "updated_at"
  ],
  adds: addedToCases,
  end: {
    at: ({ erased_at }) => erased_at,
    refusal: () =>
      new Conflict<"session_redacted">({
        code: "session_redacted",
        detail: "The personal data of this case was erased, so the case can no longer change."
      })
  }
})
export class CaseStore extends Context.Service<CaseStore, CollectionOf<typeof cases>>()("@vouchkit/core/cases/CaseStore") {}

/** A note on a case. Its body may hold personal data. */
export const CaseNote = Schema.Struct({
  id: NoteId,
  object: Schema.Literal("case_note"),
  environment: EnvironmentName,
  case_id: CaseId,
  body: NoteBody.annotate({ "x-personal": true }),
  author: Schema.Struct({ type: id, id }),
  visibility: Schema.Literals(["internal"]),
  created_at: Timestamp,
  updated_at: Timestamp
}).annotate({ identifier: "CaseNote" })
export interface CaseNote extends Schema.Schema.Type<typeof CaseNote> {}
export interface StoredNote extends Stored<CaseNote> {}
export const caseNotes = resource<StoredNote>()({
  object: "case_note",
  schema: CaseNote,
  table: "case_notes",
  columns: { case_id: { type: "text" }, created_at: { type: "text" } }
})
export class CaseNoteStore extends Context.Service<CaseNoteStore, CollectionOf<typeof caseNotes>>()("@vouchkit/core/cases/CaseNoteStore") {}

export const { present } = cases
export const { present: presentNote } = caseNotes
