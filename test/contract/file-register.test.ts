import { afterAll, describe, expect, test } from "bun:test"
import * as Blobs from "@vouchkit/adapters/blobs/memory"
import { RootKey } from "@vouchkit/adapters/crypto/vault"
import * as Crypto from "@vouchkit/adapters/crypto/vault"
import * as Memory from "@vouchkit/adapters/memory"
import * as Postgres from "@vouchkit/adapters/postgres"
import { Database } from "@vouchkit/adapters/postgres/database"
import { StorageUnavailable } from "@vouchkit/core/kernel/foundation/failure"
import { UnitOfWork } from "@vouchkit/core/kernel/storage/unit-of-work"
import { BlobStore } from "@vouchkit/core/resources/documents/blobs"
import { FileRegister } from "@vouchkit/core/resources/documents/file-register"
import { DocumentStore } from "@vouchkit/core/resources/documents/model"
import { enteredFor, removeAbandoned, removeUnused, store, used } from "@vouchkit/core/resources/documents/stored-files"
import { Effect, Fiber, Layer, ManagedRuntime, Option } from "effect"
import { TestClock } from "effect/testing"
import { freshDatabase } from "../support/postgres.ts"
import { aDocument } from "../support/report-records.ts"
import { acmeSandbox, as, otherSandbox } from "../support/tenants.ts"

const adapters = {
  memory: async () => Memory.layer,
  postgres: async () => Postgres.layer({ connect: await freshDatabase(), maximumConnections: 4 })
}

