import { Context, Schema } from "effect"
import { NoteBody, Timestamp } from "../../../kernel/foundation/text.ts"
import { type Originated, resource, type Stored } from "../../../kernel/resource/resource.ts"
import type { CollectionOf } from "../../../kernel/storage/collection.ts"
import type { EntryPrint } from "../fingerprint.ts"
import { Category } from "../../../verification/screening/category.ts"
import { CoarseFacts, coarseFacts } from "./coarse-facts.ts"
import { HitId, ScreeningId, Versions } from "../screening-model.ts"
import { SubjectId, identifier } from "../subjects/model.ts"
import { PersonSources } from "../../../verification/person-source.ts"
import { EnvironmentName } from "../../../kernel/foundation/environment.ts"
import { CasePriority } from "../../../verification/case-priority.ts"

const personal = { "x-personal": true } as const
/** A word of ours or of a published list. It says nothing of a person, whatever else holds the same word. */
const code = { "x-code": true } as const
const text = (max: number) => Schema.String.check(Schema.isMaxCodePoints(max))
const percent = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 100 }))
/** Words that one name is taken apart into, at most; what lies beyond is not shown. */
export const shownWords = 60
const words = Schema.Array(text(512)).check(Schema.isMaxLength(shownWords)).annotate(personal)

/** Why a hit has its score, as data; names and the subject's facts in it are personal. */
const HitExplanation = Schema.Struct({
  matched_name: Schema.NullOr(text(512).annotate(personal)),
  name_kind: Schema.Literals(["primary", "alias", "weak", "former", "maiden"]),
  query_name: Schema.NullOr(text(512).annotate(personal)),
  match_type: Schema.Literals([
    "identifier",
    "name_exact",
    "aka_exact",
    "transliterated",
    "initials",
    "phonetic",
    "name_fuzzy",
    "aka_fuzzy"
  ]),
  words: Schema.Array(
    Schema.Struct({
      query: text(512).annotate(personal),
      listed: text(512).annotate(personal),
      how: text(32).annotate(code),
      similarity: Schema.Finite,
      weight: Schema.Finite
    }).annotate({ identifier: "AlignedWord" })
  ).check(Schema.isMaxLength(shownWords)),
  unmatched: Schema.Struct({ query: words, listed: words }).annotate({ identifier: "UnmatchedWords" }),
  name_score: Schema.Finite,
  qualifiers: Schema.Array(
    Schema.Struct({
      field: text(32).annotate(code),
      query: Schema.NullOr(text(512)).annotate(personal),
      listed: Schema.NullOr(text(512)).annotate(personal),
      effect: Schema.Finite
    }).annotate({ identifier: "HitQualifier" })
  ).check(Schema.isMaxLength(20))
}).annotate({ identifier: "HitExplanation" })

/** A hit is superseded when it waited for a person while a later screening searched for everything again: the hit of that one waits instead. */
export const ReviewStatus = Schema.Literals([
  "unreviewed",
  "confirmed",
  "false_positive",
  "inconclusive",
  "auto_dismissed",
  "superseded"
]).annotate({ identifier: "HitReviewStatus" })
export type ReviewStatus = typeof ReviewStatus.Type

/** What the list says of the entry, for a reviewer to compare. */
const Evidence = Schema.Struct({
  kind: Schema.Literals(["birth", "birth_place", "country", "identifier", "alias", "position", "program", "reference", "source", "remark"]),
  value: text(2_048)
}).annotate({ identifier: "HitEvidence" })
export const maximumEvidence = 50

const programs = Schema.Array(text(128).annotate(code)).check(Schema.isMaxLength(100))
const score = Schema.NullOr(percent)

