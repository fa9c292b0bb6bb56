import { isListKey } from "@vouchkit/core/verification/screening/list-key"
import { readFile, stat } from "node:fs/promises"
import { fileAt, measured } from "@vouchkit/adapters/lists/files"
import { listReader } from "@vouchkit/adapters/lists/readers"
import { Organizations } from "@vouchkit/core/kernel/tenancy/organizations"
import { now } from "@vouchkit/core/kernel/foundation/time"
import { Tenant } from "@vouchkit/core/kernel/access/caller"
import type { Failure } from "@vouchkit/core/kernel/foundation/failure"
import {
  isListFormat,
  type ListFormatName,
  listFormat,
  listTitle,
  listFormatNames
} from "@vouchkit/core/resources/watchlists/sources/catalogue"
import { listState } from "@vouchkit/core/resources/watchlists/sources/coverage"
import { CustomerMapping } from "@vouchkit/core/resources/watchlists/sources/customer-csv"
import { importEdition } from "@vouchkit/core/resources/watchlists/editions/import-edition"
import { CustomerListEditions, type ListEditions, PublicListEditions } from "@vouchkit/core/resources/watchlists/editions/list-editions"
import { isPublicKey } from "@vouchkit/core/resources/watchlists/editions/own-key"
import { ofacSetKey } from "@vouchkit/core/resources/watchlists/sources/ofac/csv"
import { ReadingNotes } from "@vouchkit/core/resources/watchlists/sources/reading"
import { sampleList, sampleSteps, sampleVersion } from "@vouchkit/core/resources/watchlists/sources/sample"
import { parseJson } from "@vouchkit/core/kernel/wire/json"
import { Effect, type Layer, Option, Schema } from "effect"
import { storageLayer } from "../processes/ports.ts"
import { main } from "../processes/process.ts"
import type { Settings } from "../settings/settings.ts"
import { exitCodes, StartProblem, unavailable } from "../settings/start-problem.ts"
import { reportedFailure } from "./failures.ts"
import { fetchLists, fetchStates } from "./lists/fetch.ts"
import { changeLines, fetchTable, outcomeLines, statusTable } from "./lists/report.ts"
import { misused, print, readArguments, required } from "./usage.ts"
import type { Environment } from "@vouchkit/core/kernel/foundation/environment"

const usualLimit = 50
const largestLimit = 1_000
const largestMapping = 256 * 1024

const help = `Usage:
  bun run lists import FORMAT FILE... [--key K] [--title T] [--edition E] [--encoding E] [--mapping F]
                       [--base V] [--sample] [--accept-loss] [--organization ORG --environment sandbox|live] [--json]
  bun run lists fetch [KEY] [--json]
  bun run lists sample [--json]
  bun run lists status [--organization ORG --environment sandbox|live] [--json]
  bun run lists diff KEY [--from N] [--to N] [--limit N] [--organization ORG --environment sandbox|live] [--json]

Imports an edition of a list that is screened against, shows how the lists stand, or what changed between two
editions (the last two unless told). An edition becomes current as a whole or not at all: a file that is cut off
or damaged, or that loses more than a tenth of the entries, leaves the last good edition, and the list is stale.
--accept-loss takes an edition that lost more, once someone has looked at it. Lists of publishers serve every
organization; with --organization and --environment the list is that organization's own. customer_csv needs
--organization, and a --mapping: a JSON file that says which column holds what.

fetch fetches the lists of SCREENING_LIST_URLS now, or the one that is named; a running worker does so twice a day.
A delta of OpenSanctions needs --base, the version that it starts from and the list has to stand at, and --edition,
the version that it leads to. sample loads a few made-up entries for trying things out; only sandboxes search them.

Formats: ${listFormatNames.slice(0, 7).join(", ")},
         ${listFormatNames.slice(7).join(", ")}`

const options = {
  key: { type: "string" },
  title: { type: "string" },
  edition: { type: "string" },
  base: { type: "string" },
  encoding: { type: "string" },
  mapping: { type: "string" },
  organization: { type: "string" },
  environment: { type: "string" },
  from: { type: "string" },
  to: { type: "string" },
  limit: { type: "string" },
  sample: { type: "boolean" },
  "accept-loss": { type: "boolean" },
  json: { type: "boolean" },
  help: { type: "boolean", short: "h" }
} as const

type Flag = "sample" | "accept-loss" | "json" | "help"
type Options = { readonly [name in Exclude<keyof typeof options, Flag>]?: string | undefined } & {
  readonly [name in Flag]?: boolean | undefined
}
type Storage = Layer.Success<ReturnType<typeof storageLayer>>

const isEnvironment = (text: string): text is Environment => text === "sandbox" || text === "live"

