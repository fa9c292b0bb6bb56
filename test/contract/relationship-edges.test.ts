import { afterAll, describe, expect, test } from "bun:test"
import * as Memory from "@vouchkit/adapters/memory"
import * as Postgres from "@vouchkit/adapters/postgres"
import { edgeLimits, type EdgeQuery, RelationshipEdges } from "@vouchkit/core/resources/identities/relationships/edges"
import { newRelationship, RelationshipStore, type StoredRelationship } from "@vouchkit/core/resources/identities/relationships/model"
import { UnitOfWork } from "@vouchkit/core/kernel/storage/unit-of-work"
import { Effect, type Layer, ManagedRuntime } from "effect"
import { freshDatabase } from "../support/postgres.ts"
import { acmeSandbox, as, otherSandbox } from "../support/tenants.ts"

type Ports = RelationshipEdges | RelationshipStore | UnitOfWork
const adapters = {
  memory: async () => Memory.layer as Layer.Layer<Ports>,
  postgres: async () => Postgres.layer({ connect: await freshDatabase(), maximumConnections: 4 }) as Layer.Layer<Ports>
}

let made = 0
const related = (from_id: string, to_id: string, type = "parent_of", more: Partial<StoredRelationship> = {}): StoredRelationship => {
  made += 1
  const said = {
    id: `rel_${String(made).padStart(26, "0")}`,
    environment: "sandbox",
    status: "confirmed",
    source: "manual",
    confidence: null,
    percent: null,
    valid_from: null,
    valid_to: null,
    evidence: []
  } as const
  const at = new Date(Date.UTC(2026, 0, 1) + made * 1000).toISOString()
  return { ...newRelationship({ type, inverse_type: `${type}_inverse`, from_id, to_id }, said, at), ...more }
}

for (const [name, open] of Object.entries(adapters)) {
  const runtime = ManagedRuntime.make(await open())
  afterAll(() => runtime.dispose())
  const keep = (rows: ReadonlyArray<StoredRelationship>, tenant = acmeSandbox) => {
    const inserted = Effect.flatMap(RelationshipStore, (store) => Effect.forEach(rows, store.insert, { discard: true }))
    return runtime.runPromise(as(tenant)(Effect.flatMap(UnitOfWork, ({ transaction }) => transaction(inserted))))
  }
  const read = (query: Partial<EdgeQuery>, tenant = acmeSandbox) => {
    const whole: EdgeQuery = { identity_ids: [], leaving: null, arriving: null, statuses: ["proposed", "confirmed"], ...query }
    return runtime.runPromise(as(tenant)(Effect.flatMap(RelationshipEdges, ({ of }) => of(whole))))
  }
  const idsOf = ({ edges }: { readonly edges: ReadonlyArray<StoredRelationship> }) => edges.map(({ id }) => id)

  describe(`the relationships of many identities in ${name}`, () => {
    test("are read from both sides, each once, of the types that are named for a side", async () => {
      const [a, b, c] = [related("A1", "A2"), related("A3", "A1", "employee_of"), related("A2", "A3", "owns")]
      await keep([a, b, c])
      expect(await read({ identity_ids: ["A1"] })).toEqual({ edges: [a, b], complete: true })
      expect(idsOf(await read({ identity_ids: ["A1", "A2", "A3"] }))).toEqual([a.id, b.id, c.id])
      expect(idsOf(await read({ identity_ids: ["A1"], arriving: [] }))).toEqual([a.id])
      expect(idsOf(await read({ identity_ids: ["A1"], leaving: [] }))).toEqual([b.id])
      expect(idsOf(await read({ identity_ids: ["A1"], leaving: ["owns"], arriving: ["employee_of", "owns"] }))).toEqual([b.id])
      expect(await read({ identity_ids: ["A1"], leaving: [], arriving: [] })).toEqual({ edges: [], complete: true })
      expect(await read({})).toEqual({ edges: [], complete: true })
    })

    test("leave out what does not count, what has another status, and what another tenant has", async () => {
      const [proposed, confirmed] = [related("B1", "B2", "a", { status: "proposed" }), related("B1", "B2", "b")]
      await keep([proposed, confirmed, related("B1", "B2", "c", { status: "dismissed" }), related("B1", "B2", "d", { status: "deleted" })])
      await keep([related("B1", "B2", "e")], otherSandbox)
      expect(idsOf(await read({ identity_ids: ["B1"] }))).toEqual([proposed.id, confirmed.id])
      expect(idsOf(await read({ identity_ids: ["B2"], statuses: ["confirmed"] }))).toEqual([confirmed.id])
    })

    test("are no more of one identity and side than the limit, and say that there are more", async () => {
      const rows = Array.from({ length: edgeLimits.of_one + 1 }, (_, index) => related("C1", `C1-${index}`))
      await keep(rows.slice(0, edgeLimits.of_one))
      const other = related("C2", "C3")
      await keep([other])
      const full = await read({ identity_ids: ["C1", "C2"] })
      expect([full.edges.length, full.complete]).toEqual([edgeLimits.of_one + 1, true])
      await keep(rows.slice(edgeLimits.of_one))
      const more = await read({ identity_ids: ["C1", "C2"] })
      expect([idsOf(more), more.complete]).toEqual([[...rows.slice(0, edgeLimits.of_one), other].map(({ id }) => id), false])
    })

    test("are no more at once than the limit", async () => {
      const starts = Array.from({ length: edgeLimits.at_once / edgeLimits.of_one + 1 }, (_, index) => `D${index}`)
      await keep(starts.flatMap((start) => Array.from({ length: edgeLimits.of_one }, (_, index) => related(start, `${start}-${index}`))))
      const { complete, edges } = await read({ identity_ids: starts })
      expect([edges.length, complete]).toEqual([edgeLimits.at_once, false])
      const some = await read({ identity_ids: starts.slice(1) })
      expect([some.edges.length, some.complete]).toEqual([edgeLimits.at_once, true])
    })
  })
}
