import * as Blobs from "@vouchkit/adapters/blobs/memory"
import * as Crypto from "@vouchkit/adapters/crypto/vault"
import { verify } from "@vouchkit/core/flows/capture/operations"
import { verifySteps } from "@vouchkit/core/flows/capture/step-operations"
import { readDocument } from "@vouchkit/core/resources/documents/read"
import { DocumentReader, DocumentUnreadable } from "@vouchkit/core/verification/document-reading"
import { IdentityDocumentReader } from "@vouchkit/core/verification/identity-documents/reading"
import { Caller } from "@vouchkit/core/kernel/access/caller"
import { execute } from "@vouchkit/core/kernel/operation/execute"
import type { AnyOperation } from "@vouchkit/core/kernel/operation/operation"
import { createLink } from "@vouchkit/core/resources/sessions/links/creation"
import { type StoredSession, SessionStore } from "@vouchkit/core/resources/sessions/model"
import { afterAll, expect, test } from "bun:test"
import { Effect, Layer } from "effect"
import { aCore, callerOf, organization } from "../../../support/operations.ts"
import { aPicture } from "../../../support/capture.ts"
import { smallPdf } from "../../../support/service.ts"
import { aSession } from "../../../support/sessions.ts"
import { as } from "../../../support/tenants.ts"
import { uploadOf } from "../../../support/uploads.ts"

const environment = "live"
const tenant = as({ organization, environment })
const unreadable = { read: () => Effect.fail(new DocumentUnreadable({ code: "unreadable", retryable: true })) }
const core = await aCore(
  Layer.mergeAll(
    Blobs.layer.pipe(Layer.provide(Crypto.layer(new Uint8Array(32).fill(7)))),
    Layer.succeed(DocumentReader)(unreadable),
    Layer.succeed(IdentityDocumentReader)(unreadable)
  )
)
afterAll(() => core.dispose())

const { state, upload } = verify
const { selfie } = verifySteps

/** A session in live, and the one who holds its link; documents that cannot be read. */
const aPersonInLive = async (required_steps: StoredSession["required_steps"]) => {
  const session = aSession({ environment, required_steps, expires_at: "2026-12-01T00:00:00.000Z" })
  await core.run(tenant(Effect.flatMap(SessionStore, (store) => store.insert(session))))
  const { link } = await core.run(tenant(createLink(session, {})))
  const caller: Caller["Service"] = {
    ...callerOf({ environment }),
    actor: { type: "subject", id: link.id },
    credential: { type: "capture", link: link.id, session: session.id, browser: null }
  }
  const ask = async (op: AnyOperation, input: object = {}): Promise<any> =>
    (await core.run(execute(op, { input: Effect.succeed(input) }).pipe(Effect.provideService(Caller, caller)))).output
  return { ask, resume: async () => (await ask(state)).resume_state }
}
const file = (bytes: Uint8Array) => ({ file: uploadOf(bytes) })
const read = (id: string) => core.run(tenant(readDocument(id)).pipe(Effect.provideService(Caller, callerOf({ environment }))))

test("a proof of address that cannot be read leaves the types that were uploaded and its step, and the next one is asked for", async () => {
  const { ask, resume } = await aPersonInLive(["proof_of_address"])
  const document = await ask(upload, { ...file(smallPdf), poa_document_type: "utility_bill" })
  expect(await resume()).toMatchObject({ next_step: null, uploaded_doc_types: ["utility_bill"] })
  await read(document.id)
  expect(await resume()).toMatchObject({ next_step: "proof_of_address", uploaded_doc_types: [] })
  expect((await ask(state)).documents[0]).toMatchObject({ status: "rejected", rejection: { code: "unreadable", retryable: true } })
})

test("a side of an identity document that cannot be read leaves its step, and that side is asked for", async () => {
  const { ask, resume } = await aPersonInLive(["document", "selfie"])
  const sides = { kind: "identity", document_type: "national_id" }
  const front = await ask(upload, { ...file(aPicture(1)), ...sides, side: "front" })
  const back = await ask(upload, { ...file(aPicture(2)), ...sides, side: "back" })
  expect((await resume()).next_step).toBe("selfie")
  await read(front.id)
  expect(await resume()).toMatchObject({ next_step: "document", missing_sides: ["front"] })
  await read(back.id)
  expect(await resume()).toMatchObject({ next_step: "document", missing_sides: [] })
})

test("a picture of the face is kept for its check, whatever it shows", async () => {
  const { ask, resume } = await aPersonInLive(["selfie"])
  const picture = await ask(selfie, file(aPicture(3)))
  expect((await read(picture.id))?.status).toBe("processed")
  expect((await resume()).next_step).toBeNull()
})
