import * as Crypto from "@vouchkit/adapters/crypto/vault"
import * as Memory from "@vouchkit/adapters/memory"
import { Caller, ensureOrganization, execute, inProcess, PublicUrl, sessions } from "@vouchkit/core"
import { Effect, Layer } from "effect"

const program = Effect.gen(function* () {
  yield* ensureOrganization("org_acme")
  const created = yield* execute(sessions.create, { input: Effect.succeed({ expected: { first_name: "Ada", last_name: "Byron" } }) })
  const session_id = created.output.id
  yield* execute(sessions.simulate, { input: Effect.succeed({ session_id, actions: [{ type: "poa_passed" as const }] }) })
  const { output } = yield* execute(sessions.result, { input: Effect.succeed({ session_id }) })
  return output
}).pipe(Effect.provideService(Caller, inProcess({ organization: "org_acme", environment: "sandbox", actor: "my-program" })))

const ports = Layer.mergeAll(
  Memory.layer,
  Crypto.layer(crypto.getRandomValues(new Uint8Array(32))),
  Layer.succeed(PublicUrl)({ base: "http://localhost:3000" })
)

const result = await Effect.runPromise(Effect.provide(program, ports))
console.log(`${result.status}, checks: ${result.checks.map(({ outcome, type }) => `${type} ${outcome}`).join(", ")}`)
