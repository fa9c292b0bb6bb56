import { Cause, Effect, Exit } from "effect"
import { now } from "../../../kernel/foundation/time.ts"
import type { Conflict, StorageUnavailable } from "../../../kernel/foundation/failure.ts"
import { type EditionCounts, EditionHash, entryHash, judgeEdition } from "./edition.ts"
import type { ListEntry } from "./entry.ts"
import {
  type ArrivingEntry,
  type Edition,
  type EditionSource,
  importSignMs,
  type ImportTicket,
  type ListEditions,
  type ListStatus
} from "./list-editions.ts"
import { oneLine } from "../sources/one-line.ts"
import { type ListStep, ListUnreadable, type ReadingNotes } from "../sources/reading.ts"

export interface EditionImport {
  readonly key: string
  readonly format: string
  readonly title: string
  readonly sample: boolean
  readonly mode: "full" | "delta"
  /** Read once, from its beginning to its end. Throws `ListUnreadable`. */
  readonly steps: AsyncIterable<ListStep>
  /** What the reader of the steps notes; complete when the steps have ended. */
  readonly notes: ReadingNotes
  /** The files that were read; complete when the steps have ended. */
  readonly sources: () => ReadonlyArray<EditionSource>
  /** The edition's date or version where the file does not print one. */
  readonly published: string | null
  /** An operator has looked: an edition that loses more than a tenth is taken. */
  readonly accept_loss: boolean
  /** For a delta: the version of the list that it changes, as `published` names it. On any other it is refused: what lies between would be lost. */
  readonly base?: string
  /** The import is part of a transaction that is open around it, so that no other process sees it or its signs of life. */
  readonly enclosed?: boolean
}

export type ImportOutcome =
  | { readonly state: "activated"; readonly edition: Edition; readonly counts: EditionCounts }
  /** The files say what the current edition says. */
  | { readonly state: "unchanged"; readonly counts: EditionCounts; readonly published: string | null }
  /** Not an edition; the list keeps the last good one and is stale. */
  | { readonly state: "refused"; readonly code: string; readonly detail: string; readonly counts: EditionCounts | null }

const batchSize = 1_000
const pageSize = 5_000
/** More entries than any list has; a file with more is not one. */
const maximumEntries = 10_000_000

class Refused {
  readonly code: string
  readonly detail: string
  readonly counts: EditionCounts | null
  constructor(code: string, detail: string, counts: EditionCounts | null) {
    this.code = code
    this.detail = detail
    this.counts = counts
  }
}

/** Up to a batch of steps; the last batch is shorter, and may be empty. */
const nextBatch = async (iterator: AsyncIterator<ListStep>): Promise<ReadonlyArray<ListStep>> => {
  const batch: Array<ListStep> = []
  while (batch.length < batchSize) {
    const { done, value } = await iterator.next()
    if (done === true) break
    batch.push(value)
  }
  return batch
}

const refusalOf = (cause: unknown): Refused =>
  cause instanceof ListUnreadable
    ? new Refused(cause.code, cause.message, null)
    : new Refused("io", "The file could not be read completely.", null)

/** An entry that a file gives a uid twice is kept under a uid of its own: it is searched, and the finding tells of it. */
const renamed = (entry: ListEntry, turn: number): ListEntry => ({ ...entry, uid: `${entry.uid.slice(0, 120)}#${turn}` })
const maximumTurns = 1_000

const arriving = (entry: ListEntry): ArrivingEntry => ({ uid: entry.uid, hash: entryHash(entry), entry })

/** Writes entries, and those whose uid is taken under another; entries that say the same twice are one. */
const put = <R>(store: ListEditions<R>, ticket: ImportTicket, entries: ReadonlyArray<ListEntry>, notes: ReadingNotes) =>
  Effect.gen(function* () {
    let waiting = entries
    for (let turn = 1; waiting.length > 0 && turn <= maximumTurns; turn += 1) {
      const first = new Map<string, ArrivingEntry>()
      const again: Array<ListEntry> = []
      for (const entry of waiting) {
        const made = arriving(turn === 1 ? entry : renamed(entry, turn))
        const before = first.get(made.uid)
        if (before === undefined || ticket.mode === "delta") first.set(made.uid, made)
        else if (before.hash !== made.hash) again.push(entry)
      }
      const taken = new Set(yield* store.add(ticket, [...first.values()], yield* now))
      if (ticket.mode === "delta") return
      const others = waiting.filter((entry) => taken.has(turn === 1 ? entry.uid : renamed(entry, turn).uid))
      waiting = [...again, ...others.filter((entry) => !again.includes(entry))]
      if (turn === 1) for (const { uid } of waiting) notes.note({ code: "duplicate_uid", where: "entry", uid })
    }
  })

/** Applies a batch in its order: a delta may put and remove the same entry. */
const apply = <R>(store: ListEditions<R>, ticket: ImportTicket, batch: ReadonlyArray<ListStep>, notes: ReadingNotes) =>
  Effect.gen(function* () {
    let entries: Array<ListEntry> = []
    let uids: Array<string> = []
    const flush = Effect.gen(function* () {
      if (entries.length > 0) yield* put(store, ticket, entries, notes)
      if (uids.length > 0) {
        for (const uid of yield* store.remove(ticket, uids, yield* now)) notes.note({ code: "absent_entry", where: "entity", uid })
      }
      entries = []
      uids = []
    })
    for (const step of batch) {
      if (step.op === "put" ? uids.length > 0 : entries.length > 0) yield* flush
      if (step.op === "put") entries.push(step.entry)
      else uids.push(step.uid)
    }
    yield* flush
  })

