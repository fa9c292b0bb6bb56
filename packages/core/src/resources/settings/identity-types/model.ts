import { Context, Schema } from "effect"
import type { Environment } from "../../../kernel/foundation/environment.ts"
import { idSchema } from "../../../kernel/foundation/id.ts"
import { builtInRow, keyedColumns, keyedFields, keyedRows, keyedUnique } from "../../../kernel/resource/keyed/records.ts"
import { resource, type Stored } from "../../../kernel/resource/resource.ts"
import type { CollectionOf } from "../../../kernel/storage/collection.ts"

export const IdentityKind = Schema.Literals(["individual", "organization"])

/** What an identity can be asked to have, by the names of its members. */
const requirableFields = [
  "external_reference",
  "display_name",
  "first_name",
  "middle_name",
  "last_name",
  "date_of_birth",
  "nationality",
  "country_of_residence",
  "addresses",
  "emails",
  "phones",
  "identification_numbers"
] as const
export const RequiredFields = Schema.Array(Schema.Literals(requirableFields))
  .check(Schema.isMaxLength(requirableFields.length), Schema.isUnique())
  .annotate({ description: "Members that an identity of this type must have" })

/** A type of identities. */
export const IdentityType = Schema.Struct({
  id: idSchema("idt"),
  object: Schema.Literal("identity_type"),
  ...keyedFields,
  kind: IdentityKind,
  required_fields: RequiredFields,
  default_workflow_id: Schema.NullOr(Schema.String.check(Schema.isBetweenCodePoints(1, 64))).annotate({
    description: "The workflow of sessions that are created for an identity of this type and name none; null for that of the organization"
  })
}).annotate({ identifier: "IdentityType" })
export interface IdentityType extends Schema.Schema.Type<typeof IdentityType> {}

/** Absent from types of before there was such a workflow. */
interface StoredIdentityType extends Stored<IdentityType, "default_workflow_id"> {
  readonly default_workflow_id?: string | null
}
export const identityTypes = resource<StoredIdentityType>()({
  object: "identity_type",
  schema: IdentityType,
  in_schema_order: true,
  table: "identity_types",
  columns: keyedColumns,
  unique: keyedUnique,
  derived: { default_workflow_id: ({ default_workflow_id = null }) => default_workflow_id }
})
export class IdentityTypeStore extends Context.Service<IdentityTypeStore, CollectionOf<typeof identityTypes>>()(
  "@vouchkit/core/settings/IdentityTypeStore"
) {}

const builtIn = (environment: Environment): ReadonlyArray<StoredIdentityType> =>
  (["individual", "organization"] as const).map((kind) => ({
    ...builtInRow("idt", kind, environment),
    label: kind === "individual" ? "Individual" : "Organization",
    kind,
    required_fields: []
  }))

export const identityTypeRows = keyedRows({
  prefix: "idt",
  noun: "identity type",
  store: IdentityTypeStore,
  described: identityTypes,
  builtIn
})
