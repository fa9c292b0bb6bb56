import { Effect, Schema } from "effect"
import { after, days } from "../../kernel/foundation/time.ts"
import { Timestamp } from "../../kernel/foundation/text.ts"
import { operation, scopes } from "../../kernel/operation/operation.ts"
import { operations } from "../../kernel/operation/record.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import { heldAmong } from "../../resources/erasure/holds.ts"
import { effectiveOrganization } from "../../resources/settings/organization.ts"
import { RetentionPolicy } from "../../resources/settings/retention-policy.ts"
import { retentionKinds } from "./rule.ts"
import { rules } from "./rules.ts"

const sampled = 10

const RetentionPreview = Schema.Struct({
  at: Timestamp,
  retention: RetentionPolicy,
  due: Schema.Array(
    Schema.Struct({
      kind: Schema.Literals(retentionKinds),
      days: Schema.Int,
      count: Schema.Int.annotate({ description: "How many are older than the policy says, those that something keeps among them" }),
      count_is_lower_bound: Schema.Boolean,
      sample: Schema.Array(
        Schema.Struct({
          id: Schema.String.check(Schema.isMaxCodePoints(64)),
          since: Timestamp.annotate({ description: "From when it has been kept" }),
          kept_by: Schema.NullOr(Schema.Literals(["legal_hold", "open_session"])).annotate({
            description: "What keeps it although its time is over: a legal hold, or its session that is not over. Null where it would go"
          })
        })
      )
        .check(Schema.isMaxLength(sampled))
        .annotate({ description: "The first that would go" })
    }).annotate({ identifier: "RetentionDue" })
  )
    .check(Schema.isMaxLength(retentionKinds.length))
    .annotate({ description: "One for each kind that the policy names" })
}).annotate({ identifier: "RetentionPreview" })

const preview = operation(
  {
    summary: "List what a retention policy would erase now",
    description:
      "Counts what is older than the policy says, and names the first ten of each kind. Nothing is erased. Without `retention`, the policy that is stored is tried.",
    method: "POST",
    path: "/settings/organization/retention-preview",
    access: scopes("settings:write", "redact:write"),
    effect: "read",
    body: { retention: Schema.optionalKey(RetentionPolicy) },
    output: RetentionPreview
  },
  Effect.fnUntraced(function* (asked) {
    const retention = asked.retention ?? (yield* effectiveOrganization).retention
    const at = yield* tenantNow
    const due: Array<(typeof RetentionPreview.Type)["due"][number]> = []
    for (const rule of rules) {
      const kept_days = rule.days(retention)
      if (kept_days === undefined) continue
      const { count, count_is_lower_bound, first } = yield* rule.look(after(at, -days(kept_days)), sampled)
      const held = new Set(yield* heldAmong(first.flatMap(({ covered }) => covered)))
      const sample = first.map(({ covered, open, place }) => ({
        ...place,
        kept_by: open ? ("open_session" as const) : covered.some((id) => id !== null && held.has(id)) ? ("legal_hold" as const) : null
      }))
      due.push({ kind: rule.kind, days: kept_days, count, count_is_lower_bound, sample })
    }
    return { at, retention, due }
  })
)

export const retentionSettings = operations("settings", { previewRetention: preview })
