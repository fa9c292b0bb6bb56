import { afterEach, beforeEach, describe, expect, test } from "bun:test"
import { createHash } from "node:crypto"
import { State } from "@vouchkit/adapters/memory/state"
import * as MemoryTrust from "@vouchkit/adapters/memory/trust-store"
import { layer as databaseLayer } from "@vouchkit/adapters/postgres/database"
import * as PostgresTrust from "@vouchkit/adapters/postgres/trust/store"
import { now } from "@vouchkit/core/kernel/foundation/time"
import { TrustUnreadable } from "@vouchkit/core/resources/trust/import-trust"
import {
  maximumRefusals,
  maximumSigners,
  maximumUnfinished,
  refusals,
  type TrustCrl,
  type TrustEntry,
  type TrustKind,
  trustBatchSize,
  trustTimeoutMs,
  trustWaitMs
} from "@vouchkit/core/resources/trust/model"
import { type TrustStart, TrustStore } from "@vouchkit/core/resources/trust/trust-store"
import { Effect, Exit, Fiber, Layer, ManagedRuntime } from "effect"
import { TestClock } from "effect/testing"
import { freshDatabase } from "../support/postgres.ts"
import { importTrust, type TrustSource } from "../support/trust-imports.ts"

const adapters: Record<string, () => Promise<Layer.Layer<TrustStore>>> = {
  memory: async () => MemoryTrust.layer.pipe(Layer.provide(State.layer)),
  postgres: async () => PostgresTrust.layer.pipe(Layer.provide(databaseLayer({ connect: await freshDatabase(), maximumConnections: 4 })))
}

const digest = (bytes: Uint8Array | string) => createHash("sha256").update(bytes).digest("hex")
const bytesOf = (name: string) => new TextEncoder().encode(`certificate ${name}`)
const shaOf = (name: string) => digest(bytesOf(name))
const certificate = (name: string, country = "DE", kind: TrustKind = "csca"): TrustEntry => ({
  entry: "certificate",
  where: name,
  certificate: {
    sha256: shaOf(name),
    country,
    subject: `C=${country}, CN=${name}`,
    not_before: "2020-01-01T00:00:00.000Z",
    not_after: "2035-01-01T00:00:00.000Z",
    kind,
    signer_keys: kind === "ds" ? [`key of ${name}`, `serial of ${name}`] : [],
    der: bytesOf(name)
  }
})
const crl = (name: string, this_update: string, more: Partial<TrustCrl> = {}): TrustEntry => ({
  entry: "crl",
  where: name,
  crl: {
    sha256: shaOf(name),
    country: "DE",
    issuer_key: "key of DE",
    issuer: "C=DE",
    this_update,
    next_update: null,
    der: bytesOf(name),
    ...more
  }
})
const refused = (where: string): TrustEntry => ({ entry: "refused", where, reason: "unreadable" })
const numbered = (count: number, country = "DE") => Array.from({ length: count }, (_, at) => certificate(`${country} ${at}`, country))

async function* flowing(entries: ReadonlyArray<TrustEntry>, then?: Error | Promise<never>): AsyncGenerator<TrustEntry> {
  yield* entries
  if (then instanceof Error) throw then
  if (then !== undefined) await then
}

