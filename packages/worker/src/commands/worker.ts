import { main } from "../processes/process.ts"
import { runService } from "../processes/service.ts"

main({ database_url: true }, "vouchkit-worker", (settings) =>
  runService(settings, { api: false, worker: true, makes_keys: false }, () => {
    process.stdout.write("The worker is ready\n")
  })
)
