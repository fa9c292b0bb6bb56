import { readDocument } from "@vouchkit/adapters/engines/read-document"
import { DocumentReader, DocumentUnreadable } from "@vouchkit/core/verification/document-reading"
import { Effect, Layer } from "effect"
import { laidOutBill } from "./laid-out-bills.ts"

// The same bills are handed in to one organization after another, over each storage: each is printed once, and read once.
const printed = new Map<string, ReturnType<typeof laidOutBill>>()
const read = new Map<string, ReturnType<typeof readDocument>>()

const once = <A>(made: Map<string, A>, place: string, make: () => A): A => {
  const value = made.get(place) ?? make()
  made.set(place, value)
  return value
}

export const printedBill = (...bill: Parameters<typeof laidOutBill>) => once(printed, JSON.stringify(bill), () => laidOutBill(...bill))

/** The engine that reads documents, in this process. */
export const billReader = Layer.succeed(DocumentReader)({
  read: (document) =>
    Effect.flatMap(
      Effect.promise(() => once(read, Bun.SHA256.hash(document.bytes, "hex"), () => readDocument({ ...document, country: "GB" }))),
      (reading) => ("code" in reading ? Effect.fail(new DocumentUnreadable(reading)) : Effect.succeed(reading))
    )
})
