import { afterAll, describe, expect, test } from "bun:test"
import { Tenant } from "@vouchkit/core/kernel/access/caller"
import { endedSnapshots, forgetSnapshot } from "@vouchkit/core/flows/identities/merging/forget"
import { identityMerges, MergeStore } from "@vouchkit/core/resources/identities/merging/model"
import { Sweep } from "@vouchkit/core/kernel/storage/sweep"
import { UnitOfWork } from "@vouchkit/core/kernel/storage/unit-of-work"
import { Effect } from "effect"
import { startService } from "../../../support/service.ts"

const reason = "the same person by both passports"

for (const storage of ["memory", "postgres"] as const) {
  const service = await startService(storage)
  afterAll(() => service.stop())
  let organizations = 0

  const aCustomer = async () => {
    organizations += 1
    const organization = `org_bounds_${organizations}`
    const key = await service.key("all", { organization })
    const ask = (method: string, path: string, body?: unknown) =>
      service.call(method, path, { key, ...(body === undefined ? {} : { body }) })
    const made = async (): Promise<string> => (await ask("POST", "/identities", {})).body.id
    const merge = async (id: string, source_ids: ReadonlyArray<string>) => {
      const preview = await ask("POST", `/identities/${id}/merge-preview`, { source_ids })
      return preview.status === 200
        ? ask("POST", `/identities/${id}/merge`, { preview_token: preview.body.preview_token, reason })
        : preview
    }
    const within = <A>(effect: Effect.Effect<A, unknown, any>): Promise<A> =>
      service.runtime.runPromise(
        Effect.provideService(effect, Tenant, { organization, environment: "sandbox" }) as Effect.Effect<A, never, never>
      )
    return { ask, made, merge, within }
  }

  describe(`bounds of merges in ${storage}`, () => {
    test("hold 16 merges one after the other, and lead from the first to the last", async () => {
      const { ask, made, merge } = await aCustomer()
      const first = await made()
      let last = first
      for (let step = 0; step < 16; step += 1) {
        const next = await made()
        expect((await merge(next, [last])).status).toBe(200)
        last = next
      }
      expect((await ask("GET", `/identities/${first}`)).headers.get("location")).toBe(`/api/v1/identities/${last}`)
      expect(await merge(await made(), [last])).toMatchObject({ status: 422, body: { errors: [{ code: "too_many_identities" }] } })
      expect((await merge(last, [await made()])).status).toBe(200)
    })

    test("end undoing after 30 days, and erase what it would need", async () => {
      const { ask, made, merge, within } = await aCustomer()
      const [target, source] = [await made(), await made()]
      const { merge_id, undo_until } = (await merge(target, [source])).body
      const stored = () => within(Effect.flatMap(MergeStore, (store) => store.find(merge_id)))
      const sweep = (at: string) =>
        within(
          Effect.gen(function* () {
            const due = yield* (yield* Sweep).due(identityMerges, endedSnapshots(at), 100)
            const { transaction } = yield* UnitOfWork
            for (const { id } of due) if (id === merge_id) yield* transaction(forgetSnapshot(id))
          })
        )
      await sweep(undo_until)
      expect((await stored())?.sealed_snapshot).toBeString()
      const advanced = await ask("POST", "/sandbox/clock", { advance_seconds: 30 * 86_400 })
      expect(advanced.status).toBeLessThan(300)
      expect(await ask("POST", `/identities/${target}/unmerge`, { merge_id })).toMatchObject({
        status: 409,
        body: { error: "undo_window_passed" }
      })
      await sweep(undo_until)
      expect(await stored()).toMatchObject({ sealed_snapshot: null, snapshot_until: null, undone_at: null })
      expect((await ask("GET", `/identities/${source}`)).status).toBe(308)
    })

    test("are 1,000 records of the sources, which may be the target instead", async () => {
      if (storage === "postgres") return
      const { ask, made, merge } = await aCustomer()
      const [crowded, other] = [await made(), await made()]
      for (let count = 0; count < 1_001; count += 1) await ask("POST", "/sessions", { identity_id: crowded })
      expect(await merge(other, [crowded])).toMatchObject({
        status: 422,
        body: { errors: [{ loc: ["body", "source_ids"], code: "too_many_rows" }] }
      })
      expect((await merge(crowded, [other])).status).toBe(200)
    })
  })
}
