import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "../../../kernel/foundation/failure.ts"
import type { StoredLink } from "./model.ts"
import type { Environment } from "../../../kernel/foundation/environment.ts"

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
