import { randomBytes } from "node:crypto"
import { KeyNotWrapped, KeyWrapping, type KeyWrappingContext, longestWrappedKey } from "@vouchkit/core/kernel/foundation/key-wrapping"
import { Effect, Layer } from "effect"
import { decrypt, encrypt } from "./vault.ts"

/** One spelling for each context, in whichever order its names were written. */
const additional = (context: KeyWrappingContext): string =>
  JSON.stringify(Object.entries(context).toSorted(([left], [right]) => (left < right ? -1 : 1)))

/**
 * Wraps under a key of 32 bytes that this process holds (AES-256-GCM): for programs that embed the service and keep that key themselves, in
 * place of KMS.
 */
export const layer = (wrappingKey: Uint8Array): Layer.Layer<KeyWrapping> =>
  Layer.sync(KeyWrapping)(() => {
    const under = Buffer.from(wrappingKey)
    const wrap = (key: Uint8Array, context: KeyWrappingContext) =>
      key.length === 0 || key.length > longestWrappedKey
        ? Effect.die(new RangeError(`a key to wrap has 1 to ${longestWrappedKey} bytes`))
        : Effect.sync(() => new Uint8Array(encrypt(under, additional(context), key)))
    return {
      wrap,
      generate: (bytes, context) => Effect.suspend(() => wrap(randomBytes(bytes), context)),
      unwrap: (wrapped, context) =>
        Effect.try({
          try: () => new Uint8Array(decrypt(under, additional(context), wrapped)),
          catch: () => new KeyNotWrapped({ reason: "unopened" })
        })
    }
  })
