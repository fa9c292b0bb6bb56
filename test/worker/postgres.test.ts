import { afterAll, describe, expect, test } from "bun:test"
import * as Crypto from "@vouchkit/adapters/crypto/vault"
import * as Postgres from "@vouchkit/adapters/postgres"
import { UnitOfWork } from "@vouchkit/core/kernel/storage/unit-of-work"
import { Deferred, Effect, Layer, ManagedRuntime } from "effect"
import { freshDatabase } from "../support/postgres.ts"
import { aJob, enqueue, worker } from "./queue.ts"

describe("workers on PostgreSQL", async () => {
  const connect = await freshDatabase()
  /** A process of its own, as far as the database can tell. */
  const process = () =>
    ManagedRuntime.make(Layer.mergeAll(Postgres.layer({ connect, maximumConnections: 4 }), Crypto.layer(new Uint8Array(32).fill(7))))
  const runtimes = [process(), process(), process()] as const
  afterAll(() => Promise.all(runtimes.map((runtime) => runtime.dispose())))
  const scoped = <A>(runtime: (typeof runtimes)[number], effect: Effect.Effect<A, unknown, any>) =>
    runtime.runPromise(Effect.scoped(effect) as Effect.Effect<A, unknown, never>)

  test("three processes run each of many jobs once", async () => {
    const words = Array.from({ length: 120 }, (_, index) => `w${index}`)
    const seen: Array<string> = []
    const all = Promise.withResolvers<void>()
    const counting = aJob({
      concurrency: 8,
      handle: ({ word }: { word: string }) =>
        Effect.sync(() => {
          seen.push(word)
          if (new Set(seen).size === words.length) all.resolve()
        })
    })
    const enqueueAll = Effect.flatMap(UnitOfWork, ({ transaction }) =>
      transaction(Effect.forEach(words, (word) => enqueue("test.job", { word })))
    )
    await Promise.all(
      runtimes.map((runtime, index) =>
        scoped(
          runtime,
          Effect.gen(function* () {
            yield* worker(counting)
            if (index === 0) yield* enqueueAll
            yield* Effect.promise(() => all.promise)
          })
        )
      )
    )
    expect(seen.toSorted()).toEqual(words.toSorted())
  })

  test("a job of one process reaches a worker that sleeps in another", async () => {
    const done = Promise.withResolvers<unknown>()
    const listening = scoped(
      runtimes[1],
      Effect.andThen(
        worker(aJob({ handle: (payload) => Effect.sync(() => done.resolve(payload)) })),
        Effect.promise(() => done.promise)
      )
    )
    await scoped(runtimes[0], enqueue("test.job", { word: "over there" }))
    expect(await done.promise).toEqual({ word: "over there" })
    await listening
  })

  test("a job whose transaction rolls back is never run", async () => {
    const words: Array<string> = []
    await scoped(
      runtimes[2],
      Effect.gen(function* () {
        const { transaction } = yield* UnitOfWork
        const second = yield* Deferred.make<void>()
        yield* worker(
          aJob({
            concurrency: 1,
            handle: ({ word }: { word: string }) =>
              Effect.suspend(() => {
                words.push(word)
                return word === "kept" ? Deferred.succeed(second, undefined) : Effect.void
              })
          })
        )
        yield* Effect.exit(transaction(Effect.andThen(enqueue("test.job", { word: "undone" }), Effect.die(new Error("no")))))
        yield* enqueue("test.job", { word: "kept" })
        yield* Deferred.await(second)
      })
    )
    expect(words).toEqual(["kept"])
  })
})
