import type { StoredRelationship } from "./model.ts"

/** Most beneficial owners that one organization has, past ones included. */
export const mostOwners = 1_000

export type Share = Pick<StoredRelationship, "percent" | "valid_from" | "valid_to">

/** Before and behind every calendar date. */
const [always, forever] = ["", "~"] as const

/** Shares have two decimals at most, and are added as whole numbers. */
const hundredths = ({ percent }: Share): number => Math.round((percent ?? 0) * 100)

const from = ({ valid_from }: Share): string => valid_from ?? always
const to = ({ valid_to }: Share): string => valid_to ?? forever
const holdsOn = (share: Share, day: string): boolean => from(share) <= day && day <= to(share)

/** How many percent all owners have on the day on which that is most, of the days on which the added share holds. */
export const mostOwned = (shares: ReadonlyArray<Share>, added: Share): number => {
  // The sum only grows where a share begins.
  const beginnings = new Set([from(added), ...shares.map(from).filter((day) => holdsOn(added, day))])
  const sums = [...beginnings].map((day) =>
    shares.reduce((sum, share) => (holdsOn(share, day) ? sum + hundredths(share) : sum), hundredths(added))
  )
  return Math.max(...sums) / 100
}
