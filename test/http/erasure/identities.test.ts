import { afterAll, describe, expect, test } from "bun:test"
import { Tenant } from "@vouchkit/core/kernel/access/caller"
import { FieldValueStore } from "@vouchkit/core/resources/identities/custom-fields/model"
import { SessionStore } from "@vouchkit/core/resources/sessions/model"
import { Effect } from "effect"
import { runJobs, runOnce } from "../../support/service-jobs.ts"
import { aForm, smallPdf, startService, succeeding } from "../../support/service.ts"
import { acmeSandbox } from "../../support/tenants.ts"

/** Everything personal that an identity is given here has this in it. */
const canary = "Quillfeather"
const sessionsJob = "erasure.erase_identity_sessions"
const filesJob = "erasure.remove_session_files"

for (const storage of ["memory", "postgres"] as const) {
  describe(`erasing an identity in ${storage}`, async () => {
    const service = await startService(storage)
    afterAll(() => service.stop())
    const key = await service.key()
    const ok = succeeding(service, key)
    let made = 0
    const created = async (given: object = {}) => {
      made += 1
      return ok("POST", "/identities", {
        external_reference: `${canary}-${made}`,
        first_name: "Orla",
        last_name: canary,
        date_of_birth: "1980-02-03",
        emails: [`${canary}@example.com`],
        identification_numbers: [{ type: "passport", value: `${canary}1` }],
        tags: [`tag ${canary}`],
        metadata: { note: canary },
        ...given
      })
    }
    const sessionOf = async (identity_id: string, status?: "processing" | "awaiting_external_decision") => {
      made += 1
      const session = await ok("POST", "/sessions", { identity_id, expected: { last_name: canary } })
      const raw = aForm({ kind: "proof_of_address" }, new Uint8Array([...smallPdf, ...new TextEncoder().encode(`% ${made}\n`)]))
      await service.call("POST", `/sessions/${session.id}/documents`, { key, raw })
      if (status !== undefined) await moveTo(session.id, status)
      return session.id as string
    }
    const moveTo = (id: string, status: "processing" | "awaiting_external_decision" | "in_review") =>
      service.runtime.runPromise(
        Effect.gen(function* () {
          const store = yield* SessionStore
          const session = yield* store.find(id)
          if (session !== undefined) yield* store.save({ ...session, status })
        }).pipe(Effect.provideService(Tenant, acmeSandbox)) as Effect.Effect<void>
      )
    const erase = (id: string, query = "") => service.call("DELETE", `/identities/${id}/data${query}`, { key })
    const redactionOf = async (path: string) => (await ok("GET", path)).redaction?.status

    test("leaves its id, archived, with a receipt, and erases its sessions behind it", async () => {
      await ok("POST", "/custom-field-schemas", { key: `secret_${storage}`, label: "Secret", type: "string", indexed: "exact" })
      const identity = await created()
      await ok("PATCH", `/identities/${identity.id}/custom-fields`, { custom_fields: { [`secret_${storage}`]: canary } })
      await ok("POST", `/identities/${identity.id}/flag`, { reason: canary })
      const relative = await created({ last_name: "Other", metadata: {}, tags: [] })
      await ok("POST", `/identities/${identity.id}/relationships`, { type: "spouse_of", to_id: relative.id })
      const sessions = [await sessionOf(identity.id), await sessionOf(identity.id)]

      const { body, status } = await erase(identity.id)
      expect([status, body.redacted, body.redaction.status, body.sessions]).toEqual([200, true, "processing", 2])
      expect(body.receipt.counts).toMatchObject({ identities: 1, custom_field_records: 1, relationships: 1, screening_subjects: 1 })
      const shown = await ok("GET", `/identities/${identity.id}`)
      expect(shown).toMatchObject({
        id: identity.id,
        status: "archived",
        last_name: null,
        external_reference: null,
        emails: [],
        flagged: null
      })
      expect(JSON.stringify(shown)).not.toContain(canary)
      expect((await ok("GET", `/screening-subjects/${shown.screening_subject_id}`)).name).toBeNull()
      expect((await ok("GET", `/identities/${relative.id}/relationships`)).data).toEqual([])
      const found = await ok("POST", `/custom-field-schemas/secret_${storage}/search`, { value: canary })
      expect(found.data).toEqual([])

      await runJobs(service, sessionsJob, filesJob)
      expect(await redactionOf(`/identities/${identity.id}`)).toBe("redacted")
      for (const id of sessions) expect(await redactionOf(`/sessions/${id}`)).toBe("redacted")
      const again = await erase(identity.id)
      expect([again.status, again.body.receipt]).toEqual([200, body.receipt])
    })

    test("keeps custom values of the fields that say so, under another key, and no encrypted one", async () => {
      const define = (name: string, more: object) =>
        service.call("POST", "/custom-field-schemas", { key, body: { key: `${name}_${storage}`, label: name, type: "string", ...more } })
      const keep = { redaction: "keep" }
      const refused = await define("sealed", { ...keep, encrypted: true })
      expect([refused.status, refused.body.errors]).toMatchObject([422, [{ loc: ["body", "redaction"], code: "not_applicable" }]])
      expect((await define("segment", { ...keep, indexed: "exact" })).body).toMatchObject(keep)
      expect((await define("hobby", {})).body.redaction).toBe("erase")
      await define("sealed", { encrypted: true, indexed: "exact" })
      const switched = await service.call("PATCH", `/custom-field-schemas/segment_${storage}`, { key, body: { encrypted: true } })
      expect(switched.status).toBe(422)

      const [segment, hobby, sealed] = [`segment_${storage}`, `hobby_${storage}`, `sealed_${storage}`]
      const { id } = await created()
      await ok("PATCH", `/identities/${id}/custom-fields`, { custom_fields: { [segment]: "north", [hobby]: canary, [sealed]: canary } })
      const stored = () =>
        service.runtime.runPromise(
          Effect.flatMap(FieldValueStore, (store) => store.find(id)).pipe(Effect.provideService(Tenant, acmeSandbox)) as Effect.Effect<any>
        )
      const before = await stored()
      expect((await erase(id)).body.receipt.counts).toMatchObject({ custom_field_records: 1 })
      const after = await stored()
      expect(after).toMatchObject({ values: { [segment]: "north" }, sealed: {}, plain_fields: [segment] })
      expect([after.tokens.length, after.salt === before.salt]).toEqual([2, false])
      expect((await ok("GET", `/identities/${id}/custom-fields`)).custom_fields).toEqual({ [segment]: "north" })
      const search = async (name: string, value: string) => (await ok("POST", `/custom-field-schemas/${name}/search`, { value })).data
      expect([await search(segment, "north"), await search(sealed, canary)]).toEqual([[{ identity_id: id }], []])
    })

    test("refuses every change of it afterwards", async () => {
      const { id } = await created()
      await erase(id)
      const attempts: ReadonlyArray<readonly [string, string, unknown?]> = [
        ["PATCH", `/identities/${id}`, { first_name: "again" }],
        ["POST", `/identities/${id}/restore`],
        ["POST", `/identities/${id}/add-tag`, { tag: "again" }],
        ["POST", `/identities/${id}/flag`, {}],
        ["PATCH", `/identities/${id}/custom-fields`, { custom_fields: {} }],
        ["PUT", `/identities/${id}/monitoring`, { status: "active", cadence: "daily" }],
        ["POST", "/sessions", { identity_id: id }]
      ]
      for (const [method, path, body] of attempts) {
        const answer = await service.call(method, path, { key, ...(body === undefined ? {} : { body }) })
        expect([path, answer.status, answer.body.error]).toEqual([path, 409, "identity_archived"])
      }
    })

    test("keeps its sessions where it is asked to", async () => {
      const { id } = await created()
      const session = await sessionOf(id)
      await erase(id, "?sessions=keep")
      await runJobs(service, sessionsJob)
      expect(await redactionOf(`/identities/${id}`)).toBe("redacted")
      expect((await ok("GET", `/sessions/${session}`)).expected).toEqual({ last_name: canary })
    })

    test("waits for a session that is processing, and expires one that awaits a decision", async () => {
      const { id } = await created()
      const [busy, gated] = [await sessionOf(id, "processing"), await sessionOf(id, "awaiting_external_decision")]
      await erase(id)
      await runOnce(service, sessionsJob)
      expect(await redactionOf(`/sessions/${busy}`)).toBeUndefined()
      expect(await redactionOf(`/identities/${id}`)).toBe("processing")
      await moveTo(busy, "in_review")
      await runJobs(service, filesJob, sessionsJob)
      expect((await ok("GET", `/sessions/${gated}`)).status).toBe("expired")
      for (const one of [busy, gated]) expect(await redactionOf(`/sessions/${one}`)).toBe("redacted")
      expect(await redactionOf(`/identities/${id}`)).toBe("redacted")
    })

    test("ends the undoing of merges, and takes what was merged into it along", async () => {
      const [target, source] = [await created(), await created()]
      const { preview_token } = await ok("POST", `/identities/${target.id}/merge-preview`, { source_ids: [source.id] })
      const { merge_id } = await ok("POST", `/identities/${target.id}/merge`, { preview_token, reason: "one person by both passports" })
      const { receipt } = (await erase(target.id)).body
      expect(receipt.counts).toMatchObject({ merge_snapshots: 1 })
      const undone = await service.call("POST", `/identities/${target.id}/unmerge`, { key, body: { merge_id } })
      expect([undone.status, undone.body.error]).toEqual([409, "undo_window_passed"])
      const again = (await erase(source.id)).body
      expect(again.receipt.scope).toEqual({ type: "identity", id: source.id })
    })

    test("counts in a dry run what it would erase, and changes nothing", async () => {
      const { id } = await created()
      const before = await ok("GET", `/identities/${id}`)
      const tried = (await erase(id, "?dry_run=true")).body
      expect(tried).toMatchObject({ redacted: false, receipt: null, counts: { identities: 1 } })
      expect(await ok("GET", `/identities/${id}`)).toEqual(before)
      expect((await erase(id)).body.counts).toEqual(tried.counts)
    })
  })
}
