import { expect, test } from "bun:test"
import { confirmedForMillis, cachedTrust } from "@vouchkit/adapters/trust/cached-trust"
import type { CountryTrust, TrustStore } from "@vouchkit/core/resources/trust/trust-store"
import { Effect, ManagedRuntime } from "effect"
import { TestClock } from "effect/testing"

/** A store whose edition a test moves, and that counts what it is asked. */
const aStore = () => {
  const asked = { editions: 0, countries: 0 }
  let edition = 1
  const trustOf = (country: string): Effect.Effect<CountryTrust> =>
    Effect.sync(() => {
      asked.countries += 1
      return { edition, certificates: [new TextEncoder().encode(`${country} of ${edition}`)], crls: [] }
    })
  const counted = Effect.sync(() => {
    asked.editions += 1
    return edition
  })
  return { asked, next: () => (edition += 1), store: { edition: counted, trustOf } as unknown as TrustStore["Service"] }
}

test("certificates are read once for each country and edition, and a new edition is seen after ten seconds at the latest", async () => {
  const runtime = ManagedRuntime.make(TestClock.layer())
  const { asked, next, store } = aStore()
  const trustOf = cachedTrust(store)
  const editionOf = async (country: string) => (await runtime.runPromise(trustOf(country))).edition
  expect([await editionOf("DE"), await editionOf("DE"), await editionOf("FR")]).toEqual([1, 1, 1])
  expect(asked).toEqual({ editions: 1, countries: 2 })

  next()
  await runtime.runPromise(TestClock.adjust(confirmedForMillis - 1))
  expect(await editionOf("DE")).toBe(1)
  // A country that was not asked for before is read as it is now, and is not kept under the older edition.
  expect(await editionOf("IT")).toBe(2)
  await runtime.runPromise(TestClock.adjust(1))
  expect([await editionOf("DE"), await editionOf("FR"), await editionOf("IT")]).toEqual([2, 2, 2])
  expect(asked).toEqual({ editions: 2, countries: 6 })
  await runtime.runPromise(TestClock.adjust(confirmedForMillis))
  expect(await editionOf("DE")).toBe(2)
  expect(asked).toEqual({ editions: 3, countries: 6 })
  await runtime.dispose()
})
