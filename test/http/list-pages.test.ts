import { afterAll, describe, expect, test } from "bun:test"
import fc from "fast-check"
import { startService } from "../support/service.ts"

for (const storage of ["memory", "postgres"] as const) {
  describe(`pages of lists over ${storage}`, async () => {
    const service = await startService(storage)
    afterAll(() => service.stop())
    const key = await service.key("all")
    const get = (path: string) => service.call("GET", path, { key })
    const post = (path: string, body: unknown) => service.call("POST", path, { key, body })
    const made: Array<string> = []
    for (let n = 0; n < 7; n += 1) {
      const { body } = await post("/sessions", { external_reference: `page-${n}`, tags: n % 2 === 0 ? ["even"] : [] })
      made.unshift(body.id)
    }
    for (let n = 0; n < 3; n += 1) expect((await post("/cases/demo", {})).status).toBe(201)

    /** Everything that cursors lead to, and the totals that were told on the way. */
    const through = async (path: string) => {
      const found: Array<string> = []
      const totals = new Set<number>()
      let cursor: string | undefined
      do {
        const { body, status } = await get(`${path}${cursor === undefined ? "" : `&after=${cursor}`}`)
        expect(status).toBe(200)
        found.push(...body.data.map(({ id, action, type }: { id?: string; action?: string; type?: string }) => id ?? type ?? action))
        totals.add(body.pagination.total)
        cursor = body.pagination.next_cursor
      } while (cursor !== undefined)
      return { found, totals: [...totals] }
    }

    test("cursors lead through a list once, in its order, whatever the size of a page", async () => {
      const whole = (await get("/sessions")).body.data.map(({ id }: { id: string }) => id)
      for (const limit of [1, 2, 3, 7, 100]) {
        const { found, totals } = await through(`/sessions?limit=${limit}`)
        expect([found, totals]).toEqual([whole, [whole.length]])
      }
      expect((await through("/sessions?limit=2&tag=even")).found).toEqual(made.filter((_, index) => index % 2 === 0))
    })

    test("a cursor stays where it was when records are added in front of it", async () => {
      const { body } = await get("/sessions?limit=3&external_reference=page-6")
      expect(body.pagination.next_cursor).toBeUndefined()
      const first = (await get("/sessions?limit=3")).body
      const rest = (await get(`/sessions?limit=3&after=${first.pagination.next_cursor}`)).body.data
      await post("/sessions", {})
      expect((await get(`/sessions?limit=3&after=${first.pagination.next_cursor}`)).body.data).toEqual(rest)
    })

    test("other lists and orders have cursors too: by GET, by POST, and lists that are at hand as a whole", async () => {
      for (const order of ["sort_by=risk_score&sort_order=asc", "sort_by=due_at", "sort_by=claimed_at", "sort_by=priority"]) {
        const whole = (await get(`/cases?${order}`)).body.data.map(({ id }: { id: string }) => id)
        expect((await through(`/cases?limit=1&${order}`)).found).toEqual(whole)
      }
      const first = await post("/cases/search", { limit: 2 })
      const next = await post("/cases/search", { limit: 2, after: first.body.pagination.next_cursor })
      expect(next.body.data.length).toBe(1)
      expect(next.body.pagination.next_cursor).toBeUndefined()
      const types = (await get("/webhooks/event-types")).body.data.map(({ type }: { type: string }) => type)
      expect((await through("/webhooks/event-types?limit=40")).found).toEqual(types)
    })

    test("links of a session: the one that was made with it comes last, on whichever page", async () => {
      const { body: session } = await post("/sessions", {})
      for (let n = 0; n < 2; n += 1) expect((await post(`/sessions/${session.id}/links`, {})).status).toBe(201)
      const whole = (await get(`/sessions/${session.id}/links`)).body.data.map(({ id }: { id: string }) => id)
      for (const limit of [1, 2, 3]) {
        expect((await through(`/sessions/${session.id}/links?limit=${limit}`)).found).toEqual(whole)
      }
    })

    test("what is no cursor of the list is refused, named, and never breaks anything", async () => {
      const foreign = (await get("/cases?limit=1&sort_by=risk_score")).body.pagination.next_cursor
      const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url")
      const wrong = [
        "x",
        "%00",
        encoded(null),
        encoded(["2026"]),
        encoded([7, "ses_1"]),
        encoded(["\u0000", "ses_1"]),
        encoded([{}, []]),
        foreign
      ]
      for (const cursor of wrong) {
        const { body, status } = await get(`/sessions?after=${cursor}`)
        expect([cursor, status, body.errors?.[0]?.loc]).toEqual([cursor, 422, ["query", "after"]])
      }
      const inBody = await post("/cases/search", { after: "x" })
      expect([inBody.status, inBody.body.errors[0].loc]).toEqual([422, ["body", "after"]])
      await fc.assert(
        fc.asyncProperty(fc.jsonValue(), async (value) => {
          const { status } = await get(`/sessions?after=${encoded(value)}`)
          expect([200, 422]).toContain(status)
        }),
        { numRuns: 60 }
      )
    })
  })
}
