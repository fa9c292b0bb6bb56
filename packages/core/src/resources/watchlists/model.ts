import { Schema } from "effect"
import { Label, Timestamp } from "../../kernel/foundation/text.ts"
import type { Edition, ListStatus } from "./editions/list-editions.ts"
import { type FindingCode, findingSeverities } from "./sources/reading.ts"
import { EnvironmentName } from "../../kernel/foundation/environment.ts"
import type { Environment } from "../../kernel/foundation/environment.ts"

/** How many watchlists an organization keeps in one environment, and what one edition may hold. */
export const watchlistLimits = {
  lists: 100,
  rows: 100_000,
  columns: 200,
  cell: 16_000,
  bytes: 20 * 1024 * 1024,
  mapping: 50_000,
  /** Rows that are named one by one when a file is refused, or taken with doubts; the rest is counted. */
  named_rows: 100,
  findings: 100,
  editions: 100
} as const

/** Short enough to be shown with a prefix, should a public list take the key later. */
export const WatchlistKey = Schema.String.check(
  Schema.isPattern(/^[a-z][a-z0-9_]{0,47}$/u, {
    message: "must begin with a letter and have at most 48 lower-case letters, digits and underscores"
  })
).annotate({
  description: "Names the watchlist in results of screenings; cannot change and is never reused",
  examples: ["house_list"]
})

const short = (max: number) => Schema.String.check(Schema.isMaxCodePoints(max))
const count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))
const codes = Object.keys(findingSeverities).filter((code): code is FindingCode => code in findingSeverities)

/** One thing that was met while reading a file, counted. It names columns and never what stands in cells. */
const EditionFinding = Schema.Struct({ code: Schema.Literals(codes), where: short(200), count })

/** One edition of a watchlist. It is never changed; results name the one that was searched by its number. */
export const WatchlistEdition = Schema.Struct({
  object: Schema.Literal("watchlist_edition"),
  environment: EnvironmentName,
  watchlist_key: WatchlistKey,
  number: Schema.Int,
  published_at: Schema.NullOr(short(64)).annotate({ description: "Date or version, as the uploader named it" }),
  entry_count: count,
  added: count,
  changed: count,
  removed: count,
  content_hash: short(64).annotate({ description: "SHA-256 over the entries: the same for editions with the same content" }),
  file_sha256: Schema.NullOr(short(64)),
  findings: Schema.Array(EditionFinding).check(Schema.isMaxLength(watchlistLimits.findings)),
  current: Schema.Boolean.annotate({ description: "Whether screenings search this edition" }),
  created_at: Timestamp
}).annotate({ identifier: "WatchlistEdition" })
export interface WatchlistEdition extends Schema.Schema.Type<typeof WatchlistEdition> {}

/** A list of people or organizations that an organization screens against besides the public ones, under the category `internal`. */
export const Watchlist = Schema.Struct({
  object: Schema.Literal("watchlist"),
  environment: EnvironmentName,
  key: WatchlistKey,
  name: Label,
  category: Schema.Literal("internal"),
  edition: Schema.NullOr(WatchlistEdition).annotate({ description: "The edition that screenings search; null before the first upload" }),
  archived_at: Schema.NullOr(Timestamp),
  created_at: Timestamp,
  updated_at: Timestamp
}).annotate({ identifier: "Watchlist" })
export interface Watchlist extends Schema.Schema.Type<typeof Watchlist> {}

const isCurrent = ({ edition, retired_at }: ListStatus, { number }: Edition): boolean => retired_at === null && edition?.number === number

export const presentEdition = (status: ListStatus, edition: Edition, environment: Environment): WatchlistEdition => ({
  object: "watchlist_edition",
  environment,
  watchlist_key: status.key,
  number: edition.number,
  published_at: edition.published?.slice(0, 64) ?? null,
  entry_count: edition.record_count,
  added: edition.added,
  changed: edition.changed,
  removed: edition.removed,
  content_hash: edition.content_hash,
  file_sha256: edition.sources[0]?.sha256 ?? null,
  findings: edition.findings
    .slice(0, watchlistLimits.findings)
    .map(({ code, count: times, value, where }) => ({ code, where: (value ?? where).slice(0, 200), count: times })),
  current: isCurrent(status, edition),
  created_at: edition.activated_at
})

export const presentWatchlist = (status: ListStatus, environment: Environment): Watchlist => ({
  object: "watchlist",
  environment,
  key: status.key,
  name: status.title,
  category: "internal",
  edition: status.edition === null ? null : presentEdition(status, status.edition, environment),
  archived_at: status.retired_at,
  created_at: status.created_at,
  updated_at: status.retired_at ?? status.confirmed_at ?? status.created_at
})
