import { afterAll, beforeEach, expect, test } from "bun:test"
import * as Blobs from "@vouchkit/adapters/blobs/memory"
import * as Crypto from "@vouchkit/adapters/crypto/vault"
import { BlobStore } from "@vouchkit/core/resources/documents/blobs"
import { DocumentStore, type StoredDocument } from "@vouchkit/core/resources/documents/model"
import { PageOutOfRange, PagePreview, PageUndrawable, type PreviewRequest } from "@vouchkit/core/resources/documents/preview"
import { documentPreview } from "@vouchkit/core/resources/documents/preview-operations"
import { EngineUnavailable } from "@vouchkit/core/verification/document-reading"
import { Tenant } from "@vouchkit/core/kernel/access/caller"
import { Effect, Layer } from "effect"
import { aCore } from "../../../support/operations.ts"
import { aDocument } from "../../../support/report-records.ts"
import { acmeSandbox } from "../../../support/tenants.ts"

const { preview } = documentPreview
const drawn: Array<PreviewRequest> = []
type Answer = ReturnType<PagePreview["Service"]["render"]>
const png: Answer = Effect.succeed(new Uint8Array([0x89, 0x50]))
let answer = png
const crypto = Crypto.layer(new Uint8Array(32).fill(7))
const core = await aCore(
  Layer.mergeAll(
    Layer.provide(Blobs.layer, crypto),
    Layer.succeed(PagePreview)({
      render: (request) => {
        drawn.push(request)
        return answer
      }
    })
  )
)
afterAll(() => core.dispose())
beforeEach(() => {
  drawn.length = 0
  answer = png
})

let made = 0
const stored = (overrides: Partial<StoredDocument> = {}) =>
  core.run(
    Effect.gen(function* () {
      made += 1
      const { name, sha256 } = yield* (yield* BlobStore).put(new TextEncoder().encode(`file ${made}`))
      const document = aDocument(made, { environment: "sandbox", blob: name, sha256, ...overrides })
      yield* (yield* DocumentStore).insert(document)
      return document
    }).pipe(Effect.provideService(Tenant, acmeSandbox))
  )

test("a page is drawn from the stored bytes, the first one 800 pixels wide unless told otherwise", async () => {
  const { id } = await stored()
  const file = new TextEncoder().encode(`file ${made}`)
  const { output } = await core.ask(preview, { document_id: id })
  expect(output).toMatchObject({ mime_type: "image/png", filename: `${id}-1.png`, disposition: "inline" })
  await core.ask(preview, { document_id: id, page: 2, width: 64 })
  expect(drawn).toEqual([
    { bytes: file, mime_type: "application/pdf", page: 1, width: 800 },
    { bytes: file, mime_type: "application/pdf", page: 2, width: 64 }
  ])
})

test("a page beyond the last is refused by what is known, and by the engine where nothing is known yet", async () => {
  const read = await stored({ page_count: 2 })
  const known = await core.refusal(preview, { document_id: read.id, page: 3 })
  expect(known).toMatchObject({ code: "validation_error", failure: { problems: [{ loc: ["query", "page"], code: "page_out_of_range" }] } })
  expect(drawn).toEqual([])
  const unread = await stored({ page_count: null, status: "uploaded" })
  answer = Effect.fail(new PageOutOfRange({ page_count: 1 }))
  expect((await core.refusal(preview, { document_id: unread.id, page: 3 })).failure.problems?.[0].message).toContain("which has 1")
})

test("widths and pages outside of their bounds do not decode", async () => {
  const { id } = await stored({ page_count: null })
  for (const query of [{ width: 63 }, { width: 1601 }, { width: 100.5 }, { page: 0 }, { page: 21 }, { page: -1 }]) {
    expect(core.ask(preview, { document_id: id, ...query })).rejects.toThrow()
  }
  for (const query of [{ width: 64 }, { width: 1600 }, { page: 20 }]) await core.ask(preview, { document_id: id, ...query })
  expect(drawn).toHaveLength(3)
})

test("an erased document is not found", async () => {
  const { id } = await stored({ status: "redacted", blob: null })
  expect((await core.refusal(preview, { document_id: id })).code).toBe("not_found")
})

test("a simulated document says that it never had a file, and one whose file is gone that it is gone", async () => {
  const simulated = await stored({ blob: null, simulated: true })
  const lost = await stored({ blob: "0".repeat(64) })
  const [one, other] = [await core.refusal(preview, { document_id: simulated.id }), await core.refusal(preview, { document_id: lost.id })]
  expect([one.code, other.code]).toEqual(["document_not_available", "document_not_available"])
  expect(one.failure.message).toContain("simulated")
  expect(other.failure.message).toContain("no longer")
})

test("a file that cannot be drawn is a conflict, and a queue that is full passes", async () => {
  const { id } = await stored()
  const failures: ReadonlyArray<readonly [Answer, string]> = [
    [Effect.fail(new PageUndrawable({ code: "unreadable" })), "document_not_available"],
    [Effect.fail(new PageUndrawable({ code: "encrypted" })), "document_not_available"],
    [Effect.fail(new EngineUnavailable({ reason: "timeout" })), "document_not_available"],
    [Effect.fail(new EngineUnavailable({ reason: "crashed" })), "document_not_available"],
    [Effect.fail(new EngineUnavailable({ reason: "overloaded" })), "unavailable"]
  ]
  for (const [given, code] of failures) {
    answer = given
    expect((await core.refusal(preview, { document_id: id })).code).toBe(code)
  }
})

test("what may see results may see a page, and nobody else, nor another organization or environment", async () => {
  const { id } = await stored()
  await core.ask(preview, { document_id: id }, { scopes: ["verifications:read"] })
  expect((await core.refusal(preview, { document_id: id }, { scopes: ["documents:read", "documents:write"] })).code).toBe("forbidden")
  for (const who of [{ organization: "org_other" }, { environment: "live" as const }]) {
    expect((await core.refusal(preview, { document_id: id }, who)).code).toBe("not_found")
  }
})
