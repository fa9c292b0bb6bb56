import { afterAll, describe, expect, test } from "bun:test"
import { aBrowser, aPerson, type Person } from "../support/capture.ts"
import { aForm, startService } from "../support/service.ts"

const noon = Date.parse("2026-03-01T12:00:00.000Z")
const after = (seconds: number) => new Date(noon + seconds * 1000).toISOString()

for (const storage of ["memory", "postgres"] as const) {
  describe(`going on with another device, over ${storage}`, async () => {
    const service = await startService(storage, { clock: after(0) })
    afterAll(() => service.stop())
    const key = await service.key("all")
    const person = () => aPerson(service, key, {})
    const codeOf = async ({ post }: Pick<Person, "post">): Promise<string> => (await post("/handoff")).body.code
    const linkIds = async ({ session_id }: Person) =>
      (await service.call("GET", `/sessions/${session_id}/links`, { key })).body.data.map(({ id }: any) => id as string)

    test("gives a code and its address, good for five minutes", async () => {
      const { body, status } = await (await person()).post("/handoff")
      expect(status).toBe(200)
      expect(body).toEqual({
        object: "handoff",
        code: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
        url: `http://localhost:3000/verify/${body.code}`,
        expires_at: after(300)
      })
    })

    test("the first device stays in until the other one opens, and is turned away from then on", async () => {
      const first = await person()
      const code = await codeOf(first)
      const second = first.byToken(code)
      expect((await first.get()).status).toBe(200)
      expect((await second.get()).status).toBe(200)
      expect((await first.post("/documents", aForm())).status).toBe(201)
      expect((await second.post("/start")).status).toBe(200)
      for (const answer of [
        await first.get(),
        await first.post("/start"),
        await first.post("/documents", aForm()),
        await first.get("/config")
      ]) {
        expect([answer.status, answer.body.error]).toEqual([403, "link_bound_elsewhere"])
      }
      expect((await second.get()).body.documents.length).toBe(1)
      expect((await second.post("/submit")).status).toBe(200)
    })

    test("whatever the other device does first opens it, and it opens once", async () => {
      const first = await person()
      const second = first.byToken(await codeOf(first))
      expect((await second.post("/documents", aForm())).status).toBe(201)
      expect((await first.get()).status).toBe(403)
      const again = await second.post("/start")
      expect([again.status, again.body.can_request_new]).toEqual([410, true])
      expect((await second.get()).status).toBe(200)
    })

    test("a browser that opens the page is bound, and may press start there", async () => {
      const first = await person()
      const code = await codeOf(first)
      const { headers, opened } = await aBrowser(service, code)
      const cookie = headers.Cookie
      expect([opened.status, (await first.get()).status]).toEqual([303, 403])
      expect((await first.byToken(code).get()).body.error).toBe("link_bound_elsewhere")
      expect((await first.byToken(code).post("/start", undefined, { cookie })).status).toBe(200)
      expect((await first.byToken(code).post("/start", undefined, { cookie })).status).toBe(200)
      expect((await service.call("GET", `/verify/${code}`, { headers: { cookie } })).status).toBe(200)
    })

    test("the code is no cookie by which the first link opens again", async () => {
      const first = await person()
      const code = await codeOf(first)
      const own = (await aBrowser(service, first.token)).headers.Cookie
      const name = own.split("=")[0] ?? ""
      const handed: string = (await first.post("/handoff", undefined, { cookie: own })).body.code
      await first.byToken(handed).post("/start")
      for (const cookie of [own, `${name}=${handed}`, `${name}=${code}`]) {
        expect((await first.get("", { headers: { cookie } })).status).toBe(403)
      }
    })

    test("a code that was not opened in time is gone, and the first device goes on", async () => {
      const first = await person()
      const code = await codeOf(first)
      await service.setTime(after(300))
      const late = await first.byToken(code).post("/start")
      expect([late.status, late.body.can_request_new]).toEqual([410, true])
      expect((await first.get()).status).toBe(200)
      const next = first.byToken(await codeOf(first))
      expect((await next.post("/start")).status).toBe(200)
      await service.setTime(after(3_600))
      expect((await next.get()).status).toBe(200)
      await service.setTime(after(0))
    })

    test("asking again ends the code before, and leaves one link behind", async () => {
      const first = await person()
      const [one, two] = [await codeOf(first), await codeOf(first)]
      expect((await first.byToken(one).get()).status).toBe(404)
      expect((await first.byToken(two).post("/start")).status).toBe(200)
      expect((await linkIds(first)).length).toBe(2)
    })

    test("of two devices that open one code at once, one gets in", async () => {
      const first = await person()
      const second = first.byToken(await codeOf(first))
      const opened = await Promise.all([second.post("/start"), second.post("/start"), second.post("/start")])
      expect(opened.map(({ status }) => status).sort()).toEqual([200, 410, 410])
    })

    test("revoking the first link shuts out every device that came from it, opened or not", async () => {
      const first = await person()
      const second = first.byToken(await codeOf(first))
      await second.post("/start")
      const third = first.byToken(await codeOf(second))
      const oldest = (await linkIds(first)).at(-1)
      expect((await service.call("POST", `/sessions/${first.session_id}/links/${oldest}/revoke`, { key })).status).toBe(200)
      for (const device of [first, second, third]) expect((await device.get()).status).toBe(404)
    })
  })
}
