import type { StorageUnavailable } from "@vouchkit/core/kernel/foundation/failure"
import type { CountryTrust, TrustStore } from "@vouchkit/core/resources/trust/trust-store"
import { Clock, Effect } from "effect"

/** An import or a removal counts in every process after at most this long. */
export const confirmedForMillis = 10_000
/** More countries than issue documents. */
const mostCountries = 400

/** Certificates by country, kept as long as the edition stands that they are of. */
export const cachedTrust = (store: TrustStore["Service"]): ((country: string) => Effect.Effect<CountryTrust, StorageUnavailable>) => {
  const held = new Map<string, CountryTrust>()
  let edition = -1
  let confirmedAt = Number.NEGATIVE_INFINITY

  const confirm = Effect.gen(function* () {
    const startedAt = yield* Clock.currentTimeMillis
    if (startedAt - confirmedAt < confirmedForMillis) return
    const found = yield* store.edition
    if (found !== edition) held.clear()
    edition = found
    confirmedAt = startedAt
  })

  return Effect.fnUntraced(function* (country: string) {
    yield* confirm
    const known = held.get(country)
    if (known !== undefined) return known
    const fresh = yield* store.trustOf(country)
    // Of a later edition already: the next confirmation clears what stands beside it.
    if (fresh.edition === edition && held.size < mostCountries) held.set(country, fresh)
    return fresh
  })
}
