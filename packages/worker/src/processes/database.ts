import { Database, type DatabaseOptions, layer as poolLayer, pool } from "@vouchkit/adapters/postgres/database"
import type { EmbeddedServer } from "@vouchkit/adapters/postgres/embedded/server"
import { EmbeddedDatabaseFailure } from "@vouchkit/adapters/postgres/embedded/failure"
import { isMigrated, latestMigration, migrate } from "@vouchkit/adapters/postgres/migrate"
import { grantRights, hasRights } from "@vouchkit/adapters/postgres/rights"
import { Context, Duration, Effect, Layer, Redacted, Schedule } from "effect"
import type { Settings } from "../settings/settings.ts"
import { misconfigured, type StartProblem, unavailable } from "../settings/start-problem.ts"

/** A service owns the embedded database for its life; a command also joins the one that a service runs. */
export type Role = "service" | "command"

/** The running embedded server; null when `DATABASE_URL` names another. */
export class Embedded extends Context.Service<Embedded, { readonly server: EmbeddedServer | null }>()("@vouchkit/worker/Embedded") {}

const startProblem = (cause: unknown): StartProblem =>
  unavailable(
    cause instanceof EmbeddedDatabaseFailure
      ? cause.message
      : `The embedded database cannot be started (${cause instanceof Error ? cause.name : "unknown"}).`
  )

const start = (data_dir: string, role: Role) =>
  Effect.tryPromise({
    try: async () => {
      // Only where it is needed: with DATABASE_URL nothing of it is loaded.
      const { attachOrStart, startExclusive } = await import("@vouchkit/adapters/postgres/embedded/server")
      return role === "service" ? startExclusive({ dataDir: data_dir }) : attachOrStart({ dataDir: data_dir })
    },
    catch: startProblem
  })

const embeddedLayer = ({ data_dir, database_url }: Settings, role: Role) =>
  Layer.effect(Embedded)(
    database_url === null
      ? Effect.map(
          Effect.acquireRelease(start(data_dir, role), (server) => Effect.promise(() => server.stop())),
          (server) => ({ server })
        )
      : Effect.succeed({ server: null })
  )

const maximumConnections = { service: 10, command: 2 } as const satisfies Record<Role, number>

/** How to reach the database as the role of the service, and as the role that owns the schema; null where the service's own role does. */
interface Targets {
  readonly service: DatabaseOptions["connect"]
  readonly owner: DatabaseOptions["connect"] | null
}

export const targetsOf = ({ database_url, migration_url }: Settings, server: EmbeddedServer | null): Targets | undefined => {
  if (server !== null) {
    const { credentials, database, port, socketDirectory } = server
    const socket = { path: `${socketDirectory}/.s.PGSQL.${port}`, database }
    return { service: { ...socket, ...credentials.service }, owner: { ...socket, ...credentials.owner } }
  }
  if (database_url === null) return undefined
  return { service: { url: Redacted.value(database_url) }, owner: migration_url === null ? null : { url: Redacted.value(migration_url) } }
}

const codeOf = (cause: unknown): string =>
  typeof cause === "object" && cause !== null && "code" in cause && typeof cause.code === "string" ? cause.code : "unknown"

/** A database that is about to come up, as when containers start together. */
const transient = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOTFOUND",
  "EAI_AGAIN",
  "ETIMEDOUT",
  "CONNECT_TIMEOUT",
  "CONNECTION_CLOSED",
  "CONNECTION_ENDED",
  "57P03"
])
/** How long it may take to come up; someone waits for a command. */
const timeoutSeconds = { service: 30, command: 5 } as const satisfies Record<Role, number>
const oldestServer = 150_000

class Unreachable {
  readonly code: string
  constructor(code: string) {
    this.code = code
  }
}

const advice: Readonly<Record<string, string>> = {
  "28P01": "the user name or password is refused",
  "28000": "the user is refused",
  "3D000": "there is no such database"
}

const attempt = <A>(work: () => Promise<A>) => Effect.tryPromise({ try: work, catch: (cause) => new Unreachable(codeOf(cause)) })

