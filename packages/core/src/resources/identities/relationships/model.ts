import { Context, Schema } from "effect"
import { EnvironmentName } from "../../../kernel/foundation/environment.ts"
import { idSchema } from "../../../kernel/foundation/id.ts"
import { CalendarDate, Timestamp } from "../../../kernel/foundation/text.ts"
import { RowKey } from "../../../kernel/resource/keyed/records.ts"
import { resource, type Stored } from "../../../kernel/resource/resource.ts"
import type { CollectionOf } from "../../../kernel/storage/collection.ts"
import { IdentityId } from "../model.ts"
import { RelationshipStatus } from "./status.ts"

export const RelationshipId = idSchema("rel")

/** The type whose relationships carry a percentage. */
export const ownership = "beneficial_owner_of"

/** Most documents, and most sessions, that one piece of evidence names. */
const mostNamed = 20
export const DocumentIds = Schema.Array(idSchema("doc")).check(Schema.isMaxLength(mostNamed), Schema.isUnique())
export const SessionIds = Schema.Array(idSchema("ses")).check(Schema.isMaxLength(mostNamed), Schema.isUnique())

/** Most pieces of evidence of one relationship: one of each kind. */
const mostEvidence = 5
const EvidenceKind = Schema.Literals(["given", "document", "face", "address", "device"]).annotate({
  description:
    "`given`: named by a request. Of a relationship that the service proposed, the kind of value that both identities share: the number of a document, a face, an address, or a device that its platform vouches for. The value itself is never shown."
})
export const RelationshipEvidence = Schema.Struct({
  kind: EvidenceKind,
  document_ids: DocumentIds,
  session_ids: SessionIds
}).annotate({ identifier: "RelationshipEvidence" })
export interface RelationshipEvidence extends Schema.Schema.Type<typeof RelationshipEvidence> {}

export const Percent = Schema.Finite.check(
  Schema.isBetween({ minimum: 0.01, maximum: 100 }),
  Schema.makeFilter((percent: number) => Math.abs(percent * 100 - Math.round(percent * 100)) < 1e-6 || "must have at most two decimals")
)

/** How two identities are related: `from_id` is to `to_id` what `type` says. */
export const Relationship = Schema.Struct({
  id: RelationshipId,
  object: Schema.Literal("relationship"),
  environment: EnvironmentName,
  type: RowKey,
  inverse_type: RowKey.annotate({ description: "The same relationship read from `to_id`; equal to `type` where both ends are alike" }),
  from_id: IdentityId,
  to_id: IdentityId,
  status: RelationshipStatus,
  source: Schema.Literals(["manual", "system"]).annotate({ description: "`system` where the service proposed it" }),
  confidence: Schema.NullOr(Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1 }))).annotate({
    description: "How sure the service was; null where a request made it"
  }),
  percent: Schema.NullOr(Percent).annotate({ description: "The share of a beneficial owner; null for every other type" }),
  valid_from: Schema.NullOr(CalendarDate),
  valid_to: Schema.NullOr(CalendarDate).annotate({ description: "The last day on which it holds" }),
  evidence: Schema.Array(RelationshipEvidence).check(Schema.isMaxLength(mostEvidence)),
  created_at: Timestamp,
  updated_at: Timestamp
}).annotate({ identifier: "Relationship" })
export interface Relationship extends Schema.Schema.Type<typeof Relationship> {}

/** An end that a merge of identities moved, and whose it was before. */
interface MovedEnd {
  readonly merge_id: string
  readonly end: "from_id" | "to_id"
  readonly identity_id: string
}

export interface StoredRelationship extends Stored<Relationship> {
  /** Type and ends: two identities have one relationship of a type. Null where it counts for nothing. */
  readonly pair_key: string | null
  /** Both ends, by which the relationships of an identity are listed. */
  readonly ends: ReadonlyArray<string>
  /** Whose it was before the last merge that moved it. */
  readonly origin_identity_id: string | null
  /** The merges that moved an end, in their order. */
  readonly moves: ReadonlyArray<MovedEnd>
  readonly merge_ids: ReadonlyArray<string>
  /** The status to come back to, where a merge made it a double or related an identity to itself; it counts as deleted meanwhile. */
  readonly set_aside: { readonly merge_id: string; readonly status: RelationshipStatus } | null
}

export const relationships = resource<StoredRelationship>()({
  object: "relationship",
  schema: Relationship,
  in_schema_order: true,
  table: "identity_relationships",
  counted: { by: "status" },
  columns: {
    type: { type: "text" },
    from_id: { type: "text" },
    to_id: { type: "text" },
    status: { type: "text" },
    pair_key: { type: "text" },
    ends: { type: "list", kept: true },
    origin_identity_id: { type: "text" },
    merge_ids: { type: "list" },
    created_at: { type: "text", never_null: true }
  },
  unique: [["pair_key"]],
  absent: ({ status }) => status === "deleted"
})
export class RelationshipStore extends Context.Service<RelationshipStore, CollectionOf<typeof relationships>>()(
  "@vouchkit/core/identities/RelationshipStore"
) {}

export type Ends = Pick<StoredRelationship, "type" | "inverse_type" | "from_id" | "to_id">

const isSymmetric = ({ inverse_type, type }: Pick<Ends, "type" | "inverse_type">): boolean => type === inverse_type

/** One form of a relationship: of one that reads alike from both ends, the smaller id comes first. */
const inOneForm = <Of extends Ends>(ends: Of): Of =>
  isSymmetric(ends) && ends.to_id < ends.from_id ? { ...ends, from_id: ends.to_id, to_id: ends.from_id } : ends

export const pairKeyOf = (ends: Ends): string => {
  const { from_id, to_id, type } = inOneForm(ends)
  return `${type}/${from_id}/${to_id}`
}

/** The relationship with the members that follow from its ends and from what it counts for. */
export const settledRelationship = (row: StoredRelationship): StoredRelationship => ({
  ...row,
  pair_key: row.status === "deleted" ? null : pairKeyOf(row),
  ends: [row.from_id, row.to_id],
  origin_identity_id: row.moves.at(-1)?.identity_id ?? null,
  merge_ids: [...new Set([...row.moves, ...(row.set_aside === null ? [] : [row.set_aside])].map(({ merge_id }) => merge_id))]
})

/** A relationship as it begins. */
export const newRelationship = (
  ends: Ends,
  said: Pick<
    StoredRelationship,
    "id" | "environment" | "status" | "source" | "confidence" | "percent" | "valid_from" | "valid_to" | "evidence"
  >,
  at: string
): StoredRelationship =>
  settledRelationship({
    ...said,
    ...inOneForm(ends),
    pair_key: null,
    ends: [],
    origin_identity_id: null,
    moves: [],
    merge_ids: [],
    set_aside: null,
    version: 1,
    created_at: at,
    updated_at: at
  })
