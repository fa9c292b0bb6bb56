import type { QuotaReading, QuotaWindow } from "@vouchkit/core/kernel/quota/quota"
import { Effect } from "effect"
import type { Database } from "./database.ts"

/** What was spent of a window that ends now: how much, and when the first of it was. */
interface Spent {
  readonly used: number
  readonly oldest: number | null
}

/** `reset_seconds` is when the first that was spent is over, so that one more may be. */
const reading = (window: QuotaWindow, millis: number, { oldest, used }: Spent, allowed: boolean): QuotaReading => ({
  policy: window.policy,
  limit: window.limit,
  remaining: Math.max(0, window.limit - used),
  reset_seconds: Math.max(1, Math.ceil(((oldest ?? millis) - millis) / 1000 + window.window_seconds)),
  window_seconds: window.window_seconds,
  allowed
})

const spentOf = (row: Readonly<Record<string, any>> | undefined): Spent => ({ used: row?.used ?? 0, oldest: row?.oldest ?? null })

const spentSince = (database: Database["Service"], { policy, subject, window_seconds }: QuotaWindow, millis: number) =>
  Effect.map(
    database.query(
      (parameters) =>
        `select count(*)::int as used, min(moment)::float8 as oldest from quota_moments, unnest(moments) as moment where policy = ${parameters.add(policy)} and subject = ${parameters.add(subject)} and moment > ${parameters.add(millis - window_seconds * 1000)}::bigint`
    ),
    ([row]) => spentOf(row)
  )

/** Spends one of a window that slides, or nothing when that would pass its limit. One row is changed, so that all processes wait for one another. */
export const takeSliding = Effect.fnUntraced(function* (database: Database["Service"], window: QuotaWindow, millis: number) {
  const rows = yield* Effect.catchTag(
    database.run((parameters) => {
      const now = `${parameters.add(millis)}::bigint`
      const left = `select moment from unnest(held.moments) as moment where moment > ${parameters.add(millis - window.window_seconds * 1000)}::bigint`
      return `insert into quota_moments as held (policy, subject, moments, latest) values (${parameters.add(window.policy)}, ${parameters.add(window.subject)}, array[${now}], ${now} / 1000) on conflict (policy, subject) do update set moments = array(${left} order by moment) || ${now}, latest = greatest(held.latest, ${now} / 1000) where (select count(*) from (${left}) as of_window) < ${parameters.add(window.limit)}::int returning cardinality(moments) as used, moments[1]::float8 as oldest`
    }),
    "Conflict",
    (failure) => Effect.die(failure)
  )
  const [row] = rows
  return row === undefined
    ? reading(window, millis, yield* spentSince(database, window, millis), false)
    : reading(window, millis, spentOf(row), true)
})

/** Reads a window that slides without spending of it. */
export const peekSliding = Effect.fnUntraced(function* (database: Database["Service"], window: QuotaWindow, millis: number) {
  const spent = yield* spentSince(database, window, millis)
  return reading(window, millis, spent, spent.used < window.limit)
})
