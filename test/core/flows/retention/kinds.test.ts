import { afterEach, beforeEach, describe, expect, test } from "bun:test"
import { provisionHold } from "@vouchkit/core/flows/erasure/set-hold"
import { eraseByPolicies } from "@vouchkit/core/flows/retention/erase"
import { UnitOfWork } from "@vouchkit/core/kernel/storage/unit-of-work"
import { BlobStore } from "@vouchkit/core/resources/documents/blobs"
import { DocumentStore } from "@vouchkit/core/resources/documents/model"
import { SubjectStore } from "@vouchkit/core/resources/screening/subjects/model"
import { SessionStore, type StoredSession } from "@vouchkit/core/resources/sessions/model"
import { provisionOrganization } from "@vouchkit/core/flows/organization-settings/replace"
import { EventStore } from "@vouchkit/core/resources/webhooks/model"
import { FaceIndex } from "@vouchkit/core/verification/faces/face-index"
import { Effect } from "effect"
import { templateAt } from "../../../support/faces.ts"
import { runJobs } from "../../../support/service-jobs.ts"
import { aForm, type Service, smallPdf, startService, succeeding } from "../../../support/service.ts"
import { acmeSandbox, as } from "../../../support/tenants.ts"

const clock = "2026-06-01T00:00:00.000Z"
const daysAgo = (count: number) => new Date(Date.parse(clock) - count * 86_400_000).toISOString()

