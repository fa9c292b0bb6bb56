import { Effect, Schema } from "effect"
import { note } from "../../kernel/audit/log.ts"
import { pageFields, pageOf } from "../../kernel/foundation/page.ts"
import { Label } from "../../kernel/foundation/text.ts"
import { now } from "../../kernel/foundation/time.ts"
import { Tenant } from "../../kernel/access/caller.ts"
import { Conflict, invalid, NotFound } from "../../kernel/foundation/failure.ts"
import { operation, preparedOperation, scopes } from "../../kernel/operation/operation.ts"
import { operations } from "../../kernel/operation/record.ts"
import type { ListEntry } from "./editions/entry.ts"
import { importEdition } from "./editions/import-edition.ts"
import { CustomerListEditions } from "./editions/list-editions.ts"
import { isPublicKey } from "./editions/own-key.ts"
import { followLists } from "./follow.ts"
import type { ListStep } from "./sources/reading.ts"
import { presentEdition, presentWatchlist, Watchlist, WatchlistEdition, WatchlistKey, watchlistLimits } from "./model.ts"
import { readMapping, readUpload } from "./read-upload.ts"
import { takePage } from "../../kernel/storage/pages.ts"

const params = { watchlist_key: WatchlistKey }
// Who stands on a watchlist decides who is stopped: publishable keys, which anyone can read out of an app, never hold this scope.
const writing = scopes("identities:write")
const reading = scopes("identities:read", "screening:read")

const found = Effect.fnUntraced(function* (key: string) {
  const status = yield* (yield* CustomerListEditions).status(key)
  return status === undefined ? yield* new NotFound() : status
})

const create = operation(
  {
    summary: "Create a watchlist of your own",
    description:
      "After the first upload, every screening of the organization and environment searches the watchlist in addition to the public ones; its hits have the category `internal`. Other organizations do not see it, and it changes no score of other watchlists. Keys of public watchlists are refused, loaded or not.",
    method: "POST",
    path: "/watchlists",
    access: writing,
    effect: "write",
    body: { key: WatchlistKey, name: Label },
    output: Watchlist,
    status: 201,
    conflicts: ["list_key_taken", "list_limit_reached"],
    invalid: ["validation_error"],
    about: null
  },
  Effect.fnUntraced(function* ({ key, name }) {
    if (yield* isPublicKey(key))
      return yield* invalid(["body", "key"], "reserved", "must not be the key of a public watchlist, and must not begin with own_")
    const store = yield* CustomerListEditions
    if ((yield* store.statuses).length >= watchlistLimits.lists) {
      return yield* new Conflict({
        code: "list_limit_reached",
        detail: `You already have ${watchlistLimits.lists} watchlists. Archive one that you no longer need.`
      })
    }
    if (!(yield* store.open({ key, format: "customer_csv", title: name, at: yield* now }))) {
      return yield* new Conflict({
        code: "list_key_taken",
        detail: "A watchlist has or had this key. Results name watchlists by key, so keys are never reused. Choose another key."
      })
    }
    yield* note({ type: "watchlist", id: key })
    return presentWatchlist(yield* found(key), (yield* Tenant).environment)
  })
)

const list = operation(
  {
    summary: "List your own watchlists, sorted by key",
    description: "Archived watchlists are left out.",
    method: "GET",
    path: "/watchlists",
    access: reading,
    effect: "read",
    query: pageFields(),
    output: pageOf(Watchlist)
  },
  Effect.fnUntraced(function* (page) {
    const { environment } = yield* Tenant
    const { data, pagination } = yield* takePage(yield* (yield* CustomerListEditions).statuses, page)
    return { data: data.map((status) => presentWatchlist(status, environment)), pagination }
  })
)

const get = operation(
  {
    summary: "Get a watchlist of your own",
    method: "GET",
    path: "/watchlists/{watchlist_key}",
    access: reading,
    effect: "read",
    params,
    output: Watchlist
  },
  Effect.fnUntraced(function* ({ watchlist_key }) {
    return presentWatchlist(yield* found(watchlist_key), (yield* Tenant).environment)
  })
)

const RowWarning = Schema.Struct({ row: Schema.Int, code: Schema.String, where: Schema.String })
const WatchlistUpload = Schema.Struct({
  object: Schema.Literal("watchlist_upload"),
  state: Schema.Literals(["activated", "unchanged"]).annotate({
    description: "`unchanged` if the file has the same content as the current edition, which is then confirmed"
  }),
  rows: Schema.Int,
  edition: WatchlistEdition,
  warning_count: Schema.Int,
  warnings: Schema.Array(RowWarning)
    .check(Schema.isMaxLength(watchlistLimits.named_rows))
    .annotate({ description: "Rows that were imported although a value in them could not be read; the header is row 1" })
}).annotate({ identifier: "WatchlistUpload" })

/** Entries as the steps of an import. */
export async function* stepsOf(entries: ReadonlyArray<ListEntry>): AsyncGenerator<ListStep, void, undefined> {
  for (const entry of entries) yield { op: "put", entry }
}

