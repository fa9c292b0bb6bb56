import { encryptFormerRecords } from "@vouchkit/core/flows/housekeeping"
import { FormerRecords } from "@vouchkit/core/kernel/storage/former-records"
import { Effect } from "effect"
import { storageLayer } from "../../processes/ports.ts"
import { main } from "../../processes/process.ts"
import { reportedFailure } from "../failures.ts"
import { table } from "../table.ts"
import { misused, print, readArguments } from "../usage.ts"

const help = `Usage:
  bun run records status
  bun run records encrypt [--again]

Members of records that hold numbers and addresses of a person are stored encrypted. Those that an earlier version of the
service wrote in plain text are encrypted by every worker, behind other work; status says how far that is. encrypt does it
at once, while the service runs, and may be stopped and run again at any time: it goes on where it was. With --again it
begins with the first record of every table, for instance after a process of an earlier version has written once more.`

const options = { again: { type: "boolean" }, help: { type: "boolean", short: "h" } } as const

const told = Effect.flatMap(FormerRecords, ({ progress }) =>
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
    if (!more) return yield* told
    const open = (yield* progress).find(({ done_at }) => done_at === null)
    if (open !== undefined) yield* print(`${open.table}: ${open.looked} looked at, ${open.encrypted} encrypted`)
  }
})

main({ database_url: false }, "vouchkit-records", (settings) =>
  Effect.gen(function* () {
    const { positionals, values } = yield* readArguments(process.argv.slice(2), options, help)
    if (values.help === true) return yield* print(help)
    const [verb, ...rest] = positionals
    if ((verb !== "status" && verb !== "encrypt") || rest.length > 0) return yield* misused("Say status or encrypt.", help)
    if (verb === "status" && values.again === true) return yield* misused("--again goes with encrypt.", help)
    const begin = values.again === true ? Effect.flatMap(FormerRecords, ({ beginAgain }) => beginAgain) : Effect.void
    yield* Effect.andThen(begin, verb === "status" ? told : encryptAll).pipe(
      Effect.flatMap(print),
      Effect.provide(storageLayer(settings, "command")),
      Effect.mapError((failure) => (failure._tag === "StartProblem" ? failure : reportedFailure(failure)))
    )
  })
)
