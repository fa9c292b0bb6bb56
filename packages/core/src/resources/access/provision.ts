import { Effect, Schema } from "effect"
import { record } from "../../kernel/audit/log.ts"
import { Label } from "../../kernel/foundation/text.ts"
import { now } from "../../kernel/foundation/time.ts"
import { Vault } from "../../kernel/storage/vault.ts"
import { Conflict, InvalidInput, NotFound, type Problem } from "../../kernel/foundation/failure.ts"
import { UnitOfWork } from "../../kernel/storage/unit-of-work.ts"
import { current, parseVersion, type ServiceVersion } from "../../kernel/wire/versions.ts"
import { type ApiKey, ApiKeyStore, KeyDirectory, type LocatedKey, present } from "../../kernel/authentication/api-keys.ts"
import { keyPurpose } from "../../kernel/authentication/authenticate.ts"
import { announceKey, issueKey, type KeySettings, lockKey, recordOf, revokeLocked } from "./key-changes.ts"
import { inTableOrder } from "../../kernel/access/key-grants.ts"
import { type KeyKind, type KeyParts, keyPrefixes, recognizeKey } from "../../kernel/access/key-format.ts"
import { newOrganization, Organizations } from "../../kernel/tenancy/organizations.ts"
import { allScopes, defaultScopes, isScope, type Scope, unsuitableScopes } from "../../kernel/access/scopes.ts"
import { asSystem } from "../../kernel/access/system-caller.ts"
import type { Environment } from "../../kernel/foundation/environment.ts"

/** The actor that audit entries name for what an operator does outside the API. */
const operator = "operator"
/** More keys than this are not listed at once. */
const longestInventory = 10_000

const organizationPattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/
const problem = (name: string, code: string, message: string): Problem => ({ loc: [name], code, message })

const organizationProblems = (id: string): ReadonlyArray<Problem> =>
  organizationPattern.test(id)
    ? []
    : [
        problem(
          "organization",
          "pattern",
          "must be 1 to 64 letters, digits, dots, hyphens and underscores, and begin with a letter or digit"
        )
      ]

const isLabel = Schema.is(Label)
const nameProblems = (name: string): ReadonlyArray<Problem> =>
  isLabel(name) ? [] : [problem("name", "invalid", "must be one line of 1 to 255 characters, not blank and without control characters")]

const reject = (problems: ReadonlyArray<Problem>): Effect.Effect<void, InvalidInput<"validation_error">> =>
  problems.length === 0 ? Effect.void : Effect.fail(new InvalidInput({ code: "validation_error", problems }))

/** Makes sure that an organization of this id exists; one that does stays as it is, its name included. */
export const ensureOrganization = Effect.fnUntraced(function* (id: string, name?: string) {
  yield* reject([...organizationProblems(id), ...(name === undefined ? [] : nameProblems(name))])
  const organizations = yield* Organizations
  const { transaction } = yield* UnitOfWork
  const known = yield* organizations.find(id)
  if (known !== undefined) return known
  return yield* transaction(
    Effect.gen(function* () {
      const made = newOrganization(id, name ?? id, yield* now)
      const ensured = yield* organizations.ensure(made)
      // An organization has no environment, so that both of its logs begin with it.
      const entry = { action: "organizations.create", target: { type: "organization", id }, changes: [], outcome: "succeeded" } as const
      for (const environment of ["sandbox", "live"] as const) yield* asSystem({ organization: id, environment }, operator)(record(entry))
      return ensured
    })
  )
})

export interface KeyRequest {
  /** Created when it is not known. */
  readonly organization: string
  readonly environment: Environment
  /** `all` is everything the kind may carry, what is only given on request included. */
  readonly scopes: "default" | "all" | ReadonlyArray<string>
  readonly name?: string | undefined
  /** The version the key is pinned to; the current one when left out. */
  readonly version?: string | undefined
  readonly kind?: KeyKind | undefined
  /** A fixed text instead of a random one: for containers and tests, whose key must be known before they start. */
  readonly key?: string | undefined
}

