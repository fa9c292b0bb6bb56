import { Context, Schema, Struct } from "effect"
import { CountryCode } from "../../kernel/foundation/country.ts"
import { EnvironmentName } from "../../kernel/foundation/environment.ts"
import { Conflict } from "../../kernel/foundation/failure.ts"
import { idSchema } from "../../kernel/foundation/id.ts"
import { Metadata } from "../../kernel/foundation/metadata.ts"
import { CalendarDate, Label, line, Tags, Timestamp } from "../../kernel/foundation/text.ts"
import { resource, type Stored } from "../../kernel/resource/resource.ts"
import { Version } from "../../kernel/resource/version.ts"
import type { CollectionOf } from "../../kernel/storage/collection.ts"
import { type Erasure, Redaction, redactionOf } from "../erasure/redaction.ts"
import { addedToIdentities } from "./added.ts"
import { IdentityAssurance, noAssurance } from "./assurance.ts"
import { IdentityMonitoring, type StoredMonitoring, notMonitored, shownMonitoring } from "./monitoring/model.ts"
import type { ReverificationNotices } from "./reverification.ts"
import { detailLimits, IdentityMark, sealedFields, ValueOrigin } from "./details.ts"

export const IdentityId = idSchema("idn")

/** The id of an identity, or the external reference under which it was created. */
export const IdentityReference = Label.annotate({ description: "Id of the identity, or its external reference" })

/** What an identity without a type is. */
const defaultIdentityType = "individual"
export const IdentityTypeKey = Schema.String.check(
  Schema.isPattern(/^[a-z][a-z0-9_]{0,63}$/u, { message: "must be the key of an identity type, such as individual" }),
  Schema.isMaxLength(64)
)

const RiskLevel = Schema.Literals(["low", "medium", "high", "critical"])

export const IdentityStatus = Schema.Literals(["active", "flagged", "blocked", "archived"]).annotate({ identifier: "IdentityStatus" })

const personal = { "x-personal": true } as const
const name = Schema.NullOr(line(255, personal))

/** What an identity says of a person in clear, beside what is sealed: names and dates are searched for, and compared. */
export const plainFields = {
  display_name: Schema.NullOr(line(600, { "x-personal": true, description: "Made of the names where no one sets it" })),
  first_name: name,
  middle_name: name,
  last_name: name,
  native_name: Schema.NullOr(line(255, { "x-personal": true, description: "The name in its own script" })),
  aliases: Schema.Array(line(255)).check(Schema.isMaxLength(detailLimits.aliases), Schema.isUnique()).annotate(personal),
  date_of_birth: Schema.NullOr(CalendarDate.annotate(personal)),
  nationality: Schema.NullOr(CountryCode).annotate(personal),
  country_of_residence: Schema.NullOr(CountryCode).annotate(personal)
} as const

const source = Schema.optionalKey(ValueOrigin)
const Sources = Schema.Struct({
  display_name: source,
  first_name: source,
  middle_name: source,
  last_name: source,
  native_name: source,
  aliases: source,
  date_of_birth: source,
  nationality: source,
  country_of_residence: source,
  emails: source,
  phones: source
}).annotate({
  identifier: "IdentitySources",
  description: "Where the values come from, by field. Addresses and identification numbers each name their own source."
})
export type SourcedField = keyof (typeof Sources)["Type"]
/** The fields that have one source for all of their value. */
export const sourcedFields = Struct.keys(Sources.fields)

/** A person, or an organization, over time: what its sessions verified and what callers added. */
export const Identity = Schema.Struct({
  id: IdentityId,
  object: Schema.Literal("identity"),
  environment: EnvironmentName,
  external_reference: Schema.NullOr(Label),
  identity_type: IdentityTypeKey,
  status: IdentityStatus,
  ...plainFields,
  ...sealedFields,
  sources: Sources,
  tags: Tags,
  metadata: Metadata,
  assurance: IdentityAssurance,
  risk: Schema.NullOr(
    Schema.Struct({ score: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 100 })), level: RiskLevel })
  ).annotate({ description: "Of the newest approved session" }),
  monitoring: IdentityMonitoring,
  monitored_lists: Schema.Array(Schema.String.check(Schema.isMaxCodePoints(64)))
    .check(Schema.isMaxLength(100))
    .annotate({ description: "Keys of the watchlists that the identity is screened against; empty means all of them" }),
  screening_subject_id: Schema.NullOr(idSchema("scs")).annotate({
    description: "The screening subject that follows the identity; null until an identity of an earlier release has its own"
  }),
  flagged: Schema.NullOr(IdentityMark),
  blocked: Schema.NullOr(IdentityMark),
  session_count: Schema.Int,
  last_verified_at: Schema.NullOr(Timestamp),
  merged_into_id: Schema.NullOr(IdentityId),
  archived_at: Schema.NullOr(Timestamp),
  redacted_at: Schema.NullOr(Timestamp).annotate({ description: "When its data was erased; it stays archived from then on" }),
  redaction: Schema.NullOr(Redaction).annotate({ description: "How far the erasure of its data is; null before" }),
  version: Version,
  created_at: Timestamp,
  updated_at: Timestamp
}).annotate({ identifier: "Identity" })
export interface Identity extends Schema.Schema.Type<typeof Identity> {}

/** The reason is sealed with the rest of the details. */
type StoredMark = Omit<typeof IdentityMark.Type, "reason">
const shownMark = (mark: StoredMark | null) => (mark === null ? null : { ...mark, reason: null })

