import { afterAll, describe, expect, test } from "bun:test"
import { AuditLog } from "@vouchkit/core/kernel/audit/log"
import { receiptHolds } from "@vouchkit/core/resources/erasure/receipt"
import { JobQueue } from "@vouchkit/core/kernel/jobs/job"
import { SessionStore } from "@vouchkit/core/resources/sessions/model"
import { Tenant } from "@vouchkit/core/kernel/access/caller"
import { Effect } from "effect"
import { runJobs } from "../../support/service-jobs.ts"
import { aForm, smallPdf, startService, succeeding } from "../../support/service.ts"
import { acmeSandbox } from "../../support/tenants.ts"

/** Everything personal that a session is given here has this in it. */
const canary = "Quillfeather"

for (const storage of ["memory", "postgres"] as const) {
  describe(`erasing a session in ${storage}`, async () => {
    const service = await startService(storage)
    afterAll(() => service.stop())
    const key = await service.key()
    const ok = succeeding(service, key)
    let files = 0
    const created = async () => {
      files += 1
      const session = await ok("POST", "/sessions", {
        external_reference: `${canary}-${files}`,
        expected: { first_name: "Orla", last_name: canary },
        contact: { email: `${canary}${files}@example.com` },
        tags: [`tag ${canary}`],
        metadata: { note: canary }
      })
      const raw = aForm({ kind: "proof_of_address" }, new Uint8Array([...smallPdf, ...new TextEncoder().encode(`% ${files}\n`)]))
      const document = (await service.call("POST", `/sessions/${session.id}/documents`, { key, raw })).body
      return { session, document, token: (session.verification_url as string).split("/").at(-1) ?? "" }
    }
    const erase = (id: string, query = "") => service.call("DELETE", `/sessions/${id}/data${query}`, { key })
    const run = <A>(effect: Effect.Effect<A, any, any>): Promise<A> =>
      service.runtime.runPromise(Effect.provideService(effect, Tenant, acmeSandbox) as Effect.Effect<A>)
    const stored = (id: string) => run(Effect.flatMap(SessionStore, (store) => store.find(id)))
    const moveTo = (id: string, status: "awaiting_external_decision" | "in_review") =>
      run(
        Effect.gen(function* () {
          const store = yield* SessionStore
          const session = yield* store.find(id)
          if (session !== undefined) yield* store.save({ ...session, status })
        })
      )

    test("leaves a tombstone, a receipt that holds, and no file", async () => {
      const { document, session } = await created()
      const { body, status } = await erase(session.id, "?reason=gdpr_article_17")
      expect([status, body.redacted, body.redaction.status]).toEqual([200, true, "processing"])
      expect(body.receipt.counts).toMatchObject({ sessions: 1, documents: 1, files: 1, links: 1 })
      expect(receiptHolds(body.receipt, body.receipt.public_key)).toBe(true)
      const shown = await ok("GET", `/sessions/${session.id}`)
      expect(shown).toMatchObject({
        id: session.id,
        status: "in_progress",
        tags: [],
        metadata: {},
        external_reference: null,
        expected: {},
        contact: {},
        redacted_at: body.redacted_at
      })
      expect(JSON.stringify(await stored(session.id))).not.toContain(canary)
      expect((await ok("GET", `/documents/${document.id}`)).status).toBe("redacted")
      await runJobs(service, "erasure.remove_session_files")
      expect((await ok("GET", `/sessions/${session.id}`)).redaction).toEqual({ status: "redacted", requested_at: body.redacted_at })
      const again = await erase(session.id)
      expect([again.status, again.body.receipt, again.body.redaction.status]).toEqual([200, body.receipt, "redacted"])
    })

    test("refuses every change of it afterwards, also to whoever holds its link", async () => {
      const { document, session, token } = await created()
      await moveTo(session.id, "in_review")
      const { id } = await ok("POST", "/cases", { session_id: session.id })
      await ok("POST", `/cases/${id}/notes`, { body: `Ask ${canary} again` })
      expect((await erase(session.id)).status).toBe(200)
      const attempts: ReadonlyArray<readonly [string, string, unknown?]> = [
        ["PATCH", `/sessions/${session.id}`, { tags: ["again"] }],
        ["POST", `/sessions/${session.id}/add-tag`, { tag: "again" }],
        ["POST", `/sessions/${session.id}/submit`],
        ["POST", `/sessions/${session.id}/expire`],
        ["POST", `/sessions/${session.id}/links`, {}],
        ["POST", `/cases/${id}/notes`, { body: "again" }],
        ["GET", `/verify/${token}`]
      ]
      for (const [method, path, body] of attempts) {
        const answer = await service.call(method, path, { key, ...(body === undefined ? {} : { body }) })
        expect([path, answer.status, answer.body.error]).toEqual([path, 409, "session_redacted"])
      }
      const upload = await service.call("POST", `/verify/${token}/documents`, { raw: aForm({ kind: "proof_of_address" }) })
      expect([upload.status, upload.body.error]).toEqual([409, "session_redacted"])
      const notes = await ok("GET", `/cases/${id}/notes`)
      expect(JSON.stringify([await ok("GET", `/cases/${id}`), notes])).not.toContain(canary)
      expect((await service.call("GET", `/documents/${document.id}/content`, { key })).status).toBe(404)
    })

    test("counts in a dry run what it would erase, and changes nothing", async () => {
      const { session } = await created()
      const before = await stored(session.id)
      const tried = (await erase(session.id, "?dry_run=true")).body
      expect(tried).toMatchObject({ redacted: false, receipt: null, counts: { sessions: 1, documents: 1, files: 1 } })
      expect(await stored(session.id)).toEqual(before)
      expect((await erase(session.id)).body.counts).toEqual(tried.counts)
    })

    test("waits for what is under way", async () => {
      const { session } = await created()
      await moveTo(session.id, "awaiting_external_decision")
      const refused = await erase(session.id)
      expect([refused.status, refused.body.error]).toEqual([409, "invalid_state_transition"])
      expect(refused.body.detail).toContain("Expire it first")
      await ok("POST", `/sessions/${session.id}/expire`)
      expect((await erase(session.id)).status).toBe(200)
    })

    test("leaves no event, job or stored answer that tells of the person", async () => {
      await ok("POST", "/webhooks/endpoints", { url: "https://hooks.acme-example.com/in" })
      const { session } = await created()
      const headers = { "Idempotency-Key": `tag-${storage}` }
      await service.call("POST", `/sessions/${session.id}/add-tag`, { key, body: { tag: canary }, headers })
      await runJobs(service, "webhooks.dispatch")
      await ok("POST", `/sessions/${session.id}/add-tag`, { tag: `${canary} later` })
      await erase(session.id)
      const waiting = await service.runtime.runPromise(
        Effect.flatMap(JobQueue, (queue) =>
          queue.claim({ limits: { "webhooks.dispatch": 1_000 }, lease_seconds: 1, now: "9999-01-01T00:00:00.000Z" })
        ) as Effect.Effect<any>
      )
      expect(JSON.stringify(waiting)).not.toContain(canary)
      expect(waiting.map(({ payload }: any) => payload.type)).toEqual(["session.redacted"])
      const replayed = await service.call("POST", `/sessions/${session.id}/add-tag`, { key, body: { tag: canary }, headers })
      expect([replayed.status, replayed.body.error]).toEqual([409, "session_redacted"])
    })

    test("forgets from where its links were used, and on what its runs decided", async () => {
      const { session, token } = await created()
      await ok("POST", `/sessions/${session.id}/simulate`, { actions: [{ type: "submit" }] })
      await runJobs(service, "sessions.run_checks")
      const headers = { "User-Agent": `Telephone of ${canary}` }
      await service.call("POST", `/verify/${token}/start`, { headers })
      const bySubjects = () =>
        run(Effect.flatMap(AuditLog, (log) => log.list({ limit: 1_000 }))).then((entries) =>
          entries.filter(({ actor }) => actor.type === "subject" && actor.user_agent?.includes(canary) === true)
        )
      expect((await bySubjects()).length).toBeGreaterThan(0)
      const [before] = (await ok("GET", `/workflow-runs?session_id=${session.id}`)).data
      expect((await ok("GET", `/workflow-runs/${before.id}`)).decisions.length).toBeGreaterThan(0)
      expect((await erase(session.id)).status).toBe(200)
      expect(await bySubjects()).toEqual([])
      const after = await ok("GET", `/workflow-runs/${before.id}`)
      expect(after.decisions).toEqual([])
      expect(after.nodes.length).toBeGreaterThan(0)
    })

    test("takes many at once, in their order, each by itself", async () => {
      const [one, other] = [await created(), await created()]
      const body = { session_ids: [other.session.id, "ses_unknown", one.session.id, other.session.id], reason: "gdpr_article_17" }
      const tried = await ok("POST", "/sessions/bulk-redact", { ...body, dry_run: true })
      expect([tried.dry_run, tried.results[0].status]).toEqual([true, "redacted"])
      expect((await ok("GET", `/sessions/${other.session.id}`)).redacted_at).toBe(null)
      const first = await ok("POST", "/sessions/bulk-redact", body)
      expect(first.dry_run).toBe(false)
      expect(first.results.map(({ code, id, status }: any) => [id, status, code])).toEqual([
        [other.session.id, "redacted", null],
        ["ses_unknown", "not_found", null],
        [one.session.id, "redacted", null],
        [other.session.id, "skipped", "session_redacted"]
      ])
      const entries = (await ok("GET", `/events?target_id=${one.session.id}&action=sessions.redact`)).data
      expect(entries).toMatchObject([{ action: "sessions.redact", reason: "gdpr_article_17" }])
      const again = await ok("POST", "/sessions/bulk-redact", body)
      expect(again.results.map(({ status }: any) => status)).toEqual(["skipped", "not_found", "skipped", "skipped"])
    })
  })
}
