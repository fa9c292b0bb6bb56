import { afterAll, describe, expect, test } from "bun:test"
import { layer as cryptoLayer } from "@vouchkit/adapters/crypto/vault"
import * as Memory from "@vouchkit/adapters/memory"
import * as Postgres from "@vouchkit/adapters/postgres"
import { after } from "@vouchkit/core/kernel/foundation/time"
import { UnitOfWork } from "@vouchkit/core/kernel/storage/unit-of-work"
import {
  BlockingIndex,
  type FoundWord,
  idleWordTimeoutMs,
  type StoredKeys,
  type StoredWord
} from "@vouchkit/core/resources/screening/blocking/blocking-index"
import { SubjectStore } from "@vouchkit/core/resources/screening/subjects/model"
import { Effect, Layer, ManagedRuntime } from "effect"
import { freshDatabase } from "../support/postgres.ts"
import { acmeLive, acmeSandbox, as, otherSandbox, type TenantName } from "../support/tenants.ts"
import { makeSubject } from "@vouchkit/core/resources/screening/subjects/make"

const at = "2026-01-01T00:00:00.000Z"
const vault = cryptoLayer(new Uint8Array(32).fill(9))
const dayLater = after(at, idleWordTimeoutMs)

const adapters = {
  memory: async () => ManagedRuntime.make(Layer.mergeAll(Memory.layer, vault)),
  postgres: async () =>
    ManagedRuntime.make(Layer.mergeAll(Postgres.layer({ connect: await freshDatabase(), maximumConnections: 4 }), vault))
}

const aWord = (id: string, ...keys: ReadonlyArray<number>): StoredWord => ({ id, word: `w:${id}`, parts: [id], keys })

