import { afterAll, expect, test } from "bun:test"
import { compared, type NamedPerson } from "@vouchkit/core/flows/checks/same-person"
import { runChecksJob } from "@vouchkit/core/resources/workflows/runs/queue"
import type { StoredSession } from "@vouchkit/core/resources/sessions/model"
import { IdentityDocumentReader } from "@vouchkit/core/verification/identity-documents/reading"
import { Effect, Layer } from "effect"
import { liveWork, readingWith } from "../../../support/live-work.ts"
import { passportLines, passportPrint, printed, zone } from "../../verification/identity-documents/documents.ts"

const shown = { surname: "MOREAU" }
const reader = Layer.succeed(IdentityDocumentReader)({
  read: () =>
    Effect.sync(() =>
      readingWith({ mrz: zone(passportLines({ surname: shown.surname })), lines: printed(passportPrint({ surname: shown.surname })) })
    )
})

/** The outcome of the look for duplicates of a document in a session that came after another one with the same number. */
const second = async (first: Partial<StoredSession>, then: Partial<StoredSession>, surname = "MOREAU") => {
  const work = liveWork(reader)
  const submit = async (overrides: Partial<StoredSession>) => {
    const { id } = await work.submitted([{ kind: "identity", document_type: "passport" }], { required_steps: ["document"], ...overrides })
    await work.work("documents.read", runChecksJob)
    const checks = await work.checksOf(id)
    return checks.find(({ type }) => type === "duplicate")
  }
  shown.surname = "MOREAU"
  await submit(first)
  shown.surname = surname
  const found = await submit(then)
  await work.stop()
  return [found?.outcome, found?.reasons.map(({ code }) => code)]
}
afterAll(() => {
  shown.surname = "MOREAU"
})

test("a holder who comes again is the same person, whatever the integrator typed", async () => {
  const typed = { first_name: "Camille", last_name: "Moreau" }
  expect(await second({ expected: typed }, { expected: { first_name: "Kamille", last_name: "Morrow" } })).toEqual(["passed", []])
  expect(await second({ expected: {} }, { expected: {} })).toEqual(["passed", []])
})

test("one number under two names goes to a person though the integrator typed one name for both", async () => {
  const typed = { expected: { first_name: "Camille", last_name: "Moreau" } }
  expect(await second(typed, typed, "FOURNIER")).toEqual(["review", ["duplicate_document"]])
})

test("people are one where names agree and birth dates do not contradict each other, and unknown without a name", () => {
  const person = (surname: string | null, birth: string | null): NamedPerson => ({
    name: surname === null ? null : { given_names: "Camille", surname },
    birth
  })
  const known = person("Moreau", "1990-07-13")
  expect(compared(known, person("MOREAU", "1990-07-13"))).toBe("same")
  expect(compared(known, person("Moreau", "1990"))).toBe("same")
  expect(compared(known, person("Moreau", null))).toBe("same")
  expect(compared(known, person("Moreau", "1991-07-13"))).toBe("someone_else")
  expect(compared(known, person("Fournier", "1990-07-13"))).toBe("someone_else")
  expect(compared(known, person(null, "1990-07-13"))).toBe("unknown")
})
