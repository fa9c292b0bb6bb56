import { Cause, Effect, Exit } from "effect"
import { now } from "../foundation/time.ts"
import type { Conflict, StorageUnavailable } from "../operation/failure.ts"
import { type TrustCounts, type TrustEntry, type TrustImport, trustBatchBytes, trustBatchSize } from "./model.ts"
import type { TrustBatch, TrustStore, TrustTicket } from "./trust-store.ts"

/** Files that cannot be taken in at all: they are damaged, signed by nobody who may, or none of the known kinds. */
export class TrustUnreadable extends Error {
  override readonly name = "TrustUnreadable"
}

export interface TrustSource {
  /** Where the files are from, such as `icao`; certificates stand once for each source. */
  readonly source: string
  readonly sha256: string
  readonly replaces: boolean
  /** Always the same entries in the same order for the same files. Throws `TrustUnreadable`. */
  readonly entries: AsyncIterable<TrustEntry>
}

export type TrustOutcome =
  | { readonly state: "done"; readonly finished: TrustImport }
  /** Nothing changed: the certificates are those that were held before. */
  | { readonly state: "refused"; readonly reason: string }

/** More entries than all the states of the world have published. */
export const maximumTrustEntries = 200_000

class Refused {
  readonly reason: string
  constructor(reason: string) {
    this.reason = reason
  }
}

const refusalOf = (cause: unknown): Refused =>
  new Refused(cause instanceof TrustUnreadable ? cause.message : "The files could not be read to their end.")

const nextEntries = async (iterator: AsyncIterator<TrustEntry>): Promise<ReadonlyArray<TrustEntry>> => {
  const entries: Array<TrustEntry> = []
  let bytes = 0
  while (entries.length < trustBatchSize && bytes < trustBatchBytes) {
    const { done, value } = await iterator.next()
    if (done === true) break
    entries.push(value)
    bytes += value.entry === "crl" ? value.crl.der.length : 0
  }
  return entries
}

const batchOf = (entries: ReadonlyArray<TrustEntry>, place: Pick<TrustBatch, "from" | "cursor" | "at">): TrustBatch => ({
  certificates: entries.flatMap((entry) => (entry.entry === "certificate" ? [entry.certificate] : [])),
  crls: entries.flatMap((entry) => (entry.entry === "crl" ? [{ ...entry.crl, where: entry.where }] : [])),
  refusals: entries.flatMap((entry) => (entry.entry === "refused" ? [{ where: entry.where, reason: entry.reason }] : [])),
  ...place
})

/** Passes over what an earlier run has done with, then writes batch after batch. */
const writeAll = (
  store: TrustStore["Service"],
  ticket: TrustTicket,
  entries: AsyncIterable<TrustEntry>,
  progress: (counts: TrustCounts) => Effect.Effect<void>
) =>
  Effect.acquireUseRelease(
    Effect.sync(() => entries[Symbol.asyncIterator]()),
    (iterator) =>
      Effect.gen(function* () {
        let read = 0
        let counts = ticket.counts
        while (read <= maximumTrustEntries) {
          const found = yield* Effect.tryPromise({ try: () => nextEntries(iterator), catch: refusalOf })
          if (found.length === 0) return { read, counts }
          const fresh = found.slice(Math.max(0, ticket.cursor - read))
          read += found.length
          if (fresh.length === 0) continue
          const batch = batchOf(fresh, { from: read - fresh.length, cursor: read, at: yield* now })
          counts = yield* store.add(ticket, batch)
          yield* progress(counts)
        }
        return yield* Effect.fail(new Refused(`The files hold more than ${maximumTrustEntries} entries.`))
      }),
    // Not waited for: a reader that hangs would keep an import from being stopped.
    (iterator) => Effect.sync(() => void iterator.return?.()?.catch(() => undefined))
  )

/**
 * Imports certificates and revocation lists as one edition, visible as a whole or not at all. Killed half way it goes on where it stopped
 * when the same files are imported again; imported twice, they change nothing. `progress` is told the counts after each batch.
 */
export const importTrust = (
  store: TrustStore["Service"],
  { entries, ...start }: TrustSource,
  progress: (counts: TrustCounts) => Effect.Effect<void> = () => Effect.void
): Effect.Effect<TrustOutcome, StorageUnavailable | Conflict> =>
  Effect.gen(function* () {
    const ticket = yield* store.begin({ ...start, at: yield* now })
    return yield* Effect.gen(function* () {
      const { counts, read } = yield* writeAll(store, ticket, entries, progress)
      if (read === 0) return yield* Effect.fail(new Refused("The files hold no certificate and no revocation list."))
      if (counts.added + counts.unchanged === 0) return yield* Effect.fail(new Refused("None of the entries could be taken in."))
      const finished = yield* store.finish(ticket, yield* now)
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
      Effect.onExit((exit) =>
        Exit.isFailure(exit) && Cause.hasInterruptsOnly(exit.cause) ? Effect.ignore(store.pause(ticket)) : Effect.void
      )
    )
  })
