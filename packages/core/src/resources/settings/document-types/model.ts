import { Context, Schema } from "effect"
import { CountryCode } from "../../../kernel/foundation/country.ts"
import type { Environment } from "../../../kernel/foundation/environment.ts"
import { idSchema } from "../../../kernel/foundation/id.ts"
import { builtInRow, keyedColumns, keyedFields, keyedRows, keyedUnique } from "../../../kernel/resource/keyed/records.ts"
import { resource, type Stored } from "../../../kernel/resource/resource.ts"
import type { CollectionOf } from "../../../kernel/storage/collection.ts"
import { documentTypes as identityFacts, IdentityDocumentType } from "../../../verification/identity-documents/document-type.ts"
import { PoaDocumentType, poaTypes } from "../../../verification/proof-of-address/types.ts"

export const Sides = Schema.Array(Schema.Literals(["front", "back"]))
  .check(Schema.isMaxLength(2), Schema.isUnique())
  .annotate({ description: "Sides that have to be uploaded, each as a file with its `side`; if empty, any one file is enough" })
export const Countries = Schema.Array(CountryCode)
  .check(Schema.isMaxLength(250), Schema.isUnique())
  .annotate({ description: "Countries whose documents are accepted, by the `issuing_country` of the upload; empty for any" })

/** A type of documents. Those that an organization adds are supporting documents. */
export const DocumentType = Schema.Struct({
  id: idSchema("dty"),
  object: Schema.Literal("document_type"),
  ...keyedFields,
  kind: Schema.Literals(["identity", "proof_of_address", "supporting"]),
  sides: Sides,
  countries: Countries
}).annotate({ identifier: "DocumentType" })
export interface DocumentType extends Schema.Schema.Type<typeof DocumentType> {}

export interface StoredDocumentType extends Stored<DocumentType> {}
export const documentTypes = resource<StoredDocumentType>()({
  object: "document_type",
  schema: DocumentType,
  in_schema_order: true,
  table: "document_types",
  columns: keyedColumns,
  unique: keyedUnique
})
export class DocumentTypeStore extends Context.Service<DocumentTypeStore, CollectionOf<typeof documentTypes>>()(
  "@vouchkit/core/settings/DocumentTypeStore"
) {}

const builtIn = (environment: Environment): ReadonlyArray<StoredDocumentType> => [
  ...IdentityDocumentType.literals.map((key) => ({
    ...builtInRow("dty", key, environment),
    label: identityFacts[key].label,
    kind: "identity" as const,
    sides: identityFacts[key].sides,
    countries: []
  })),
  ...PoaDocumentType.literals.map((key) => ({
    ...builtInRow("dty", key, environment),
    label: poaTypes[key].label,
    kind: "proof_of_address" as const,
    sides: [],
    countries: []
  }))
]

export const documentTypeRows = keyedRows({
  prefix: "dty",
  noun: "document type",
  store: DocumentTypeStore,
  described: documentTypes,
  builtIn
})
