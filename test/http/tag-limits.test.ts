import { afterAll, expect, test } from "bun:test"
import { startService } from "../support/service.ts"

const service = await startService("memory")
afterAll(() => service.stop())
const key = await service.key("all")

test("one tag too many is the same problem of a session, a case and a check", async () => {
  const demo = (await service.call("POST", "/cases/demo", { key })).body
  const [check] = (await service.call("GET", `/sessions/${demo.session_id}/checks`, { key })).body.data
  for (const path of [`/sessions/${demo.session_id}`, `/cases/${demo.id}`, `/checks/${check.id}`]) {
    const held = (await service.call("POST", `${path}/add-tag`, { key, body: { tag: "t0" } })).body.tags.length
    const add = (tag: string) => service.call("POST", `${path}/add-tag`, { key, body: { tag } })
    for (let count = held; count < 50; count += 1) expect((await add(`t${count}`)).status).toBe(200)
    const { body, status } = await add("one more")
    expect([status, body.errors[0].code]).toEqual([422, "too_many"])
  }
})
