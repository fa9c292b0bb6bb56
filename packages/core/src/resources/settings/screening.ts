import { Schema } from "effect"
import { issueCode } from "../../kernel/schema/faults.ts"
import { ListKey } from "../../verification/screening/list-key.ts"

/** What an alias does that its list calls weak. */
export const WeakAliases = Schema.Literals(["search", "support", "ignore"]).annotate({ identifier: "WeakAliases" })
export type WeakAliases = typeof WeakAliases.Type

const most = 100

/** The least score of a hit of one list that asks for a person. */
export const ListThreshold = Schema.Struct({
  list: ListKey.annotate({ description: "Key of the watchlist" }),
  threshold: Schema.Int.check(Schema.isBetween({ minimum: 50, maximum: 100 })).annotate({
    description: "Lowest match score at which a hit of this watchlist needs a review"
  })
}).annotate({ identifier: "ListThreshold" })
export interface ListThreshold extends Schema.Schema.Type<typeof ListThreshold> {}

export const ListThresholds = Schema.Array(ListThreshold).check(Schema.isMaxLength(most))

const eachOnce = (thresholds: ReadonlyArray<ListThreshold>) =>
  new Set(thresholds.map(({ list }) => list)).size === thresholds.length || "must name each watchlist once"

/** How an organization screens, where neither the request nor the workflow says otherwise. */
export const ScreeningSettings = Schema.Struct({
  weak_aliases: Schema.optionalKey(WeakAliases),
  list_thresholds: Schema.optionalKey(
    ListThresholds.check(Schema.makeFilter(eachOnce, { [issueCode]: "duplicate", expected: "each watchlist once" }))
  ).annotateKey({
    description:
      "Lowest match scores that need a review, by watchlist; 72 for every watchlist that is not named. A threshold that a request or a workflow states counts for all of them instead"
  })
}).annotate({
  identifier: "ScreeningSettings",
  description: "How screenings search and judge. After a change, monitored subjects are screened again within minutes"
})
export interface ScreeningSettings extends Schema.Schema.Type<typeof ScreeningSettings> {}

export const standardScreening = { weak_aliases: "support", list_thresholds: [] } as const satisfies Required<ScreeningSettings>
