import { afterAll, describe, expect, test } from "bun:test"
import * as Crypto from "@vouchkit/adapters/crypto/vault"
import * as Memory from "@vouchkit/adapters/memory"
import * as Postgres from "@vouchkit/adapters/postgres"
import { UnitOfWork } from "@vouchkit/core/kernel/storage/unit-of-work"
import { ensureOrganization } from "@vouchkit/core/resources/access/provision"
import { LayoutStore, type StoredLayout } from "@vouchkit/core/resources/layout-templates/model"
import { layoutKeys, openLayout, sealLayout } from "@vouchkit/core/resources/layout-templates/sealed"
import type { LayoutSubject } from "@vouchkit/core/verification/layout-templates/documents"
import type { LayoutFingerprint } from "@vouchkit/core/verification/layout-templates/fingerprint"
import { Effect, Exit, Layer, ManagedRuntime } from "effect"
import { freshDatabase } from "../support/postgres.ts"
import { acmeLive, acmeSandbox, as, otherSandbox, type TenantName } from "../support/tenants.ts"

const crypto = Crypto.layer(new Uint8Array(32).fill(7))
const adapters: Record<string, () => Promise<Layer.Layer<any, unknown>>> = {
  memory: async () => Layer.mergeAll(Memory.layer, crypto),
  postgres: async () => Layer.mergeAll(Postgres.layer({ connect: await freshDatabase(), maximumConnections: 4 }), crypto)
}

const fingerprint: LayoutFingerprint = {
  medium: "picture",
  proportions: [],
  producer: null,
  parts: [{ kind: "phrase", key: "bill date", page: 1, left: 0.1, top: 0.2, height: 0.01, width: null, font: null }],
  repeated: []
}
const subject: LayoutSubject = { issuer: "northernpower", type: "utility_bill", country: "GB", side: null }

describe.each(Object.entries(adapters))("layout fingerprints in %s", async (_, make) => {
  const runtime = ManagedRuntime.make(await make())
  afterAll(() => runtime.dispose())
  const run = <A, E>(effect: Effect.Effect<A, E, any>, tenant: TenantName = acmeLive): Promise<A> =>
    runtime.runPromise(as(tenant)(effect) as Effect.Effect<A, E, never>)
  for (const organization of ["org_acme", "org_other"]) await run(ensureOrganization(organization))

  const row = async (id: string, at: string, rest: Partial<StoredLayout> = {}): Promise<StoredLayout> => ({
    id,
    version: 1,
    state: "standing",
    ...(await run(layoutKeys(subject, "picture"))),
    document_type: subject.type,
    country: subject.country,
    document_id: id.slice(0, -2),
    session_id: "ses_one",
    sealed: await run(sealLayout(id, fingerprint)),
    withdrawn_at: null,
    created_at: at,
    updated_at: at,
    ...rest
  })
  const standing = (layout_key: string, tenant?: TenantName) =>
    run(
      Effect.flatMap(LayoutStore, (store) =>
        store.list({
          where: [
            { field: "layout_key", op: "eq", value: layout_key },
            { field: "state", op: "eq", value: "standing" }
          ],
          order: [{ field: "created_at", direction: "desc" }],
          limit: 2
        })
      ),
      tenant
    )

  test("those that stand are found by the key of their layout, the newest first, within their tenant alone", async () => {
    const { layout_key } = await run(layoutKeys(subject, "picture"))
    for (const [id, at, rest] of [
      ["doc_a/0", "2026-01-01T00:00:00.000Z", {}],
      ["doc_b/0", "2026-01-03T00:00:00.000Z", {}],
      ["doc_c/0", "2026-01-02T00:00:00.000Z", {}],
      ["doc_d/0", "2026-01-04T00:00:00.000Z", { state: "withdrawn" }],
      ["doc_e/0", "2026-01-05T00:00:00.000Z", { layout_key: "another" }]
    ] as const) {
      const stored = await row(id, at, rest)
      await run(Effect.flatMap(LayoutStore, (store) => store.insert(stored)))
    }
    expect((await standing(layout_key)).map(({ id }) => id)).toEqual(["doc_b/0", "doc_c/0"])
    for (const tenant of [acmeSandbox, otherSandbox]) expect(await standing(layout_key, tenant)).toEqual([])
  })

  test("those who learn of one layout at once wait for one another at its head", async () => {
    const order: Array<string> = []
    const head = await row("head of a layout", "2026-01-01T00:00:00.000Z", {
      state: "head",
      document_id: null,
      session_id: null,
      sealed: null
    })
    const learning = (name: string) =>
      Effect.flatMap(UnitOfWork, ({ transaction }) =>
        transaction(
          Effect.gen(function* () {
            const store = yield* LayoutStore
            yield* store.insertIfAbsent(head)
            yield* store.lock(head.id)
            order.push(`${name} begins`)
            yield* store.list({ limit: 10 })
            order.push(`${name} ends`)
          })
        )
      )
    await run(Effect.all([learning("one"), learning("other")], { concurrency: "unbounded" }))
    expect(order.map((step) => step.split(" ")[1])).toEqual(["begins", "ends", "begins", "ends"])
  })

  test("a fingerprint opens under its own id and in its own organization alone", async () => {
    const sealed = await run(sealLayout("doc_a/0", fingerprint))
    expect(await run(openLayout("doc_a/0", sealed))).toEqual(fingerprint)
    expect(sealed).not.toContain("bill date")
    expect(Exit.isFailure(await run(Effect.exit(openLayout("doc_b/0", sealed))))).toBe(true)
    expect(Exit.isFailure(await run(Effect.exit(openLayout("doc_a/0", sealed)), otherSandbox))).toBe(true)
  })

  test("organizations, types, countries, sides and media have keys of their own", async () => {
    const keys = [
      await run(layoutKeys(subject, "picture")),
      await run(layoutKeys(subject, "text")),
      await run(layoutKeys({ ...subject, type: "bank_statement" }, "picture")),
      await run(layoutKeys({ ...subject, country: null }, "picture")),
      await run(layoutKeys({ ...subject, side: "back" }, "picture")),
      await run(layoutKeys(subject, "picture"), otherSandbox)
    ]
    expect(new Set(keys.map(({ layout_key }) => layout_key)).size).toBe(6)
    expect(new Set(keys.map(({ issuer_key }) => issuer_key)).size).toBe(2)
    expect(JSON.stringify(keys)).not.toContain("northern")
  })
})
