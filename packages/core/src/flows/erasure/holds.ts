import { Schema } from "effect"
import { prose, Timestamp, TimestampInput } from "../../kernel/foundation/text.ts"
import { dashboard, operation } from "../../kernel/operation/operation.ts"
import { operations } from "../../kernel/operation/record.ts"
import { IdentityReference } from "../../resources/identities/model.ts"
import { holdIdentity, holdSession } from "./set-hold.ts"
import { SessionId } from "../../resources/sessions/model.ts"

const HoldReason = prose(2000, { "x-personal": true, description: "Stored encrypted; also in the audit log" })

const LegalHold = Schema.Struct({
  id: Schema.String.check(Schema.isMaxCodePoints(64)),
  object: Schema.Literals(["session", "identity"]),
  held: Schema.Boolean,
  until: Schema.NullOr(Timestamp),
  set_at: Schema.NullOr(Timestamp)
}).annotate({ identifier: "LegalHold" })

const body = {
  held: Schema.Boolean,
  reason: HoldReason,
  until: Schema.optionalKey(
    Schema.NullOr(TimestampInput).annotate({
      description: "When the hold ends by itself; left out or null for one that is released by hand"
    })
  )
}

const description =
  "No one can erase a held record: 409 `legal_hold`. The hold of an identity covers its sessions. With `held` false the hold is released."

const ofSession = operation(
  {
    summary: "Keep a session from being erased, or release it",
    description,
    method: "PUT",
    path: "/sessions/{session_id}/legal-hold",
    access: dashboard("manage_legal_holds"),
    effect: "write",
    params: { session_id: SessionId },
    body,
    output: LegalHold,
    conflicts: ["session_redacted"],
    forbidden: ["forbidden"]
  },
  ({ session_id, ...wanted }) => holdSession(session_id, wanted)
)

const ofIdentity = operation(
  {
    summary: "Keep an identity and its sessions from being erased, or release them",
    description,
    method: "PUT",
    path: "/identities/{identity_id}/legal-hold",
    access: dashboard("manage_legal_holds"),
    effect: "write",
    params: { identity_id: IdentityReference },
    body,
    output: LegalHold,
    conflicts: ["identity_archived"],
    forbidden: ["forbidden"]
  },
  ({ identity_id, ...wanted }) => holdIdentity(identity_id, wanted)
)

export const sessionHolds = operations("sessions", { setLegalHold: ofSession })
export const identityHolds = operations("identities", { setLegalHold: ofIdentity })
