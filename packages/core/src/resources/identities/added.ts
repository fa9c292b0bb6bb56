import { Schema } from "effect"
import { changed, changedTags, exportId, hasReason } from "../../kernel/events/added.ts"
import { idSchema } from "../../kernel/foundation/id.ts"
import { Timestamp } from "../../kernel/foundation/text.ts"
import { RowKey } from "../../kernel/resource/keyed/records.ts"
import { RelationshipStatus } from "./relationships/status.ts"

const mark = { has_reason: hasReason }
const monitoring = { changed, has_reason: hasReason }
const session_id = Schema.optionalKey(idSchema("ses")).annotate({
  description: "The session that the change came from; absent where a request did"
})
const merge = {
  merge_id: idSchema("mrg").annotate({ description: "The merge" }),
  source_ids: Schema.Array(idSchema("idn"))
    .check(Schema.isMaxLength(10))
    .annotate({ description: "The identities that were merged into this one" })
}
const relationship = {
  relationship: Schema.Struct({
    id: idSchema("rel"),
    type: RowKey,
    inverse_type: RowKey.annotate({ description: "The same relationship read from `to_id`" }),
    from_id: idSchema("idn").annotate({ description: "The identity that is to the other what `type` says" }),
    to_id: idSchema("idn").annotate({ description: "The other identity" }),
    status: RelationshipStatus,
    source: Schema.Literals(["manual", "system"]).annotate({ description: "`system` where the service proposed it" }),
    confidence: Schema.NullOr(Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1 }))).annotate({
      description: "How sure the service was; null where a request made it"
    })
  }).annotate({ description: "The relationship as it is after the event" })
}

/** What events say beside the snapshot of their identity. */
export const addedToIdentities = {
  "identity.created": { session_id },
  "identity.updated": { session_id, changed, has_reason: Schema.optionalKey(hasReason) },
  "identity.flagged": mark,
  "identity.unflagged": mark,
  "identity.blocked": mark,
  "identity.unblocked": mark,
  "identity.tag-added": { changed_tags: changedTags },
  "identity.tag-removed": { changed_tags: changedTags },
  "identity.merged": merge,
  "identity.unmerged": {
    ...merge,
    changed: changed.annotate({ description: "Fields that were changed since the merge, and keep their values" })
  },
  "identity.exported": { export_id: exportId },
  "identity.relationship-created": relationship,
  "identity.relationship-deleted": relationship,
  "identity.monitoring-paused": monitoring,
  "identity.monitoring-resumed": monitoring,
  "identity.monitored-lists-updated": {
    monitored_lists: Schema.Array(Schema.String.check(Schema.isMaxCodePoints(64)))
      .check(Schema.isMaxLength(100))
      .annotate({ description: "Keys of the watchlists that the identity is screened against from now on; empty means all of them" })
  },
  "identity.reverification-due": {
    threshold_days: Schema.Literals([30, 7]).annotate({ description: "Days that are left" }),
    valid_until: Timestamp.annotate({ description: "Until when what was verified holds" })
  }
} as const
