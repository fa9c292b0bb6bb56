import { createHash } from "node:crypto"
import { Effect } from "effect"
import { Tenant } from "../../kernel/access/caller.ts"
import { type IndexName, editionsOf, onIndex, indexesSeen, shownKey } from "./list-index.ts"
import { type CurrentEdition, CustomerListEditions, PublicListEditions } from "../watchlists/editions/list-editions.ts"
import type { Marks } from "./monitoring/model.ts"
import { sampleList } from "./sample-list.ts"
import { traitsOf } from "../../kernel/foundation/environment.ts"

/** A list that the tenant searches, in the edition that is current. */
export interface TenantEdition {
  readonly index_name: IndexName
  readonly key: string
  /** As results name it. */
  readonly shown: string
  readonly number: number
}

/** The place of a list among marks. */
export const markOf = ({ key, index_name }: Pick<TenantEdition, "key" | "index_name">): string => `${index_name}/${key}`

export const marksOf = (editions: ReadonlyArray<TenantEdition>): Marks =>
  Object.fromEntries(editions.map((edition) => [markOf(edition), edition.number]))

/** The current editions of every list that the tenant searches, but the one that ships with the product, which never changes. */
export const tenantEditions = Effect.gen(function* () {
  const { environment } = yield* Tenant
  const ofAll = yield* (yield* PublicListEditions).statuses
  const own = yield* (yield* CustomerListEditions).statuses
  const found = indexesSeen(environment).flatMap((index_name) =>
    Object.entries(editionsOf(onIndex(index_name, index_name === "own" ? own : ofAll, environment))).map(([key, { number }]) => ({
      index_name,
      key,
      number
    }))
  )
  const taken = new Set(
    found
      .flatMap(({ key, index_name }) => (index_name === "own" ? [] : [key]))
      .concat(traitsOf(environment).sample_watchlist ? [sampleList.key] : [])
  )
  return found
    .filter(({ key, index_name }) => index_name !== "sample" || key !== sampleList.key)
    .map((edition): TenantEdition => ({ ...edition, shown: shownKey(edition.index_name, edition.key, taken) }))
})

/** The current editions of an owner's lists as one text: another one says that something became current, or was retired. */
export const seenOf = (editions: ReadonlyArray<CurrentEdition>): string => editions.map(({ key, number }) => `${key} ${number}`).join("\n")

/** The same for all that a tenant searches: the lists of the installation and its own. */
export const seenTogether = (ofAll: string, own: string): string => `${ofAll}\n\n${own}`

/** What a search that begins now would see. */
export const seenNow = Effect.gen(function* () {
  const ofAll = seenOf(yield* (yield* PublicListEditions).current)
  return seenTogether(ofAll, seenOf(yield* (yield* CustomerListEditions).current))
})

/** Digest of the current editions of the installation's lists: another one says that something became current. */
export const editionsSeen = Effect.gen(function* () {
  const statuses = yield* (yield* PublicListEditions).statuses
  const editions = statuses.flatMap(({ edition, key }) => (edition === null ? [] : [`${key} ${edition.number}`])).sort()
  return createHash("sha256").update(editions.join("\n")).digest("hex").slice(0, 32)
})
