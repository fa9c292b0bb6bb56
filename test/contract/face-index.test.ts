import { afterAll, beforeEach, describe, expect, test } from "bun:test"
import { layer as cryptoLayer } from "@vouchkit/adapters/crypto/vault"
import * as Memory from "@vouchkit/adapters/memory"
import { layer as memoryFaces } from "@vouchkit/adapters/memory/face-index"
import { State } from "@vouchkit/adapters/memory/state"
import * as Postgres from "@vouchkit/adapters/postgres"
import { Database } from "@vouchkit/adapters/postgres/database"
import { layer as postgresFaces } from "@vouchkit/adapters/postgres/face-index"
import { localFaceModel, scoreOfDistance } from "@vouchkit/core/verification/faces/bands"
import { type AddedFace, FaceIndex, type FaceSearch, faceSearchLimits } from "@vouchkit/core/verification/faces/face-index"
import type { SessionFace } from "@vouchkit/core/verification/faces/template"
import { UnitOfWork } from "@vouchkit/core/kernel/storage/unit-of-work"
import { Effect, Layer, ManagedRuntime } from "effect"
import { hashOf, templateAt } from "../support/faces.ts"
import { freshDatabase } from "../support/postgres.ts"
import { acmeLive, acmeSandbox, as, otherSandbox, type TenantName } from "../support/tenants.ts"

const at = "2026-01-01T00:00:00.000Z"
const vault = cryptoLayer(new Uint8Array(32).fill(9))

/** Faces belong to sessions; in PostgreSQL their rows have to be there. */
type Enrol = (tenant: TenantName, session_id: string) => Promise<void>

const adapters = {
  memory: async () => {
    const runtime = ManagedRuntime.make(Layer.mergeAll(Memory.layer, memoryFaces, vault).pipe(Layer.provideMerge(State.layer)))
    const enrol: Enrol = async () => {}
    return { runtime, enrol, sealed: async (): Promise<ReadonlyArray<string>> => [] }
  },
  postgres: async () => {
    const database = Postgres.layer({ connect: await freshDatabase(), maximumConnections: 4 })
    const runtime = ManagedRuntime.make(postgresFaces.pipe(Layer.provideMerge(Layer.mergeAll(database, vault))))
    const enrol: Enrol = async ({ environment, organization }, session_id) => {
      await runtime.runPromise(
        Effect.flatMap(Database, ({ run }) =>
          run((parameters) => {
            const [one, two, three] = [organization, environment, session_id].map((value) => parameters.add(value))
            return `insert into sessions (organization, environment, id, version, data, status, tags, created_at, updated_at) values (${one}, ${two}, ${three}, 1, '{}', 'created', '[]', '${at}', '${at}') on conflict do nothing`
          })
        )
      )
    }
    const sealed = async (): Promise<ReadonlyArray<string>> => {
      const rows = await runtime.runPromise(Effect.flatMap(Database, ({ query }) => query(() => "select sealed from face_templates")))
      return rows.map((row): string => row.sealed)
    }
    return { runtime, enrol, sealed }
  }
}

const faceAt = (distance: number, hash = 0): SessionFace => ({
  template: templateAt(distance),
  captures: [{ nonce: "one", frame_hashes: [hashOf(hash)] }]
})
const near = (changes: Partial<FaceSearch> = {}): FaceSearch => ({
  template: templateAt(0),
  limit: 10,
  within: 0.6,
  excluding: [],
  ...changes
})

