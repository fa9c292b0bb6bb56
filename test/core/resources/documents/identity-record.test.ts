import { afterAll, expect, test } from "bun:test"
import { DocumentStore, present } from "@vouchkit/core/resources/documents/model"
import { documents } from "@vouchkit/core/resources/documents/operations"
import { IdentityDocumentReader } from "@vouchkit/core/verification/identity-documents/reading"
import { Caller } from "@vouchkit/core/kernel/access/caller"
import { execute } from "@vouchkit/core/kernel/operation/execute"
import { Effect, Layer } from "effect"
import { liveWork, readingWith } from "../../../support/live-work.ts"
import { callerOf } from "../../../support/operations.ts"
import { passportLines, passportPrint, printed, zone } from "../../verification/identity-documents/documents.ts"

const lines = passportLines()
const work = liveWork(
  Layer.succeed(IdentityDocumentReader)({
    read: () => Effect.succeed(readingWith({ mrz: zone(lines), lines: printed(passportPrint()) }))
  })
)
afterAll(() => work.stop())

const { get } = documents

test("a read identity document says what it looks like and what its zone is, the zone only to those who may read results", async () => {
  const { id } = await work.submitted([{ kind: "identity" }], { required_steps: ["document"] })
  await work.work("documents.read")
  const where = [{ field: "session_id", op: "eq", value: id }] as const
  const [stored] = await work.run(Effect.flatMap(DocumentStore, (store) => store.list({ where, limit: 1 })))
  if (stored === undefined) throw new Error("the document is not there")
  expect(present(stored).classification).toMatchObject({ type: "passport" })
  // Nobody declared the type and the country: they are those that were read.
  expect(stored).toMatchObject({ document_type: "passport", filled_by_reading: ["document_type", "issuing_country"] })
  expect(stored.issuing_country).toMatch(/^[A-Z]{2}$/u)
  const seen = async (scope: "documents:read" | "verifications:read") => {
    const asked = execute(get, { input: Effect.succeed({ document_id: stored.id }) })
    const caller = callerOf({ environment: "live", scopes: [scope] })
    return ((await work.run(asked.pipe(Effect.provideService(Caller, caller)))) as any).output.mrz
  }
  expect(await seen("verifications:read")).toEqual({ format: "TD3", checksums_valid: true, lines })
  expect(await seen("documents:read")).toBeNull()
})
