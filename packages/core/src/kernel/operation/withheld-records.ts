import { Context, Effect } from "effect"
import { now } from "../foundation/time.ts"
import { type CollectionOf, shape } from "../storage/collection.ts"

/** What one person or key is not shown, under its id. */
interface StoredWithheld {
  readonly id: string
  readonly version: number
  /** Each with the record because of which it is withheld, until that is done. */
  readonly withheld: ReadonlyArray<{ readonly until_done: string; readonly ids: ReadonlyArray<string> }>
  readonly created_at: string
  readonly updated_at: string
}
export const withheldRecords = shape<StoredWithheld>()({ table: "withheld_records", columns: { created_at: { type: "text" } } })
export class WithheldStore extends Context.Service<WithheldStore, CollectionOf<typeof withheldRecords>>()(
  "@vouchkit/core/operation/WithheldStore"
) {}

/** What is withheld from an actor. */
export const withheldFrom = (actor_id: string) =>
  Effect.map(
    Effect.flatMap(WithheldStore, (store) => store.find(actor_id)),
    (row): ReadonlySet<string> => new Set(row?.withheld.flatMap(({ ids }) => ids))
  )

/** Withholds records from an actor until something is done. Saying it again changes nothing. Runs in a transaction. */
export const withhold = Effect.fnUntraced(function* (actor_id: string, until_done: string, ids: ReadonlyArray<string>) {
  const store = yield* WithheldStore
  const at = yield* now
  yield* store.insertIfAbsent({ id: actor_id, version: 1, withheld: [], created_at: at, updated_at: at })
  const row = yield* store.lock(actor_id)
  if (row === undefined || row.withheld.some((each) => each.until_done === until_done)) return
  yield* store.save({ ...row, withheld: [...row.withheld, { until_done, ids }], updated_at: at })
})

/** Shows an actor again what was withheld because of something that is done. Runs in a transaction. */
export const showAgain = Effect.fnUntraced(function* (actor_id: string, done: string) {
  const store = yield* WithheldStore
  const row = yield* store.lock(actor_id)
  if (row === undefined) return
  const withheld = row.withheld.filter(({ until_done }) => until_done !== done)
  if (withheld.length < row.withheld.length) yield* store.save({ ...row, withheld, updated_at: yield* now })
})
