import { afterAll, expect, test } from "bun:test"
import * as Crypto from "@vouchkit/adapters/crypto/vault"
import { collection as inMemory } from "@vouchkit/adapters/memory/collection"
import * as Memory from "@vouchkit/adapters/memory"
import { State } from "@vouchkit/adapters/memory/state"
import * as Postgres from "@vouchkit/adapters/postgres"
import { collection } from "@vouchkit/adapters/postgres/collection"
import { Database, layer as databaseLayer } from "@vouchkit/adapters/postgres/database"
import { ensureOrganization } from "@vouchkit/core/resources/access/provision"
import {
  ChallengeStore,
  issueChallenge,
  issueTerminal,
  nfcChallenges,
  terminalSecret,
  useChallenge
} from "@vouchkit/core/resources/nfc/challenge"
import { UnitOfWork } from "@vouchkit/core/kernel/storage/unit-of-work"
import { SessionStore } from "@vouchkit/core/resources/sessions/model"
import { Effect, Exit, Layer, ManagedRuntime } from "effect"
import { freshDatabase } from "../support/postgres.ts"
import { aSession } from "../support/sessions.ts"
import { acmeSandbox, as } from "../support/tenants.ts"

const crypto = Crypto.layer(new Uint8Array(32).fill(7))
const adapters: Record<string, () => Promise<Layer.Layer<any>>> = {
  memory: async () => {
    const challenges = Layer.effect(ChallengeStore)(Effect.map(State, (state) => inMemory(state, nfcChallenges)))
    return Layer.mergeAll(Memory.layer, crypto, challenges.pipe(Layer.provide(State.layer)))
  },
  postgres: async () => {
    const challenges = Layer.effect(ChallengeStore)(Effect.map(Database, (database) => collection(database, nfcChallenges)))
    const database = databaseLayer({ connect: await freshDatabase(), maximumConnections: 4 })
    return Layer.provideMerge(Layer.mergeAll(Postgres.storage, challenges), Layer.merge(database, crypto)) as Layer.Layer<any>
  }
}

for (const [adapter, make] of Object.entries(adapters)) {
  test(`a session keeps one challenge in ${adapter}, which is used once however many try`, async () => {
    const runtime = ManagedRuntime.make(await make())
    afterAll(() => runtime.dispose())
    const run = <A, E>(effect: Effect.Effect<A, E, any>): Promise<A> =>
      runtime.runPromise(as(acmeSandbox)(effect) as Effect.Effect<A, E, never>)
    const within = <A, E>(effect: Effect.Effect<A, E, any>) => run(Effect.flatMap(UnitOfWork, ({ transaction }) => transaction(effect)))

    const session = aSession()
    await run(ensureOrganization("org_acme"))
    await run(Effect.flatMap(SessionStore, (store) => store.insert(session)))
    const first = await within(issueChallenge(session))
    const second = await within(issueChallenge(session))
    expect(second.nonce).not.toBe(first.nonce)
    expect(Exit.isFailure(await within(Effect.exit(useChallenge(session, first.nonce))))).toBe(true)

    const terminal = await within(issueTerminal(session, new Uint8Array(32).fill(5)))
    expect(terminal.nonce).toBe(second.nonce)
    const found = await run(Effect.flatMap(ChallengeStore, (store) => store.find(session.id)))
    expect(found).toMatchObject({ id: session.id, used_at: null, nonce: second.nonce })
    expect(JSON.stringify(found)).not.toContain("05".repeat(32))
    expect(await run(terminalSecret(found as any))).toBe("05".repeat(32))

    const exits = await Promise.all([1, 2, 3].map(() => within(Effect.exit(useChallenge(session, second.nonce)))))
    expect(exits.filter(Exit.isSuccess).length).toBe(1)
    const next = await within(issueTerminal(session, new Uint8Array(32).fill(6)))
    expect([next.nonce === second.nonce, next.used_at]).toEqual([false, null])
  })
}
