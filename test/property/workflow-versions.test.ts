import { expect, test } from "bun:test"
import { chosenVersion } from "@vouchkit/core/resources/workflows/choice"
import * as fc from "fast-check"
import { startService } from "../support/service.ts"
import { end, graphOf } from "../support/workflow-graphs.ts"

const sessions = (salt: string, count: number) => Array.from({ length: count }, (_, index) => `ses_${salt}${index}`)
const course = (percentage: number) => ({ published_version_id: "wfv_all", rollout: { version_id: "wfv_new", percentage } })
const percentages = fc.integer({ min: 1, max: 99 })

test("a rollout gets its percentage of the sessions, within one of a hundred", () => {
  fc.assert(
    fc.property(percentages, fc.string({ minLength: 4, maxLength: 8 }), (percentage, salt) => {
      const ids = sessions(salt, 40_000)
      const tried = ids.filter((id) => chosenVersion(course(percentage), id) === "wfv_new").length
      expect(Math.abs((100 * tried) / ids.length - percentage)).toBeLessThan(1)
    }),
    { numRuns: 25, endOnFailure: true }
  )
})

test("a session always gets the same version, and stays in a rollout that grows", () => {
  fc.assert(
    fc.property(percentages, percentages, fc.string({ minLength: 1, maxLength: 30 }), (one, other, id) => {
      const [less, more] = [Math.min(one, other), Math.max(one, other)]
      expect(chosenVersion(course(less), id)).toBe(chosenVersion(course(less), id))
      if (chosenVersion(course(less), id) === "wfv_new") expect(chosenVersion(course(more), id)).toBe("wfv_new")
      expect(chosenVersion({ published_version_id: "wfv_all", rollout: null }, id)).toBe("wfv_all")
    }),
    { endOnFailure: true }
  )
})

const service = await startService("memory")
const statuses = ["approved", "declined", "review"] as const
const graphs = statuses.map((status) => graphOf({ done: end(status) }, [["start", "done"]]))
const place = fc.nat({ max: 3 })
const actions = fc.oneof(
  fc.record({ does: fc.constant("create" as const), graph: fc.nat({ max: 2 }) }),
  fc.record({ does: fc.constant("clone" as const), of: place }),
  fc.record({ does: fc.constant("replace" as const), of: place, graph: fc.nat({ max: 2 }) }),
  fc.record({ does: fc.constant("publish" as const), of: place, percentage: fc.constantFrom(20, 100) }),
  fc.record({ does: fc.constant("archive" as const), archived: fc.boolean() })
)

test("a version never changes after its publication, and new sessions always have one from then on, whatever else is done", async () => {
  const key = await service.key()
  const call = async (method: string, path: string, body?: unknown) =>
    (await service.call(method, path, { key, ...(body === undefined ? {} : { body }) })).body
  await fc.assert(
    fc.asyncProperty(fc.array(actions, { minLength: 1, maxLength: 14 }), async (steps) => {
      const path = `/workflows/${(await call("POST", "/workflows", { name: "Any" })).id}`
      const published = new Map<string, unknown>()
      const made = async () => (await call("GET", `${path}/versions`)).data.map(({ id }: { readonly id: string }) => id)
      for (const step of steps) {
        const ids = await made()
        const id = "of" in step ? ids[step.of % Math.max(1, ids.length)] : undefined
        if (step.does === "create") await call("POST", `${path}/versions`, { graph: graphs[step.graph] })
        if (step.does === "clone") await call("POST", `${path}/versions`, { clone_of: id })
        if (step.does === "replace") {
          const { version = 1 } = await call("GET", `${path}/versions/${id}`)
          await call("PUT", `${path}/versions/${id}`, { graph: graphs[step.graph], version })
        }
        if (step.does === "publish") await call("POST", `${path}/versions/${id}/publish`, { rollout_percentage: step.percentage })
        if (step.does === "archive") await call("PATCH", path, { archived: step.archived })
        const workflow = await call("GET", path)
        const inUse = [workflow.published_version_id, workflow.rollout?.version_id].filter((one) => typeof one === "string")
        for (const one of await made()) {
          const { graph, number, published_at, status } = await call("GET", `${path}/versions/${one}`)
          expect(status === "published").toBe(inUse.includes(one))
          if (status === "draft") continue
          const now = { graph, number, published_at }
          expect(now).toEqual((published.get(one) ?? now) as typeof now)
          published.set(one, now)
        }
        expect(workflow.published_version_id === null).toBe(published.size === 0)
      }
      await call("DELETE", path)
    }),
    { numRuns: 25, endOnFailure: true }
  )
  await service.stop()
})
