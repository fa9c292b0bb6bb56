import { beforeAll, describe, expect, test } from "bun:test"
import { sessions } from "@vouchkit/core/resources/sessions/operations"
import { fitted, fittingItems, longestAnswer } from "@vouchkit/mcp/answer-size"
import fc from "fast-check"
import { examples, identityId } from "./examples.ts"
import { aService } from "./service.ts"

const sizeOf = (value: unknown) => JSON.stringify(value).length
const leaves = fc.oneof(fc.string({ maxLength: 60 }), fc.integer(), fc.boolean(), fc.constant(null))
const names = fc.stringMatching(/^[a-z]{1,6}$/)
const small = fc.dictionary(names, leaves, { maxKeys: 6, noNullPrototype: true })
const answers = fc.dictionary(names, fc.oneof(leaves, small, fc.array(small, { maxLength: 5 })), { maxKeys: 6, noNullPrototype: true })

describe("an answer", () => {
  test("that fits stays as it is", () => {
    fc.assert(
      fc.property(answers, (answer) => {
        fc.pre(sizeOf(answer) <= longestAnswer)
        expect(fitted(answer)).toBe(answer)
      }),
      { endOnFailure: true }
    )
  })

  test("that does not fit is cut until it does, and names what was cut and nothing else", () => {
    const long = fc.record({ id: leaves, parts: fc.array(answers, { minLength: 60, maxLength: 90 }), more: answers })
    fc.assert(
      fc.property(long, (answer) => {
        fc.pre(sizeOf(answer) > longestAnswer)
        const shown: any = fitted(answer as any)
        expect(sizeOf(shown)).toBeLessThanOrEqual(longestAnswer)
        expect(shown.id).toEqual(answer.id)
        expect(shown.left_out.length).toBeGreaterThan(0)
        const { left_out, ...rest } = shown
        const everywhere = JSON.stringify(rest)
        for (const path of left_out) {
          const name = path
            .split(".")
            .at(-1)
            .replaceAll("[]", "")
            .replace(/ after the first \d+$/u, "")
          expect(JSON.stringify(answer)).toContain(`"${name}":`)
        }
        expect(everywhere.length).toBeLessThan(sizeOf(answer))
      }),
      { numRuns: 30, endOnFailure: true }
    )
  })

  test("loses what stands deep before what stands on top", () => {
    const checks = Array.from({ length: 4 }, (_, index) => ({ id: index, outcome: "passed", details: { text: "x".repeat(5_000) } }))
    expect(fitted({ id: "ses_1", checks })).toEqual({
      id: "ses_1",
      checks: checks.map(({ id, outcome }) => ({ id, outcome })),
      left_out: ["checks[].details"]
    })
  })

  test("that is long by its lists alone keeps the first items of each, and says how many", () => {
    const list = (what: string, length: number) => Array.from({ length }, (_, index) => ({ id: `${what}_${index}`, at: "x".repeat(200) }))
    const answer = { nodes: list("node", 100), edges: list("edge", 120), truncated: false }
    const { edges, left_out, nodes, truncated }: any = fitted(answer)
    expect(sizeOf({ nodes, edges, truncated, left_out })).toBeLessThanOrEqual(longestAnswer)
    expect([nodes, edges]).toEqual([answer.nodes.slice(0, nodes.length), answer.edges.slice(0, edges.length)])
    expect(left_out).toEqual([`nodes after the first ${nodes.length}`, `edges after the first ${edges.length}`])
    expect(nodes.length).toBeGreaterThan(25)
    expect(edges.length / nodes.length).toBeCloseTo(1.2, 1)
    expect(fitted({ id: "scr_1", hits: [{ text: ["y".repeat(20_000)] }] })).toEqual({ id: "scr_1", hits: [{}], left_out: ["hits[].text"] })
  })

  test("keeps as many texts of a list as fit, and leaves out those at its end", () => {
    const notes = Array.from({ length: 20 }, (_, index) => ({
      id: `note_${index}`,
      body: { untrusted_text: `${index} ${"x".repeat(2_000)}` }
    }))
    const shown: any = fitted({ id: "rvc_1", notes })
    expect(sizeOf(shown)).toBeLessThanOrEqual(longestAnswer)
    expect(shown).toEqual({ id: "rvc_1", notes: notes.slice(0, 7), left_out: ["notes after the first 7"] })
    expect(fitted({ id: "rvc_1", notes: notes.slice(0, 5) })).toEqual({ id: "rvc_1", notes: notes.slice(0, 5) })
  })

  test("of a page is as many items as fit, and at least one", () => {
    const page = (length: number, size: number) => ({ data: Array.from({ length }, () => ({ text: "x".repeat(size) })), pagination: {} })
    expect(fittingItems(page(20, 100))).toBeUndefined()
    expect(fittingItems(page(20, 30_000))).toBe(1)
    const items = fittingItems(page(20, 1_500)) ?? 0
    expect(sizeOf(page(items, 1_500))).toBeLessThanOrEqual(longestAnswer)
    expect(sizeOf(page(items + 1, 1_500))).toBeGreaterThan(longestAnswer - 1_800)
  })
})

describe("over the protocol", () => {
  let service: Awaited<ReturnType<typeof aService>>
  let key: string
  const made = new Set<string>()
  beforeAll(async () => {
    service = await aService([...Object.values(sessions), ...examples])
    key = await service.key()
    for (let index = 0; index < 45; index += 1) {
      const { structuredContent } = await service.call(key, "create_session", { tags: [`number-${index}`, "t".repeat(60)] })
      made.add(structuredContent.id)
    }
  })

  test("a list without a limit is short, and its cursor leads to the rest, each item once", async () => {
    const seen: Array<string> = []
    let after: string | undefined
    do {
      const result = await service.call(key, "list_sessions", after === undefined ? {} : { after })
      const { data, left_out, pagination } = result.structuredContent
      expect(result.content[0].text.length).toBeLessThanOrEqual(longestAnswer)
      expect(left_out).toBeUndefined()
      seen.push(...data.map(({ id }: any) => id))
      after = pagination.next_cursor
    } while (after !== undefined)
    expect(seen.length).toBe(made.size)
    expect(new Set(seen)).toEqual(made)
  })

  test("who names a limit gets as many", async () => {
    const { structuredContent } = await service.call(key, "list_sessions", { limit: 40 })
    expect(structuredContent.data).toHaveLength(40)
  })

  test("each result says what is left of the budgets, also where the call failed", async () => {
    const other = await service.key()
    const first = await service.call(other, "list_sessions")
    const second = await service.call(other, "list_sessions", { limit: 0 })
    expect(second.isError).toBe(true)
    expect(first._meta.remaining.agent).toMatchObject({ limit: 120 })
    expect(second._meta.remaining.agent.remaining).toBe(first._meta.remaining.agent.remaining - 1)
    const unconfirmed = await service.call(other, "redact_identity", { identity_id: identityId })
    expect(unconfirmed._meta.remaining["agent-destructive"]).toMatchObject({ limit: 5, remaining: 5 })
    const erased = await service.call(other, "redact_identity", {
      identity_id: identityId,
      confirm: true,
      reason: "asked for by the person"
    })
    expect(erased._meta.remaining["agent-destructive"]).toMatchObject({ limit: 5, remaining: 4 })
  })
})
