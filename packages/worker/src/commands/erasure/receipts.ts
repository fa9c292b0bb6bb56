import { readFile } from "node:fs/promises"
import { ErasureReceipt, receiptHolds } from "@vouchkit/core/resources/erasure/receipt"
import { parseJson } from "@vouchkit/core/kernel/wire/json"
import { Effect, Result, Schema } from "effect"
import { main } from "../../processes/process.ts"
import { exitCodes, StartProblem } from "../../settings/start-problem.ts"
import { misused, print, readArguments } from "../usage.ts"
import { reapply } from "./reapply.ts"

const help = `Usage:
  bun run receipts verify FILE [--public-key KEY]
  bun run receipts reapply [FOLDER]

Verifies the receipt of an erasure, or the answer that came with it, in the file FILE (- reads standard input). It
needs no database and no network. KEY is the public key of the organization, from GET /receipts/public-key. Without
it the key in the file is used: that proves that the receipt was not changed, and not who signed it.
Ends with 0 if the receipt holds.

reapply erases again what the log of erasures names, in a database that was restored from a backup of before. The log is
the folder "receipts" of DATA_DIR, or the objects under receipts/ of the bucket; FOLDER names a copy of it as well. What is
erased already stays as it is.`

const options = { "public-key": { type: "string" }, help: { type: "boolean", short: "h" } } as const
const longestFile = 1024 * 1024

const problem = (message: string) => new StartProblem({ message, exit_code: exitCodes.usage })

const decoded = Schema.decodeUnknownResult(ErasureReceipt)

/** The receipt in a file: by itself, or in the answer of an erasure. */
const readReceipt = Effect.fnUntraced(function* (file: string) {
  const bytes = yield* Effect.tryPromise({
    try: () => (file === "-" ? Bun.stdin.bytes() : readFile(file)),
    catch: () => problem(`The file ${file} cannot be read.`)
  })
  if (bytes.length > longestFile) return yield* problem(`The file ${file} is larger than 1 MB.`)
  const parsed = parseJson(new Uint8Array(bytes))
  if ("problem" in parsed)
    return yield* problem(`The file ${file} cannot be read: ${parsed.problem.message} (at byte ${parsed.problem.offset})`)
  const found = parsed.ok
  const inside = typeof found === "object" && found !== null && "receipt" in found ? found.receipt : found
  const receipt = decoded(inside)
  return Result.isFailure(receipt) ? yield* problem(`The file ${file} holds no receipt of an erasure.`) : receipt.success
})

main({ database_url: false, master_key: false }, "vouchkit-receipts", (settings) =>
  Effect.gen(function* () {
    const { positionals, values } = yield* readArguments(process.argv.slice(2), options, help)
    if (values.help === true) return yield* print(help)
    const [verb, file, ...rest] = positionals
    if (verb === "reapply" && rest.length === 0) return yield* reapply(settings, file ?? null)
    if (verb !== "verify" || file === undefined || rest.length > 0)
      return yield* misused("Say verify with the file of one receipt, or reapply.", help)
    const receipt = yield* readReceipt(file)
    const given = values["public-key"]
    if (!receiptHolds(receipt, given ?? receipt.public_key)) {
      return yield* new StartProblem({
        message:
          given !== undefined && given !== receipt.public_key
            ? "The receipt does not hold: another key signed it."
            : "The receipt does not hold: it was changed after it was signed.",
        exit_code: 1
      })
    }
    const { counts, environment, id, issued_at, organization_id, public_key, scope } = receipt
    const erased = Object.entries(counts).map(([kind, count]) => `  ${kind}: ${count}`)
    yield* print(
      [
        `Receipt ${id} holds.`,
        `Erased at ${issued_at}: ${scope.type} ${scope.id} of ${organization_id} (${environment})`,
        ...erased,
        given === undefined
          ? `Signed by the key in the file, ${public_key}. Compare it with the one of the organization.`
          : "Signed by the key that you gave."
      ].join("\n")
    )
  })
)
