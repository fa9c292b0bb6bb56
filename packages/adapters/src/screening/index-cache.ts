import { now } from "@vouchkit/core/kernel/foundation/time"
import { StorageUnavailable } from "@vouchkit/core/kernel/foundation/failure"
import type { ScreeningQuery, SearchOptions } from "@vouchkit/core/verification/screening/engine/query"
import {
  editionsOf,
  lacksList,
  type LoadedEditions,
  planIndex,
  searchedPart,
  type IndexName,
  type IndexAnswer,
  staleLists
} from "@vouchkit/core/resources/screening/list-index"
import type { ListStatus } from "@vouchkit/core/resources/watchlists/editions/list-editions"
import { Clock, Effect, Semaphore } from "effect"
import type { IndexReply, IndexRequest } from "./index-protocol.ts"
import type { IndexPlace, IndexThreads } from "./index-threads.ts"
import { eachChange, eachRecord, type IndexSource } from "./index-source.ts"

/**
 * Changed entries that an index takes in where it stands, which holds up its searches for as long as it takes to build an index of them.
 * With more, and when the engine calls it worn, a new one is built beside it.
 */
export const mostApplied = 500

/**
 * Milliseconds after which an index that took in changes is built again: how rare a word is, is counted when an index is built, so that until
 * then a process that was started later may come to a score that is a trace different.
 */
export const settledAfter = 10 * 60 * 1000

interface Held {
  readonly place: IndexPlace
  /** What the thread calls this index; never used twice. */
  readonly name: string
  readonly editions: LoadedEditions
  /** Changes that it has taken in since it was built. */
  readonly applied: number
  /** When it took in the last of them, in milliseconds since 1970. */
  readonly appliedAt: number
}

/** What the lists of an owner were found at, and how many looks of the index had begun by then. */
export interface Sighting {
  readonly seen: string
  readonly looks: number
}

const asked = (place: IndexPlace, request: IndexRequest): Effect.Effect<IndexReply, StorageUnavailable> =>
  Effect.tryPromise({ try: () => place.ask(request), catch: (cause) => new StorageUnavailable({ cause }) })

let names = 0

/** Holds one index and brings it to new editions. What it holds is swapped as a whole, and never for something half loaded. */
export class IndexCache {
  readonly #index_name: IndexName
  readonly #source: IndexSource<never>
  readonly #threads: IndexThreads
  readonly #turn: Semaphore.Semaphore
  #held: Held | null = null
  #statuses: ReadonlyArray<ListStatus> = []
  #failed = false
  /** What the lists were at before the last look that went well, and which look that was. */
  #seen: string | null = null
  #last_good = 0
  #looks = 0
  #looked = false
  #closed = false

  constructor(index_name: IndexName, source: IndexSource<never>, threads: IndexThreads) {
    this.#index_name = index_name
    this.#source = source
    this.#threads = threads
    this.#turn = Semaphore.makeUnsafe(1)
  }

  /** Whether something is held that can be searched, or there is nothing to hold. */
  get ready(): boolean {
    return this.#held === null ? this.#looked && Object.keys(editionsOf(this.#statuses)).length === 0 : this.#held.place.alive()
  }
  /** How many looks have begun. */
  get looks(): number {
    return this.#looks
  }
  /** Whether the index was brought up to what was seen: its lists are at that still, or a look that began later went well. */
  holds({ looks, seen }: Sighting): boolean {
    return this.#seen === seen || this.#last_good > looks
  }
  get editions(): LoadedEditions {
    return this.#held?.editions ?? {}
  }
  get statuses(): ReadonlyArray<ListStatus> {
    return this.#statuses
  }

