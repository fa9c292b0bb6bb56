import { StorageUnavailable } from "@vouchkit/core/kernel/foundation/failure"
import { Tenant } from "@vouchkit/core/kernel/access/caller"
import { answerOf, type IndexName, indexesSeen } from "@vouchkit/core/resources/screening/list-index"
import { CustomerListEditions, PublicListEditions } from "@vouchkit/core/resources/watchlists/editions/list-editions"
import { seenOf, seenTogether } from "@vouchkit/core/resources/screening/tenant-editions"
import { Screener } from "@vouchkit/core/resources/screening/screener"
import { Clock, Duration, Effect, Fiber, Layer } from "effect"
import { IndexThreads } from "./index-threads.ts"
import { keptFor, TenantIndexes } from "./tenant-indexes.ts"
import { listsShown, loadFailed, searched } from "./screening-metrics.ts"
import { IndexCache, type Sighting } from "./index-cache.ts"
import { ownSource, publicSource, sampleSource, withRecords } from "./index-source.ts"

interface CachedScreenerOptions {
  /** Seconds between two looks for new editions. */
  readonly look_every_seconds?: number
  /** Longest that a search waits for lists or editions that are not loaded yet, in seconds; it then fails and may be tried again. */
  readonly timeout_seconds?: number
}

const usual = { look_every_seconds: 5, timeout_seconds: 30 } as const satisfies Required<CachedScreenerOptions>

/** Lists of an organization, and samples, that no one searches at the moment are looked after less often, and still within a minute. */
const unaskedMillis = 30_000

/** The indexes over the lists of each tenant, loaded as that tenant. */
const tenantIndexes = (customerLists: CustomerListEditions["Service"], threads: IndexThreads) =>
  new TenantIndexes((tenant) => {
    const source = ownSource(customerLists, tenant.environment)
    const provided = <A, E>(effect: Effect.Effect<A, E, Tenant>) => Effect.provideService(effect, Tenant, tenant)
    return new IndexCache(
      "own",
      {
        statuses: provided(source.statuses),
        seen: provided(source.seen),
        lists: {
          entries: (...asked) => provided(source.lists.entries(...asked)),
          changes: (...asked) => provided(source.lists.changes(...asked)),
          find: (...asked) => provided(source.lists.find(...asked))
        }
      },
      threads
    )
  })

interface Wanted {
  /** Whether a look in the background is due. */
  readonly due: boolean
  readonly sighting: Sighting
}

interface LoadingParts {
  readonly clock: Clock.Clock
  readonly fork: (effect: Effect.Effect<void>) => Fiber.Fiber<void>
  readonly hasEnded: () => boolean
  readonly timeout_seconds: number
}

/** Looks for new editions and loads them, in the background or, for lists that were never loaded, while a search waits. */
const loading = ({ clock, fork, hasEnded, timeout_seconds }: LoadingParts) => {
  const looked = (keeper: IndexCache, index_name: IndexName) =>
    keeper.look.pipe(
      Effect.tap((result) =>
        result === "loaded" ? Effect.logInfo("screening lists loaded", { index: index_name, lists: keeper.editions }) : Effect.void
      ),
      Effect.tapError(() =>
        hasEnded()
          ? Effect.void
          : Effect.andThen(loadFailed(index_name), Effect.logWarning("screening lists cannot be loaded", { index: index_name }))
      ),
      Effect.ignore
    )
  const looking = new Map<IndexCache, Fiber.Fiber<void>>()
  const lookedAt = new WeakMap<IndexCache, number>()
  /** However many ask, one look is under way. */
  const inBackground = (keeper: IndexCache, index_name: IndexName): Fiber.Fiber<void> => {
    const running = looking.get(keeper)
    if (running !== undefined) return running
    lookedAt.set(keeper, clock.currentTimeMillisUnsafe())
    const started = fork(looked(keeper, index_name))
    looking.set(keeper, started)
    started.addObserver(() => looking.delete(keeper))
    return started
  }
  const lastLook = (keeper: IndexCache): number => lookedAt.get(keeper) ?? Number.NEGATIVE_INFINITY

  /** The look that is under way may have begun too early; the next one did not. */
  const mostLooks = 2
  const caughtUp = Effect.fnUntraced(function* (keeper: IndexCache, index_name: IndexName, sighting: Sighting) {
    for (let looks = 0; looks < mostLooks && !(keeper.ready && keeper.holds(sighting)); looks += 1) {
      yield* Fiber.join(inBackground(keeper, index_name))
    }
  })

  /** Waits until the index holds what was seen in the database, which costs nothing while nothing is new. */
  const current = Effect.fnUntraced(function* (keeper: IndexCache, index_name: IndexName, { due, sighting }: Wanted) {
    if (keeper.ready && keeper.holds(sighting)) {
      if (due) inBackground(keeper, index_name)
      return
    }
    yield* caughtUp(keeper, index_name, sighting).pipe(
      Effect.timeoutOrElse({
        duration: Duration.seconds(timeout_seconds),
        orElse: () => Effect.fail(new StorageUnavailable({ cause: new Error("Loading the screening lists takes too long") }))
      })
    )
  })

  return { current, inBackground, isKnown: (keeper: IndexCache) => lookedAt.has(keeper), lastLook, looked }
}

