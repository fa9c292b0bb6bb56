import { createHash } from "node:crypto"
import { Cause, Effect, Exit, Metric, Redacted } from "effect"
import { Entropy } from "../../../kernel/foundation/id.ts"
import { after, now } from "../../../kernel/foundation/time.ts"
import type { StorageUnavailable } from "../../../kernel/foundation/failure.ts"
import { importEdition } from "../editions/import-edition.ts"
import { type ListStatus, PublicListEditions } from "../editions/list-editions.ts"
import { ReadingNotes } from "../sources/reading.ts"
import { fetchLeaseMs, fetchSignMs, nextFetchMs, quickRetriesMs } from "./fetch-schedule.ts"
import { type FetchOutcome, type FetchState, ListFetches, type Validator } from "./list-fetches.ts"
import { type Downloaded, type DownloadFailed, type Fetching, ListFetching } from "./list-fetching.ts"
import type { ListSource } from "./list-source.ts"

const fetches = Metric.counter("vouchkit_screening_list_fetches_total", {
  description: "Fetches of watchlists, by watchlist and outcome",
  incremental: true
})

/** How a fetch ended. With `skipped`, someone else holds the list, or it is not due. */
interface Fetched {
  readonly outcome: FetchOutcome | "skipped"
  readonly detail: string | null
}

interface Result {
  readonly outcome: FetchOutcome
  readonly detail: string | null
  readonly validators: ReadonlyArray<Validator> | null
}

/** Tells the addresses of a list from others without showing them. */
const digestOf = ({ encoding, format, urls }: ListSource): string =>
  createHash("sha256")
    .update(JSON.stringify([format.name, encoding, urls.map(Redacted.value)]))
    .digest("hex")

const startOf = ({ format, key, title }: ListSource, at: string) =>
  ({ key, format: format.name, title, sample: false, mode: "full", at }) as const

/** What the server may compare with: only files that are the edition in use, and only while nothing says that it is not the newest. */
const comparable = ({ edition, validators }: FetchState, status: ListStatus | undefined): ReadonlyArray<Validator> | null =>
  edition !== null && status?.edition?.number === edition && status.stale === null ? validators : null

const retried = (fetching: Fetching, source: ListSource, known: ReadonlyArray<Validator> | null) => {
  const attempt = (turn: number): ReturnType<Fetching["download"]> =>
    Effect.catch(fetching.download(source, known), (failure) => {
      const wait = quickRetriesMs[turn]
      return wait === undefined || !failure.passing ? Effect.fail(failure) : Effect.andThen(Effect.sleep(wait), attempt(turn + 1))
    })
  return attempt(0)
}

const busy: Result = { outcome: "busy", detail: "An import of the watchlist was running.", validators: null }

/** Says on the list itself that something newer could not be had; its last good edition stays. */
const markStale = (source: ListSource, { code, detail }: DownloadFailed) =>
  Effect.gen(function* () {
    const store = yield* PublicListEditions
    const at = yield* now
    const ticket = yield* store.begin(startOf(source, at))
    yield* store.abandon(ticket, { code, detail, at })
    const result: Result = { outcome: "failed", detail, validators: null }
    return result
  }).pipe(Effect.catchTag("Conflict", () => Effect.succeed(busy)))

/** The files are those of the edition in use: it is confirmed as if they had been read again. */
const confirm = (source: ListSource, validators: ReadonlyArray<Validator> | null) =>
  Effect.gen(function* () {
    const store = yield* PublicListEditions
    const at = yield* now
    const ticket = yield* store.begin(startOf(source, at))
    yield* store.confirm(ticket, { published: null, at })
    const result: Result = { outcome: "not_modified", detail: null, validators }
    return result
  }).pipe(Effect.catchTag("Conflict", () => Effect.succeed(busy)))

