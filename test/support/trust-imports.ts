import { Conflict, type StorageUnavailable } from "@vouchkit/core/kernel/foundation/failure"
import { now } from "@vouchkit/core/kernel/foundation/time"
import { importInTurn, type TrustOutcome, type TrustProgress, type TrustReading } from "@vouchkit/core/resources/trust/import-trust"
import type { TrustStore } from "@vouchkit/core/resources/trust/trust-store"
import { Effect } from "effect"

export interface TrustSource extends TrustReading {
  readonly source: string
  readonly sha256: string
  readonly replaces: boolean
}

/** Submits entries that a test holds, and imports them as the job of the queue does; fails with a conflict where it is not their turn. */
export const importTrust = (
  store: TrustStore["Service"],
  { replaces, sha256, source, ...reading }: TrustSource,
  progress: TrustProgress = () => Effect.void
): Effect.Effect<TrustOutcome, StorageUnavailable | Conflict> =>
  Effect.gen(function* () {
    const at = yield* now
    const { id } = yield* store.submit({ source, sha256, replaces, files: [], at })
    const turn = yield* store.begin(id, at)
    if (turn?.turn === "now") return yield* importInTurn(store, turn.ticket, reading, progress)
    // No job has its files, so that it would wait in vain.
    yield* store.fail({ id, run: 0 }, { reason: "not its turn", at })
    return yield* new Conflict({ code: "conflict", detail: "Another import of certificates is running." })
  })
