import { Schema } from "effect"
import { changed, changedTags, exportId, previousStatus } from "../../kernel/events/added.ts"
import { idSchema } from "../../kernel/foundation/id.ts"
import { ReasonCode } from "../../kernel/foundation/reason-codes.ts"
import { Timestamp } from "../../kernel/foundation/text.ts"
import { NodeId } from "../../verification/workflows/graph.ts"
import { SessionStatus } from "./status.ts"

const move = {
  previous_status: previousStatus(SessionStatus),
  reason_codes: Schema.Array(ReasonCode)
    .check(Schema.isMaxLength(50))
    .annotate({ description: "Why the session is in its new status; empty where nothing needs to be said" })
}
const decision = {
  ...move,
  override: Schema.optionalKey(Schema.Boolean).annotate({
    description: "True where a person decided against an earlier decision; else absent"
  })
}
/** One function moves sessions by every trigger, so that it is not known there whether it has a gate to name. */
const gate = {
  gate_key: Schema.optionalKey(NodeId.annotate({ description: "The gate of the workflow at which the session waits, or waited" })),
  expires_at: Schema.optionalKey(Timestamp.annotate({ description: "Until when the gate takes a decision" }))
}
const maybeMoved = { previous_status: Schema.optionalKey(move.previous_status), reason_codes: Schema.optionalKey(move.reason_codes) }
const link = { link_id: idSchema("vln").annotate({ description: "The verification link" }) }

/** What events say beside the snapshot of their session. */
export const addedToSessions = {
  "session.updated": { changed: Schema.optionalKey(changed), ...maybeMoved },
  "session.tag-added": { changed_tags: changedTags },
  "session.tag-removed": { changed_tags: changedTags },
  "session.started": move,
  "session.resumed": move,
  "session.submitted": move,
  "session.expired": move,
  "session.reprocessed": move,
  "session.review-required": move,
  "session.approved": decision,
  "session.declined": decision,
  "session.resubmission-required": move,
  "session.external-decision-required": { ...move, ...gate },
  "session.external-decision-received": { ...gate, ...maybeMoved },
  "session.link-created": link,
  "session.link-opened": link,
  "session.link-revoked": {
    ...link,
    reason: Schema.optionalKey(Schema.Literals(["invited_again", "invitation_failed"])).annotate({
      description: "Why the service revoked it by itself; absent where a request did"
    })
  },
  "session.invitation-sent": link,
  "session.exported": { export_id: exportId }
} as const