for (const [adapter, make] of Object.entries(adapters)) {
  describe(`the index of faces in ${adapter}`, async () => {
    const { enrol, runtime, sealed } = await make()
    afterAll(() => runtime.dispose())
    const here = <A, E>(tenant: TenantName, effect: Effect.Effect<A, E, any>): Promise<A> =>
      (runtime as ManagedRuntime.ManagedRuntime<any, any>).runPromise(as(tenant)(effect) as Effect.Effect<A, E, any>)
    const using = <A, E>(tenant: TenantName, use: (index: FaceIndex["Service"]) => Effect.Effect<A, E, any>): Promise<A> =>
      here(tenant, Effect.flatMap(FaceIndex, use))
    const add = async (tenant: TenantName, session_id: string, face: SessionFace) => {
      await enrol(tenant, session_id)
      await using(tenant, (index) => index.add(session_id, face, at))
    }
    const search = (tenant: TenantName, changes: Partial<FaceSearch> = {}) => using(tenant, (index) => index.search(near(changes)))
    const count = (tenant: TenantName) => using(tenant, (index) => index.count)
    const crowd = Array.from({ length: 520 }, (_, number) => `ses_${String(number).padStart(4, "0")}`)
    const emptied = (tenant: TenantName, sessions: ReadonlyArray<string>) =>
      using(tenant, (index) => Effect.forEach(sessions, (session) => index.remove(session), { concurrency: 4 }))

    beforeEach(async () => {
      for (const tenant of [acmeSandbox, otherSandbox, acmeLive]) await emptied(tenant, ["ses_a", "ses_b", "ses_c", "ses_far", "ses_kept"])
      if ((await count(acmeLive)) > 0) await emptied(acmeLive, crowd)
      for (const [session, distance] of [
        ["ses_c", 0.5],
        ["ses_a", 0.1],
        ["ses_b", 0.3],
        ["ses_far", 0.7]
      ] as const)
        await add(acmeSandbox, session, faceAt(distance, 3))
    })

    test("finds the nearest first, as many as asked for and none beyond the distance", async () => {
      const { complete, hits } = await search(acmeSandbox)
      expect(complete).toBe(true)
      expect(hits.map(({ session_id }) => session_id)).toEqual(["ses_a", "ses_b", "ses_c"])
      expect(hits[0]?.distance).toBeCloseTo(0.1, 6)
      expect(hits[0]?.score).toBeCloseTo(scoreOfDistance(0.1), 6)
      expect(hits[0]?.frame_hashes).toEqual([hashOf(3)])
      expect((await search(acmeSandbox, { limit: 2 })).hits.map(({ session_id }) => session_id)).toEqual(["ses_a", "ses_b"])
    })

    test("leaves out the sessions that are excluded", async () => {
      const { hits } = await search(acmeSandbox, { excluding: ["ses_a", "ses_c"] })
      expect(hits.map(({ session_id }) => session_id)).toEqual(["ses_b"])
    })

    test("gives the faces of a session with their captures, within its tenant", async () => {
      const captures = [
        { nonce: "first", frame_hashes: [hashOf(1), hashOf(2)] },
        { nonce: "second", frame_hashes: [hashOf(3)] }
      ]
      await add(otherSandbox, "ses_kept", { template: templateAt(0.9), captures })
      const kept = (tenant: TenantName) =>
        using(tenant, (index) => Effect.map(index.of("ses_kept"), (faces) => faces.map((face) => face.captures)))
      expect([await kept(otherSandbox), await kept(acmeSandbox)]).toEqual([[captures], []])
      const [hit] = (await search(otherSandbox, { template: templateAt(0.9), within: 0.1 })).hits
      expect(hit?.frame_hashes).toEqual([hashOf(1), hashOf(2), hashOf(3)])
      await using(otherSandbox, (index) => index.remove("ses_kept"))
      expect(await kept(otherSandbox)).toEqual([])
    })

    test("keeps organizations and environments apart", async () => {
      await add(otherSandbox, "ses_a", faceAt(0.2))
      expect((await search(otherSandbox)).hits).toHaveLength(1)
      expect((await search(acmeLive)).hits).toEqual([])
      expect([await count(acmeSandbox), await count(otherSandbox), await count(acmeLive)]).toEqual([4, 1, 0])
    })

    test("leads through the faces by when they were added, up to a moment", async () => {
      const [later, latest] = ["2026-01-02T00:00:00.000Z", "2026-01-03T00:00:00.000Z"]
      await using(acmeSandbox, (index) => index.add("ses_a", faceAt(0.1), latest))
      await using(acmeSandbox, (index) => index.add("ses_c", faceAt(0.1), later))
      await add(otherSandbox, "ses_b", faceAt(0.2))
      const until = (moment: string, behind: AddedFace | null, limit: number) =>
        using(acmeSandbox, (index) => index.addedUntil(moment, behind, limit))
      expect(await until(later, null, 10)).toEqual([
        { session_id: "ses_b", added_at: at },
        { session_id: "ses_far", added_at: at },
        { session_id: "ses_c", added_at: later }
      ])
      expect(await until(latest, { session_id: "ses_b", added_at: at }, 1)).toEqual([{ session_id: "ses_far", added_at: at }])
      expect(await until(latest, { session_id: "ses_c", added_at: later }, 5)).toEqual([{ session_id: "ses_a", added_at: latest }])
      const counted = (moment: string, most: number) => using(acmeSandbox, (index) => index.countUntil(moment, most))
      expect([await counted(later, 10), await counted(latest, 10), await counted(latest, 2)]).toEqual([3, 4, 2])
    })

    test("compares faces of one model and version only", async () => {
      const template = { ...templateAt(0), model: { ...localFaceModel, version: "2" } }
      await add(acmeSandbox, "ses_a", { template, captures: [] })
      expect((await search(acmeSandbox, { template })).hits.map(({ session_id }) => session_id)).toEqual(["ses_a"])
      expect((await search(acmeSandbox)).hits).toHaveLength(3)
    })

    test("replaces the face of a session that is added again", async () => {
      const before = await count(acmeSandbox)
      await add(acmeSandbox, "ses_b", faceAt(0.05))
      expect((await search(acmeSandbox)).hits[0]?.session_id).toBe("ses_b")
      expect(await count(acmeSandbox)).toBe(before)
    })

    test("erases every face of a session, and only those of the tenant's", async () => {
      await add(otherSandbox, "ses_a", faceAt(0.2))
      await add(acmeSandbox, "ses_a", { template: { ...templateAt(0), model: { ...localFaceModel, version: "2" } }, captures: [] })
      expect(await using(acmeSandbox, (index) => index.remove("ses_a"))).toBe(2)
      expect(await using(acmeSandbox, (index) => index.remove("ses_a"))).toBe(0)
      expect((await search(acmeSandbox)).hits.map(({ session_id }) => session_id)).toEqual(["ses_b", "ses_c"])
      expect((await search(otherSandbox)).hits).toHaveLength(1)
    })

    test("has not added or erased anything when the transaction fails", async () => {
      await enrol(acmeLive, "ses_undone")
      const failing = Effect.flatMap(FaceIndex, (index) =>
        Effect.flatMap(UnitOfWork, ({ transaction }) =>
          transaction(Effect.andThen(index.add("ses_undone", faceAt(0), at), Effect.fail("no" as const)))
        )
      )
      await here(acmeLive, Effect.exit(failing))
      expect(await count(acmeLive)).toBe(0)
    })

    test("answers no more than the bound, however much is asked for, and finds the nearest beyond the first page of others", async () => {
      await Promise.all(crowd.map((session) => enrol(acmeLive, session)))
      const adding = (index: FaceIndex["Service"]) =>
        Effect.forEach(crowd, (session, number) => index.add(session, faceAt(0.01 + number / 1000), at), { concurrency: 4 })
      await using(acmeLive, adding)
      const { hits } = await search(acmeLive, { limit: 10_000 })
      expect(hits).toHaveLength(faceSearchLimits.most_matches)
      expect(hits[0]?.session_id).toBe("ses_0000")
    })

    test("holds nothing in the clear", async () => {
      for (const text of await sealed()) {
        const bytes = Buffer.from(text, "base64").toString("latin1")
        expect(bytes).not.toContain(localFaceModel.name)
        expect(bytes).not.toContain(hashOf(3))
      }
      if (adapter === "postgres") expect((await sealed()).length).toBeGreaterThan(0)
    })
  })
}
