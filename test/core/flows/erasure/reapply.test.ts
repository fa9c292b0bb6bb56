import { afterAll, describe, expect, test } from "bun:test"
import * as Receipts from "@vouchkit/adapters/receipt-log/memory"
import { reapplyErasures } from "@vouchkit/core/flows/erasure/reapply"
import { provisionHold } from "@vouchkit/core/flows/erasure/set-hold"
import { UnitOfWork } from "@vouchkit/core/kernel/storage/unit-of-work"
import { FaceIndex } from "@vouchkit/core/verification/faces/face-index"
import { ReceiptLog } from "@vouchkit/core/resources/erasure/receipt-log"
import { type Counts, issueReceipt } from "@vouchkit/core/resources/erasure/receipt"
import { SessionStore } from "@vouchkit/core/resources/sessions/model"
import { Effect } from "effect"
import { templateAt } from "../../../support/faces.ts"
import { aForm, smallPdf, startService, succeeding } from "../../../support/service.ts"
import { acmeSandbox, as } from "../../../support/tenants.ts"

type Scope = Parameters<typeof issueReceipt>[0]["scope"]

for (const storage of ["memory", "postgres"] as const) {
  describe(`a database that does not know of erasures, in ${storage}`, async () => {
    const service = await startService(storage, { beside: Receipts.layer })
    afterAll(() => service.stop())
    const key = await service.key()
    let moment = 0
    const run = <A>(effect: Effect.Effect<A, any, any>): Promise<A> => service.runtime.runPromise(effect as Effect.Effect<A>)
    const here = <A>(effect: Effect.Effect<A, any, any>) =>
      run(as(acmeSandbox)(Effect.flatMap(UnitOfWork, ({ transaction }) => transaction(effect))))
    const ok = succeeding(service, key)
    /** Puts an erasure into the log that this database has not seen, as after a restore. */
    const logged = async (scope: Scope, counts: Counts, more: { readonly keeps_sessions?: boolean; readonly change?: object } = {}) => {
      moment += 1
      const at = new Date(Date.UTC(2026, 2, 1) + moment).toISOString()
      const receipt = await here(issueReceipt({ scope, counts, at }))
      const entry = { receipt: { ...receipt, ...more.change }, keeps_sessions: more.keeps_sessions ?? false }
      await run(Effect.flatMap(ReceiptLog, (log) => log.append(entry)))
    }
    const reapplied = async () => (await run(reapplyErasures())) as { readonly counts: any; readonly waiting: ReadonlyArray<string> }
    const aSession = async () => {
      const session = await ok("POST", "/sessions", { expected: { last_name: "Lovelace" } })
      const raw = aForm({ kind: "proof_of_address" }, new Uint8Array([...smallPdf, ...new TextEncoder().encode(`% ${session.id}\n`)]))
      const document = (await service.call("POST", `/sessions/${session.id}/documents`, { key, raw })).body
      const face = { template: templateAt(0.9), captures: [] }
      await here(Effect.flatMap(FaceIndex, (index) => index.add(session.id, face, session.created_at)))
      return { id: session.id as string, document_id: document.id as string }
    }

    test("erases again what the log names, once", async () => {
      const { counts: before } = await reapplied()
      const [erased, kept] = [await aSession(), await aSession()]
      await logged({ type: "session", id: erased.id }, { sessions: 1, documents: 1 })
      await logged({ type: "session", id: "ses_01jgfjjz00e8r4v2m9k3txqwpn" }, { sessions: 1 })
      const known = before.known + before.erased
      const { held, invalid } = before
      expect((await reapplied()).counts).toMatchObject({ erased: 1, known: known + 1, held, invalid })
      expect((await ok("GET", `/sessions/${erased.id}`)).redacted_at).not.toBe(null)
      expect((await ok("GET", `/sessions/${kept.id}`)).redacted_at).toBe(null)
      expect((await reapplied()).counts).toMatchObject({ erased: 0, known: known + 2, held, invalid })
    })

    test("takes a part alone where a policy took no more: the record stands on", async () => {
      const session = await aSession()
      await logged({ type: "document", id: session.document_id }, { files: 1 })
      await logged({ type: "session", id: session.id }, { face_templates: 1 })
      const faces = () => here(Effect.flatMap(FaceIndex, (index) => index.of(session.id)))
      expect(await faces()).toHaveLength(1)
      await reapplied()
      expect(await faces()).toEqual([])
      expect((await ok("GET", `/sessions/${session.id}`)).redacted_at).toBe(null)
      const document = await ok("GET", `/documents/${session.document_id}`)
      expect([document.status === "redacted", document.file_removed_at === null]).toEqual([false, false])
      expect((await service.call("GET", `/documents/${session.document_id}/download`, { key })).status).not.toBe(200)
    })

    test("erases documents, checks, identities and subjects by their own receipts, and keeps the sessions of an identity that kept them", async () => {
      const session = await aSession()
      const identity = await ok("POST", "/identities", { first_name: "Ada", last_name: "Lovelace" })
      const joined = await ok("POST", "/sessions", { identity_id: identity.id })
      const subject = await ok("POST", "/screening-subjects", { entity_type: "person", name: "Ada Lovelace" })
      const { session_id } = await ok("POST", "/cases/demo")
      const [check] = (await ok("GET", `/sessions/${session_id}/checks`)).data
      await logged({ type: "document", id: session.document_id }, { documents: 1, files: 1 })
      await logged({ type: "screening_subject", id: subject.id }, { screening_subjects: 1 })
      await logged({ type: "check", id: check.id }, { checks: 1 })
      await logged({ type: "identity", id: identity.id }, { identities: 1 }, { keeps_sessions: true })
      expect((await reapplied()).counts.erased).toBe(4)
      expect((await ok("GET", `/screening-subjects/${subject.id}`)).name).toBe(null)
      expect((await ok("GET", `/checks/${check.id}`)).redacted_at).not.toBe(null)
      expect((await ok("GET", `/documents/${session.document_id}`)).status).toBe("redacted")
      expect((await ok("GET", `/identities/${identity.id}`)).redacted_at).not.toBe(null)
      expect((await ok("GET", `/sessions/${joined.id}`)).redacted_at).toBe(null)
    })

    test("leaves what is held or has its checks run, names it, and takes nothing that the organization did not sign", async () => {
      const [held, processing, forged] = [await aSession(), await aSession(), await aSession()]
      await run(provisionHold({ organization: "org_acme", environment: "sandbox" }, held.id, { held: true, reason: "Case 17" }))
      await here(
        Effect.flatMap(SessionStore, (store) =>
          Effect.flatMap(store.lock(processing.id), (found) => store.save({ ...(found as any), status: "processing" }))
        )
      )
      for (const { id } of [held, processing]) await logged({ type: "session", id }, { sessions: 1 })
      await logged({ type: "session", id: held.id }, { sessions: 1, cases: 1 }, { change: { scope: { type: "session", id: forged.id } } })
      const { counts, waiting } = await reapplied()
      expect(counts).toMatchObject({ erased: 0, held: 1, processing: 1, invalid: 1 })
      expect([...waiting].toSorted()).toEqual([held.id, processing.id].toSorted())
      expect((await ok("GET", `/sessions/${forged.id}`)).redacted_at).toBe(null)
    })
  })
}
