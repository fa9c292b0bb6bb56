import { Database } from "@vouchkit/adapters/postgres/database"
import { rewriteFiles } from "@vouchkit/adapters/postgres/rewrite"
import { encryptFormerRecords } from "@vouchkit/core/flows/housekeeping"
import { FormerRecords } from "@vouchkit/core/kernel/storage/former-records"
import { Effect } from "effect"
import { ownerLayer } from "../../processes/database.ts"
import { storageLayer } from "../../processes/ports.ts"
import { main } from "../../processes/process.ts"
import { exitCodes, StartProblem } from "../../settings/start-problem.ts"
import { reportedFailure } from "../failures.ts"
import { table } from "../table.ts"
import { misused, print, readArguments } from "../usage.ts"

const help = `Usage:
  bun run records status
  bun run records encrypt [--again]
  bun run records rewrite

Members of records that hold numbers and addresses of a person are stored encrypted. Those that an earlier version of the
service wrote in plain text are encrypted by every worker, behind other work; status says how far that is. encrypt does it
at once, while the service runs, and may be stopped and run again at any time: it goes on where it was. With --again it
begins with the first record of every table, for instance after a process of an earlier version has written once more.

rewrite writes the files of the database again, as the owner of its tables: what was erased or encrypted is in none of
them afterwards. Each table is locked as long as it is written, so choose a quiet hour. It may be run again at any time.`

const options = { again: { type: "boolean" }, help: { type: "boolean", short: "h" } } as const

const progressReport = Effect.flatMap(FormerRecords, ({ progress }) =>
  Effect.map(progress, (all) =>
    table([
      ["TABLE", "MEMBERS", "LOOKED AT", "ENCRYPTED", "DONE"],
      ...all.map(({ done_at, encrypted, looked, members, table: name }) => [
        name,
        members.join(", "),
        String(looked),
        String(encrypted),
        done_at ?? "not yet"
      ])
    ])
  )
)

/** Tells after each turn of some thousand records how far it came. */
const encryptAll = Effect.gen(function* () {
  const { progress } = yield* FormerRecords
  for (;;) {
    const { more } = yield* encryptFormerRecords
    if (!more) return yield* progressReport
    const open = (yield* progress).find(({ done_at }) => done_at === null)
    if (open !== undefined) yield* print(`${open.table}: ${open.looked} looked at, ${open.encrypted} encrypted`)
  }
})

const unfinished = (cause: unknown): StartProblem => {
  const code = typeof cause === "object" && cause !== null && "code" in cause ? ` (${String(cause.code)})` : ""
  return new StartProblem({
    message: `Not every table was written again${code}: those that are named are done. Run it again when fewer requests come in, and as the owner of the tables.`,
    exit_code: exitCodes.unavailable
  })
}

const rewriteAll = Effect.gen(function* () {
  const { sql } = yield* Database
  const onWritten = (name: string) => Effect.runPromise(print(`${name}: written again`))
  const { log_ended, tables } = yield* Effect.tryPromise({ try: () => rewriteFiles(sql, { onWritten }), catch: unfinished })
  return log_ended
    ? `The files of ${tables.length} tables were written again, and the log of the database ended.`
    : `The files of ${tables.length} tables were written again. This role may not end the log of the database: it is recycled with the next checkpoints.`
})

main({ database_url: false }, "vouchkit-records", (settings) =>
  Effect.gen(function* () {
    const { positionals, values } = yield* readArguments(process.argv.slice(2), options, help)
    if (values.help === true) return yield* print(help)
    const [verb, ...rest] = positionals
    if ((verb !== "status" && verb !== "encrypt" && verb !== "rewrite") || rest.length > 0)
      return yield* misused("Say status, encrypt or rewrite.", help)
    if (verb !== "encrypt" && values.again === true) return yield* misused("--again goes with encrypt.", help)
    if (verb === "rewrite") return yield* Effect.flatMap(Effect.provide(rewriteAll, ownerLayer(settings)), print)
    const begin = values.again === true ? Effect.flatMap(FormerRecords, ({ beginAgain }) => beginAgain) : Effect.void
    yield* Effect.andThen(begin, verb === "status" ? progressReport : encryptAll).pipe(
      Effect.flatMap(print),
      Effect.provide(storageLayer(settings, "command")),
      Effect.mapError((failure) => (failure._tag === "StartProblem" ? failure : reportedFailure(failure)))
    )
  })
)
