import { afterEach, beforeEach, describe, expect, test } from "bun:test"
import * as Blobs from "@vouchkit/adapters/blobs/memory"
import * as Crypto from "@vouchkit/adapters/crypto/vault"
import * as Memory from "@vouchkit/adapters/memory"
import * as Postgres from "@vouchkit/adapters/postgres"
import { BlobStore } from "@vouchkit/core/resources/documents/blobs"
import { now } from "@vouchkit/core/kernel/foundation/time"
import { Tenant } from "@vouchkit/core/kernel/access/caller"
import { StorageUnavailable } from "@vouchkit/core/kernel/foundation/failure"
import { JobQueue } from "@vouchkit/core/kernel/jobs/job"
import { TrustUnreadable } from "@vouchkit/core/resources/trust/import-trust"
import { trustBatchSize, trustTimeoutMs } from "@vouchkit/core/resources/trust/model"
import { importJob, installation, jobs, makeImport, queueImport } from "@vouchkit/core/resources/trust/queue-import"
import { type GivenFile, storedLimits } from "@vouchkit/core/resources/trust/stored-files"
import { TrustStore } from "@vouchkit/core/resources/trust/trust-store"
import { runWorker } from "@vouchkit/worker/jobs/loop"
import { Effect, Layer, ManagedRuntime } from "effect"
import { TestClock } from "effect/testing"
import { withoutSigner } from "../support/absent-signer.ts"
import { chipFixture } from "../support/chips.ts"
import { freshDatabase } from "../support/postgres.ts"

const adapters = {
  memory: async () => Memory.layer,
  postgres: async () => Postgres.layer({ connect: await freshDatabase(), maximumConnections: 6 })
}

const bytes = (base64: string) => new Uint8Array(Buffer.from(base64, "base64"))
const { list } = chipFixture("master-list")
/** Of document signers, whose signatures an import does not look at, so that many of them cost little. */
const [one, other] = ["rsa-pss", "ec-prime256v1"].map((name) => withoutSigner(chipFixture(name).sod).signer)
const fileOf = (name: string, content: Uint8Array | string, step = 10_000): GivenFile => ({
  name,
  open: async function* () {
    const whole = Buffer.from(content)
    for (let at = 0; at < whole.length; at += step) yield whole.subarray(at, at + step)
  }
})
const master = fileOf("list.ml", bytes(list))
const pem = (...ders: ReadonlyArray<string>) =>
  ders.map((der) => `-----BEGIN CERTIFICATE-----\n${der}\n-----END CERTIFICATE-----\n`).join("")
/** Two certificates often enough for so many batches. */
const batches = (count: number) =>
  pem(...Array.from({ length: Math.ceil((trustBatchSize * count) / 2) }, () => [one ?? "", other ?? ""]).flat())
const long = fileOf("long.pem", batches(3))
/** With the master list a first batch, one between, and a last: nothing else comes of more. */
const shorter = fileOf("shorter.pem", batches(2))

/** The ports as one process has them: after its last call nothing that it does reaches them any more, as if it were killed there. */
const mortal = <P extends object>(port: P, life: { left: number; readonly late: boolean }): P =>
  new Proxy(port, {
    get: (target, name) => {
      const found: unknown = Reflect.get(target, name)
      if (typeof found !== "function") return found
      return (...args: ReadonlyArray<unknown>) =>
        Effect.suspend(() => {
          const dead = Effect.fail(new StorageUnavailable({ cause: "killed" }))
          life.left -= 1
          if (life.left > 0) return found(...args)
          return life.left === 0 && life.late ? Effect.andThen(found(...args), dead) : dead
        })
    }
  })

