import type { KeyKind } from "@vouchkit/core/kernel/access/key-format"
import { listKeys, type OperatorKey, provisionKey, revokeKey } from "@vouchkit/core/resources/access/provision"
import type { Failure } from "@vouchkit/core/kernel/foundation/failure"
import { Effect, type Layer } from "effect"
import { storageLayer } from "../processes/ports.ts"
import { main } from "../processes/process.ts"
import type { Settings } from "../settings/settings.ts"
import { exitCodes, StartProblem } from "../settings/start-problem.ts"
import { reportedFailure } from "./failures.ts"
import { table } from "./table.ts"
import { misused, print, readArguments, required } from "./usage.ts"
import type { Environment } from "@vouchkit/core/kernel/foundation/environment"

const help = `Usage:
  bun run keys create --organization ORG --environment sandbox|live --scopes default|all|a,b,c
                      [--name N] [--version YYYY-MM-DD] [--kind secret|publishable] [--json]
  bun run keys list [--organization ORG] [--json]
  bun run keys revoke ID [--json]

An organization that is not known is created. A new key is shown once. The database is the one that
DATABASE_URL names, else the embedded one in DATA_DIR, whether or not the service runs.`

const options = {
  organization: { type: "string" },
  environment: { type: "string" },
  scopes: { type: "string" },
  name: { type: "string" },
  version: { type: "string" },
  kind: { type: "string" },
  json: { type: "boolean" },
  help: { type: "boolean", short: "h" }
} as const

type Options = { readonly [name in Exclude<keyof typeof options, "json" | "help">]?: string | undefined } & {
  readonly json?: boolean | undefined
}

const isEnvironment = (text: string): text is Environment => text === "sandbox" || text === "live"
const isKind = (text: string): text is KeyKind => text === "secret" || text === "publishable"

type Storage = Layer.Success<ReturnType<typeof storageLayer>>

/** Runs on the database; only when the command line has been judged, so that a slip of the pen touches nothing. */
const onDatabase = <A>(settings: Settings, work: Effect.Effect<A, Failure | StartProblem, Storage>) =>
  Effect.provide(work, storageLayer(settings, "command")).pipe(
    Effect.mapError((failure) => (failure._tag === "StartProblem" ? failure : reportedFailure(failure)))
  )

const create = Effect.fnUntraced(function* (settings: Settings, given: Options) {
  const organization = yield* required(given.organization, "organization", help)
  const environment = yield* required(given.environment, "environment", help)
  if (!isEnvironment(environment)) return yield* misused("--environment must be sandbox or live.", help)
  const { kind } = given
  if (kind !== undefined && !isKind(kind)) return yield* misused("--kind must be secret or publishable.", help)
  const scopes = given.scopes ?? "default"
  const made = provisionKey({
    organization,
    environment,
    scopes:
      scopes === "default" || scopes === "all"
        ? scopes
        : scopes
            .split(",")
            .map((scope) => scope.trim())
            .filter((scope) => scope !== ""),
    ...(given.name === undefined ? {} : { name: given.name }),
    ...(given.version === undefined ? {} : { version: given.version }),
    ...(kind === undefined ? {} : { kind })
  })
  const { issued } = yield* onDatabase(settings, made)
  const { id, key, organization_id } = issued
  if (given.json === true) return yield* print(JSON.stringify({ id, key, organization_id, environment, scopes: issued.scopes }))
  yield* print(
    [
      "A new key. It is shown only now.",
      "",
      `  Key           ${key}`,
      `  Id            ${id}`,
      `  Organization  ${organization_id}`,
      `  Environment   ${environment}`,
      `  Scopes        ${issued.scopes.join(", ")}`
    ].join("\n")
  )
})

const stateOf = ({ expires_at, revoked_at }: OperatorKey): string =>
  revoked_at !== null ? `revoked ${revoked_at}` : expires_at !== null ? `expires ${expires_at}` : "active"

const keyTable = (keys: ReadonlyArray<OperatorKey>): string => {
  const rows = keys.map((key) => [
    key.id,
    key.organization_id,
    key.environment,
    key.kind,
    `${key.prefix}…${key.last4}`,
    stateOf(key),
    key.name
  ])
  return table([["ID", "ORGANIZATION", "ENVIRONMENT", "KIND", "KEY", "STATE", "NAME"], ...rows])
}

const list = Effect.fnUntraced(function* (settings: Settings, { json, organization }: Options) {
  const keys = yield* onDatabase(settings, listKeys(organization))
  yield* print(json === true ? JSON.stringify({ data: keys }) : keys.length === 0 ? "There are no keys." : keyTable(keys))
})

const revoke = Effect.fnUntraced(function* (settings: Settings, given: string | undefined, { json }: Options) {
  if (given === undefined) return yield* misused("The id of the key to revoke is missing.", help)
  const unknown = new StartProblem({
    message: "There is no key with this id. List the keys with: bun run keys list",
    exit_code: exitCodes.unavailable
  })
  const revoked = revokeKey(given).pipe(Effect.catchTag("NotFound", () => Effect.fail(unknown)))
  const key = yield* onDatabase(settings, revoked)
  yield* print(json === true ? JSON.stringify(key) : `Revoked ${key.id} of ${key.organization_id} (${key.environment}).`)
})

main({ database_url: false }, "vouchkit-keys", (settings) =>
  Effect.gen(function* () {
    const { positionals, values } = yield* readArguments(process.argv.slice(2), options, help)
    if (values.help === true) return yield* print(help)
    const [verb, id, ...rest] = positionals
    if (rest.length > 0 || (verb !== "revoke" && id !== undefined)) {
      return yield* misused("The command has too many arguments.", help)
    }
    switch (verb) {
      case "create":
        return yield* create(settings, values)
      case "list":
        return yield* list(settings, values)
      case "revoke":
        return yield* revoke(settings, id, values)
      default:
        return yield* misused("Name the action: create, list or revoke.", help)
    }
  })
)
