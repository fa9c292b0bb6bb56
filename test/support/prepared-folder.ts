import { attachOrStart } from "@vouchkit/adapters/postgres/embedded/server"
import { migrate } from "@vouchkit/adapters/postgres/migrate"
import { grantRights } from "@vouchkit/adapters/postgres/rights"
import { folderOfThisProcess } from "@vouchkit/worker/commands/test-folder"
import postgres from "postgres"
import { temporaryFolder } from "./running-service.ts"

/** A data folder as a first start leaves it that ends before the first keys: a database with its tables and roles. */
const prepare = async (): Promise<string> => {
  const folder = folderOfThisProcess("vouchkit-prepared-")
  const { credentials, database, port, socketDirectory, stop } = await attachOrStart({ dataDir: folder })
  const connect = { path: `${socketDirectory}/.s.PGSQL.${port}`, host: "localhost", database, ...credentials.owner }
  const sql = postgres({ ...connect, max: 1, onnotice: () => {} })
  try {
    await migrate(sql)
    await grantRights(sql, credentials.service.user)
  } finally {
    await sql.end()
    await stop()
  }
  return folder
}

let prepared: Promise<string> | undefined

/**
 * A data folder of its own, gone when the test run is, for a service whose first start is not what is tested: its database is a copy of one that was
 * made once. Making one takes seconds of processor.
 */
export const preparedFolder = async (): Promise<string> => {
  prepared ??= prepare()
  const original = await prepared
  const folder = temporaryFolder()
  // Accounts and rights of the files go along: the server has an account of its own where the tests run as root.
  const copying = Bun.spawn(["cp", "-a", `${original}/.`, folder], { stdio: ["ignore", "inherit", "inherit"] })
  if ((await copying.exited) !== 0) throw new Error("the prepared data folder could not be copied")
  return folder
}
