import { afterAll, expect, test } from "bun:test"
import { type DocumentPicture, IdentityDocumentReader } from "@vouchkit/core/verification/identity-documents/reading"
import { Caller } from "@vouchkit/core/kernel/access/caller"
import { execute } from "@vouchkit/core/kernel/operation/execute"
import { caseDecisions } from "@vouchkit/core/flows/cases/decisions"
import { CaseStore } from "@vouchkit/core/resources/cases/model"
import { sessionResults } from "@vouchkit/core/flows/sessions/results"
import { VerifiedFields } from "@vouchkit/core/flows/known-person/verified"
import { Effect, Layer, Schema } from "effect"
import { liveWork, readingWith } from "../../../support/live-work.ts"
import { callerOf } from "../../../support/operations.ts"
import { passportLines, passportPrint, picture, printed, zone } from "../../verification/identity-documents/documents.ts"

const { result } = sessionResults
const passportUntil = (sixDigits: string, words: string): DocumentPicture =>
  picture({ mrz: zone(passportLines({ expiry: sixDigits })), lines: printed(passportPrint({ expiry: words })) })

const shown = { picture: passportUntil("491231", "31 12 2049") }
const work = liveWork(
  Layer.succeed(IdentityDocumentReader)({ read: () => Effect.sync(() => ({ ...readingWith(), pictures: [shown.picture] })) })
)
afterAll(() => work.stop())

/** What the API tells of a session whose person submitted the passport that is shown. */
const verifiedOf = async (seen: DocumentPicture, required_assurance: "consistency" | "template" = "consistency"): Promise<any> => {
  shown.picture = seen
  const passport = { kind: "identity", document_type: "passport", side: "front" } as const
  const { id } = await work.submitted([passport], { required_steps: ["document"], identity_policy: { required_assurance } })
  await work.work("sessions.run_checks")
  return resultOf(id)
}
const resultOf = async (id: string): Promise<any> => {
  const answered = execute(result, { input: Effect.succeed({ session_id: id }) }).pipe(
    Effect.provideService(Caller, callerOf({ environment: "live", scopes: ["verifications:read"] }))
  )
  return ((await work.run(answered)) as any).output
}

test("a passport that passed is told as verified, each value with its file, source and confidence", async () => {
  const { status, verified, checks } = await verifiedOf(passportUntil("491231", "31 12 2049"))
  expect(status).toBe("approved")
  const [document_id] = checks.find(({ type }: any) => type === "document_extraction").input_document_ids
  const { date_of_birth, document_number, document_type, expiry_date, given_names, surname } = verified.identity_document
  expect([surname.value, given_names.value, date_of_birth.value, document_number.value, expiry_date.value, document_type.value]).toEqual([
    "MOREAU",
    "CAMILLE ANNE",
    "1990-07-13",
    "14CV28561",
    "2049-12-31",
    "passport"
  ])
  expect(document_number).toMatchObject({ document_id, source: "mrz" })
  expect(document_number.confidence).toBeGreaterThan(0.9)
})

test("each value is shown with where it was read and with what it was compared, whatever came of it", async () => {
  shown.picture = passportUntil("491231", "31 12 2049")
  const passport = { kind: "identity", document_type: "passport", side: "front" } as const
  const { id } = await work.submitted([passport], {
    required_steps: ["document"],
    identity_policy: { required_assurance: "consistency" },
    expected: { first_name: "Camille Anne", last_name: "Moreau", date_of_birth: "1991-07-13" }
  })
  await work.work("sessions.run_checks")
  const { checks, fields } = await resultOf(id)
  const of = (name: string) => fields.find(({ field }: any) => field === name)
  const [document_id] = checks.find(({ type }: any) => type === "document_extraction").input_document_ids
  const box = expect.arrayContaining([expect.any(Number)])
  expect(of("document_number")).toMatchObject({ source: "mrz", evidence: { document_id, page: 1 } })
  expect(of("document_number").compared_with).toMatchObject([
    {
      source: "visual",
      agreement: "agree",
      evidence: { document_id, page: 1, box },
      rule: { check: "document_authenticity", setting: null, pass: null }
    }
  ])
  const stated = { source: "expected", evidence: { document_id: null, page: null, box: null } }
  expect(of("surname").compared_with).toContainEqual(
    expect.objectContaining({
      ...stated,
      value: "Moreau",
      agreement: "agree",
      rule: { check: "identity_cross_reference", setting: "name", pass: 0.9, review: 0.75 }
    })
  )
  expect(of("date_of_birth").compared_with).toContainEqual(expect.objectContaining({ ...stated, value: "1991-07-13", agreement: "differ" }))
  const compared = checks.find(({ type }: any) => type === "identity_cross_reference")
  expect(compared.reasons.find(({ code }: any) => code === "date_of_birth_mismatch").rests_on).toEqual([
    { field: "date_of_birth", source: "mrz", evidence: { document_id, page: 1, box: null } },
    { field: "date_of_birth", source: "expected", evidence: { document_id: null, page: null, box: null } }
  ])
})

test("a passport that a person had to look at is told as verified once the person approved it", async () => {
  const { session_id, status, verified } = await verifiedOf(passportUntil("491231", "31 12 2049"), "template")
  expect([status, verified]).toEqual(["in_review", {}])
  const [found] = await work.run(
    Effect.flatMap(CaseStore, (store) => store.list({ where: [{ field: "session_id", op: "eq", value: session_id }], limit: 1 }))
  )
  await work.run(execute(caseDecisions.approve, { input: Effect.succeed({ case_id: found?.id ?? "" }) }))
  const approved = await resultOf(session_id)
  expect([approved.status, approved.verified.identity_document.surname.value]).toEqual(["approved", "MOREAU"])
})

test("of a passport whose zone and print contradict each other, or that has expired, nothing is told as verified", async () => {
  const other = picture({ mrz: zone(passportLines({ expiry: "491231" })), lines: printed(passportPrint({ number: "99XX11111" })) })
  for (const seen of [other, passportUntil("250101", "01 01 2025")]) {
    const { status, verified } = await verifiedOf(seen)
    expect([status === "approved", verified]).toEqual([false, {}])
  }
})

test("what the sandbox tells as verified fits the published schema, and stands in no file", async () => {
  const sandbox = liveWork(undefined, "sandbox")
  const { id } = await sandbox.submitted([{ kind: "identity", document_type: "passport" }], { required_steps: ["document"] })
  await sandbox.work("documents.read", "sessions.run_checks")
  const answered = execute(result, { input: Effect.succeed({ session_id: id }) }).pipe(
    Effect.provideService(Caller, callerOf({ environment: "sandbox", scopes: ["verifications:read"] }))
  )
  const { verified } = ((await sandbox.run(answered)) as any).output
  await sandbox.stop()
  expect(Object.keys(verified.identity_document).length).toBeGreaterThan(3)
  expect(Schema.is(VerifiedFields)(verified)).toBe(true)
  expect(Object.values<any>(verified.identity_document).map(({ document_id }) => document_id)).not.toContain("simulated")
})