interface ProvisionedKey {
  /** False when a key of this fixed text was there already; it is then left as it is, even if it was revoked meanwhile. */
  readonly created: boolean
  readonly issued: {
    readonly id: string
    /** The key itself: nothing will show it again. */
    readonly key: string
    readonly organization_id: string
    readonly environment: Environment
    readonly scopes: ReadonlyArray<Scope>
  }
}

const scopesOf = (
  kind: KeyKind,
  wanted: KeyRequest["scopes"]
): { readonly scopes: ReadonlyArray<Scope>; readonly problems: ReadonlyArray<Problem> } => {
  const asked = wanted === "all" ? allScopes : wanted === "default" ? defaultScopes : wanted
  const scopes = asked.filter(isScope)
  const unsuitable = unsuitableScopes(kind, scopes)
  if (wanted === "all" || wanted === "default") {
    return { scopes: inTableOrder(scopes.filter((scope) => !unsuitable.includes(scope))), problems: [] }
  }
  const unknown = asked.length - scopes.length
  const names = `The scopes are ${allScopes.join(", ")}.`
  return {
    scopes: inTableOrder(scopes),
    problems: [
      ...(asked.length === 0 ? [problem("scopes", "missing", "must name at least one scope, or be default or all")] : []),
      ...(unknown === 0
        ? []
        : [problem("scopes", "unknown_scope", `has ${unknown} unknown ${unknown === 1 ? "scope" : "scopes"}. ${names}`)]),
      ...(unsuitable.length === 0
        ? []
        : [problem("scopes", "scope_not_for_publishable", `must not have ${unsuitable.join(", ")}: publishable keys never get them`)])
    ]
  }
}

const fixedKeyProblems = ({ environment, key }: KeyRequest, kind: KeyKind, parts: KeyParts | undefined): ReadonlyArray<Problem> =>
  key === undefined || (parts?.kind === kind && parts.environment === environment)
    ? []
    : [
        problem(
          "key",
          "wrong_prefix",
          `must be at most 200 printable characters without spaces that begin with ${keyPrefixes[kind][environment]}`
        )
      ]

const versionOf = (text: string | undefined): { readonly version: ServiceVersion; readonly problems: ReadonlyArray<Problem> } => {
  const parsed = text === undefined ? { version: current } : parseVersion(text)
  return "version" in parsed
    ? { version: parsed.version, problems: [] }
    : { version: current, problems: [{ ...parsed.problem, loc: ["version"] }] }
}

const createdEntry = (id: string, scopes: ReadonlyArray<Scope>) =>
  record({
    action: "api_keys.create",
    target: { type: "api_key", id },
    changes: [{ path: "scopes", from: null, to: scopes }],
    outcome: "succeeded"
  })

const issueRandom = Effect.fnUntraced(function* (settings: KeySettings) {
  const { key, text } = yield* issueKey(settings)
  yield* createdEntry(key.id, key.scopes)
  return { key, text }
})

/** Stores a key of a fixed text unless one is there. Of two processes that start at once, one stores it and the other finds it. */
const issueFixed = Effect.fnUntraced(function* (settings: KeySettings, text: string, parts: KeyParts) {
  const made = yield* recordOf(settings, text, parts)
  if (!(yield* (yield* ApiKeyStore).insertIfAbsent(made))) return undefined
  yield* announceKey(made, "api-key.created", {})
  yield* createdEntry(made.id, made.scopes)
  return made
})

const takenElsewhere = new Conflict({
  code: "conflict",
  detail: "This key already belongs to another organization or environment. Choose another text."
})

/** The key that has this text, if there is one; a key of someone else is a conflict. */
const findFixed = Effect.fnUntraced(function* ({ environment, organization }: KeyRequest, text: string) {
  const secret_hash = (yield* Vault).digest(keyPurpose, text)
  const [found] = yield* (yield* KeyDirectory).everywhere({ secret_hash, limit: 1 })
  if (found === undefined) return undefined
  return found.organization === organization && found.key.environment === environment ? found.key : yield* takenElsewhere
})

