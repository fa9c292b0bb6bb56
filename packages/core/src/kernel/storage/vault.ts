import { Context, type Effect } from "effect"
import type { Tenant } from "../access/caller.ts"
import type { StorageUnavailable } from "../foundation/failure.ts"

/** Encryption at rest: AES-256-GCM under keys that the master key wraps, one per organization and purpose. */
export class Vault extends Context.Service<
  Vault,
  {
    /** `context` is bound to the ciphertext: it opens only under the same purpose and context. The answer is text that a column can hold. */
    readonly seal: (purpose: string, context: string, plaintext: string) => Effect.Effect<string, StorageUnavailable, Tenant>
    readonly open: (purpose: string, context: string, sealed: string) => Effect.Effect<string, StorageUnavailable, Tenant>
    /** A keyed digest in hexadecimal digits, for look-ups by a secret value; the same in every tenant. */
    readonly digest: (purpose: string, value: string) => string
  }
>()("@vouchkit/core/foundation/Vault") {}
