import type { Effect } from "effect"
import type { Failure } from "../../kernel/foundation/failure.ts"
import type { Condition } from "../../kernel/storage/collection.ts"
import type { RetentionPolicy } from "../../resources/settings/retention-policy.ts"

/** What a policy names, as metrics, audit entries and previews call it. */
export const retentionKinds = [
  "sessions.approved",
  "sessions.declined",
  "sessions.expired",
  "media",
  "biometric_templates",
  "screening",
  "deliveries"
] as const
export type RetentionKind = (typeof retentionKinds)[number]

/** Where a record stands among those of its kind: since when it is kept, and its identifier. */
export interface Place {
  readonly since: string
  readonly id: string
}

/** A locked record whose time is over. */
interface Due<R> {
  readonly place: Place
  /** Sessions and identities of which a legal hold keeps it. */
  readonly covered: ReadonlyArray<string | null>
  /** Its session is not over: someone still works with it. */
  readonly open: boolean
  /** Erases it within the open transaction, with its receipt and its audit entry, and answers whether there was anything to erase. */
  readonly erase: Effect.Effect<boolean, Failure, R>
}

export interface RetentionRule<R> {
  readonly kind: RetentionKind
  readonly days: (policy: RetentionPolicy) => number | undefined
  /** Locks the first that has been kept since `until` or longer and stands behind a place; those that someone else has locked are left to them. */
  readonly lockNext: (until: string, behind: Place | null) => Effect.Effect<Due<R> | undefined, Failure, R>
  /** Of records that have neither receipt nor audit entry of their own: writes one for the turn, in the transaction of its first erasure. */
  readonly noted?: (until: string) => Effect.Effect<void, Failure, R>
  /** How many are due, counted one by one up to a bound, and the first of them. */
  readonly look: (
    until: string,
    limit: number
  ) => Effect.Effect<
    {
      readonly count: number
      readonly count_is_lower_bound: boolean
      readonly first: ReadonlyArray<Pick<Due<R>, "place" | "covered" | "open">>
    },
    Failure,
    R
  >
}

/** Those behind a place, in the order of a column and then of the identifiers. */
export const behindPlace = <Name extends string>(field: Name, place: Place | null): ReadonlyArray<Condition<Name | "id">> =>
  place === null
    ? []
    : [
        { field, op: "gte", value: place.since },
        {
          op: "any",
          of: [
            { field, op: "gt", value: place.since },
            { field: "id", op: "gt", value: place.id }
          ]
        }
      ]