interface SearchParts {
  readonly clock: Clock.Clock
  readonly customerLists: CustomerListEditions["Service"]
  readonly keepers: Readonly<Record<Exclude<IndexName, "own">, IndexCache>>
  readonly loads: Pick<ReturnType<typeof loading>, "current" | "lastLook">
  readonly look_every_seconds: number
  readonly own: TenantIndexes
  readonly sources: Readonly<Record<Exclude<IndexName, "own">, ReturnType<typeof publicSource>>>
}

/** Searches the indexes that a tenant sees, each as new as the editions in the database. */
const searching = (parts: SearchParts): Screener["Service"]["search"] => {
  const { clock, customerLists, keepers, look_every_seconds, own, sources } = parts
  const { current, lastLook } = parts.loads
  return Effect.fn("Screener.search")(function* (query, options = {}) {
    const tenant = yield* Tenant
    const started = clock.currentTimeMillisUnsafe()
    const [ofAll, ofTenant] = yield* Effect.all([sources.public.seen, Effect.map(customerLists.current, seenOf)], { concurrency: 2 })
    const answers = yield* Effect.forEach(
      indexesSeen(tenant.environment),
      (index_name) => {
        const keeper = index_name === "own" ? own.of(tenant, started) : keepers[index_name]
        // The public lists are looked after without being asked.
        const due = index_name !== "public" && started - lastLook(keeper) >= look_every_seconds * 1000
        const sighting = { seen: index_name === "own" ? ofTenant : ofAll, looks: keeper.looks }
        return Effect.andThen(current(keeper, index_name, { due, sighting }), keeper.search(query, options, sighting))
      },
      { concurrency: "unbounded" }
    )
    const { answer, placed } = answerOf(answers, options)
    const ownLists = ownSource(customerLists, tenant.environment)
    const hits = yield* withRecords<Tenant>(placed, (index_name) => (index_name === "own" ? ownLists : sources[index_name]))
    yield* searched((clock.currentTimeMillisUnsafe() - started) / 1000)
    return { ...answer, seen: seenTogether(ofAll, ofTenant), hits }
  })
}

/**
 * Searches indexes that this process holds, in threads of their own: neither a search nor the loading of a new edition holds up whatever else
 * the process does. Public lists are loaded from the start on and looked after; those of an organization, and samples, with the first search
 * that sees them. Every search first reads which editions are current, and waits until its index holds them: what one process activated is
 * searched by the next search of every process. Nothing waits for lists at the start, and a process without any starts no thread.
 */
export const cachedScreenerLayer = (
  given: CachedScreenerOptions = {}
): Layer.Layer<Screener, never, PublicListEditions | CustomerListEditions> =>
  Layer.effect(Screener)(
    Effect.gen(function* () {
      const { look_every_seconds, timeout_seconds } = { ...usual, ...given }
      const publicLists = yield* PublicListEditions
      const customerLists = yield* CustomerListEditions
      const clock = yield* Clock.Clock
      const threads = yield* Effect.acquireRelease(
        Effect.sync(() => new IndexThreads()),
        (made) => Effect.sync(() => made.end())
      )
      let ended = false
      yield* Effect.addFinalizer(() =>
        Effect.sync(() => {
          ended = true
        })
      )

      const sources = { public: publicSource(publicLists), sample: sampleSource(publicLists) }
      const keepers = {
        public: new IndexCache("public", sources.public, threads),
        sample: new IndexCache("sample", sources.sample, threads)
      }
      const own = tenantIndexes(customerLists, threads)
      // Apart from the one who searches: a load outlives the one that asked for it, and is no part of a transaction that is open around it.
      const fork = Effect.runForkWith(yield* Effect.context<PublicListEditions | CustomerListEditions>())
      const loads = loading({ clock, fork, hasEnded: () => ended, timeout_seconds })
      const { inBackground, isKnown, lastLook, looked } = loads

      const turn = Effect.gen(function* () {
        yield* looked(keepers.public, "public")
        yield* listsShown(keepers.public.editions, keepers.public.statuses)
        const at = clock.currentTimeMillisUnsafe()
        own.leaveUnused(at - keptFor)
        const unasked = (keeper: IndexCache): boolean => isKnown(keeper) && at - lastLook(keeper) >= unaskedMillis
        for (const keeper of own.keepers().filter(unasked)) inBackground(keeper, "own")
        if (unasked(keepers.sample)) inBackground(keepers.sample, "sample")
        yield* Effect.sleep(Duration.seconds(look_every_seconds))
      })
      yield* Effect.forkScoped(Effect.forever(turn))

      return { search: searching({ clock, customerLists, keepers, loads, look_every_seconds, own, sources }) }
    })
  )
