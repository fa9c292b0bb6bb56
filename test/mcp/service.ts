import * as Crypto from "@vouchkit/adapters/crypto/vault"
import * as Memory from "@vouchkit/adapters/memory"
import { ApiKeyStore, type StoredApiKey } from "@vouchkit/core/kernel/authentication/api-keys"
import { keyPurpose, type Origin } from "@vouchkit/core/kernel/authentication/authenticate"
import { mintKey } from "@vouchkit/core/kernel/access/key-format"
import { newOrganization, Organizations } from "@vouchkit/core/kernel/tenancy/organizations"
import { allScopes, type Scope } from "@vouchkit/core/kernel/access/scopes"
import { AuditLog } from "@vouchkit/core/kernel/audit/log"
import { Entropy, makeId } from "@vouchkit/core/kernel/foundation/id"
import { PublicUrl } from "@vouchkit/core/kernel/foundation/public-url"
import { Vault } from "@vouchkit/core/kernel/storage/vault"
import { Tenant } from "@vouchkit/core/kernel/access/caller"
import type { AnyOperation } from "@vouchkit/core/kernel/operation/operation"
import { UnitOfWork } from "@vouchkit/core/kernel/storage/unit-of-work"
import { type EndpointOptions, mcpEndpoint } from "@vouchkit/mcp/endpoint"
import { type Context, Effect, Layer, Logger } from "effect"
import type { Environment } from "@vouchkit/core/kernel/foundation/environment"

export const publicUrl = "https://kyc.example"
const organization = "org_01jgfjjz00e8r4v2m9k3txqwpn"
const created_at = "2026-01-01T00:00:00.000Z"

const layer = Layer.mergeAll(
  Memory.layer,
  Crypto.layer(new Uint8Array(32).fill(7)),
  Layer.succeed(PublicUrl)({ base: publicUrl }),
  Logger.layer([])
)

export const origin: Origin = { request_id: "req_test", address: "203.0.113.9", user_agent: "test" }

/** A whole agent endpoint in memory, with a way to make keys and to read what was audited. */
export const aService = async (
  operations: ReadonlyArray<AnyOperation>,
  options: Partial<EndpointOptions<never>> = {},
  adjust: (context: Context.Context<any>) => Context.Context<any> = (context) => context
) => {
  const context = adjust((await Effect.runPromise(Effect.scoped(Layer.build(layer)))) as Context.Context<any>)
  const run = Effect.runPromiseWith(context)
  const within = <A, E>(effect: Effect.Effect<A, E, any>, environment: Environment = "sandbox") =>
    run(Effect.provideService(effect, Tenant, { organization, environment }) as Effect.Effect<A, E, never>)
  await within(Effect.flatMap(Organizations, (all) => all.ensure(newOrganization(organization, "Acme", created_at))))

  const key = (scopes: ReadonlyArray<Scope> = allScopes, overrides: Partial<StoredApiKey> = {}): Promise<string> => {
    const environment = overrides.environment ?? "sandbox"
    return within(
      Effect.gen(function* () {
        const secret = mintKey((yield* Entropy).bytes, "secret", environment)
        const row: StoredApiKey = {
          id: yield* makeId("key"),
          version: 1,
          sequence: 0,
          secret_hash: (yield* Vault).digest(keyPurpose, secret),
          expiry_announced_at: null,
          environment,
          name: "agent",
          prefix: "vk_sandbox_",
          last4: secret.slice(-4),
          kind: "secret",
          scopes,
          api_version: "2026-01-01",
          key_inflection: "camel",
          ip_allowlist: [],
          created_by: "test",
          last_used_at: null,
          expires_at: null,
          revoked_at: null,
          created_at,
          updated_at: created_at,
          ...overrides
        }
        const { transaction } = yield* UnitOfWork
        yield* transaction(Effect.flatMap(ApiKeyStore, (keys) => keys.insert(row)))
        return secret
      }),
      environment
    )
  }

  const handle = mcpEndpoint({ operations, context, publicUrl, ...options } as EndpointOptions<ReadonlyArray<AnyOperation>>)

  /** One message of the older era as a plain HTTP client sends it. */
  const post = (
    bearer: string | null,
    message: unknown,
    { headers = {}, path = "/mcp" }: { headers?: Record<string, string>; path?: string } = {}
  ) =>
    handle(
      new Request(`${publicUrl}${path}`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }),
          ...headers
        },
        body: typeof message === "string" ? message : JSON.stringify(message)
      }),
      origin
    )
  const ask = async (bearer: string, method: string, params: unknown = {}, path?: string) =>
    (await (await post(bearer, { jsonrpc: "2.0", id: 1, method, params }, path === undefined ? {} : { path })).json()) as any
  const call = async (bearer: string, name: string, args: unknown = {}, path?: string) =>
    (await ask(bearer, "tools/call", { name, arguments: args }, path)).result

  const audited = (environment: Environment = "sandbox") =>
    within(
      Effect.flatMap(AuditLog, (log) => log.list({ limit: 1_000, order: [{ field: "id", direction: "asc" }] })),
      environment
    )
  return { handle, post, ask, call, key, audited, within }
}

/** What the first text of an error result says, and the members of its second. */
export const errorOf = (result: any): { readonly text: string; readonly body: any } => ({
  text: result.content[0].text,
  body: JSON.parse(result.content[1].text)
})