for (const [name, make] of Object.entries(adapters)) {
  describe(`the register of files in ${name}`, async () => {
    const blobs = Blobs.layer.pipe(Layer.provide(RootKey.layer(new Uint8Array(32).fill(1))))
    const storage = (await make()) as Layer.Layer<any>
    const runtime = ManagedRuntime.make(
      Layer.mergeAll(storage, blobs, Crypto.layer(new Uint8Array(32).fill(7)), TestClock.layer()) as Layer.Layer<any>
    )
    afterAll(() => runtime.dispose())
    const run = <A, E>(effect: Effect.Effect<A, E, any>, tenant = acmeSandbox): Promise<A> =>
      runtime.runPromise(as(tenant)(effect) as Effect.Effect<A, E, never>)
    const inTransaction = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
      run(Effect.flatMap(UnitOfWork, ({ transaction }) => transaction(effect)))

    let files = 0
    const aFile = () => {
      files += 1
      return new TextEncoder().encode(`file ${files}`)
    }
    /** Moves the end of everything that is entered by so much towards now: the clock of the database is none that a test may move. */
    const passes = async (milliseconds: number) => {
      if (name === "memory") return run(TestClock.adjust(milliseconds))
      const { sql } = await run(Database)
      await sql`update stored_files set ends_at = ends_at - ${milliseconds} * interval '1 millisecond'`
    }
    const isStored = async (file: string) => (await run(Effect.flatMap(BlobStore, ({ get }) => get(file)))) !== undefined
    /** All entries and removals there are, whether they ended or not. */
    const entries = async () =>
      name === "memory"
        ? undefined
        : (await (await run(Database)).sql`select id from stored_files where organization = ${acmeSandbox.organization}`).length
    const sweep = () => run(removeAbandoned)
    const recorded = (file: { readonly name: string; readonly sha256: string }, entry: string) =>
      Effect.gen(function* () {
        yield* used([entry])
        files += 1
        const document = aDocument(files, { environment: "sandbox", session_id: null, blob: file.name, sha256: file.sha256 })
        yield* (yield* DocumentStore).insert(document)
        return document
      })
    /** A store whose process ends at one of its calls, before or behind what the call does. */
    const dying = (call: "put" | "remove", behind: boolean) => (effect: Effect.Effect<unknown, unknown, any>) =>
      run(
        Effect.flatMap(BlobStore, (real) => {
          const killed = Effect.die(new Error("killed"))
          const put: BlobStore["Service"]["put"] = (bytes, before) =>
            behind
              ? Effect.andThen(real.put(bytes, before), killed)
              : Effect.andThen((before ?? (() => Effect.void))("0".repeat(64)), killed)
          const remove: BlobStore["Service"]["remove"] = (file) => (behind ? Effect.andThen(real.remove(file), killed) : killed)
          return Effect.exit(Effect.provideService(effect, BlobStore, { ...real, [call]: call === "put" ? put : remove }))
        })
      )

    test("a file whose process was killed before the transaction is removed once its entry ends, and not before", async () => {
      const file = await run(store(aFile()))
      await passes(enteredFor - 60_000)
      await sweep()
      expect(await isStored(file.name)).toBe(true)
      await passes(60_000)
      await sweep()
      expect([await isStored(file.name), (await entries()) ?? 0]).toEqual([false, 0])
    })

    test("the entry is there before the file, and goes when the process was killed in between", async () => {
      await dying("put", false)(store(aFile()))
      expect((await entries()) ?? 1).toBe(1)
      await passes(enteredFor)
      await sweep()
      expect((await entries()) ?? 0).toBe(0)
    })

    test("a file that was written by a process that never heard of it is removed", async () => {
      const bytes = aFile()
      await dying("put", true)(store(bytes))
      const { name: file } = await run(Effect.flatMap(BlobStore, ({ put }) => put(bytes)))
      await passes(enteredFor)
      await sweep()
      expect(await isStored(file)).toBe(false)
    })

    test("a file that a transaction used stays for good, and one of a transaction that failed does not", async () => {
      const [kept, failed] = [await run(store(aFile())), await run(store(aFile()))]
      await inTransaction(recorded(kept, kept.entry))
      const exit = await run(
        Effect.exit(
          Effect.flatMap(UnitOfWork, ({ transaction }) =>
            transaction(Effect.andThen(recorded(failed, failed.entry), Effect.fail(new StorageUnavailable({ cause: "rolled back" }))))
          )
        )
      )
      expect(exit._tag).toBe("Failure")
      await passes(enteredFor)
      await sweep()
      expect([await isStored(kept.name), await isStored(failed.name)]).toEqual([true, false])
    })

    test("a request that comes after its file was given up commits nothing", async () => {
      const late = await run(store(aFile()))
      await passes(enteredFor)
      await sweep()
      const before = await run(Effect.flatMap(DocumentStore, (documents) => documents.count([])))
      await expect(inTransaction(recorded(late, late.entry))).rejects.toThrow()
      expect(await run(Effect.flatMap(DocumentStore, (documents) => documents.count([])))).toBe(before)
    })

    test("equal content stays while a document holds it or another request is about to", async () => {
      const bytes = aFile()
      const abandoned = await run(store(bytes))
      await passes(enteredFor)
      const pending = await run(store(bytes))
      await sweep()
      expect(await isStored(abandoned.name)).toBe(true)
      await inTransaction(recorded(pending, pending.entry))
      await run(store(bytes))
      await passes(enteredFor)
      await sweep()
      expect(await isStored(abandoned.name)).toBe(true)
    })

    test("tenants have files and entries of their own", async () => {
      const bytes = aFile()
      const mine = await run(store(bytes))
      const theirs = await run(store(bytes), otherSandbox)
      await run(used([mine.entry]))
      await passes(enteredFor)
      await sweep()
      expect(await isStored(mine.name)).toBe(true)
      expect(
        await run(
          Effect.flatMap(BlobStore, ({ get }) => get(theirs.name)),
          otherSandbox
        )
      ).toBeUndefined()
    })

    test("a removal that was killed, before the file went or behind, is brought to its end by another", async () => {
      for (const behind of [false, true]) {
        const file = await run(store(aFile()))
        await passes(enteredFor)
        await dying("remove", behind)(removeAbandoned)
        expect(await isStored(file.name)).toBe(!behind)
        await passes(120_000)
        await sweep()
        expect([await isStored(file.name), (await entries()) ?? 0]).toEqual([false, 0])
      }
    })

    test("an upload of content that is being removed waits until that has gone", async () => {
      const bytes = aFile()
      const { entry, name: file } = await run(store(bytes))
      await run(used([entry]))
      const register = await run(FileRegister)
      const removal = { name: file, holder: "one" }
      expect(await run(register.beginRemoval(removal, 120_000))).toBe(true)
      expect(await run(register.beginRemoval({ ...removal, holder: "two" }, 120_000))).toBe(false)
      await expect(run(removeUnused(file))).rejects.toThrow()
      const seen = await run(
        Effect.gen(function* () {
          const upload = yield* Effect.forkChild(store(bytes))
          yield* TestClock.adjust("1 second")
          const waits = Option.isNone(Option.fromNullishOr(upload.pollUnsafe()))
          yield* (yield* BlobStore).remove(file)
          yield* register.endRemoval(removal)
          // Whatever the database takes to answer: the clock goes on until the upload has ended.
          while (upload.pollUnsafe() === undefined) yield* TestClock.adjust("250 millis")
          return { waits, stored: yield* Fiber.join(upload) }
        })
      )
      expect([seen.waits, seen.stored.name, await isStored(file)]).toEqual([true, file, true])
      await run(used([seen.stored.entry]))
    })
  })
}
