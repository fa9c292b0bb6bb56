import { afterAll, expect, test } from "bun:test"
import { screeningSubjects } from "@vouchkit/core"
import { receiptHolds } from "@vouchkit/core/resources/erasure/receipt"
import { aCore } from "../../../support/operations.ts"

const core = await aCore()
afterAll(() => core.dispose())

test("erasing a screening subject answers a receipt that holds, and erasing it again answers the same", async () => {
  const { id } = (await core.ask(screeningSubjects.create, { name: "Ada Example" })).output
  const { erased_at, receipt } = (await core.ask(screeningSubjects.erase, { subject_id: id })).output
  expect(receipt).toMatchObject({
    scope: { type: "screening_subject", id },
    counts: { screening_subjects: 1, screening_hits: 0, screening_decisions: 0 },
    issued_at: erased_at
  })
  expect(receipt !== null && receiptHolds(receipt, receipt.public_key)).toBe(true)
  expect((await core.ask(screeningSubjects.erase, { subject_id: id })).output.receipt).toEqual(receipt)
  expect((await core.ask(screeningSubjects.get, { subject_id: id })).output).not.toHaveProperty("receipt")
})
