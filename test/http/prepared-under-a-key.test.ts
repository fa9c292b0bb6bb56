import { afterAll, describe, expect, test } from "bun:test"
import * as Blobs from "@vouchkit/adapters/blobs/memory"
import * as Crypto from "@vouchkit/adapters/crypto/vault"
import type { DatabaseOptions } from "@vouchkit/adapters/postgres/database"
import { Tenant } from "@vouchkit/core/kernel/access/caller"
import { IdempotencyStore, reservedMillis, scopeOf } from "@vouchkit/core/kernel/operation/idempotency"
import { Housekeeping } from "@vouchkit/core/kernel/storage/housekeeping"
import { BlobStore } from "@vouchkit/core/resources/documents/blobs"
import { Effect, Layer } from "effect"
import postgres from "postgres"
import { aForm, smallPdf, startService } from "../support/service.ts"

const noon = Date.parse("2026-03-01T12:00:00.000Z")
const after = (seconds: number) => new Date(noon + seconds * 1000).toISOString()

/** A store of files in which every `put` says that it began, and waits until the test lets it go on. */
const aSlowStore = () => {
  const state = { puts: 0, closed: false, began: () => {}, open: () => {} }
  const waiting = () => {
    state.puts += 1
    if (!state.closed) return Promise.resolve()
    return new Promise<void>((resolve) => {
      state.open = resolve
      state.began()
    })
  }
  const crypto = Crypto.layer(new Uint8Array(32).fill(7))
  const layer = Layer.effect(BlobStore)(
    Effect.map(BlobStore, (store) => ({
      ...store,
      put: (bytes, before) => Effect.andThen(Effect.promise(waiting), store.put(bytes, before))
    }))
  ).pipe(Layer.provide(Blobs.layer.pipe(Layer.provide(crypto))))
  return { state, layer }
}

