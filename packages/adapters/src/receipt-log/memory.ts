import { type LoggedErasure, ReceiptLog } from "@vouchkit/core/resources/erasure/receipt-log"
import { Effect, Layer } from "effect"
import { entriesAtOnce } from "./entry.ts"

/** The log of erasures in memory: for those who embed the core without a database, and for tests. */
export const layer = Layer.sync(ReceiptLog)(() => {
  const entries = new Map<string, LoggedErasure>()
  return {
    append: (entry) => Effect.sync(() => void entries.set(entry.receipt.id, entry)),
    page: (after) =>
      Effect.sync(() =>
        [...entries.values()]
          .filter(({ receipt }) => receipt.id > after)
          .toSorted((one, other) => (one.receipt.id < other.receipt.id ? -1 : 1))
          .slice(0, entriesAtOnce)
      )
  }
})
