import { Effect } from "effect"
import type { SearchOptions } from "../../verification/screening/engine/query.ts"
import { effectiveOrganization } from "../settings/organization.ts"
import type { ListThreshold, WeakAliases } from "../settings/screening.ts"
import { standardThreshold } from "./standard-threshold.ts"

/** How the organization at hand screens. */
interface ScreeningRules {
  readonly weak_aliases: WeakAliases
  readonly list_thresholds: ReadonlyArray<ListThreshold>
}

export const screeningRules = Effect.map(effectiveOrganization, ({ screening }): ScreeningRules => {
  const { list_thresholds = [], weak_aliases = "support" } = screening
  return { weak_aliases, list_thresholds }
})

/** What the engine calls it. */
export const weakAliasesIn = { search: "search", support: "evidence", ignore: "ignore" } as const satisfies Record<
  WeakAliases,
  SearchOptions["weak_aliases"]
>

/** Least match score, 0 to 100, at which a hit of the list asks for a person. */
export const thresholdOf = ({ list_thresholds }: Pick<ScreeningRules, "list_thresholds">, list_key: string): number =>
  list_thresholds.find(({ list }) => list === list_key)?.threshold ?? standardThreshold

/** The least of any list. */
export const leastThreshold = ({ list_thresholds }: Pick<ScreeningRules, "list_thresholds">): number =>
  Math.min(standardThreshold, ...list_thresholds.map(({ threshold }) => threshold))

/** The same as a score, 0 to 1: scores are rounded to whole points when a screening is assessed. */
export const asScore = (threshold: number): number => (threshold - 0.5) / 100
