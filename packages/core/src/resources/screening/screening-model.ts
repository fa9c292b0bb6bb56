import { Context, Schema } from "effect"
import { idSchema } from "../../kernel/foundation/id.ts"
import { Timestamp } from "../../kernel/foundation/text.ts"
import { SessionId } from "../sessions/model.ts"
import { type Originated, resource, type Stored } from "../../kernel/resource/resource.ts"
import type { CollectionOf } from "../../kernel/storage/collection.ts"
import { Category } from "../../verification/screening/category.ts"
import { ListThresholds, WeakAliases } from "../settings/screening.ts"
import { SubjectId, identifier } from "./subjects/model.ts"
import { EnvironmentName } from "../../kernel/foundation/environment.ts"

export const ScreeningId = idSchema("scr")
export const HitId = idSchema("hit")

export const Trigger = Schema.Literals(["onboarding", "manual", "monitoring", "list_update", "subject_update"]).annotate({
  identifier: "ScreeningTrigger"
})
export type Trigger = typeof Trigger.Type

export const ScreeningStatus = Schema.Literals([
  "pending",
  "no_hit",
  "in_review",
  "confirmed_hit",
  "cleared",
  "superseded",
  "errored"
]).annotate({
  identifier: "ScreeningStatus"
})
export type ScreeningStatus = typeof ScreeningStatus.Type

/**
 * What keeps a result from being whole: nothing to search, a list that could never be loaded, a list that is not in its newest form, a name of
 * signs or single letters that no one can be found by, or more entries that match than one screening keeps. A result is `partial` exactly when
 * it names one of them.
 */
export const ScreeningError = Schema.Literals([
  "no_list_loaded",
  "list_not_loaded",
  "list_stale",
  "name_not_searchable",
  "too_many_hits"
]).annotate({
  identifier: "ScreeningError"
})
export type ScreeningError = typeof ScreeningError.Type

const key = Schema.String.check(Schema.isMaxCodePoints(64))
const version = Schema.String.check(Schema.isMaxCodePoints(64))
/** How many lists one search covers at most, public and own together. */
export const maximumLists = 500
/** Hits that one screening keeps, best first. */
export const maximumHits = 100

export const SearchedList = Schema.Struct({
  key,
  version,
  published_at: Schema.NullOr(Schema.String.check(Schema.isMaxCodePoints(64))),
  stale: Schema.Boolean
}).annotate({ identifier: "SearchedList" })

/** What made a result: with these it can be computed again. */
export const Versions = Schema.Struct({ engine: version, normaliser: version }).annotate({ identifier: "ScreeningVersions" })

const HitIds = Schema.Array(HitId).check(Schema.isMaxLength(maximumHits))
const count = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: maximumHits }))

export const HitCounts = Schema.Struct({
  total: count,
  unreviewed: count,
  confirmed: count,
  false_positive: count,
  inconclusive: count,
  auto_dismissed: count,
  /** Hits that an earlier decision keeps quiet; they are among the false positives. */
  suppressed: count
}).annotate({ identifier: "ScreeningHitCounts" })
export type HitCounts = typeof HitCounts.Type

/** A screening of one subject against all lists at one time. */
export const Screening = Schema.Struct({
  id: ScreeningId,
  object: Schema.Literal("screening_record"),
  environment: EnvironmentName,
  subject_id: SubjectId,
  session_id: Schema.NullOr(SessionId),
  identity_id: Schema.NullOr(identifier).annotate({ description: "The identity that the subject belongs to; null before it has one" }),
  trigger: Trigger,
  categories: Schema.Array(Category).check(Schema.isMaxLength(5)),
  lists: Schema.Array(SearchedList).check(Schema.isMaxLength(maximumLists)),
  algorithm_version: version,
  versions: Versions,
  threshold: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 100 })),
  list_thresholds: ListThresholds.annotate({
    description: "Watchlists of this screening whose hits needed a review from another match score on than `threshold`"
  }),
  weak_aliases: WeakAliases,
  status: ScreeningStatus,
  partial: Schema.Boolean,
  error_codes: Schema.Array(ScreeningError).check(Schema.isMaxLength(3)),
  hit_counts: HitCounts,
  /** Highest risk of the hits that are neither dismissed nor false positives; null without one. */
  risk_score: Schema.NullOr(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 100 }))),
  previous_screening_id: Schema.NullOr(ScreeningId),
  /** Against the previous screening: hits of this one that are new or changed, and hits of that one that are gone. */
  diff: Schema.NullOr(Schema.Struct({ new: HitIds, changed: HitIds, removed: HitIds }).annotate({ identifier: "ScreeningDiff" })),
  requested_by: Schema.Struct({ type: identifier, id: identifier }),
  simulated: Schema.Boolean,
  completed_at: Schema.NullOr(Timestamp),
  created_at: Timestamp,
  updated_at: Timestamp
}).annotate({ identifier: "Screening" })
export interface Screening extends Schema.Schema.Type<typeof Screening> {}

export interface StoredScreening extends Stored<Screening, "identity_id" | "list_thresholds" | "weak_aliases">, Originated {
  /** Absent from screenings of before there were identities. */
  readonly identity_id?: string | null
  /** Both absent from screenings of before there were settings of them. */
  readonly list_thresholds?: Screening["list_thresholds"]
  readonly weak_aliases?: WeakAliases
  readonly sequence: number
  /** One screening per cause: a job that runs twice finds the first one. Null where no one repeats it. */
  readonly run_key: string | null
  /** Every category was searched, and every list of the subject. Absent from screenings that ended before this was kept. */
  readonly whole?: boolean
}

/** How many lists an event names. */
const namedLists = 50

export const screenings = resource<StoredScreening>()({
  object: "screening_record",
  schema: Screening,
  table: "screenings",
  columns: {
    subject_id: { type: "text", filtered: true },
    session_id: { type: "text", filtered: true },
    status: { type: "text", filtered: true },
    trigger: { type: "text" },
    run_key: { type: "text" },
    created_at: { type: "text" },
    updated_at: { type: "text" }
  },
  unique: [["run_key"]],
  derived: {
    identity_id: ({ identity_id = null }) => identity_id,
    list_thresholds: ({ list_thresholds = [] }) => list_thresholds,
    weak_aliases: ({ weak_aliases = "support" }) => weak_aliases
  },
  snapshot: [
    "id",
    "object",
    "environment",
    "subject_id",
    "session_id",
    "identity_id",
    "trigger",
    "categories",
    "lists",
    "versions",
    "threshold",
    "status",
    "partial",
    "error_codes",
    "hit_counts",
    "risk_score",
    "previous_screening_id",
    "diff",
    "simulated",
    "completed_at",
    "created_at",
    "updated_at"
  ],
  shortened: { lists: namedLists }
})
export class ScreeningStore extends Context.Service<ScreeningStore, CollectionOf<typeof screenings>>()(
  "@vouchkit/core/screening/ScreeningStore"
) {}

export const { present: presentScreening } = screenings
