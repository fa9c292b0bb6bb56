import { Context, type Effect } from "effect"
import type { Conflict, StorageUnavailable } from "../foundation/failure.ts"

/** Runs effects against one consistent state: all of their writes become visible together, or none does. */
export class UnitOfWork extends Context.Service<
  UnitOfWork,
  {
    /**
     * Commits when the effect succeeds, rolls back when it fails, dies or is interrupted. Nested calls undo only their own part.
     * A deadlock or a serialization failure is tried again, so the effect must do nothing but read and write through ports of storage.
     */
    readonly transaction: <A, E, R>(
      effect: Effect.Effect<A, E, R>
    ) => Effect.Effect<A, E | StorageUnavailable | Conflict<"stale_object" | "conflict">, R>
    /** Whether a transaction is open around the effect that runs in this context. Ports that reach outside must not be called there. */
    readonly isOpenIn: (context: Context.Context<never>) => boolean
  }
>()("@vouchkit/core/operation/UnitOfWork") {}
