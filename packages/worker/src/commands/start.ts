import { bootstrapOrganization } from "../processes/bootstrap.ts"
import { main } from "../processes/process.ts"
import { type Running, runService } from "../processes/service.ts"
import { origin } from "../settings/settings.ts"

const row = (name: string, value: string) => `  ${name.padEnd(12)}${value}`

/** What a person needs to go on, in one block. */
const block = ({ address, data_dir, embedded, keys, notice }: Running): string => {
  const listening = origin(address.hostname, address.port)
  const shown = keys.flatMap(({ environment, shown }) => ("key" in shown ? [row(environment, shown.key)] : []))
  const fixed = keys.flatMap(({ environment, shown }) => ("variable" in shown ? [row(environment, `the key in ${shown.variable}`)] : []))
  return [
    "",
    "Vouchkit is ready",
    "",
    row("Base URL", address.public_url),
    ...(listening === address.public_url ? [] : [row("Listens on", listening)]),
    row("API", `${address.public_url}/api/v1`),
    row("Docs", `${address.public_url}/docs`),
    row("Agents", `${address.public_url}/mcp`),
    row("Data folder", data_dir),
    row("Database", embedded ? "embedded PostgreSQL, in the data folder" : "the one that DATABASE_URL names"),
    ...(notice === null ? [] : ["", `  ${notice}`]),
    ...(shown.length === 0 ? [] : ["", `  Keys of ${bootstrapOrganization} with every scope. They are shown only now:`, ...shown]),
    ...(fixed.length === 0 ? [] : ["", `  Keys of ${bootstrapOrganization} from the environment:`, ...fixed]),
    "",
    row("More keys", `bun run keys create --organization ${bootstrapOrganization} --environment sandbox --scopes default`),
    row("Stop", "Ctrl-C"),
    ""
  ].join("\n")
}

main({ database_url: false }, "vouchkit", (settings) =>
  runService(settings, { api: true, worker: true, makes_keys: true }, (running) => void process.stdout.write(`${block(running)}\n`))
)
