import { expect, test } from "bun:test"
import * as Crypto from "@vouchkit/adapters/crypto/vault"
import * as Memory from "@vouchkit/adapters/memory"
import * as core from "@vouchkit/core"
import { Cause, Effect, Exit, Layer, ManagedRuntime } from "effect"

const camel = (name: string): string => name.replaceAll(/[-_](\w)/g, (_, letter: string) => letter.toUpperCase())

const runtime = ManagedRuntime.make(
  Layer.mergeAll(Memory.layer, Crypto.layer(new Uint8Array(32).fill(3)), Layer.succeed(core.PublicUrl)({ base: "http://localhost:3000" }))
)

test("every operation is reachable for those who embed the core, under the name that routes and audit log use", () => {
  const surface: Record<string, any> = core
  const resources: Record<string, any> = core.resources
  for (const op of core.operations) {
    const [resource = "", verb = ""] = op.contract.name.split(".")
    expect(resources[camel(resource)]?.[camel(verb)], op.contract.name).toBe(op)
    expect(surface[camel(resource)]?.[camel(verb)], op.contract.name).toBe(op)
  }
})

test("a program without a key is held to the scopes it was given, and its calls are audited", async () => {
  const caller = core.inProcess({
    organization: "org_acme",
    environment: "sandbox",
    actor: "billing",
    scopes: ["sessions:create", "audit_logs:read"]
  })
  const as = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.provideService(effect, core.Caller, caller)
  const run = <A, E>(effect: Effect.Effect<A, E, any>) => runtime.runPromiseExit(effect as Effect.Effect<A, E, never>)
  await run(core.ensureOrganization("org_acme"))

  const created = await run(as(core.execute(core.sessions.create, { input: Effect.succeed({ tags: ["embedded"] }) })))
  if (Exit.isFailure(created)) throw Cause.squash(created.cause)
  expect(created.value).toMatchObject({ status: 201, output: { status: "created", tags: ["embedded"] } })

  const refused = await run(as(core.execute(core.sessions.get, { input: Effect.succeed({ session_id: created.value.output.id }) })))
  expect(Exit.isFailure(refused) && Cause.squash(refused.cause)).toMatchObject({ _tag: "MissingScope", accepted: ["sessions:read"] })

  const log = await run(as(core.execute(core.auditLog.list, { input: Effect.succeed({ limit: 10, offset: 0 }) })))
  if (Exit.isFailure(log)) throw Cause.squash(log.cause)
  expect(log.value.output.data.map(({ action, actor }) => [action, actor.id])).toContainEqual(["sessions.create", "billing"])
})
