import { Effect, Schema } from "effect"
import { operation, scopes } from "../../kernel/operation/operation.ts"
import { operations } from "../../kernel/operation/record.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import { CountStore, type Numbers, type StoredCount } from "../../resources/audit-findings/counts.ts"
import { monthBefore, monthOf } from "../../resources/audit-findings/periods.ts"
import { CheckType } from "../../resources/checks/model.ts"
import { reportSeries } from "./count-decision.ts"
import { dimensions } from "./person-groups.ts"

/** Smaller groups say more of single people than of an engine. */
const leastShown = 20
const shownGroups = 1000

const whole = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))
const rate = Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1 }))
const change = Schema.Finite.check(Schema.isBetween({ minimum: -1, maximum: 1 }))
const Month = Schema.String.check(
  Schema.isPattern(/^[0-9]{4}-(?:0[1-9]|1[0-2])$/u, { message: "must be a month, such as 2026-01" }),
  Schema.isMaxLength(7)
)

const rateNames = ["pass_rate", "review_rate", "decline_rate", "error_rate", "overturn_rate"] as const

const Group = Schema.Struct({
  dimension: Schema.Literals(dimensions),
  value: Schema.String.check(Schema.isMaxCodePoints(64)),
  n: whole,
  pass_rate: rate,
  review_rate: rate,
  decline_rate: rate,
  error_rate: rate,
  overturn_rate: rate.annotate({ description: "Share of checks whose outcome a person overrode" }),
  drift: Schema.NullOr(
    Schema.Struct({
      n_before: whole,
      pass_rate: change,
      review_rate: change,
      decline_rate: change,
      error_rate: change,
      overturn_rate: change
    }).annotate({ identifier: "QualityDrift" })
  ).annotate({ description: "Each rate less that of the month before; null where that group was too small to be shown" })
}).annotate({ identifier: "QualityGroup" })
type Group = typeof Group.Type

const Report = Schema.Struct({
  object: Schema.Literal("quality_report"),
  month: Month,
  month_before: Month,
  engines: Schema.Array(
    Schema.Struct({ check_type: CheckType, groups: Schema.Array(Group).check(Schema.isMaxLength(shownGroups)) }).annotate({
      identifier: "QualityOfEngine"
    })
  ).check(Schema.isMaxLength(50))
}).annotate({ identifier: "QualityReport" })

const rounded = (value: number): number => Math.round(value * 10_000) / 10_000

const ratesOf = (numbers: Numbers) => {
  const number = (name: string) => numbers[name] ?? 0
  const n = number("passed") + number("review") + number("failed") + number("errored")
  const of = (name: string) => (n === 0 ? 0 : rounded(Math.min(1, number(name) / n)))
  return {
    n,
    pass_rate: of("passed"),
    review_rate: of("review"),
    decline_rate: of("failed"),
    error_rate: of("errored"),
    overturn_rate: of("overturned")
  }
}
type Rates = ReturnType<typeof ratesOf>

const driftOf = (rates: Rates, before: Rates): Group["drift"] => {
  const difference = (name: (typeof rateNames)[number]) => rounded(rates[name] - before[name])
  return before.n < leastShown
    ? null
    : {
        n_before: before.n,
        pass_rate: difference("pass_rate"),
        review_rate: difference("review_rate"),
        decline_rate: difference("decline_rate"),
        error_rate: difference("error_rate"),
        overturn_rate: difference("overturn_rate")
      }
}

/** The groups of an engine that are large enough to be shown, in the order of the dimensions, the largest first. */
const groupsOf = (row: StoredCount | undefined, before: StoredCount | undefined): ReadonlyArray<Group> =>
  dimensions
    .flatMap((dimension) =>
      Object.entries(row?.groups ?? {})
        .filter(([key]) => key.startsWith(`${dimension}=`))
        .map(([key, numbers]) => {
          const rates = ratesOf(numbers)
          return { dimension, value: key.slice(dimension.length + 1), ...rates, drift: driftOf(rates, ratesOf(before?.groups[key] ?? {})) }
        })
        .filter(({ n }) => n >= leastShown)
        .sort((one, other) => other.n - one.n || (one.value < other.value ? -1 : 1))
    )
    .slice(0, shownGroups)

const quality = operation(
  {
    summary: "Get the quality report of a month",
    description:
      "How often each kind of check passed, went to review, failed and could not run in decided sessions, and how often a person overrode it: for everyone, and by country, type of the document, script of the name and age band. `month` is the current one if left out. Groups of fewer than 20 checks are not shown. What was decided in the last hour may not be counted yet.",
    method: "GET",
    path: "/reports/quality",
    access: scopes("audit:read"),
    effect: "read",
    query: { month: Schema.optionalKey(Month).annotateKey({ description: "A month (UTC), such as 2026-01" }) },
    output: Report
  },
  Effect.fnUntraced(function* ({ month: given }) {
    const month = given ?? monthOf(yield* tenantNow)
    const month_before = monthBefore(month)
    const series = CheckType.literals.map(reportSeries)
    const rows = yield* (yield* CountStore).list({
      where: [
        { field: "series", op: "in", values: series },
        { field: "period", op: "in", values: [month, month_before] }
      ],
      limit: series.length * 2
    })
    const rowOf = (type: CheckType, period: string) => rows.find((row) => row.series === reportSeries(type) && row.period === period)
    const engines = CheckType.literals.map((check_type) => ({
      check_type,
      groups: groupsOf(rowOf(check_type, month), rowOf(check_type, month_before))
    }))
    return { object: "quality_report" as const, month, month_before, engines: engines.filter(({ groups }) => groups.length > 0) }
  })
)

export const qualityReport = operations("reports", { quality })
