import { afterAll, describe, expect, test } from "bun:test"
import * as Memory from "@vouchkit/adapters/memory"
import * as Postgres from "@vouchkit/adapters/postgres"
import { newRelationship, RelationshipStore, type StoredRelationship } from "@vouchkit/core/resources/identities/relationships/model"
import { eraseRelationships, moveRelationships, returnRelationships } from "@vouchkit/core/resources/identities/relationships/moving"
import { UnitOfWork } from "@vouchkit/core/kernel/storage/unit-of-work"
import { Effect, type Layer, ManagedRuntime } from "effect"
import { freshDatabase } from "../../../../support/postgres.ts"
import { acmeSandbox, as } from "../../../../support/tenants.ts"

const at = "2026-01-01T00:00:00.000Z"
const adapters = {
  memory: async () => Memory.layer as Layer.Layer<RelationshipStore | UnitOfWork>,
  postgres: async () =>
    Postgres.layer({ connect: await freshDatabase(), maximumConnections: 4 }) as Layer.Layer<RelationshipStore | UnitOfWork>
}

for (const [name, open] of Object.entries(adapters)) {
  const runtime = ManagedRuntime.make(await open())
  afterAll(() => runtime.dispose())
  const run = <A, E>(effect: Effect.Effect<A, E, any>): Promise<A> =>
    runtime.runPromise(as(acmeSandbox)(Effect.flatMap(UnitOfWork, ({ transaction }) => transaction(effect))) as Effect.Effect<A, E, never>)
  let made = 0
  /** The identities of one test, by short names of its own. */
  const aWorld = async (...said: ReadonlyArray<readonly [string, string, string, Partial<StoredRelationship>?]>) => {
    made += 1
    const world = made
    const idOf = (person: string) => `${person}-${world}`
    const rows = said.map(([from, type, to, more = {}], index) => {
      const about = {
        id: `rel_${world}_${index}`,
        environment: "sandbox",
        status: "confirmed",
        source: "manual",
        confidence: null,
        percent: null,
        valid_from: null,
        valid_to: null,
        evidence: [],
        ...more
      } as const
      const inverse_type = type === "knows" ? type : `${type}_inverse`
      return newRelationship({ type, inverse_type, from_id: idOf(from), to_id: idOf(to) }, about, at)
    })
    await run(Effect.flatMap(RelationshipStore, (store) => Effect.forEach(rows, store.insert, { discard: true })))
    const find = (index: number) => run(Effect.flatMap(RelationshipStore, (store) => store.find(`rel_${world}_${index}`)))
    const all = () => Promise.all(rows.map((_row, index) => find(index)))
    const shown = async () =>
      (await all()).map((row) =>
        row === undefined ? null : [row.from_id, row.type, row.to_id, row.status].join(" ").replaceAll(`-${world}`, "")
      )
    return {
      rows,
      all,
      shown,
      merge: (source: string, target: string, merge_id: string) =>
        run(moveRelationships({ merge_id: `${merge_id}-${world}`, source_id: idOf(source), target_id: idOf(target) })),
      undo: (merge_id: string) => run(returnRelationships(`${merge_id}-${world}`)),
      erase: (person: string) => run(eraseRelationships(idOf(person)))
    }
  }
  const withoutVersion = (rows: ReadonlyArray<StoredRelationship | undefined>) => rows.map((row) => ({ ...row, version: 0 }))

  describe(`relationships of merged identities in ${name}`, () => {
    test("go to the target from both sides, say whose they were, and come back as they were", async () => {
      const { all, merge, rows, shown, undo } = await aWorld(["A", "parent_of", "X"], ["Y", "employs", "A"], ["Y", "knows", "X"])
      await merge("A", "T", "m")
      expect(await shown()).toEqual(["T parent_of X confirmed", "Y employs T confirmed", "X knows Y confirmed"])
      expect((await all()).map((row) => row?.origin_identity_id ?? null)).toEqual([rows[0]?.from_id ?? "", rows[1]?.to_id ?? "", null])
      await undo("m")
      expect(withoutVersion(await all())).toEqual(withoutVersion(rows))
    })

    test("are set aside where they would be doubles, or of an identity with itself", async () => {
      const { all, merge, rows, shown, undo } = await aWorld(
        ["A", "knows", "T"],
        ["A", "parent_of", "X"],
        ["T", "parent_of", "X"],
        ["X", "knows", "A"],
        ["T", "knows", "X", { status: "dismissed", source: "system" }]
      )
      await merge("A", "T", "m")
      expect((await shown()).map((text) => text?.split(" ").at(-1))).toEqual(["deleted", "deleted", "confirmed", "confirmed", "deleted"])
      await undo("m")
      expect(withoutVersion(await all())).toEqual(withoutVersion(rows))
    })

    test("keep deleted ones with the source", async () => {
      const { merge, shown } = await aWorld(["A", "parent_of", "X", { status: "deleted" }])
      await merge("A", "T", "m")
      expect(await shown()).toEqual(["A parent_of X deleted"])
    })

    test("follow one merge after another, and come back in either order", async () => {
      for (const order of [
        ["second", "first"],
        ["first", "second"]
      ]) {
        const { all, merge, rows, shown, undo } = await aWorld(["A", "parent_of", "X"], ["B", "employs", "X"])
        await merge("A", "B", "first")
        await merge("B", "C", "second")
        expect(await shown()).toEqual(["C parent_of X confirmed", "C employs X confirmed"])
        for (const merge_id of order) await undo(merge_id)
        expect(withoutVersion(await all())).toEqual(withoutVersion(rows))
      }
    })

    test("come back to what the other end became meanwhile", async () => {
      const { merge, shown, undo } = await aWorld(["A", "parent_of", "X"])
      await merge("A", "T", "first")
      await merge("X", "Y", "second")
      await undo("first")
      expect(await shown()).toEqual(["A parent_of Y confirmed"])
      await undo("second")
      expect(await shown()).toEqual(["A parent_of X confirmed"])
    })

    test("are moved and brought back as many as there are", async () => {
      const many = Array.from({ length: 230 }, (_, index) => ["A", "employs", `P${index}`] as const)
      const { all, merge, rows, undo } = await aWorld(...many)
      await merge("A", "T", "m")
      expect(new Set((await all()).map((row) => row?.from_id)).size).toBe(1)
      expect((await all())[0]?.from_id).toStartWith("T-")
      await undo("m")
      expect(withoutVersion(await all())).toEqual(withoutVersion(rows))
    })

    test("go with an identity that is erased, whichever end it is, and whoever made them", async () => {
      const { erase, shown } = await aWorld(
        ["A", "parent_of", "X"],
        ["X", "shares_face", "A", { status: "dismissed", source: "system" }],
        ["A", "employs", "Y", { status: "deleted" }],
        ["X", "knows", "Y"]
      )
      expect(await erase("A")).toBe(3)
      expect(await shown()).toEqual([null, null, null, "X knows Y confirmed"])
    })
  })
}
