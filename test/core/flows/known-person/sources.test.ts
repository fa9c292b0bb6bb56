import { afterAll, describe, expect, test } from "bun:test"
import { runChecksJob } from "@vouchkit/core/resources/workflows/runs/queue"
import { blocklist } from "@vouchkit/core/resources/lists/blocklist-operations"
import { HitStore } from "@vouchkit/core/resources/screening/hits/model"
import { IdentityDocumentReader } from "@vouchkit/core/verification/identity-documents/reading"
import type { ListRecord } from "@vouchkit/core/verification/screening/record"
import type { StoredSession } from "@vouchkit/core/resources/sessions/model"
import { execute } from "@vouchkit/core/kernel/operation/execute"
import { Effect, Layer } from "effect"
import { liveWork, readingWith } from "../../../support/live-work.ts"
import { aWatchlist, sanctioned } from "../../../support/screening.ts"
import { aDate, aRecord } from "../../../support/watchlist.ts"
import { passportLines, passportPrint, printed, zone } from "../../verification/identity-documents/documents.ts"

const lines = passportLines()
const reader = Layer.succeed(IdentityDocumentReader)({
  read: () => Effect.succeed(readingWith({ mrz: zone(lines), lines: printed(passportPrint()) }))
})
const passport = { kind: "identity", document_type: "passport" } as const

/** Sessions over memory with a watchlist of their own. */
const working = (...records: ReadonlyArray<ListRecord>) => liveWork(Layer.mergeAll(reader, aWatchlist(...records).layer))
type Work = ReturnType<typeof liveWork>

/** The passport of a session whose integrator said nothing of its person. */
const judged = async (work: Work, overrides: Partial<StoredSession> = {}) => {
  const { id } = await work.submitted([passport], { required_steps: ["document"], expected: {}, ...overrides })
  await work.work("documents.read", runChecksJob)
  const checks = await work.checksOf(id)
  return { session: await work.sessionOf(id), of: (type: string) => checks.find((check) => check.type === type) }
}
const fieldsOf = (check: any): Readonly<Record<string, string>> =>
  Object.fromEntries(check.details.fields.map(({ field, value }: any) => [field, value]))
const blocked = (work: Work, entry_type: string, value: string) =>
  work.run(execute(blocklist.add, { input: Effect.succeed({ entry_type, value } as any) })) as Promise<any>

describe("what a document says of its holder", () => {
  const work = working(sanctioned())
  afterAll(() => work.stop())

  test("a passport whose number is blocked stops its holder though nobody typed the number", async () => {
    const { output } = await blocked(work, "government_id", fieldsOf((await judged(work)).of("document_extraction")).document_number ?? "")
    const { of, session } = await judged(work)
    expect([session.status, session.status_reason_codes]).toEqual(["declined", expect.arrayContaining(["blocklist_match"]) as any])
    const check: any = of("list_lookup")
    expect(check.details.matched_entries).toEqual([expect.objectContaining({ entry_id: output.id, counts: true, sources: ["document"] })])
    expect(check.reasons[0].message).toContain("in the document matches")
    expect(JSON.stringify(check)).not.toContain(fieldsOf(of("document_extraction")).document_number ?? "")
  })
})

describe("a watchlist", () => {
  test("is asked about the holder of a document that nobody expected, and its hit names the document", async () => {
    const seen = working(sanctioned())
    const fields = fieldsOf((await judged(seen)).of("document_extraction"))
    await seen.stop()
    const work = working(
      aRecord(`${fields.given_names} ${fields.surname}`, { births: [aDate(fields.date_of_birth ?? "")], topics: ["sanction"] })
    )
    const { of, session } = await judged(work, { screening: true })
    expect([session.status, session.status_reason_codes]).toEqual(["in_review", expect.arrayContaining(["sanctions_hit"]) as any])
    const screening_id = (of("aml_screening") as any).details.screening_id
    const hits = await work.run(
      Effect.flatMap(HitStore, (store) => store.list({ where: [{ field: "screening_id", op: "eq", value: screening_id }], limit: 5 }))
    )
    expect(hits.map(({ sources }) => sources)).toEqual([["document"]])
    await work.stop()
  })

  test("finds the holder of a document under a name that the integrator does not expect", async () => {
    const fields = await (async () => {
      const seen = working(sanctioned())
      const read = fieldsOf((await judged(seen)).of("document_extraction"))
      await seen.stop()
      return read
    })()
    const work = working(aRecord(`${fields.given_names} ${fields.surname}`, { topics: ["sanction"] }))
    const { of } = await judged(work, { screening: true, expected: { first_name: "Quentin", last_name: "Harbottle" } })
    expect(of("aml_screening")?.reasons.map(({ code }) => code)).toContain("sanctions_hit")
    await work.stop()
  })
})
