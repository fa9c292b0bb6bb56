import { layer as trustLayer } from "@vouchkit/adapters/postgres/trust/store"
import { now } from "@vouchkit/core/kernel/foundation/time"
import type { Failure } from "@vouchkit/core/kernel/foundation/failure"
import { trustCountry } from "@vouchkit/core/verification/chip/certificates/trust-country"
import { TrustStore } from "@vouchkit/core/resources/trust/trust-store"
import { Effect, Layer } from "effect"
import { databaseLayer } from "../processes/database.ts"
import { main } from "../processes/process.ts"
import type { Settings } from "../settings/settings.ts"
import { type StartProblem, unavailable } from "../settings/start-problem.ts"
import { reportedFailure } from "./failures.ts"
import { importFiles } from "./trust/import.ts"
import { certificateTable, statusLines } from "./trust/report.ts"
import { misused, print, readArguments } from "./usage.ts"

const usualSource = "operator"
const usualLimit = 200
const largestLimit = 10_000
const importsShown = 10
const crlsLookedAt = 1_000

const help = `Usage:
  bun run trust import FILE... [--source NAME] [--replace] [--no-wait] [--json]
  bun run trust status [--json]
  bun run trust list [--country CC] [--limit N] [--json]
  bun run trust remove SHA256
  bun run trust restore SHA256

Imports the certificates by which the chips of passports and identity cards are trusted, for every organization.
A FILE is a master list (.ml), an LDIF of the ICAO PKD, or certificates and revocation lists in DER or PEM; a
folder or a ZIP archive stands for the files in it. An import becomes visible as a whole, as the next edition, and
importing files twice changes nothing.

The files wait in the store of files, encrypted, and a worker imports them, one import after the other; where none
runs, this command does so itself. One that was stopped goes on where it stopped, with the next worker. The command
shows how far it is and ends with it; Ctrl-C leaves the import to a worker, as --no-wait does from the start.

--source says where the files are from (${usualSource} unless told). With --replace, what the source held before and the
files do not hold is trusted no more; certificates of other sources stay.

remove trusts a certificate no more, whatever is imported later; restore takes that back. list shows ${usualLimit}
certificates unless --limit says otherwise, at most ${largestLimit}.`

const options = {
  source: { type: "string" },
  replace: { type: "boolean" },
  "no-wait": { type: "boolean" },
  country: { type: "string" },
  limit: { type: "string" },
  json: { type: "boolean" },
  help: { type: "boolean", short: "h" }
} as const
type Options = { readonly [name in "source" | "country" | "limit"]?: string | undefined } & {
  readonly [name in "replace" | "no-wait" | "json" | "help"]?: boolean | undefined
}

const onTrust = <A>(
  settings: Settings,
  work: (store: TrustStore["Service"]) => Effect.Effect<A, Failure | StartProblem>
): Effect.Effect<A, StartProblem> =>
  Effect.flatMap(TrustStore, work).pipe(
    Effect.provide(Layer.provide(trustLayer, databaseLayer(settings, "command"))),
    Effect.mapError((failure) => (failure._tag === "StartProblem" ? failure : reportedFailure(failure)))
  )

const queue = Effect.fnUntraced(function* (settings: Settings, given: Options, words: ReadonlyArray<string>) {
  if (words.length === 0) return yield* misused("Name the files to import.", help)
  const source = given.source ?? usualSource
  if (!/^[a-z0-9_-]{1,64}$/.test(source)) return yield* misused("--source must be lower-case letters, digits, _ and -, at most 64.", help)
  yield* importFiles(settings, words, {
    source,
    replaces: given.replace === true,
    detached: given["no-wait"] === true,
    json: given.json === true
  })
})

const status = Effect.fnUntraced(function* (settings: Settings, { json }: Options) {
  const found = yield* onTrust(settings, (store) =>
    Effect.all({
      figures: store.figures,
      imports: store.imports(importsShown),
      crls: store.crls({ country: null, limit: crlsLookedAt })
    })
  )
  const at = yield* now
  const overdue = found.crls.filter(({ next_update }) => next_update !== null && next_update < at).length
  const { figures, imports } = found
  yield* print(json === true ? JSON.stringify({ ...figures, crls_overdue: overdue, imports }) : statusLines(figures, overdue, imports))
})

const list = Effect.fnUntraced(function* (settings: Settings, given: Options) {
  const country = given.country === undefined ? null : trustCountry(given.country)
  if (country === undefined) return yield* misused("--country must be a code of ISO 3166-1 or ICAO 9303, such as DE or D.", help)
  const limit = given.limit === undefined ? usualLimit : /^[1-9]\d{0,4}$/.test(given.limit) ? Number(given.limit) : 0
  if (limit < 1 || limit > largestLimit) return yield* misused(`--limit must be a number from 1 to ${largestLimit}.`, help)
  const certificates = yield* onTrust(settings, (store) => store.certificates({ country, limit }))
  yield* print(given.json === true ? JSON.stringify({ data: certificates }) : certificateTable(certificates, limit))
})

const change = Effect.fnUntraced(function* (settings: Settings, verb: "remove" | "restore", words: ReadonlyArray<string>) {
  const [given = "", ...rest] = words
  const sha256 = given.toLowerCase()
  if (!/^[0-9a-f]{64}$/.test(sha256) || rest.length > 0)
    return yield* misused("Name the one certificate by its SHA-256, as list shows it.", help)
  const at = yield* now
  const done = yield* onTrust(settings, (store) => (verb === "remove" ? store.remove(sha256, at) : store.restore(sha256)))
  if (!done) {
    return yield* unavailable(verb === "remove" ? "No trusted certificate has this SHA-256." : "No removed certificate has this SHA-256.")
  }
  yield* print(verb === "remove" ? "The certificate is no longer trusted." : "The certificate is trusted again.")
})

main({ database_url: false }, "vouchkit-trust", (settings) =>
  Effect.gen(function* () {
    const { positionals, values } = yield* readArguments(process.argv.slice(2), options, help)
    if (values.help === true) return yield* print(help)
    const [verb, ...words] = positionals
    if (verb !== "import" && (values.source !== undefined || values.replace === true || values["no-wait"] === true)) {
      return yield* misused("Use --source, --replace and --no-wait only with import.", help)
    }
    switch (verb) {
      case "import":
        return yield* queue(settings, values, words)
      case "status":
        return yield* words.length > 0 ? misused("The command has too many arguments.", help) : status(settings, values)
      case "list":
        return yield* words.length > 0 ? misused("The command has too many arguments.", help) : list(settings, values)
      case "remove":
      case "restore":
        return yield* change(settings, verb, words)
      default:
        return yield* misused("Name the action: import, status, list, remove or restore.", help)
    }
  })
)
