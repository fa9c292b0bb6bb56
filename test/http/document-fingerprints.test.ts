import { afterAll, describe, expect, test } from "bun:test"
import { runChecksJob } from "@vouchkit/core/resources/workflows/runs/queue"
import { DocumentReader } from "@vouchkit/core/verification/document-reading"
import { IdentityDocumentReader } from "@vouchkit/core/verification/identity-documents/reading"
import { FingerprintStore } from "@vouchkit/core/resources/document-fingerprints/model"
import { Tenant } from "@vouchkit/core/kernel/access/caller"
import { Effect, Layer } from "effect"
import { passportLines, passportPrint, printed, zone } from "../core/verification/identity-documents/documents.ts"
import { aPerson, aPicture, aPictureForm } from "../support/capture.ts"
import { readingWith, sight } from "../support/live-work.ts"
import { printedPage } from "../support/printed-page.ts"
import { aForm, smallPdf, startService } from "../support/service.ts"
import { runJobs } from "../support/service-jobs.ts"

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
  describe(`the register of documents over ${storage}`, async () => {
    const service = await startService(storage, { beside: eyes, clock: "2026-03-01T12:00:00.000Z" })
    afterAll(() => service.stop())
    let organizations = 0
    const anOrganization = () => {
      organizations += 1
      return service.key("all", { environment: "live", organization: `org_register_${organizations}` })
    }
    const call = (key: string, method: string, path: string, body?: unknown) =>
      service.call(method, path, { key, ...(body === undefined ? {} : { body }) })
    const handedIn = async (key: string, { fields, file, form, step }: typeof identity | typeof bill) => {
      const person = await aPerson(service, key, { required_steps: [step] })
      expect((await person.post("/documents", form(fields as any, file as any))).status).toBe(201)
      expect((await person.post("/submit")).status).toBe(200)
      await runJobs(service, "documents.read", runChecksJob)
      const { checks } = (await call(key, "GET", `/sessions/${person.session_id}/result`)).body
      const codes: ReadonlyArray<string> = checks.flatMap(({ reasons }: any) => reasons.map(({ code }: any) => code))
      const { status, status_reason_codes } = await person.session()
      const [document] = (await call(key, "GET", `/documents?session_id=${person.session_id}`)).body.data
      return { status, reasons: status_reason_codes, codes, document_id: document.id as string }
    }
    const registered = async (key: string, body: object) => {
      const { body: row, status, text } = await call(key, "POST", "/document-fingerprints", body)
      if (status !== 201) throw new Error(text)
      return row
    }

    test("declines a known forgery and a stolen document and has a watched one looked at, by number, file or picture", async () => {
      for (const [document, kinds, forged] of [
        [identity, ["number", "file", "perceptual"], "document_forged"],
        [bill, ["file"], "template_known_forgery"]
      ] as const) {
        for (const kind of kinds) {
          for (const [verdict, code, status] of [
            ["known_forgery", forged, "declined"],
            ["stolen", "blocklist_match", "declined"],
            ["watch", "duplicate_document", "in_review"]
          ] as const) {
            const key = await anOrganization()
            const first = await handedIn(key, document)
            expect([kind, verdict, first.codes.includes(code)]).toEqual([kind, verdict, false])
            const row = await registered(key, { document_id: first.document_id, kind, verdict, reason: "Police report 12" })
            const again = await handedIn(key, document)
            expect([kind, verdict, again.codes.includes(code), again.status]).toEqual([kind, verdict, true, status])
            if (verdict === "stolen") expect(again.reasons).toContain("blocklist_match")
            const counted = (await call(key, "GET", `/document-fingerprints/${row.id}`)).body
            expect(counted).toMatchObject({
              kind,
              verdict,
              reason: "Police report 12",
              match_count: 1,
              last_matched_at: expect.any(String)
            })
          }
        }
      }
    }, 300_000)

    test("knows a document by its number, however it is written, and no other number, type or country", async () => {
      for (const [number, document_type, country, status] of [
        ["14 cv-28561", "passport", "FR", "declined"],
        ["14CV28562", "passport", "FR", "in_review"],
        ["14CV28561", "national_id", "FR", "in_review"],
        ["14CV28561", "passport", "BE", "in_review"]
      ] as const) {
        const key = await anOrganization()
        await registered(key, { number, document_type, country, verdict: "known_forgery" })
        expect([number, document_type, country, (await handedIn(key, identity)).status]).toEqual([number, document_type, country, status])
      }
    })

    test("forgets what was archived or has expired", async () => {
      const key = await anOrganization()
      const { document_id } = await handedIn(key, bill)
      const row = await registered(key, { document_id, verdict: "stolen" })
      expect(await call(key, "POST", "/document-fingerprints", { document_id, verdict: "watch" })).toMatchObject({
        status: 409,
        body: { error: "entry_exists" }
      })
      const archived = await call(key, "DELETE", `/document-fingerprints/${row.id}`)
      expect((await call(key, "DELETE", `/document-fingerprints/${row.id}`)).body).toEqual(archived.body)
      expect(await call(key, "PATCH", `/document-fingerprints/${row.id}`, { verdict: "watch" })).toMatchObject({
        status: 409,
        body: { error: "row_archived" }
      })
      expect((await handedIn(key, bill)).codes).not.toContain("blocklist_match")
      const second = await registered(key, { document_id, verdict: "stolen", expires_at: "2026-03-02T12:00:00Z" })
      expect((await handedIn(key, bill)).codes).toContain("blocklist_match")
      const past = await call(key, "PATCH", `/document-fingerprints/${second.id}`, { expires_at: "2026-02-01T00:00:00Z" })
      expect([past.status, past.body.errors[0].loc]).toEqual([422, ["body", "expires_at"]])
      await service.setTime("2026-03-03T12:00:00.000Z")
      expect((await handedIn(key, bill)).codes).not.toContain("blocklist_match")
      const changed = await call(key, "PATCH", `/document-fingerprints/${second.id}`, {
        expires_at: null,
        reason: "Found again",
        verdict: "watch"
      })
      expect(changed.body).toMatchObject({ verdict: "watch", expires_at: null, reason: "Found again", match_count: 1 })
      expect((await call(key, "GET", "/document-fingerprints?verdict=watch")).body.data.map(({ id }: any) => id)).toEqual([second.id])
      expect((await call(key, "GET", "/document-fingerprints?archived=true")).body.data.map(({ id }: any) => id)).toEqual([row.id])
    })

    test("refuses what names no document, with every problem", async () => {
      const key = await anOrganization()
      const locOf = async (body: object) => {
        const answer = await call(key, "POST", "/document-fingerprints", { verdict: "watch", ...body })
        return [answer.status, ...(answer.body.errors ?? []).map(({ loc }: any) => loc[1])]
      }
      expect(await locOf({})).toEqual([422, "document_id"])
      expect(await locOf({ number: "12", kind: "file" })).toEqual([422, "kind", "document_type", "country"])
      expect(await locOf({ number: "1-2", document_type: "passport", country: "DE" })).toEqual([422, "number"])
      expect(await locOf({ document_id: "doc_01jgfjjz00e8r4v2m9k3txqwpn" })).toEqual([404])
      const { document_id } = await handedIn(key, bill)
      expect(await locOf({ document_id, kind: "number" })).toEqual([422, "kind"])
    })

    test("holds neither a number nor a reason in clear", async () => {
      const organization = "org_sealed_register"
      const key = await service.key("all", { environment: "live", organization })
      const body = { number: "UNMISTAKABLE1", document_type: "passport", country: "DE", verdict: "watch", reason: "Reported by Adalbert" }
      const { id } = await registered(key, body)
      const row = await service.runtime.runPromise(
        Effect.flatMap(FingerprintStore, (store) => store.find(id)).pipe(
          Effect.provideService(Tenant, { organization, environment: "live" })
        ) as Effect.Effect<unknown>
      )
      expect(JSON.stringify(row)).not.toMatch(/UNMISTAKABLE1|Adalbert/i)
      expect((await call(key, "GET", "/events?limit=100")).text).not.toMatch(/UNMISTAKABLE1|Adalbert/i)
      const other = await service.key("all", { environment: "live", organization: "org_other_register" })
      expect((await call(other, "GET", `/document-fingerprints/${id}`)).status).toBe(404)
    })
  })
}
