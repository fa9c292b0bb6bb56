import { afterAll, describe, expect, test } from "bun:test"
import { startService } from "../support/service.ts"

const half = "x".repeat(9_000)

for (const storage of ["memory", "postgres"] as const) {
  describe(`metadata over ${storage}`, async () => {
    const service = await startService(storage)
    afterAll(() => service.stop())
    const key = await service.key("all")

    test("of a screening subject is kept, merged by key, and goes with its data", async () => {
      const made = await service.call("POST", "/screening-subjects", {
        key,
        body: { name: "Ada Example", metadata: { order: 7, Mixed_Case: [1] } }
      })
      expect([made.status, made.body.metadata]).toEqual([201, { order: 7, Mixed_Case: [1] }])
      const path = `/screening-subjects/${made.body.id}`
      const changed = await service.call("PATCH", path, { key, body: { metadata: { order: null, more: { deep: true } } } })
      expect(changed.body.metadata).toEqual({ Mixed_Case: [1], more: { deep: true } })
      const [entry] = (await service.call("GET", "/events?action=screening_subjects.update", { key })).body.data
      expect(entry.changes).toEqual([{ path: "metadata", from: null, to: null }])
      expect((await service.call("DELETE", `${path}/data`, { key })).status).toBe(200)
      expect((await service.call("GET", path, { key })).body.metadata).toEqual({})
      expect((await service.call("POST", "/screening-subjects", { key, body: { name: "Ada Example" } })).body.metadata).toEqual({})
    })

    test.each([
      ["/sessions", {}],
      ["/screening-subjects", { name: "Ada Example" }]
    ] as const)("of %s is bounded as a whole, however many changes it comes by", async (resource, body) => {
      const { id } = (await service.call("POST", resource, { key, body: { ...body, metadata: { one: half } } })).body
      const refused = await service.call("PATCH", `${resource}/${id}`, { key, body: { metadata: { two: half } } })
      expect([refused.status, refused.body.errors?.[0]?.loc]).toEqual([422, ["body", "metadata"]])
      expect((await service.call("PATCH", `${resource}/${id}`, { key, body: { metadata: { one: null, two: half } } })).status).toBe(200)
    })
  })
}
