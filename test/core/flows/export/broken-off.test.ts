import { afterAll, describe, expect, test } from "bun:test"
import * as Blobs from "@vouchkit/adapters/blobs/memory"
import * as Crypto from "@vouchkit/adapters/crypto/vault"
import { StorageUnavailable } from "@vouchkit/core/kernel/foundation/failure"
import { BlobStore } from "@vouchkit/core/resources/documents/blobs"
import { DocumentStore } from "@vouchkit/core/resources/documents/model"
import { ExportStore } from "@vouchkit/core/resources/exports/model"
import { makeId } from "@vouchkit/core/kernel/foundation/id"
import { Effect, Layer } from "effect"
import { startService } from "../../../support/service.ts"
import { digestOf, exportStage } from "./stage.ts"

/** An object store that takes so many more files, and then none until it is told otherwise. */
const failing = { after: Number.POSITIVE_INFINITY, puts: 0 }
const blobs = Layer.effect(BlobStore)(
  Effect.map(BlobStore, (store) => ({
    ...store,
    put: (bytes, before) =>
      Effect.suspend(() => {
        failing.puts += 1
        return failing.puts > failing.after
          ? Effect.fail(new StorageUnavailable({ cause: new Error("the object store is away") }))
          : store.put(bytes, before)
      })
  }))
).pipe(Layer.provide(Blobs.layer), Layer.provide(Crypto.layer(new Uint8Array(32).fill(7))))

/** Bytes that no compression makes fewer, the same each time. */
const filling = (seed: number, length: number): Uint8Array => {
  const bytes = new Uint8Array(length)
  let state = seed
  for (let at = 0; at < length; at += 1) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    bytes[at] = state >>> 24
  }
  return bytes
}
const megabyte = 1024 * 1024

for (const storage of ["memory", "postgres"] as const) {
  describe(`a run that is broken off over ${storage}`, async () => {
    const service = await startService(storage, { beside: blobs })
    afterAll(() => service.stop())
    const stage = await exportStage(service)
    const rowOf = (id: string) => stage.run(Effect.flatMap(ExportStore, (exports) => exports.find(id)))

    test("goes on behind the parts that it left, and makes the same file", async () => {
      const { document, session } = await stage.evidence({ file: filling(1, 9 * megabyte) })
      await stage.run(
        Effect.gen(function* () {
          for (const seed of [2, 3]) {
            const stored = yield* (yield* BlobStore).put(filling(seed, 9 * megabyte))
            yield* (yield* DocumentStore).insert({ ...document, id: yield* makeId("doc"), sha256: stored.sha256, blob: stored.name })
          }
        })
      )
      const { body } = await stage.call("GET", `/sessions/${session.id}/export`)
      failing.puts = 0
      failing.after = 2
      await stage.makeOnce()
      const left = (await rowOf(body.id))?.parts ?? []
      expect(left.map(({ size }) => size)).toEqual([8 * megabyte, 8 * megabyte])
      failing.after = Number.POSITIVE_INFINITY
      failing.puts = 0
      await stage.make()
      const row = await rowOf(body.id)
      expect(row?.status).toBe("ready")
      expect(row?.parts.slice(0, 2)).toEqual([...left])
      expect(failing.puts).toBe((row?.parts.length ?? 0) - 2)
      const { bytes, manifest } = await stage.download(body.id)
      expect([digestOf(bytes), bytes.length]).toEqual([row?.sha256 ?? "", row?.size_bytes ?? 0])
      expect(manifest.files.length).toBeGreaterThan(5)
    })

    test("makes again what changed meanwhile", async () => {
      const { session } = await stage.evidence({ file: filling(4, 17 * megabyte) })
      const { body } = await stage.call("GET", `/sessions/${session.id}/export`)
      failing.puts = 0
      failing.after = 1
      await stage.makeOnce()
      const left = (await rowOf(body.id))?.parts ?? []
      expect(left.length).toBe(1)
      failing.after = Number.POSITIVE_INFINITY
      await service.call("POST", `/sessions/${session.id}/add-tag`, { key: stage.key, body: { tag: "late" } })
      await stage.make()
      const row = await rowOf(body.id)
      expect(row?.status).toBe("ready")
      expect(row?.parts[0]).not.toEqual(left[0] as NonNullable<typeof left>[number])
      const { bytes } = await stage.download(body.id)
      expect(digestOf(bytes)).toBe(row?.sha256 ?? "")
    })
  })
}
