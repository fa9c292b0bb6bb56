import { Context, type Effect } from "effect"
import { type Conflict, StorageUnavailable } from "../foundation/failure.ts"

/**
 * How many milliseconds a transaction may stay open, for work in the background that no request may wait for; null where nothing bounds it. The storage ends
 * a transaction that stays open for longer, and lets go of what it locked, also while the process that began it waits for a processor.
 */
export const LongestTransaction = Context.Reference<number | null>("@vouchkit/core/operation/LongestTransaction", {
  defaultValue: () => null
})

/** Why a transaction failed that was open for as long as it may be, or would have waited for others. Nothing of it was written. */
export class OpenTooLong {
  readonly cause: unknown
  constructor(cause: unknown) {
    this.cause = cause
  }
}
export const wasOpenTooLong = (failure: unknown): boolean => failure instanceof StorageUnavailable && failure.cause instanceof OpenTooLong

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
