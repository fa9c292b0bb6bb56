import { readFileSync } from "node:fs"
import { join } from "node:path"
import { attachOrStart } from "@vouchkit/adapters/postgres/embedded/server"
import postgres from "postgres"

/** A PostgreSQL server of its own, which can be crashed. */
export interface Database {
  /** What the service's processes are told. */
  readonly environment: Readonly<Record<string, string>>
  /** The path of its socket. */
  readonly socket: string
  /** Stops the server without letting anybody finish, and starts it again, which recovers from its log. */
  readonly crash: () => Promise<void>
  readonly open: () => postgres.Sql
  readonly stop: () => Promise<void>
}

export const startDatabase = async (dataDir: string): Promise<Database> => {
  let server = await attachOrStart({ dataDir })
  const { credentials, database, socketDirectory } = server
  const processId = (): number => Number(readFileSync(join(server.dataDirectory, "postmaster.pid"), "utf8").split("\n")[0])
  const socket = join(socketDirectory, `.s.PGSQL.${server.port}`)
  return {
    socket,
    // The driver reads the socket's folder from PGHOST where a URL names no host.
    environment: {
      DATABASE_URL: `postgres:///${database}`,
      PGHOST: socketDirectory,
      PGUSER: credentials.owner.user,
      PGPASSWORD: credentials.owner.password
    },
    crash: async () => {
      process.kill(processId(), "SIGQUIT")
      await server.ended
      await server.stop()
      server = await attachOrStart({ dataDir })
      if (server.socketDirectory !== socketDirectory) throw new Error("the database came back under another address")
    },
    open: () =>
      postgres({
        host: "localhost",
        path: socket,
        ...credentials.owner,
        database,
        max: 2,
        onnotice: () => {}
      }),
    stop: () => server.stop()
  }
}
