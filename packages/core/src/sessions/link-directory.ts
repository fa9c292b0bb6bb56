import { Context, type Effect } from "effect"
import type { Environment } from "../operation/caller.ts"
import type { StorageUnavailable } from "../operation/failure.ts"
import type { StoredLink } from "./links.ts"

/** Finds a link by the hash of its token across tenants: the person being verified brings nothing else. */
export class LinkDirectory extends Context.Service<
  LinkDirectory,
  {
    readonly find: (
      token_hash: string
    ) => Effect.Effect<
      { readonly organization: string; readonly environment: Environment; readonly link: StoredLink } | undefined,
      StorageUnavailable
    >
  }
>()("@vouchkit/core/sessions/LinkDirectory") {}
