import { Context, Effect, Layer } from "effect"
import type { Collection, Columns, Shape, StoredRecord } from "../storage/collection.ts"

/** Makes a collection of any shape: the one thing about stores that an adapter has to say. */
type MakeCollection = <Row extends StoredRecord, C extends Columns>(shape: Shape<Row, C>) => Collection<Row, C>

/** A store, and the collection that stands behind it. */
interface KnownStore<out Self> {
  readonly store: Context.Key<Self, unknown>
  readonly shape: Pick<Shape<StoredRecord>, "table" | "columns" | "unique" | "counted" | "listed_by" | "sorted_by" | "sealed">
  readonly open: (make: MakeCollection) => unknown
}

/** Says which shape a store is a collection of. A shape of other records does not compile. */
export const storeOf = <Self, Row extends StoredRecord, C extends Columns>(
  store: Context.Key<Self, Collection<Row, C>>,
  shape: Shape<Row, C>
): KnownStore<Self> => ({ store, shape, open: (make) => make(shape) })

/** The services that a list of stores provides. */
type Provided<Stores extends ReadonlyArray<KnownStore<unknown>>> = Stores[number]["store"]["Identifier"]

/** The layer of all of these stores, over whatever makes collections. */
export const storesLayer = <const Stores extends ReadonlyArray<KnownStore<unknown>>, R>(
  stores: Stores,
  make: Effect.Effect<MakeCollection, never, R>
): Layer.Layer<Provided<Stores>, never, R> =>
  Layer.effectContext(
    Effect.map(make, (collection) =>
      Context.makeUnsafe<Provided<Stores>>(new Map(stores.map(({ open, store }) => [store.key, open(collection)])))
    )
  )
