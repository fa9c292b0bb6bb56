import { main } from "../processes/process.ts"
import { runService } from "../processes/service.ts"
import { origin } from "../settings/settings.ts"

main({ database_url: true }, "vouchkit-api", (settings) =>
  runService(settings, { api: true, worker: false, makes_keys: false }, ({ address }) => {
    process.stdout.write(`The API is ready on ${origin(address.hostname, address.port)} as ${address.public_url}\n`)
  })
)
