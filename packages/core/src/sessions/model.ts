import { Schema } from "effect"
import { CountryCode } from "../foundation/country.ts"
import { idSchema } from "../foundation/id.ts"
import { Metadata } from "../foundation/metadata.ts"
import { ReasonCode } from "../foundation/reason-codes.ts"
import { CalendarDate, Label, Tags, Timestamp, Url, line } from "../foundation/text.ts"
import { PoaDocumentType } from "../proof-of-address/types.ts"
import type { PoaPolicyLayer } from "../proof-of-address/policy.ts"
import { type CollectionOf, shape } from "../storage/collection.ts"
import { Context } from "effect"
import type { FirstLink } from "./first-link.ts"

export const SessionId = idSchema("ses")
export const EnvironmentName = Schema.Literals(["sandbox", "live"]).annotate({ identifier: "Environment" })

/** Session statuses (decisions 3.1). Redaction is not one of them. */
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

/** What a person can be asked for. */
export const SessionStep = Schema.Literals(["proof_of_address"]).annotate({ identifier: "SessionStep" })
export type SessionStep = typeof SessionStep.Type
const Steps = Schema.Array(SessionStep).check(Schema.isMaxLength(10))

const personal = { "x-personal": true } as const
const text = (max: number) => line(max, personal)
const nullable = <S extends Schema.Codec<any, any>>(schema: S) => Schema.NullOr(schema)

/** An address in parts, for those who have it so. */
export const AddressParts = Schema.Struct({
  line1: Schema.optionalKey(text(255)),
  line2: Schema.optionalKey(text(255)),
  unit: Schema.optionalKey(text(64)),
  house_number: Schema.optionalKey(text(64)),
  street: Schema.optionalKey(text(255)),
  city: Schema.optionalKey(text(255)),
  region: Schema.optionalKey(text(255)),
  postal_code: Schema.optionalKey(text(32)),
  country: Schema.optionalKey(CountryCode)
}).annotate({ identifier: "AddressParts" })
export type AddressParts = typeof AddressParts.Type

/** What the integrator already knows of the person: the reference that evidence is compared with. */
export const Expected = Schema.Struct({
  first_name: Schema.optionalKey(nullable(text(255))),
  last_name: Schema.optionalKey(nullable(text(255))),
  date_of_birth: Schema.optionalKey(nullable(CalendarDate.annotate(personal))),
  address: Schema.optionalKey(
    nullable(
      Schema.Union([
        Schema.String.check(Schema.isBetweenCodePoints(1, 1000)).annotate({ description: "One text, lines or commas between the parts" }),
        AddressParts
      ]).annotate(personal)
    )
  ),
  country: Schema.optionalKey(nullable(CountryCode)),
  document_number: Schema.optionalKey(nullable(text(64)))
}).annotate({ identifier: "Expected" })
export type Expected = typeof Expected.Type

export const Contact = Schema.Struct({
  email: Schema.optionalKey(
    nullable(Schema.String.check(Schema.isPattern(/^[^\s@]{1,64}@[^\s@]{1,190}$/u), Schema.isMaxCodePoints(255)).annotate(personal))
  ),
  phone: Schema.optionalKey(
    nullable(Schema.String.check(Schema.isPattern(/^\+?[0-9 ()./-]{4,32}$/u), Schema.isMaxLength(33)).annotate(personal))
  ),
  locale: Schema.optionalKey(
    nullable(Schema.String.check(Schema.isPattern(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/u), Schema.isMaxLength(35)))
  ),
  send_invitation: Schema.optionalKey(
    Schema.Boolean.annotate({ description: "When the session is created: mail a link to `email`. Later, ask to resend the invitation." })
  )
}).annotate({ identifier: "Contact" })
export type Contact = typeof Contact.Type

export const Actor = Schema.Struct({
  type: Schema.Literals(["api_key", "user", "system", "agent", "subject"]),
  id: Schema.String.check(Schema.isMaxCodePoints(64))
}).annotate({ identifier: "Actor" })

export const SessionDecision = Schema.Struct({
  outcome: Schema.Literals(["approved", "declined"]),
  decided_by: Actor,
  decided_at: Timestamp,
  reason_codes: Schema.Array(ReasonCode).check(Schema.isMaxLength(50)),
  override: Schema.Boolean
}).annotate({ identifier: "SessionDecision" })

export const Risk = Schema.Struct({
  score: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 100 })),
  level: Schema.Literals(["low", "medium", "high", "critical"]),
  signals: Schema.Array(Schema.String.check(Schema.isMaxCodePoints(64))).check(Schema.isMaxLength(50))
}).annotate({ identifier: "Risk" })

/** Answers of a scripted sandbox run (decisions 3.31). */
export const Scenario = Schema.Literals([
  "approved",
  "declined",
  "review",
  "resubmission",
  "sanctions",
  "duplicate",
  "slow",
  "error"
]).annotate({
  identifier: "Scenario"
})
export type Scenario = typeof Scenario.Type

