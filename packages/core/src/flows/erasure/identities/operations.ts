import { Effect, Schema } from "effect"
import { note } from "../../../kernel/audit/log.ts"
import { because } from "../../../kernel/audit/reason.ts"
import { Timestamp } from "../../../kernel/foundation/text.ts"
import { operation, scopes } from "../../../kernel/operation/operation.ts"
import { operations } from "../../../kernel/operation/record.ts"
import { permitErasure } from "../../../resources/erasure/permission.ts"
import { erasureReason } from "../../../resources/erasure/reason.ts"
import { ErasureCounts, ErasureReceipt } from "../../../resources/erasure/receipt.ts"
import { Redaction, redactionOf } from "../../../resources/erasure/redaction.ts"
import { lockAnyIdentity } from "../../../resources/identities/change.ts"
import { IdentityId, IdentityReference } from "../../../resources/identities/model.ts"
import { SessionStore } from "../../../resources/sessions/model.ts"
import { dryRun, tried } from "../dry-run.ts"
import { refuseHeld } from "../../../resources/erasure/holds.ts"
import { coveredBy, eraseIdentity } from "./erase.ts"

const RedactedIdentity = Schema.Struct({
  id: IdentityId,
  object: Schema.Literal("identity"),
  redacted: Schema.Boolean.annotate({ description: "False only of a dry run that found something to erase" }),
  redacted_at: Schema.NullOr(Timestamp),
  redaction: Schema.NullOr(Redaction),
  sessions: Schema.Int.annotate({ description: "Sessions that the identity has, which are erased behind it unless they are kept" }),
  counts: ErasureCounts,
  receipt: Schema.NullOr(ErasureReceipt).annotate({ description: "Of the record of the identity; each of its sessions has one of its own" })
}).annotate({ identifier: "RedactedIdentity" })

const redact = operation(
  {
    summary: "Erase the data of an identity",
    description:
      "Permanently erases the record of the identity at once: names, dates, addresses, numbers, custom fields, tags, metadata, relationships, its screening subject, what undoing a merge would need, and the records that were merged into it. Its sessions are erased behind it within moments, as DELETE /sessions/{session_id}/data does, unless `sessions` is `keep`; `redaction` says when all is done. Sessions that are processing are waited for, and those that await an external decision expire. The identity stays archived under its id. Erasing again changes nothing and returns the same receipt.",
    method: "DELETE",
    path: "/identities/{identity_id}/data",
    access: scopes("redact:write", "identities:write"),
    effect: "destructive",
    params: { identity_id: IdentityReference },
    query: {
      reason: erasureReason,
      sessions: Schema.optionalKey(
        Schema.Literals(["erase", "keep"]).annotate({
          description: "`keep` leaves the sessions of the identity as they are. Default: erase"
        })
      ),
      dry_run: dryRun
    },
    output: RedactedIdentity,
    conflicts: ["invalid_state_transition", "case_closed", "legal_hold"],
    forbidden: ["forbidden"],
    emits: ["identity.redacted", "case.updated", "screening.subject-erased"],
    tool: {
      name: "redact_identity",
      title: "Erase the data of an identity",
      toolset: "privacy",
      idempotent: true,
      description:
        "Permanently erases the record of an identity and, unless sessions is keep, all of its sessions. Its id stays, archived. Use it when the person has to be erased. Not for one session: redact_session. Call with dry_run first: it costs none of these calls. Next: get_identity until redacted."
    }
  },
  Effect.fnUntraced(function* ({ dry_run = false, identity_id, reason, sessions = "erase" }) {
    yield* permitErasure
    yield* because(reason)
    const identity = yield* lockAnyIdentity(identity_id)
    const { id } = identity
    yield* note({ type: "identity", id }, [
      ...(sessions === "keep" ? [{ path: "sessions", from: null, to: "keep" }] : []),
      ...(dry_run ? [{ path: "dry_run", from: null, to: true }] : [])
    ])
    if (identity.erasure === undefined) yield* refuseHeld(yield* coveredBy(id, sessions === "keep"))
    const shared = {
      id,
      object: "identity" as const,
      sessions: yield* (yield* SessionStore).count([{ field: "identity_id", op: "eq", value: id }])
    }
    if (dry_run && identity.erasure === undefined) {
      const { receipt } = yield* tried(eraseIdentity(identity, sessions === "keep"))
      return { ...shared, redacted: false, redacted_at: null, redaction: null, counts: receipt.counts, receipt: null }
    }
    const erasure = identity.erasure ?? (yield* eraseIdentity(identity, sessions === "keep"))
    const { receipt, requested_at } = erasure
    return { ...shared, redacted: true, redacted_at: requested_at, redaction: redactionOf(erasure), counts: receipt.counts, receipt }
  })
)

export const identityErasure = operations("identities", { redact })
