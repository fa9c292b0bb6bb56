import { afterAll, describe, expect, test } from "bun:test"
import { aWatchlist, listedName, politician, sanctioned } from "../support/screening.ts"
import { startService } from "../support/service.ts"

for (const storage of ["memory", "postgres"] as const) {
  describe(`screening over REST and ${storage}`, async () => {
    const lists = aWatchlist(sanctioned(), politician())
    const service = await startService(storage, { beside: lists.layer })
    afterAll(() => service.stop())
    const key = await service.key("all")
    const call = async (method: string, path: string, body?: unknown) =>
      service.call(method, path, { key, ...(body === undefined ? {} : { body }) })

    test("a life of a subject: screened, judged, screened again, erased", async () => {
      const created = await call("POST", "/screening-subjects", { name: listedName, date_of_birth: "1961-05-04", countries: ["RS"] })
      expect(created.status).toBe(201)
      const subject_id = created.body.id as string
      const first = await call("POST", "/screenings", { subject: subject_id })
      expect([first.status, first.body.status, first.body.hits.length]).toEqual([201, "in_review", 1])
      const hit_id = first.body.hits[0].id as string

      const resolved = await call("POST", `/screening-hits/${hit_id}/resolve`, { review_status: "false_positive", note: "Somebody else." })
      expect([resolved.status, resolved.body.review_status, resolved.body.note]).toEqual([200, "false_positive", "Somebody else."])
      expect((await call("GET", `/screening-hits/${hit_id}`)).body).toEqual(resolved.body)

      const again = await call("POST", `/screening-subjects/${subject_id}/rescreen`, {})
      expect([again.status, again.body.status, again.body.diff]).toEqual([201, "cleared", { new: [], changed: [], removed: [] }])
      expect((await call("GET", `/screenings/${again.body.id}`)).body).toEqual(again.body)
      const listed = await call("GET", `/screenings?subject_id=${subject_id}`)
      expect([listed.body.pagination.total, listed.body.data.length]).toEqual([2, 2])
      expect((await call("GET", `/screening-hits?subject_id=${subject_id}&review_status=false_positive`)).body.pagination.total).toBe(2)

      const erased = await call("DELETE", `/screening-subjects/${subject_id}/data`)
      expect([erased.status, erased.body.counts]).toEqual([200, { hits: 2, decisions: 1 }])
      for (const path of [`/screenings/${first.body.id}`, `/screening-hits/${hit_id}`, `/screening-subjects/${subject_id}`]) {
        const left = await call("GET", path)
        expect(left.status).toBe(200)
        expect(left.text).not.toMatch(/Zoltan|Brankovic|\b1961\b|19610504|Somebody else|\bs-1\b/u)
      }
    })

    test("a subject described with its screening is stored with it", async () => {
      const { body, status } = await call("POST", "/screenings", { subject: { name: "Melisande Oduya-Trent", date_of_birth: "1970" } })
      expect([status, body.hits[0].category]).toEqual([201, "pep"])
      expect((await call("GET", `/screening-subjects/${body.subject_id}`)).body).toMatchObject({
        name: "Melisande Oduya-Trent",
        last_screening_id: body.id
      })
      // What was found of it asks for a person, as it does for a subject that was stored before.
      const { body: open } = await call("GET", `/cases?subject_id=${body.subject_id}`)
      expect(open.data.map((row: Record<string, unknown>) => [row.subject_id, row.status])).toEqual([[body.subject_id, "open"]])
      await call("POST", `/screening-hits/${body.hits[0].id}/resolve`, { review_status: "false_positive", note: "Somebody else." })
      expect((await call("GET", `/cases/${open.data[0].id}`)).body).toMatchObject({ status: "closed", decision: "approved" })
    })

    test("a session that screens and has no way to a name is refused, and says what gives one", async () => {
      const refused = await call("POST", "/sessions", { screening: true, required_steps: ["selfie"] })
      expect([refused.status, refused.body.error]).toEqual([422, "validation_error"])
      expect(refused.text).toContain("expected.first_name")
      const blank = { screening: true, required_steps: ["selfie"], expected: { country: "DE" } }
      expect((await call("POST", "/sessions", blank)).status).toBe(422)
      for (const given of [{}, { required_steps: ["document"] }, { required_steps: ["selfie"], expected: { last_name: "Harrow" } }])
        expect((await call("POST", "/sessions", { screening: true, ...given })).status).toBe(201)
    })

    test("a repeated request with an idempotency key screens once", async () => {
      const send = () =>
        service.call("POST", "/screenings", { key, body: { subject: { name: listedName } }, headers: { "Idempotency-Key": "screen-once" } })
      const [first, second] = [await send(), await send()]
      expect(second.body).toEqual(first.body)
      expect((await call("GET", `/screenings?subject_id=${first.body.subject_id}`)).body.pagination.total).toBe(1)
    })

    test("no answer that is kept for repeated requests outlives the subject that it tells of", async () => {
      const headers = { "Idempotency-Key": "kept-until-erased" }
      const first = await service.call("POST", "/screenings", { key, body: { subject: { name: listedName } }, headers })
      const { subject_id } = first.body
      const again = { key, body: {}, headers }
      expect((await service.call("POST", `/screening-subjects/${subject_id}/rescreen`, again)).status).toBe(201)
      await call("DELETE", `/screening-subjects/${subject_id}/data`)
      const replayed = await service.call("POST", `/screening-subjects/${subject_id}/rescreen`, again)
      expect([replayed.status, replayed.body.error]).toEqual([409, "subject_erased"])
      const fresh = await service.call("POST", "/screenings", { key, body: { subject: { name: listedName } }, headers })
      expect([fresh.status, fresh.headers.get("Idempotency-Replayed"), fresh.body.subject_id === subject_id]).toEqual([201, null, false])
    })

    test("all that is wrong with a subject is told at once, without repeating it", async () => {
      const { body, status, text } = await call("POST", "/screening-subjects", {
        name: " ",
        date_of_birth: "1961-13",
        countries: ["ZZ"],
        identifiers: [{ type: "unheard_of", value: "X-SECRET" }]
      })
      expect(status).toBe(422)
      expect(body.errors.map(({ loc }: { loc: ReadonlyArray<unknown> }) => loc.slice(0, 2).join("."))).toEqual(
        expect.arrayContaining(["body.name", "body.date_of_birth", "body.countries", "body.identifiers"])
      )
      expect(text).not.toMatch(/X-SECRET/u)
    })
  })
}
