import { beforeAll, expect, test } from "bun:test"
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/client/validators/ajv"
import type { AnyOperation } from "@vouchkit/core/kernel/operation/operation"
import { resources } from "@vouchkit/core/registry"
import { Screener } from "@vouchkit/core/resources/screening/screener"
import { Context } from "effect"
import { aWatchlist, listedName, sanctioned } from "../support/screening.ts"
import { aService } from "./service.ts"

const lists = aWatchlist(
  sanctioned({ names: [...sanctioned().names, { ...sanctioned().names[0], full: "Zoltan Harrow", kind: "alias" } as any] })
)
let service: Awaited<ReturnType<typeof aService>>
let key: string
let tools: ReadonlyArray<any>
beforeAll(async () => {
  service = await aService(
    [resources.screeningSubjects, resources.screenings, resources.screeningHits].flatMap((record) => Object.values<AnyOperation>(record)),
    {},
    Context.add(Screener, lists.screener)
  )
  key = await service.key()
  tools = (await service.ask(key, "tools/list")).result.tools
})
const call = async (name: string, input: object) => {
  const result = await service.call(key, name, input as any)
  expect([name, result.isError]).toEqual([name, undefined])
  const { outputSchema } = tools.find((tool) => tool.name === name)
  expect([name, new AjvJsonSchemaValidator().getValidator(outputSchema)(result.structuredContent).valid]).toEqual([name, true])
  return result.structuredContent
}

test("an agent screens, judges and screens again, and never learns a name, a birth or an entry", async () => {
  expect(tools.map(({ name }) => name)).toEqual([
    "list_screenings",
    "get_screening",
    "run_screening",
    "rescreen_subject",
    "resolve_screening_hit"
  ])
  const first = await call("run_screening", { subject: { name: listedName, date_of_birth: "1961-05-04", countries: ["RS"] } })
  expect(first).toMatchObject({ status: "in_review", risk_score: 100, hits: [{ category: "sanctions", review_status: "unreviewed" }] })
  const resolved = await call("resolve_screening_hit", { hit_id: first.hits[0].id, review_status: "false_positive", note: "Not Zoltan." })
  const again = await call("rescreen_subject", { subject_id: first.subject_id })
  expect(again).toMatchObject({ status: "cleared", hit_counts: { suppressed: 1 } })
  const got = await call("get_screening", { screening_id: first.id })
  const listed = await call("list_screenings", { subject_id: first.subject_id })
  expect(listed.pagination.total).toBe(2)
  // What tells the two apart, so coarse that it names no one.
  expect(first.hits[0]).toMatchObject({
    list_key: "test_sanctions",
    component_scores: { name: 93, country: 100 },
    sanction_programs: ["TEST-PROGRAM"],
    coarse_facts: { subject: { birth_decades: ["1960s"], countries: ["RS"] }, entry: { birth_decades: ["1960s"], countries: ["RS"] } },
    explanation: { match_type: "name_exact", qualifiers: [{ field: "date_of_birth" }, { field: "country" }, { field: "limit" }] }
  })
  expect(JSON.stringify([first, resolved, again, got, listed])).not.toMatch(/zoltan|brankovic|harrow|\b1961\b|19610504|"s-1"/iu)
})
