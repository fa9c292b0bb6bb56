import { afterAll, describe, expect, test } from "bun:test"
import type { Tenant } from "@vouchkit/core/kernel/access/caller"
import { importEdition } from "@vouchkit/core/resources/watchlists/editions/import-edition"
import { PublicListEditions } from "@vouchkit/core/resources/watchlists/editions/list-editions"
import { ReadingNotes } from "@vouchkit/core/resources/watchlists/sources/reading"
import { sampleSteps } from "@vouchkit/core/resources/watchlists/sources/sample"
import { Effect } from "effect"
import { aForm, startService } from "../support/service.ts"

const bytes = (text: string) => new TextEncoder().encode(text)
const mapping = { uid: "Id", name: "Name", aliases: ["Also"], birth_date: "Born", country: "Country", default_type: "person" }
const header = "Id,Name,Also,Born,Country\n"
const whole = `${header}1,Vasil Okonjo-Testmark,"V. Testmark; Vasyl Testmark",1970-02-03,BG\n2,Second Madeup-Person,,,\n`

for (const storage of ["memory", "postgres"] as const) {
  describe(`watchlists of an organization in ${storage}`, async () => {
    const service = await startService(storage)
    afterAll(() => service.stop())
    let organizations = 0
    let named = 0
    /** An organization with no list yet, and what its key does. */
    const tenant = async () => {
      organizations += 1
      const organization = `org_watchlists_${organizations}`
      return { organization, ...clientOf(await service.key("all", { organization })) }
    }
    const clientOf = (key: string) => {
      const call = (method: string, path: string, body?: unknown) =>
        service.call(method, path, { key, ...(body === undefined ? {} : { body }) })
      const made = async () => {
        named += 1
        const list = `list_${storage}_${named}`
        expect((await call("POST", "/watchlists", { key: list, name: "People we know" })).status).toBe(201)
        return list
      }
      const upload = (list: string, text: string | Uint8Array, fields: Readonly<Record<string, string>> = {}) =>
        service.call("POST", `/watchlists/${list}/editions`, {
          key,
          raw: aForm({ mapping: JSON.stringify(mapping), ...fields }, typeof text === "string" ? bytes(text) : text)
        })
      const screened = async (name: string) => (await call("POST", "/screenings", { subject: { name } })).body
      const get = (list: string) => call("GET", `/watchlists/${list}`)
      return { key, call, made, upload, screened, get }
    }

    test("an uploaded edition is screened by its organization and environment alone, and stands on the result", async () => {
      const { organization, made, upload, screened, get } = await tenant()
      const list = await made()
      expect((await get(list)).body).toMatchObject({ key: list, category: "internal", edition: null, archived_at: null })
      const answer = await upload(list, whole, { published_at: "week 9" })
      expect(answer.status).toBe(201)
      expect(answer.body).toMatchObject({
        state: "activated",
        rows: 2,
        warning_count: 0,
        edition: { watchlist_key: list, number: 1, entry_count: 2, added: 2, published_at: "week 9", current: true }
      })
      const found = await screened("Vasyl Testmark")
      expect(found.hits).toMatchObject([{ list_key: list, list_entry_id: "1", category: "internal" }])
      expect(found.lists).toContainEqual({ key: list, version: "1", published_at: "week 9", stale: false })
      expect(found).toMatchObject({ partial: false, error_codes: [] })
      for (const stranger of [await tenant(), clientOf(await service.key("all", { organization, environment: "live" }))]) {
        const theirs = await stranger.screened("Vasyl Testmark")
        expect(theirs).toMatchObject({ hits: [], lists: [] })
        expect((await stranger.get(list)).status).toBe(404)
        expect((await stranger.upload(list, whole)).status).toBe(404)
        expect((await stranger.call("DELETE", `/watchlists/${list}`)).status).toBe(404)
        expect((await stranger.call("GET", "/watchlists")).body.data).toEqual([])
      }
    })

    test("two organizations may have lists of one key, and each screening finds its own", async () => {
      const [ours, theirs] = [await tenant(), await tenant()]
      const list = await ours.made()
      await theirs.call("POST", "/watchlists", { key: list, name: "Theirs" })
      await ours.upload(list, `${header}1,Odalys Ourperson,,,\n`)
      await theirs.upload(list, `${header}1,Odalys Theirperson,,,\n`)
      expect((await theirs.screened("Odalys Ourperson")).hits).toEqual([])
      expect((await theirs.screened("Odalys Theirperson")).hits).toMatchObject([{ list_key: list, list_entry_id: "1" }])
    })

    test("the next edition replaces the one before as a whole, the same file confirms it, and both are listed", async () => {
      const { call, made, upload, screened } = await tenant()
      const list = await made()
      await upload(list, whole)
      const same = await upload(list, whole)
      expect([same.status, same.body.state, same.body.edition.number]).toEqual([200, "unchanged", 1])
      const next = await upload(list, whole.replace("Second Madeup-Person", "Second Renamed-Person"))
      expect(next.body.edition).toMatchObject({ added: 0, changed: 1, removed: 0, entry_count: 2 })
      expect((await screened("Second Madeup-Person")).hits.filter(({ list_key }: { list_key: string }) => list_key === list)).toEqual([])
      const { body } = await call("GET", `/watchlists/${list}/editions`)
      expect(body.data.map(({ current, number }: { number: number; current: boolean }) => [number, current])).toEqual([
        [next.body.edition.number, true],
        [1, false]
      ])
    })

    test("a file with rows that cannot be taken is refused as a whole, names them by number, and repeats nothing of them", async () => {
      const { made, upload, screened, get } = await tenant()
      const list = await made()
      await upload(list, whole)
      const bad = `${header}1,Vasil Secretname,,,\n,Nameless Number,,,\n3,,,,\n4,Too,few\n5,Too,many,,,Secretcell\n1,Another Secretname,,,\n${header}`
      const answer = await upload(list, bad)
      expect(answer.status).toBe(422)
      expect(answer.body.errors.map(({ code, loc }: { loc: Array<unknown>; code: string }) => [...loc, code])).toEqual([
        ["body", "file", 3, "no_uid"],
        ["body", "file", 4, "no_name"],
        ["body", "file", 5, "missing_cells"],
        ["body", "file", 6, "surplus_cells"],
        ["body", "file", 7, "duplicate_uid"],
        ["body", "file", 8, "repeated_header"]
      ])
      expect(answer.body).toMatchObject({ rows: 7, failed_rows: 6 })
      expect(answer.text).not.toContain("Secret")
      expect((await get(list)).body.edition).toMatchObject({ number: 1, entry_count: 2 })
      expect((await screened("Vasyl Testmark")).error_codes).toEqual([])
    })

    test("a row that was taken with doubts is told of, and columns that nobody mapped are", async () => {
      const { made, upload } = await tenant()
      const list = await made()
      const answer = await upload(list, `Id,Name,Also,Born,Country,Shoe size\n1,Somebody Doubtful,,the ides of March,Ruritania,9\n`)
      expect(answer.status).toBe(201)
      expect(answer.body.warnings).toEqual([
        { row: 2, code: "unreadable_date", where: "birth_date" },
        { row: 2, code: "unknown_country", where: "country" }
      ])
      expect(answer.body.edition.findings).toContainEqual({ code: "unknown_column", where: "Shoe size", count: 1 })
    })

    test("what is no list, or lost entries, is refused, and the list keeps its edition", async () => {
      const { made, upload, get } = await tenant()
      const list = await made()
      const rows = (count: number) => header + Array.from({ length: count }, (_, at) => `${at},Person Number${at},,,\n`).join("")
      await upload(list, rows(20))
      const code = async (...[text, fields]: readonly [string | Uint8Array, Record<string, string>?]) => {
        const answer = await upload(list, text, fields)
        return [answer.status, answer.body.errors?.[0]?.code]
      }
      expect(await code(rows(10))).toEqual([422, "shrunken"])
      expect(await code(header)).toEqual([422, "too_few"])
      expect(await code(new Uint8Array([0xff, 0xfe, 0x41]))).toEqual([422, "format"])
      expect(await code(`${header}1,Odalys\0Zero,,,\n`)).toEqual([422, "format"])
      expect(await code(`${header}1,"never closed`)).toEqual([422, "format"])
      expect(await code("Id,Other\n1,x\n")).toEqual([422, "missing_column"])
      expect(await code(whole, { mapping: "{" })).toEqual([422, "format"])
      expect(await code(whole, { mapping: '{"uid": "Id"}' })).toEqual([422, "missing"])
      expect(await code(whole, { mapping: '{"nmae": "Name"}' })).toEqual([422, "invalid"])
      expect((await get(list)).body.edition).toMatchObject({ number: 1, entry_count: 20 })
      expect((await upload(list, rows(10), { accept_loss: "true" })).body).toMatchObject({ state: "activated", edition: { removed: 10 } })
    })

    test("an archived list is searched no more, takes no edition, and keeps its key and its editions", async () => {
      const { call, made, upload, screened, get } = await tenant()
      const list = await made()
      await upload(list, `${header}1,Quillon Archiveman,,,\n`)
      expect((await screened("Quillon Archiveman")).hits).toHaveLength(1)
      for (const _ of [1, 2]) {
        const answer = await call("DELETE", `/watchlists/${list}`)
        expect(answer.body).toEqual({ deleted: true, key: list })
      }
      expect((await screened("Quillon Archiveman")).hits).toEqual([])
      expect((await upload(list, whole)).body.error).toBe("list_archived")
      expect((await get(list)).body).toMatchObject({ archived_at: expect.any(String), edition: { current: false } })
      expect((await call("GET", `/watchlists/${list}/editions`)).body.data).toHaveLength(1)
      expect((await call("POST", "/watchlists", { key: list, name: "Again" })).body.error).toBe("list_key_taken")
    })

    test("the key of a public list, loaded or known, is refused", async () => {
      // All organizations search a public list, so this one stands in a service of its own.
      const ownService = await startService(storage)
      const key = await ownService.key()
      await ownService.runtime.runPromise(
        Effect.flatMap(PublicListEditions, (store) =>
          importEdition(store, {
            key: "made_public",
            format: "un_xml",
            title: "Public",
            sample: true,
            mode: "full",
            steps: sampleSteps(),
            notes: new ReadingNotes(),
            sources: () => [],
            published: null,
            accept_loss: false
          })
        ) as Effect.Effect<unknown, unknown, Exclude<never, Tenant>>
      )
      for (const reserved of ["made_public", "ofac_sdn", "sample", "own_thing"]) {
        const answer = await ownService.call("POST", "/watchlists", { key, body: { key: reserved, name: "Mine" } })
        expect([answer.status, answer.body.errors[0].code]).toEqual([422, "reserved"])
      }
      await ownService.stop()
    })

    test("what was done stands in the audit log, without a name of an entry", async () => {
      const { call, made, upload } = await tenant()
      const list = await made()
      await upload(list, whole)
      await call("DELETE", `/watchlists/${list}`)
      const { body, text } = await call("GET", "/events?limit=100")
      const mine = body.data.filter(({ target }: { target: { id: string } | null }) => target?.id === list)
      expect(mine.map(({ action }: { action: string }) => action)).toEqual([
        "watchlists.archive",
        "watchlists.add_edition",
        "watchlists.create"
      ])
      expect(mine[1].changes).toEqual([
        { path: "edition", from: null, to: 1 },
        { path: "entry_count", from: null, to: 2 }
      ])
      expect(text).not.toContain("Testmark")
    })

    test("a repeated upload with one key of idempotency is one edition", async () => {
      const { key, made } = await tenant()
      const list = await made()
      const send = () =>
        service.call("POST", `/watchlists/${list}/editions`, {
          key,
          headers: { "Idempotency-Key": `once-${list}` },
          raw: aForm({ mapping: JSON.stringify(mapping) }, bytes(whole))
        })
      const [first, second] = [await send(), await send()]
      expect([first.status, second.status]).toEqual([201, 201])
      expect(second.body).toEqual(first.body)
    })
  })
}
