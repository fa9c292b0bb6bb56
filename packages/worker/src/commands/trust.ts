import { layer as trustLayer } from "@vouchkit/adapters/postgres/trust-store"
import { digestOfFiles, entriesOfFiles, maximumTrustFiles, trustPaths } from "@vouchkit/adapters/trust/files"
import { now } from "@vouchkit/core/foundation/time"
import type { Failure } from "@vouchkit/core/operation/failure"
import { trustCountry } from "@vouchkit/core/trust/country"
import type { MetList } from "@vouchkit/core/trust/entries"
import { importTrust } from "@vouchkit/core/trust/import-trust"
import { TrustStore } from "@vouchkit/core/trust/trust-store"
import { Effect, Layer } from "effect"
import { databaseLayer } from "../database.ts"
import { main } from "../process.ts"
import type { Settings } from "../settings.ts"
import { type StartProblem, unavailable } from "../start-problem.ts"
import { toldFailure } from "./failures.ts"
import { certificateTable, importLines, statusLines } from "./trust-told.ts"
import { misused, print, readArguments } from "./usage.ts"

const usualSource = "operator"
const usualLimit = 200
const largestLimit = 10_000
const importsShown = 10
const crlsLookedAt = 1_000

const help = `Usage:
  bun run trust import FILE... [--source NAME] [--replace] [--json]
  bun run trust status [--json]
  bun run trust list [--country CC] [--limit N] [--json]
  bun run trust remove SHA256
  bun run trust restore SHA256

Imports the certificates by which the chips of passports and identity cards are trusted, for every organization.
A FILE is a master list (.ml), an LDIF of the ICAO PKD, or certificates and revocation lists in DER or PEM; a
folder stands for the files in it. Archives have to be unpacked first. An import becomes visible as a whole, as
the next edition. One that was stopped goes on where it stopped when the same files are imported again, and
importing files twice changes nothing.

--source says where the files are from (${usualSource} unless told). With --replace, what the source held before and the
files do not hold is trusted no more; certificates of other sources stay.

remove trusts a certificate no more, whatever is imported later; restore takes that back. list shows ${usualLimit}
certificates unless --limit says otherwise, at most ${largestLimit}.`

const options = {
  source: { type: "string" },
  replace: { type: "boolean" },
  country: { type: "string" },
  limit: { type: "string" },
  json: { type: "boolean" },
  help: { type: "boolean", short: "h" }
} as const
type Options = { readonly [name in "source" | "country" | "limit"]?: string | undefined } & {
  readonly [name in "replace" | "json" | "help"]?: boolean | undefined
}

const onTrust = <A>(
  settings: Settings,
  work: (store: TrustStore["Service"]) => Effect.Effect<A, Failure | StartProblem>
): Effect.Effect<A, StartProblem> =>
  Effect.flatMap(TrustStore, work).pipe(
    Effect.provide(Layer.provide(trustLayer, databaseLayer(settings, "command"))),
    Effect.mapError((failure) => (failure._tag === "StartProblem" ? failure : toldFailure(failure)))
  )

const say = (text: string): Effect.Effect<void> => Effect.sync(() => void process.stderr.write(`${text}\n`))
const batchesBetweenWords = 10

const importFiles = Effect.fnUntraced(function* (settings: Settings, given: Options, words: ReadonlyArray<string>) {
  if (words.length === 0) return yield* misused("Name the files to import.", help)
  const source = given.source ?? usualSource
  if (!/^[a-z0-9_-]{1,64}$/.test(source)) return yield* misused("--source must be lower-case letters, digits, _ and -, at most 64.", help)
  const found = yield* Effect.promise(() => trustPaths(words))
  if ("missing" in found) return yield* unavailable(`There is no file or folder ${found.missing}.`)
  if ("tooMany" in found) return yield* unavailable(`These are more than ${maximumTrustFiles} files. Import them in parts.`)
  const sha256 = yield* Effect.tryPromise({
    try: () => digestOfFiles(found.paths),
    catch: () => unavailable("The files cannot be read.")
  })
  const lists: Array<MetList> = []
  const entries = entriesOfFiles(found.paths, (list) => void lists.push(list))
  let batches = 0
  const { latest, outcome } = yield* onTrust(settings, (store) =>
    Effect.gen(function* () {
      const done = yield* importTrust(
        store,
        { source, sha256, replaces: given.replace === true, entries },
        ({ added, refused, unchanged }) => {
          batches += 1
          return batches % batchesBetweenWords === 0 ? say(`${added + refused + unchanged} entries so far`) : Effect.void
        }
      )
      return { outcome: done, latest: (yield* store.imports(1))[0] }
    })
  )
  const told = outcome.state === "done" ? outcome.finished : latest
  if (told !== undefined) yield* print(given.json === true ? JSON.stringify({ ...told, lists }) : importLines(told, lists))
  if (outcome.state === "refused") return yield* unavailable(`Nothing was imported. ${outcome.reason}`)
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
    return yield* unavailable(verb === "remove" ? "No such certificate is trusted." : "No such certificate was removed.")
  }
  yield* print(verb === "remove" ? "The certificate is trusted no more." : "The certificate is no longer held back.")
})

main({ database_url: false }, "vouchkit-trust", (settings) =>
  Effect.gen(function* () {
    const { positionals, values } = yield* readArguments(process.argv.slice(2), options, help)
    if (values.help === true) return yield* print(help)
    const [verb, ...words] = positionals
    if (verb !== "import" && (values.source !== undefined || values.replace === true)) {
      return yield* misused("--source and --replace go with import.", help)
    }
    switch (verb) {
      case "import":
        return yield* importFiles(settings, values, words)
      case "status":
        return yield* words.length > 0 ? misused("There are more words than the command takes.", help) : status(settings, values)
      case "list":
        return yield* words.length > 0 ? misused("There are more words than the command takes.", help) : list(settings, values)
      case "remove":
      case "restore":
        return yield* change(settings, verb, words)
      default:
        return yield* misused("Say what to do: import, status, list, remove or restore.", help)
    }
  })
)
