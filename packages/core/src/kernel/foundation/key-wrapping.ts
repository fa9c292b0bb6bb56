import { Context, Data, type Effect } from "effect"
import type { Outside } from "./outside.ts"

/**
 * Why a key was not wrapped or unwrapped. `refused`: the caller may not use the wrapping key. `unknown_key`: there is no such wrapping key.
 * `disabled_key`: it exists and is switched off. `unopened`: the text was wrapped by another key or for another context, or was changed.
 * `unidentified`: the caller has no credentials to show. `misaddressed`: it is not known where to ask. `unavailable`: no one answers.
 */
export type KeyWrappingReason = "refused" | "unknown_key" | "disabled_key" | "unopened" | "unidentified" | "misaddressed" | "unavailable"

/** Holds a reason and nothing of the key or of the wrapped text. */
export class KeyNotWrapped extends Data.TaggedError("KeyNotWrapped")<{ readonly reason: KeyWrappingReason }> {
  override get message() {
    return `a key could not be wrapped or unwrapped: ${this.reason}`
  }
}

/** Bound to the wrapped text, not secret and not stored in it: the text opens only under the same names and values. */
export type KeyWrappingContext = Readonly<Record<string, string>>

/** The most that is wrapped at once, in bytes; what AWS KMS takes. */
export const longestWrappedKey = 4096

/** Keeps a key under another one, which never leaves the place that holds it (envelope encryption). */
export class KeyWrapping extends Context.Service<
  KeyWrapping,
  {
    /** A new random key that no one has seen, as its wrapped text. */
    readonly generate: (bytes: number, context: KeyWrappingContext) => Effect.Effect<Uint8Array, KeyNotWrapped>
    readonly wrap: (key: Uint8Array, context: KeyWrappingContext) => Effect.Effect<Uint8Array, KeyNotWrapped>
    readonly unwrap: (wrapped: Uint8Array, context: KeyWrappingContext) => Effect.Effect<Uint8Array, KeyNotWrapped>
  }
>()("@vouchkit/core/foundation/KeyWrapping") {
  declare readonly reaches: Outside
}
