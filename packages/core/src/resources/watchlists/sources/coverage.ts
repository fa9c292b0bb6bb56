import { between } from "../../../kernel/foundation/time.ts"
import type { ListStatus } from "../editions/list-editions.ts"

/** How a list stands: `stale` still serves its last good edition. */
type ListState = "not_loaded" | "current" | "stale"

/**
 * A list whose file no one has read whole for longer than this is stale, even when no import failed: three missed refreshes and a day. A list
 * that an organization made itself has no publisher who could be ahead of it: it is current until the next edition.
 */
const usualMaximumAge = 60 * 60 * 60 * 1000

export const listState = (status: ListStatus, now: string, maximum_age_ms: number = usualMaximumAge): ListState => {
  if (status.edition === null) return "not_loaded"
  if (status.stale !== null) return "stale"
  if (status.format === "customer_csv") return "current"
  return status.confirmed_at === null || between(status.confirmed_at, now) > maximum_age_ms ? "stale" : "current"
}
