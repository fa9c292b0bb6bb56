import { type Context, Effect } from "effect"
import { type Conflict, type ConflictCode, NotFound } from "../foundation/failure.ts"
import type { Collection, Columns, StoredRecord } from "../storage/collection.ts"
import type { Resource } from "./resource.ts"
import { staleness } from "./version.ts"

/** How the records of a resource are looked up by their ids. All fail with `NotFound`. */
export const lookUps = <Self, Row extends StoredRecord, Public, C extends Columns, Code extends ConflictCode>(
  store: Context.Key<Self, Collection<Row, C>>,
  { absent, end }: Pick<Resource<Row, Public, C, string, Code>, "absent" | "end">
) => {
  const there = (row: Row | undefined) => (row === undefined || absent?.(row) === true ? Effect.fail(new NotFound()) : Effect.succeed(row))
  const find = (id: string) => Effect.flatMap(store, (records) => Effect.flatMap(records.find(id), there))
  /** For a change: the record is locked until the transaction ends. */
  const lock = (id: string) => Effect.flatMap(store, (records) => Effect.flatMap(records.lock(id), there))
  /** As `lock`; fails with the resource's own conflict where the record does not change any more. */
  const lockWritable = (id: string) =>
    Effect.flatMap(
      lock(id),
      (row): Effect.Effect<Row, Conflict<Code>> =>
        end === undefined || (end.at(row) ?? null) === null ? Effect.succeed(row) : Effect.fail(end.refusal(row))
    )
  /** As `lockWritable`, for a caller who may say which version was read: another one fails with `stale_object`. */
  const lockAsRead = (id: string, version: number | undefined) =>
    Effect.flatMap(lockWritable(id), (row) => {
      const stale = staleness(row, version)
      return stale === undefined ? Effect.succeed(row) : Effect.fail(stale)
    })
  return { find, lock, lockWritable, lockAsRead }
}