/** Whose lists the command line means: the installation's, or those of one organization in one environment. */
const ownerOf = Effect.fnUntraced(function* (given: Options) {
  if (given.organization === undefined && given.environment === undefined) return undefined
  const organization = yield* required(given.organization, "organization", help)
  const environment = yield* required(given.environment, "environment", help)
  if (!isEnvironment(environment)) return yield* misused("--environment must be sandbox or live.", help)
  return { organization, environment }
})

/** Runs on the lists of an owner, who has to exist. */
const onLists = <A>(
  settings: Settings,
  owner: Tenant["Service"] | undefined,
  work: <R>(store: ListEditions<R>) => Effect.Effect<A, Failure | StartProblem, R | PublicListEditions>
): Effect.Effect<A, StartProblem> => {
  const found: Effect.Effect<A, Failure | StartProblem, Storage> =
    owner === undefined
      ? Effect.flatMap(PublicListEditions, work)
      : Effect.gen(function* () {
          const organizations = yield* Organizations
          if ((yield* organizations.find(owner.organization)) === undefined) {
            return yield* unavailable(`There is no organization ${owner.organization}.`)
          }
          return yield* Effect.provideService(Effect.flatMap(CustomerListEditions, work), Tenant, owner)
        })
  return found.pipe(
    Effect.provide(storageLayer(settings, "command")),
    Effect.mapError((failure) => (failure._tag === "StartProblem" ? failure : reportedFailure(failure)))
  )
}

const badMapping = (message: string) => new StartProblem({ message, exit_code: exitCodes.usage })

const readMapping = Effect.fnUntraced(function* (path: string) {
  const bytes = yield* Effect.tryPromise({ try: () => readFile(path), catch: () => badMapping(`The mapping ${path} cannot be read.`) })
  if (bytes.length > largestMapping) return yield* badMapping(`The mapping ${path} is larger than ${largestMapping / 1024} KB.`)
  const parsed = parseJson(new Uint8Array(bytes))
  if ("problem" in parsed)
    return yield* badMapping(`The mapping ${path} cannot be read: ${parsed.problem.message} (at byte ${parsed.problem.offset})`)
  const mapping = Schema.decodeUnknownOption(CustomerMapping, { onExcessProperty: "error" })(parsed.ok)
  return Option.isSome(mapping)
    ? mapping.value
    : yield* badMapping(
        `The mapping ${path} is not valid. It maps fields to columns, such as {"uid": "Id", "name": "Full name", "birth_date": "Born"}.`
      )
})

const judged = Effect.fnUntraced(function* (given: Options, words: ReadonlyArray<string>) {
  const [name, ...paths] = words
  if (name === undefined || !isListFormat(name)) return yield* misused("Name the format of the files.", help)
  const format = listFormat(name)
  if (paths.length === 0 || (format.files === "one" && paths.length > 1)) {
    return yield* misused(format.files === "one" ? "Name the one file of the list." : "Name the files of the list.", help)
  }
  for (const path of paths) {
    const isFile = yield* Effect.promise(() =>
      stat(path)
        .then((found) => found.isFile())
        .catch(() => false)
    )
    if (!isFile) return yield* unavailable(`There is no file ${path}.`)
  }
  const key = given.key ?? (name === "ofac_csv" ? ofacSetKey(paths) : format.key)
  if (key === sampleList.key && given.organization === undefined)
    return yield* misused("The key sample belongs to the sample list. Choose another key.", help)
  if (!isListKey(key)) return yield* misused("--key must be lower-case letters, digits and _, at most 64 of them.", help)
  if (name === "customer_csv" && given.organization === undefined) return yield* misused("customer_csv needs --organization.", help)
  if ((name === "customer_csv") !== (given.mapping !== undefined)) return yield* misused("Use --mapping only with customer_csv.", help)
  if (format.mode === "delta" && (given.base === undefined || given.edition === undefined)) {
    return yield* misused("A delta needs --base, the version it starts from, and --edition, the version it leads to.", help)
  }
  if (format.mode === "full" && given.base !== undefined) return yield* misused("Use --base only with deltas.", help)
  if ((given.edition ?? "").length > 64) return yield* misused("--edition has at most 64 characters.", help)
  const mapping = given.mapping === undefined ? undefined : yield* readMapping(given.mapping)
  return { format, key, mapping, paths, title: (given.title ?? listTitle(key, format)).slice(0, 255) }
})

