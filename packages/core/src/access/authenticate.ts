import { Clock, Effect } from "effect"
import { Vault } from "../foundation/vault.ts"
import type { Caller } from "../operation/caller.ts"
import { Forbidden, Unauthorized } from "../operation/failure.ts"
import { now } from "../foundation/time.ts"
import { PlanLimit, addressWindow, describeQuota, spend } from "../operation/quota.ts"
import { peekAt } from "../operation/rate-windows.ts"
import { KeyDirectory, type KnownKey, type StoredApiKey } from "./api-keys.ts"
import { recognizeKey } from "./key-format.ts"
import { allows } from "./network.ts"
import type { Scope } from "./scopes.ts"

/** What the digest of a key is made for; the vault keeps digests of different purposes apart. */
export const keyPurpose = "api-key"

export interface Origin {
  readonly request_id: string
  readonly address: string | null
  readonly user_agent: string | null
}

/** Counts a refused credential against the caller's address, so that keys cannot be guessed at speed. */
const refused = Effect.fnUntraced(function* (origin: Origin, presented: boolean) {
  if ((yield* PlanLimit) > 0 && origin.address !== null) yield* spend([addressWindow(origin.address)])
  return yield* new Unauthorized({ presented })
})

/** Finds who holds the key, and refuses keys that are wrong, expired or revoked, and addresses outside the allow-lists. */
export const authenticate = Effect.fnUntraced(function* (credential: string | null, origin: Origin) {
  if (credential === null || credential === "") return yield* refused(origin, false)
  // Not the checksum: keys that an operator chose (BOOTSTRAP_SANDBOX_KEY) need not have one.
  if (recognizeKey(credential) === undefined) return yield* refused(origin, true)
  const directory = yield* KeyDirectory
  const known = yield* directory.find((yield* Vault).digest(keyPurpose, credential))
  const instant = yield* now
  if (known === undefined || !isUsable(known, instant)) return yield* refused(origin, true)
  yield* inPlace(known, origin, instant)
  yield* directory.used(known, instant)
  // From here on the headers describe the caller's own windows.
  yield* describeQuota([])
  return known
})

const isUsable = ({ key }: KnownKey, instant: string): boolean =>
  key.revoked_at === null && (key.expires_at === null || key.expires_at > instant)

const inPlace = ({ key, organization }: KnownKey, { address }: Origin, instant: string): Effect.Effect<void, Forbidden> => {
  for (const list of [organization.ip_allowlist, key.ip_allowlist]) {
    if (list.length > 0 && (address === null || !allows(list, address))) {
      return Effect.fail(new Forbidden({ code: "ip_not_allowed", detail: "This key may not be used from this network address." }))
    }
  }
  if (organization.disabled_environments.includes(key.environment)) {
    return Effect.fail(
      new Forbidden({ code: "environment_disabled", detail: `The ${key.environment} environment of this organization is disabled.` })
    )
  }
  if (organization.plan_expires_at !== null && organization.plan_expires_at <= instant) {
    return Effect.fail(new Forbidden({ code: "plan_expired", detail: "The free plan of this organization has expired." }))
  }
  return Effect.void
}

/** Scopes of a key as a set, made once for as long as the key stays in a directory's cache. */
const scopeSets = new WeakMap<StoredApiKey, ReadonlySet<Scope>>()
const scopesOf = (key: StoredApiKey): ReadonlySet<Scope> => {
  const made = scopeSets.get(key)
  if (made !== undefined) return made
  const scopes = new Set(key.scopes)
  scopeSets.set(key, scopes)
  return scopes
}

/** The caller that a key stands for. */
export const callerOf = (
  { key, organization }: KnownKey,
  origin: Origin,
  wire: Pick<Caller["Service"], "version" | "inflection">,
  agent?: { readonly tool: string | null }
): Caller["Service"] => ({
  organization: organization.id,
  environment: key.environment,
  actor: { type: agent === undefined ? "api_key" : "agent", id: key.id },
  credential: { type: "api_key", id: key.id, kind: key.kind, scopes: scopesOf(key) },
  ...origin,
  ...wire,
  tool: agent?.tool ?? null
})

/** Before a credential is known, answers describe the bucket of the caller's address, of which nothing is taken yet. */
export const describeAddressQuota = (address: string | null) =>
  Effect.gen(function* () {
    if ((yield* PlanLimit) === 0) return
    const now_ms = yield* Clock.currentTimeMillis
    yield* describeQuota([peekAt({ window: addressWindow(address ?? "unknown"), used: 0, now_ms })])
  })
