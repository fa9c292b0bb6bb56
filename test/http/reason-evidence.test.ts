import { afterAll, describe, expect, test } from "bun:test"
import { runChecksJob } from "@vouchkit/core/resources/workflows/runs/queue"
import { FaceMatcher } from "@vouchkit/core/verification/faces/analysis"
import { localFaceModel } from "@vouchkit/core/verification/faces/bands"
import { IdentityDocumentReader } from "@vouchkit/core/verification/identity-documents/reading"
import { Effect, Layer } from "effect"
import { passportLines, zone } from "../core/verification/identity-documents/documents.ts"
import { aPerson, aPicture, aPictureForm } from "../support/capture.ts"
import { aFace, analysisOf } from "../support/faces.ts"
import { readingWith, sight } from "../support/live-work.ts"
import { aWatchlist, sanctioned } from "../support/screening.ts"
import { startService } from "../support/service.ts"
import { runJobs } from "../support/service-jobs.ts"

const listed = { surname: "BRANKOVIC HARROW", given: "ZOLTAN", birth: "610504", number: "X71234567" }
const stranger = { ...listed, surname: "OYELARAN", given: "TEMITOPE", birth: "880131" }

const line = (top: number) => {
  const right = { x: 0.95, y: top }
  return [{ x: 0.05, y: top }, right, { ...right, y: top + 0.04 }, { x: 0.05, y: top + 0.04 }] as const
}
/** The zone stands in two lines along the foot of the page, and the portrait on the left; the last byte of a file says whose it is. */
const reader = Layer.succeed(IdentityDocumentReader)({
  read: ({ bytes }) =>
    Effect.succeed(
      readingWith({
        mrz: zone(passportLines(bytes.at(-1) === 1 ? listed : stranger), { places: [line(0.86), line(0.92)] }),
        portrait: { left: 0.06, top: 0.2, width: 0.3, height: 0.4, confidence: 0.9 },
        perceptual_hash: (bytes.at(-1) === 1 ? "3c" : "c3").repeat(32)
      })
    )
})
/** Everybody has the same face, and it is only nearly that of the portrait. */
const faces = Layer.succeed(FaceMatcher)({
  analyze: () => Effect.succeed(analysisOf(aFace())),
  compare: () =>
    Effect.succeed({ portrait: [aFace()], selfie: [aFace()], similarity: { model: localFaceModel, score: 0.82, distance: 0.58 } })
})
const lists = aWatchlist(sanctioned())

describe.each(["memory", "postgres"] as const)("what reasons rest on over %s", async (storage) => {
  const service = await startService(storage, {
    beside: Layer.mergeAll(sight, reader, faces, lists.layer),
    clock: "2026-03-01T12:00:00.000Z"
  })
  afterAll(() => service.stop())
  const key = await service.key("all", { environment: "live", organization: "org_evidence" })
  const call = (method: string, path: string, body?: object) => service.call(method, path, { key, ...(body === undefined ? {} : { body }) })

  const handedIn = async (mark: number) => {
    const person = await aPerson(service, key, { required_steps: ["document", "selfie"], screening: true })
    const fields = { kind: "identity", document_type: "passport" }
    const document = (await person.post("/documents", aPictureForm(fields, aPicture(mark)))).body
    const selfie = (await person.post("/selfie", aPictureForm({}, aPicture(mark + 10)))).body
    expect((await person.post("/submit")).status).toBe(200)
    await runJobs(service, "documents.read", runChecksJob)
    const { checks } = (await call("GET", `/sessions/${person.session_id}/result`)).body
    const reason = (type: string, code: string) =>
      checks.filter((check: any) => check.type === type).flatMap(({ reasons }: any) => reasons.filter((one: any) => one.code === code))[0]
    return { id: person.session_id, checks, reason, document: document.id as string, selfie: selfie.id as string }
  }

  test("lists, screening, faces and duplicates name documents, places and records, and nothing of the person", async () => {
    const blocked = (await call("POST", "/blocklist", { entry_type: "government_id", value: listed.number })).body
    const first = await handedIn(1)
    const zoneOf = (document_id: string) => ({ document_id, page: 1, box: [expect.any(Number), expect.any(Number), 0.18409, 0.04] })

    expect(first.reason("list_lookup", "blocklist_match").rests_on).toEqual([
      { field: "government_id", source: "mrz", evidence: zoneOf(first.document), record: { type: "blocklist_entry", id: blocked.id } }
    ])

    const [hit] = (await call("GET", "/screening-hits")).body.data
    const screened = first.reason("aml_screening", "sanctions_hit").rests_on
    expect(screened).toContainEqual({
      field: "name",
      source: "mrz",
      evidence: { document_id: first.document, page: 1, box: expect.any(Array) },
      record: { type: "screening_hit", id: hit.id }
    })

    const matched = first.reason("face_match", "face_below_pass").rests_on
    expect(matched).toEqual([
      { field: "portrait", source: "visual", evidence: { document_id: first.document, page: 1, box: [0.06, 0.2, 0.3, 0.4] } },
      { field: "selfie", source: "visual", evidence: { document_id: first.selfie, page: null, box: null } }
    ])
    expect(first.reason("liveness", "liveness_not_assessed").rests_on).toEqual([matched[1]])

    const second = await handedIn(2)
    const before = { field: "session", source: "record", evidence: expect.anything(), record: { type: "session", id: first.id } }
    const number = { field: "document_number", source: "mrz", evidence: zoneOf(second.document) }
    const again = second.reason("duplicate", "duplicate_document").rests_on
    expect(again).toContainEqual(before)
    expect(again).toContainEqual(number)
    const alike = second.reason("duplicate", "duplicate_face").rests_on
    expect(alike).toContainEqual(before)
    expect(alike).toContainEqual({ field: "face", source: "visual", evidence: { document_id: second.selfie, page: null, box: null } })

    const reasons = [...first.checks, ...second.checks].flatMap((check: any) => check.reasons)
    // That there was nothing to compare with is the one reason that speaks of nothing.
    const speaking = reasons.filter(({ code }) => code !== "no_reference_data")
    expect(speaking.length).toBeGreaterThan(6)
    for (const { code, rests_on } of speaking) expect([code, Array.isArray(rests_on) && rests_on.length > 0]).toEqual([code, true])
    expect(JSON.stringify(reasons.map(({ rests_on }) => rests_on))).not.toMatch(/BRANKOVIC|OYELARAN|71234567|610504/iu)
  })

  test("the type of a document is read on its page", async () => {
    const { checks, document } = await handedIn(1)
    const { fields } = checks.find(({ type }: any) => type === "document_extraction").details
    expect(fields.find(({ field }: any) => field === "document_type").evidence).toEqual({ document_id: document, page: 1, box: null })
  })
})
