import { expect, test } from "bun:test"
import { lookUpIn } from "@vouchkit/core/flows/workflows/known"
import { approved } from "@vouchkit/core/verification/conclusion"
import { aSession } from "../../../support/sessions.ts"

test("a path below metadata names a member by its whole name, or else leads into objects", () => {
  const metadata = { plan: "gold", "plan.since": "2026", owner: { "birth.place": "Porto", boss: { name: "Ada" } }, none: null, list: ["a"] }
  const known = lookUpIn({ session: aSession({ metadata }), identity: null, checks: [], conclusion: approved, gates: [] })
  const at = (path: string) => known(`session.metadata.${path}`)
  expect(at("plan")).toBe("gold")
  expect(at("plan.since")).toBe("2026")
  // What stands below a name that holds no object is not known: it is not what the name holds.
  expect(at("plan.until")).toBeUndefined()
  expect(at("owner.boss.name")).toBe("Ada")
  expect(at("owner.birth.place")).toBe("Porto")
  expect(at("owner.boss")).toEqual({ name: "Ada" })
  expect(at("none")).toBeUndefined()
  expect(at("list.0")).toBeUndefined()
  expect(at("owner.constructor.name")).toBeUndefined()
})
