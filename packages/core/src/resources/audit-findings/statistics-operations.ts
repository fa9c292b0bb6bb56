import { Effect, Schema } from "effect"
import { invalid } from "../../kernel/foundation/failure.ts"
import { CalendarDate } from "../../kernel/foundation/text.ts"
import { after, between, days } from "../../kernel/foundation/time.ts"
import { operation, scopes } from "../../kernel/operation/operation.ts"
import { operations } from "../../kernel/operation/record.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import { CountStore, type Numbers } from "./counts.ts"
import type { FindingKind } from "./model.ts"
import { dayOf } from "./periods.ts"
import { share } from "./wilson.ts"

/** How many days one answer spans. */
const mostDays = 366
const usualDays = 30
/** Groups of one answer, those with the most decisions first. */
const shownGroups = 500

const whole = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))
const rate = Schema.NullOr(Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1 })))

const Agreement = Schema.Struct({
  n: whole.annotate({ description: "Decisions that a second person looked at, blind" }),
  rate: rate.annotate({ description: "Share of them on which both agree; null without any" }),
  lower: rate.annotate({ description: "Wilson's 95 % bounds of the share" }),
  upper: rate
}).annotate({ identifier: "AuditAgreement" })

const Group = Schema.Struct({
  key: Schema.String.check(Schema.isMaxCodePoints(64)),
  decisions: whole,
  approved: whole,
  declined: whole,
  overturn_rate: rate,
  agreement: Agreement,
  findings: Schema.Struct({
    overturned_decision: whole,
    sla_breach: whole,
    stale_list_used: whole,
    low_confidence_auto_approval: whole,
    missing_evidence: whole,
    policy_deviation: whole,
    reviewer_disagreement: whole
  }).annotate({ identifier: "AuditFindingCounts" })
}).annotate({ identifier: "AuditStatisticsGroup" })

const Statistics = Schema.Struct({
  object: Schema.Literal("audit_statistics"),
  from: CalendarDate,
  to: CalendarDate,
  group_by: Schema.Literals(["reviewer", "workflow_version", "check_type"]),
  groups: Schema.Array(Group).check(Schema.isMaxLength(shownGroups))
}).annotate({ identifier: "AuditStatistics" })

const summed = (rows: ReadonlyArray<{ readonly groups: Readonly<Record<string, Numbers>> }>) => {
  const sums = new Map<string, Map<string, number>>()
  for (const { groups } of rows) {
    for (const [key, numbers] of Object.entries(groups)) {
      const sum = sums.get(key) ?? new Map<string, number>()
      for (const [name, value] of Object.entries(numbers)) sum.set(name, (sum.get(name) ?? 0) + value)
      sums.set(key, sum)
    }
  }
  return sums
}

const shown = (key: string, numbers: ReadonlyMap<string, number>): typeof Group.Type => {
  const number = (name: string) => numbers.get(name) ?? 0
  const finding = (kind: FindingKind) => number(`finding.${kind}`)
  const decisions = number("decisions")
  return {
    key,
    decisions,
    approved: number("approved"),
    declined: number("declined"),
    overturn_rate: decisions === 0 ? null : Math.min(1, share(finding("overturned_decision"), decisions).rate ?? 0),
    agreement: share(number("agreed"), number("sampled")),
    findings: {
      overturned_decision: finding("overturned_decision"),
      sla_breach: finding("sla_breach"),
      stale_list_used: finding("stale_list_used"),
      low_confidence_auto_approval: finding("low_confidence_auto_approval"),
      missing_evidence: finding("missing_evidence"),
      policy_deviation: finding("policy_deviation"),
      reviewer_disagreement: finding("reviewer_disagreement")
    }
  }
}

const ends = Effect.fnUntraced(function* (given: { readonly from?: string | undefined; readonly to?: string | undefined }) {
  const to = given.to ?? dayOf(yield* tenantNow)
  const midnight = `${to}T00:00:00.000Z`
  const from = given.from ?? dayOf(after(midnight, -days(usualDays - 1)))
  const span = between(`${from}T00:00:00.000Z`, midnight) / days(1) + 1
  if (span < 1) return yield* invalid(["query", "from"], "period_reversed", "must not be after to")
  if (span > mostDays) return yield* invalid(["query", "from"], "too_long", `must be at most ${mostDays} days before to`)
  return { from, to }
})

const statistics = operation(
  {
    summary: "Get the statistics of the quality audit",
    description:
      "Decisions, findings and agreement by group, of the decisions made from one day to another (UTC, inclusive; at most 366 days, the last 30 if left out). `reviewer` has a group `automatic` for decisions that no person made. What was decided in the last hour may not be counted yet. At most 500 groups, those with the most decisions first.",
    method: "GET",
    path: "/audit-findings/statistics",
    access: scopes("audit:read"),
    effect: "read",
    query: {
      from: Schema.optionalKey(CalendarDate),
      to: Schema.optionalKey(CalendarDate),
      group_by: Schema.optionalKey(Statistics.fields.group_by).annotateKey({ description: "`reviewer` if left out" })
    },
    output: Statistics,
    invalid: ["validation_error"]
  },
  Effect.fnUntraced(function* ({ group_by = "reviewer", ...given }) {
    const { from, to } = yield* ends(given)
    const rows = yield* (yield* CountStore).list({
      where: [
        { field: "series", op: "eq", value: group_by },
        { field: "period", op: "gte", value: from },
        { field: "period", op: "lte", value: to }
      ],
      order: [{ field: "period", direction: "asc" }],
      limit: mostDays
    })
    const groups = [...summed(rows)]
      .map(([key, numbers]) => shown(key, numbers))
      .sort((one, other) => other.decisions - one.decisions || (one.key < other.key ? -1 : 1))
    return { object: "audit_statistics" as const, from, to, group_by, groups: groups.slice(0, shownGroups) }
  })
)

export const auditStatistics = operations("audit_findings", { statistics })
