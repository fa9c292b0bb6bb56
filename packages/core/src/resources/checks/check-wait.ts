import { Context, Effect } from "effect"
import type { StorageUnavailable } from "../../kernel/foundation/failure.ts"
import type { Tenant } from "../../kernel/access/caller.ts"
import { CheckStore, type StoredCheck } from "./model.ts"

/**
 * How long a request waits for checks that it has asked for, up to ten seconds. `until` asks again until there is an answer
 * or its time ends. Without one, no one waits: the answer is then what is there at once.
 */
export class CheckWait extends Context.Reference<{
  readonly until: <A, E, R>(look: Effect.Effect<A | undefined, E, R>) => Effect.Effect<A | undefined, E, R>
}>("@vouchkit/core/checks/CheckWait", { defaultValue: () => ({ until: (look) => look }) }) {}

export const isWaiting = ({ status }: Pick<StoredCheck, "status">): boolean => status === "pending" || status === "running"

const inOrder = (ids: ReadonlyArray<string>, found: ReadonlyArray<StoredCheck>): ReadonlyArray<StoredCheck> =>
  ids.flatMap((id) => found.find((check) => check.id === id) ?? [])

/** The checks once all of them are made, or as they stand when the timeout passes; none where storage cannot be asked, which undoes nothing. */
export const awaitChecks = Effect.fnUntraced(function* (
  ids: ReadonlyArray<string>
): Effect.fn.Return<ReadonlyArray<StoredCheck>, never, CheckStore | Tenant> {
  const store = yield* CheckStore
  const read: Effect.Effect<ReadonlyArray<StoredCheck>, StorageUnavailable, Tenant> = Effect.map(
    Effect.forEach(ids, (id) => store.find(id)),
    (found) =>
      inOrder(
        ids,
        found.filter((check) => check !== undefined)
      )
  )
  const done = Effect.map(read, (checks) => (checks.some(isWaiting) ? undefined : checks))
  const { until } = yield* CheckWait
  const waited = until(done)
  return yield* Effect.orElseSucceed(
    Effect.flatMap(waited, (checks) => (checks === undefined ? read : Effect.succeed(checks))),
    () => []
  )
})