const imported = ({ format, key, title }: ListSource, { sources, steps, validators }: Extract<Downloaded, { state: "whole" }>) =>
  Effect.gen(function* () {
    const store = yield* PublicListEditions
    const notes = new ReadingNotes()
    const outcome = yield* importEdition(store, {
      key,
      format: format.name,
      title,
      sample: false,
      mode: "full",
      steps: steps(notes),
      notes,
      sources,
      published: (yield* now).slice(0, 10),
      accept_loss: false
    })
    if (notes.warnings > 0)
      yield* Effect.logWarning("a watchlist contains elements that its format is not known to have", {
        list: key,
        warnings: notes.warnings
      })
    const result: Result =
      outcome.state === "refused"
        ? { outcome: "refused", detail: outcome.detail, validators: null }
        : { outcome: outcome.state, detail: null, validators }
    return result
  }).pipe(Effect.catchTag("Conflict", () => Effect.succeed(busy)))

const worked = (fetching: Fetching, source: ListSource, state: FetchState) =>
  Effect.scoped(
    Effect.gen(function* () {
      const known = comparable(state, yield* (yield* PublicListEditions).status(source.key))
      const arrived = yield* Effect.result(retried(fetching, source, known))
      if (arrived._tag === "Failure") return yield* markStale(source, arrived.failure)
      return arrived.success.state === "not_modified" ? yield* confirm(source, known) : yield* imported(source, arrived.success)
    })
  )

const good: ReadonlySet<FetchOutcome> = new Set<FetchOutcome>(["activated", "unchanged", "not_modified"])

const reported = (key: string, { detail, outcome }: Result, failures: number) =>
  Effect.andThen(
    Metric.update(Metric.withAttributes(fetches, { list: key, outcome }), 1),
    good.has(outcome)
      ? Effect.logInfo("watchlist fetched", { list: key, outcome })
      : Effect.logWarning("watchlist not refreshed; its last good edition stays in use", { list: key, outcome, detail, failures })
  )

/**
 * Fetches one list if it is due, or `early`, and no one else does. A failure leaves the last good edition, which is called stale; it is
 * remembered with when to try again. Killed half way, the list is free for others after a minute and a half, and the fetch starts over.
 */
export const fetchList = (
  fetching: Fetching,
  source: ListSource,
  { early }: { readonly early: boolean }
): Effect.Effect<Fetched, StorageUnavailable, ListFetches | PublicListEditions | Entropy> =>
  Effect.gen(function* () {
    const store = yield* ListFetches
    const { bytes } = yield* Entropy
    const lease = Buffer.from(bytes(16)).toString("hex")
    const { key } = source
    const at = yield* now
    const state = yield* store.claim({ key, source: digestOf(source), at, lease, until: after(at, fetchLeaseMs), early })
    if (state === undefined) return { outcome: "skipped", detail: null } as const
    const sign = Effect.gen(function* () {
      yield* Effect.sleep(fetchSignMs)
      yield* Effect.ignore(store.extend(key, lease, after(yield* now, fetchLeaseMs)))
    })
    const result = yield* Effect.raceFirst(worked(fetching, source, state), Effect.forever(sign)).pipe(
      Effect.onExit((exit) => (Exit.isFailure(exit) ? Effect.ignore(store.release(key, lease)) : Effect.void))
    )
    const failures = good.has(result.outcome) ? 0 : state.failures + 1
    const status = yield* (yield* PublicListEditions).status(key)
    const ended = yield* now
    const [roll = 0] = bytes(1)
    yield* store.settle(key, lease, {
      validators: result.validators,
      edition: result.validators === null ? null : (status?.edition?.number ?? null),
      due_at: after(ended, nextFetchMs(failures, roll / 255)),
      failures,
      last_at: ended,
      last_outcome: result.outcome,
      last_detail: result.detail?.slice(0, 500) ?? null
    })
    yield* reported(key, result, failures)
    return { outcome: result.outcome, detail: result.detail }
  })

/** Fetches every list that is due. What goes wrong with one leaves the others alone. */
export const fetchDueLists = Effect.gen(function* () {
  const fetching = yield* ListFetching
  if (fetching === null) return
  for (const source of fetching.sources) {
    yield* fetchList(fetching, source, { early: false }).pipe(
      Effect.catchCause((cause) =>
        Cause.hasInterruptsOnly(cause)
          ? Effect.failCause(cause)
          : Effect.logError("a watchlist could not be fetched", { list: source.key }, cause)
      )
    )
  }
})
