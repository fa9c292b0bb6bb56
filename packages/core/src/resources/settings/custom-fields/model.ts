import { Context, Schema } from "effect"
import { idSchema } from "../../../kernel/foundation/id.ts"
import { Description, line } from "../../../kernel/foundation/text.ts"
import { keyedColumns, keyedFields, keyedRows, keyedUnique, RowKey } from "../../../kernel/resource/keyed/records.ts"
import { resource, type Stored } from "../../../kernel/resource/resource.ts"
import type { CollectionOf } from "../../../kernel/storage/collection.ts"

export const CustomFieldType = Schema.Literals([
  "string",
  "text",
  "integer",
  "number",
  "boolean",
  "date",
  "datetime",
  "enum",
  "multi_enum",
  "email",
  "phone",
  "url",
  "country",
  "json",
  "identity_reference"
]).annotate({ identifier: "CustomFieldType" })
export type CustomFieldType = typeof CustomFieldType.Type

export const FieldIndex = Schema.Literals(["none", "exact", "last4", "prefix"]).annotate({
  identifier: "CustomFieldIndex",
  description:
    "How identities are found by the value: not at all, by the whole value, by its last four characters too, or by how it begins too"
})
export type FieldIndex = typeof FieldIndex.Type

const Limit = Schema.NullOr(Schema.Finite.check(Schema.isBetween({ minimum: -Number.MAX_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER })))
const Option = line(100)

/** What of a definition can be changed later. */
export const changeable = {
  description: Description,
  required: Schema.Boolean.annotate({ description: "The value cannot be cleared" }),
  options: Schema.Array(Option)
    .check(Schema.isMaxLength(200), Schema.isUnique())
    .annotate({ description: "Of enum and multi_enum: the values that are accepted" }),
  min: Limit.annotate({ description: "Of integer and number: the least value" }),
  max: Limit.annotate({ description: "Of integer and number: the greatest value" }),
  max_length: Schema.NullOr(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 10_000 }))).annotate({
    description: "Of string and text: how many characters a value has at most"
  }),
  pattern: Schema.NullOr(Schema.String.check(Schema.isBetweenLength(1, 200))).annotate({
    description: "Of string: the regular expression that a whole value has to match. Patterns that can take long are refused"
  }),
  identity_types: Schema.Array(RowKey)
    .check(Schema.isMaxLength(20), Schema.isUnique())
    .annotate({ description: "Identity types that have the field; empty for all" }),
  write_policy: Schema.Literals(["api", "dashboard", "both"]).annotate({ description: "Who may set values" }),
  default: Schema.Json.annotate({ description: "What is shown of an identity without a value; null for nothing" }),
  redaction: Schema.Literals(["erase", "keep"]).annotate({
    description:
      "What becomes of the values of an identity whose data is erased. `keep` is for what says nothing of a person, and not for encrypted fields"
  }),
  position: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 10_000 })).annotate({ description: "Place among the fields" })
} as const

/** A default that there is: a definition without one does not have the member. */
const shownDefault = Schema.Union([
  Schema.String,
  Schema.Finite,
  Schema.Boolean,
  Schema.Array(Schema.Json.annotate({ description: "Any JSON" })),
  Schema.Record(Schema.String, Schema.Json)
]).annotate({ description: "What is shown of an identity without a value; absent for nothing" })

/** The definition of a field that identities have beside the built-in ones. */
export const CustomFieldSchema = Schema.Struct({
  id: idSchema("cfs"),
  object: Schema.Literal("custom_field_schema"),
  ...keyedFields,
  type: CustomFieldType,
  encrypted: Schema.Boolean.annotate({ description: "Values are stored encrypted. It can be switched on later, and never off" }),
  indexed: FieldIndex,
  ...changeable,
  default: Schema.optionalKey(shownDefault)
}).annotate({ identifier: "CustomFieldSchema" })
export interface CustomFieldSchema extends Schema.Schema.Type<typeof CustomFieldSchema> {}

export interface StoredCustomField extends Stored<CustomFieldSchema, "default" | "redaction"> {
  readonly default: Schema.Json
  /** Absent from fields of before one could choose: their values are erased. */
  readonly redaction?: CustomFieldSchema["redaction"]
}
export const customFields = resource<StoredCustomField>()({
  object: "custom_field_schema",
  schema: CustomFieldSchema,
  in_schema_order: true,
  table: "custom_field_schemas",
  columns: keyedColumns,
  unique: keyedUnique,
  derived: { default: ({ default: standard }) => standard ?? undefined, redaction: ({ redaction = "erase" }) => redaction }
})
export class CustomFieldStore extends Context.Service<CustomFieldStore, CollectionOf<typeof customFields>>()(
  "@vouchkit/core/settings/CustomFieldStore"
) {}

export const customFieldRows = keyedRows({
  prefix: "cfs",
  noun: "custom field",
  store: CustomFieldStore,
  described: customFields,
  builtIn: () => []
})
