import { afterAll, expect, test } from "bun:test"
import { keepChecks } from "@vouchkit/core/flows/sessions/kept-checks"
import { runChecksJob } from "@vouchkit/core/resources/workflows/runs/queue"
import { IdentityDocumentReader } from "@vouchkit/core/verification/identity-documents/reading"
import { Effect, Layer } from "effect"
import { liveWork, readingWith } from "../../../support/live-work.ts"
import { passportZone } from "../../../support/passport-zone.ts"

const mrz = { format: "TD3", lines: passportZone(), repair: null, confidence: 0.99, ambiguous: false } as const
const work = liveWork(Layer.succeed(IdentityDocumentReader)({ read: () => Effect.succeed(readingWith({ mrz })) }))
afterAll(() => work.stop())

/** The types of checks that stand once a session whose checks all passed is submitted with these steps asked for again. */
const kept = async (...asked_again: ReadonlyArray<"document" | "selfie">) => {
  const steps = { required_steps: ["document", "selfie"], completed_steps: ["document", "selfie"] } as const
  const uploads = [{ kind: "identity", document_type: "passport" }, { kind: "selfie" }] as const
  const { id } = await work.submitted(uploads, { ...steps, identity_policy: { required_assurance: "consistency" } })
  await work.work("documents.read", runChecksJob)
  const session = await work.sessionOf(id)
  const before = { ...session, asked_again }
  return new Set(await work.run(keepChecks(before, { ...session, run: session.run + 1 })))
}

test("the face of a selfie that is asked for again is looked for among those of other sessions again", async () => {
  const types = await kept("selfie")
  expect([types.has("document_extraction"), types.has("document_authenticity"), types.has("age")]).toEqual([true, true, true])
  expect([types.has("duplicate"), types.has("face_match"), types.has("liveness")]).toEqual([false, false, false])
})

test("a document that is asked for again leaves no check standing that it was compared in", async () => {
  const types = await kept("document")
  for (const type of ["document_extraction", "document_authenticity", "age", "duplicate", "face_match"] as const)
    expect([type, types.has(type)]).toEqual([type, false])
})
