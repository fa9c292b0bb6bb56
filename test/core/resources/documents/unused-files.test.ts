import { afterAll, describe, expect, test } from "bun:test"
import { createHash } from "node:crypto"
import { Tenant } from "@vouchkit/core/kernel/access/caller"
import { JobQueue } from "@vouchkit/core/kernel/jobs/job"
import { BlobStore } from "@vouchkit/core/resources/documents/blobs"
import { jobs } from "@vouchkit/core/registry"
import { runJob } from "@vouchkit/worker/jobs/run-job"
import { Effect } from "effect"
import { aPerson } from "../../../support/capture.ts"
import { aForm, smallPdf, startService } from "../../../support/service.ts"

const noon = Date.parse("2026-03-01T12:00:00.000Z")
const name = "erasure.erase_file"

for (const storage of ["memory", "postgres"] as const) {
  describe(`a file that was stored for nothing over ${storage}`, async () => {
    const service = await startService(storage, { clock: new Date(noon).toISOString() })
    afterAll(() => service.stop())
    const key = await service.key("all")
    const run = <A>(effect: Effect.Effect<A, unknown, any>): Promise<A> =>
      service.runtime.runPromise(
        Effect.provideService(effect, Tenant, { organization: "org_acme", environment: "sandbox" }) as Effect.Effect<A, never, never>
      )
    const claimed = (seconds: number) =>
      run(
        Effect.flatMap(JobQueue, (queue) =>
          queue.claim({ limits: { [name]: 100 }, lease_seconds: 1, now: new Date(noon + seconds * 1000).toISOString() })
        )
      )
    const removals = async () => {
      const declared = jobs.find((one) => one.name === name)
      if (declared === undefined) throw new Error(name)
      const queued = await claimed(15 * 60)
      for (const one of queued) await run(runJob(declared, one, () => false))
      return queued.length
    }
    const fileOf = (content: string): Uint8Array => new Uint8Array([...smallPdf, ...new TextEncoder().encode(content)])
    const isStored = async (file: Uint8Array) =>
      (await run(Effect.flatMap(BlobStore, ({ get }) => get(createHash("sha256").update(file).digest("hex"))))) !== undefined
    const closed = async (): Promise<string> => {
      const { id } = (await service.call("POST", "/sessions", { key, body: {} })).body
      await service.call("POST", `/sessions/${id}/expire`, { key })
      return id
    }
    const upload = (path: string, file: Uint8Array, headers: Record<string, string> = {}) =>
      service.call("POST", path, { key, raw: aForm({ kind: "proof_of_address" }, file), headers })

    test("is removed a quarter of an hour after its session refused it, with a key or without", async () => {
      const id = await closed()
      for (const [content, headers] of [
        ["one", {}],
        ["two", { "Idempotency-Key": "refused" }]
      ] as const) {
        const file = fileOf(content)
        expect((await upload(`/sessions/${id}/documents`, file, headers)).status).toBe(409)
        expect(await isStored(file)).toBe(true)
        expect(await claimed(15 * 60 - 1)).toEqual([])
        expect([await removals(), await isStored(file)]).toEqual([1, false])
      }
    })

    test("is removed when it is not what was asked for", async () => {
      const person = await aPerson(service, key)
      const file = fileOf("no picture")
      expect((await person.post("/selfie", aForm({}, file))).body.error).toBe("unsupported_document")
      expect([await removals(), await isStored(file)]).toEqual([1, false])
    })

    test("stays when a document holds the same content by then", async () => {
      const file = fileOf("sent again")
      expect((await upload(`/sessions/${await closed()}/documents`, file)).status).toBe(409)
      expect((await upload("/documents", file)).status).toBe(201)
      expect([await removals(), await isStored(file)]).toEqual([1, true])
    })

    test("is not looked for when its document was recorded", async () => {
      expect((await upload("/documents", fileOf("recorded"), { "Idempotency-Key": "recorded" })).status).toBe(201)
      expect(await removals()).toBe(0)
    })
  })
}
