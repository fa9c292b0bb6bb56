import { afterAll, expect, test } from "bun:test"
import { type DocumentPicture, IdentityDocumentReader } from "@vouchkit/core/verification/identity-documents/reading"
import { Caller } from "@vouchkit/core/kernel/access/caller"
import { execute } from "@vouchkit/core/kernel/operation/execute"
import { sessionResults } from "@vouchkit/core/flows/sessions/results"
import { Effect, Layer } from "effect"
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
const verifiedOf = async (seen: DocumentPicture): Promise<any> => {
  shown.picture = seen
  const passport = { kind: "identity", document_type: "passport", side: "front" } as const
  const { id } = await work.submitted([passport], { required_steps: ["document"] })
  await work.work("sessions.run_checks")
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

test("of a passport whose zone and print contradict each other, or that has expired, nothing is told as verified", async () => {
  const other = picture({ mrz: zone(passportLines({ expiry: "491231" })), lines: printed(passportPrint({ number: "99XX11111" })) })
  for (const seen of [other, passportUntil("250101", "01 01 2025")]) {
    const { status, verified } = await verifiedOf(seen)
    expect([status === "approved", verified]).toEqual([false, {}])
  }
})
