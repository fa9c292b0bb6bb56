import { Context, Schema } from "effect"
import { idSchema } from "../../../kernel/foundation/id.ts"
import { keyedColumns, keyedFields, keyedRows, keyedUnique, RowKey } from "../../../kernel/resource/keyed/records.ts"
import { resource, type Stored } from "../../../kernel/resource/resource.ts"
import type { CollectionOf } from "../../../kernel/storage/collection.ts"

const mostTypes = 20

export const DocumentTypeKeys = Schema.Array(RowKey)
  .check(Schema.isBetweenLength(1, mostTypes), Schema.isUnique())
  .annotate({ description: "Keys of the types of supporting documents in the group" })
export const MinRequired = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: mostTypes })).annotate({
  description: "How many of the types a person has to submit documents of"
})

/** Types of supporting documents of which some have to be submitted. */
export const DocumentGroup = Schema.Struct({
  id: idSchema("dgr"),
  object: Schema.Literal("document_group"),
  ...keyedFields,
  document_type_keys: DocumentTypeKeys,
  min_required: MinRequired
}).annotate({ identifier: "DocumentGroup" })
export interface DocumentGroup extends Schema.Schema.Type<typeof DocumentGroup> {}

interface StoredDocumentGroup extends Stored<DocumentGroup> {}
export const documentGroups = resource<StoredDocumentGroup>()({
  object: "document_group",
  schema: DocumentGroup,
  in_schema_order: true,
  table: "document_groups",
  columns: keyedColumns,
  unique: keyedUnique
})
export class DocumentGroupStore extends Context.Service<DocumentGroupStore, CollectionOf<typeof documentGroups>>()(
  "@vouchkit/core/settings/DocumentGroupStore"
) {}

export const documentGroupRows = keyedRows({
  prefix: "dgr",
  noun: "document group",
  store: DocumentGroupStore,
  described: documentGroups,
  builtIn: () => []
})
