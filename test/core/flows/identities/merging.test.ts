import { afterAll, describe, expect, test } from "bun:test"
import { Tenant } from "@vouchkit/core/kernel/access/caller"
import { MergeStore } from "@vouchkit/core/resources/identities/merging/model"
import { runChecksJob } from "@vouchkit/core/resources/workflows/runs/queue"
import { Effect } from "effect"
import { announcedEvents } from "../../../support/announced-events.ts"
import { runJobs } from "../../../support/service-jobs.ts"
import { aForm, startService } from "../../../support/service.ts"

const reason = "the same person by both passports"

for (const storage of ["memory", "postgres"] as const) {
  const service = await startService(storage)
  afterAll(() => service.stop())
  let organizations = 0

  const aCustomer = async () => {
    organizations += 1
    const key = await service.key("all", { organization: `org_merging_${organizations}` })
    const ask = (method: string, path: string, body?: unknown) =>
      service.call(method, path, { key, ...(body === undefined ? {} : { body }) })
    const call = async (method: string, path: string, body?: unknown) => {
      const answer = await ask(method, path, body)
      if (answer.status >= 400) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`)
      return answer.body
    }
    const made = (body: object) => call("POST", "/identities", body)
    const preview = (id: string, source_ids: ReadonlyArray<string>, body: object = {}) =>
      call("POST", `/identities/${id}/merge-preview`, { source_ids, ...body })
    const merge = async (id: string, source_ids: ReadonlyArray<string>, body: object = {}, more: object = {}) => {
      const { preview_token } = await preview(id, source_ids, body)
      return call("POST", `/identities/${id}/merge`, { preview_token, reason, ...more })
    }
    const withPassport = async (file: string, body: object = {}) => {
      const { id } = await call("POST", "/sessions", { required_steps: ["document"], ...body })
      const form = aForm({ kind: "identity", document_type: "passport" }, new TextEncoder().encode(`%PDF-1.4 ${file}\n%%EOF\n`))
      expect((await service.call("POST", `/sessions/${id}/documents`, { key, raw: form })).status).toBe(201)
      await call("POST", `/sessions/${id}/submit`)
      await runJobs(service, runChecksJob)
      return call("GET", `/sessions/${id}`)
    }
    return { ask, call, made, merge, preview, withPassport }
  }

  /** Without the counter that only rises. */
  const bare = ({ version: _, ...record }: { readonly version: number }) => record

  describe(`merging in ${storage}`, () => {
    test("does what was previewed: values, counts and rows", async () => {
      const { call, made, merge, preview, withPassport } = await aCustomer()
      const target = await made({ first_name: "Ada", last_name: "Mensah", tags: ["a"], emails: ["ada@example.com"], metadata: { k: 1 } })
      const session = await withPassport("one", { expected: { first_name: "Adaeze" } })
      await call("PATCH", `/identities/${session.identity_id}`, {
        tags: ["b"],
        phones: ["+4420"],
        metadata: { k: 2, l: 3 },
        middle_name: "N"
      })
      const shown = await preview(target.id, [session.identity_id])
      expect(shown.counts).toMatchObject({ sessions: 1, documents: 1 })
      expect(shown.conflicts.map(({ field }: { field: string }) => field)).toContain("first_name")
      expect(shown.identity).toMatchObject({
        first_name: "Ada",
        middle_name: "N",
        tags: ["a", "b"],
        metadata: { k: 1, l: 3 },
        emails: ["ada@example.com"],
        session_count: 1
      })
      expect(shown.identity.identification_numbers).toHaveLength(1)
      expect(await call("GET", `/identities/${target.id}`)).toEqual(target)
      await announcedEvents(service)
      const merged = await merge(target.id, [session.identity_id])
      const { updated_at: _, ...previewed } = shown.identity
      expect(merged.identity).toMatchObject(previewed)
      expect(merged.counts).toEqual(shown.counts)
      expect((await call("GET", `/sessions/${session.id}`)).identity_id).toBe(target.id)
      expect((await call("GET", `/documents?session_id=${session.id}`)).data[0].identity_id).toBe(target.id)
      const events = await announcedEvents(service)
      expect(events.map(({ type }) => type)).toEqual(["identity.archived", "identity.merged"])
      expect(events[1]?.data).toMatchObject({ id: target.id, merge_id: merged.merge_id, source_ids: [session.identity_id] })
      expect(JSON.stringify(events)).not.toContain("Ada")
    })

    test("leads from a source to its last target: 308 for a read, 409 for a change, by id and by reference", async () => {
      const { ask, call, made, merge } = await aCustomer()
      const [first, second, third] = [
        await made({ external_reference: "first/one" }),
        await made({ external_reference: "second" }),
        await made({ external_reference: "third" })
      ]
      await merge(second.id, [first.id])
      await merge(third.id, [second.id])
      for (const name of [first.id, encodeURIComponent("first/one"), second.id]) {
        const answer = await ask("GET", `/identities/${name}`)
        expect([answer.status, answer.headers.get("location")]).toEqual([308, `/api/v1/identities/${third.id}`])
        expect(answer.body).toMatchObject({ error: "moved", status_code: 308, id: third.id })
        const sessions = await ask("GET", `/identities/${name}/sessions?limit=2`)
        expect(sessions.headers.get("location")).toBe(`/api/v1/identities/${third.id}/sessions?limit=2`)
        for (const [method, path, body] of [
          ["PATCH", "", { first_name: "X" }],
          ["POST", "/restore", undefined],
          ["POST", "/archive", undefined],
          ["POST", "/add-tag", { tag: "x" }],
          ["POST", "/block", {}],
          ["PATCH", "/custom-fields", { custom_fields: {} }],
          ["POST", "/merge-preview", { source_ids: [third.id] }]
        ] as const) {
          expect(await ask(method, `/identities/${name}${path}`, body)).toMatchObject({ status: 409, body: { error: "identity_merged" } })
        }
      }
      expect(await ask("POST", "/sessions", { identity_id: first.id })).toMatchObject({ status: 409, body: { error: "identity_merged" } })
      const joined = await call("POST", "/sessions", { external_reference: "first/one" })
      await call("POST", `/sessions/${joined.id}/simulate`, { actions: [{ type: "approve" }] })
      expect((await call("GET", `/sessions/${joined.id}`)).identity_id).toBe(third.id)
    })

    test("is undone byte for byte, in the reverse order of the merges", async () => {
      const { ask, call, made, merge, withPassport } = await aCustomer()
      const session = await withPassport("one")
      const target = await made({ last_name: "Mensah", phones: ["+1 202 555 0100"] })
      const other = await made({ external_reference: "o", first_name: "Ama", addresses: ["1 High Street"], tags: ["x"] })
      const read = async () => ({
        identities: await Promise.all([target.id, other.id, session.identity_id].map((id) => call("GET", `/identities/${id}`))),
        sessions: await call("GET", `/identities/${session.identity_id}/sessions`),
        documents: await call("GET", `/documents?session_id=${session.id}`)
      })
      const before = await read()
      const first = await merge(target.id, [session.identity_id])
      const second = await merge(target.id, [other.id])
      expect(await ask("POST", `/identities/${target.id}/unmerge`, { merge_id: first.merge_id })).toMatchObject({
        status: 409,
        body: { error: "conflict", merge_id: second.merge_id }
      })
      expect((await call("POST", `/identities/${target.id}/unmerge`, { merge_id: second.merge_id })).conflicts).toEqual([])
      await announcedEvents(service)
      const undone = await call("POST", `/identities/${target.id}/unmerge`, { merge_id: first.merge_id })
      expect(undone.conflicts).toEqual([])
      const events = await announcedEvents(service)
      expect(events.map(({ type }) => type)).toEqual(["identity.restored", "identity.unmerged"])
      const now = await read()
      expect(now.identities.map(bare)).toEqual(before.identities.map(bare))
      expect([now.sessions, now.documents]).toEqual([before.sessions, before.documents])
      expect(undone.identity).toEqual(now.identities[0])
      expect(undone.sources).toEqual([now.identities[2]])
      expect(await ask("POST", `/identities/${target.id}/unmerge`, { merge_id: first.merge_id })).toMatchObject({ status: 409 })
      const log = await call("GET", `/identities/${session.identity_id}/audit-log`)
      expect(log.data.map(({ action }: { action: string }) => action)).toContain("identities.unmerge")
    })

    test("keeps what was changed since, and names it", async () => {
      const { call, made, merge } = await aCustomer()
      const target = await made({ last_name: "Mensah", metadata: { a: 1 } })
      const source = await made({ first_name: "Ama", middle_name: "B", tags: ["x"], metadata: { b: 2, c: 3 } })
      const { merge_id } = await merge(target.id, [source.id])
      await call("PATCH", `/identities/${target.id}`, { first_name: "Adjoa", nationality: "GH", tags: ["x", "new"], metadata: { b: 4 } })
      const { conflicts, identity, sources } = await call("POST", `/identities/${target.id}/unmerge`, { merge_id })
      expect(identity).toMatchObject({
        first_name: "Adjoa",
        middle_name: null,
        last_name: "Mensah",
        nationality: "GH",
        tags: ["new"],
        metadata: { a: 1, b: 4 }
      })
      expect(sources).toMatchObject([{ first_name: "Ama", middle_name: "B", tags: ["x"], status: "active" }])
      const fields = conflicts.map(({ field }: { field: string }) => field)
      expect(fields).toEqual(expect.arrayContaining(["first_name", "tags", "metadata"]))
      expect(fields).not.toContain("nationality")
    })

    test("follows the policy for each field, custom ones included", async () => {
      const { ask, call, made, merge, preview } = await aCustomer()
      await call("POST", "/custom-field-schemas", { key: "tier", label: "Tier", type: "string" })
      await call("POST", "/custom-field-schemas", { key: "secret", label: "Secret", type: "string", encrypted: true })
      const target = await made({ first_name: "Ada", last_name: "Old", custom_fields: { tier: "gold" } })
      // Values are dated to the millisecond, and both may be made in one.
      while (new Date().toISOString() <= target.created_at) await made({})
      const source = await made({ first_name: "Ama", last_name: "New", custom_fields: { tier: "silver", secret: "hush" } })
      const policy = { default: "newest", fields: { first_name: target.id }, custom_fields: { tier: source.id } }
      const merged = await merge(target.id, [source.id], { field_policy: policy })
      expect(merged.identity).toMatchObject({ first_name: "Ada", last_name: "New" })
      expect((await call("GET", `/identities/${target.id}/custom-fields`)).custom_fields).toEqual({ tier: "silver", secret: "hush" })
      await call("POST", `/identities/${target.id}/unmerge`, { merge_id: merged.merge_id })
      expect((await call("GET", `/identities/${target.id}/custom-fields`)).custom_fields).toEqual({ tier: "gold" })
      expect((await call("GET", `/identities/${source.id}/custom-fields`)).custom_fields).toEqual({ tier: "silver", secret: "hush" })
      const stranger = await made({})
      const bad = { fields: { first_name: stranger.id }, custom_fields: { tier: stranger.id } }
      const refused = await ask("POST", `/identities/${target.id}/merge-preview`, { source_ids: [source.id], field_policy: bad })
      expect(refused).toMatchObject({ status: 422 })
      expect(refused.body.errors.map(({ loc }: { loc: unknown }) => loc)).toEqual([
        ["body", "field_policy", "fields", "first_name"],
        ["body", "field_policy", "custom_fields", "tier"]
      ])
      expect((await preview(target.id, [source.id])).custom_fields).toEqual({ tier: "gold", secret: "hush" })
    })

    test("is refused where the preview is of something else, stale or made up", async () => {
      const { ask, call, made, preview } = await aCustomer()
      const [target, source, other] = [await made({}), await made({ first_name: "Ama" }), await made({})]
      const { preview_token } = await preview(target.id, [source.id])
      const merge = (id: string, body: object) => ask("POST", `/identities/${id}/merge`, { preview_token, reason, ...body })
      expect(await merge(other.id, {})).toMatchObject({ status: 422, body: { errors: [{ loc: ["body", "preview_token"] }] } })
      expect(await merge(target.id, { reason: "too short" })).toMatchObject({
        status: 422,
        body: { errors: [{ loc: ["body", "reason"] }] }
      })
      expect(await merge(target.id, { preview_token: `${"A".repeat(20)}.${"0".repeat(64)}` })).toMatchObject({ status: 422 })
      const forged = preview_token.replace(/.$/u, preview_token.endsWith("0") ? "1" : "0")
      expect(await merge(target.id, { preview_token: forged })).toMatchObject({ status: 409, body: { error: "stale_preview" } })
      await call("PATCH", `/identities/${source.id}`, { first_name: "Adjoa" })
      expect(await merge(target.id, {})).toMatchObject({ status: 409, body: { error: "stale_preview" } })
      expect((await call("GET", `/identities/${source.id}`)).status).toBe("active")
      for (const source_ids of [[target.id], [source.id, source.id], [], [`idn_${"0".repeat(26)}`, target.id]]) {
        expect(await ask("POST", `/identities/${target.id}/merge-preview`, { source_ids })).toMatchObject({ status: 422 })
      }
      await call("POST", `/identities/${source.id}/archive`)
      expect(await ask("POST", `/identities/${target.id}/merge-preview`, { source_ids: [source.id] })).toMatchObject({
        status: 409,
        body: { error: "identity_archived" }
      })
    })

    test("happens once for a request that is repeated under one key", async () => {
      const { call, made, preview } = await aCustomer()
      const key = await service.key("all", { organization: `org_merging_${organizations}` })
      const [target, source] = [await made({}), await made({})]
      const { preview_token } = await preview(target.id, [source.id])
      const request = { key, body: { preview_token, reason }, headers: { "Idempotency-Key": `merge ${storage}` } }
      const first = await service.call("POST", `/identities/${target.id}/merge`, request)
      expect(first.status).toBe(200)
      expect((await service.call("POST", `/identities/${target.id}/merge`, request)).body).toEqual(first.body)
      expect((await call("GET", `/identities/${target.id}`)).version).toBe(first.body.identity.version)
    })

    test("of people with different verified documents needs an override, and of marked pairs is refused", async () => {
      const { ask, call, made, merge, preview, withPassport } = await aCustomer()
      const [one, other] = [await withPassport("one"), await withPassport("another")]
      const shown = await preview(one.identity_id, [other.identity_id])
      expect(shown.guards.map(({ code }: { code: string }) => code)).toContain("different_document_numbers")
      const { preview_token } = shown
      const path = `/identities/${one.identity_id}/merge`
      expect(await ask("POST", path, { preview_token, reason })).toMatchObject({ status: 409, body: { error: "merge_guarded" } })
      const marked = `/identities/${other.identity_id}/do-not-merge/${one.identity_id}`
      expect(await call("PUT", marked, { reason: "twins" })).toMatchObject({ do_not_merge: true })
      expect(await call("PUT", marked, {})).toMatchObject({ do_not_merge: true })
      const again = await preview(one.identity_id, [other.identity_id])
      expect(again.do_not_merge).toEqual([[one.identity_id, other.identity_id].toSorted()])
      const override = { preview_token: again.preview_token, reason, override_guard: true }
      expect(await ask("POST", path, override)).toMatchObject({ status: 409, body: { error: "do_not_merge" } })
      const third = await made({})
      await merge(third.id, [other.identity_id])
      const through = await preview(third.id, [one.identity_id])
      expect(through.do_not_merge).toHaveLength(1)
      expect(await ask("DELETE", marked)).toMatchObject({ status: 409, body: { error: "identity_merged" } })
    })

    test("names what the target keeps of a session that was decided after the merge and goes back with its source", async () => {
      const { call, made, merge } = await aCustomer()
      const [target, source] = [await made({ last_name: "Target" }), await made({ last_name: "Source" })]
      const contact = { email: "kofi@example.com" }
      const session = await call("POST", "/sessions", {
        identity_id: source.id,
        expected: { first_name: "Kofi", last_name: "Boateng" },
        contact
      })
      const { merge_id } = await merge(target.id, [source.id])
      await call("POST", `/sessions/${session.id}/simulate`, { actions: [{ type: "approve" }] })
      expect(await call("GET", `/identities/${target.id}`)).toMatchObject({ first_name: "Kofi", last_name: "Target", session_count: 1 })
      const undone = await call("POST", `/identities/${target.id}/unmerge`, { merge_id })
      expect((await call("GET", `/sessions/${session.id}`)).identity_id).toBe(source.id)
      expect(undone.identity).toMatchObject({ first_name: "Kofi", session_count: 0 })
      expect(undone.sources).toMatchObject([{ last_name: "Source", session_count: 1 }])
      const fields = undone.conflicts.filter(({ id }: any) => id === target.id).map(({ field }: any) => field)
      expect(fields.toSorted()).toEqual(["conflicts", "emails", "first_name"])
      expect(undone.conflicts).toContainEqual({ object: "session", id: session.id, field: null })
    })

    test("is not undone by what is kept of another merge", async () => {
      const { ask, call, made, merge } = await aCustomer()
      const organization = `org_merging_${organizations}`
      const [target, other] = [await made({}), await made({})]
      const merges = [await merge(target.id, [(await made({})).id]), await merge(other.id, [(await made({})).id])]
      const [first, second] = merges.map(({ merge_id }) => merge_id as string)
      await service.runtime.runPromise(
        Effect.gen(function* () {
          const store = yield* MergeStore
          const [one, two] = [yield* store.find(first ?? ""), yield* store.find(second ?? "")]
          if (one !== undefined && two !== undefined) yield* store.save({ ...one, sealed_snapshot: two.sealed_snapshot })
        }).pipe(Effect.provideService(Tenant, { organization, environment: "sandbox" })) as Effect.Effect<void>
      )
      expect(await ask("POST", `/identities/${target.id}/unmerge`, { merge_id: first })).toMatchObject({
        status: 409,
        body: { error: "value_damaged", target: { id: first } }
      })
      expect((await call("GET", `/events?action=identities.damaged_value_refused&target_id=${first}`)).data).toHaveLength(1)
      expect((await ask("POST", `/identities/${other.id}/unmerge`, { merge_id: second })).status).toBe(200)
    })

    test("takes relationships along, and brings them back", async () => {
      const { call, made, merge, preview } = await aCustomer()
      const [target, source, other] = [await made({}), await made({}), await made({})]
      const related = await call("POST", `/identities/${source.id}/relationships`, { type: "parent_of", to_id: other.id })
      await call("POST", `/identities/${source.id}/relationships`, { type: "sibling_of", to_id: target.id })
      const of = async (id: string) => (await call("GET", `/identities/${id}/relationships`)).data
      const before = [await of(target.id), await of(source.id)]
      expect((await preview(target.id, [source.id])).counts.relationships).toBe(2)
      const { merge_id } = await merge(target.id, [source.id])
      expect(await of(target.id)).toMatchObject([{ id: related.id, from_id: target.id, to_id: other.id }])
      const walked = await call("POST", "/identities/graph", { start_ids: [source.id] })
      expect(walked.nodes.map(({ id }: { id: string }) => id)).toEqual([target.id, other.id])
      await call("POST", `/identities/${target.id}/unmerge`, { merge_id })
      expect([await of(target.id), await of(source.id)]).toEqual(before)
    })

    test("goes on watching who was watched: the target in the place of the source, and back", async () => {
      const { call, made, merge } = await aCustomer()
      const [target, source] = [await made({ last_name: "Mensah" }), await made({ first_name: "Ama", last_name: "Mensah" })]
      await call("PUT", `/identities/${source.id}/monitoring`, { status: "active", cadence: "weekly" })
      const subject = (id: string) => call("GET", `/screening-subjects/${id}`)
      const { identity, merge_id } = await merge(target.id, [source.id])
      expect(identity.monitoring).toMatchObject({ status: "active", cadence: "weekly" })
      expect(await subject(target.screening_subject_id)).toMatchObject({ name: "Ama Mensah", monitoring: { status: "active" } })
      expect((await subject(source.screening_subject_id)).monitoring.status).toBe("paused")
      const undone = await call("POST", `/identities/${target.id}/unmerge`, { merge_id })
      expect(undone).toMatchObject({
        identity: { monitoring: { status: "off" } },
        sources: [{ monitoring: { status: "active", cadence: "weekly" } }]
      })
      expect(await subject(target.screening_subject_id)).toMatchObject({ name: "Mensah", monitoring: { status: "off" } })
      expect((await subject(source.screening_subject_id)).monitoring.status).toBe("active")
    })

    test("keeps a block, the reason of it included", async () => {
      const { call, made, merge } = await aCustomer()
      const [target, source] = [await made({}), await made({})]
      await call("POST", `/identities/${source.id}/block`, { reason: "Fraud" })
      const { identity, merge_id } = await merge(target.id, [source.id])
      expect(identity).toMatchObject({ status: "blocked", blocked: { reason: "Fraud" } })
      expect((await call("POST", `/identities/${target.id}/unmerge`, { merge_id })).identity).toMatchObject({
        status: "active",
        blocked: null
      })
    })
  })
}
