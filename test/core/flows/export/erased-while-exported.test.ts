import { afterAll, describe, expect, test } from "bun:test"
import { BlobStore } from "@vouchkit/core/resources/documents/blobs"
import { eraseExportsOf } from "@vouchkit/core/resources/exports/end"
import { ExportStore } from "@vouchkit/core/resources/exports/model"
import { UnitOfWork } from "@vouchkit/core/kernel/storage/unit-of-work"
import { Effect } from "effect"
import { announcedEvents } from "../../../support/announced-events.ts"
import { startService } from "../../../support/service.ts"
import { runAtOnce } from "../../../support/service-jobs.ts"
import { exportStage } from "./stage.ts"

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

    test("an export that was ready before goes with the erasure, its file too", async () => {
      const { document, id } = await begun()
      await stage.make()
      const parts = (await rowOf(id))?.parts ?? []
      expect((await stage.call("DELETE", `/documents/${document.id}`)).status).toBe(200)
      expect((await stage.download(id)).status).toBe(410)
      expect(await rowOf(id)).toMatchObject({ status: "expired", parts: [], covers: [] })
      await stage.erasedFiles()
      for (const { name } of parts) expect(await stage.run(Effect.flatMap(BlobStore, (blobs) => blobs.get(name)))).toBeUndefined()
    })

    test("an export that has begun never becomes ready once something of it was erased", async () => {
      const { document, id } = await begun()
      await announcedEvents(service)
      await stage.call("DELETE", `/documents/${document.id}`)
      await stage.make()
      expect((await rowOf(id))?.status).toBe("expired")
      expect((await announcedEvents(service)).map(({ type }) => type)).not.toContain("session.exported")
    })

    test("whichever of both comes first, no file is left that holds what was erased", async () => {
      for (let round = 0; round < 12; round += 1) {
        const { document, id } = await begun()
        await Promise.all([runAtOnce(service, "exports.make"), stage.call("DELETE", `/documents/${document.id}`)])
        await stage.make()
        expect(await rowOf(id)).toMatchObject({ status: "expired", parts: [] })
        expect((await stage.download(id)).status).toBe(410)
      }
      await stage.erasedFiles()
    })

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
