import { lchownSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import postgres from "postgres"
import type { Account } from "./account.ts"
import { DATABASE, SUPERUSER } from "./cluster.ts"
import { type Credentials, digestOf, type Login, OWNER, SERVICE } from "./credentials.ts"
import { DatabaseNotStarted, errorCode } from "./failure.ts"
import { SOCKET_NAME } from "./folders.ts"

/**
 * Who may log in is written in `pg_hba.conf`: the two roles by their passwords, and no one else, not even the superuser that PostgreSQL makes with a
 * database. The file is rewritten last, so that it also says whether the roles of this database are those of these passwords. They are not in a new
 * database, in one of an earlier release (where every process of the server's account was the superuser), and where data and passwords were not restored
 * from the same backup.
 */
type Server = { readonly data: string; readonly account: Account; readonly credentials: Credentials }

const rule = (who: string, how: string) => `local all ${who} ${how}\n`
const known = rule(`${OWNER},${SERVICE}`, "scram-sha-256")

/** Which rights the roles have; another number has them settled again. */
const rights = 2

const settledRules = (credentials: Credentials) =>
  `# Written by Vouchkit whenever the passwords or rights change. Anyone else is refused.\n# ${digestOf(credentials)} ${rights}\n${known}`

const fileIn = (data: string) => join(data, "pg_hba.conf")

/** Whether the roles of this database are there, under these passwords. */
export const rolesAreSettled = ({ credentials, data }: Pick<Server, "data" | "credentials">): boolean => {
  try {
    return readFileSync(fileIn(data), "utf8") === settledRules(credentials)
  } catch (error) {
    if (errorCode(error) === "ENOENT") return false
    throw error
  }
}

/**
 * Before a start that makes the roles: until they are there, the superuser may log in, through a folder that no one but this process, root and the account of
 * the server can enter.
 */
export const admitSuperuser = ({ account, data }: Server): void =>
  writeRules({ account, data, rules: `${rule(SUPERUSER, "trust")}${known}` })

const writeRules = ({ account, data, rules }: Pick<Server, "account" | "data"> & { readonly rules: string }) => {
  const file = fileIn(data)
  rmSync(`${file}.new`, { force: true })
  writeFileSync(`${file}.new`, rules, { mode: 0o600, flag: "wx", flush: true })
  if (account.dropped) lchownSync(`${file}.new`, account.uid, account.gid)
  renameSync(`${file}.new`, file)
}

const connect = (
  socketDirectory: string,
  { database, password, user }: Partial<Login> & { readonly user: string; readonly database: string }
) =>
  postgres({
    host: "localhost",
    path: join(socketDirectory, SOCKET_NAME),
    user,
    database,
    max: 1,
    ssl: false,
    onnotice: () => undefined,
    ...(password === undefined ? {} : { password })
  })

type Connection = ReturnType<typeof connect>

/** Makes the roles, or gives those that are there new passwords, hands everything to the owner, and shuts the superuser out. Each step may run again. */
export const settleRoles = async (server: Server & { readonly socketDirectory: string }): Promise<void> => {
  const { account, credentials, data, socketDirectory } = server
  const superuser = async (database: string, work: (sql: Connection) => Promise<void>) => {
    const sql = connect(socketDirectory, { user: SUPERUSER, database })
    try {
      await work(sql)
    } finally {
      await sql.end()
    }
  }
  await superuser("template1", async (sql) => {
    const [found] = await sql`select 1 from pg_database where datname = ${DATABASE}`
    // Renaming the one that every new cluster has saves the files of a further copy.
    if (found === undefined) await sql.unsafe(`alter database postgres rename to ${DATABASE}`)
    await makeRoles(sql, credentials)
  })
  await superuser(DATABASE, async (sql) => {
    await sql.unsafe(handOver)
    // To end the log once files were written again (rewrite.ts).
    await sql.unsafe(`grant execute on function pg_catalog.pg_switch_wal() to ${OWNER}`)
    writeRules({ account, data, rules: settledRules(credentials) })
    await sql`select pg_reload_conf()`
  })
  await untilRefused(socketDirectory)
}

const makeRoles = async (sql: Connection, { owner, service }: Credentials) => {
  for (const { password, user } of [owner, service]) {
    const [role] = await sql`select 1 from pg_roles where rolname = ${user}`
    if (role === undefined) await sql.unsafe(`create role ${user}`)
    // The owner may make databases beside this one, into which a dump is restored.
    const more = user === owner.user ? "createdb" : "nocreatedb"
    await sql.unsafe(`alter role ${user} login nosuperuser nocreaterole noreplication nobypassrls ${more} password '${password}'`)
  }
  await sql.unsafe(`grant pg_checkpoint to ${owner.user}`)
  await sql.unsafe(`alter database ${DATABASE} owner to ${owner.user}`)
  await sql.unsafe(`revoke all on database ${DATABASE} from public`)
  await sql.unsafe(`grant connect on database ${DATABASE} to ${service.user}`)
}

/** In a database of an earlier release everything belongs to the superuser. What extensions bring stays with them. */
const handOver = `do $$
declare
  statement text;
begin
  for statement in
    select format('alter table %s owner to ${OWNER}', oid::regclass) from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relowner <> '${OWNER}'::regrole
    union all
    select format('alter routine %s owner to ${OWNER}', oid::regprocedure) from pg_proc
    where pronamespace = 'public'::regnamespace and proowner <> '${OWNER}'::regrole
      and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
  loop
    execute statement;
  end loop;
end
$$`

const MAX_TRIES = 500

/** The server reads its rules a moment after it is told to; no one is told of the server before the superuser is shut out. */
const untilRefused = async (socketDirectory: string) => {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const sql = connect(socketDirectory, { user: SUPERUSER, database: DATABASE })
    try {
      await sql`select 1`
    } catch (error) {
      if (errorCode(error) === "28000") return
      throw error
    } finally {
      await sql.end()
    }
    await Bun.sleep(10)
  }
  throw new DatabaseNotStarted(
    "The embedded database still lets its superuser in, though its rules say otherwise. Start the service again."
  )
}
