import { Schema } from "effect"
import { Timestamp } from "../../kernel/foundation/text.ts"
import type { ErasureReceipt } from "./receipt.ts"

/** How far an erasure is, as callers see it. */
export const Redaction = Schema.Struct({
  status: Schema.Literals(["processing", "redacted"]).annotate({
    description: "`processing` until the last record that belongs to it is erased, and the last file is gone from the object store"
  }),
  requested_at: Timestamp
}).annotate({ identifier: "Redaction" })

/** What an erased record keeps of its erasure. */
export interface Erasure {
  readonly requested_at: string
  /** Names of the files that are still to be removed. */
  readonly files: ReadonlyArray<string>
  /** Records that belong to it are still being erased by a job; absent where none are. */
  readonly rest?: true
  readonly receipt: ErasureReceipt
}

export const redactionOf = ({ files, requested_at, rest }: Erasure): typeof Redaction.Type => ({
  status: files.length === 0 && rest === undefined ? "redacted" : "processing",
  requested_at
})