const provisionFixed = Effect.fnUntraced(function* (request: KeyRequest, settings: KeySettings, text: string, parts: KeyParts) {
  const known = yield* findFixed(request, text)
  if (known !== undefined) return { key: known, created: false }
  const made = yield* issueFixed(settings, text, parts)
  if (made !== undefined) return { key: made, created: true }
  const winner = yield* findFixed(request, text)
  return winner === undefined ? yield* takenElsewhere : { key: winner, created: false }
})

/** Makes a key for an operator: of any scopes, in any organization, which is created when it is not known. */
export const provisionKey = Effect.fnUntraced(function* (request: KeyRequest) {
  const { environment, key: text, name = "API key", organization } = request
  const parts = text === undefined ? undefined : recognizeKey(text)
  const kind = request.kind ?? parts?.kind ?? "secret"
  const { problems: scopeProblems, scopes } = scopesOf(kind, request.scopes)
  const { problems: versionProblems, version } = versionOf(request.version)
  yield* reject([
    ...organizationProblems(organization),
    ...nameProblems(name),
    ...scopeProblems,
    ...versionProblems,
    ...fixedKeyProblems(request, kind, parts)
  ])
  const { transaction } = yield* UnitOfWork
  const settings: KeySettings = {
    name,
    kind,
    scopes,
    api_version: version,
    key_inflection: "snake",
    ip_allowlist: [],
    expires_at: null
  }
  const { created, key, shown } = yield* transaction(
    Effect.gen(function* () {
      yield* ensureOrganization(organization)
      const issue =
        text === undefined || parts === undefined
          ? Effect.map(issueRandom(settings), (issued) => ({ key: issued.key, shown: issued.text, created: true }))
          : Effect.map(provisionFixed(request, settings, text, parts), (fixed) => ({ ...fixed, shown: text }))
      return yield* asSystem({ organization, environment }, operator)(issue)
    })
  )
  const provisioned: ProvisionedKey = {
    created,
    issued: { id: key.id, key: shown, organization_id: organization, environment, scopes: key.scopes }
  }
  return provisioned
})

/** A key as an operator sees it: as the API shows it, and whose it is. */
export type OperatorKey = ApiKey & { readonly organization_id: string }
const asOperatorKey = ({ key, organization }: LocatedKey): OperatorKey => ({ ...present(key), organization_id: organization })

/** The keys of one organization or of all, oldest first, at most 10,000; revoked ones too. */
export const listKeys = Effect.fnUntraced(function* (organization?: string) {
  const narrowed = organization === undefined ? {} : { organization }
  const found = yield* (yield* KeyDirectory).everywhere({ ...narrowed, limit: longestInventory })
  return found.map(asOperatorKey)
})

/** Gives a key another name by its id, whosever it is. */
export const renameKey = Effect.fnUntraced(function* (id: string, name: string) {
  const [found] = yield* (yield* KeyDirectory).everywhere({ id, limit: 1 })
  if (found === undefined) return yield* new NotFound()
  yield* reject(nameProblems(name))
  const { transaction } = yield* UnitOfWork
  yield* transaction(
    Effect.gen(function* () {
      const key = yield* lockKey(id)
      yield* (yield* ApiKeyStore).save({ ...key, name, updated_at: yield* now })
      const changes = [{ path: "name", from: key.name, to: name }]
      yield* record({ action: "api_keys.update", target: { type: "api_key", id }, changes, outcome: "succeeded" })
    })
  ).pipe(asSystem({ organization: found.organization, environment: found.key.environment }, operator))
})

/** Revokes a key by its id, whosever it is; one that is revoked stays as it is. */
export const revokeKey = Effect.fnUntraced(function* (id: string) {
  const [found] = yield* (yield* KeyDirectory).everywhere({ id, limit: 1 })
  if (found === undefined) return yield* new NotFound()
  const { key, organization } = found
  const { transaction } = yield* UnitOfWork
  const revoked = yield* transaction(
    Effect.gen(function* () {
      const after = yield* revokeLocked(yield* lockKey(id))
      yield* record({ action: "api_keys.revoke", target: { type: "api_key", id }, changes: [], outcome: "succeeded" })
      return after
    })
  ).pipe(asSystem({ organization, environment: key.environment }, operator))
  return asOperatorKey({ organization, key: { ...revoked, last_used_at: key.last_used_at } })
})
