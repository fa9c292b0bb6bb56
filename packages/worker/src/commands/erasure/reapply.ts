import { resolve } from "node:path"
import { layer as fileReceipts } from "@vouchkit/adapters/receipt-log/file"
import { logFolder } from "@vouchkit/adapters/receipt-log/entry"
import { reapplyErasures } from "@vouchkit/core/flows/erasure/reapply"
import { Effect } from "effect"
import { receiptLogLayer, storageLayer } from "../../processes/ports.ts"
import type { Settings } from "../../settings/settings.ts"
import { reportedFailure } from "../failures.ts"
import { print } from "../usage.ts"

/** The folder above the one of the log, which may be named itself. */
const above = (folder: string): string => resolve(folder).replace(new RegExp(`/${logFolder}$`, "u"), "")

const said = ({ counts, waiting }: Effect.Success<ReturnType<typeof reapplyErasures>>): string =>
  [
    `${counts.erased} erased again, ${counts.known} known as erased.`,
    ...(counts.invalid > 0
      ? [`${counts.invalid} entries of the log were not signed by an organization of this database, and were passed over.`]
      : []),
    ...(waiting.length > 0
      ? [
          `${waiting.length} are left, which a legal hold keeps or whose checks run: ${waiting.slice(0, 10).join(", ")}.`,
          "Release the holds, start the service, and run: bun run receipts reapply"
        ]
      : [])
  ].join("\n")

/** Erases again what the log of the settings, or the one in a folder, says was erased. Opening the storage also brings its schema up to date. */
export const reapply = (settings: Settings, folder: string | null) =>
  Effect.gen(function* () {
    const own = reapplyErasures().pipe(Effect.provide(receiptLogLayer(settings)))
    const other = folder === null ? null : reapplyErasures().pipe(Effect.provide(fileReceipts(above(folder))))
    yield* print(`Erasures: ${said(yield* own)}`)
    if (other !== null) yield* print(`Erasures of ${folder}: ${said(yield* other)}`)
  }).pipe(
    Effect.provide(storageLayer(settings, "command")),
    Effect.mapError((failure) => (failure._tag === "StartProblem" ? failure : reportedFailure(failure)))
  )