const addEdition = preparedOperation(
  {
    summary: "Upload an edition of a watchlist",
    description:
      'multipart/form-data with the whole list as `file`: CSV in UTF-8 (RFC 4180), at most 20 MB and 100,000 rows. `mapping` is JSON that names the column of each thing, such as `{"uid": "Id", "name": "Full name", "aliases": ["Also known as"], "birth_date": "Born", "country": "Country", "identifiers": [{"column": "Passport", "type": "passport"}]}`; a `uid` keeps an entry the same one when its name changes. The edition replaces the one before as a whole, or not at all: a row that cannot be taken refuses the file, with up to 100 of them by number. A file without a tenth or more of the entries is refused unless `accept_loss` is true. Entries carry the number of the edition on every result.',
    method: "POST",
    path: "/watchlists/{watchlist_key}/editions",
    access: writing,
    effect: "write",
    params,
    body: {
      mapping: Schema.String.check(Schema.isMaxCodePoints(watchlistLimits.mapping)),
      published_at: Schema.optionalKey(
        Schema.String.check(Schema.isPattern(/^[\x20-\x7e]{1,64}$/u, { message: "must be 1 to 64 printable ASCII characters" }))
      ).annotate({ description: "Date or version of the watchlist, in your own words" }),
      accept_loss: Schema.optionalKey(Schema.Boolean)
    },
    upload: true,
    upload_bytes: watchlistLimits.bytes,
    output: WatchlistUpload,
    status: { of: (output: typeof WatchlistUpload.Type) => (output.state === "activated" ? 201 : 200), all: [200, 201] },
    conflicts: ["list_archived", "conflict"],
    invalid: ["validation_error"],
    quota: "heavy",
    about: null
  },
  ({ file, mapping }) => Effect.flatMap(readMapping(mapping), (read) => file.use((bytes) => readUpload(bytes, read))),
  Effect.fnUntraced(function* ({ accept_loss = false, published_at, watchlist_key: key }, upload) {
    const store = yield* CustomerListEditions
    const before = yield* found(key)
    const { environment } = yield* Tenant
    const outcome = yield* importEdition(store, {
      key,
      format: "customer_csv",
      title: before.title,
      sample: false,
      mode: "full",
      steps: stepsOf(upload.entries),
      notes: upload.notes,
      sources: () => [upload.source],
      published: published_at ?? null,
      accept_loss,
      enclosed: true
    })
    // The refusal undoes the transaction: the list is as it was, and not stale, since anyone who uploaded knows at once.
    if (outcome.state === "refused") {
      const advice = outcome.code === "shrunken" ? " Send accept_loss if this is intended." : ""
      return yield* invalid(["body", "file"], outcome.code, `${outcome.detail}${advice}`)
    }
    const after = yield* found(key)
    if (outcome.state === "activated") yield* followLists
    yield* note({ type: "watchlist", id: key }, [
      { path: "edition", from: before.edition?.number ?? null, to: after.edition?.number ?? null },
      { path: "entry_count", from: before.edition?.record_count ?? null, to: after.edition?.record_count ?? null }
    ])
    if (after.edition === null) return yield* new NotFound()
    return {
      object: "watchlist_upload" as const,
      state: outcome.state,
      rows: upload.rows,
      edition: presentEdition(after, after.edition, environment),
      warning_count: upload.notes.warnings,
      warnings: upload.warnings
    }
  })
)

const listEditions = operation(
  {
    summary: "List the editions of a watchlist, latest first",
    description: "The latest 100 are shown.",
    method: "GET",
    path: "/watchlists/{watchlist_key}/editions",
    access: reading,
    effect: "read",
    params,
    query: pageFields(),
    output: pageOf(WatchlistEdition)
  },
  Effect.fnUntraced(function* ({ watchlist_key, ...page }) {
    const status = yield* found(watchlist_key)
    const { environment } = yield* Tenant
    const editions = yield* (yield* CustomerListEditions).editions(watchlist_key, watchlistLimits.editions)
    const { data, pagination } = yield* takePage(editions, page)
    return { data: data.map((edition) => presentEdition(status, edition, environment)), pagination }
  })
)

const ArchivedWatchlist = Schema.Struct({ deleted: Schema.Boolean, key: WatchlistKey }).annotate({ identifier: "ArchivedWatchlist" })

const archive = operation(
  {
    summary: "Delete a watchlist",
    description:
      "Archives the watchlist: the next screening no longer searches it. Its entries are kept for 30 days to explain earlier results and are then erased. The counts of its editions stay readable, and its key is never reused.",
    method: "DELETE",
    path: "/watchlists/{watchlist_key}",
    access: writing,
    effect: "write",
    params,
    output: ArchivedWatchlist
  },
  Effect.fnUntraced(function* ({ watchlist_key: key }) {
    const { retired_at } = yield* found(key)
    const at = yield* now
    yield* (yield* CustomerListEditions).retire(key, at)
    yield* note({ type: "watchlist", id: key }, retired_at === null ? [{ path: "archived_at", from: null, to: at }] : [])
    return { deleted: true, key }
  })
)

export const watchlists = operations("watchlists", { create, list, get, addEdition, listEditions, archive })
