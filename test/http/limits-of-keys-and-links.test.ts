import { expect, test } from "bun:test"
import { aPerson } from "../support/capture.ts"
import { startService } from "../support/service.ts"

for (const storage of ["memory", "postgres"] as const) {
  test(`an organization has a thousand keys in one environment, and gets room by revoking one (${storage})`, async () => {
    const service = await startService(storage)
    const key = await service.key("all")
    const create = (name: string) => service.call("POST", "/api-keys", { key, body: { name } })
    let last = ""
    for (let made = 1; made < 1_000; made += 1) last = (await create(`key ${made}`)).body.id
    const refused = await create("one more")
    expect([refused.status, refused.body.error]).toEqual([409, "key_limit_reached"])
    expect((await service.call("POST", `/api-keys/${last}/clone`, { key, body: {} })).body.error).toBe("key_limit_reached")
    expect(
      (await service.call("POST", "/api-keys", { key: await service.key("all", { environment: "live" }), body: { name: "live" } })).status
    ).toBe(201)
    await service.call("POST", `/api-keys/${last}/revoke`, { key })
    expect((await create("one more")).status).toBe(201)
    await service.stop()
  }, 300_000)

  test(`a session has a hundred further links (${storage})`, async () => {
    const service = await startService(storage)
    const key = await service.key("all")
    const person = await aPerson(service, key)
    const create = () => service.call("POST", `/sessions/${person.session_id}/links`, { key, body: {} })
    for (let made = 0; made < 100; made += 1) expect((await create()).status).toBe(201)
    const refused = await create()
    expect([refused.status, refused.body.error]).toEqual([409, "link_limit_reached"])
    const handoff = await person.post("/handoff")
    expect([handoff.status, handoff.body.error]).toEqual([409, "link_limit_reached"])
    await service.stop()
  }, 300_000)
}
