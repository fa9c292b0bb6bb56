import { Schema } from "effect"
import { formOf } from "./client.ts"
import { expectThat } from "./narration.ts"
import type { Specimens } from "./specimens.ts"
import {
  checkWebhooks,
  createSession,
  submitBill,
  readResult,
  type Result,
  type Stage,
  reportResult,
  untilEvent,
  untilJudged
} from "./stage.ts"

const own = ["session.created", "session.started", "session.submitted"]
const documentEvents = ["document.uploaded", "document.processed", "check.completed"]

/** A good bill is approved without anybody's help. */
export const approveBill = async (stage: Stage, { utility_bill }: Specimens): Promise<Result> => {
  const { narration } = stage
  narration.chapter("1. A genuine utility bill")
  const session = await narration.step("Integrator created a live session with the name and address of the customer", () =>
    createSession(stage, utility_bill, "demo-approved")
  )
  await narration.step("Integrator uploaded the bill and submitted the session", () => submitBill(stage, session.id, utility_bill))
  const result = await narration.step("Service read and checked the bill: approved", async (report) => {
    const judged = await untilJudged(stage, session.id, "session.approved")
    reportResult(judged, report)
    expectThat(
      judged.checks.some(({ outcome }) => outcome === "passed"),
      "no check passed"
    )
    return judged
  })
  await narration.step("Webhooks arrived; both signatures of each are valid", (report) =>
    checkWebhooks(stage, session.id, [...own, ...documentEvents, "session.approved"], report)
  )
  return result
}

export const Case = Schema.Struct({
  id: Schema.String,
  session_id: Schema.String,
  status: Schema.String,
  decision: Schema.NullOr(Schema.String),
  reason_codes: Schema.Array(Schema.String),
  notes_count: Schema.Int
})
export const Cases = Schema.Struct({ data: Schema.Array(Case) })
const Note = Schema.Struct({ id: Schema.String })
export const CaptureState = Schema.Struct({ phase: Schema.String })

/** The person behind a verification link opens it and submits a photograph. */
const personUploads = async ({ person }: Stage, verification_url: string, { bank_statement }: Specimens): Promise<void> => {
  const token = new URL(verification_url).pathname.split("/").at(-1) ?? ""
  await person.post(`/verify/${token}/start`, {}, CaptureState)
  await person.send(
    `/verify/${token}/documents`,
    formOf(bank_statement, { kind: "proof_of_address" }),
    Schema.Struct({ id: Schema.String })
  )
  await person.post(`/verify/${token}/submit`, {}, CaptureState)
}

/** A scan with a name that only nearly fits goes to a person, who decides. */
export const reviewStatement = async (stage: Stage, specimens: Specimens): Promise<Result> => {
  const { narration, reviewer } = stage
  narration.chapter("2. A photographed bank statement with a slightly different name")
  const session = await narration.step("Integrator created a session and sent its one-time link to the person", () =>
    createSession(stage, specimens.bank_statement, "demo-review")
  )
  await narration.step("Person opened the link, uploaded a photograph and submitted", () =>
    personUploads(stage, session.verification_url, specimens)
  )
  await narration.step("Service straightened the photograph and read it with OCR: sent to a reviewer", async (report) => {
    reportResult(await untilJudged(stage, session.id, "session.review-required"), report)
  })
  const found = await narration.step("Reviewer found the case by the name of the person", async (report) => {
    const { data } = await reviewer.post("/cases/search", { query: specimens.bank_statement.expected.last_name.toLowerCase() }, Cases)
    const [match] = data.filter(({ session_id }) => session_id === session.id)
    expectThat(match !== undefined, "the search for the person's name did not find the case")
    report(`${match.id}: ${match.status}, for ${match.reason_codes.join(", ")}`)
    return match
  })
  await narration.step("Reviewer wrote a note", () =>
    reviewer.post(`/cases/${found.id}/notes`, { body: "Spoke with the customer: the bank keeps the Italian spelling of the name." }, Note)
  )
  await narration.step("Reviewer approved the case, and with it the session", async (report) => {
    const closed = await reviewer.post(`/cases/${found.id}/approve`, { reason: "One person, two spellings of one name." }, Case)
    expectThat(
      closed.status === "closed" && closed.decision === "approved",
      `the case is ${closed.status} with decision ${closed.decision}`
    )
    await untilEvent(stage, session.id, ["session.approved"])
    const result = await readResult(stage, session.id)
    expectThat(result.status === "approved", `the session is ${result.status} after its case was approved`)
    report(`case: ${closed.status}, ${closed.decision}, ${closed.notes_count} notes; session: ${result.status}`)
  })
  await narration.step("Webhooks arrived; both signatures of each are valid", (report) =>
    checkWebhooks(
      stage,
      session.id,
      [...own, ...documentEvents, "session.review-required", "case.created", "case.note-added", "case.approved", "session.approved"],
      report
    )
  )
  return await readResult(stage, session.id)
}

/** A bill whose name was replaced is declined, although everything that can be read on it fits. */
export const declineForgery = async (stage: Stage, { forged_bill }: Specimens): Promise<Result> => {
  const { narration } = stage
  narration.chapter("3. A forged bill: the name of the holder is covered by another name")
  const session = await narration.step("Integrator created a session and uploaded the forged bill", async () => {
    const created = await createSession(stage, forged_bill, "demo-declined")
    await submitBill(stage, created.id, forged_bill)
    return created
  })
  const result = await narration.step("Service found the forgery in the file: declined", async (report) => {
    const judged = await untilJudged(stage, session.id, "session.declined")
    reportResult(judged, report)
    expectThat(judged.status_reason_codes.includes("document_tampered"), "the session was declined, but not for document_tampered")
    return judged
  })
  await narration.step("Webhooks arrived; both signatures of each are valid", (report) =>
    checkWebhooks(stage, session.id, [...own, ...documentEvents, "session.declined"], report)
  )
  return result
}
