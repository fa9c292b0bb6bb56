import { afterAll, describe, expect, test } from "bun:test"
import { ExportStore } from "@vouchkit/core/resources/exports/model"
import { BlobStore } from "@vouchkit/core/resources/documents/blobs"
import { AuditLog } from "@vouchkit/core/kernel/audit/log"
import { Effect } from "effect"
import { announcedEvents } from "../../../support/announced-events.ts"
import { startService } from "../../../support/service.ts"
import { personalText } from "../../../support/stored-evidence.ts"
import { digestOf, exportStage, textOf } from "./stage.ts"

const start = "2026-03-01T12:00:00.000Z"
const dayLater = "2026-03-02T12:00:01.000Z"
const [monthAgo, lessAgo] = ["2026-01-30T12:00:00.000Z", "2026-01-30T12:00:00.001Z"] as const

for (const storage of ["memory", "postgres"] as const) {
  describe(`export of a session over ${storage}`, async () => {
    const service = await startService(storage, { clock: start })
    afterAll(() => service.stop())
    const stage = await exportStage(service)
    const rowOf = (id: string) => stage.run(Effect.flatMap(ExportStore, (exports) => exports.find(id)))

    test("a session without files is answered at once to who asks for JSON, and announced", async () => {
      const { body: session } = await service.call("POST", "/sessions", { key: stage.key, body: { expected: { first_name: "Adaeze" } } })
      await announcedEvents(service)
      const { body, status } = await stage.asJson(`/sessions/${session.id}/export`)
      expect(status).toBe(200)
      expect(body).toMatchObject({ object: "exported_records", subject: { type: "session", id: session.id }, generated_at: start })
      const prefix = `sessions/${session.id}`
      expect(body.records[`${prefix}/session.json`]).toEqual([
        expect.objectContaining({ id: session.id, expected: { first_name: "Adaeze" } })
      ])
      expect(body.records[`${prefix}/decision_trail.json`].map(({ action }: any) => action)).toEqual(["sessions.create"])
      expect((await announcedEvents(service)).map(({ type }) => type)).toEqual(["session.exported"])
      const where = [
        { field: "action", op: "eq", value: "sessions.export" },
        { field: "target_id", op: "eq", value: session.id }
      ] as const
      const entries = await stage.run(Effect.flatMap(AuditLog, (log) => log.list({ where, limit: 5 })))
      expect(entries.map(({ target }) => target)).toEqual([{ type: "session", id: session.id }])
      expect(await stage.make()).toBe(0)
    })

    test("how its workflow came to the decision is exported, with what each branch knew", async () => {
      const { body: session } = await service.call("POST", "/sessions", { key: stage.key, body: {} })
      await service.call("POST", `/sessions/${session.id}/simulate`, { key: stage.key, body: { actions: [{ type: "approve" }] } })
      const { body } = await stage.asJson(`/sessions/${session.id}/export`)
      const [run] = body.records[`sessions/${session.id}/workflow_runs.json`]
      const shown = await stage.call("GET", `/workflow-runs/${run.id}`)
      expect(run).toEqual(shown.body)
      expect(run).toMatchObject({ object: "workflow_run", session_id: session.id, outcome: "approved" })
    })

    test("anyone else gets an archive, and so does a session with a file whatever is asked for", async () => {
      const { body: session } = await service.call("POST", "/sessions", { key: stage.key, body: {} })
      expect((await stage.call("GET", `/sessions/${session.id}/export`)).status).toBe(202)
      const evidence = await stage.evidence()
      expect((await stage.asJson(`/sessions/${evidence.session.id}/export`)).status).toBe(202)
      await stage.make()
    })

    test("an archive holds every record and file with its digest, names staff by number, and can be fetched for a day", async () => {
      const { document, session } = await stage.evidence()
      const path = `/sessions/${session.id}/export`
      const asked = await stage.call("GET", path)
      expect(asked.body).toMatchObject({ object: "export", status: "processing", download_url: null, sha256: null, expires_at: null })
      expect((await stage.call("GET", path)).body.id).toBe(asked.body.id)
      expect((await stage.download(asked.body.id)).status).toBe(409)
      await announcedEvents(service)
      await stage.make()
      const { body: ready } = await stage.call("GET", `/exports/${asked.body.id}`)
      expect(ready).toMatchObject({ status: "ready", expires_at: "2026-03-02T12:00:00.000Z" })
      expect(ready.download_url).toEndWith(`/api/v1/exports/${ready.id}/download`)
      expect((await announcedEvents(service)).map(({ data, type }) => [type, data.export_id])).toEqual([["session.exported", ready.id]])

      const { bytes, headers, manifest, members, status } = await stage.download(ready.id)
      expect([status, headers.get("content-type"), digestOf(bytes), bytes.length]).toEqual([
        200,
        "application/zip",
        ready.sha256,
        ready.size_bytes
      ])
      expect(manifest).toMatchObject({ export_id: ready.id, subject: { type: "session", id: session.id }, organization_id: "org_acme" })
      const listed = manifest.files.map(({ path: name }: { path: string }) => name)
      expect([...listed, "manifest.json"].sort()).toEqual(Object.keys(members).sort())
      for (const { path: name, sha256, size_bytes } of manifest.files) {
        expect([name, digestOf(members[name] ?? new Uint8Array()), members[name]?.length]).toEqual([name, sha256, size_bytes])
      }
      const inside = `sessions/${session.id}`
      expect(digestOf(members[`${inside}/documents/${document.id}.pdf`] ?? new Uint8Array())).toBe(document.sha256)
      const [check] = JSON.parse(textOf(members[`${inside}/checks.json`]))
      expect(check).toMatchObject({ overridden: { by: "reviewer_1" }, details: { holder_names: ["Adaeze Bello"] } })
      expect(textOf(bytes)).not.toContain("usr_1")
      // A second request begins a new one, and gets it.
      expect((await stage.call("GET", path)).body.id).not.toBe(ready.id)
      await stage.make()

      const parts = (await rowOf(ready.id))?.parts ?? []
      expect(parts.length).toBeGreaterThan(0)
      await service.setTime(dayLater)
      expect((await stage.call("GET", `/exports/${ready.id}`)).body).toMatchObject({ status: "expired", download_url: null })
      expect((await stage.download(ready.id)).status).toBe(410)
      await stage.timer("exports.expire")
      await stage.erasedFiles()
      const left = parts.map(({ name }) => stage.run(Effect.flatMap(BlobStore, (blobs) => blobs.get(name))))
      expect(await Promise.all(left)).toEqual(parts.map(() => undefined))
      await service.setTime(start)
    })

    test("the row of an export goes 30 days after its end, and not before", async () => {
      const { session } = await stage.evidence()
      const { body } = await stage.call("GET", `/sessions/${session.id}/export`)
      await stage.make()
      const ended = await rowOf(body.id)
      if (ended === undefined) throw new Error("no export")
      const old = (id: string, updated_at: string) => ({
        ...ended,
        id,
        version: 1,
        status: "expired" as const,
        parts: [],
        covers: [],
        updated_at
      })
      const [over, kept] = [old(`exp_${"1".repeat(26)}`, monthAgo), old(`exp_${"2".repeat(26)}`, lessAgo)]
      for (const row of [over, kept]) await stage.run(Effect.flatMap(ExportStore, (exports) => exports.insertIfAbsent(row)))
      await stage.timer("exports.forget")
      expect([(await rowOf(over.id))?.id, (await rowOf(kept.id))?.id, (await rowOf(ended.id))?.status]).toEqual([
        undefined,
        kept.id,
        "ready"
      ])
    })

    test("what is sealed in the object store and in the row says nothing in clear", async () => {
      const { session } = await stage.evidence()
      const { body } = await stage.call("GET", `/sessions/${session.id}/export`)
      await stage.make()
      expect(JSON.stringify(await rowOf(body.id))).not.toMatch(personalText)
    })

    test("a sixth export of one person ends the oldest", async () => {
      const { session } = await stage.evidence()
      const ids: Array<string> = []
      for (let count = 0; count < 6; count += 1) {
        ids.push((await stage.call("GET", `/sessions/${session.id}/export`)).body.id)
        await stage.make()
      }
      const statuses = await Promise.all(ids.map(async (id) => (await stage.call("GET", `/exports/${id}`)).body.status))
      expect(statuses).toEqual(["expired", "ready", "ready", "ready", "ready", "ready"])
    })
  })
}
