import * as Crypto from "@vouchkit/adapters/crypto/vault"
import * as Memory from "@vouchkit/adapters/memory"
import { Caller, ensureOrganization, execute, identities, inProcess, PublicUrl, sessions } from "@vouchkit/core"
import { Effect, Layer } from "effect"

const verify = Effect.fnUntraced(function* () {
  const asked = { external_reference: "customer-42", expected: { first_name: "Ada", last_name: "Byron" } }
  const session_id = (yield* execute(sessions.create, { input: Effect.succeed(asked) })).output.id
  yield* execute(sessions.simulate, { input: Effect.succeed({ session_id, actions: [{ type: "poa_passed" as const }] }) })
  return (yield* execute(sessions.result, { input: Effect.succeed({ session_id }) })).output
})

const program = Effect.gen(function* () {
  yield* ensureOrganization("org_acme")
  const results = [yield* verify(), yield* verify()]
  const { output: identity } = yield* execute(identities.get, { input: Effect.succeed({ identity_id: "customer-42" }) })
  return { results, identity }
}).pipe(Effect.provideService(Caller, inProcess({ organization: "org_acme", environment: "sandbox", actor: "my-program" })))

const ports = Layer.mergeAll(
  Memory.layer,
  Crypto.layer(crypto.getRandomValues(new Uint8Array(32))),
  Layer.succeed(PublicUrl)({ base: "http://localhost:3000" })
)

const { identity, results } = await Effect.runPromise(Effect.provide(program, ports))
for (const { checks, status } of results)
  console.log(`${status}, checks: ${checks.map(({ outcome, type }) => `${type} ${outcome}`).join(", ")}`)
console.log(`${identity.display_name}: one identity of ${identity.session_count} sessions, assurance ${identity.assurance.level}`)
