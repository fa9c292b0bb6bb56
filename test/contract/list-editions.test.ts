import { afterAll, describe, expect, test } from "bun:test"
import * as Memory from "@vouchkit/adapters/memory"
import * as Postgres from "@vouchkit/adapters/postgres"
import { bareRecord } from "@vouchkit/core/verification/screening/record"
import { entryHash } from "@vouchkit/core/resources/watchlists/editions/edition"
import type { ListEntry } from "@vouchkit/core/resources/watchlists/editions/entry"
import { type EditionImport, importEdition } from "@vouchkit/core/resources/watchlists/editions/import-edition"
import {
  CustomerListEditions,
  type ImportStart,
  type ListEditions,
  PublicListEditions
} from "@vouchkit/core/resources/watchlists/editions/list-editions"
import { type ListStep, ListUnreadable, ReadingNotes } from "@vouchkit/core/resources/watchlists/sources/reading"
import { Effect, type Layer, ManagedRuntime } from "effect"
import { freshDatabase } from "../support/postgres.ts"
import { acmeLive, as, otherSandbox, type TenantName } from "../support/tenants.ts"

const adapters = {
  memory: async () => Memory.layer,
  postgres: async () => Postgres.layer({ connect: await freshDatabase(), maximumConnections: 6 })
}

const entry = (uid: string, name = `Name of ${uid}`): ListEntry => {
  const {
    edition: _edition,
    list: _list,
    ...made
  } = bareRecord({
    list: "x",
    edition: "x",
    uid,
    type: "person",
    names: [{ full: name, kind: "primary", parts: null, script: null, language: null }]
  })
  return made
}
const puts = (...entries: ReadonlyArray<ListEntry>): ReadonlyArray<ListStep> => entries.map((one) => ({ op: "put", entry: one }))
const numbered = (count: number, from = 0) => Array.from({ length: count }, (_, at) => entry(`u${String(from + at).padStart(5, "0")}`))

async function* flowing(steps: ReadonlyArray<ListStep>, failure?: Error): AsyncGenerator<ListStep> {
  yield* steps
  if (failure !== undefined) throw failure
}

