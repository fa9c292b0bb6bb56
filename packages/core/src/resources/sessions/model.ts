import { Context, Schema } from "effect"
import { idSchema } from "../../kernel/foundation/id.ts"
import { type Erasure, Redaction, redactionOf } from "../erasure/redaction.ts"
import { Metadata } from "../../kernel/foundation/metadata.ts"
import { ReasonCode } from "../../kernel/foundation/reason-codes.ts"
import { Label, Tags, Timestamp, Url } from "../../kernel/foundation/text.ts"
import { PoaDocumentType } from "../../verification/proof-of-address/types.ts"
import type { PoaPolicyLayer } from "../../verification/proof-of-address/policy.ts"
import { type Originated, resource, type Stored } from "../../kernel/resource/resource.ts"
import { Version } from "../../kernel/resource/version.ts"
import type { CollectionOf } from "../../kernel/storage/collection.ts"
import type { GivenChallenges, LivenessChallenge } from "../../verification/faces/liveness/challenge.ts"
import type { ProviderCapture } from "../../verification/faces/liveness/provider-capture.ts"
import type { IdentityDocumentPolicyLayer } from "../../verification/identity-documents/policy.ts"
import { type Answers, Consent, Question } from "./answers.ts"
import { addedToSessions } from "./added.ts"
import type { FirstLink } from "./links/first-link.ts"
import { FollowUp } from "./follow-up.ts"
import { InformationRequest } from "./information-request.ts"
import { sessionRedacted } from "./redacted.ts"
import type { Scenario } from "./scripted.ts"
import { SessionStep } from "../../verification/steps.ts"
import { SessionStatus } from "./status.ts"
import { SupportingRequests } from "./supporting-documents.ts"
import { EnvironmentName } from "../../kernel/foundation/environment.ts"
import { defaultWorkflow } from "../workflows/built-in.ts"
import { Contact, Expected } from "../../verification/subject.ts"

export const SessionId = idSchema("ses")

const Steps = Schema.Array(SessionStep).check(Schema.isMaxLength(10))

const nullable = <S extends Schema.Codec<any, any>>(schema: S) => Schema.NullOr(schema)

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

/** A verification session. */
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
    attempts_left: Schema.Int,
    missing_sides: Schema.Array(Schema.Literals(["front", "back"]))
      .check(Schema.isMaxLength(2))
      .annotate({ description: "Required sides of the identity document that are still missing" })
  }),
  expected: Expected,
  contact: Contact,
  supporting_documents: nullable(SupportingRequests).annotate({ description: "What is asked for, as it was at the creation" }),
  questions: nullable(Schema.Array(Question).check(Schema.isMaxLength(50))),
  consent: nullable(Consent),
  information_request: nullable(InformationRequest).annotate({
    description: "What a reviewer asked the person for, until the session is back in review"
  }),
  follow_up: nullable(FollowUp).annotate({ description: "What the policy asks for after the verification" }),
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
  redaction: nullable(Redaction).annotate({ description: "How far the erasure of the session's data is; null before" }),
  sequence: Schema.Int,
  version: Version,
  created_at: Timestamp,
  updated_at: Timestamp
}).annotate({ identifier: "Session" })
export interface Session extends Schema.Schema.Type<typeof Session> {}

export const standardResubmissions = 3

