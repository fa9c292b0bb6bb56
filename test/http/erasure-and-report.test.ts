import { afterAll, describe, expect, test } from "bun:test"
import * as Blobs from "@vouchkit/adapters/blobs/memory"
import * as Crypto from "@vouchkit/adapters/crypto/vault"
import { pagePreviewLayer } from "@vouchkit/adapters/engines/preview/page-preview"
import { reportRendererLayer } from "@vouchkit/adapters/report/pdf-report"
import { checkErasure } from "@vouchkit/core/flows/erasure/check-operations"
import { documents } from "@vouchkit/core/resources/documents/operations"
import { documentPreview } from "@vouchkit/core/resources/documents/preview-operations"
import { documentErasure } from "@vouchkit/core/flows/erasure/document-operations"
import { receiptHolds } from "@vouchkit/core/resources/erasure/receipt"
import { Tenant } from "@vouchkit/core/kernel/access/caller"
import type { AnyOperation } from "@vouchkit/core/kernel/operation/operation"
import { sessionReport } from "@vouchkit/core/flows/report/operations"
import { sessionResults } from "@vouchkit/core/flows/sessions/results"
import { makeApp } from "@vouchkit/http/app"
import { Effect, Layer } from "effect"
import sharp from "sharp"
import { aForm, startService } from "../support/service.ts"
import { storeEvidence } from "../support/stored-evidence.ts"
import { acmeSandbox } from "../support/tenants.ts"

const crypto = Crypto.layer(new Uint8Array(32).fill(7))
const engines = Layer.mergeAll(pagePreviewLayer(), reportRendererLayer(), Layer.provide(Blobs.layer, crypto))

