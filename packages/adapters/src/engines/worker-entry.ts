import { writeFileSync } from "node:fs"
import { Schema } from "effect"
import { readDocument } from "./read-document.ts"
import { Job } from "./worker-protocol.ts"

/** Engines find everything they need on this machine. A library that tries to fetch something anyway is refused. */
const refuseNetwork = () => {
  globalThis.fetch = Object.assign(() => Promise.reject(new Error("engines have no network")), { preconnect: () => {} })
}

/** When memory runs out, the system is to end this process and not the service. Linux only; elsewhere nothing happens. */
const volunteerForTheOutOfMemoryKiller = () => {
  try {
    writeFileSync("/proc/self/oom_score_adj", "1000")
  } catch {
    // Not offered here.
  }
}

const decode = Schema.decodeUnknownSync(Job)

const answer = async (message: unknown): Promise<object> => {
  const result = await readDocument(decode(message))
  return "code" in result ? { unread: result } : { reading: result }
}

refuseNetwork()
volunteerForTheOutOfMemoryKiller()

process.on("message", (message: unknown) => {
  answer(message).then(
    (reply) => process.send?.(reply),
    // The engine failed, not the document: ending tells the service so, and a fresh process takes the next job.
    () => process.exit(1)
  )
})
process.on("disconnect", () => process.exit(0))