  /**
   * Looks for new editions and loads them, one look at a time. Fails when they cannot be read or built: what was held before is then still
   * held, and called stale.
   */
  readonly look: Effect.Effect<"same" | "loaded", StorageUnavailable> = Effect.suspend(() =>
    this.#turn.withPermit(
      Effect.gen({ self: this }, function* () {
        this.#looks += 1
        const look = this.#looks
        // Read before what is loaded: what becomes current in between is looked for again.
        const seen = yield* this.#source.seen
        const result = yield* this.#refresh
        this.#seen = seen
        this.#last_good = look
        this.#failed = false
        return result
      }).pipe(Effect.onError(() => Effect.sync(() => (this.#failed = true))))
    )
  )

  get #refresh(): Effect.Effect<"same" | "loaded", StorageUnavailable> {
    return Effect.gen({ self: this }, function* () {
      this.#statuses = yield* this.#source.statuses
      this.#looked = true
      const wanted = editionsOf(this.#statuses)
      const held = this.#held?.place.alive() === true ? this.#held : null
      const plan = planIndex(held?.editions ?? null, wanted)
      switch (plan.do) {
        case "nothing":
          if (held === null || held.applied === 0 || (yield* Clock.currentTimeMillis) - held.appliedAt < settledAfter)
            return "same" as const
          yield* this.#build(wanted)
          return "loaded" as const
        case "empty":
          this.#leave()
          return "loaded" as const
        case "build":
          yield* this.#build(wanted)
          return "loaded" as const
        case "change":
          if (held === null || !(yield* this.#change(held, plan.lists, wanted))) yield* this.#build(wanted)
          return "loaded" as const
      }
    })
  }

  #build(editions: LoadedEditions): Effect.Effect<void, StorageUnavailable> {
    return Effect.suspend(() => {
      names += 1
      const name = `${this.#index_name} ${names}`
      const place = this.#threads.placeFor(
        Object.values(editions).reduce((sum, { records }) => sum + records, 0),
        name
      )
      return eachRecord(this.#source, editions, (records) =>
        asked(place, { ask: "records", index_name: name, records: records.map(searchedPart) })
      ).pipe(
        Effect.andThen(asked(place, { ask: "build", index_name: name, editions })),
        Effect.andThen(
          Effect.sync(() => {
            if (this.#closed) return place.leave()
            const before = this.#held
            this.#held = { place, name, editions, applied: 0, appliedAt: 0 }
            before?.place.leave()
          })
        ),
        Effect.onError(() => Effect.sync(() => place.leave()))
      )
    })
  }

  /** Takes the changes in where the index stands. False, with nothing changed, when there are too many for that. */
  #change(
    held: Held,
    lists: ReadonlyArray<{ readonly key: string; readonly from: number; readonly to: number }>,
    editions: LoadedEditions
  ): Effect.Effect<boolean, StorageUnavailable> {
    const { name, place } = held
    return Effect.gen({ self: this }, function* () {
      let applied = held.applied
      for (const list of lists) {
        const { key, to } = list
        yield* eachChange(this.#source, list, (changes) => {
          applied += changes.length
          if (applied > mostApplied) return Effect.void
          const changed = changes.flatMap(({ after }) =>
            after === null ? [] : [searchedPart({ ...after, list: key, edition: String(to) })]
          )
          const removed = changes.flatMap(({ after, uid }) => (after === null ? [{ list: key, uid }] : []))
          return asked(place, { ask: "changes", index_name: name, changed, removed })
        })
        if (applied > mostApplied) break
      }
      if (applied > mostApplied) {
        yield* asked(place, { ask: "discard", index_name: name })
        return false
      }
      const reply = yield* asked(place, { ask: "apply", index_name: name, editions })
      this.#held = { ...held, editions, applied, appliedAt: yield* Clock.currentTimeMillis }
      return !(reply.reply === "done" && reply.worn)
    }).pipe(Effect.onError(() => Effect.sync(() => void place.ask({ ask: "discard", index_name: name }).catch(() => undefined))))
  }

  /**
   * Searches what is held; nothing where there is no list. Fails when there are lists of which none could be loaded yet. Where what is held is
   * behind what was seen, a list is said to be lacking: what it lists now was not searched.
   */
  search(
    query: ScreeningQuery,
    options: Partial<SearchOptions>,
    sighting: Sighting | null = null
  ): Effect.Effect<IndexAnswer, StorageUnavailable> {
    return Effect.gen({ self: this }, function* () {
      const at = yield* now
      if (!this.ready) return yield* new StorageUnavailable({ cause: new Error("The screening lists are not loaded yet") })
      // Asked of whatever is held at that moment: an index that is given up answers what it was asked before.
      const reply = yield* Effect.tryPromise({
        try: async () => {
          const held = this.#held
          return held === null ? null : held.place.ask({ ask: "search", index_name: held.name, query, options })
        },
        catch: (cause) => new StorageUnavailable({ cause })
      })
      const { editions, hits } = reply?.reply === "found" ? reply : { editions: {}, hits: [] }
      const behind = sighting !== null && !this.holds(sighting)
      const stale = staleLists(editions, this.#statuses, { now: at, failed: this.#failed || behind })
      return { index_name: this.#index_name, hits, editions, stale, lacks: behind || lacksList(this.#statuses) }
    })
  }

  /** Gives up what is held, and what is being built. */
  close(): void {
    this.#closed = true
    this.#leave()
  }

  #leave(): void {
    this.#held?.place.leave()
    this.#held = null
  }
}