for (const storage of ["memory", "postgres"] as const) {
  describe(`over ${storage}`, async () => {
    const service = await startService(storage, { beside: engines })
    afterAll(() => service.stop())
    const context = await service.runtime.context()
    const app = makeApp({
      operations: [documents, documentPreview, documentErasure, checkErasure, sessionReport, sessionResults].flatMap((record) =>
        Object.values<AnyOperation>(record)
      ),
      auxiliary_routes: [],
      context,
      public_url: "http://localhost:3000",
      trusted_proxies: [],
      quota_off: true
    })
    const key = await service.key()
    const call = async (
      method: string,
      path: string,
      { body, headers = {}, key: given = key }: { body?: unknown; headers?: object; key?: string } = {}
    ) =>
      app.handle(
        new Request(`http://localhost:3000/api/v1${path}`, {
          method,
          headers: { "X-API-Key": given, ...(body === undefined ? {} : { "Content-Type": "application/json" }), ...headers },
          ...(body instanceof FormData ? { body } : body === undefined ? {} : { body: JSON.stringify(body) })
        })
      )
    const json = async (response: Response): Promise<any> => response.json()
    const evidence = () =>
      service.runtime.runPromise(storeEvidence().pipe(Effect.provideService(Tenant, acmeSandbox)) as Effect.Effect<any>)
    const upload = async () => {
      const picture = await sharp({ create: { width: 300, height: 200, channels: 3, background: "#00ff00" } })
        .png()
        .toBuffer()
      const form = aForm({ kind: "proof_of_address" }, new Uint8Array(picture))
      const response = await app.handle(
        new Request("http://localhost:3000/api/v1/documents", { method: "POST", headers: { "X-API-Key": key }, body: form })
      )
      return (await json(response)).id as string
    }

    test("a preview is a PNG that nobody stores or guesses the type of, and runs in no context", async () => {
      const id = await upload()
      const response = await call("GET", `/documents/${id}/preview?width=100`)
      expect(response.status).toBe(200)
      expect(Object.fromEntries(response.headers)).toMatchObject({
        "content-type": "image/png",
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
        "content-security-policy": "sandbox; default-src 'none'"
      })
      expect(response.headers.get("content-disposition")).toContain(`filename="${id}-1.png"`)
      expect(await sharp(await response.arrayBuffer()).metadata()).toMatchObject({ format: "png", width: 100, height: 67 })
    })

    test("a page or width outside of its bounds is 422, an erased document 404, a key that may not see results 403", async () => {
      const id = await upload()
      for (const query of ["page=2", "page=0", "page=21", "page=x", "width=63", "width=1601", "width=1e9", "zoom=2"]) {
        const response = await call("GET", `/documents/${id}/preview?${query}`)
        expect([query, response.status, (await json(response)).error]).toEqual([query, 422, "validation_error"])
      }
      expect((await call("GET", `/documents/${id}/preview`, { key: await service.key(["documents:read"]) })).status).toBe(403)
      expect((await call("DELETE", `/documents/${id}?reason=gdpr_article_17`)).status).toBe(200)
      expect((await call("GET", `/documents/${id}/preview`)).status).toBe(404)
      expect((await call("GET", `/documents/${id}/download`)).status).toBe(404)
    })

    test("erasing a document answers a receipt that holds, the same each time, in any casing of the answer", async () => {
      const { check, document, session } = await evidence()
      const first = await json(await call("DELETE", `/documents/${document.id}`))
      expect(first).toMatchObject({ id: document.id, status: "redacted", receipt: { counts: { documents: 1, files: 1, checks: 1 } } })
      expect(receiptHolds(first.receipt, first.receipt.public_key)).toBe(true)
      expect(await json(await call("DELETE", `/documents/${document.id}`))).toEqual(first)
      const camel = await json(await call("DELETE", `/documents/${document.id}`, { headers: { "Key-Inflection": "camel" } }))
      expect(camel.receipt).toMatchObject({ publicKey: first.receipt.public_key, counts: first.receipt.counts })
      const { data } = await json(await call("GET", `/sessions/${session.id}/checks`))
      expect(data).toMatchObject([{ id: check.id, details: null, redacted_at: first.redacted_at }])
    })

    test("a check is erased with and without a body, and once under one idempotency key", async () => {
      const { check } = await evidence()
      const headers = { "Idempotency-Key": `erase-${check.id}` }
      const first = await call("POST", `/checks/${check.id}/redact`, { body: { reason: "ticket 12" }, headers })
      expect(first.status).toBe(200)
      const answer = await json(first)
      const again = await call("POST", `/checks/${check.id}/redact`, { body: { reason: "ticket 12" }, headers })
      expect(await json(again)).toEqual(answer)
      expect(await json(await call("POST", `/checks/${check.id}/redact`))).toEqual(answer)
      expect((await call("POST", `/checks/${check.id}/redact`, { body: { reason: "a\nb" } })).status).toBe(422)
      expect((await call("POST", "/checks/chk_00000000000000000000000009/redact")).status).toBe(404)
    })

    test("the report of a session is a PDF for those who may read results", async () => {
      const { session } = await evidence()
      const response = await call("GET", `/sessions/${session.id}/report`)
      expect(response.status).toBe(200)
      expect(response.headers.get("content-type")).toBe("application/pdf")
      expect(response.headers.get("content-disposition")).toBe(`attachment; filename="verification-report-${session.id}.pdf"`)
      expect(
        Buffer.from(await response.arrayBuffer())
          .subarray(0, 5)
          .toString()
      ).toBe("%PDF-")
      const report = (pictures: string) => call("GET", `/sessions/${session.id}/report?pictures=${pictures}`)
      expect([(await report("true")).status, (await report("false")).status, (await report("some")).status]).toEqual([200, 200, 422])
      expect(
        (await call("GET", `/sessions/${session.id}/report`, { key: await service.key(["sessions:read", "documents:read"]) })).status
      ).toBe(403)
      expect(
        (await call("GET", `/sessions/${session.id}/report`, { key: await service.key("all", { organization: "org_other" }) })).status
      ).toBe(404)
    })
  })
}
