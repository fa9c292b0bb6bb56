import { expect, test } from "bun:test"
import { DocumentUnreadable } from "@vouchkit/core/verification/document-reading"
import { IdentityDocumentReader } from "@vouchkit/core/verification/identity-documents/reading"
import { Effect, Layer } from "effect"
import { liveWork, readingWith } from "../../../support/live-work.ts"

/** The first file that is submitted cannot be read, any later one is a passport. */
const firstUnreadable = Layer.succeed(IdentityDocumentReader)({
  read: ({ bytes }) =>
    bytes.at(-1) === 0 ? Effect.fail(new DocumentUnreadable({ code: "unreadable", retryable: true })) : Effect.succeed(readingWith())
})
const passport = { kind: "identity", document_type: "passport", side: "front" } as const

const extractionOf = async (files: number) => {
  const work = liveWork(firstUnreadable)
  try {
    const { id } = await work.submitted(
      Array.from({ length: files }, () => passport),
      { required_steps: ["document"] }
    )
    await work.work("sessions.run_checks")
    const checks = await work.checksOf(id)
    return checks.find(({ type }) => type === "document_extraction")
  } finally {
    await work.stop()
  }
}

test("a file that could not be read gives way to one that came in its place in the same attempt", async () => {
  const extraction = await extractionOf(2)
  expect(extraction?.reasons.map(({ code }) => code)).not.toContain("document_unreadable")
  expect(extraction?.input_document_ids.length).toBe(1)
})

test("a file that could not be read fails the check where nothing came in its place", async () => {
  const extraction = await extractionOf(1)
  expect(extraction?.outcome).toBe("failed")
  expect(extraction?.reasons.map(({ code }) => code)).toContain("document_unreadable")
})