/** An entry of a list that may be the subject: how likely it is, and apart from that how much it would weigh. */
export const Hit = Schema.Struct({
  id: HitId,
  object: Schema.Literal("screening_hit"),
  environment: EnvironmentName,
  screening_id: ScreeningId,
  subject_id: SubjectId,
  identity_id: Schema.NullOr(identifier).annotate({ description: "The identity that the subject belongs to; null before it has one" }),
  list_key: text(64),
  list_version: text(64),
  /** Empty once the subject's data was erased. */
  list_entry_id: text(128).annotate(personal),
  entity_type: Schema.Literals(["person", "organization", "vessel", "aircraft", "unknown"]),
  category: Category,
  matched_name: Schema.NullOr(text(512).annotate(personal)),
  match_score: percent,
  component_scores: Schema.Struct({ name: score, date_of_birth: score, country: score, identifier: score }).annotate({
    identifier: "HitComponentScores"
  }),
  risk_score: percent,
  priority: CasePriority,
  evidence: Schema.Array(Evidence).check(Schema.isMaxLength(maximumEvidence)).annotate(personal),
  pep_level: Schema.NullOr(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 4 }))),
  sanction_programs: programs,
  listed_at: Schema.NullOr(text(10)),
  delisted_at: Schema.NullOr(text(10)),
  /** Hits of one screening with the same group are the same listed person on several lists; one decision covers them. */
  group: Schema.NullOr(HitId),
  review_status: ReviewStatus,
  reviewed_by: Schema.NullOr(Schema.Struct({ type: identifier, id: identifier })),
  reviewed_at: Schema.NullOr(Timestamp),
  note: Schema.NullOr(NoteBody.annotate(personal)),
  /** The earlier decision that speaks about this entry. */
  suppression_id: Schema.NullOr(text(64)),
  /** Why an earlier "not a match" does not hold any more: the fields that changed, or that it expired. Empty otherwise. */
  reopened_by: Schema.Array(text(64)).check(Schema.isMaxLength(20)),
  explanation: HitExplanation,
  coarse_facts: CoarseFacts,
  sources: PersonSources.annotate({
    description: "Who says the name or number of a session's person that matched; empty for a subject that was screened by itself"
  }),
  versions: Versions,
  simulated: Schema.Boolean,
  created_at: Timestamp,
  updated_at: Timestamp
}).annotate({ identifier: "ScreeningHit" })
export interface Hit extends Schema.Schema.Type<typeof Hit> {}

export interface StoredHit extends Stored<Hit, "sources" | "identity_id" | "coarse_facts">, Originated {
  /** Absent from hits that were found before there were identities. */
  readonly identity_id?: string | null
  /** Absent from hits that were found before sources were kept. */
  readonly sources?: Hit["sources"]
  readonly sequence: number
  /** Every identifier of the entry, former ones included, so that a decision about it follows it. */
  readonly entry_ids: ReadonlyArray<string>
  /** What identified the entry when it was found, by field; digests alone. */
  readonly entry_print: EntryPrint
  /** An identifier of the subject is the entry's: such a hit is never kept quiet. */
  readonly by_identifier: boolean
}

export const hits = resource<StoredHit>()({
  object: "screening_hit",
  schema: Hit,
  table: "screening_hits",
  sealed: ["explanation"],
  columns: {
    screening_id: { type: "text", filtered: true },
    subject_id: { type: "text", filtered: true },
    list_key: { type: "text" },
    list_entry_id: { type: "text" },
    category: { type: "text", filtered: true },
    review_status: { type: "text", filtered: true },
    match_score: { type: "number", never_null: true },
    risk_score: { type: "number", never_null: true },
    created_at: { type: "text" },
    updated_at: { type: "text" }
  },
  derived: { coarse_facts: coarseFacts, sources: ({ sources = [] }) => sources, identity_id: ({ identity_id = null }) => identity_id },
  snapshot: [
    "id",
    "object",
    "environment",
    "screening_id",
    "subject_id",
    "identity_id",
    "list_key",
    "category",
    "match_score",
    "risk_score",
    "priority",
    "pep_level",
    "review_status",
    "reopened_by",
    "reviewed_at",
    "simulated",
    "created_at",
    "updated_at"
  ]
})
export class HitStore extends Context.Service<HitStore, CollectionOf<typeof hits>>()("@vouchkit/core/screening/HitStore") {}

export const { present: presentHit } = hits
