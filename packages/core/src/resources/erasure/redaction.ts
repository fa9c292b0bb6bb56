import { Schema } from "effect"
import { Timestamp } from "../../kernel/foundation/text.ts"
import type { ErasureReceipt } from "./receipt.ts"

/** How far an erasure is, as callers see it. */
export const Redaction = Schema.Struct({
  status: Schema.Literals(["processing", "redacted"]).annotate({
    description: "`processing` until the last file is gone from the object store; records hold nothing personal from the start"
  }),
  requested_at: Timestamp
}).annotate({ identifier: "Redaction" })

/** What an erased record keeps of its erasure. */
export interface Erasure {
  readonly requested_at: string
  /** Names of the files that are still to be removed. */
  readonly files: ReadonlyArray<string>
  readonly receipt: ErasureReceipt
}

export const redactionOf = ({ files, requested_at }: Erasure): typeof Redaction.Type => ({
  status: files.length === 0 ? "redacted" : "processing",
  requested_at
})
