import { Context, type Effect } from "effect"
import type { Tenant } from "../operation/caller.ts"
import type { StorageUnavailable } from "../operation/failure.ts"
import type { StoredDelivery } from "./model.ts"

/**
 * Writes down attempts from which nothing follows but the state of their delivery: successes at endpoints with a clean record, which are
 * nearly all. They need no lock, since they change one record, and so many of them share a statement.
 */
export class SettledDeliveries extends Context.Service<
  SettledDeliveries,
  {
    /**
     * Replaces the delivery that was read as `delivery.version`. Answers false, having written nothing, when it was changed meanwhile or its
     * endpoint has begun to fail: then the attempt has to be written down with all that may follow from it.
     */
    readonly settle: (delivery: StoredDelivery) => Effect.Effect<boolean, StorageUnavailable, Tenant>
  }
>()("@vouchkit/core/webhooks/SettledDeliveries") {}
