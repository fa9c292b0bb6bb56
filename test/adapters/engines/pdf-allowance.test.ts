import { describe, expect, test } from "bun:test"
import { readIdentityPictures } from "@vouchkit/adapters/engines/identity/read-identity"
import { Allowance } from "@vouchkit/adapters/engines/pdf/allowance"
import { pageOf, withPdf } from "@vouchkit/adapters/engines/pdf/document"
import { paintingOf } from "@vouchkit/adapters/engines/pdf/painting"
import { TooMuchWork } from "@vouchkit/adapters/engines/too-much-work"
import { readDocument } from "@vouchkit/adapters/engines/read-document"
import { aUtilityBill } from "../../support/bills.ts"
import { pdfWithDeepContent } from "../../support/hostile-files.ts"

/** A clock of processor time that a test moves. */
const clock = () => {
  const state = { spent: 0 }
  return { state, read: () => state.spent }
}
const never = () => new Promise<never>(() => {})
const timeout = 300_000

describe("what one file may cost", () => {
  test("work that goes beyond it is ended, and so is everything after it", async () => {
    const { read, state } = clock()
    const allowance = new Allowance(100, read)
    let stopped = 0
    const endless = async () => {
      while (stopped === 0) {
        state.spent += 10
        await null
      }
    }
    await expect(
      allowance.spend(
        () => Promise.race([endless(), never()]),
        () => (stopped += 1)
      )
    ).rejects.toBeInstanceOf(TooMuchWork)
    await expect(allowance.spend(never, () => (stopped += 1))).rejects.toBeInstanceOf(TooMuchWork)
    expect(stopped).toBe(2)
  })

  test("its pieces count together", async () => {
    const { read, state } = clock()
    const allowance = new Allowance(100, read)
    const piece = async () => {
      state.spent += 40
      return state.spent
    }
    expect([await allowance.spend(piece, () => {}), await allowance.spend(piece, () => {})]).toEqual([40, 80])
    await expect(allowance.spend(piece, () => {})).rejects.toBeInstanceOf(TooMuchWork)
  })

  test("work that waits for what is not a promise of its own gets its turn, and a failure stays what it was", async () => {
    const allowance = new Allowance(1_000, clock().read)
    const turned = () => new Promise<string>((resolve) => setImmediate(() => resolve("turned")))
    expect(await allowance.spend(turned, () => {})).toBe("turned")
    await expect(
      allowance.spend(
        () => Promise.reject(new RangeError("own")),
        () => {}
      )
    ).rejects.toBeInstanceOf(RangeError)
  })

  test("ends the library in the middle of a page, and the document with it", async () => {
    let looks = 0
    const painted = withPdf(
      pdfWithDeepContent(4_000),
      async (document) => paintingOf(await pageOf(document, 1)),
      new Allowance(3, () => (looks += 1))
    )
    await expect(painted).rejects.toBeInstanceOf(TooMuchWork)
  })
})

test(
  "a PDF whose content is nested 50,000 deep is refused for good, as a bill and as an identity document, and an honest one is read after it",
  async () => {
    const bytes = pdfWithDeepContent(50_000)
    const refused = { code: "unreadable" as const, retryable: false }
    expect(await readDocument({ bytes, country: null, mime_type: "application/pdf" })).toEqual(refused)
    expect(await readIdentityPictures({ bytes, country: null, mime_type: "application/pdf" })).toEqual(refused)
    const bill = await readDocument({ bytes: (await aUtilityBill()).bytes, country: null, mime_type: "application/pdf" })
    expect("lines" in bill && bill.lines.length).toBeGreaterThan(20)
  },
  timeout
)
