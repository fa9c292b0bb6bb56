import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { Context, Effect, Layer, ManagedRuntime, Schema } from "effect"
import postgres from "postgres"
import { collection as memoryCollection } from "@vouchkit/adapters/memory/collection"
import { State } from "@vouchkit/adapters/memory/state"
import { collection as postgresCollection } from "@vouchkit/adapters/postgres/collection"
import { Database, layer as databaseLayer } from "@vouchkit/adapters/postgres/database"
import type { Tenant } from "@vouchkit/core/kernel/access/caller"
import { Conflict, NotFound } from "@vouchkit/core/kernel/foundation/failure"
import { lookUps } from "@vouchkit/core/kernel/resource/locks"
import { resource, type Stored } from "@vouchkit/core/kernel/resource/resource"
import { storeOf, storesLayer } from "@vouchkit/core/kernel/resource/stores"
import type { CollectionOf } from "@vouchkit/core/kernel/storage/collection"
import { ownedDatabase } from "../support/postgres.ts"
import { acmeSandbox, as, otherSandbox } from "../support/tenants.ts"

const Parcel = Schema.Struct({
  id: Schema.String,
  object: Schema.Literal("parcel"),
  label: Schema.String,
  weight: Schema.Int,
  created_at: Schema.String,
  updated_at: Schema.String
})
interface Parcel extends Schema.Schema.Type<typeof Parcel> {}
interface StoredParcel extends Stored<Parcel, "weight"> {
  readonly grams: ReadonlyArray<number>
  readonly sealed_at: string | null
  readonly archived_at: string | null
}
const parcels = resource<StoredParcel>()({
  object: "parcel",
  schema: Parcel,
  table: "parcels",
  columns: { label: { type: "text" }, created_at: { type: "text" } },
  unique: [["label"]],
  derived: { weight: ({ grams }) => grams.reduce((sum, one) => sum + one, 0) },
  snapshot: ["id", "object", "weight"],
  end: { at: ({ sealed_at }) => sealed_at, refusal: ({ label }) => new Conflict({ code: "conflict", detail: `${label} is sealed.` }) },
  absent: ({ archived_at }) => archived_at !== null
})
class ParcelStore extends Context.Service<ParcelStore, CollectionOf<typeof parcels>>()("test/ParcelStore") {}
const { find, lock, lockWritable } = lookUps(ParcelStore, parcels)

const parcel = (id: string, more: Partial<StoredParcel> = {}): StoredParcel => ({
  id,
  label: `label of ${id}`,
  grams: [200, 50],
  sealed_at: null,
  archived_at: null,
  version: 1,
  created_at: "2026-01-01T00:00:00.000Z",
  updated_at: "2026-01-01T00:00:00.000Z",
  ...more
})

const connect = await ownedDatabase()
const sql = "url" in connect ? postgres(connect.url, { max: 1 }) : postgres({ ...connect, host: "localhost", max: 1 })
await sql.unsafe(`create table parcels (
  organization text not null, environment text not null, id text not null, version int not null, data jsonb not null,
  label text, created_at text, primary key (organization, environment, id), unique (organization, environment, label))`)
await sql.end()

const stores = [storeOf(ParcelStore, parcels)]
const adapters = {
  memory: storesLayer(
    stores,
    Effect.map(State, (state) => (shape) => memoryCollection(state, shape))
  ).pipe(Layer.provide(State.layer)),
  postgres: storesLayer(
    stores,
    Effect.map(Database, (database) => (shape) => postgresCollection(database, shape))
  ).pipe(Layer.provide(databaseLayer({ connect })))
}

for (const [name, layer] of Object.entries(adapters)) {
  describe(`a store in ${name} made from a description alone`, () => {
    const runtime = ManagedRuntime.make(layer)
    afterAll(() => runtime.dispose())
    const run = <A, E>(effect: Effect.Effect<A, E, ParcelStore | Tenant>) => runtime.runPromise(as(acmeSandbox)(effect))
    const insert = (row: StoredParcel) => run(Effect.flatMap(ParcelStore, (store) => store.insert(row)))
    beforeAll(() => insert(parcel("one")))

    test("keeps and finds records, of its own tenant only", async () => {
      expect(parcels.present(await run(find("one")))).toEqual({
        id: "one",
        object: "parcel",
        label: "label of one",
        weight: 250,
        created_at: "2026-01-01T00:00:00.000Z",
        updated_at: "2026-01-01T00:00:00.000Z"
      })
      expect(parcels.snapshot(await run(find("one")))).toEqual({ id: "one", object: "parcel", weight: 250 })
      expect(await runtime.runPromise(as(otherSandbox)(Effect.flip(find("one"))))).toBeInstanceOf(NotFound)
    })

    test("holds each value of a unique column once", async () => {
      const again = Effect.flatMap(ParcelStore, (store) => store.insertIfAbsent(parcel("twin", { label: "label of one" })))
      expect(await run(again)).toBe(false)
    })

    test("gives a record for a change until its end, and refuses it from then on", async () => {
      await insert(parcel("two"))
      await insert(parcel("sealed", { sealed_at: "2026-01-02T00:00:00.000Z" }))
      expect((await run(lockWritable("two"))).id).toBe("two")
      expect((await run(lock("sealed"))).id).toBe("sealed")
      expect(await run(Effect.flip(lockWritable("sealed")))).toMatchObject({ code: "conflict", detail: "label of sealed is sealed." })
    })

    test("does not find what counts as absent, nor what never was", async () => {
      await insert(parcel("archived", { archived_at: "2026-01-02T00:00:00.000Z" }))
      for (const look of [find, lock, lockWritable]) {
        expect(await run(Effect.flip(look("archived")))).toBeInstanceOf(NotFound)
        expect(await run(Effect.flip(look("never")))).toBeInstanceOf(NotFound)
      }
    })
  })
}