for (const [adapter, make] of Object.entries(adapters)) {
  describe(`a queued import of certificates in ${adapter}`, () => {
    const kept = new Set<string>()
    const counted = Layer.effect(BlobStore)(
      Effect.map(BlobStore, (blobs) => ({
        ...blobs,
        put: ((content, before) =>
          Effect.tap(blobs.put(content, before), ({ name }) => Effect.sync(() => kept.add(name)))) satisfies BlobStore["Service"]["put"],
        remove: (name: string) => Effect.tap(blobs.remove(name), () => Effect.sync(() => kept.delete(name)))
      }))
    ).pipe(Layer.provide(Blobs.layer))
    const begin = async () => {
      const storage = (await make()) as Layer.Layer<any>
      const files = counted.pipe(Layer.provideMerge(Crypto.layer(new Uint8Array(32).fill(7))))
      return ManagedRuntime.make(Layer.mergeAll(storage, files, TestClock.layer()))
    }
    // All imports are of the one installation, so each test has a store of its own.
    let runtime: Awaited<ReturnType<typeof begin>>
    let store: TrustStore["Service"]
    let blobs: BlobStore["Service"]
    const run = <A, E>(effect: Effect.Effect<A, E, any>): Promise<A> => runtime.runPromise(effect as Effect.Effect<A, E, never>)
    beforeEach(async () => {
      kept.clear()
      runtime = await begin()
      await run(TestClock.setTime(Date.parse("2026-01-01T00:00:00.000Z")))
      store = await run(TrustStore)
      blobs = await run(BlobStore)
    })
    afterEach(() => runtime.dispose())
    const later = (milliseconds: number) => run(TestClock.adjust(milliseconds))
    const queued = (files: ReadonlyArray<GivenFile>, source = "test", replaces = false) => run(queueImport(files, { source, replaces }))
    const found = async (id: number) => {
      const one = await run(store.findImport(id))
      if (one === undefined) throw new Error("no such import")
      return one
    }
    const waiting = async () =>
      (await run(Effect.flatMap(now, (at) => Effect.flatMap(JobQueue, ({ depth }) => depth(at))))) as ReadonlyArray<any>

    test("waits with its files, out of reach of every organization, and a worker makes it and removes them", async () => {
      const id = await queued([master, long])
      expect(await found(id)).toMatchObject({ state: "queued", source: "test", edition: null })
      expect(kept.size).toBe(2)
      const seenBy = (tenant: Tenant["Service"]) => run(Effect.provideService(Effect.forEach([...kept], blobs.get), Tenant, tenant))
      expect(await seenBy({ ...installation, organization: "org_1" })).toEqual([undefined, undefined])
      expect((await seenBy(installation)).map((piece) => piece instanceof Uint8Array)).toEqual([true, true])
      expect(await waiting()).toMatchObject([{ name: importJob, state: "queued", count: 1 }])

      await run(
        Effect.scoped(
          Effect.gen(function* () {
            yield* runWorker(jobs, 1)
            while ((yield* store.unfinished(id)).length > 0 || kept.size > 0) {
              yield* TestClock.adjust(100)
              yield* Effect.yieldNow
            }
          })
        )
      )
      const done = await found(id)
      expect(done).toMatchObject({ state: "done", edition: 1, lists: [{ file: "list.ml", signature: "valid" }] })
      expect(done.counts.added + done.counts.unchanged).toBe(done.cursor)
      expect(done.cursor).toBeGreaterThan(3 * trustBatchSize)
    })

    test("runs twice without harm, and says when it has to wait for the one before it", async () => {
      const before = await run(store.edition)
      const [first, second] = [await queued([long], "one"), await queued([long], "two")]
      expect(await run(makeImport(second))).toBe(false)
      expect([await run(makeImport(first)), await run(makeImport(first)), await run(makeImport(second))]).toEqual([true, true, true])
      expect(await run(store.edition)).toBe(before + 2)
      expect(await found(first)).toMatchObject({ state: "done", counts: { added: 2 } })
      expect([kept.size, await run(makeImport(2_000_000_000))]).toEqual([0, true])
    })

    test("is queued once when the same files wait already, and takes no file of another with it when it ends", async () => {
      const [first, again, other] = [await queued([long], "same"), await queued([long], "same"), await queued([long], "other")]
      expect([again, other > first, kept.size]).toEqual([first, true, 2])
      await run(makeImport(first))
      expect(kept.size).toBe(1)
      await run(makeImport(other))
      expect(await found(other)).toMatchObject({ state: "done", counts: { added: 2 } })
      expect(kept.size).toBe(0)
    })

    test("tells how far it is after each batch", async () => {
      const id = await queued([long], "progress")
      const told: Array<number> = []
      await run(makeImport(id, ({ added, refused, unchanged }) => Effect.sync(() => void told.push(added + refused + unchanged))))
      expect(told).toEqual([trustBatchSize, trustBatchSize * 2, trustBatchSize * 3])
    })

    for (const late of [false, true]) {
      test(`killed at any step, ${late ? "after" : "before"} it took effect, it ends as one edition once another worker goes on, and nothing of it is left over`, async () => {
        let killed = 0
        for (let step = 1; ; step += 1) {
          const before = await run(store.edition)
          const id = await queued([master, shorter], `killed_${late}_${step}`)
          const life = { left: step, late }
          const attempt = makeImport(id).pipe(
            Effect.provideService(TrustStore, mortal(store, life)),
            Effect.provideService(BlobStore, mortal(blobs, life))
          )
          const exit = await run(Effect.exit(attempt))
          // No one takes it up while it may still live, unless it has ended.
          const { state } = await found(id)
          await later(trustTimeoutMs)
          expect(await run(makeImport(id))).toBe(true)
          const done = await found(id)
          expect(done).toMatchObject({ state: "done", edition: before + 1, lists: [{ file: "list.ml" }] })
          expect([done.counts.added + done.counts.unchanged, done.counts.refused]).toEqual([done.cursor, 0])
          expect([await run(store.edition), kept.size, await run(store.unfinished(id))]).toEqual([before + 1, 0, []])
          const certificates = await run(store.certificates({ country: null, limit: 10_000 }))
          expect(certificates.filter(({ source }) => source === done.source).length).toBe(done.counts.added)
          if (exit._tag === "Success") break
          if (state !== "done") killed += 1
        }
        expect(killed).toBeGreaterThan(5)
      }, 300_000)
    }

    test("of files that are damaged fails with the reason, leaves everything as it was, and removes them", async () => {
      const before = await run(store.edition)
      const changed = bytes(list)
      changed[changed.length - 5] = (changed[changed.length - 5] ?? 0) ^ 1
      const id = await queued([long, fileOf("forged.ml", changed)], "forged")
      expect(await run(makeImport(id))).toBe(true)
      expect(await found(id)).toMatchObject({ state: "failed", failure: "forged.ml: the signature of the master list is not valid." })
      expect([await run(store.edition), kept.size]).toEqual([before, 0])
    })

    test("whose stored files are gone fails with the reason, and one whose store is away is tried again", async () => {
      const id = await queued([long], "gone")
      const away = { ...blobs, get: () => Effect.fail(new StorageUnavailable({ cause: "away" })) }
      const exit = await run(Effect.exit(makeImport(id).pipe(Effect.provideService(BlobStore, away))))
      expect(exit).toMatchObject({ _tag: "Failure" })
      expect(await found(id)).toMatchObject({ state: "running", cursor: 0 })
      const empty = { ...blobs, get: () => Effect.succeed(undefined) }
      // The failed run let go of it, so that no one waits for a silence.
      expect(await run(makeImport(id).pipe(Effect.provideService(BlobStore, empty)))).toBe(true)
      expect(await found(id)).toMatchObject({
        state: "failed",
        failure: "A stored file of this import is missing. Import the files again."
      })
      expect(kept.size).toBe(0)
    })

    test("that failed too often is given up: it says so, its files go, and those after it have their turn", async () => {
      const [first, second] = [await queued([long], "hopeless"), await queued([long], "hopeful")]
      const [declared] = jobs
      await run(declared.abandon?.({ import: first }, "unexpected failure") as Effect.Effect<void>)
      expect(await found(first)).toMatchObject({ state: "failed", failure: expect.stringContaining("too often") })
      expect(kept.size).toBe(1)
      await run(declared.abandon?.({ import: first }, "again") as Effect.Effect<void>)
      expect(await run(makeImport(second))).toBe(true)
      expect([(await found(second)).state, kept.size]).toEqual(["done", 0])
    })

    test("does not exist when its job cannot be queued, and leaves no file when it is refused before", async () => {
      const imports = (await run(store.imports(1)))[0]?.id
      const queue = await run(JobQueue)
      const failing = { ...queue, enqueue: () => Effect.fail(new StorageUnavailable({ cause: "away" })) }
      const attempt = queueImport([long], { source: "nowhere", replaces: false }).pipe(Effect.provideService(JobQueue, failing))
      expect(await run(Effect.flip(attempt))).toMatchObject({ _tag: "StorageUnavailable" })
      expect((await run(store.imports(1)))[0]?.id).toBe(imports)
      kept.clear()

      const broken: GivenFile = {
        name: "broken.ml",
        open: async function* () {
          yield new Uint8Array(storedLimits.piece_bytes + 1)
          throw new Error("the disk is gone")
        }
      }
      const refused = await run(Effect.flip(queueImport([long, broken], { source: "broken", replaces: false })))
      expect([refused instanceof TrustUnreadable, (refused as Error).message]).toEqual([true, "broken.ml cannot be read completely."])
      const many = Array.from({ length: storedLimits.files + 1 }, () => long)
      expect(await run(Effect.flip(queueImport(many, { source: "many", replaces: false })))).toBeInstanceOf(TrustUnreadable)
      expect([(await run(store.imports(1)))[0]?.id, kept.size]).toEqual([imports, 0])
    })
  })
}
