import { afterAll, describe, expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { Database } from "@vouchkit/adapters/postgres/database"
import { Effect } from "effect"
import { startService } from "../support/service.ts"

// Two spellings of one text: letters with their marks in one sign, and in several.
const composed = "Zoë-Ångström-가"
const decomposed = composed.normalize("NFD")

for (const storage of ["memory", "postgres"] as const) {
  describe(`references in two spellings of one text (${storage})`, async () => {
    const service = await startService(storage)
    afterAll(() => service.stop())
    const key = await service.key("all")
    const ask = async (method: string, path: string, body?: object) =>
      await service.call(method, path, { key, ...(body === undefined ? {} : { body }) })
    let count = 0
    const aReference = () => {
      count += 1
      return [`${composed}-${count}`, `${decomposed}-${count}`] as const
    }

    test("find the same sessions, which keep the spelling they were given", async () => {
      const [one, other] = aReference()
      const ids = [
        (await ask("POST", "/sessions", { external_reference: one })).body.id,
        (await ask("POST", "/sessions", { external_reference: other })).body.id
      ].toSorted()
      for (const reference of [one, other]) {
        const { body } = await ask("GET", `/sessions?external_reference=${encodeURIComponent(reference)}`)
        expect(body.data.map(({ id }: any) => id).toSorted()).toEqual(ids)
        expect(body.data.map(({ external_reference }: any) => external_reference).toSorted()).toEqual([one, other].toSorted())
      }
    })

    test("are one open session, also where many requests come at once", async () => {
      const [one, other] = aReference()
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          ask("POST", "/sessions", { external_reference: index % 2 === 0 ? one : other, reuse_open: true })
        )
      )
      expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
      expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array.from({ length: 9 }, () => 200), 201])
    })

    test("are one after a change as well", async () => {
      const [one, other] = aReference()
      const { id } = (await ask("POST", "/sessions", {})).body
      expect((await ask("PATCH", `/sessions/${id}`, { external_reference: other })).body.external_reference).toBe(other)
      expect((await ask("GET", `/sessions?external_reference=${encodeURIComponent(one)}`)).body.pagination.total).toBe(1)
      const again = await ask("POST", "/sessions", { external_reference: one, reuse_open: true })
      expect([again.status, again.body.id]).toEqual([200, id])
    })

    test("find the same cases and screened subjects", async () => {
      const [one, other] = aReference()
      const { id } = (await ask("POST", "/sessions", { external_reference: other })).body
      expect((await ask("POST", `/sessions/${id}/simulate`, { actions: [{ type: "poa_review" }] })).status).toBe(200)
      const found = await ask("POST", "/cases/search", { filters: { external_reference: one } })
      expect(found.body.data.map(({ session_id }: any) => session_id)).toEqual([id])
      expect((await ask("GET", `/cases?external_reference=${encodeURIComponent(one)}`)).body.pagination.total).toBe(1)
      const subject = { name: "Ada Lovelace", external_reference: other }
      expect((await ask("POST", "/screening-subjects", subject)).status).toBeLessThan(300)
      expect((await ask("GET", `/screening-subjects?external_reference=${encodeURIComponent(one)}`)).body.pagination.total).toBe(1)
    })
  })
}

test("of rows that were stored before are found in either spelling once the migration has run", async () => {
  const service = await startService("postgres")
  const key = await service.key("all")
  const { id } = (await service.call("POST", "/sessions", { key, body: { external_reference: decomposed } })).body
  const found = async () =>
    (await service.call("GET", `/sessions?external_reference=${encodeURIComponent(composed)}`, { key })).body.data.map(
      (session: any) => session.id
    )
  const migration = new URL("../../packages/adapters/src/postgres/migrations/0025_normalized_references.sql", import.meta.url)
  await service.runtime.runPromise(
    Effect.flatMap(Database, ({ sql }) => Effect.promise(() => sql`update sessions set external_reference = data ->> 'external_reference'`))
  )
  expect(await found()).toEqual([])
  await service.runtime.runPromise(Effect.flatMap(Database, ({ sql }) => Effect.promise(() => sql.unsafe(readFileSync(migration, "utf8")))))
  expect(await found()).toEqual([id])
  await service.stop()
})