const importList = Effect.fnUntraced(function* (settings: Settings, given: Options, words: ReadonlyArray<string>) {
  const { format, key, mapping, paths, title } = yield* judged(given, words)
  const owner = yield* ownerOf(given)
  if (owner !== undefined && (yield* onLists(settings, undefined, () => isPublicKey(key)))) {
    return yield* misused(`The key ${key} is that of a public list. Choose another key for your own watchlist with --key.`, help)
  }
  const today = (yield* now).slice(0, 10)
  const { files, sources } = measured(paths.map(fileAt))
  const notes = new ReadingNotes()
  const name: ListFormatName = format.name
  const outcome = yield* onLists(settings, owner, (store) =>
    importEdition(store, {
      key,
      format: name,
      title,
      sample: given.sample === true,
      mode: format.mode,
      steps: listReader(name, { encoding: given.encoding, mapping })(files, notes),
      notes,
      sources,
      published: given.edition ?? today,
      ...(given.base === undefined ? {} : { base: given.base }),
      accept_loss: given["accept-loss"] === true
    })
  )
  const { beyond, findings } = notes
  if (given.json === true) yield* print(JSON.stringify({ key, ...outcome, findings, findings_beyond: beyond }))
  else yield* print(outcomeLines(key, outcome, { findings, beyond }))
  if (outcome.state === "refused") return yield* unavailable(`The list ${key} was not changed: ${outcome.detail}`)
})

const loadSample = Effect.fnUntraced(function* (settings: Settings, given: Options) {
  const notes = new ReadingNotes()
  const { key, title } = sampleList
  const outcome = yield* onLists(settings, undefined, (store) =>
    importEdition(store, {
      key,
      title,
      format: "sample",
      sample: true,
      mode: "full",
      steps: sampleSteps(),
      notes,
      sources: () => [],
      published: sampleVersion,
      accept_loss: true
    })
  )
  yield* print(given.json === true ? JSON.stringify({ key, ...outcome }) : outcomeLines(key, outcome, { findings: [], beyond: 0 }))
})

const status = Effect.fnUntraced(function* (settings: Settings, given: Options) {
  const owner = yield* ownerOf(given)
  const statuses = yield* onLists(settings, owner, (store) => store.statuses)
  const fetches = owner === undefined ? yield* fetchStates(settings) : []
  const at = yield* now
  if (given.json === true) {
    const data = statuses.map((one) => ({ ...one, state: listState(one, at), fetch: fetches.find(({ key }) => key === one.key) ?? null }))
    return yield* print(JSON.stringify({ data }))
  }
  yield* print(statuses.length === 0 ? "No watchlist is loaded. Screenings report partial, no_list_loaded." : statusTable(statuses, at))
  if (fetches.length > 0) yield* print(`\n${fetchTable(fetches)}`)
})

const numberOf = (text: string | undefined): number | undefined =>
  text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined

const diff = Effect.fnUntraced(function* (settings: Settings, given: Options, words: ReadonlyArray<string>) {
  const [key, ...rest] = words
  if (key === undefined || !isListKey(key) || rest.length > 0) return yield* misused("Name the one list by its key.", help)
  for (const [name, text] of Object.entries({ from: given.from, to: given.to, limit: given.limit })) {
    if (text !== undefined && numberOf(text) === undefined) return yield* misused(`--${name} must be a number from 1 on.`, help)
  }
  const limit = numberOf(given.limit) ?? usualLimit
  if (limit > largestLimit) return yield* misused(`--limit must be a number from 1 to ${largestLimit}.`, help)
  const owner = yield* ownerOf(given)
  const found = yield* onLists(settings, owner, (store) =>
    Effect.gen(function* () {
      const editions = yield* store.editions(key, 2)
      const to = numberOf(given.to) ?? editions[0]?.number
      const from = numberOf(given.from) ?? editions[1]?.number ?? 0
      if (to === undefined) return yield* unavailable(`No edition of the list ${key} was ever imported.`)
      return { from, to, changes: yield* store.changes(key, { from, to }, { after: null, limit }) }
    })
  )
  yield* print(changeLines(found, limit, given.json === true))
})

main({ database_url: false }, "vouchkit-lists", (settings) =>
  Effect.gen(function* () {
    const { positionals, values } = yield* readArguments(process.argv.slice(2), options, help)
    if (values.help === true) return yield* print(help)
    const [verb, ...words] = positionals
    switch (verb) {
      case "import":
        return yield* importList(settings, values, words)
      case "fetch":
        return yield* words.length > 1 ? misused("The command has too many arguments.", help) : fetchLists(settings, words[0], values.json)
      case "sample":
        return yield* words.length > 0 ? misused("The command has too many arguments.", help) : loadSample(settings, values)
      case "status":
        return yield* words.length > 0 ? misused("The command has too many arguments.", help) : status(settings, values)
      case "diff":
        return yield* diff(settings, values, words)
      default:
        return yield* misused("Name the action: import, fetch, sample, status or diff.", help)
    }
  })
)
