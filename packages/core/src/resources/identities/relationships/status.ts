import { Schema } from "effect"

/** Statuses of relationships that hold, or may. */
export const liveStatuses = ["proposed", "confirmed"] as const
export const RelationshipStatus = Schema.Literals([...liveStatuses, "dismissed", "deleted"]).annotate({
  identifier: "RelationshipStatus",
  description:
    "`proposed`: the service found it, and no one has looked at it; `confirmed`: a request made or confirmed it; `dismissed`: a proposal that someone removed and that does not come back; `deleted`: only in the answer that removes one made by a request"
})
export type RelationshipStatus = typeof RelationshipStatus.Type