for (const [adapter, make] of Object.entries(adapters)) {
  describe(`editions of lists in ${adapter}`, async () => {
    const storage = (await make()) as Layer.Layer<any>
    const runtime = ManagedRuntime.make(storage)
    afterAll(() => runtime.dispose())
    const run = <A, E>(effect: Effect.Effect<A, E, any>): Promise<A> => runtime.runPromise(effect as Effect.Effect<A, E, never>)

    let named = 0
    /** Each test has a list of its own. */
    const key = () => `list_${++named}`
    const wanted = (list: string, steps: AsyncIterable<ListStep>, more: Partial<EditionImport> = {}): EditionImport => ({
      key: list,
      format: "customer_csv",
      title: "A list",
      sample: false,
      mode: "full",
      steps,
      notes: new ReadingNotes(),
      sources: () => [],
      published: "2026-01-01",
      accept_loss: false,
      ...more
    })
    const onPublic = <A, E>(work: (store: ListEditions<never>) => Effect.Effect<A, E, any>) => run(Effect.flatMap(PublicListEditions, work))
    const load = (list: string, steps: ReadonlyArray<ListStep>, more: Partial<EditionImport> = {}) =>
      onPublic((store) => importEdition(store, wanted(list, flowing(steps), more)))
    const uidsAt = async (list: string, edition: number) =>
      (await onPublic((store) => store.entries(list, edition, { after: null, limit: 100 }))).map((held) => held.entry.uid)
    const status = (list: string) => onPublic((store) => store.status(list))

    test("an edition that was read whole is current, and its entries are read back as they were written", async () => {
      const list = key()
      const first = entry("b", "Zoë 'Abd al-Ḥamīd; 王")
      const outcome = await load(list, puts(first, entry("a")))
      expect(outcome).toMatchObject({ state: "activated", counts: { previous: 0, total: 2, added: 2, changed: 0, removed: 0 } })
      const held = await onPublic((store) => store.entries(list, 1, { after: null, limit: 100 }))
      expect(held.map((one) => one.entry.uid)).toEqual(["a", "b"])
      expect(held[1]).toEqual({ hash: entryHash(first), entry: first })
      expect(await status(list)).toMatchObject({ key: list, stale: null, published: "2026-01-01", edition: { number: 1, record_count: 2 } })
    })

    test("the next edition says what was added, changed and removed, and the one before can still be read", async () => {
      const list = key()
      await load(list, puts(...numbered(30)))
      const next = [...numbered(28, 1), entry("u00029", "Another name"), entry("u00030")]
      const outcome = await load(list, puts(...next))
      expect(outcome).toMatchObject({ state: "activated", counts: { previous: 30, total: 30, added: 1, changed: 1, removed: 1 } })
      const changes = await onPublic((store) => store.changes(list, { from: 1, to: 2 }, { after: null, limit: 100 }))
      expect(changes.map(({ after, before, uid }) => [uid, before?.names[0]?.full, after?.names[0]?.full])).toEqual([
        ["u00000", "Name of u00000", undefined],
        ["u00029", "Name of u00029", "Another name"],
        ["u00030", undefined, "Name of u00030"]
      ])
      expect(await uidsAt(list, 1)).toHaveLength(30)
      expect((await uidsAt(list, 1))[0]).toBe("u00000")
      expect((await uidsAt(list, 2))[0]).toBe("u00001")
      const page = await onPublic((store) => store.changes(list, { from: 1, to: 2 }, { after: "u00000", limit: 1 }))
      expect(page.map(({ uid }) => uid)).toEqual(["u00029"])
    })

    test("entries are found by their uids, as they stood in the edition that is asked for", async () => {
      const list = key()
      await load(list, puts(...numbered(30)))
      await load(list, puts(...numbered(28, 1), entry("u00029", "Another name")))
      const found = async (edition: number, ...uids: ReadonlyArray<string>) =>
        (await onPublic((store) => store.find(list, edition, uids))).map((held) => `${held.entry.uid} ${held.entry.names[0]?.full}`)
      expect(await found(1, "u00029", "u00000", "missing")).toEqual(["u00000 Name of u00000", "u00029 Name of u00029"])
      expect(await found(2, "u00029", "u00000", "missing")).toEqual(["u00029 Another name"])
      expect(await found(2)).toEqual([])
    })

    test("an entry that is removed and later listed again stands in the editions it stood in, and in no other", async () => {
      const list = key()
      const others = numbered(20)
      await load(list, puts(...others, entry("x")))
      await load(list, puts(...others))
      await load(list, puts(...others, entry("x")))
      const stood = await Promise.all([1, 2, 3].map((edition) => uidsAt(list, edition)))
      expect(stood.map((uids) => uids.includes("x"))).toEqual([true, false, true])
    })

    test("a file that says what the list says confirms the edition and makes no new one", async () => {
      const list = key()
      await load(list, puts(entry("a"), entry("b")))
      const outcome = await load(list, puts(entry("b"), entry("a")), { published: "2026-01-02" })
      expect(outcome).toMatchObject({ state: "unchanged", published: "2026-01-02" })
      expect(await status(list)).toMatchObject({ published: "2026-01-02", edition: { number: 1, published: "2026-01-01" } })
      expect(await onPublic((store) => store.editions(list, 10))).toHaveLength(1)
    })

    test("the same content has the same hash, in whatever order it comes", async () => {
      const [one, other] = [key(), key()]
      await load(one, puts(...numbered(12)))
      await load(other, puts(...numbered(12).reverse()))
      const hashes = await Promise.all([one, other].map(async (list) => (await status(list))?.edition?.content_hash))
      expect(hashes[0]).toMatch(/^[0-9a-f]{64}$/)
      expect(hashes[0]).toBe(hashes[1])
    })

    test("a file that fails in the middle leaves the last good edition, and the list says that it is stale and why", async () => {
      const list = key()
      await load(list, puts(entry("a"), entry("b")))
      const cut = flowing(puts(...numbered(1_200)), new ListUnreadable("truncated", "The file ends early."))
      const outcome = await onPublic((store) => importEdition(store, wanted(list, cut)))
      expect(outcome).toEqual({ state: "refused", code: "truncated", detail: "The file ends early.", counts: null })
      expect(await uidsAt(list, 1)).toEqual(["a", "b"])
      expect(await status(list)).toMatchObject({ edition: { number: 1 }, stale: { code: "truncated", detail: "The file ends early." } })
      // What the failed import wrote is gone: the next one counts from the good edition.
      expect(await load(list, puts(entry("a"), entry("b"), entry("c")))).toMatchObject({ counts: { previous: 2, added: 1, removed: 0 } })
      expect(await status(list)).toMatchObject({ stale: null, edition: { record_count: 3 } })
    })

    test("an edition that loses more than a tenth is refused, one that loses a tenth is not, and an operator may insist", async () => {
      const list = key()
      await load(list, puts(...numbered(50)))
      expect(await load(list, puts(...numbered(44)))).toMatchObject({ state: "refused", code: "shrunken", counts: { removed: 6 } })
      expect(await status(list)).toMatchObject({ stale: { code: "shrunken" }, edition: { number: 1, record_count: 50 } })
      // As many entries as before, but others: that is a loss too.
      expect(await load(list, puts(...numbered(50, 6)))).toMatchObject({ state: "refused", code: "shrunken" })
      expect(await load(list, puts(...numbered(45)))).toMatchObject({ state: "activated", counts: { removed: 5 } })
      expect(await load(list, puts(...numbered(10)), { accept_loss: true })).toMatchObject({ state: "activated", counts: { total: 10 } })
    })

    test("an empty file never empties a list, whoever insists", async () => {
      const list = key()
      await load(list, puts(entry("a")))
      expect(await load(list, [], { accept_loss: true })).toMatchObject({ state: "refused", code: "empty" })
      expect(await uidsAt(list, 1)).toEqual(["a"])
      const never = key()
      expect(await load(never, [])).toMatchObject({ state: "refused", code: "empty" })
      expect(await status(never)).toMatchObject({ edition: null, stale: { code: "empty" } })
    })

    test("a uid that a file gives twice is kept twice and told of; the same entry said twice is one", async () => {
      const list = key()
      const notes = new ReadingNotes()
      const steps = puts(entry("a"), entry("a", "Somebody else"), ...numbered(600), entry("a"), entry("a", "A third"))
      expect(await load(list, steps, { notes })).toMatchObject({ counts: { total: 603 } })
      const held = await onPublic((store) => store.entries(list, 1, { after: null, limit: 3 }))
      expect(held.map((one) => [one.entry.uid, one.entry.names[0]?.full])).toEqual([
        ["a", "Name of a"],
        ["a#2", "Somebody else"],
        ["a#3", "A third"]
      ])
      expect(notes.findings).toMatchObject([{ code: "duplicate_uid", example_uid: "a", count: 2 }])
    })

    test("a delta adds, replaces and removes in its order and leaves the rest as it is", async () => {
      const list = key()
      await load(list, puts(...numbered(20)))
      const notes = new ReadingNotes()
      const steps: ReadonlyArray<ListStep> = [
        { op: "remove", uid: "u00000" },
        ...puts(entry("u00001", "Changed"), entry("new"), entry("gone again")),
        { op: "remove", uid: "gone again" },
        { op: "remove", uid: "never there" },
        ...puts(entry("new", "Changed once more"))
      ]
      expect(await load(list, steps, { mode: "delta", notes, published: "v2" })).toMatchObject({
        state: "activated",
        counts: { previous: 20, total: 20, added: 1, changed: 1, removed: 1 }
      })
      const changes = await onPublic((store) => store.changes(list, { from: 1, to: 2 }, { after: null, limit: 100 }))
      expect(changes.map(({ after, uid }) => [uid, after?.names[0]?.full])).toEqual([
        ["new", "Changed once more"],
        ["u00000", undefined],
        ["u00001", "Changed"]
      ])
      expect(notes.findings).toMatchObject([{ code: "absent_entry", example_uid: "never there", count: 1 }])
      // The hash over the edition is the one that a full file of the same content has.
      const whole = key()
      await load(whole, puts(...numbered(18, 2), entry("u00001", "Changed"), entry("new", "Changed once more")))
      expect((await status(list))?.edition?.content_hash).toBe((await status(whole))?.edition?.content_hash ?? "none")
    })

    const start = (list: string, at: string): ImportStart => ({
      key: list,
      format: "customer_csv",
      title: "A list",
      sample: false,
      mode: "full",
      at
    })
    const row = (one: ListEntry) => ({ uid: one.uid, hash: entryHash(one), entry: one })
    const at = (minute: number) => `2026-01-01T00:${String(minute).padStart(2, "0")}:00.000Z`
    const conflict = <A, E>(effect: Effect.Effect<A, E, any>) => Effect.map(Effect.flip(effect), (failure: any) => failure._tag)

    test("nobody sees what an import has written before it is complete, and a second import has to wait", async () => {
      const list = key()
      await load(list, puts(entry("a")))
      const ticket = await onPublic((store) => store.begin(start(list, at(0))))
      await onPublic((store) => store.add(ticket, [row(entry("b"))], at(1)))
      expect(await uidsAt(list, 1)).toEqual(["a"])
      expect(await status(list)).toMatchObject({ edition: { number: 1 }, stale: null })
      expect(await onPublic((store) => conflict(store.begin(start(list, at(2)))))).toBe("Conflict")
      await onPublic((store) => store.abandon(ticket, { code: "interrupted", detail: "stopped", at: at(6) }))
      await onPublic((store) => store.abandon(ticket, { code: "interrupted", detail: "stopped", at: at(6) }))
      expect(await onPublic((store) => store.begin(start(list, at(6))))).toMatchObject({ number: ticket.number + 1 })
    })

    test("an import that died is cleaned up by the next one, and can write no more if it wakes up", async () => {
      const list = key()
      await load(list, puts(entry("a"), entry("b")))
      const dead = await onPublic((store) => store.begin(start(list, at(0))))
      await onPublic((store) => store.add(dead, [row(entry("half")), row(entry("a", "Changed"))], at(1)))
      const heir = await onPublic((store) => store.begin(start(list, at(12))))
      const late = onPublic((store) => conflict(store.add(dead, [row(entry("late"))], at(13))))
      expect(await late).toBe("Conflict")
      await onPublic((store) => store.abandon(dead, { code: "failed", detail: "woke up", at: at(13) }))
      expect(await status(list)).toMatchObject({ stale: null })
      await onPublic((store) => store.add(heir, [row(entry("a")), row(entry("b")), row(entry("c"))], at(13)))
      expect(await onPublic((store) => store.weigh(heir))).toEqual({ previous: 2, total: 3, added: 1, changed: 0, removed: 0 })
    })

    test("an import that says it is alive keeps the list however long it reads, and learns when it lost it", async () => {
      const list = key()
      const ticket = await onPublic((store) => store.begin(start(list, at(0))))
      for (const minute of [1, 2, 3]) expect(await onPublic((store) => store.sign(ticket, at(minute)))).toBe(true)
      expect(await onPublic((store) => conflict(store.begin(start(list, at(4)))))).toBe("Conflict")
      expect(await onPublic((store) => store.begin(start(list, at(5))))).toMatchObject({ number: ticket.number + 1 })
      expect(await onPublic((store) => store.sign(ticket, at(5)))).toBe(false)
    })

    test("an import that goes on writing keeps the list, though it never says more", async () => {
      const list = key()
      const ticket = await onPublic((store) => store.begin(start(list, at(0))))
      for (const minute of [1, 2, 3]) await onPublic((store) => store.add(ticket, [row(entry(`e-${minute}`))], at(minute)))
      expect(await onPublic((store) => conflict(store.begin(start(list, at(4)))))).toBe("Conflict")
      expect(await onPublic((store) => store.begin(start(list, at(5))))).toMatchObject({ number: ticket.number + 1 })
    })

    test("an entry that a delta takes off and puts back as it was is no change, and one that comes back later is new", async () => {
      const list = key()
      await load(list, puts(entry("a"), entry("b")), { published: "v1" })
      const ticket = await onPublic((store) => store.begin({ ...start(list, at(1)), mode: "delta" }))
      await onPublic((store) => store.remove(ticket, ["a", "b"], at(1)))
      await onPublic((store) => store.add(ticket, [row(entry("a"))], at(1)))
      expect(await onPublic((store) => store.weigh(ticket))).toEqual({ previous: 2, total: 1, added: 0, changed: 0, removed: 1 })
      await onPublic((store) => store.abandon(ticket, { code: "interrupted", detail: "stopped", at: at(1) }))
      await load(list, puts(entry("a"), entry("b", "Changed")), { published: "v2" })
      expect(await load(list, puts(entry("a"), entry("b")), { published: "v3" })).toMatchObject({
        state: "activated",
        counts: { changed: 1 }
      })
    })

    test("a delta is taken on the version that it changes, and on no other", async () => {
      const list = key()
      const delta = (base: string, published: string) => load(list, puts(entry("b")), { mode: "delta", base, published })
      expect(await delta("v1", "v2")).toMatchObject({ state: "refused", code: "no_base" })
      await load(list, puts(entry("a")), { published: "v1" })
      expect(await delta("v0", "v2")).toMatchObject({ state: "refused", code: "other_base" })
      expect(await status(list)).toMatchObject({ stale: null, published: "v1", edition: { record_count: 1 } })
      expect(await delta("v1", "v2")).toMatchObject({ state: "activated", counts: { total: 2 } })
      expect(await delta("v1", "v2")).toMatchObject({ state: "refused", code: "other_base" })
      expect(await delta("v2", "v3")).toMatchObject({ state: "unchanged", published: "v3" })
    })

    test("a list that was taken out of use is not among the lists, takes no import, keeps its editions and gives its key to nobody", async () => {
      const own = <A, E>(tenant: TenantName, work: (store: ListEditions<any>) => Effect.Effect<A, E, any>) =>
        run(as(tenant)(Effect.flatMap(CustomerListEditions, work)))
      const list = key()
      const made = { key: list, format: "customer_csv", title: "Own", at: at(0) }
      expect(await own(acmeLive, (store) => store.open(made))).toBe(true)
      expect(await own(acmeLive, (store) => store.open(made))).toBe(false)
      expect(await own(otherSandbox, (store) => store.open(made))).toBe(true)
      await own(acmeLive, (store) => importEdition(store, wanted(list, flowing(puts(entry("a"))))))
      await own(acmeLive, (store) => Effect.andThen(store.retire(list, at(9)), store.retire(list, at(10))))
      expect((await own(acmeLive, (store) => store.statuses)).map((one) => one.key)).not.toContain(list)
      expect(await own(acmeLive, (store) => store.status(list))).toMatchObject({ retired_at: at(9), created_at: at(0) })
      expect(await own(otherSandbox, (store) => store.status(list))).toMatchObject({ retired_at: null })
      expect(await own(acmeLive, (store) => conflict(store.begin(start(list, at(60)))))).toBe("Conflict")
      expect(await own(acmeLive, (store) => store.open(made))).toBe(false)
      expect(await own(acmeLive, (store) => store.entries(list, 1, { after: null, limit: 5 }))).toHaveLength(1)
    })

    test("entries of a list that is out of use for long enough are erased, those of any other stay, and editions with what they counted", async () => {
      const own = <A, E>(tenant: TenantName, work: (store: ListEditions<any>) => Effect.Effect<A, E, any>) =>
        run(as(tenant)(Effect.flatMap(CustomerListEditions, work)))
      const [gone, late, used] = [key(), key(), key()]
      for (const list of [gone, late, used]) {
        await own(acmeLive, (store) => importEdition(store, wanted(list, flowing(puts(entry("a"), entry("b"))))))
      }
      await own(acmeLive, (store) => Effect.andThen(store.retire(gone, at(9)), store.retire(late, at(11))))
      const erase = () => own(acmeLive, (store) => store.eraseRetired(at(10)))
      expect(await erase()).toBeGreaterThanOrEqual(2)
      expect(await erase()).toBe(0)
      const held = (list: string) => own(acmeLive, (store) => store.entries(list, 1, { after: null, limit: 5 }))
      expect([await held(gone), (await held(late)).length, (await held(used)).length]).toEqual([[], 2, 2])
      expect(await own(acmeLive, (store) => store.editions(gone, 5))).toMatchObject([{ number: 1, record_count: 2 }])
      await own(acmeLive, (store) => store.retire(used, at(12)))
    })

    test("of several who begin at once one gets the list", async () => {
      const list = key()
      const begun = await Promise.all(Array.from({ length: 5 }, () => onPublic((store) => Effect.exit(store.begin(start(list, at(0)))))))
      expect(begun.filter(({ _tag }) => _tag === "Success")).toHaveLength(1)
    })

    test("every record of a current edition is read once, page after page", async () => {
      const list = key()
      await load(list, puts(...numbered(4_100)), { published: "2026-02-02" })
      await load(list, puts(...numbered(4_101)), { published: "2026-02-03" })
      const edition = (await onPublic((store) => store.statuses)).find((one) => one.key === list)?.edition
      expect(edition).toMatchObject({ record_count: 4_101, published: "2026-02-03" })
      const seen: Array<string> = []
      for (let after: string | null = null, pages = 0; pages < 4; pages += 1) {
        const page = await onPublic((store) => store.entries(list, edition?.number ?? 0, { after, limit: 2_000 }))
        seen.push(...page.map(({ entry: { uid } }) => uid))
        after = page.at(-1)?.entry.uid ?? after
      }
      expect(seen).toHaveLength(4_101)
      expect(new Set(seen).size).toBe(4_101)
    })

    test("an organization's list is seen by it in its environment, and by nobody else", async () => {
      const list = key()
      const onOwn = <A, E>(tenant: TenantName, work: (store: ListEditions<any>) => Effect.Effect<A, E, any>) =>
        run(as(tenant)(Effect.flatMap(CustomerListEditions, work)))
      const mine = { organization: `org_${list}`, environment: "sandbox" } as const
      const live = { ...mine, environment: "live" } as const
      await onOwn(mine, (store) => importEdition(store, wanted(list, flowing(puts(entry("secret"))))))
      await onOwn(otherSandbox, (store) => importEdition(store, wanted(list, flowing(puts(entry("other"))))))
      const seen = (tenant: TenantName) => onOwn(tenant, (store) => store.entries(list, 1, { after: null, limit: 10 }))
      expect((await seen(mine)).map((one) => one.entry.uid)).toEqual(["secret"])
      expect((await seen(otherSandbox)).map((one) => one.entry.uid)).toEqual(["other"])
      expect(await seen(live)).toEqual([])
      expect(await onOwn(live, (store) => store.statuses)).toEqual([])
      expect((await onOwn(mine, (store) => store.statuses)).map((one) => one.key)).toEqual([list])
      expect(await status(list)).toBeUndefined()
      expect((await onPublic((store) => store.statuses)).map((one) => one.key)).not.toContain(list)
    })
  })
}