for (const storage of ["memory", "postgres"] as const) {
  describe(`an upload under an idempotency key over ${storage}`, async () => {
    const blobs = aSlowStore()
    let connect: DatabaseOptions["connect"] = { url: "" }
    const service = await startService(storage, {
      clock: after(0),
      beside: blobs.layer,
      through: async (given) => {
        connect = given
        return given
      }
    })
    afterAll(() => service.stop())
    const key = await service.key("all")
    const credential: string = (await service.call("GET", "/api-keys", { key })).body.data[0].id
    let used = 0
    let hour = 0
    /** An hour of the test's own: answers how to move the clock to a second of it. */
    const anHour = async () => {
      hour += 1
      const start = hour * 3600
      await service.setTime(after(start))
      return { at: (seconds: number) => after(start + seconds), to: (seconds: number) => service.setTime(after(start + seconds)) }
    }
    const fresh = () => {
      used += 1
      return `upload ${used}`
    }
    const fileOf = (name: string): Uint8Array => new Uint8Array([...smallPdf, ...new TextEncoder().encode(name)])
    const upload = (name: string, file = fileOf(name)) =>
      service.call("POST", "/documents", { key, raw: aForm({ kind: "proof_of_address" }, file), headers: { "Idempotency-Key": name } })
    const documents = async () => (await service.call("GET", "/documents", { key })).body.pagination.total

    /** An upload that waits in the middle of its preparation. */
    const begun = async (name: string, file?: Uint8Array) => {
      blobs.state.closed = true
      const began = new Promise<void>((resolve) => {
        blobs.state.began = resolve
      })
      const answer = upload(name, file)
      await began
      blobs.state.closed = false
      return { answer, open: () => blobs.state.open() }
    }
    const asTenant = <A>(effect: Effect.Effect<A, unknown, any>): Promise<A> =>
      service.runtime.runPromise(
        Effect.provideService(effect, Tenant, { organization: "org_acme", environment: "sandbox" }) as Effect.Effect<A, never, never>
      )
    const store = await asTenant(Effect.map(IdempotencyStore, (found) => found))
    let renewed = () => {}
    const { renew } = store
    Object.assign(store, { renew: (given: Parameters<typeof renew>[0]) => Effect.tap(renew(given), () => Effect.sync(() => renewed())) })
    const nextRenewal = () =>
      new Promise<void>((resolve) => {
        renewed = resolve
      })
    const scope = (name: string) => scopeOf({ credential, method: "POST", path: "/documents", key: name })
    /** What a process does that takes the key, and then nothing any more. */
    const taken = (name: string, at: string) =>
      asTenant(
        Effect.flatMap(IdempotencyStore, (store) =>
          store.reserve({
            scope: scope(name),
            holder: "req_dead",
            now: at,
            expires_at: new Date(Date.parse(at) + reservedMillis).toISOString()
          })
        )
      )

    test("holds neither a transaction nor a lock while the file is stored, and others are told to wait", async () => {
      const name = fresh()
      const before = await documents()
      const first = await begun(name)
      if (storage === "postgres") {
        const sql = "url" in connect ? postgres(connect.url) : postgres({ ...connect, host: "localhost" })
        const [open] = await sql`select
          (select count(*)::int from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())) as locks,
          (select count(*)::int from pg_stat_activity where datname = current_database() and state like 'idle in transaction%') as transactions`
        await sql.end()
        expect(open).toEqual({ locks: 0, transactions: 0 })
      }
      // Nothing else waits for it.
      expect((await service.call("POST", "/sessions", { key, body: {} })).status).toBe(201)
      for (const other of [name, name]) {
        const busy = await upload(other)
        expect([busy.status, busy.body.error, busy.headers.get("retry-after")]).toEqual([409, "idempotency_in_progress", "1"])
      }
      const stores = blobs.state.puts
      first.open()
      const answer = await first.answer
      expect([answer.status, answer.headers.get("idempotency-replayed")]).toEqual([201, null])
      const again = await upload(name)
      expect([again.status, again.headers.get("idempotency-replayed"), again.text]).toEqual([201, "true", answer.text])
      expect(await documents()).toBe(before + 1)
      expect(blobs.state.puts).toBe(stores)
    })

    test("of many at once, stores one document", async () => {
      const name = fresh()
      const before = await documents()
      const answers = await Promise.all(Array.from({ length: 6 }, () => upload(name)))
      const created = answers.filter(({ status }) => status === 201)
      expect(new Set(created.map(({ body }) => body.id)).size).toBe(1)
      expect(created.filter(({ headers }) => headers.get("idempotency-replayed") === null)).toHaveLength(1)
      for (const { body, status } of answers) expect(status === 201 || body.error === "idempotency_in_progress").toBe(true)
      expect(await documents()).toBe(before + 1)
    })

    test("that another request with another file overtakes is refused before it stores anything", async () => {
      const name = fresh()
      const answer = await upload(name)
      const stores = blobs.state.puts
      const other = await upload(name, fileOf("another file"))
      expect([answer.status, other.status, other.body.error, blobs.state.puts]).toEqual([201, 422, "idempotency_key_reused", stores])
    })

    test("leaves a key that a killed process held free after a minute", async () => {
      const name = fresh()
      const { at, to } = await anHour()
      expect(await taken(name, at(0))).toEqual({ state: "new" })
      expect((await upload(name)).body.error).toBe("idempotency_in_progress")
      await to(60)
      const answer = await upload(name)
      expect([answer.status, answer.headers.get("idempotency-replayed")]).toEqual([201, null])
      expect((await upload(name)).text).toBe(answer.text)
    })

    test("keeps its key for as long as it takes", async () => {
      const name = fresh()
      const { to } = await anHour()
      const first = await begun(name)
      for (const seconds of [20, 40, 60, 80]) {
        const renewed = nextRenewal()
        await to(seconds)
        await renewed
      }
      expect((await upload(name)).body.error).toBe("idempotency_in_progress")
      first.open()
      expect((await first.answer).status).toBe(201)
    })

    test("commits nothing once another has taken its key", async () => {
      const name = fresh()
      const { at, to } = await anHour()
      const before = await documents()
      const first = await begun(name, fileOf("lost"))
      expect(await taken(name, at(200))).toEqual({ state: "new" })
      first.open()
      const { body, status } = await first.answer
      expect([status, body.error, await documents()]).toEqual([409, "idempotency_in_progress", before])
      // The other never ended, and no one else is kept out by that.
      await to(300)
      expect((await upload(name)).status).toBe(201)
    })

    test("that is refused by what the file is leaves its key free", async () => {
      const name = fresh()
      const send = (file: Uint8Array) => upload(name, file)
      expect((await send(new TextEncoder().encode("no document"))).body.error).toBe("unsupported_document")
      expect((await send(fileOf("a document"))).status).toBe(201)
    })

    test("leaves no reservation behind", async () => {
      const { at } = await anHour()
      const swept = (instant: string) =>
        asTenant(
          Effect.flatMap(Housekeeping, ({ removeSome }) =>
            Effect.map(removeSome("idempotency_reservations", instant, null), ({ removed }) => removed)
          )
        )
      await swept(at(0))
      await taken(fresh(), at(0))
      await upload(fresh())
      expect([await swept(at(59)), await swept(at(60))]).toEqual([0, 1])
    })
  })
}
