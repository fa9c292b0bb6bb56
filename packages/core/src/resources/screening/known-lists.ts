import { Effect } from "effect"
import { Tenant } from "../../kernel/access/caller.ts"
import { traitsOf } from "../../kernel/foundation/environment.ts"
import { sampleList } from "./sample-list.ts"
import { tenantEditions } from "./tenant-editions.ts"
import { CustomerListEditions, PublicListEditions } from "../watchlists/editions/list-editions.ts"
import { publishedKeys } from "../watchlists/editions/own-key.ts"

/** The keys by which results name the watchlists that the tenant may search: those of publishers, loaded or not, and its own that are in use. */
export const knownLists = Effect.gen(function* () {
  const { environment } = yield* Tenant
  const sandbox = traitsOf(environment).sample_watchlist
  const ofAll = yield* (yield* PublicListEditions).statuses
  const own = (yield* (yield* CustomerListEditions).statuses).filter(({ retired_at }) => retired_at === null)
  const searched = yield* tenantEditions
  const ownSearched = new Set(searched.flatMap(({ index_name, key }) => (index_name === "own" ? [key] : [])))
  return new Set([
    ...[...publishedKeys].filter((key) => sandbox || key !== sampleList.key),
    ...ofAll.filter(({ sample }) => sandbox || !sample).map(({ key }) => key),
    ...searched.map(({ shown }) => shown),
    // Before their first upload.
    ...own.map(({ key }) => key).filter((key) => !ownSearched.has(key))
  ])
})
