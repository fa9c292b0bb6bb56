import { afterEach, expect, test } from "bun:test"
import * as Blobs from "@vouchkit/adapters/blobs/memory"
import * as Crypto from "@vouchkit/adapters/crypto/vault"
import { auditLog, documents } from "@vouchkit/core"
import { CheckStore } from "@vouchkit/core/resources/checks/model"
import { BlobStore } from "@vouchkit/core/resources/documents/blobs"
import { DocumentStore } from "@vouchkit/core/resources/documents/model"
import { documentErasure } from "@vouchkit/core/flows/erasure/document-operations"
import { jobs } from "@vouchkit/core/resources/documents/erase-file"
import { receiptHolds } from "@vouchkit/core/resources/erasure/receipt"
import { localFaceModel } from "@vouchkit/core/verification/faces/bands"
import { FaceIndex } from "@vouchkit/core/verification/faces/face-index"
import { Caller, Tenant } from "@vouchkit/core/kernel/access/caller"
import { JobQueue } from "@vouchkit/core/kernel/jobs/job"
import { SessionStore } from "@vouchkit/core/resources/sessions/model"
import { Effect, Layer } from "effect"
import { aCore, callerOf, start } from "../../../support/operations.ts"
import { personalText, storeEvidence } from "../../../support/stored-evidence.ts"
import { aCheck } from "../../../support/report-records.ts"
import { acmeSandbox } from "../../../support/tenants.ts"

const { redact } = documentErasure
const [eraseFile] = jobs
const aCoreWithFiles = () => aCore(Layer.provide(Blobs.layer, Crypto.layer(new Uint8Array(32).fill(7))))
let core = await aCoreWithFiles()
afterEach(async () => {
  await core.dispose()
  core = await aCoreWithFiles()
})
const asTenant = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  core.run(effect.pipe(Effect.provideService(Tenant, acmeSandbox), Effect.provideService(Caller, callerOf())))
const stored = (given?: Parameters<typeof storeEvidence>[0]) => asTenant(storeEvidence(given))
const documentOf = (id: string) => asTenant(Effect.flatMap(DocumentStore, (store) => store.find(id)))
const checkOf = (id: string) => asTenant(Effect.flatMap(CheckStore, (store) => store.find(id)))
const fileOf = (name: string | null) => asTenant(Effect.flatMap(BlobStore, (store) => store.get(name ?? "")))
const waiting = (name: string) =>
  asTenant(
    Effect.gen(function* () {
      const queue = yield* JobQueue
      const claimed = yield* queue.claim({ limits: { [name]: 100 }, lease_seconds: 60, now: "9999-01-01T00:00:00.000Z" })
      for (const one of claimed) yield* queue.complete(one)
      return claimed.map(({ payload }) => payload as any)
    })
  )
const eraseFiles = async () => {
  const payloads = await waiting(eraseFile.name)
  for (const payload of payloads) await asTenant(eraseFile.handle(payload, { id: "job", attempt: 1 }))
  return payloads.length
}

test("an erased document leaves nothing of the person in its record, its checks, events or audit entry, and its file is gone", async () => {
  const { check, document } = await stored()
  await core.events()
  expect(JSON.stringify([await documentOf(document.id), await checkOf(check.id)])).toMatch(personalText)

  const { output } = await core.ask(redact, { document_id: document.id, reason: "gdpr_article_17" })
  expect(output).toMatchObject({ id: document.id, status: "redacted", redacted_at: start })
  const left = [await documentOf(document.id), await checkOf(check.id)]
  expect(JSON.stringify(left)).not.toMatch(personalText)
  expect(left[0]).toMatchObject({
    extraction: null,
    forensics: null,
    perceptual_hash: null,
    file_facts: null,
    blob: null,
    redacted_at: start
  })

  const events = await core.events()
  expect(events.map(({ type }) => type)).toEqual(["check.redacted", "document.redacted"])
  expect(events[1].data).toMatchObject({ id: document.id, status: "redacted" })
  expect(JSON.stringify(events)).not.toMatch(personalText)
  const [entry] = (await core.ask(auditLog.list, { action: "documents.redact" })).output.data
  expect(entry).toMatchObject({ target: { type: "document", id: document.id }, changes: [], reason: "gdpr_article_17" })
  expect(JSON.stringify(entry)).not.toMatch(personalText)

  expect(await fileOf(document.blob)).toBeDefined()
  expect(await eraseFiles()).toBe(1)
  expect(await fileOf(document.blob)).toBeUndefined()
})

test("what stays is the evidence: kind, type, times, the hash of the content, and of its checks outcome, codes and scores", async () => {
  const { check, document } = await stored()
  await core.ask(redact, { document_id: document.id })
  const { created_at, kind, page_count, poa_document_type, sha256, size_bytes } = document
  expect(await documentOf(document.id)).toMatchObject({ created_at, kind, page_count, poa_document_type, sha256, size_bytes })
  expect(await checkOf(check.id)).toMatchObject({
    outcome: "review",
    score: check.score,
    details: null,
    reasons: [{ code: "name_mismatch", severity: "review", message: "[erased]" }],
    overridden: { from: "review", to: "passed", reason: "[erased]" },
    retryable: false
  })
  expect((await core.ask(documents.get, { document_id: document.id })).output).toMatchObject({ status: "redacted", extracted: null })
  expect((await core.refusal(documents.download, { document_id: document.id })).code).toBe("not_found")
  expect((await core.ask(documents.list, {})).output.data.map(({ id }) => id)).not.toContain(document.id)
})

