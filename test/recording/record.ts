import { createWriteStream } from "node:fs"
import { parseArgs } from "node:util"
import { recordSessions } from "./recording.ts"

/**
 * Prints a digest of what the service makes of random sandbox sessions. Two builds with one digest answer, keep and announce the same, in the same
 * order: `bun test/recording/record.ts --sessions 5000`, and with `--lines FILE` all that the digest was made of.
 */
const { values } = parseArgs({
  options: { sessions: { type: "string", default: "200" }, seed: { type: "string", default: "1" }, lines: { type: "string" } }
})
const out = values.lines === undefined ? undefined : createWriteStream(values.lines)
const { digest, lines } = await recordSessions(Number(values.seed), Number(values.sessions), (text) => void out?.write(`${text}\n`))
await new Promise<void>((resolve) => (out === undefined ? resolve() : out.end(() => resolve())))
console.log(`${digest}  ${values.sessions} sessions, ${lines} lines, seed ${values.seed}`)
process.exit(0)
