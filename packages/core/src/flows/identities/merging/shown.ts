import { Schema } from "effect"
import { idSchema } from "../../../kernel/foundation/id.ts"
import { Timestamp } from "../../../kernel/foundation/text.ts"
import { guardCodes } from "../../../resources/identities/merging/guards.ts"
import { mergeLimits } from "../../../resources/identities/merging/model.ts"
import { type MovedKind, movedKinds } from "../../../resources/identities/merging/snapshot.ts"
import { Identity, IdentityId } from "../../../resources/identities/model.ts"
import type { MergePlan } from "./plan.ts"
import { PreviewToken } from "./preview-token.ts"

export const MergeId = idSchema("mrg")
export const SourceIds = Schema.Array(IdentityId).check(Schema.isBetweenLength(1, mergeLimits.sources), Schema.isUnique())

const Count = Schema.Int
const MergeCounts = Schema.Struct({
  sessions: Count,
  documents: Count,
  cases: Count,
  screening_subjects: Count,
  screenings: Count,
  screening_hits: Count,
  blocklist_entries: Count,
  relationships: Count
}).annotate({ identifier: "MergeCounts", description: "Records that move to the target" })

/** How many records of each kind move. */
export const countsOf = ({ relationships, rows }: Pick<MergePlan, "relationships" | "rows">): (typeof MergeCounts)["Type"] => {
  const of = (kind: MovedKind): number => rows.filter((row) => row.kind === kind).length
  return {
    sessions: of("session"),
    documents: of("document"),
    cases: of("case"),
    screening_subjects: of("screening_subject"),
    screenings: of("screening_record"),
    screening_hits: of("screening_hit"),
    blocklist_entries: of("blocklist_entry"),
    relationships: relationships.length
  }
}

const FieldName = Schema.String.check(Schema.isMaxCodePoints(100))

const MergeConflict = Schema.Struct({
  field: FieldName,
  values: Schema.Array(
    Schema.Struct({ identity_id: IdentityId, value: Schema.Json.annotate({ "x-personal": true, "x-free-form": true }) })
  ).check(Schema.isMaxLength(mergeLimits.sources + 1)),
  taken_from: Schema.NullOr(IdentityId)
}).annotate({ identifier: "MergeConflict", description: "A field of which the identities have several values, and whose the target gets" })

const MergeGuard = Schema.Struct({
  code: Schema.Literals(guardCodes),
  identity_ids: Schema.Array(IdentityId).check(Schema.isMaxLength(mergeLimits.sources + 1))
}).annotate({
  identifier: "MergeGuard",
  description: "A sign that they are not one person: sessions verified different values. Such a merge needs `override_guard`"
})

const Pair = Schema.Array(IdentityId).check(Schema.isBetweenLength(2, 2))

export const MergePreview = Schema.Struct({
  target_id: IdentityId,
  source_ids: SourceIds,
  identity: Identity.annotate({ description: "The target as it would be" }),
  custom_fields: Schema.Record(Schema.String, Schema.Json)
    .annotate({ "x-free-form": true, "x-personal": true, description: "Its custom values, by the keys of their fields" })
    .check(Schema.isMaxProperties(200)),
  counts: MergeCounts,
  conflicts: Schema.Array(MergeConflict).check(Schema.isMaxLength(200)),
  guards: Schema.Array(MergeGuard).check(Schema.isMaxLength(guardCodes.length)),
  do_not_merge: Schema.Array(Pair)
    .check(Schema.isMaxLength(100))
    .annotate({ description: "Pairs that someone marked; while there are any, the merge is refused" }),
  left_out: Schema.Array(Schema.Struct({ field: FieldName, count: Count }))
    .check(Schema.isMaxLength(20))
    .annotate({ description: "Values of lists that had no room in one identity; only the sources keep them" }),
  preview_token: PreviewToken,
  expires_at: Timestamp
}).annotate({ identifier: "MergePreview" })

export const MergedIdentity = Schema.Struct({
  merge_id: MergeId,
  undo_until: Timestamp,
  source_ids: SourceIds,
  counts: MergeCounts,
  identity: Identity
}).annotate({ identifier: "MergedIdentity" })

const ChangedSince = Schema.Struct({
  object: Schema.Literals(["identity", ...movedKinds]),
  id: Schema.String.check(Schema.isMaxCodePoints(64)),
  field: Schema.NullOr(FieldName)
}).annotate({
  identifier: "ChangedSinceMerge",
  description:
    "A field of the target that was changed since and keeps its value; or, without a field, a record that was changed since and went back, or that was erased or moved elsewhere"
})

export const UnmergedIdentities = Schema.Struct({
  merge_id: MergeId,
  identity: Identity,
  sources: Schema.Array(Identity).check(Schema.isMaxLength(mergeLimits.sources)),
  conflicts: Schema.Array(ChangedSince).check(Schema.isMaxLength(mergeLimits.rows + 200))
}).annotate({ identifier: "UnmergedIdentities" })
