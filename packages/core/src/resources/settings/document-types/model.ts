import { Context, Schema } from "effect"
import { CountryCode } from "../../../kernel/foundation/country.ts"
import type { Environment } from "../../../kernel/foundation/environment.ts"
import { idSchema } from "../../../kernel/foundation/id.ts"
import { builtInRow, keyedColumns, keyedFields, keyedRows, keyedUnique } from "../../../kernel/resource/keyed/records.ts"
import { resource, type Stored } from "../../../kernel/resource/resource.ts"
import type { CollectionOf } from "../../../kernel/storage/collection.ts"
import { documentTypes as identityFacts, IdentityDocumentType } from "../../../verification/identity-documents/document-type.ts"
import { PoaDocumentType, poaTypes } from "../../../verification/proof-of-address/types.ts"
import { readableFields } from "../../../verification/supporting-documents/reading.ts"

export const Sides = Schema.Array(Schema.Literals(["front", "back"]))
  .check(Schema.isMaxLength(2), Schema.isUnique())
  .annotate({ description: "Sides that have to be uploaded, each as a file with its `side`; if empty, any one file is enough" })
export const Countries = Schema.Array(CountryCode)
  .check(Schema.isMaxLength(250), Schema.isUnique())
  .annotate({ description: "Countries whose documents are accepted, by the `issuing_country` of the upload; empty for any" })

export const ExtractFields = Schema.Array(Schema.Literals(readableFields))
  .check(Schema.isMaxLength(readableFields.length), Schema.isUnique())
  .annotate({
    description:
      "What is read in documents of this type and shown as their `extracted`, for the person who reviews them; the dates also where `max_age_days` is set. Of identity documents, which are read by rules of their own, it is empty"
  })
export const MaxAgeDays = Schema.NullOr(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 3_650 }))).annotate({
  description:
    "How old a document may be on the day on which its session is submitted, in days since its date of issue, else since the end of the period that it names. An older one goes to review with `document_expired`, one without a date with `document_data_missing`. Null for any age. Of a proof of address it holds where the policy says nothing else"
})

/** A type of documents. Those that an organization adds are supporting documents. */
export const DocumentType = Schema.Struct({
  id: idSchema("dty"),
  object: Schema.Literal("document_type"),
  ...keyedFields,
  kind: Schema.Literals(["identity", "proof_of_address", "supporting"]),
  sides: Sides,
  countries: Countries,
  extract_fields: ExtractFields,
  max_age_days: MaxAgeDays
}).annotate({ identifier: "DocumentType" })
export interface DocumentType extends Schema.Schema.Type<typeof DocumentType> {}

export interface StoredDocumentType extends Stored<DocumentType, "extract_fields" | "max_age_days"> {
  /** Absent from types that were made before these could be said. */
  readonly extract_fields?: DocumentType["extract_fields"]
  readonly max_age_days?: DocumentType["max_age_days"]
}
export const documentTypes = resource<StoredDocumentType>()({
  object: "document_type",
  schema: DocumentType,
  in_schema_order: true,
  table: "document_types",
  columns: keyedColumns,
  unique: keyedUnique,
  derived: { extract_fields: ({ extract_fields = [] }) => extract_fields, max_age_days: ({ max_age_days = null }) => max_age_days }
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
    countries: [],
    extract_fields: readableFields,
    max_age_days: poaTypes[key].default_max_age_days
  }))
]

export const documentTypeRows = keyedRows({
  prefix: "dty",
  noun: "document type",
  store: DocumentTypeStore,
  described: documentTypes,
  builtIn
})
