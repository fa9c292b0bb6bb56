import { afterAll, expect, test } from "bun:test"
import { sweepHistory } from "@vouchkit/core/flows/housekeeping"
import { Tenant } from "@vouchkit/core/kernel/access/caller"
import { BlobStore } from "@vouchkit/core/resources/documents/blobs"
import { DocumentStore } from "@vouchkit/core/resources/documents/model"
import { BlockingIndex, idleWordTimeoutMs } from "@vouchkit/core/resources/screening/blocking/blocking-index"
import { SessionStore } from "@vouchkit/core/resources/sessions/model"
import { DeliveryStore } from "@vouchkit/core/resources/webhooks/model"
import { Effect } from "effect"
import { databaseDump } from "../../support/database-dump.ts"
import { observed } from "../../support/observed.ts"
import type { freshDatabase } from "../../support/postgres.ts"
import { runJobs } from "../../support/service-jobs.ts"
import { smallPdf, startService, succeeding } from "../../support/service.ts"
import { acmeSandbox } from "../../support/tenants.ts"

/** Letters alone, so that it stands in names and words too; each door gets one of its own. */
const canary = (door: string) => `Zq${door.replaceAll(/[^a-z]/gu, "")}xv`

/** What these doors take is stored encrypted, as a digest, or not at all. */
const sealed = new Set([
  ...["identityemail", "identityaddress", "identitystreet", "identitycity", "identitynumber", "sealedfield"],
  ...["expectedaddress", "expectednumber", "contactemail", "answer"],
  ...["flagreason", "monitoringreason", "mergereason", "filecontent", "filename", "blockedname"]
])

const told = observed()
let connect: Awaited<ReturnType<typeof freshDatabase>> | undefined
const service = await startService("postgres", {
  through: async (given) => {
    connect = given
    return given
  },
  beside: told.layer
})
afterAll(async () => {
  await service.stop()
  told.stop()
})
const key = await service.key()
const ok = succeeding(service, key)
const within = <A>(effect: Effect.Effect<A, any, any>): Promise<A> =>
  service.runtime.runPromise(Effect.provideService(effect, Tenant, acmeSandbox) as Effect.Effect<A>)
const dump = async () => (connect === undefined ? "" : databaseDump(connect))
/** What of these a text has, in whichever case: words are kept in lower case. */
const foundIn = (text: string, doors: Iterable<string>) => {
  const lower = text.toLowerCase()
  return [...doors].filter((door) => lower.includes(canary(door).toLowerCase()))
}

