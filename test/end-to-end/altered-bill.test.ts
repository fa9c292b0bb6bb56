import { describe, expect, test } from "bun:test"
import { scanOf } from "@vouchkit/worker/commands/demo/scanned-page"
import { PDFDocument, rgb, StandardFonts } from "pdf-lib"
import { aUtilityBill } from "../support/bills.ts"
import { eventually } from "../support/queues.ts"
import { organizationOfShared } from "../support/shared-service.ts"

const day = (offset: number): Date => new Date(Date.now() + offset * 86_400_000)
const written = (date: Date): string =>
  date.toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" })

const billOf = (age: number, file: { readonly producer?: string; readonly creator?: string; readonly made?: number } = {}) =>
  aUtilityBill({
    issued_on: written(day(-age)),
    period: `${written(day(-age - 30))} to ${written(day(-age - 1))}`,
    due_on: written(day(14 - age)),
    producer: file.producer ?? "Northwind Print",
    creator: file.creator ?? "Northwind Billing",
    created_at: day(-(file.made ?? age)),
    modified_at: day(-(file.made ?? age))
  })

/** Another name in the place of the holder's, as someone types it over the bill. */
const renamed = async (bytes: Uint8Array): Promise<Uint8Array> => {
  const document = await PDFDocument.load(bytes, { updateMetadata: false })
  const page = document.getPage(0)
  const base = page.getHeight() - 150
  page.drawRectangle({ x: 50, y: base - 4, width: 260, height: 15, color: rgb(1, 1, 1) })
  const font = await document.embedFont(StandardFonts.Helvetica)
  page.drawText("Mr Gregory Fairbanks", { x: 56, y: base, size: 12.4, font, color: rgb(0.1, 0.1, 0.12) })
  return document.save({ useObjectStreams: false })
}

describe("what the file of a bill shows by itself", () => {
  /** Reasons of the check of one upload, by an organization of its own. */
  const reasonsOf = async (holder: readonly [string, string], bytes: Uint8Array, type: string) => {
    const { keys, url } = await organizationOfShared()
    const call = async (method: string, path: string, body?: unknown) => {
      const multipart = body instanceof FormData
      const response = await fetch(`${url}/api/v1${path}`, {
        method,
        headers: { "X-API-Key": keys.live, ...(multipart || body === undefined ? {} : { "Content-Type": "application/json" }) },
        ...(body === undefined ? {} : { body: multipart ? body : JSON.stringify(body) })
      })
      return (await response.json()) as any
    }
    const address = "Flat 3, 128 Marlowe Gardens, Bristol BS8 4QT"
    const { id } = await call("POST", "/sessions", {
      expected: { first_name: holder[0], last_name: holder[1], address, country: "GB" }
    })
    const form = new FormData()
    form.set("file", new Blob([new Uint8Array(bytes)], { type }), "bill")
    form.set("poa_document_type", "utility_bill")
    await call("POST", `/sessions/${id}/documents`, form)
    await call("POST", `/sessions/${id}/submit`)
    const settled = await eventually(
      () => call("GET", `/sessions/${id}/result`),
      (result) => result.checks?.[0]?.outcome !== undefined && result.checks[0].outcome !== null
    )
    const [check] = settled.checks
    const reasons = check.reasons as ReadonlyArray<{ code: string; rests_on?: ReadonlyArray<any> }>
    const altered = reasons.find(({ code }) => code === "altered_text")?.rests_on ?? []
    return { outcome: check.outcome as string, codes: reasons.map(({ code }) => code), altered }
  }

  test("a picture whose name was replaced gets a reason, and the same picture without the edit does not", async () => {
    const bill = await billOf(10)
    const honest = await scanOf(bill.bytes, { format: "png" })
    const edited = await scanOf(await renamed(bill.bytes), { format: "png" })
    const kept = await reasonsOf(["Jonathan", "Okonkwo-Smith"], honest, "image/png")
    const replaced = await reasonsOf(["Gregory", "Fairbanks"], edited, "image/png")
    expect(kept).toEqual({ outcome: "review", codes: ["authenticity_not_assured"], altered: [] })
    expect(replaced.outcome).toBe("review")
    expect(replaced.codes).toContain("altered_text")
    // The box is that of the name which was typed over the bill: 56 points from the left, its base line 150 below the top of A4.
    const [named] = replaced.altered
    const [left, top, width, height] = named.evidence.box
    expect(named).toMatchObject({ field: "holder_name", source: "ocr", evidence: { page: 1 } })
    expect(Math.abs(left - 56 / 595)).toBeLessThan(0.06)
    expect([top < 146 / 842, top + height > 146 / 842, width > 0.1, height < 0.04]).toEqual([true, true, true, true])
  }, 300_000)

  test("a bill that a browser printed weeks after its date gets a reason, and the file of its issuer does not", async () => {
    const browser = { producer: "Skia/PDF m120", creator: "Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/120.0.0.0 Safari/537.36" }
    const holder = ["Jonathan", "Okonkwo-Smith"] as const
    const late = await reasonsOf(holder, (await billOf(30, { ...browser, made: 0 })).bytes, "application/pdf")
    const soon = await reasonsOf(holder, (await billOf(5, { ...browser, made: 0 })).bytes, "application/pdf")
    const issued = await reasonsOf(holder, (await billOf(30)).bytes, "application/pdf")
    expect(late).toEqual({ outcome: "review", codes: ["metadata_mismatch"], altered: [] })
    expect([soon, issued]).toEqual([
      { outcome: "passed", codes: [], altered: [] },
      { outcome: "passed", codes: [], altered: [] }
    ])
  }, 300_000)
})