/** The version of the server, once it answers. */
const serverVersion = Effect.fnUntraced(function* (sql: Database["Service"]["sql"], role: Role) {
  let last = "CONNECT_TIMEOUT"
  const asked = attempt(() => sql`select current_setting('server_version_num')::int as version`).pipe(
    Effect.tapError(({ code }) => {
      const first = last !== code
      last = code
      return first && transient.has(code) ? Effect.logInfo("waiting for the database", { code }) : Effect.void
    })
  )
  const [row] = yield* Effect.retry(asked, {
    schedule: Schedule.spaced(Duration.seconds(1)),
    while: ({ code }) => transient.has(code)
  }).pipe(
    // By time and not by tries: the driver waits longer before each of them.
    Effect.timeoutOrElse({ duration: Duration.seconds(timeoutSeconds[role]), orElse: () => Effect.fail(new Unreachable(last)) }),
    Effect.mapError(({ code }) =>
      unavailable(`The database is not usable: ${advice[code] ?? "it does not answer"} (${code}). Check DATABASE_URL and the server.`)
    )
  )
  return Number(row?.version ?? 0)
})

const notPermitted = "42501"

const schemaProblem = ({ code }: Unreachable): StartProblem =>
  unavailable(
    code === notPermitted
      ? `The database schema is not at version ${latestMigration}, and the role of DATABASE_URL may not change it. Run "bun run migrate" with the URL of the schema's owner in DATABASE_MIGRATION_URL, and the DATABASE_URL of the service.`
      : `The database schema cannot be brought to version ${latestMigration} (${code}). The database was left as it was.`
  )

/** Brings the schema up to date as its owner, who then gives the service's role the rights on what is new. */
const migrateAsOwner = (owner: DatabaseOptions["connect"], role: string) =>
  Effect.scoped(
    Effect.flatMap(pool({ connect: owner, maximumConnections: 2 }), (sql) =>
      attempt(async () => {
        const [row] = await sql`select current_user as name`
        const applied = await migrate(sql)
        // An owner who is the service too would take rights from itself.
        if (row?.name !== role) await grantRights(sql, role)
        return applied
      })
    )
  )

/** Waits for the database, looks at its version and brings the schema up to date. */
const prepare = Effect.fnUntraced(function* (role: Role, owner: Targets["owner"]) {
  const { sql } = yield* Database
  const version = yield* serverVersion(sql, role)
  if (version < oldestServer) {
    return yield* misconfigured("DATABASE_URL names a PostgreSQL server older than version 15; version 15 or newer is needed.")
  }
  const [row] = yield* attempt(() => sql`select current_user as name`).pipe(Effect.mapError(schemaProblem))
  const name = String(row?.name)
  const ready = attempt(async () => (await isMigrated(sql)) && (owner === null || (await hasRights(sql, name))))
  if (yield* Effect.mapError(ready, schemaProblem)) return
  const applied = yield* Effect.mapError(owner === null ? attempt(() => migrate(sql)) : migrateAsOwner(owner, name), schemaProblem)
  if (applied.length > 0) yield* Effect.logInfo("migrations applied", { migrations: applied })
})

/** A pool on the database that the settings name, with its schema up to date. It closes before an embedded server stops. */
export const databaseLayer = (settings: Settings, role: Role) => {
  const prepared = Layer.unwrap(
    Effect.gen(function* () {
      const { server } = yield* Embedded
      const targets = targetsOf(settings, server)
      if (targets === undefined) return yield* misconfigured("There is neither a DATABASE_URL nor an embedded database.")
      return Layer.effectDiscard(prepare(role, targets.owner)).pipe(
        Layer.provideMerge(poolLayer({ connect: targets.service, maximumConnections: maximumConnections[role] }))
      )
    })
  )
  return Layer.provideMerge(prepared, embeddedLayer(settings, role))
}

/** A pool on the database that the settings name, as the owner of its schema, which is left as it is. For a command. */
export const ownerLayer = (settings: Settings) => {
  const owned = Layer.unwrap(
    Effect.gen(function* () {
      const targets = targetsOf(settings, (yield* Embedded).server)
      if (targets === undefined) return yield* misconfigured("There is neither a DATABASE_URL nor an embedded database.")
      const connected = poolLayer({ connect: targets.owner ?? targets.service, maximumConnections: maximumConnections.command })
      return Layer.effectDiscard(Effect.flatMap(Database, ({ sql }) => serverVersion(sql, "command"))).pipe(Layer.provideMerge(connected))
    })
  )
  return Layer.provideMerge(owned, embeddedLayer(settings, "command"))
}