test("nothing that came in by any door is in the database, its jobs or its files after an erasure, and never in logs, traces or metrics", async () => {
  const doors = new Set<string>()
  const c = (door: string) => {
    doors.add(door)
    return canary(door)
  }
  await ok("POST", "/webhooks/endpoints", { url: "https://hooks.acme-example.com/in" })
  await ok("POST", "/custom-field-schemas", { key: "plain", label: "Plain", type: "string", indexed: "exact" })
  await ok("POST", "/custom-field-schemas", { key: "sealed", label: "Sealed", type: "string", encrypted: true, indexed: "exact" })

  const identity = await ok("POST", "/identities", {
    external_reference: c("identityreference"),
    first_name: c("identityfirst"),
    middle_name: c("identitymiddle"),
    last_name: c("identitylast"),
    native_name: c("identitynative"),
    aliases: [c("identityalias")],
    emails: [`${c("identityemail")}@example.com`],
    addresses: [{ text: `1 ${c("identityaddress")} Road` }, { street: c("identitystreet"), city: c("identitycity") }],
    identification_numbers: [{ type: "passport", value: c("identitynumber") }],
    tags: [c("identitytag")],
    metadata: { note: c("identitymetadata") }
  })
  await ok("PATCH", `/identities/${identity.id}/custom-fields`, { custom_fields: { plain: c("plainfield"), sealed: c("sealedfield") } })
  await ok("POST", `/identities/${identity.id}/flag`, { reason: c("flagreason") })
  await ok("POST", `/identities/${identity.id}/add-tag`, { tag: c("addedidentitytag") })
  await ok("PUT", `/identities/${identity.id}/monitoring`, { status: "active", cadence: "daily", reason: c("monitoringreason") })
  const part = await ok("POST", "/identities", { last_name: c("mergedlast"), tags: [c("mergedtag")], metadata: { x: c("mergedmetadata") } })
  const preview = await ok("POST", `/identities/${identity.id}/merge-preview`, { source_ids: [part.id] })
  await ok("POST", `/identities/${identity.id}/merge`, { preview_token: preview.preview_token, reason: `Both are ${c("mergereason")}` })

  const created = {
    identity_id: identity.id,
    external_reference: c("sessionreference"),
    expected: {
      first_name: c("expectedfirst"),
      last_name: c("expectedlast"),
      address: `2 ${c("expectedaddress")} Street`,
      document_number: c("expectednumber")
    },
    contact: { email: `${c("contactemail")}@example.com` },
    tags: [c("sessiontag")],
    metadata: { note: c("sessionmetadata") },
    redirect_url: `https://example.com/${c("redirect")}`,
    questions: [{ key: "job", label: c("questionlabel"), type: "text" }],
    required_steps: ["questionnaire", "proof_of_address"]
  }
  const session = await ok("POST", "/sessions", created, { "Idempotency-Key": "canary" })
  await ok("POST", `/sessions/${session.id}/add-tag`, { tag: c("addedtag") })
  await ok("PATCH", `/sessions/${session.id}`, { metadata: { more: c("patchedmetadata") } })
  const token = (session.verification_url as string).split("/").at(-1) ?? ""
  await service.call("POST", `/verify/${token}/start`)
  const answered = await service.call("POST", `/verify/${token}/questionnaire`, { body: { answers: { job: c("answer") } } })
  expect(answered.status).toBeLessThan(300)

  const form = new FormData()
  form.set("kind", "proof_of_address")
  const file = new Uint8Array([...smallPdf, ...new TextEncoder().encode(`% ${c("filecontent")}\n`)])
  form.set("file", new Blob([file], { type: "application/pdf" }), `${c("filename")}.pdf`)
  const document = (await service.call("POST", `/sessions/${session.id}/documents`, { key, raw: form })).body
  await within(
    Effect.gen(function* () {
      const store = yield* SessionStore
      const row = yield* store.find(session.id)
      if (row !== undefined) yield* store.save({ ...row, status: "in_review" })
    })
  )
  const review = await ok("POST", "/cases", { session_id: session.id, metadata: { note: c("casemetadata") } })
  await ok("POST", `/cases/${review.id}/notes`, { body: `Call ${c("note")} again` })
  await ok("POST", `/cases/${review.id}/add-tag`, { tag: c("casetag") })
  await ok("POST", "/blocklist", {
    entry_type: "name",
    value: `Orla ${c("blockedname")}`,
    reason: c("blockedreason"),
    session_id: session.id
  })
  await runJobs(service, "webhooks.dispatch")
  await within(
    Effect.gen(function* () {
      const store = yield* DeliveryStore
      for (const delivery of yield* store.list({ where: [{ field: "session_id", op: "eq", value: session.id }], limit: 3 })) {
        const attempt = { number: 1, trigger: "auto", started_at: delivery.created_at, duration_ms: 1, response_status: 500 } as const
        const attempts = [{ ...attempt, error_code: "http_error" as const, response_excerpt: c("webhookanswer") }]
        yield* store.save({ ...delivery, attempts })
      }
    })
  )
  await ok("POST", `/sessions/${session.id}/add-tag`, { tag: c("undispatchedtag") }, { "Idempotency-Key": "canary-tag" })
  expect(doors.size).toBeGreaterThanOrEqual(40)
  // What is not sealed is there to be found, or this test would prove nothing; docs/data-protection.md says what that is.
  expect(foundIn(await dump(), doors)).toEqual([...doors].filter((door) => !sealed.has(door)))
  const blob = await within(Effect.flatMap(DocumentStore, (store) => Effect.map(store.find(document.id), (row) => row?.blob ?? "")))
  const fileThere = () => within(Effect.flatMap(BlobStore, (store) => Effect.map(store.get(blob), (bytes) => bytes !== undefined)))
  expect(await fileThere()).toBe(true)

  const reason = "gdpr_article_17"
  const answer = await service.call("DELETE", `/identities/${identity.id}/data?reason=${reason}`, { key })
  expect(answer.status).toBe(200)
  expect(foundIn(answer.text, doors)).toEqual([])
  await runJobs(service, "erasure.erase_identity_sessions", "erasure.remove_session_files", "erasure.erase_late_events")
  await runJobs(service, "webhooks.dispatch")
  await within(sweepHistory)
  const later = new Date(Date.now() + 2 * idleWordTimeoutMs).toISOString()
  await within(Effect.flatMap(BlockingIndex, (index) => index.forgetIdle(later)))
  expect((await ok("GET", `/identities/${identity.id}`)).redaction.status).toBe("redacted")
  expect(foundIn(await dump(), doors)).toEqual([])
  expect(await fileThere()).toBe(false)
  const read = [`/identities/${identity.id}`, `/sessions/${session.id}`, `/sessions/${session.id}/result`, `/cases/${review.id}`]
  for (const path of read) expect(foundIn(JSON.stringify(await ok("GET", path)), doors)).toEqual([])
  expect(foundIn(await told.text(service.runtime), doors)).toEqual([])
})
