import { afterAll, describe, expect, test } from "bun:test"
import { runChecksJob } from "@vouchkit/core/resources/workflows/runs/queue"
import { DocumentReader } from "@vouchkit/core/verification/document-reading"
import { IdentityDocumentReader } from "@vouchkit/core/verification/identity-documents/reading"
import { Effect, Layer } from "effect"
import { passportLines, passportPrint, printed, zone } from "../core/verification/identity-documents/documents.ts"
import { aPerson, aPicture, aPictureForm } from "../support/capture.ts"
import { readingWith, sight } from "../support/live-work.ts"
import { printedPage } from "../support/printed-page.ts"
import { aForm, smallPdf, startService } from "../support/service.ts"
import { runJobs } from "../support/service-jobs.ts"

/** A passport that nothing is wrong with but what a reviewer sees; its picture is the same in every session. */
const reading = readingWith({ mrz: zone(passportLines()), lines: printed(passportPrint()), perceptual_hash: "3c".repeat(32) })
const page = `
Northwind Energy Ltd

Anna Maria Eriksson
128 Marlowe Gardens
Bristol
BS8 4QT

Electricity bill
Bill date: 20 February 2026
Amount due   72.21 GBP
`
const eyes = Layer.mergeAll(
  sight,
  Layer.succeed(IdentityDocumentReader)({ read: () => Effect.succeed(reading) }),
  Layer.succeed(DocumentReader)({
    read: () =>
      Effect.succeed({
        page_count: 1,
        source: "ocr" as const,
        lines: printedPage(page),
        forensics: reading.forensics,
        quality: { focus: null, brightness: null, resolution: null, overall: null },
        perceptual_hash: null
      })
  })
)

const identity = { step: "document", fields: { kind: "identity", document_type: "passport" }, form: aPictureForm, file: aPicture(1) }
const bill = { step: "proof_of_address", fields: { kind: "proof_of_address" }, form: aForm, file: smallPdf }

for (const storage of ["memory", "postgres"] as const) {
  describe(`a document that was declined as a forgery over ${storage}`, async () => {
    const service = await startService(storage, { beside: eyes, clock: "2026-03-01T12:00:00.000Z" })
    afterAll(() => service.stop())
    let organizations = 0
    const anOrganization = () => {
      organizations += 1
      return service.key("all", { environment: "live", organization: `org_forgery_${organizations}` })
    }
    /** The status, reasons and checks of a session to which this one document was handed in. */
    const handedIn = async (key: string, { fields, file, form, step }: typeof identity | typeof bill) => {
      const person = await aPerson(service, key, { required_steps: [step] })
      expect((await person.post("/documents", form(fields as any, file as any))).status).toBe(201)
      expect((await person.post("/submit")).status).toBe(200)
      await runJobs(service, "documents.read", runChecksJob)
      const { checks } = (await service.call("GET", `/sessions/${person.session_id}/result`, { key })).body
      const codes: ReadonlyArray<string> = checks.flatMap(({ reasons }: any) => reasons.map(({ code }: any) => code))
      const { status } = await person.session()
      return { status, codes }
    }
    const rejected = async (key: string, reason_codes: ReadonlyArray<string>) => {
      const [found] = (await service.call("POST", "/cases/search", { key, body: {} })).body.data
      await service.call("POST", `/cases/${found.id}/claim`, { key })
      return (await service.call("POST", `/cases/${found.id}/reject`, { key, body: { reason_codes, note: "Looked at closely" } })).status
    }

    test("stops the next session that it is handed in to, and not one that was declined for something else", async () => {
      for (const [document, code] of [
        [identity, "document_forged"],
        [bill, "template_known_forgery"]
      ] as const) {
        for (const [given, known] of [
          ["document_forged", true],
          ["reviewer_declined", false]
        ] as const) {
          const key = await anOrganization()
          const first = await handedIn(key, document)
          expect(first.codes).not.toContain(code)
          expect([document.step, first.status, await rejected(key, [given])]).toEqual([document.step, "in_review", 200])
          const again = await handedIn(key, document)
          expect([document.step, given, again.codes.includes(code)]).toEqual([document.step, given, known])
          if (known) expect(again.status).toBe("declined")
        }
      }
    })
  })
}
