import * as Blobs from "@vouchkit/adapters/blobs/memory"
import * as Crypto from "@vouchkit/adapters/crypto/vault"
import { addToSession, storeFile } from "@vouchkit/core/resources/documents/upload"
import { readDocument } from "@vouchkit/core/resources/documents/read"
import { UnitOfWork } from "@vouchkit/core/kernel/storage/unit-of-work"
import { SessionStore } from "@vouchkit/core/resources/sessions/model"
import { Caller } from "@vouchkit/core/kernel/access/caller"
import { DocumentReader, DocumentUnreadable } from "@vouchkit/core/verification/document-reading"
import { afterAll, expect, test } from "bun:test"
import { Effect, Layer } from "effect"
import { aCore, callerOf, organization } from "../../../support/operations.ts"
import { smallPdf } from "../../../support/service.ts"
import { aSession } from "../../../support/sessions.ts"
import { as } from "../../../support/tenants.ts"
import { uploadOf } from "../../../support/uploads.ts"

const asked: Array<string | null> = []
const reader = {
  read: ({ country }: { readonly country: string | null }) => {
    asked.push(country)
    return Effect.fail(new DocumentUnreadable({ code: "unreadable", retryable: true }))
  }
}
const core = await aCore(
  Layer.mergeAll(Blobs.layer.pipe(Layer.provide(Crypto.layer(new Uint8Array(32).fill(7)))), Layer.succeed(DocumentReader)(reader))
)
afterAll(() => core.dispose())

const environment = "live"
const countryOf = (overrides: Parameters<typeof aSession>[0], poa_issuing_country?: string) =>
  core.run(
    as({ organization, environment })(
      Effect.gen(function* () {
        const session = aSession({
          environment,
          required_steps: ["proof_of_address"],
          expires_at: "2026-12-01T00:00:00.000Z",
          ...overrides
        })
        yield* (yield* SessionStore).insert(session)
        const file = yield* storeFile({ file: uploadOf(smallPdf) })
        const declared = poa_issuing_country === undefined ? {} : { poa_issuing_country }
        const { transaction } = yield* UnitOfWork
        const document = yield* transaction(addToSession(session, { kind: "proof_of_address", ...declared }, file, "api"))
        yield* readDocument(document.id)
        return asked.at(-1)
      })
    ).pipe(Effect.provideService(Caller, callerOf({ environment })))
  )

test("the engine is asked to read a bill in the languages of the country that the session knows", async () => {
  expect(await countryOf({ expected: { country: "FR" } })).toBe("FR")
  expect(await countryOf({ expected: { country: "FR" } }, "GR")).toBe("GR")
  expect(await countryOf({ expected: {}, contact: { locale: "pt-BR" } })).toBe("BR")
})