for (const [adapter, make] of Object.entries(adapters)) {
  describe(`blocking index (${adapter})`, async () => {
    const runtime = (await make()) as ManagedRuntime.ManagedRuntime<any, any>
    afterAll(() => runtime.dispose())
    const run = <A, E, R>(effect: Effect.Effect<A, E, R>, tenant: TenantName = acmeLive): Promise<A> =>
      runtime.runPromise(effect.pipe(as(tenant)) as Effect.Effect<A, E, any>)
    const index = <A, E, R>(use: (index: BlockingIndex["Service"]) => Effect.Effect<A, E, R>, tenant: TenantName = acmeLive) =>
      run(
        Effect.gen(function* () {
          const { transaction } = yield* UnitOfWork
          return yield* transaction(use(yield* BlockingIndex))
        }),
        tenant
      )
    /** Keys belong to subjects; in PostgreSQL their rows have to be there. */
    const aSubject = (tenant: TenantName = acmeLive) =>
      run(
        Effect.gen(function* () {
          const made = yield* makeSubject({ name: "Somebody" })
          yield* (yield* SubjectStore).insert(made)
          return made.id
        }),
        tenant
      )
    const put = async (keys: Partial<StoredKeys>, tenant: TenantName = acmeLive) => {
      const subject_id = keys.subject_id ?? (await aSubject(tenant))
      const words = keys.words ?? []
      await index(
        (each) => each.put({ made_for: "rules", keys: [], parts: words.map(({ id }) => id), ...keys, subject_id, words }, at),
        tenant
      )
      return subject_id
    }
    /** As a word is found that has just these keys, or was looked for by these of them. */
    const asFound = ({ keys, ...word }: StoredWord): FoundWord => ({ ...word, by: keys })
    const ids = (words: ReadonlyArray<FoundWord>) => words.map(({ id }) => id).sort()

    test("finds words and subjects by any of their keys, once each, with those of their keys that were asked for, and nothing by no key", async () => {
      const most = 2 ** 53 - 1
      const one = await put({ keys: [1, most], words: [aWord("ada", 11, 12), aWord("eve", 12, most)] })
      const two = await put({ keys: [1, 2], words: [aWord("eve", 12, most)] })
      expect((await index((each) => each.subjectsByKey([1, 2, most]))).toSorted()).toEqual([one, two].sort())
      expect(await index((each) => each.subjectsByKey([most, 77]))).toEqual([one])
      expect(await index((each) => each.subjectsByKey([]))).toEqual([])
      expect(ids(await index((each) => each.words([11, 12, most])))).toEqual(["ada", "eve"])
      expect(await index((each) => each.words([11, 13]))).toEqual([asFound(aWord("ada", 11))])
      const [ada] = await index((each) => each.words([12, 11, 11])).then((found) => found.filter(({ id }) => id === "ada"))
      expect([...new Set(ada?.by)].sort()).toEqual([11, 12])
      expect(await index((each) => each.subjectsByPart(["ada", "nobody"]))).toEqual([one])
      expect((await index((each) => each.subjectsByPart(["eve"]))).toSorted()).toEqual([one, two].sort())
    })

    test("replaces the keys of a subject as a whole, and says what they were made for", async () => {
      const subject_id = await put({ made_for: "first", keys: [101, 102], words: [aWord("old", 111)] })
      expect(await index((each) => each.madeFor(subject_id))).toBe("first")
      await put({ subject_id, made_for: "second", keys: [102, 103], words: [aWord("new", 112)] })
      expect(await index((each) => each.madeFor(subject_id))).toBe("second")
      expect(await index((each) => each.subjectsByKey([101]))).toEqual([])
      expect(await index((each) => each.subjectsByKey([103]))).toEqual([subject_id])
      expect(await index((each) => each.subjectsByPart(["old"]))).toEqual([])
      await index((each) => each.remove(subject_id, at))
      await index((each) => each.remove(subject_id, at))
      expect(await index((each) => each.subjectsByKey([102, 103]))).toEqual([])
      expect(await index((each) => each.madeFor(subject_id))).toBeUndefined()
    })

    test("gives a word the keys that were made last", async () => {
      await put({ words: [aWord("rekeyed", 201)] })
      await put({ words: [aWord("rekeyed", 202)] })
      expect(await index((each) => each.words([201, 202]))).toEqual([asFound(aWord("rekeyed", 202))])
    })

    test("shows a tenant nothing of another, though both have the same keys", async () => {
      const mine = await put({ keys: [301], words: [aWord("same", 311)] }, acmeLive)
      const theirs = await put({ keys: [301], words: [aWord("same", 311)] }, otherSandbox)
      expect(await index((each) => each.subjectsByKey([301]), acmeLive)).toEqual([mine])
      expect(await index((each) => each.subjectsByKey([301]), otherSandbox)).toEqual([theirs])
      expect(await index((each) => each.subjectsByPart(["same"]), acmeSandbox)).toEqual([])
      expect(await index((each) => each.words([311]), acmeSandbox)).toEqual([])
      await index((each) => each.remove(theirs, at), acmeLive)
      expect(await index((each) => each.subjectsByKey([301]), otherSandbox)).toEqual([theirs])
    })

    test("writes nothing when the transaction around it fails", async () => {
      const subject_id = await aSubject()
      const failing = index((each) =>
        Effect.andThen(
          each.put({ subject_id, made_for: "rules", keys: [401], parts: ["lost"], words: [aWord("lost", 411)] }, at),
          Effect.fail("undone")
        )
      )
      await expect(failing).rejects.toThrow("undone")
      expect(await index((each) => each.subjectsByKey([401]))).toEqual([])
      expect(await index((each) => each.words([411]))).toEqual([])
    })

    test("forgets a word a day after the last who had it is gone, and keeps one that somebody has or took up again", async () => {
      const last = await put({ words: [aWord("forgotten", 501), aWord("shared", 502), aWord("back", 503)] })
      await put({ words: [aWord("shared", 502)] })
      await index((each) => each.remove(last, at))
      await put({ words: [aWord("back", 503)] })
      const forget = (instant: string) => run(Effect.flatMap(BlockingIndex, (each) => each.forgetIdle(instant)))
      expect(await forget(after(dayLater, -1))).toBe(0)
      expect(ids(await index((each) => each.words([501, 502, 503])))).toEqual(["back", "forgotten", "shared"])
      expect(await forget(dayLater)).toBeGreaterThanOrEqual(1)
      expect(ids(await index((each) => each.words([501, 502, 503])))).toEqual(["back", "shared"])
      expect(await forget(dayLater)).toBe(0)
    })

    test("two who write the same words at the same moment both find them there", async () => {
      const subjects = await Promise.all([aSubject(), aSubject(), aSubject(), aSubject()])
      const words = Array.from({ length: 20 }, (_, place) => aWord(`together${place}`, 600 + place))
      await Promise.all(
        subjects.map((subject_id, place) => put({ subject_id, keys: [601], words: place % 2 === 0 ? words : words.toReversed() }))
      )
      expect((await index((each) => each.words(words.flatMap(({ keys }) => keys)))).length).toBe(20)
      expect((await index((each) => each.subjectsByKey([601]))).toSorted()).toEqual(subjects.toSorted())
    })
  })
}
