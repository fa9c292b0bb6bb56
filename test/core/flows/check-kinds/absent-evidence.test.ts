import { afterAll, expect, test } from "bun:test"
import { judgeSession } from "../../../support/judged-session.ts"
import { DocumentStore } from "@vouchkit/core/resources/documents/model"
import { DocumentReader, DocumentUnreadable } from "@vouchkit/core/verification/document-reading"
import { addDocument } from "@vouchkit/core/resources/documents/upload"
import type { StoredSession } from "@vouchkit/core/resources/sessions/model"
import type { SessionStep } from "@vouchkit/core/verification/steps"
import { Effect, Layer } from "effect"
import { liveWork } from "../../../support/live-work.ts"

const unreadable = Layer.succeed(DocumentReader)({
  read: () => Effect.fail(new DocumentUnreadable({ code: "unreadable", retryable: true }))
})
const work = liveWork(unreadable)
afterAll(() => work.stop())

const documentsOf = (session: StoredSession) =>
  Effect.flatMap(DocumentStore, (store) =>
    store.list({
      where: [{ field: "session_id", op: "eq", value: session.id }],
      order: [{ field: "created_at", direction: "asc" }],
      limit: 200
    })
  )
const erased = (session: StoredSession) =>
  work.run(
    Effect.gen(function* () {
      const store = yield* DocumentStore
      for (const document of yield* documentsOf(session)) yield* store.save({ ...document, status: "redacted", blob: null })
    })
  )

const submitted = {
  document: { kind: "identity", document_type: "passport" },
  selfie: { kind: "selfie" },
  proof_of_address: { kind: "proof_of_address", poa_document_type: "utility_bill" }
} as const

test("a session whose evidence was erased before it was looked at is not approved, whichever step it belonged to", async () => {
  for (const step of ["document", "selfie", "proof_of_address"] as const) {
    const session = await work.submitted([submitted[step]], { required_steps: [step] })
    await erased(session)
    const { conclusion, findings } = await work.run(judgeSession(session))
    expect([step, conclusion.status, findings.length > 0]).toEqual([step, expect.not.stringMatching(/^approved$/u) as any, true])
  }
})

test("for a proof of address that was erased another one is asked for, as often as one may be", async () => {
  const required_steps: ReadonlyArray<SessionStep> = ["proof_of_address"]
  const conclusionAfter = async (resubmission_count: number) => {
    const session = await work.submitted([submitted.proof_of_address], { required_steps, resubmission_count, max_resubmissions: 1 })
    await erased(session)
    return (await work.run(judgeSession(session))).conclusion
  }
  expect(await conclusionAfter(0)).toEqual({ status: "resubmission_required", reason_codes: ["poa_failed", "document_unreadable"] })
  expect(await conclusionAfter(1)).toEqual({
    status: "declined",
    reason_codes: ["resubmission_limit_exceeded", "poa_failed", "document_unreadable"]
  })
})

test("a proof of address is judged however many other files came before it", async () => {
  const session = await work.submitted([], { required_steps: ["questionnaire"], completed_steps: ["questionnaire"] })
  await work.run(
    Effect.gen(function* () {
      const file = { blob: null, entry: null, sha256: "0".repeat(64), mime_type: "image/jpeg", size_bytes: 4 } as const
      const placed = { session_id: session.id, via: "capture", attempt: 1 } as const
      const store = yield* DocumentStore
      for (let file_before = 0; file_before < 105; file_before++) {
        const { created_at, ...document } = yield* addDocument({ kind: "supporting" }, file, placed)
        yield* store.save({ ...document, created_at: "2020-01-01T00:00:00.000Z" })
      }
      const bill = yield* addDocument(submitted.proof_of_address, file, placed)
      yield* store.save({ ...bill, status: "rejected", rejection: { code: "unreadable", retryable: true } })
    })
  )
  const { findings } = await work.run(judgeSession({ ...session, required_steps: ["proof_of_address"] }))
  expect(findings.map(({ input_document_ids, type }) => [type, input_document_ids.length])).toEqual([["proof_of_address", 1]])
})