for (const [adapter, make] of Object.entries(adapters)) {
  describe(`certificates of trust in ${adapter}`, () => {
    const begin = async () => ManagedRuntime.make(Layer.provideMerge(await make(), TestClock.layer()))
    // All certificates are of the one installation, so each test has a store of its own.
    let runtime: Awaited<ReturnType<typeof begin>>
    let store: TrustStore["Service"]
    beforeEach(async () => {
      runtime = await begin()
      store = await runtime.runPromise(TrustStore)
    })
    afterEach(() => runtime.dispose())
    const run = <A, E>(effect: Effect.Effect<A, E, any>): Promise<A> => runtime.runPromise(effect as Effect.Effect<A, E, never>)

    let imports = 0
    const wanted = (entries: ReadonlyArray<TrustEntry>, more: Partial<TrustSource> = {}, then?: Error | Promise<never>): TrustSource => ({
      source: "icao",
      sha256: digest(`import ${++imports}`),
      replaces: false,
      entries: flowing(entries, then),
      ...more
    })
    const load = (entries: ReadonlyArray<TrustEntry>, more: Partial<TrustSource> = {}, then?: Error) =>
      run(importTrust(store, wanted(entries, more, then)))
    const anchors = async (country: string) =>
      (await run(store.trustOf(country))).certificates.map((der) => new TextDecoder().decode(der).slice("certificate ".length)).sort()
    const crls = async (country: string) =>
      (await run(store.trustOf(country))).crls.map((der) => new TextDecoder().decode(der).slice("certificate ".length)).sort()
    const edition = () => run(store.edition)
    const clock = () => run(now)
    const submitted = async (more: Partial<TrustStart> = {}) => {
      const start = { source: "icao", sha256: digest(`import ${++imports}`), replaces: false, files: [], at: await clock(), ...more }
      return run(store.submit(start))
    }
    const turnOf = async (id: number) => {
      const turn = await run(Effect.flatMap(now, (at) => store.begin(id, at)))
      if (turn === undefined) throw new Error("no such import")
      return turn
    }
    const ticketOf = async (id: number) => {
      const turn = await turnOf(id)
      if (turn.turn !== "now") throw new Error(`its turn is ${turn.turn}`)
      return turn.ticket
    }
    const taken = async (more: Partial<TrustStart> = {}) => ticketOf((await submitted(more)).id)
    const latest = async () => (await run(store.imports(1)))[0]

    test("nothing is trusted before the first import", async () => {
      expect(await edition()).toBe(0)
      expect(await run(store.trustOf("DE"))).toEqual({ edition: 0, certificates: [], crls: [] })
      expect(await run(store.figures)).toEqual({ edition: 0, countries: 0, certificates: { csca: 0, link: 0, ds: 0 }, crls: 0, removed: 0 })
    })

    test("an import is visible as one edition, by country, with the bytes as they were and without the signers of documents", async () => {
      const before = await edition()
      const outcome = await load([certificate("a"), certificate("b", "DE", "link"), certificate("c", "FR"), certificate("d", "DE", "ds")])
      expect(outcome).toMatchObject({ state: "done", finished: { counts: { added: 4, unchanged: 0, refused: 0 }, edition: before + 1 } })
      expect(await anchors("DE")).toEqual(["a", "b"])
      expect(await anchors("FR")).toEqual(["c"])
      expect(await anchors("XX")).toEqual([])
      expect((await run(store.trustOf("DE"))).certificates[0]).toBeInstanceOf(Uint8Array)
      expect(await run(store.figures)).toMatchObject({ countries: 2, certificates: { csca: 2, link: 1, ds: 1 } })
      const [first] = await run(store.certificates({ country: "FR", limit: 10 }))
      expect(first).toEqual({
        sha256: shaOf("c"),
        country: "FR",
        subject: "C=FR, CN=c",
        not_before: "2020-01-01T00:00:00.000Z",
        not_after: "2035-01-01T00:00:00.000Z",
        kind: "csca",
        source: "icao",
        edition: before + 1,
        added_at: expect.any(String),
        withdrawn_at: null
      })
    })

    test("importing the same again changes nothing, neither what is trusted nor the edition", async () => {
      const entries = [certificate("a"), certificate("b", "DE", "link"), certificate("c", "FR"), certificate("d", "DE", "ds")]
      await load(entries)
      const before = await edition()
      expect(await load(entries)).toMatchObject({ state: "done", finished: { counts: { added: 0, unchanged: 4 }, edition: null } })
      expect(await edition()).toBe(before)
      expect([await anchors("DE"), await anchors("FR")]).toEqual([["a", "b"], ["c"]])
    })

    test("a certificate that a file holds twice is one", async () => {
      const outcome = await load([
        certificate("twice", "AT"),
        certificate("twice", "AT"),
        ...numbered(trustBatchSize, "AT"),
        certificate("twice", "AT")
      ])
      expect(outcome).toMatchObject({ finished: { counts: { added: trustBatchSize + 1, unchanged: 2 } } })
      expect((await anchors("AT")).filter((name) => name === "twice")).toEqual(["twice"])
    })

    test("entries that were refused are counted, and the first of them kept with their reasons", async () => {
      const many = Array.from({ length: maximumRefusals + 20 }, (_, at) => refused(`entry ${at}`))
      await load([certificate("good", "NO"), ...many])
      const done = await latest()
      expect(done?.counts).toEqual({ added: 1, unchanged: 0, refused: maximumRefusals + 20 })
      expect(done?.refusals.length).toBe(maximumRefusals)
      expect(done?.refusals[0]).toEqual({ where: "entry 0", reason: "unreadable" })
    })

    test("files that turn out to be damaged leave everything as it was", async () => {
      const before = await edition()
      const outcome = await load([...numbered(trustBatchSize + 5, "IT")], {}, new TrustUnreadable("list.ml ends too early."))
      expect(outcome).toEqual({ state: "refused", reason: "list.ml ends too early." })
      expect(await edition()).toBe(before)
      expect(await anchors("IT")).toEqual([])
      expect(await run(store.certificates({ country: "IT", limit: 10 }))).toEqual([])
      expect(await latest()).toMatchObject({ state: "failed", failure: "list.ml ends too early.", edition: null })
    })

    test("what files that were refused held is taken in when it comes again in good ones", async () => {
      const list = crl("again", "2026-01-01T00:00:00.000Z", { country: "GR", issuer_key: "key of GR" })
      await load([list, certificate("again too", "GR"), ...numbered(trustBatchSize, "GR")], {}, new TrustUnreadable("It ends too early."))
      expect(await load([list, certificate("again too", "GR")])).toMatchObject({ finished: { counts: { added: 2, unchanged: 0 } } })
      expect([await anchors("GR"), await crls("GR")]).toEqual([["again too"], ["again"]])
    })

    test("files that hold nothing are refused", async () => {
      expect(await load([])).toMatchObject({ state: "refused" })
    })

    test("nothing of an import is seen before its end, and an import that was stopped goes on where it stopped", async () => {
      const before = await edition()
      const entries = numbered(2 * trustBatchSize + 7, "SE")
      const sha256 = digest("a long list")
      const stuck = wanted(entries.slice(0, 2 * trustBatchSize), { sha256 }, new Promise<never>(() => {}))
      const reached = Promise.withResolvers<void>()
      const fiber = runtime.runFork(
        importTrust(store, stuck, ({ added }) => Effect.sync(() => (added === 2 * trustBatchSize ? reached.resolve() : undefined)))
      )
      await reached.promise
      expect(await anchors("SE")).toEqual([])
      expect(await run(Effect.flip(importTrust(store, wanted([certificate("other", "SE")]))))).toMatchObject({ _tag: "Conflict" })
      expect(await anchors("SE")).toEqual([])
      await run(Fiber.interrupt(fiber))
      expect((await run(store.imports(9))).find((one) => one.sha256 === sha256)).toMatchObject({
        state: "running",
        cursor: 2 * trustBatchSize
      })
      expect(await edition()).toBe(before)

      const outcome = await load(entries, { sha256 })
      expect(outcome).toMatchObject({ state: "done", finished: { counts: { added: entries.length, unchanged: 0 }, edition: before + 1 } })
      expect((await anchors("SE")).length).toBe(entries.length)
      const all = await run(store.imports(100))
      expect(all.filter((one) => one.sha256 === sha256).length).toBe(1)
    })

    test("what an import left that was killed is cleared when other files are imported", async () => {
      const at = "2026-01-01T00:00:00.000Z"
      await run(TestClock.setTime(Date.parse(at)))
      const ticket = await taken({ source: "killed" })
      await run(store.add(ticket, { certificates: [certificateOf("half", "PL")], crls: [], refusals: [], from: 0, cursor: 1, at }))
      await run(TestClock.setTime(Date.parse("2026-01-01T00:00:59.000Z")))
      expect(Exit.isFailure(await run(Effect.exit(importTrust(store, wanted([certificate("whole", "PL")])))))).toBe(true)
      await run(TestClock.setTime(Date.parse("2026-01-01T00:01:01.000Z")))
      expect(await load([certificate("whole", "PL")])).toMatchObject({ state: "done" })
      expect(await anchors("PL")).toEqual(["whole"])
      expect((await run(store.imports(9))).find(({ source }) => source === "killed")).toMatchObject({ state: "failed" })
      const late = await run(
        Effect.exit(store.add(ticket, { certificates: [certificateOf("late", "PL")], crls: [], refusals: [], from: 1, cursor: 2, at }))
      )
      expect(Exit.isFailure(late)).toBe(true)
    })

    test("two processes that hold the same import write each batch once", async () => {
      const at = "2026-02-01T00:00:00.000Z"
      await run(TestClock.setTime(Date.parse(at)))
      const ticket = await taken({ source: "race" })
      const batch = { certificates: [certificateOf("raced", "CZ")], crls: [], refusals: [], from: 0, cursor: 1, at }
      const exits = await Promise.all([1, 2].map(() => run(Effect.exit(store.add(ticket, batch)))))
      expect(exits.filter(Exit.isSuccess).length).toBe(1)
      const lists = [
        { file: "list.ml", certificates: 1, signature: "valid", signer: { subject: "C=CZ", country: "CZ" }, anchored: true }
      ] as const
      const done = await run(store.finish(ticket, { lists, at }))
      expect(done).toMatchObject({ counts: { added: 1, unchanged: 0, refused: 0 }, lists })
      expect(Exit.isFailure(await run(Effect.exit(store.finish(ticket, { lists, at }))))).toBe(true)
    })

    test("a source that replaces withdraws what it held before, and nothing of other sources", async () => {
      await load([certificate("old", "PT"), certificate("both", "PT")], { source: "one" })
      await load([certificate("both", "PT"), certificate("theirs", "PT")], { source: "two" })
      expect(await anchors("PT")).toEqual(["both", "old", "theirs"])
      const outcome = await load([certificate("new", "PT")], { source: "one", replaces: true })
      expect(outcome).toMatchObject({ finished: { counts: { added: 1 }, withdrawn: 2 } })
      expect(await anchors("PT")).toEqual(["both", "new", "theirs"])
      const listed = await run(store.certificates({ country: "PT", limit: 10 }))
      expect(listed.find((row) => row.sha256 === shaOf("old"))?.withdrawn_at).not.toBeNull()
      expect(await load([certificate("old", "PT"), certificate("new", "PT")], { source: "one" })).toMatchObject({
        finished: { counts: { added: 1, unchanged: 1 } }
      })
      expect(await anchors("PT")).toEqual(["both", "new", "old", "theirs"])
    })

    test("a certificate that was removed stays removed whatever is imported, until it is restored", async () => {
      await load([certificate("kept", "ES"), certificate("bad", "ES")])
      const before = await edition()
      const at = "2026-03-01T00:00:00.000Z"
      expect(await run(store.remove(shaOf("bad"), at))).toBe(true)
      expect(await run(store.remove(shaOf("bad"), at))).toBe(false)
      expect(await run(store.remove(shaOf("never held"), at))).toBe(false)
      expect(await edition()).toBe(before + 1)
      await load([certificate("kept", "ES"), certificate("bad", "ES")], { source: "another" })
      expect(await anchors("ES")).toEqual(["kept"])
      expect((await run(store.certificates({ country: "ES", limit: 10 }))).filter((row) => row.withdrawn_at === at).length).toBe(2)
      expect(await run(store.restore(shaOf("bad")))).toBe(true)
      expect(await run(store.restore(shaOf("bad")))).toBe(false)
      expect(await anchors("ES")).toEqual(["bad", "kept"])
    })

    test("the newest revocation list of an issuer's key replaces the older one, and an older one is refused", async () => {
      await load([crl("elsewhere", "2026-01-01T00:00:00.000Z", { country: "GR", issuer_key: "key of GR" })])
      await load([crl("first", "2026-01-01T00:00:00.000Z"), crl("other key", "2020-01-01T00:00:00.000Z", { issuer_key: "next key of DE" })])
      expect(await crls("DE")).toEqual(["first", "other key"])
      await load([crl("second", "2026-02-01T00:00:00.000Z")])
      expect(await crls("DE")).toEqual(["other key", "second"])
      const outcome = await load([crl("stale", "2026-01-15T00:00:00.000Z"), crl("second", "2026-02-01T00:00:00.000Z")])
      expect(outcome).toMatchObject({
        finished: {
          counts: { added: 0, unchanged: 1, refused: 1 },
          edition: null,
          refusals: [{ where: "stale", reason: refusals.older }]
        }
      })
      await load([crl("third", "2026-03-01T00:00:00.000Z"), crl("fourth", "2026-04-01T00:00:00.000Z")])
      expect(await crls("DE")).toEqual(["fourth", "other key"])
      const listed = await run(store.crls({ country: "DE", limit: 10 }))
      expect(listed.map(({ sha256 }) => sha256).sort()).toEqual([shaOf("fourth"), shaOf("other key")].sort())
      expect(await run(store.figures)).toMatchObject({ crls: 3 })
    })

    test("a document signer is found by each of its keys, and neither when it was removed or withdrawn nor among the anchors", async () => {
      const names = async (...keys: ReadonlyArray<string>) =>
        (await run(store.signersOf(keys))).map((der) => new TextDecoder().decode(der).slice("certificate ".length)).sort()
      await load([certificate("signer", "HU", "ds"), certificate("second", "HU", "ds"), certificate("anchor", "HU")], { source: "pkd" })
      expect(await names("key of signer")).toEqual(["signer"])
      expect(await names("serial of signer", "key of second", "key of nobody")).toEqual(["second", "signer"])
      expect([await names("key of anchor"), await names("key of nobody"), await names()]).toEqual([[], [], []])
      expect(await anchors("HU")).toEqual(["anchor"])
      await run(store.remove(shaOf("signer"), await clock()))
      expect(await names("key of signer")).toEqual([])
      await load([certificate("anchor", "HU")], { source: "pkd", replaces: true })
      expect(await names("key of second")).toEqual([])
    })

    test("a document signer that two sources hold is given once, and of many with one key a bounded number", async () => {
      const alike = (count: number) =>
        Array.from({ length: count }, (_, at): TrustEntry => {
          const { certificate: one } = certificate(`alike ${at}`, "SK", "ds") as Extract<TrustEntry, { entry: "certificate" }>
          return { entry: "certificate", where: "here", certificate: { ...one, signer_keys: ["shared key"] } }
        })
      await load(alike(2), { source: "one" })
      await load(alike(2), { source: "two" })
      expect((await run(store.signersOf(["shared key"]))).length).toBe(2)
      await load(alike(maximumSigners + 3), { source: "one" })
      expect((await run(store.signersOf(["shared key"]))).length).toBe(maximumSigners)
    })

    describe("imports that wait for their turn", () => {
      const files = [{ name: "list.ml", pieces: ["a".repeat(64), "b".repeat(64)] }]
      const later = (milliseconds: number) => run(TestClock.adjust(milliseconds))
      const ended = async (id: number) => {
        const ticket = await ticketOf(id)
        await run(store.add(ticket, { ...nothingIn, from: ticket.cursor, cursor: ticket.cursor + 1, at: await clock() }))
        return run(store.finish(ticket, { lists: [], at: await clock() }))
      }
      const nothingIn = { certificates: [certificateOf("waited for", "LT")], crls: [], refusals: [] }

      test("begin in the order in which they came, each when those before it have ended", async () => {
        const [first, second] = [await submitted({ files }), await submitted({ files })]
        expect([first.fresh, second.fresh, second.id > first.id]).toEqual([true, true, true])
        expect((await run(store.unfinished(second.id))).map(({ id, state }) => [id, state])).toEqual([
          [first.id, "queued"],
          [second.id, "queued"]
        ])
        expect((await run(store.unfinished(first.id))).map(({ id }) => id)).toEqual([first.id])
        expect(await turnOf(second.id)).toEqual({ turn: "later" })
        await ended(first.id)
        expect(await turnOf(first.id)).toMatchObject({ turn: "over", ended: { id: first.id, state: "done" }, files })
        expect(await ended(second.id)).toMatchObject({ id: second.id, state: "done" })
        expect(await run(store.findImport(second.id))).toMatchObject({ id: second.id, state: "done" })
        expect([await run(store.findImport(2_000_000_000)), await run(store.begin(2_000_000_000, await clock()))]).toEqual([
          undefined,
          undefined
        ])
      })

      test("the same files that wait as the last already are one import, and behind others they are another", async () => {
        const sha256 = digest("the same")
        const first = await submitted({ files, sha256 })
        expect(await submitted({ files: [], sha256 })).toEqual({ id: first.id, fresh: false })
        expect((await submitted({ files, sha256, source: "other" })).fresh).toBe(true)
        const again = await submitted({ files, sha256 })
        expect([again.fresh, again.id > first.id]).toEqual([true, true])
        for (const { id } of await run(store.unfinished(again.id))) await ended(id)
        expect((await submitted({ files, sha256 })).fresh).toBe(true)
        for (const { id } of await run(store.unfinished(2_000_000_000))) await ended(id)
      })

      test("an import that somebody works on is nobody else's, until it is silent for a minute; then the one before can write no more", async () => {
        const { id } = await submitted({ files })
        const first = await ticketOf(id)
        await later(trustTimeoutMs - 1)
        expect(await turnOf(id)).toEqual({ turn: "later" })
        await run(store.sign(first, await clock()))
        await later(trustTimeoutMs - 1)
        expect(await turnOf(id)).toEqual({ turn: "later" })
        await later(1)
        const second = await ticketOf(id)
        expect([second.run, second.files]).toEqual([first.run + 1, files])
        const at = await clock()
        const batch = { ...nothingIn, from: 0, cursor: 1, at }
        const attempts = [store.add(first, batch), store.sign(first, at), store.finish(first, { lists: [], at })]
        for (const attempt of attempts) expect(await run(Effect.flip<unknown, unknown, never>(attempt))).toMatchObject({ _tag: "Conflict" })
        await run(store.pause(first))
        await run(store.fail(first, { reason: "an old one", at }))
        expect(await turnOf(id)).toEqual({ turn: "later" })
        await run(store.add(second, batch))
        expect(await run(store.finish(second, { lists: [], at }))).toMatchObject({ state: "done", counts: { refused: 0 } })
      })

      test("an import that was let go of is taken up at once, from where it was left", async () => {
        await load([certificate("waited for", "LT")])
        const { id } = await submitted({ files })
        const first = await ticketOf(id)
        await run(store.add(first, { ...nothingIn, from: 0, cursor: 1, at: await clock() }))
        await run(store.pause(first))
        expect(await ticketOf(id)).toMatchObject({ id, cursor: 1, counts: { added: 0, unchanged: 1, refused: 0 } })
        await later(trustTimeoutMs)
        await ended(id)
      })

      test("files are known until they are forgotten, which only an import that has ended allows", async () => {
        const { id } = await submitted({ files })
        await run(store.forgetFiles(id))
        const ticket = await ticketOf(id)
        expect(ticket.files).toEqual(files)
        await run(store.fail(ticket, { reason: "They are damaged.", at: await clock() }))
        expect(await turnOf(id)).toMatchObject({ turn: "over", files, ended: { state: "failed", failure: "They are damaged." } })
        await run(store.forgetFiles(id))
        expect(await turnOf(id)).toMatchObject({ turn: "over", files: [] })
      })

      test("one that nobody comes back to for a day fails, clears what it wrote, and holds up those after it no longer", async () => {
        const first = await submitted({ files })
        const ticket = await ticketOf(first.id)
        const batch = { certificates: [certificateOf("half a day", "LV")], crls: [], refusals: [], from: 0, cursor: 1, at: await clock() }
        await run(store.add(ticket, batch))
        const second = await submitted({ files })
        await later(trustWaitMs - 1)
        expect(await turnOf(second.id)).toEqual({ turn: "later" })
        await later(1)
        await ended(second.id)
        expect(await run(store.findImport(first.id))).toMatchObject({
          state: "failed",
          failure: "It was stopped and no process continued it."
        })
        expect(await anchors("LV")).toEqual([])
      })

      test("more than a bounded number is refused", async () => {
        for (let count = 0; count < maximumUnfinished; count += 1) await submitted({ files })
        const start = { source: "icao", sha256: digest("one too many"), replaces: false, files, at: await clock() }
        expect(await run(Effect.flip(store.submit(start)))).toMatchObject({ _tag: "Conflict" })
        await later(trustWaitMs)
        const all = await run(store.unfinished(2_000_000_000))
        expect(all.length).toBe(maximumUnfinished)
        await ended(all.at(-1)?.id ?? 0)
        expect(await run(store.unfinished(2_000_000_000))).toEqual([])
      })
    })
  })
}

function certificateOf(name: string, country: string) {
  const entry = certificate(name, country)
  if (entry.entry !== "certificate") throw new Error("not a certificate")
  return entry.certificate
}
