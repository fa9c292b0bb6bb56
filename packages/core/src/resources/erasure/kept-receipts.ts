import { Context } from "effect"
import { type CollectionOf, shape } from "../../kernel/storage/collection.ts"
import type { ErasureReceipt } from "./receipt.ts"

/** A receipt as it is kept beside the record that it speaks of, which some callers may not read any more. */
interface StoredReceipt {
  readonly id: string
  readonly version: number
  readonly scope_id: string
  readonly receipt: ErasureReceipt
  readonly created_at: string
  readonly updated_at: string
}

export const erasureReceipts = shape<StoredReceipt>()({
  table: "erasure_receipts",
  columns: { scope_id: { type: "text", filtered: true }, created_at: { type: "text", never_null: true } }
})
export class ReceiptStore extends Context.Service<ReceiptStore, CollectionOf<typeof erasureReceipts>>()(
  "@vouchkit/core/erasure/ReceiptStore"
) {}
