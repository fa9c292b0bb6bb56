import { serveJobs } from "@vouchkit/adapters/engines/process/serve-jobs"
import { tryWaysOut, type WaysOut } from "./ways-out.ts"

/** An engine that has been taken over, started as every engine is: it tries each way out. */
serveJobs(async (message) => ({ outcomes: await tryWaysOut(message as WaysOut, "all"), account: process.getuid?.() ?? -1 }))
