import { Effect, Schema } from "effect"
import { InvalidInput, invalid } from "../../../kernel/foundation/failure.ts"
import { operation, scopes } from "../../../kernel/operation/operation.ts"
import { operations } from "../../../kernel/operation/record.ts"
import { prose } from "../../../kernel/foundation/text.ts"
import { tenantNow } from "../../../kernel/tenancy/tenant-clock.ts"
import { findStandingIdentity } from "../../../resources/identities/change.ts"
import { FieldPolicy, policyProblems } from "../../../resources/identities/merging/policy.ts"
import { IdentityReference } from "../../../resources/identities/model.ts"
import { presentIdentity, presentOpened } from "../../../resources/identities/sealed.ts"
import { partiesOf } from "./look-up.ts"
import { mergePreviewed } from "./merge.ts"
import { planOf } from "./plan.ts"
import { PreviewToken, previewToken, readPreview, validUntil } from "./preview-token.ts"
import { countsOf, MergedIdentity, MergeId, MergePreview, SourceIds, UnmergedIdentities } from "./shown.ts"
import { undoMerge } from "./unmerge.ts"

const access = scopes("identities:write")
const params = { identity_id: IdentityReference }

const MergeReason = prose(2000, { "x-personal": true, description: "At least 10 characters; kept encrypted in the audit log" }).check(
  Schema.makeFilter((text: string) => [...text.trim()].length >= 10 || "must have at least 10 characters")
)

const preview = operation(
  {
    summary: "Preview a merge of identities",
    description:
      "Writes nothing. Shows the target as it would be, what would move to it, and what speaks against the merge. POST …/merge does exactly what was previewed.",
    method: "POST",
    path: "/identities/{identity_id}/merge-preview",
    access,
    effect: "read",
    params,
    body: { source_ids: SourceIds, field_policy: Schema.optionalKey(FieldPolicy) },
    output: MergePreview,
    conflicts: ["identity_archived", "identity_merged", "value_damaged"]
  },
  Effect.fnUntraced(function* ({ field_policy = "target_wins", identity_id, source_ids }) {
    const { id } = yield* findStandingIdentity(identity_id)
    const problems = policyProblems(field_policy, [id, ...source_ids])
    if (problems.length > 0) return yield* new InvalidInput({ code: "validation_error", problems })
    const previewed = { target_id: id, source_ids, field_policy, at: yield* tenantNow }
    const plan = yield* planOf(yield* partiesOf(id, source_ids, "find"), field_policy, previewed.at)
    const { details, left_out, row } = plan.merged
    return {
      target_id: id,
      source_ids,
      identity: presentOpened({ ...row, version: row.version + 1, updated_at: previewed.at }, details, previewed.at),
      custom_fields: plan.merged_values.shown,
      counts: countsOf(plan),
      conflicts: plan.conflicts.slice(0, 200),
      guards: plan.guards,
      do_not_merge: plan.apart.slice(0, 100),
      left_out,
      preview_token: yield* previewToken(previewed, plan.basis),
      expires_at: validUntil(previewed)
    }
  })
)

const merge = operation(
  {
    summary: "Merge identities into one",
    description:
      "Does what was previewed, in one transaction, or answers 409 `stale_preview`. The sources are archived and lead to the target; their sessions, documents, cases and screening records move to it. `POST …/unmerge` undoes it for 30 days.",
    method: "POST",
    path: "/identities/{identity_id}/merge",
    access,
    effect: "write",
    params,
    body: { preview_token: PreviewToken, reason: MergeReason, override_guard: Schema.optionalKey(Schema.Boolean) },
    output: MergedIdentity,
    conflicts: ["identity_archived", "identity_merged", "stale_preview", "do_not_merge", "merge_guarded", "value_damaged"],
    emits: ["identity.merged", "identity.archived"],
    about: ({ identity }) => identity.id
  },
  Effect.fnUntraced(function* ({ identity_id, override_guard = false, preview_token, reason }) {
    const previewed = yield* readPreview(preview_token)
    const { id } = yield* findStandingIdentity(identity_id)
    if (previewed.target_id !== id) {
      return yield* invalid(["body", "preview_token"], "other_identity", "must be of a preview of this identity")
    }
    const done = yield* mergePreviewed(previewed, { token: preview_token, reason, override_guard })
    return {
      merge_id: done.id,
      undo_until: done.undo_until,
      source_ids: done.source_ids,
      counts: done.counts,
      identity: yield* presentIdentity(done.merged)
    }
  })
)

const unmerge = operation(
  {
    summary: "Undo a merge of identities",
    description:
      "The sources stand again as they were, and what moved goes back. Of the target goes back what the merge changed; `conflicts` names what was changed since and stays. Of several merges the last is undone first.",
    method: "POST",
    path: "/identities/{identity_id}/unmerge",
    access,
    effect: "write",
    params,
    body: { merge_id: MergeId },
    output: UnmergedIdentities,
    conflicts: ["identity_merged", "undo_window_passed"],
    emits: ["identity.unmerged", "identity.restored"],
    about: ({ identity }) => identity.id
  },
  Effect.fnUntraced(function* ({ identity_id, merge_id }) {
    const { conflicts, identity, sources } = yield* undoMerge(identity_id, merge_id)
    return {
      merge_id,
      identity: yield* presentIdentity(identity),
      sources: yield* Effect.forEach(sources, presentIdentity),
      conflicts
    }
  })
)

export const identityMerging = operations("identities", { previewMerge: preview, merge, unmerge })
