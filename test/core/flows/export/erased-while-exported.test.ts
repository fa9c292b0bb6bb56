import { afterAll, describe, expect, test } from "bun:test"
import { BlobStore } from "@vouchkit/core/resources/documents/blobs"
import { eraseExportsOf } from "@vouchkit/core/resources/exports/end"
import { ExportStore } from "@vouchkit/core/resources/exports/model"
import { SubjectStore } from "@vouchkit/core/resources/screening/subjects/model"
import { UnitOfWork } from "@vouchkit/core/kernel/storage/unit-of-work"
import { Effect } from "effect"
import { announcedEvents } from "../../../support/announced-events.ts"
import { startService } from "../../../support/service.ts"
import { runAtOnce } from "../../../support/service-jobs.ts"
import { exportStage } from "./stage.ts"

/** Identities of early releases have none until something of them changes. */
const withoutSubject = (identity_id: string) =>
  Effect.flatMap(SubjectStore, (subjects) =>
    Effect.flatMap(subjects.list({ where: [{ field: "subject_of", op: "eq", value: identity_id }], limit: 1 }), (found) =>
      Effect.forEach(found, ({ id }) => subjects.remove(id))
    )
  )

for (const storage of ["memory", "postgres"] as const) {
  describe(`erasure and export over ${storage}`, async () => {
    const service = await startService(storage)
    afterAll(() => service.stop())
    const stage = await exportStage(service)
    const rowOf = (id: string) => stage.run(Effect.flatMap(ExportStore, (exports) => exports.find(id)))
    const begun = async () => {
      const { document, session } = await stage.evidence()
      const { body } = await stage.call("GET", `/sessions/${session.id}/export`)
      return { document, session, id: body.id as string }
    }

    type Begun = Awaited<ReturnType<typeof begun>>
    /** Where each kind of record is erased that an export of its session holds. */
    const erasures = [
      ["a document", ({ document }: Begun) => `/documents/${document.id}`],
      ["the session", ({ session }: Begun) => `/sessions/${session.id}/data`]
    ] as const

    test.each(erasures)("an export that was ready before goes with the erasure of %s, its file too", async (_, path) => {
      const begins = await begun()
      const { id } = begins
      await stage.make()
      const parts = (await rowOf(id))?.parts ?? []
      expect(parts.length).toBeGreaterThan(0)
      expect((await stage.call("DELETE", path(begins))).status).toBe(200)
      expect((await stage.download(id)).status).toBe(410)
      expect(await rowOf(id)).toMatchObject({ status: "expired", parts: [], covers: [] })
      await stage.erasedFiles()
      for (const { name } of parts) expect(await stage.run(Effect.flatMap(BlobStore, (blobs) => blobs.get(name)))).toBeUndefined()
    })

    test.each(erasures)("an export that has begun never becomes ready once %s was erased", async (_, path) => {
      const begins = await begun()
      const { id } = begins
      await announcedEvents(service)
      expect((await stage.call("DELETE", path(begins))).status).toBe(200)
      await stage.make()
      expect((await rowOf(id))?.status).toBe("expired")
      expect((await announcedEvents(service)).map(({ type }) => type)).not.toContain("session.exported")
    })

    test.each(erasures)(
      "whichever of export and erasure of %s comes first, no file is left that holds what was erased",
      async (_, path) => {
        for (let round = 0; round < 12; round += 1) {
          const begins = await begun()
          const { id } = begins
          const [, erased] = await Promise.all([runAtOnce(service, "exports.make"), stage.call("DELETE", path(begins))])
          expect(erased.status).toBe(200)
          await stage.make()
          expect(await rowOf(id)).toMatchObject({ status: "expired", parts: [] })
          expect((await stage.download(id)).status).toBe(410)
        }
        await stage.erasedFiles()
      }
    )

    test.each([true, false])(
      "an export of an identity goes with the erasure of the identity, screening subject or not: %p",
      async (screened) => {
        const identity = (await service.call("POST", "/identities", { key: stage.key, body: { last_name: "Example" } })).body
        if (!screened) await stage.run(withoutSubject(identity.id))
        const { body } = await stage.call("GET", `/identities/${identity.id}/export`)
        await stage.make()
        expect((await rowOf(body.id))?.status).toBe("ready")
        expect((await stage.call("DELETE", `/identities/${identity.id}/data`)).status).toBe(200)
        expect(await rowOf(body.id)).toMatchObject({ status: "expired", parts: [], covers: [] })
        expect((await stage.download(body.id)).status).toBe(410)
      }
    )

    test("ending the exports of a session twice changes nothing more", async () => {
      const { id, session } = await begun()
      await stage.make()
      const erase = stage.run(Effect.flatMap(UnitOfWork, ({ transaction }) => transaction(eraseExportsOf(session))))
      expect(await erase).toBe(1)
      const before = await rowOf(id)
      expect(await stage.run(Effect.flatMap(UnitOfWork, ({ transaction }) => transaction(eraseExportsOf(session))))).toBe(0)
      expect(await rowOf(id)).toEqual(before)
    })

    test("requests at once begin one export", async () => {
      const { session } = await stage.evidence()
      const answers = await Promise.all(Array.from({ length: 6 }, () => stage.call("GET", `/sessions/${session.id}/export`)))
      expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202, 202, 202])
      expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
      await stage.make()
    })
  })
}