const readAll = <R>(store: ListEditions<R>, ticket: ImportTicket, { notes, steps }: EditionImport) =>
  Effect.acquireUseRelease(
    Effect.sync(() => steps[Symbol.asyncIterator]()),
    (iterator) =>
      Effect.gen(function* () {
        for (let read = 0; read <= maximumEntries; ) {
          const batch = yield* Effect.tryPromise({ try: () => nextBatch(iterator), catch: refusalOf })
          if (batch.length === 0) return
          yield* apply(store, ticket, batch, notes)
          read += batch.length
        }
        return yield* Effect.fail(new Refused("too_large", `The files contain more than ${maximumEntries} entries.`, null))
      }),
    (iterator) => Effect.promise(async () => void (await iterator.return?.().catch(() => undefined)))
  )

/** Says every while that the import is alive, however long it reads or waits. Ends with the work. */
const signing = <R>(store: ListEditions<R>, ticket: ImportTicket) =>
  Effect.forever(Effect.andThen(Effect.sleep(importSignMs), Effect.ignore(Effect.flatMap(now, (at) => store.sign(ticket, at)))))

/** Why a delta does not fit the list as it stands; undefined when it does. */
const misfit = (status: ListStatus | undefined, { base, mode }: EditionImport): Refused | undefined => {
  if (mode === "full") return undefined
  if (status === undefined || status.edition === null) {
    return new Refused("no_base", "The watchlist has no edition to apply changes to. Import the whole watchlist first.", null)
  }
  if (base === undefined || base === status.published) return undefined
  return new Refused(
    "other_base",
    `The changes start from version ${oneLine(base)}, but the watchlist is at ${oneLine(status.published ?? "an unknown version")}. Import the changes in between, or the whole watchlist.`,
    null
  )
}

const hashOf = <R>(store: ListEditions<R>, ticket: ImportTicket) =>
  Effect.gen(function* () {
    const hash = new EditionHash()
    let after: string | null = null
    for (let pages = 0; pages <= maximumEntries / pageSize; pages += 1) {
      const page: ReadonlyArray<{ readonly uid: string; readonly hash: string }> = yield* store.contents(ticket, { after, limit: pageSize })
      for (const row of page) hash.add(row.uid, row.hash)
      const last = page.at(-1)
      if (last === undefined) break
      after = last.uid
    }
    return hash.digest()
  })

const finish = <R>(store: ListEditions<R>, ticket: ImportTicket, wanted: EditionImport) =>
  Effect.gen(function* () {
    const counts = yield* store.weigh(ticket)
    const refusal = judgeEdition(counts, wanted)
    if (refusal !== undefined) return yield* Effect.fail(new Refused(refusal.code, refusal.detail, counts))
    const published = wanted.notes.published ?? wanted.published
    const at = yield* now
    const status = yield* store.status(wanted.key)
    if (status?.edition !== null && counts.added + counts.changed + counts.removed === 0) {
      yield* store.confirm(ticket, { published, at })
      const outcome: ImportOutcome = { state: "unchanged", counts, published }
      return outcome
    }
    const edition: Edition = {
      number: ticket.number,
      published,
      content_hash: yield* hashOf(store, ticket),
      record_count: counts.total,
      added: counts.added,
      changed: counts.changed,
      removed: counts.removed,
      activated_at: at,
      sources: wanted.sources(),
      findings: wanted.notes.findings
    }
    yield* store.activate(ticket, edition)
    const outcome: ImportOutcome = { state: "activated", edition, counts }
    return outcome
  })

/**
 * Imports one edition of a list. It becomes current as a whole or not at all: a file that cannot be read to its end, or that loses more
 * than a tenth of the entries, leaves the last good edition in place and the list marked as stale. Running it twice does no harm.
 */
export const importEdition = <R>(
  store: ListEditions<R>,
  wanted: EditionImport
): Effect.Effect<ImportOutcome, StorageUnavailable | Conflict<"stale_object" | "conflict" | "list_archived">, R> =>
  Effect.gen(function* () {
    const { enclosed = false, format, key, mode, sample, title } = wanted
    // Before anything is begun: a file that was never meant for the list as it stands says nothing of how new the list is.
    const unfit = misfit(yield* store.status(key), wanted)
    if (unfit !== undefined) {
      const outcome: ImportOutcome = { state: "refused", code: unfit.code, detail: unfit.detail, counts: null }
      return outcome
    }
    const ticket = yield* store.begin({ key, format, title, sample, mode, at: yield* now })
    const abandon = (code: string, detail: string) => Effect.flatMap(now, (at) => store.abandon(ticket, { code, detail, at }))
    const fits = Effect.flatMap(store.status(key), (status) => {
      const late = misfit(status, wanted)
      return late === undefined ? Effect.void : Effect.fail(late)
    })
    const work = Effect.andThen(fits, Effect.andThen(readAll(store, ticket, wanted), finish(store, ticket, wanted)))
    return yield* (enclosed ? work : Effect.raceFirst(work, signing(store, ticket))).pipe(
      Effect.catchIf(
        (failure): failure is Refused => failure instanceof Refused,
        ({ code, counts, detail }) => {
          const outcome: ImportOutcome = { state: "refused", code, detail, counts }
          return Effect.as(abandon(code, detail), outcome)
        }
      ),
      Effect.onExit((exit) =>
        Exit.isSuccess(exit)
          ? Effect.void
          : Effect.ignore(
              Cause.hasInterruptsOnly(exit.cause)
                ? abandon("interrupted", "The import was stopped before it finished.")
                : abandon("failed", "The import failed; the log says why.")
            )
      )
    )
  })
