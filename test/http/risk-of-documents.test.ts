import { afterAll, expect, test } from "bun:test"
import { runChecksJob } from "@vouchkit/core/resources/workflows/runs/queue"
import { FaceMatcher } from "@vouchkit/core/verification/faces/analysis"
import { type IdentityReading, IdentityDocumentReader } from "@vouchkit/core/verification/identity-documents/reading"
import { Effect, Layer } from "effect"
import { type Holder, passportLines, passportPrint, printed, zone } from "../core/verification/identity-documents/documents.ts"
import { aPerson, aPicture, aPictureForm } from "../support/capture.ts"
import { aFace, analysisOf } from "../support/faces.ts"
import { readingWith, sight } from "../support/live-work.ts"
import { startService } from "../support/service.ts"
import { runJobs } from "../support/service-jobs.ts"

/** What the engines see next. */
const seen: { reading: IdentityReading; similarity: number } = { reading: readingWith(), similarity: 0.95 }
const eyes = Layer.mergeAll(
  sight,
  Layer.succeed(IdentityDocumentReader)({ read: () => Effect.sync(() => seen.reading) }),
  Layer.succeed(FaceMatcher)({
    analyze: () => Effect.succeed(analysisOf(aFace())),
    compare: () =>
      Effect.sync(() => ({
        portrait: [aFace()],
        selfie: [aFace()],
        similarity: { model: { name: "descriptor-128", version: "1" }, score: seen.similarity, distance: 1 - seen.similarity }
      }))
  })
)
const service = await startService("memory", { beside: eyes, clock: "2026-06-01T12:00:00.000Z" })
afterAll(() => service.stop())

const portrait = { left: 0.05, top: 0.2, width: 0.25, height: 0.45, confidence: 1 }
const passport = (of: Partial<Holder> = {}, print: Parameters<typeof passportPrint>[0] = {}) =>
  readingWith({ mrz: zone(passportLines(of)), lines: printed(passportPrint(print)), portrait })

let organizations = 0
/** The risk of a live session whose person submitted this passport, and perhaps a picture of the face; in its assessment and in the session. */
const riskOf = async (reading: IdentityReading, { selfie = false, similarity = 0.95 } = {}) => {
  Object.assign(seen, { reading, similarity })
  organizations += 1
  const key = await service.key("all", { environment: "live", organization: `org_documents_${organizations}` })
  const person = await aPerson(service, key, { required_steps: ["document", ...(selfie ? ["selfie"] : [])] })
  const uploads = [{ kind: "identity", document_type: "passport" }, ...(selfie ? [{ kind: "selfie" }] : [])]
  for (const [at, fields] of uploads.entries()) {
    expect((await person.post("/documents", aPictureForm(fields, aPicture(at)))).status).toBe(201)
  }
  expect((await person.post("/submit")).status).toBe(200)
  await runJobs(service, "documents.read", runChecksJob)
  const { contributions, level, score } = (await service.call("GET", `/sessions/${person.session_id}/risk`, { key })).body
  const { risk, status } = await person.session()
  const signals: ReadonlyArray<string> = contributions.map(({ signal }: any) => signal)
  // A request for another submission counts in the assessment from its own moment on.
  if (status !== "resubmission_required") expect(risk).toEqual({ score, level, signals })
  return { score, level, status, signals, contributions }
}

test("what a document says of its issuer and its end counts, though no one typed it", async () => {
  const plain = await riskOf(passport())
  const of = async (holder: Partial<Holder>, print = {}) => (await riskOf(passport(holder, print))).signals
  expect(plain.signals).not.toContain("country_risk")
  expect(await of({ state: "PRK", nationality: "PRK" })).toContain("country_risk")
  expect(await of({ expiry: "260611" }, { expiry: "11 06 2026" })).toContain("document_expires_soon")
  expect(await of({ expiry: "260531" }, { expiry: "31 05 2026" })).toContain("document_expired")
  for (const signal of ["document_expires_soon", "document_expired"]) expect(plain.signals).not.toContain(signal)
})

test("a clean passport is low, a still, a contradiction and an expired one are doubts, a fault is high, and several are critical", async () => {
  const forged: IdentityReading = { ...passport(), forensics: { ...passport().forensics, flags: ["overlay_text"] } }
  const stranger = { selfie: true, similarity: 0.1 }
  const results = {
    clean: await riskOf(passport()),
    still: await riskOf(passport(), { selfie: true }),
    contradiction: await riskOf(passport({}, { surname: "LAMBERT" })),
    forged: await riskOf(forged),
    stranger: await riskOf(passport(), stranger),
    both: await riskOf(forged, stranger)
  }
  const gone = await riskOf(passport({ expiry: "260531" }, { expiry: "31 05 2026" }))
  const bandOf = ({ score }: { readonly score: number }) => (score <= 10 ? 0 : score < 20 ? 10 : score < 60 ? 20 : score < 85 ? 60 : 85)
  expect(Object.values({ ...results, gone }).map(bandOf)).toEqual([0, 20, 20, 60, 60, 85, 20])
  expect(results.both.level).toBe("critical")
  const scores = [results.clean, results.still, results.contradiction, results.forged, results.both].map(({ score }) => score)
  expect(scores).toEqual(scores.toSorted((one, other) => one - other))
})
