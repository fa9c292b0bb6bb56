import { Clock, Context, Effect } from "effect"
import type { AuditLog } from "../audit/log.ts"
import type { Entropy } from "../foundation/id.ts"
import type { UnitOfWork } from "../storage/unit-of-work.ts"
import { Vault } from "../storage/vault.ts"
import { newest } from "../wire/versions.ts"
import type { Caller } from "../access/caller.ts"
import { Forbidden, type RateLimited, type StorageUnavailable, Unauthorized } from "../foundation/failure.ts"
import { writeMoment } from "../foundation/moment.ts"
import { PlanLimit, type Quotas, addressWindow, appWindow, describeQuota, spend } from "../quota/quota.ts"
import { peekAt } from "../quota/rate-windows.ts"
import { KeyDirectory, type KnownKey, type StoredApiKey } from "./api-keys.ts"
import { auditFailure, type FailureReason, noteFailure } from "./failed-attempts.ts"
import { recognizeKey } from "../access/key-format.ts"
import { allows } from "../access/network.ts"
import type { Scope } from "../access/scopes.ts"

/** What the digest of a key is made for; the vault keeps digests of different purposes apart. */
export const keyPurpose = "api-key"

export interface Origin {
  readonly request_id: string
  readonly address: string | null
  readonly user_agent: string | null
}

/** What it takes to let a caller in, or to note that it was not let in. */
type Needs = AuditLog | Entropy | Quotas | UnitOfWork
type Refusal = Unauthorized | Forbidden | RateLimited | StorageUnavailable

/** Counts a refused credential against the caller's address, so that keys cannot be guessed at speed. */
const refused = Effect.fnUntraced(function* (origin: Origin, reason: FailureReason) {
  yield* noteFailure(reason, origin.address)
  if ((yield* PlanLimit) > 0 && origin.address !== null) yield* spend([addressWindow(origin.address)])
  return yield* new Unauthorized({ presented: reason !== "missing" })
})

/** Notes the failure of a key that exists with its organization, too. An attempt that is throttled leaves no further entry. */
const refusedHolder = Effect.fnUntraced(function* (known: KnownKey, origin: Origin, { failure, reason }: Misplaced) {
  const audited = auditFailure(reason, callerOf(known, origin, { version: newest, inflection: "snake" }))
  if (failure === undefined) return yield* Effect.tapErrorTag(refused(origin, reason), "Unauthorized", () => audited)
  yield* noteFailure(reason, origin.address)
  yield* audited
  return yield* failure
})

/**
 * Finds who holds the key, and refuses keys that are wrong, expired or revoked, and addresses outside the allow-lists. Nearly every request
 * finds its key remembered: the effect is then an exit already, so that anyone who has the context at hand need not run it. `reads` says that the request is a
 * GET, which an organization whose plan has ended may still send.
 */
export const authenticateIn = (
  context: Context.Context<KeyDirectory | Vault>,
  credential: string | null,
  origin: Origin,
  reads: boolean
): Effect.Effect<KnownKey, Refusal, Needs> => {
  if (credential === null || credential === "") return refused(origin, "missing")
  // Not the checksum: keys that an operator chose (BOOTSTRAP_SANDBOX_KEY) need not have one.
  if (recognizeKey(credential) === undefined) return refused(origin, "malformed")
  const directory = Context.get(context, KeyDirectory)
  const secret_hash = Context.get(context, Vault).digest(keyPurpose, credential)
  const now_ms = Context.get(context, Clock.Clock).currentTimeMillisUnsafe()
  const known = directory.remembered(secret_hash, now_ms)
  return known === undefined
    ? Effect.flatMap(directory.find(secret_hash), (found) => admitted(found, origin, { now_ms, reads }, directory))
    : admitted(known, origin, { now_ms, reads }, directory)
}

export const authenticate = (credential: string | null, origin: Origin) =>
  Effect.contextWith((context: Context.Context<KeyDirectory | Vault>) => authenticateIn(context, credential, origin, false))

const admitted = (
  known: KnownKey | undefined,
  origin: Origin,
  { now_ms, reads }: { readonly now_ms: number; readonly reads: boolean },
  directory: KeyDirectory["Service"]
): Effect.Effect<KnownKey, Refusal, Needs> => {
  if (known === undefined) return refused(origin, "unknown")
  const misplacement = misplaced(known, origin, writeMoment(now_ms), reads)
  if (misplacement !== undefined) return refusedHolder(known, origin, misplacement)
  directory.used(known, now_ms)
  return Effect.succeed(known)
}

interface Misplaced {
  readonly reason: FailureReason
  /** Absent where the caller learns no more than that the key is not valid. */
  readonly failure?: Forbidden
}

const misplaced = ({ key, organization }: KnownKey, { address }: Origin, instant: string, reads: boolean): Misplaced | undefined => {
  if (key.revoked_at !== null) return { reason: "revoked" }
  if (key.expires_at !== null && key.expires_at <= instant) return { reason: "expired" }
  const forbidden = (code: "ip_not_allowed" | "environment_disabled" | "plan_expired", detail: string): Misplaced => ({
    reason: code,
    failure: new Forbidden({ code, detail })
  })
  for (const list of [organization.ip_allowlist, key.ip_allowlist]) {
    if (list.length > 0 && (address === null || !allows(list, address))) {
      return forbidden("ip_not_allowed", "This key may not be used from this network address.")
    }
  }
  if (organization.disabled_environments.includes(key.environment)) {
    return forbidden("environment_disabled", `The ${key.environment} environment of this organization is disabled.`)
  }
  if (!reads && organization.plan_expires_at !== null && organization.plan_expires_at <= instant) {
    return forbidden(
      "plan_expired",
      "The plan of this organization has expired, so its keys can only read and export. Ask the operator to renew it."
    )
  }
  return undefined
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
  credential: {
    type: "api_key",
    id: key.id,
    kind: key.kind,
    scopes: scopesOf(key),
    ...(organization.plan === undefined ? {} : { plan: organization.plan }),
    ...(organization.agent_pii === undefined ? {} : { agent_pii: organization.agent_pii })
  },
  ...origin,
  ...wire,
  tool: agent?.tool ?? null
})

/** Counts what an app asks with a publishable key against the address it asks from. */
export const spendForApp = Effect.fnUntraced(function* ({ address, credential }: Caller["Service"]) {
  if (credential.type !== "api_key" || credential.kind !== "publishable" || (yield* PlanLimit) === 0) return
  yield* spend([appWindow(credential.id, address ?? "unknown")])
})

/** Before a credential is known, answers describe the bucket of the caller's address, of which nothing is taken yet. */
export const describeAddressQuota = (address: string | null) =>
  Effect.gen(function* () {
    if ((yield* PlanLimit) === 0) return
    const now_ms = yield* Clock.currentTimeMillis
    yield* describeQuota([peekAt({ window: addressWindow(address ?? "unknown"), used: 0, now_ms })])
  })
