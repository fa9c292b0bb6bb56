import { Context, Schema } from "effect"
import { Assurance } from "../../verification/assurance.ts"
import { mostRestedOn, RestsOn } from "../../verification/evidence/evidence.ts"
import { CheckDetails } from "./details.ts"
import { checkTypes } from "../../verification/check-kinds.ts"
import { idSchema } from "../../kernel/foundation/id.ts"
import { Tags, Timestamp } from "../../kernel/foundation/text.ts"
import { DocumentId } from "../documents/model.ts"
import type { ErasureReceipt } from "../erasure/receipt.ts"
import type { PoaCheckDetails } from "../../verification/proof-of-address/details.ts"
import { PoaPolicy } from "../../verification/proof-of-address/policy.ts"
import { SessionId } from "../sessions/model.ts"
import { resource, type Stored } from "../../kernel/resource/resource.ts"
import type { CollectionOf } from "../../kernel/storage/collection.ts"
import type { StandaloneInput } from "./standalone-input.ts"
import { EnvironmentName } from "../../kernel/foundation/environment.ts"

export const CheckId = idSchema("chk")

/** Check types. The provider label of a check equals its type: vendors are never named. */
export const CheckType = Schema.Literals(checkTypes).annotate({ identifier: "CheckType" })
export type CheckType = typeof CheckType.Type

export const CheckStatus = Schema.Literals(["pending", "running", "completed", "errored", "skipped", "cancelled"]).annotate({
  identifier: "CheckStatus"
})
export const CheckOutcome = Schema.Literals(["passed", "review", "failed", "not_applicable"]).annotate({ identifier: "CheckOutcome" })

const CheckReason = Schema.Struct({
  code: Schema.String.check(Schema.isMaxCodePoints(64)),
  severity: Schema.Literals(["fail", "review", "info"]),
  message: Schema.String.check(Schema.isMaxCodePoints(1000)),
  rests_on: Schema.optionalKey(
    Schema.Array(RestsOn).check(Schema.isMaxLength(mostRestedOn)).annotate({
      description: "The values that the reason speaks of and where they were read; absent from checks made before this was kept"
    })
  )
}).annotate({ identifier: "CheckReason" })

const score = Schema.NullOr(Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1 })))

/** Whether a second provider, which decides nothing, came to the same outcome from the same pictures. It holds nothing of the person. */
export const ShadowAgreement = Schema.Struct({
  check_id: CheckId,
  type: CheckType,
  agrees: Schema.Boolean,
  outcome_deciding: Schema.NullOr(CheckOutcome),
  /** Null where the second provider could not look at the pictures. */
  outcome_shadow: Schema.NullOr(CheckOutcome),
  /** Score of the second provider less that of the first; null where one of them has none. Scales of providers differ. */
  score_difference: Schema.NullOr(Schema.Finite.check(Schema.isBetween({ minimum: -1, maximum: 1 }))),
  at: Timestamp
}).annotate({ identifier: "ShadowAgreement" })
export interface ShadowAgreement extends Schema.Schema.Type<typeof ShadowAgreement> {}

