import { Context, Schema } from "effect"
import { EnvironmentName } from "../../kernel/foundation/environment.ts"
import { idSchema } from "../../kernel/foundation/id.ts"
import { prose, Timestamp } from "../../kernel/foundation/text.ts"
import { days, hours } from "../../kernel/foundation/time.ts"
import { resource, type Stored } from "../../kernel/resource/resource.ts"
import type { CollectionOf } from "../../kernel/storage/collection.ts"

export const ApprovalId = idSchema("apr")

/** How long a person has to decide. */
export const approvalLifetime = hours(24)
/** How long a row says what was decided. */
export const approvalRowLifetime = days(90)
export const mostTargets = 20

export const ApprovalStatus = Schema.Literals(["pending_approval", "approved", "completed", "failed", "rejected", "expired"]).annotate({
  identifier: "ApprovalStatus",
  description:
    "`approved`: it is about to be carried out. `completed`: it was. `failed`: it could not be, and `failure_code` says why. `expired`: no one decided within 24 hours"
})

const Actor = Schema.Struct({
  type: Schema.Literals(["api_key", "user", "system", "agent", "subject"]),
  id: Schema.String.check(Schema.isMaxCodePoints(64))
})

/** A destructive call of an agent that waits for a person, because the organization asks for that. */
export const Approval = Schema.Struct({
  id: ApprovalId,
  object: Schema.Literal("approval"),
  environment: EnvironmentName,
  status: ApprovalStatus,
  tool: Schema.String.check(Schema.isMaxCodePoints(64)).annotate({ description: "The tool that the agent called" }),
  target_ids: Schema.Array(Schema.String.check(Schema.isMaxCodePoints(64)))
    .check(Schema.isMaxLength(mostTargets))
    .annotate({ description: "Identifiers of the records that the call names" }),
  reason: Schema.NullOr(prose(10_000, { "x-personal": true, description: "What the agent gave as its reason; null once it was decided" })),
  requested_by: Actor,
  decided_by: Schema.NullOr(Actor),
  failure_code: Schema.NullOr(Schema.String.check(Schema.isMaxCodePoints(64))),
  expires_at: Timestamp,
  decided_at: Schema.NullOr(Timestamp),
  created_at: Timestamp,
  updated_at: Timestamp
}).annotate({ identifier: "Approval" })
export interface Approval extends Schema.Schema.Type<typeof Approval> {}

export interface StoredApproval extends Stored<Approval, "reason"> {
  /** The name of the operation that the tool means. */
  readonly operation: string
  /** The key that asked: it cannot approve its own call. */
  readonly key_id: string
  /** The same for the same call of the same key while it waits, so that a repeated call is one approval; null afterwards. */
  readonly active_key: string | null
  /** The input of the operation, encrypted for this id: it may name a person. Null once it is of no use any more. */
  readonly sealed_input: string | null
}

export const approvals = resource<StoredApproval>()({
  object: "approval",
  schema: Approval,
  in_schema_order: true,
  table: "approvals",
  columns: {
    status: { type: "text" },
    active_key: { type: "text" },
    expires_at: { type: "text" },
    created_at: { type: "text" },
    updated_at: { type: "text" }
  },
  unique: [["active_key"]],
  derived: { reason: () => null }
})
export class ApprovalStore extends Context.Service<ApprovalStore, CollectionOf<typeof approvals>>()(
  "@vouchkit/core/approvals/ApprovalStore"
) {}
