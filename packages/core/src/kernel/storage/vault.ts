import { Context, Data, type Effect } from "effect"
import type { Tenant } from "../access/caller.ts"
import type { StorageUnavailable } from "../foundation/failure.ts"

/** A sealed value that does not open: it was sealed for another record, or any bit of it was changed. Holds nothing of the value. */
export class SealBroken extends Data.TaggedError("SealBroken")<{ readonly reason: "another_key" | "changed" }> {}

/**
 * Why storage has no answer: what is sealed of this record does not open, since it was changed outside of the service or put in the place of another
 * one. `action` names the audit entry of that.
 */
export class DamagedRecord extends Error {
  readonly action: string
  readonly target: { readonly type: string; readonly id: string }
  constructor({ action, target }: Pick<DamagedRecord, "action" | "target">) {
    super("what is sealed of a record does not open")
    this.action = action
    this.target = target
  }
}

/** Encryption at rest: AES-256-GCM under keys that the master key wraps, one per organization and purpose. */
export class Vault extends Context.Service<
  Vault,
  {
    /** `context` is bound to the ciphertext: it opens only under the same purpose and context. The answer is text that a column can hold. */
    readonly seal: (purpose: string, context: string, plaintext: string) => Effect.Effect<string, StorageUnavailable, Tenant>
    readonly open: (purpose: string, context: string, sealed: string) => Effect.Effect<string, StorageUnavailable, Tenant>
    /**
     * The same under a key of one record, which is derived from the organization's and this salt: whoever drops the salt drops the key. Organization and
     * environment are bound to the ciphertext besides `context`.
     */
    readonly sealUnder: (purpose: string, salt: string, context: string, plaintext: string) => Effect.Effect<string, never, Tenant>
    readonly openUnder: (purpose: string, salt: string, context: string, sealed: string) => Effect.Effect<string, SealBroken, Tenant>
    /** A keyed digest in hexadecimal digits, for look-ups by a secret value; the same in every tenant. */
    readonly digest: (purpose: string, value: string) => string
  }
>()("@vouchkit/core/foundation/Vault") {}
