import { Context, type Effect } from "effect"
import type { Outside } from "../../kernel/foundation/outside.ts"
import type { Tenant } from "../../kernel/access/caller.ts"
import type { StorageUnavailable } from "../../kernel/foundation/failure.ts"

/** Files by the hash of their content, encrypted at rest, each tenant's apart. Storing the same bytes twice stores them once. */
export class BlobStore extends Context.Service<
  BlobStore,
  {
    /**
     * Answers the name under which the bytes can be read again: the SHA-256 of the content. `before` runs once it is known, and before anything is
     * written.
     */
    readonly put: <R = never>(
      bytes: Uint8Array,
      before?: (name: string) => Effect.Effect<void, StorageUnavailable, R>
    ) => Effect.Effect<{ readonly name: string; readonly sha256: string }, StorageUnavailable, Tenant | R>
    /** Undefined when there is no such file. Bytes that were tampered with or cut are never answered: that fails as unavailable. */
    readonly get: (name: string) => Effect.Effect<Uint8Array | undefined, StorageUnavailable, Tenant>
    /** Removes what a process left that was killed while it stored a file of this name, and not the file. Only while no one stores it. */
    readonly removeDrafts: (name: string) => Effect.Effect<void, StorageUnavailable, Tenant>
    /** Removing what is not there succeeds. Drafts go too. */
    readonly remove: (name: string) => Effect.Effect<void, StorageUnavailable, Tenant>
    /** Fails when the store does not answer. */
    readonly ping: Effect.Effect<void, StorageUnavailable>
  }
>()("@vouchkit/core/documents/BlobStore") {
  declare readonly reaches: Outside
}
