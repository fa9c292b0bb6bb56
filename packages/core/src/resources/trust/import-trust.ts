import { Effect, Exit } from "effect"
import { between, now } from "../../kernel/foundation/time.ts"
import { type Conflict, StorageUnavailable } from "../../kernel/foundation/failure.ts"
import {
  type MetList,
  maximumLists,
  type TrustCounts,
  type TrustEntry,
  type TrustImport,
  trustBatchBytes,
  trustBatchSize,
  trustSignMs
} from "./model.ts"
import type { TrustBatch, TrustStore, TrustTicket } from "./trust-store.ts"

/** Files that cannot be taken in at all: they are damaged, signed by no one who may, or none of the known kinds. The message is for people. */
export class TrustUnreadable extends Error {
  override readonly name = "TrustUnreadable"
}

export interface TrustReading {
  /** Always the same entries in the same order for the same files. Throws `TrustUnreadable`, or `StorageUnavailable` where the files are stored. */
  readonly entries: AsyncIterable<TrustEntry>
  /** Master lists that were met until now. */
  readonly lists?: () => ReadonlyArray<MetList>
}

export type TrustOutcome =
  | { readonly state: "done"; readonly finished: TrustImport }
  /** Nothing changed: the certificates are those that were held before. */
  | { readonly state: "refused"; readonly reason: string }

export type TrustProgress = (counts: TrustCounts) => Effect.Effect<void>

/** More entries than all the states of the world have published. */
const maximumTrustEntries = 200_000

class Refused {
  readonly reason: string
  constructor(reason: string) {
    this.reason = reason
  }
}

const refusalOf = (cause: unknown): Refused | StorageUnavailable => {
  if (cause instanceof StorageUnavailable) return cause
  return new Refused(cause instanceof TrustUnreadable ? cause.message : "The files could not be read completely.")
}

/** The next entries, one by one: the signatures of some take milliseconds, and the process has others to answer between them. */
const nextEntries = Effect.fnUntraced(function* (iterator: AsyncIterator<TrustEntry>) {
  const entries: Array<TrustEntry> = []
  let bytes = 0
  while (entries.length < trustBatchSize && bytes < trustBatchBytes) {
    const { done, value } = yield* Effect.tryPromise({ try: () => iterator.next(), catch: refusalOf })
    if (done === true) break
    entries.push(value)
    bytes += value.entry === "crl" ? value.crl.der.length : 0
    yield* Effect.yieldNow
  }
  return entries
})

const batchOf = (entries: ReadonlyArray<TrustEntry>, place: Pick<TrustBatch, "from" | "cursor" | "at">): TrustBatch => ({
  certificates: entries.flatMap((entry) => (entry.entry === "certificate" ? [entry.certificate] : [])),
  crls: entries.flatMap((entry) => (entry.entry === "crl" ? [{ ...entry.crl, where: entry.where }] : [])),
  refusals: entries.flatMap((entry) => (entry.entry === "refused" ? [{ where: entry.where, reason: entry.reason }] : [])),
  ...place
})

/** Passes over what an earlier run has done with, then writes batch after batch. */
const writeAll = (store: TrustStore["Service"], ticket: TrustTicket, entries: AsyncIterable<TrustEntry>, progress: TrustProgress) =>
  Effect.acquireUseRelease(
    Effect.sync(() => entries[Symbol.asyncIterator]()),
    (iterator) =>
      Effect.gen(function* () {
        let read = 0
        let counts = ticket.counts
        let signed = yield* now
        while (read <= maximumTrustEntries) {
          const found: ReadonlyArray<TrustEntry> = yield* nextEntries(iterator)
          if (found.length === 0) return { read, counts }
          const fresh = found.slice(Math.max(0, ticket.cursor - read))
          read += found.length
          const at = yield* now
          if (fresh.length > 0) {
            counts = yield* store.add(ticket, batchOf(fresh, { from: read - fresh.length, cursor: read, at }))
            yield* progress(counts)
            signed = at
          } else if (between(signed, at) >= trustSignMs) {
            yield* store.sign(ticket, at)
            signed = at
          }
        }
        return yield* Effect.fail(new Refused(`The files contain more than ${maximumTrustEntries} entries.`))
      }),
    // Not waited for: a reader that hangs would keep an import from being stopped.
    (iterator) => Effect.sync(() => void iterator.return?.()?.catch(() => undefined))
  )

/**
 * Makes the import of a ticket, as one edition that is visible as a whole or not at all. `progress` is told the counts after each batch.
 * Interrupted or failed, it lets go of the import; killed, it leaves it to the one who takes it up after a silence.
 */
export const importInTurn = (
  store: TrustStore["Service"],
  ticket: TrustTicket,
  { entries, lists = () => [] }: TrustReading,
  progress: TrustProgress
): Effect.Effect<TrustOutcome, StorageUnavailable | Conflict> =>
  Effect.gen(function* () {
    const { counts, read } = yield* writeAll(store, ticket, entries, progress)
    if (read === 0) return yield* Effect.fail(new Refused("The files contain no certificate and no revocation list."))
    if (counts.added + counts.unchanged === 0) return yield* Effect.fail(new Refused("None of the entries could be imported."))
    const finished = yield* store.finish(ticket, { lists: lists().slice(0, maximumLists), at: yield* now })
    const outcome: TrustOutcome = { state: "done", finished }
    return outcome
  }).pipe(
    Effect.catchIf(
      (failure): failure is Refused => failure instanceof Refused,
      ({ reason }) =>
        Effect.flatMap(now, (at) => {
          const outcome: TrustOutcome = { state: "refused", reason }
          return Effect.as(store.fail(ticket, { reason, at }), outcome)
        })
    ),
    // Anyone who tries again need not wait for a silence.
    Effect.onExit((exit) => (Exit.isFailure(exit) ? Effect.ignore(store.pause(ticket)) : Effect.void))
  )
