import { FormerRecords } from "@vouchkit/core/kernel/storage/former-records"
import { Effect, Layer } from "effect"

/** No earlier version of the service wrote anything here. */
export const layer = Layer.succeed(FormerRecords)({
  encryptSome: Effect.succeed(null),
  progress: Effect.succeed([]),
  beginAgain: Effect.void
})
