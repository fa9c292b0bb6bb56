import { Context, Effect, Exit, Layer, Semaphore } from "effect"

/** Rows of one kind by tenant and id. Rows are never changed in place, so that an undo only has to put the old one back. */
type Rows = Map<string, unknown>

interface Open {
  /** Steps that restore what this transaction changed, last first. */
  readonly undo: Array<() => void>
  readonly afterCommit: Array<() => void>
}
const Current = Context.Reference<Open | undefined>("@vouchkit/adapters/memory/Current", { defaultValue: () => undefined })

const noRows: ReadonlyMap<string, unknown> = new Map()

/** What the keys of one tenant begin with: an organization and an environment, before the id. */
const tenantIn = (key: string): string => key.slice(0, key.indexOf("/", key.indexOf("/") + 1) + 1)

const copied = (maps: ReadonlyMap<string, Rows>): ReadonlyMap<string, Rows> =>
  new Map([...maps].map(([name, rows]) => [name, new Map(rows)]))

const makeTables = () => {
  const tables = new Map<string, Rows>()
  const rows = (table: string): Rows => {
    const found = tables.get(table)
    if (found !== undefined) return found
    const created: Rows = new Map()
    tables.set(table, created)
    return created
  }
  /** By table and tenant, so that what one tenant reads does not take longer for what others keep. */
  const owned = new Map<string, Rows>()
  const apply = (table: string, key: string, value: unknown) => {
    const place = `${table} ${tenantIn(key)}`
    const own = owned.get(place) ?? new Map<string, unknown>()
    if (value === undefined) {
      rows(table).delete(key)
      own.delete(key)
    } else {
      rows(table).set(key, value)
      own.set(key, value)
    }
    if (own.size === 0) owned.delete(place)
    else owned.set(place, own)
  }
  /** The steps that put all rows back as they are now. */
  const remember = () => {
    const [keptTables, keptOwned] = [copied(tables), copied(owned)]
    return () => {
      owned.clear()
      for (const [place, own] of copied(keptOwned)) owned.set(place, own)
      // Adapters hold on to the map of a table.
      for (const [table, all] of tables) {
        all.clear()
        for (const [key, row] of keptTables.get(table) ?? []) all.set(key, row)
      }
    }
  }
  return { apply, own: (table: string, tenant: string) => owned.get(`${table} ${tenant}`) ?? noRows, remember, rows }
}

/** Everything the memory adapters keep, and the one transaction that may change it at a time. */
export class State extends Context.Service<
  State,
  {
    readonly rows: (table: string) => Rows
    /** The rows of one tenant alone, whose keys begin so; in the order of all rows. */
    readonly own: (table: string, tenant: string) => ReadonlyMap<string, unknown>
    /** Reads what is committed, or what the open transaction has made of it. */
    readonly read: <A>(look: () => A) => Effect.Effect<A>
    /** Puts or, with undefined, removes a row; undone when the open transaction fails. */
    readonly write: (table: string, key: string, value: unknown) => Effect.Effect<void>
    readonly afterCommit: (action: () => void) => Effect.Effect<void>
    readonly transaction: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
    /** Whether a transaction is open around the effect that runs in this context. */
    readonly isOpenIn: (context: Context.Context<never>) => boolean
    /** Remembers all rows as they are now; the effect that it returns puts them back, any number of times. */
    readonly remember: Effect.Effect<Effect.Effect<void>>
  }
>()("@vouchkit/adapters/memory/State") {
  static readonly layer = Layer.effect(this)(
    Effect.gen(function* () {
      const { apply, own, remember, rows } = makeTables()
      const lock = yield* Semaphore.make(1)
      const undoTo = (open: Open, steps: number, actions: number) => {
        while (open.undo.length > steps) open.undo.pop()?.()
        open.afterCommit.length = actions
      }
      const undoable = <A, E, R>(open: Open, effect: Effect.Effect<A, E, R>) =>
        Effect.suspend(() => {
          const steps = open.undo.length
          const actions = open.afterCommit.length
          return Effect.onExit(effect, (exit) => (Exit.isFailure(exit) ? Effect.sync(() => undoTo(open, steps, actions)) : Effect.void))
        })
      return {
        rows,
        own,
        remember: lock.withPermit(Effect.sync(() => lock.withPermit(Effect.sync(remember())))),
        isOpenIn: (context) => Context.get(context, Current) !== undefined,
        read: (look) => Effect.flatMap(Current, (open) => (open === undefined ? lock.withPermit(Effect.sync(look)) : Effect.sync(look))),
        write: (table, key, value) =>
          Effect.flatMap(Current, (open) => {
            if (open === undefined) return lock.withPermit(Effect.sync(() => apply(table, key, value)))
            const before = rows(table).get(key)
            open.undo.push(() => apply(table, key, before))
            apply(table, key, value)
            return Effect.void
          }),
        afterCommit: (action) =>
          Effect.map(Current, (open) => {
            if (open === undefined) action()
            else open.afterCommit.push(action)
          }),
        transaction: (effect) =>
          Effect.flatMap(Current, (open) => {
            if (open !== undefined) return undoable(open, effect)
            const fresh: Open = { undo: [], afterCommit: [] }
            return lock.withPermit(
              Effect.tap(undoable(fresh, Effect.provideService(effect, Current, fresh)), () =>
                Effect.sync(() => {
                  for (const action of fresh.afterCommit) action()
                })
              )
            )
          })
      }
    })
  )
}
