import { Context, type Schema } from "effect"
import { Metadata } from "../../../kernel/foundation/metadata.ts"
import { type CollectionOf, shape } from "../../../kernel/storage/collection.ts"

/** Values that a caller gives, by the keys of their fields. */
export const GivenCustomFields = Metadata.annotate({ "x-personal": true })

/** The custom values of one identity, under its id. */
export interface StoredFieldValues {
  readonly id: string
  readonly version: number
  /** Of the key under which the values of this record are encrypted; without it nothing of it opens. */
  readonly salt: string
  /** By the keys of their fields. */
  readonly values: Readonly<Record<string, Schema.Json>>
  readonly sealed: Readonly<Record<string, string>>
  /** Keys of the fields whose values stand in clear. */
  readonly plain_fields: ReadonlyArray<string>
  /** Keyed digests by which the identity is found. */
  readonly tokens: ReadonlyArray<string>
  readonly created_at: string
  readonly updated_at: string
}

export const fieldValues = shape<StoredFieldValues>()({
  table: "identity_custom_fields",
  columns: { plain_fields: { type: "list" }, tokens: { type: "list" }, created_at: { type: "text" } }
})
export class FieldValueStore extends Context.Service<FieldValueStore, CollectionOf<typeof fieldValues>>()(
  "@vouchkit/core/identities/FieldValueStore"
) {}