/** A verification session (interface.md part 2, decisions 3.2). */
export const Session = Schema.Struct({
  id: SessionId,
  object: Schema.Literal("session"),
  environment: EnvironmentName,
  status: SessionStatus,
  status_reason_codes: Schema.Array(ReasonCode).check(Schema.isMaxLength(50)),
  decision: nullable(SessionDecision),
  identity_id: nullable(Schema.String.check(Schema.isMaxCodePoints(64))),
  external_reference: nullable(Label),
  workflow_id: Schema.String.check(Schema.isMaxCodePoints(64)),
  workflow_version_id: Schema.String.check(Schema.isMaxCodePoints(64)),
  workflow_run_id: nullable(Schema.String.check(Schema.isMaxCodePoints(64))),
  required_steps: Steps,
  screening: Schema.Boolean,
  completed_steps: Steps,
  resume_state: Schema.Struct({
    next_step: nullable(SessionStep),
    uploaded_doc_types: Schema.Array(PoaDocumentType).check(Schema.isMaxLength(15)),
    attempts_left: Schema.Int
  }),
  expected: Expected,
  contact: Contact,
  redirect_url: nullable(Url),
  tags: Tags,
  metadata: Metadata,
  risk: nullable(Risk),
  resubmission_count: Schema.Int,
  expires_at: nullable(Timestamp),
  expired_reason: nullable(Schema.Literals(["never_started", "abandoned", "forced"])),
  submitted_at: nullable(Timestamp),
  decided_at: nullable(Timestamp),
  redacted_at: nullable(Timestamp),
  sequence: Schema.Int,
  created_at: Timestamp,
  updated_at: Timestamp
}).annotate({ identifier: "Session" })
export interface Session extends Schema.Schema.Type<typeof Session> {}

/** The workflow every organization has from the start: what the session requires, its checks, then the decision. */
export const defaultWorkflow = { id: "wfl_default", version_id: "wfv_default" } as const
export const standardResubmissions = 3

/** What is stored of a session: what the API shows, and what only our own rules read. */
export interface StoredSession extends Omit<Session, "object" | "resume_state" | "screening"> {
  readonly version: number
  readonly uploaded_doc_types: Session["resume_state"]["uploaded_doc_types"]
  readonly max_resubmissions: number
  /** The person is screened against watchlists when the checks run; absent where nobody asked for it. */
  readonly screening?: boolean
  readonly scenario: Scenario | null
  readonly started_at: string | null
  /** Runs of its checks so far; names the current one. */
  readonly run: number
  /** The session's own layer of the proof-of-address policy, and the workflow's, both frozen at creation. */
  readonly policy: PoaPolicyLayer | null
  /** The last invitations that were mailed or are to be, newest first; absent where nobody was ever invited. */
  readonly invitations?: ReadonlyArray<{ readonly link_id: string; readonly at: string }>
  /** Equals the external reference while an open session may be reused, so that two requests at once cannot make two. */
  readonly reuse_key: string | null
  /** The link that was made with the session; null when none was. */
  readonly first_link: FirstLink | null
}

export const sessions = shape<StoredSession>()({
  table: "sessions",
  columns: {
    status: { type: "text" },
    tags: { type: "list" },
    external_reference: { type: "text" },
    identity_id: { type: "text" },
    workflow_id: { type: "text" },
    reuse_key: { type: "text" },
    first_link_hash: { type: "text", path: ["first_link", "token_hash"] },
    expires_at: { type: "text" },
    created_at: { type: "text" },
    updated_at: { type: "text" }
  },
  unique: [["reuse_key"]]
})

export class SessionStore extends Context.Service<SessionStore, CollectionOf<typeof sessions>>()("@vouchkit/core/sessions/SessionStore") {}

/** A session as it begins, before what its creator says of it. */
export const newSession = ({
  at,
  environment,
  id
}: {
  readonly id: string
  readonly environment: StoredSession["environment"]
  readonly at: string
}): StoredSession => ({
  id,
  environment,
  status: "created",
  status_reason_codes: [],
  decision: null,
  identity_id: null,
  external_reference: null,
  workflow_id: defaultWorkflow.id,
  workflow_version_id: defaultWorkflow.version_id,
  workflow_run_id: null,
  required_steps: ["proof_of_address"],
  completed_steps: [],
  uploaded_doc_types: [],
  expected: {},
  contact: {},
  redirect_url: null,
  tags: [],
  metadata: {},
  risk: null,
  resubmission_count: 0,
  max_resubmissions: standardResubmissions,
  expires_at: null,
  expired_reason: null,
  submitted_at: null,
  decided_at: null,
  started_at: null,
  redacted_at: null,
  scenario: null,
  run: 0,
  policy: null,
  reuse_key: null,
  first_link: null,
  sequence: 0,
  version: 1,
  created_at: at,
  updated_at: at
})

const nextStep = ({ completed_steps, required_steps }: StoredSession): SessionStep | null =>
  required_steps.find((step) => !completed_steps.includes(step)) ?? null

/** The session as the API shows it. */
export const present = (stored: StoredSession): Session => ({
  id: stored.id,
  object: "session",
  environment: stored.environment,
  status: stored.status,
  status_reason_codes: stored.status_reason_codes,
  decision: stored.decision,
  identity_id: stored.identity_id,
  external_reference: stored.external_reference,
  workflow_id: stored.workflow_id,
  workflow_version_id: stored.workflow_version_id,
  workflow_run_id: stored.workflow_run_id,
  required_steps: stored.required_steps,
  screening: stored.screening ?? false,
  completed_steps: stored.completed_steps,
  resume_state: {
    next_step: nextStep(stored),
    uploaded_doc_types: stored.uploaded_doc_types,
    attempts_left: Math.max(0, stored.max_resubmissions - stored.resubmission_count)
  },
  expected: stored.expected,
  contact: stored.contact,
  redirect_url: stored.redirect_url,
  tags: stored.tags,
  metadata: stored.metadata,
  risk: stored.risk,
  resubmission_count: stored.resubmission_count,
  expires_at: stored.expires_at,
  expired_reason: stored.expired_reason,
  submitted_at: stored.submitted_at,
  decided_at: stored.decided_at,
  redacted_at: stored.redacted_at,
  sequence: stored.sequence,
  created_at: stored.created_at,
  updated_at: stored.updated_at
})