/** An identity as it is stored: addresses, mail addresses, phones and identification numbers only within `sealed_details`. */
export interface StoredIdentity
  extends Stored<
      Identity,
      | keyof typeof sealedFields
      | "flagged"
      | "blocked"
      | "monitored_lists"
      | "monitoring"
      | "screening_subject_id"
      | "redacted_at"
      | "redaction"
    >,
    StoredMonitoring {
  readonly flagged: StoredMark | null
  readonly blocked: StoredMark | null
  /** Absent until its data is erased. */
  readonly erasure?: Erasure
  /** Encrypted for this id. */
  readonly sealed_details: string
  /** Keyed digests of what is sealed, by which it is found again. */
  readonly detail_digests: ReadonlyArray<string>
  /** When the next notice falls due that the person has to be verified again; null where none does. Absent before there were any. */
  readonly reverification_at?: string | null
  readonly reverification_notices?: ReverificationNotices
  /** What free-text search looks through: id, reference, names and tags. */
  readonly search_text: string
  readonly sequence: number
}

export const identityArchived = ({ erasure }: Pick<StoredIdentity, "erasure"> = {}) =>
  new Conflict<"identity_archived">({
    code: "identity_archived",
    detail:
      erasure === undefined
        ? "The identity is archived and does not change. Restore it first."
        : "The data of this identity was erased. It stays archived and does not change."
  })

/** A merged identity leads to its target over so many others at most. */
export const mostMerges = 16

/** The refusal of every change of an identity that was merged into another one. */
export const identityMerged = (into: string) =>
  new Conflict<"identity_merged">({
    code: "identity_merged",
    detail: `The identity was merged into ${into}. Change that one, or undo the merge.`,
    context: { merged_into_id: into }
  })

/** An identity that was merged is archived as well. */
const refusal = (row: StoredIdentity): Conflict<"identity_archived"> | Conflict<"identity_merged"> =>
  row.merged_into_id === null || row.erasure !== undefined ? identityArchived(row) : identityMerged(row.merged_into_id)

export const identities = resource<StoredIdentity>()({
  object: "identity",
  schema: Identity,
  in_schema_order: true,
  table: "identities",
  counted: {
    by: "status",
    left: [
      "status",
      "identity_type",
      "external_reference",
      "tags",
      "country_of_residence",
      "nationality",
      "assurance_level",
      "monitoring_status",
      "detail_digests",
      "search_text"
    ]
  },
  columns: {
    status: { type: "text", filtered: true },
    identity_type: { type: "text", filtered: true },
    external_reference: { type: "text", form: "NFC", filtered: true },
    tags: { type: "list", kept: true },
    country_of_residence: { type: "text", filtered: true },
    nationality: { type: "text", filtered: true },
    assurance_level: { type: "text", path: ["assurance", "level"], filtered: true },
    risk_score: { type: "number", path: ["risk", "score"] },
    last_verified_at: { type: "text" },
    date_of_birth: { type: "text" },
    monitoring_status: { type: "text", path: ["monitoring", "status"], filtered: true },
    screening_subject_id: { type: "text" },
    reverification_at: { type: "text" },
    detail_digests: { type: "list", kept: true },
    search_text: { type: "text", kept: true },
    created_at: { type: "text", never_null: true },
    updated_at: { type: "text", never_null: true }
  },
  unique: [["external_reference"]],
  derived: {
    monitoring: (row) => shownMonitoring(row, row.updated_at),
    monitored_lists: ({ monitored_lists = [] }) => monitored_lists,
    screening_subject_id: ({ screening_subject_id = null }) => screening_subject_id,
    redacted_at: ({ erasure }) => erasure?.requested_at ?? null,
    redaction: ({ erasure }) => (erasure === undefined ? null : redactionOf(erasure)),
    flagged: ({ flagged }) => shownMark(flagged),
    blocked: ({ blocked }) => shownMark(blocked),
    conflicts: () => [],
    addresses: () => [],
    emails: () => [],
    phones: () => [],
    identification_numbers: () => []
  },
  snapshot: [
    "id",
    "object",
    "environment",
    "external_reference",
    "identity_type",
    "status",
    "tags",
    "assurance",
    "risk",
    "monitoring",
    "screening_subject_id",
    "flagged",
    "blocked",
    "session_count",
    "last_verified_at",
    "merged_into_id",
    "archived_at",
    "redacted_at",
    "created_at",
    "updated_at"
  ],
  in_events: {
    monitoring: ({ monitoring = notMonitored }) => monitoring,
    flagged: ({ flagged }) => flagged,
    blocked: ({ blocked }) => blocked
  },
  adds: addedToIdentities,
  end: { at: ({ archived_at }) => archived_at, refusal }
})
export class IdentityStore extends Context.Service<IdentityStore, CollectionOf<typeof identities>>()(
  "@vouchkit/core/identities/IdentityStore"
) {}

/** An identity as it begins, before anything is said of it. */
export const newIdentity = ({
  at,
  environment,
  id
}: {
  readonly id: string
  readonly environment: StoredIdentity["environment"]
  readonly at: string
}): StoredIdentity => ({
  id,
  environment,
  external_reference: null,
  identity_type: defaultIdentityType,
  status: "active",
  display_name: null,
  first_name: null,
  middle_name: null,
  last_name: null,
  native_name: null,
  aliases: [],
  date_of_birth: null,
  nationality: null,
  country_of_residence: null,
  sealed_details: "",
  detail_digests: [],
  sources: {},
  tags: [],
  metadata: {},
  assurance: noAssurance,
  risk: null,
  flagged: null,
  blocked: null,
  session_count: 0,
  last_verified_at: null,
  merged_into_id: null,
  archived_at: null,
  search_text: "",
  sequence: 0,
  version: 1,
  created_at: at,
  updated_at: at
})
