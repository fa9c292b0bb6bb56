import { Context } from "effect"
import { type CollectionOf, shape } from "../../kernel/storage/collection.ts"

/**
 * The layout of one document that a person accepted, under an id made of its document and picture. `head` is the row of the layout itself, which those
 * who learn of it lock, so that two of them see one another.
 */
export interface StoredLayout {
  readonly id: string
  readonly version: number
  readonly state: "head" | "standing" | "withdrawn"
  /** Keyed digest of issuer, type, country, side and medium. */
  readonly layout_key: string
  /** Keyed digest of the issuer's name. */
  readonly issuer_key: string
  readonly document_type: string
  /** ISO 3166-1 alpha-2. */
  readonly country: string | null
  readonly document_id: string | null
  readonly session_id: string | null
  /** The fingerprint, encrypted: whoever knew where a template looks could forge for it. Null of a head. */
  readonly sealed: string | null
  readonly withdrawn_at: string | null
  readonly created_at: string
  readonly updated_at: string
}

export const layoutFingerprints = shape<StoredLayout>()({
  table: "layout_fingerprints",
  columns: {
    layout_key: { type: "text" },
    issuer_key: { type: "text" },
    document_type: { type: "text" },
    country: { type: "text" },
    state: { type: "text" },
    session_id: { type: "text" },
    created_at: { type: "text" }
  }
})
export class LayoutStore extends Context.Service<LayoutStore, CollectionOf<typeof layoutFingerprints>>()(
  "@vouchkit/core/layout-templates/LayoutStore"
) {}
