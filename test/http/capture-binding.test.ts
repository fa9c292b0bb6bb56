import { afterAll, describe, expect, test } from "bun:test"
import { aBrowser, aPerson, type Person } from "../support/capture.ts"
import { startService } from "../support/service.ts"

for (const storage of ["memory", "postgres"] as const) {
  describe(`what binds a verification link to a browser (${storage})`, async () => {
    const service = await startService(storage)
    afterAll(() => service.stop())
    const key = await service.key("all")
    const linksOf = async ({ session_id }: Person) => (await service.call("GET", `/sessions/${session_id}/links`, { key })).body.data
    const cookieOf = ({ headers }: { readonly headers: Headers }) => headers.get("set-cookie")
    const handedOff = async (person: Person): Promise<string> => (await person.post("/handoff")).body.code

    for (const [kind, tokenOf] of [
      ["the link of a session", async ({ token }: Person) => token],
      ["the link of a handoff", handedOff]
    ] as const) {
      test(`no look at its page binds, opens or starts ${kind}`, async () => {
        const person = await aPerson(service, key, {})
        const token = await tokenOf(person)
        const before = await linksOf(person)
        for (const method of ["HEAD", "GET", "HEAD", "GET"]) {
          const page = await service.request(method, `/verify/${token}`)
          expect([page.status, cookieOf(page)]).toEqual([200, null])
          if (method === "GET") expect(page.text).toContain(`action="/verify/${token}/open"`)
        }
        expect(await linksOf(person)).toEqual(before)
        expect((await person.session()).status).toBe("created")
        const browser = await aBrowser(service, token)
        expect([browser.opened.status, browser.opened.headers.get("location")]).toEqual([303, `/verify/${token}`])
        expect((await browser.look()).text).toContain('type="file"')
        expect((await person.session()).status).toBe("in_progress")
      })
    }

    test("a file or a submission from a page that no one opened binds nothing either", async () => {
      const person = await aPerson(service, key, {})
      const answer = await service.request("POST", `/verify/${person.token}/submit`)
      expect([answer.status, cookieOf(answer)]).toEqual([422, null])
      expect((await aBrowser(service, person.token)).opened.status).toBe(303)
    })

    test("of thirty browsers that look and press the button at once, one is bound and no other sees the session", async () => {
      const person = await aPerson(service, key, {})
      const path = `/verify/${person.token}`
      const looked = await Promise.all(Array.from({ length: 30 }, () => service.request("GET", path)))
      expect(looked.filter(({ text }) => text.includes('type="file"'))).toEqual([])
      const pressed = await Promise.all(Array.from({ length: 30 }, () => aBrowser(service, person.token)))
      const bound = pressed.filter(({ opened }) => cookieOf(opened) !== null)
      expect(pressed.map(({ opened }) => opened.status).toSorted()).toEqual([303, ...Array.from({ length: 29 }, () => 403)])
      expect(bound.length).toBe(1)
      const again = await Promise.all(pressed.map(({ look }) => look()))
      expect(again.filter(({ status }) => status === 200).length).toBe(1)
      expect((await linksOf(person))[0].opens).toBe(1)
    })
  })
}
