import { afterAll, expect, test } from "bun:test"
import { DocumentStore } from "@vouchkit/core/resources/documents/model"
import { runChecksJob } from "@vouchkit/core/resources/workflows/runs/queue"
import { DocumentReader } from "@vouchkit/core/verification/document-reading"
import { Effect, Layer } from "effect"
import { aUtilityBill } from "../../../support/bills.ts"
import { liveWork } from "../../../support/live-work.ts"
import { readingOf } from "../../../support/reading.ts"

/** A day so long before today, as bills print it. */
const before = (days: number): Date => new Date(Date.now() - days * 86_400_000)
const written = (days: number) =>
  before(days).toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" })
const { bytes } = await aUtilityBill({
  issued_on: written(12),
  period: `${written(44)} to ${written(14)}`,
  due_on: written(-2),
  created_at: before(12),
  modified_at: before(12)
})
const reading = await readingOf(bytes)
const work = liveWork(Layer.succeed(DocumentReader)({ read: () => Effect.succeed(reading) }))
afterAll(() => work.stop())

/** The record of a bill after it was read and judged, and what its check found. */
const judged = async (declared: { readonly poa_document_type?: "utility_bill" | "bank_statement" }) => {
  const { id } = await work.submitted([{ kind: "proof_of_address", ...declared }], { required_steps: ["proof_of_address"], expected: {} })
  await work.work("documents.read", runChecksJob)
  const where = [{ field: "session_id", op: "eq", value: id }] as const
  const [stored] = await work.run(Effect.flatMap(DocumentStore, (store) => store.list({ where, limit: 1 })))
  const [check] = await work.checksOf(id)
  return { stored, session: await work.sessionOf(id), check, codes: check?.reasons.map(({ code }) => code) ?? [] }
}

test("a bill whose type nobody declared says the type that was read, which is taken for no declaration", async () => {
  const { codes, stored } = await judged({})
  expect(stored).toMatchObject({ poa_document_type: "utility_bill", submitted_type: null, filled_by_reading: ["poa_document_type"] })
  expect(codes).not.toContain("type_mismatch_declared")
})

test("what was declared stays, and a reason says that something else was read", async () => {
  const { codes, stored } = await judged({ poa_document_type: "bank_statement" })
  expect(stored?.poa_document_type).toBe("bank_statement")
  expect(stored?.filled_by_reading).toBeUndefined()
  expect(codes).toContain("type_mismatch_declared")
})

test("a bill alone, with nobody named whom it may be about, is for a person and says that nothing assures it", async () => {
  const { check, codes, session } = await judged({ poa_document_type: "utility_bill" })
  expect([check?.outcome, check?.assurance]).toEqual(["review", "none"])
  expect(codes).toEqual(expect.arrayContaining(["authenticity_not_assured", "no_reference_data"]))
  expect([session.status, session.status_reason_codes]).toEqual(["in_review", ["poa_review", "authenticity_not_assured"]])
})
