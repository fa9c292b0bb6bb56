import { Context, Schema } from "effect"
import type { Environment } from "../../../kernel/foundation/environment.ts"
import { idSchema } from "../../../kernel/foundation/id.ts"
import { Label } from "../../../kernel/foundation/text.ts"
import { builtInRow, keyedColumns, keyedFields, keyedRows, keyedUnique, RowKey } from "../../../kernel/resource/keyed/records.ts"
import { resource, type Stored } from "../../../kernel/resource/resource.ts"
import type { CollectionOf } from "../../../kernel/storage/collection.ts"

const TypeKeys = Schema.Array(RowKey).check(Schema.isMaxLength(20), Schema.isUnique())
export const fromTypes = TypeKeys.annotate({ description: "Identity types that the relationship may start from; empty for any" })
export const toTypes = TypeKeys.annotate({ description: "Identity types that the relationship may lead to; empty for any" })
export const MaxPerSource = Schema.NullOr(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 10_000 }))).annotate({
  description: "How many relationships of this type may start from one identity; null for any number"
})

/** A type of relationships between identities, read from the one side and, as its inverse, from the other. */
export const RelationshipType = Schema.Struct({
  id: idSchema("rlt"),
  object: Schema.Literal("relationship_type"),
  ...keyedFields,
  inverse_key: RowKey.annotate({ description: "How the relationship is called from the other side; the key itself where it is symmetric" }),
  inverse_label: Label,
  symmetric: Schema.Boolean,
  from_types: fromTypes,
  to_types: toTypes,
  max_per_source: MaxPerSource
}).annotate({ identifier: "RelationshipType" })
export interface RelationshipType extends Schema.Schema.Type<typeof RelationshipType> {}

export interface StoredRelationshipType extends Stored<RelationshipType> {}
export const relationshipTypes = resource<StoredRelationshipType>()({
  object: "relationship_type",
  schema: RelationshipType,
  in_schema_order: true,
  table: "relationship_types",
  columns: keyedColumns,
  unique: keyedUnique
})
export class RelationshipTypeStore extends Context.Service<RelationshipTypeStore, CollectionOf<typeof relationshipTypes>>()(
  "@vouchkit/core/settings/RelationshipTypeStore"
) {}

/** Key and label of each end; a symmetric one is called the same from both. */
const directed = [
  ["parent_of", "Parent of", "child_of", "Child of"],
  ["guardian_of", "Guardian of", "ward_of", "Ward of"],
  ["director_of", "Director of", "has_director", "Has director"],
  ["beneficial_owner_of", "Beneficial owner of", "owned_by", "Owned by"],
  ["authorized_signatory_of", "Authorized signatory of", "has_signatory", "Has signatory"],
  ["employee_of", "Employee of", "employs", "Employs"],
  ["representative_of", "Representative of", "represented_by", "Represented by"]
] as const
const symmetric = [
  ["spouse_of", "Spouse of"],
  ["sibling_of", "Sibling of"],
  ["household_member", "Member of the same household"],
  ["associate_of", "Associate of"],
  ["duplicate_of", "Duplicate of"],
  ["shares_device", "Shares a device with"],
  ["shares_address", "Shares an address with"],
  ["shares_face", "Shares a face with"]
] as const

const anyone = { from_types: [], to_types: [], max_per_source: null } as const
const builtIn = (environment: Environment): ReadonlyArray<StoredRelationshipType> => [
  ...directed.map(([key, label, inverse_key, inverse_label]) => ({
    ...builtInRow("rlt", key, environment),
    label,
    inverse_key,
    inverse_label,
    symmetric: false,
    ...anyone
  })),
  ...symmetric.map(([key, label]) => ({
    ...builtInRow("rlt", key, environment),
    label,
    inverse_key: key,
    inverse_label: label,
    symmetric: true,
    ...anyone
  }))
]

export const relationshipTypeRows = keyedRows({
  prefix: "rlt",
  noun: "relationship type",
  store: RelationshipTypeStore,
  described: relationshipTypes,
  builtIn
})
