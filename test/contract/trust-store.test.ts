import { afterAll, describe, expect, test } from "bun:test"
import { createHash } from "node:crypto"
import { State } from "@vouchkit/adapters/memory/state"
import * as MemoryTrust from "@vouchkit/adapters/memory/trust-store"
import { layer as databaseLayer } from "@vouchkit/adapters/postgres/database"
import * as PostgresTrust from "@vouchkit/adapters/postgres/trust-store"
import { importTrust, type TrustSource, TrustUnreadable } from "@vouchkit/core/trust/import-trust"
import { maximumRefusals, refusals, type TrustCrl, type TrustEntry, type TrustKind, trustBatchSize } from "@vouchkit/core/trust/model"
import { TrustStore } from "@vouchkit/core/trust/trust-store"
import { Effect, Exit, Fiber, Layer, ManagedRuntime } from "effect"
import { TestClock } from "effect/testing"
import { freshDatabase } from "../support/postgres.ts"

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
  describe(`certificates of trust in ${adapter}`, async () => {
    const layer = await make()
    const runtime = ManagedRuntime.make(Layer.provideMerge(layer, TestClock.layer()))
    afterAll(() => runtime.dispose())
    const run = <A, E>(effect: Effect.Effect<A, E, any>): Promise<A> => runtime.runPromise(effect as Effect.Effect<A, E, never>)
    const store = await run(TrustStore)

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
      const before = await edition()
      const outcome = await load([certificate("a"), certificate("b", "DE", "link"), certificate("c", "FR"), certificate("d", "DE", "ds")])
      expect(outcome).toMatchObject({ state: "done", finished: { counts: { added: 0, unchanged: 4 }, edition: null } })
      expect(await edition()).toBe(before)
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
      expect(
        await run(Effect.flip(store.begin({ source: "other", sha256: "0", replaces: false, at: "1970-01-01T00:00:30.000Z" })))
      ).toMatchObject({
        _tag: "Conflict"
      })
      expect(await anchors("SE")).toEqual([])
      await run(Fiber.interrupt(fiber))
      expect(await latest()).toMatchObject({ state: "running", cursor: 2 * trustBatchSize })
      expect(await edition()).toBe(before)

      const outcome = await load(entries, { sha256 })
      expect(outcome).toMatchObject({ state: "done", finished: { counts: { added: entries.length, unchanged: 0 }, edition: before + 1 } })
      expect((await anchors("SE")).length).toBe(entries.length)
      const all = await run(store.imports(100))
      expect(all.filter((one) => one.sha256 === sha256).length).toBe(1)
    })

    test("what an import left that was killed is cleared when other files are imported", async () => {
      const at = "2026-01-01T00:00:00.000Z"
      const ticket = await run(store.begin({ source: "killed", sha256: "1", replaces: false, at }))
      await run(store.add(ticket, { certificates: [certificateOf("half", "PL")], crls: [], refusals: [], from: 0, cursor: 1, at }))
      await run(TestClock.setTime(Date.parse("2026-01-01T00:00:59.000Z")))
      expect(Exit.isFailure(await run(Effect.exit(importTrust(store, wanted([certificate("whole", "PL")])))))).toBe(true)
      await run(TestClock.setTime(Date.parse("2026-01-01T00:01:01.000Z")))
      expect(await load([certificate("whole", "PL")])).toMatchObject({ state: "done" })
      expect(await anchors("PL")).toEqual(["whole"])
      expect((await run(store.imports(2)))[1]).toMatchObject({ source: "killed", state: "failed" })
      const late = await run(
        Effect.exit(store.add(ticket, { certificates: [certificateOf("late", "PL")], crls: [], refusals: [], from: 1, cursor: 2, at }))
      )
      expect(Exit.isFailure(late)).toBe(true)
    })

    test("two processes that hold the same import write each batch once", async () => {
      const at = "2026-02-01T00:00:00.000Z"
      const ticket = await run(store.begin({ source: "race", sha256: "2", replaces: false, at }))
      const batch = { certificates: [certificateOf("raced", "CZ")], crls: [], refusals: [], from: 0, cursor: 1, at }
      const exits = await Promise.all([1, 2].map(() => run(Effect.exit(store.add(ticket, batch)))))
      expect(exits.filter(Exit.isSuccess).length).toBe(1)
      const done = await run(store.finish(ticket, at))
      expect(done.counts).toEqual({ added: 1, unchanged: 0, refused: 0 })
      expect(Exit.isFailure(await run(Effect.exit(store.finish(ticket, at))))).toBe(true)
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
  })
}

function certificateOf(name: string, country: string) {
  const entry = certificate(name, country)
  if (entry.entry !== "certificate") throw new Error("not a certificate")
  return entry.certificate
}