/** What is stored of a session: what the API shows, and what only our own rules read. */
export interface StoredSession
  extends Stored<
      Session,
      "resume_state" | "screening" | "supporting_documents" | "questions" | "consent" | "information_request" | "follow_up" | "redaction"
    >,
    Originated {
  readonly uploaded_doc_types: Session["resume_state"]["uploaded_doc_types"]
  readonly max_resubmissions: number
  /** The person is screened against watchlists when the checks run; absent where no one asked for it. */
  readonly screening?: boolean
  /** The risk score that its workflow set, and in which run; absent where it set none. */
  readonly risk_set?: { readonly score: number; readonly run: number }
  /** Absent where no supporting documents were asked for. */
  readonly supporting_documents?: typeof SupportingRequests.Type
  /** What the person was asked, and answered; absent where no one asked. */
  readonly questions?: ReadonlyArray<Question>
  readonly answers?: Answers
  /** What the person said to the words of consent, and to which. */
  readonly consent?: Consent
  readonly information_request?: InformationRequest
  /** The steps that are asked for again, while the others keep what was submitted; absent where everything is asked for. */
  readonly asked_again?: ReadonlyArray<SessionStep>
  readonly follow_up?: FollowUp
  /** Absent until its data is erased. */
  readonly erasure?: Erasure
  /** When the follow-up falls due; absent or null once it was taken up. */
  readonly follow_up_at?: string | null
  /** Sides of the identity document that are still to come; absent where none is known to be. */
  readonly missing_sides?: Session["resume_state"]["missing_sides"]
  /** The challenge that its camera has to answer; the last one that was issued. */
  readonly liveness?: LivenessChallenge
  /** Outlives the challenges that it counts; absent where none was ever issued. */
  readonly challenges?: GivenChallenges
  /** The capture that a provider runs in the place of a challenge; the last one that was begun. */
  readonly liveness_session?: ProviderCapture
  /** The session's own layer of the policy for identity documents. */
  readonly identity_policy?: IdentityDocumentPolicyLayer
  readonly scenario: Scenario | null
  readonly started_at: string | null
  /** Runs of its checks so far; names the current one. */
  readonly run: number
  /** The session's own layer of the proof-of-address policy, and the workflow's, both frozen at creation. */
  readonly policy: PoaPolicyLayer | null
  /** The last invitations that were mailed or are to be, newest first; absent where no one was ever invited. */
  readonly invitations?: ReadonlyArray<{ readonly link_id: string; readonly at: string }>
  /** Equals the external reference while an open session may be reused, so that two requests at once cannot make two. */
  readonly reuse_key: string | null
  /** The draft that it is played through, too, once it is decided; absent where there is none. */
  readonly shadow_version_id?: string
  /** Types of events about the session that its run waits for; absent where it waits for none. */
  readonly awaited_events?: ReadonlyArray<string>
  /** The link that was made with the session; null when none was. */
  readonly first_link: FirstLink | null
}

const nextStep = ({ completed_steps, required_steps }: StoredSession): SessionStep | null =>
  required_steps.find((step) => !completed_steps.includes(step)) ?? null

export const sessions = resource<StoredSession>()({
  object: "session",
  schema: Session,
  in_schema_order: true,
  table: "sessions",
  counted: { by: "status", left: ["tags", "external_reference", "identity_id", "workflow_id"] },
  sealed: ["expected", "contact", "answers"],
  columns: {
    status: { type: "text", filtered: true },
    tags: { type: "list", kept: true },
    external_reference: { type: "text", form: "NFC", filtered: true },
    identity_id: { type: "text", filtered: true },
    workflow_id: { type: "text", filtered: true },
    reuse_key: { type: "text" },
    first_link_hash: { type: "text", path: ["first_link", "token_hash"] },
    expires_at: { type: "text" },
    follow_up_at: { type: "text" },
    decided_at: { type: "text" },
    expired_reason: { type: "text" },
    redacted_at: { type: "text" },
    created_at: { type: "text" },
    updated_at: { type: "text" }
  },
  unique: [["reuse_key"]],
  derived: {
    screening: ({ screening = false }) => screening,
    resume_state: (stored) => ({
      next_step: nextStep(stored),
      uploaded_doc_types: stored.uploaded_doc_types,
      attempts_left: Math.max(0, stored.max_resubmissions - stored.resubmission_count),
      missing_sides: stored.missing_sides ?? []
    }),
    supporting_documents: ({ supporting_documents = null }) => supporting_documents,
    questions: ({ questions = null }) => questions,
    consent: ({ consent = null }) => consent,
    follow_up: ({ follow_up = null }) => follow_up,
    redaction: ({ erasure }) => (erasure === undefined ? null : redactionOf(erasure)),
    information_request: ({ information_request = null }) => information_request
  },
  snapshot: [
    "id",
    "object",
    "environment",
    "status",
    "status_reason_codes",
    "decision",
    "identity_id",
    "external_reference",
    "workflow_id",
    "workflow_version_id",
    "required_steps",
    "completed_steps",
    "tags",
    "risk",
    "resubmission_count",
    "expires_at",
    "expired_reason",
    "submitted_at",
    "decided_at",
    "redacted_at",
    "created_at",
    "updated_at"
  ],
  adds: addedToSessions,
  end: {
    at: ({ redacted_at }) => redacted_at,
    refusal: () => sessionRedacted
  }
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

/** The session as the API shows it. */
export const { present } = sessions