test("checks that rest on other documents keep what they found", async () => {
  const { document, session } = await stored()
  const other = aCheck(77, { session_id: session.id, environment: "sandbox", details: { cross_reference: { kept: 1 } } as any })
  await asTenant(Effect.flatMap(CheckStore, (store) => store.insert(other)))
  const { output } = await core.ask(redact, { document_id: document.id })
  expect(output.receipt?.counts).toEqual({ documents: 1, files: 1, checks: 1 })
  expect(await checkOf(other.id)).toEqual(other)
})

test("erasing again changes nothing, announces nothing and answers the same receipt", async () => {
  const { document } = await stored()
  const first = (await core.ask(redact, { document_id: document.id })).output
  const before = await documentOf(document.id)
  await core.events()
  await eraseFiles()
  await core.setTime("2026-03-02T12:00:00.000Z")
  expect((await core.ask(redact, { document_id: document.id })).output).toEqual(first)
  await core.setTime(start)
  expect(await documentOf(document.id)).toEqual(before)
  expect(await core.events()).toEqual([])
  expect(await waiting(eraseFile.name)).toEqual([])
  expect(first.receipt !== null && receiptHolds(first.receipt, first.receipt.public_key)).toBe(true)
})

test("a file that another document holds stays until the last of them is erased", async () => {
  const file = new TextEncoder().encode("%PDF-1.4 the same bill")
  const [one, other] = [await stored({ file }), await stored({ file })]
  expect((await core.ask(redact, { document_id: one.document.id })).output.receipt?.counts.files).toBe(0)
  await eraseFiles()
  expect(await fileOf(other.document.blob)).toEqual(file)
  expect((await core.ask(redact, { document_id: other.document.id })).output.receipt?.counts.files).toBe(1)
  await eraseFiles()
  expect(await fileOf(other.document.blob)).toBeUndefined()
})

test("two documents of one content that are erased before any file is, leave no file", async () => {
  const file = new TextEncoder().encode("%PDF-1.4 once more")
  const [one, other] = [await stored({ file }), await stored({ file })]
  await core.ask(redact, { document_id: one.document.id })
  await core.ask(redact, { document_id: other.document.id })
  expect(await eraseFiles()).toBe(2)
  expect(await fileOf(other.document.blob)).toBeUndefined()
})

test("checks that are running when their document is erased are run anew without it", async () => {
  const { document, session } = await stored({ session: { status: "processing", run: 3 } })
  await waiting("sessions.run_checks")
  await core.ask(redact, { document_id: document.id })
  expect(await waiting("sessions.run_checks")).toEqual([{ session_id: session.id, run: 4 }])
  expect(await asTenant(Effect.flatMap(SessionStore, (store) => store.find(session.id)))).toMatchObject({ run: 4, status: "processing" })
})

test("a session that waits for nothing is left as it is", async () => {
  const { document, session } = await stored({ session: { status: "approved", run: 3 } })
  const before = await asTenant(Effect.flatMap(SessionStore, (store) => store.find(session.id)))
  await core.ask(redact, { document_id: document.id })
  expect(await waiting("sessions.run_checks")).toEqual([])
  expect(await asTenant(Effect.flatMap(SessionStore, (store) => store.find(session.id)))).toEqual(before)
})

test("a document outside of any session is erased with the checks that were made of it, and with no others", async () => {
  const { check, document } = await stored({ standalone: true })
  const other = await stored({ standalone: true })
  expect((await core.ask(redact, { document_id: document.id })).output.receipt?.counts).toEqual({ documents: 1, files: 1, checks: 1 })
  expect((await checkOf(check.id))?.details).toBeNull()
  expect((await checkOf(other.check.id))?.details).not.toBeNull()
})

test("a document of another organization or environment, or none, is not found and stays", async () => {
  const { document } = await stored()
  for (const who of [{ organization: "org_other" }, { environment: "live" as const }]) {
    expect((await core.refusal(redact, { document_id: document.id }, who)).code).toBe("not_found")
  }
  expect((await core.refusal(redact, { document_id: `doc_${"0".repeat(26)}` })).code).toBe("not_found")
  expect((await documentOf(document.id))?.status).toBe("processed")
})

test("a key without any of the scopes erases nothing", async () => {
  const { document } = await stored()
  expect((await core.refusal(redact, { document_id: document.id }, { scopes: ["documents:read", "verifications:read"] })).code).toBe(
    "forbidden"
  )
  expect((await documentOf(document.id))?.status).toBe("processed")
})

test("with a selfie its face leaves the index of faces, and with another document it stays", async () => {
  const face = {
    template: { model: localFaceModel, values: Array.from({ length: 128 }, (_, index) => (index === 0 ? 1 : 0)) },
    captures: []
  }
  const enrolled = async (kind: "selfie" | "identity") => {
    const { document } = await stored()
    await asTenant(
      Effect.gen(function* () {
        const store = yield* DocumentStore
        const found = yield* store.find(document.id)
        if (found !== undefined) yield* store.save({ ...found, kind })
        yield* (yield* FaceIndex).add(document.session_id ?? "", face, start)
      })
    )
    return document.id
  }
  const faces = () => asTenant(Effect.flatMap(FaceIndex, ({ count }) => count))
  const before = await faces()
  await core.ask(redact, { document_id: await enrolled("identity") })
  expect(await faces()).toBe(before + 1)
  await core.ask(redact, { document_id: await enrolled("selfie") })
  expect(await faces()).toBe(before + 1)
})
