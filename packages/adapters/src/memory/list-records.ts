import { Conflict } from "@vouchkit/core/kernel/foundation/failure"
import type { ListEntry } from "@vouchkit/core/resources/watchlists/editions/entry"
import type { Edition, ImportStart, ImportTicket, ListStatus } from "@vouchkit/core/resources/watchlists/editions/list-editions"
import { Effect } from "effect"
import type { State } from "./state.ts"

export interface MemoryVersion {
  readonly uid: string
  readonly since: number
  readonly until: number | null
  readonly hash: string
  readonly entry: ListEntry
}
/** What an import has met and written so far; seen by no one else, so it grows in place. */
export interface Importing {
  readonly number: number
  seen_at: string
  /** Hashes by uid; null for an entry that a delta takes off the list. */
  readonly received: Map<string, string | null>
  /** Entries that are new or differ from those that stand. */
  readonly own: Map<string, MemoryVersion>
}
/** Everything of one list. Replaced as a whole when an import ends, so that an undo puts the old one back. */
export interface MemoryList {
  readonly status: ListStatus
  readonly next: number
  readonly importing: Importing | null
  readonly standing: ReadonlyMap<string, MemoryVersion>
  readonly past: ReadonlyArray<MemoryVersion>
  readonly editions: ReadonlyArray<Edition>
}

const table = "screening_lists"
const lost = new Conflict({
  code: "conflict",
  detail: "This import can no longer write: it was silent for too long, and another import took over."
})

export const freshList = ({ at, format, key, sample, title }: Omit<ImportStart, "mode">): MemoryList => ({
  status: {
    key,
    format,
    title,
    sample,
    edition: null,
    published: null,
    confirmed_at: null,
    stale: null,
    last_attempt_at: null,
    created_at: at,
    retired_at: null
  },
  next: 1,
  importing: null,
  standing: new Map(),
  past: [],
  editions: []
})

/** The lists of one owner, and how they are looked at and changed. */
export const memoryLists = <R>(state: State["Service"], owner: Effect.Effect<string, never, R>) => {
  const rows = () => state.rows(table) as Map<string, MemoryList>
  const store = (where: string, list: MemoryList) => state.write(table, where, list)
  const place = (whose: string, key: string) => `${whose}/${key}`
  const looked = <A>(key: string, look: (list: MemoryList | undefined) => A) =>
    Effect.flatMap(owner, (whose) => state.read(() => look(rows().get(place(whose, key)))))
  /** Changes the list that an import holds; anyone who lost it fails here. */
  const written = <A>(ticket: ImportTicket, change: (list: MemoryList, importing: Importing) => readonly [MemoryList, A]) =>
    Effect.flatMap(owner, (whose) =>
      state.transaction(
        Effect.suspend(() => {
          const list = rows().get(place(whose, ticket.key))
          if (list?.importing?.number !== ticket.number) return Effect.fail(lost)
          const [changed, answer] = change(list, list.importing)
          return changed === list ? Effect.succeed(answer) : Effect.as(store(place(whose, ticket.key), changed), answer)
        })
      )
    )

  return { looked, owner, place, rows, state, store, written }
}
export type MemoryLists<R> = ReturnType<typeof memoryLists<R>>