/** A verification check. */
export const Check = Schema.Struct({
  id: CheckId,
  object: Schema.Literal("check"),
  environment: EnvironmentName,
  session_id: Schema.NullOr(SessionId),
  subject: Schema.NullOr(Schema.String.check(Schema.isMaxCodePoints(64))),
  type: CheckType,
  status: CheckStatus,
  passed: Schema.NullOr(Schema.Boolean),
  outcome: Schema.NullOr(CheckOutcome),
  action_override: Schema.NullOr(Schema.Literal("review")),
  score,
  confidence: score,
  threshold: score,
  reasons: Schema.Array(CheckReason).check(Schema.isMaxLength(50)),
  assurance: Assurance.annotate({
    description:
      "How sure the check can be: `cryptographic` (a trusted signature), `template` (the layout of its issuer), `consistency` (sources agree with one another), `data_match` (records were searched) or `none`; `none` too where nothing was found out"
  }),
  details: Schema.NullOr(CheckDetails),
  provider_label: CheckType,
  attempt: Schema.Int,
  max_attempts: Schema.Int,
  retryable: Schema.Boolean,
  overridden: Schema.NullOr(
    Schema.Struct({
      by: Schema.String.check(Schema.isMaxCodePoints(64)),
      at: Timestamp,
      from: Schema.NullOr(CheckOutcome).annotate({ description: "Findings of the check; null if it could not run" }),
      to: CheckOutcome,
      reason: Schema.String.check(Schema.isMaxCodePoints(2000))
    })
  ),
  policy: Schema.NullOr(PoaPolicy),
  input_document_ids: Schema.Array(DocumentId).check(Schema.isMaxLength(50)),
  node_id: Schema.NullOr(Schema.String.check(Schema.isMaxCodePoints(64))),
  simulated: Schema.Boolean,
  shadow: Schema.NullOr(ShadowAgreement),
  started_at: Schema.NullOr(Timestamp),
  completed_at: Schema.NullOr(Timestamp),
  tags: Tags,
  redacted_at: Schema.NullOr(Timestamp),
  created_at: Timestamp,
  updated_at: Timestamp
}).annotate({ identifier: "Check" })
export interface Check extends Schema.Schema.Type<typeof Check> {}

export interface StoredCheck extends Stored<Check, "assurance" | "redacted_at" | "shadow"> {
  /** Absent until the check is made, and from checks that were made before it was kept. */
  readonly assurance?: Assurance
  /** Layout fingerprints of accepted documents that the assurance rests on. */
  readonly rests_on?: ReadonlyArray<string>
  /** Absent until a second provider has run beside the one that decided. */
  readonly shadow?: ShadowAgreement
  /** Absent, as the receipt is, until its personal data is erased. */
  readonly redacted_at?: string
  readonly receipt?: ErasureReceipt
  readonly sequence: number
  /** One check per session, run and type: a handler that runs twice finds the first one. */
  readonly run_key: string | null
  /** Of a check that belongs to no session: what it is made of, while it may still have to be made. */
  readonly input?: StandaloneInput
}

export const checks = resource<StoredCheck>()({
  object: "check",
  schema: Check,
  table: "checks",
  counted: { by: null },
  sealed: ["details", "input"],
  columns: {
    session_id: { type: "text", filtered: true },
    type: { type: "text", filtered: true },
    status: { type: "text", filtered: true },
    outcome: { type: "text", filtered: true },
    tags: { type: "list", kept: true },
    input_document_ids: { type: "list" },
    rests_on: { type: "list" },
    run_key: { type: "text" },
    created_at: { type: "text" }
  },
  unique: [["run_key"]],
  derived: {
    assurance: ({ assurance = "none" }) => assurance,
    shadow: ({ shadow = null }) => shadow,
    redacted_at: ({ redacted_at = null }) => redacted_at
  },
  // What a reason rests on is read by those who may see the documents that it names.
  in_events: { reasons: ({ reasons }) => reasons.map(({ rests_on: _, ...reason }) => reason) },
  snapshot: [
    "id",
    "object",
    "environment",
    "session_id",
    "type",
    "status",
    "passed",
    "outcome",
    "action_override",
    "score",
    "reasons",
    "provider_label",
    "attempt",
    "retryable",
    "simulated",
    "created_at",
    "updated_at"
  ],
  adds: { "check.redacted": { redacted_at: Timestamp.annotate({ description: "When the personal data was erased" }) } }
})
export class CheckStore extends Context.Service<CheckStore, CollectionOf<typeof checks>>()("@vouchkit/core/checks/CheckStore") {}

/** What a proof of address said; null for checks of any other kind. */
export const proofDetails = ({ details }: Pick<Check, "details">): PoaCheckDetails | null =>
  details !== null && "cross_reference" in details ? details : null

export const { present } = checks