for (const storage of ["memory", "postgres"] as const) {
  describe(`retention by kind in ${storage}`, () => {
    // An installation for each test: what one leaves is due in the next.
    let service: Service
    let key: string
    let ok: ReturnType<typeof succeeding>
    beforeEach(async () => {
      service = await startService(storage, { clock })
      key = await service.key()
      ok = succeeding(service, key)
    })
    afterEach(() => service.stop())
    const run = <A>(effect: Effect.Effect<A, any, any>): Promise<A> => service.runtime.runPromise(effect as Effect.Effect<A>)
    const here = <A>(effect: Effect.Effect<A, any, any>) =>
      run(as(acmeSandbox)(Effect.flatMap(UnitOfWork, ({ transaction }) => transaction(effect))))
    const policy = (retention: unknown) =>
      run(provisionOrganization({ organization: "org_acme", environments: ["sandbox"], policy: { retention } }))
    const move = (id: string, status: StoredSession["status"]) =>
      here(
        Effect.flatMap(SessionStore, (store) =>
          Effect.flatMap(store.lock(id), (found) => store.save({ ...(found as StoredSession), status }))
        )
      )
    /** As if it had been uploaded, or changed for the last time, so many days ago. */
    const aged = (Store: typeof DocumentStore | typeof SubjectStore, id: string, days: number) =>
      here(
        Effect.gen(function* () {
          const store = (yield* Store) as any
          const found = yield* store.lock(id)
          yield* store.save({ ...found, created_at: daysAgo(days), updated_at: daysAgo(days) })
        })
      )
    const upload = async (path: string, mark: string, days: number) => {
      const raw = aForm({ kind: "proof_of_address" }, new Uint8Array([...smallPdf, ...new TextEncoder().encode(`% ${mark}\n`)]))
      const { body, status } = await service.call("POST", path, { key, raw })
      expect(status).toBe(201)
      await aged(DocumentStore, body.id, days)
      return body
    }
    const turn = async () => Object.fromEntries((await run(eraseByPolicies)).tally)
    const preview = async () => (await ok("POST", "/settings/organization/retention-preview", {})).due
    const receipts = async (id: string) => (await ok("GET", `/receipts?scope_id=${id}`)).data.map(({ counts }: any) => counts)
    const stored = (name: string) => run(as(acmeSandbox)(Effect.flatMap(BlobStore, (blobs) => blobs.get(name))))

    test("media: files of sessions that are over go, and what was read in them stays", async () => {
      const [over, reviewed] = [await ok("POST", "/sessions", {}), await ok("POST", "/sessions", {})]
      const gone = await upload(`/sessions/${over.id}/documents`, "gone", 40)
      const open = await upload(`/sessions/${reviewed.id}/documents`, "open", 40)
      const standalone = await upload("/documents", "standalone", 40)
      await move(over.id, "approved")
      await move(reviewed.id, "in_review")
      const young = await upload("/documents", "young", 10)
      const same = await upload("/documents", "gone", 10)
      await policy({ media: 30 })
      const [due] = await preview()
      expect(due).toMatchObject({ kind: "media", days: 30, count: 3 })
      expect(new Map(due.sample.map(({ id, kept_by }: any) => [id, kept_by]))).toEqual(
        new Map([
          [gone.id, null],
          [open.id, "open_session"],
          [standalone.id, null]
        ])
      )
      expect(await turn()).toEqual({ "media:erased": 2, "media:open": 1 })
      await runJobs(service, "erasure.erase_file")
      const shown = await ok("GET", `/documents/${gone.id}`)
      expect(shown).toMatchObject({ status: gone.status, sha256: gone.sha256, file_removed_at: clock, redacted_at: null })
      expect((await service.call("GET", `/documents/${gone.id}/download`, { key })).body.error).toBe("document_not_available")
      expect(await receipts(standalone.id)).toEqual([{ files: 1 }])
      // A younger document has the same content, so that its file stays for that one.
      expect(await receipts(gone.id)).toEqual([{ files: 0 }])
      expect([await stored(gone.sha256), await stored(standalone.sha256)].map((bytes) => bytes !== undefined)).toEqual([true, false])
      for (const { id } of [young, same, open]) expect((await ok("GET", `/documents/${id}`)).file_removed_at).toBeNull()
      const [entry] = (await ok("GET", `/events?target_id=${gone.id}&action=documents.remove_file`)).data
      expect(entry).toMatchObject({ actor: { type: "system", id: "retention" } })
      expect(await turn()).toEqual({ "media:open": 1 })
      await service.call("DELETE", `/documents/${same.id}`, { key })
      await runJobs(service, "erasure.erase_file")
      expect(await stored(gone.sha256)).toBeUndefined()
    })

    test("media: what a hold of the session keeps stays", async () => {
      const session = await ok("POST", "/sessions", {})
      const document = await upload(`/sessions/${session.id}/documents`, "held", 40)
      await move(session.id, "declined")
      const hold = (held: boolean) => run(provisionHold(acmeSandbox, session.id, { held, reason: "Case 17 of 2026" }))
      await policy({ media: 30 })
      await hold(true)
      expect(await turn()).toEqual({ "media:held": 1 })
      expect((await ok("GET", `/documents/${document.id}`)).file_removed_at).toBeNull()
      await hold(false)
      expect(await turn()).toEqual({ "media:erased": 1 })
    })

    test("biometric templates: those of sessions that are over go by themselves, one time", async () => {
      const sessions = [await ok("POST", "/sessions", {}), await ok("POST", "/sessions", {}), await ok("POST", "/sessions", {})]
      for (const [place, { id }] of sessions.entries()) {
        const at = daysAgo(place === 1 ? 3 : 20)
        await here(Effect.flatMap(FaceIndex, (index) => index.add(id, { template: templateAt(0.1), captures: [] }, at)))
        if (place < 2) await move(id, "approved")
      }
      await policy({ biometric_templates: 14 })
      expect(await preview()).toMatchObject([{ kind: "biometric_templates", count: 2, count_is_lower_bound: false }])
      const tallies = await Promise.all([turn(), turn()])
      expect(tallies.every((tally) => tally["biometric_templates:open"] === 1)).toBe(true)
      expect(await here(Effect.flatMap(FaceIndex, (index) => index.count))).toBe(2)
      expect(await receipts(sessions[0].id)).toEqual([{ face_templates: 1 }])
      expect((await ok("GET", `/sessions/${sessions[0].id}`)).redacted_at).toBeNull()
    })

    test("screening: subjects that are monitored, or that a session or an identity stands for, stay", async () => {
      const create = (monitoring: string) =>
        ok("POST", "/screening-subjects", {
          entity_type: "person",
          name: "Orla Quillfeather",
          ...(monitoring === "off" ? {} : { monitoring: { status: monitoring, cadence: "daily" } })
        })
      const [idle, monitored] = [await create("off"), await create("active")]
      const identity = await ok("POST", "/identities", { last_name: "Example" })
      for (const { id } of [idle, monitored]) await aged(SubjectStore, id, 40)
      const young = await create("off")
      await policy({ screening: 30 })
      expect((await preview())[0]).toMatchObject({ kind: "screening", count: 1, sample: [{ id: idle.id }] })
      expect(await turn()).toEqual({ "screening:erased": 1 })
      expect((await ok("GET", `/screening-subjects/${idle.id}`)).erased_at).toBe(clock)
      for (const { id } of [monitored, young]) expect((await ok("GET", `/screening-subjects/${id}`)).erased_at).toBeNull()
      const own = await here(
        Effect.flatMap(SubjectStore, (store) => store.list({ where: [{ field: "subject_of", op: "eq", value: identity.id }], limit: 1 }))
      )
      expect(own.every(({ erased_at }) => erased_at === null)).toBe(true)
      expect(await receipts(idle.id)).toMatchObject([{ screening_subjects: 1 }])
    })

    test("deliveries: contents of events go before the 30 days that hold for all", async () => {
      const envelope = { timestamp: daysAgo(9) } as never
      const event = (id: string, at: string) =>
        here(
          Effect.flatMap(EventStore, (store) =>
            store.insert({ id, version: 1, resource_id: null, envelope, erased_at: null, created_at: at, updated_at: at } as never)
          )
        )
      await event("evt_old", daysAgo(9))
      await event("evt_new", daysAgo(1))
      await policy({ deliveries: 7 })
      expect(await preview()).toMatchObject([{ kind: "deliveries", count: 1, sample: [{ id: "evt_old" }] }])
      expect(await turn()).toEqual({ "deliveries:erased": 1 })
      const [old, fresh] = await here(Effect.flatMap(EventStore, (store) => Effect.all([store.find("evt_old"), store.find("evt_new")])))
      expect([old?.envelope, fresh?.envelope]).toEqual([null, envelope])
      // One entry for all of a turn, and none for a turn that finds nothing.
      expect(await turn()).toEqual({})
      expect((await ok("GET", "/events?action=webhook_events.redact")).data).toMatchObject([
        {
          actor: { type: "system", id: "retention" },
          target: { type: "organization", id: "org_acme" },
          changes: [
            { path: "retention", to: "deliveries" },
            { path: "created_until", to: daysAgo(7) }
          ]
        }
      ])
      for (const audit of [2_556, 36_501]) {
        const answer = await service.call("POST", "/settings/organization/retention-preview", { key, body: { retention: { audit } } })
        expect(answer.status).toBe(422)
      }
      for (const deliveries of [1, 31]) {
        const answer = await service.call("POST", "/settings/organization/retention-preview", { key, body: { retention: { deliveries } } })
        expect(answer.status).toBe(422)
      }
    })
  })
}
