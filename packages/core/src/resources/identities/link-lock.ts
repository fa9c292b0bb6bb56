import { Context, Effect } from "effect"
import { type CollectionOf, shape } from "../../kernel/storage/collection.ts"

/** A row under the fingerprint of a document. It says nothing: who links a session with that document locks it, so that two of them see one another. */
interface StoredLinkLock {
  readonly id: string
  readonly version: number
  readonly created_at: string
  readonly updated_at: string
}
export const linkLocks = shape<StoredLinkLock>()({ table: "identity_link_locks", columns: { created_at: { type: "text" } } })
export class LinkLockStore extends Context.Service<LinkLockStore, CollectionOf<typeof linkLocks>>()(
  "@vouchkit/core/identities/LinkLockStore"
) {}

/** How often a lock is sought whose row is taken away at the same moment. */
const mostTries = 5

/** Waits until no other transaction links a session with this document, and keeps others waiting until this one ends. */
export const lockLinking = Effect.fnUntraced(function* (fingerprint: string, at: string) {
  const store = yield* LinkLockStore
  for (let tries = 0; tries < mostTries; tries += 1) {
    // One that inserts the row at the same moment is waited for here.
    if (yield* store.insertIfAbsent({ id: fingerprint, version: 1, created_at: at, updated_at: at })) return
    if ((yield* store.lock(fingerprint)) !== undefined) return
  }
})

/** Takes the row away, since its id is a digest of a document that is erased; whoever needs it makes it again. */
export const forgetLinking = (fingerprint: string) => Effect.flatMap(LinkLockStore, (store) => store.remove(fingerprint))
