import { now } from "@vouchkit/core/kernel/foundation/time"
import { FailedJobs, type JobState, jobStates, type ListedJob, retryFailedJobs } from "@vouchkit/core/flows/failed-jobs"
import { Effect } from "effect"
import { storageLayer } from "../processes/ports.ts"
import { main } from "../processes/process.ts"
import type { Settings } from "../settings/settings.ts"
import { exitCodes, StartProblem } from "../settings/start-problem.ts"
import { reportedFailure } from "./failures.ts"
import { table } from "./table.ts"
import { misused, print, readArguments } from "./usage.ts"

const usualLimit = 50
const largestLimit = 1_000

const help = `Usage:
  bun run jobs list [--state failed|queued|running] [--name N] [--organization ORG] [--limit N] [--json]
  bun run jobs retry ID [--organization ORG] [--json]
  bun run jobs retry --all [--name N] [--organization ORG] [--json]

Lists background jobs, the latest due first (${usualLimit} unless --limit says otherwise, at most ${largestLimit}), and puts jobs that
failed for good back into the queue, with all their retries. What a job works on is never shown. The database
is the one that DATABASE_URL names, else the embedded one in DATA_DIR, whether or not the service runs.`

const options = {
  state: { type: "string" },
  name: { type: "string" },
  organization: { type: "string" },
  limit: { type: "string" },
  all: { type: "boolean" },
  json: { type: "boolean" },
  help: { type: "boolean", short: "h" }
} as const

type Options = { readonly [name in "state" | "name" | "organization" | "limit"]?: string | undefined } & {
  readonly all?: boolean | undefined
  readonly json?: boolean | undefined
}

const isState = (text: string): text is JobState => jobStates.some((state) => state === text)

const limitOf = (text: string | undefined): number | undefined => {
  if (text === undefined) return usualLimit
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0
  return limit >= 1 && limit <= largestLimit ? limit : undefined
}

const shown = ({ organization, ...job }: ListedJob) => ({ ...job, organization_id: organization })

const jobTable = (jobs: ReadonlyArray<ListedJob>): string =>
  table([
    ["ID", "NAME", "ORGANIZATION", "ENVIRONMENT", "STATE", "ATTEMPTS", "DUE", "CREATED", "REASON"],
    ...jobs.map((job) => [
      job.id,
      job.name,
      job.organization,
      job.environment,
      job.state,
      String(job.attempts),
      job.due_at,
      job.created_at,
      job.reason ?? ""
    ])
  ])

const reported = (jobs: ReadonlyArray<ListedJob>, json: boolean | undefined, text: string) =>
  print(json === true ? JSON.stringify({ data: jobs.map(shown) }) : text)

const list = Effect.fnUntraced(function* (settings: Settings, { json, limit, name, organization, state }: Options) {
  if (state !== undefined && !isState(state)) return yield* misused(`--state must be ${jobStates.join(", ")}.`, help)
  const wanted = limitOf(limit)
  if (wanted === undefined) return yield* misused(`--limit must be a number from 1 to ${largestLimit}.`, help)
  const found = Effect.flatMap(Effect.all([FailedJobs, now]), ([jobs, at]) =>
    jobs.list({ state, name, organization, limit: wanted, now: at })
  )
  const jobs = yield* found.pipe(
    Effect.provide(storageLayer(settings, "command")),
    Effect.mapError((failure) => (failure._tag === "StartProblem" ? failure : reportedFailure(failure)))
  )
  yield* reported(jobs, json, jobs.length === 0 ? "No jobs match." : jobTable(jobs))
})

const retry = Effect.fnUntraced(function* (settings: Settings, id: string | undefined, { all, json, name, organization }: Options) {
  if ((id === undefined) === (all !== true)) return yield* misused("Give the id of the failed job to retry, or --all.", help)
  if (id !== undefined && name !== undefined) return yield* misused("Use --name only with --all.", help)
  const jobs = yield* retryFailedJobs({ id, name, organization }).pipe(
    Effect.provide(storageLayer(settings, "command")),
    Effect.mapError((failure) => (failure._tag === "StartProblem" ? failure : reportedFailure(failure)))
  )
  if (id !== undefined && jobs.length === 0) {
    return yield* new StartProblem({
      message: "There is no failed job with this id. List them with: bun run jobs list --state failed",
      exit_code: exitCodes.unavailable
    })
  }
  const names = jobs.map((job) => `${job.id} (${job.name})`)
  yield* reported(jobs, json, names.length === 0 ? "No jobs match." : `Queued again:\n  ${names.join("\n  ")}`)
})

main({ database_url: false }, "vouchkit-jobs", (settings) =>
  Effect.gen(function* () {
    const { positionals, values } = yield* readArguments(process.argv.slice(2), options, help)
    if (values.help === true) return yield* print(help)
    const [verb, id, ...rest] = positionals
    if (rest.length > 0 || (verb !== "retry" && id !== undefined)) {
      return yield* misused("The command has too many arguments.", help)
    }
    switch (verb) {
      case "list":
        return yield* values.all === true ? misused("Use --all only with retry.", help) : list(settings, values)
      case "retry":
        return yield* values.state !== undefined || values.limit !== undefined
          ? misused("Use --state and --limit only with list.", help)
          : retry(settings, id, values)
      default:
        return yield* misused("Name the action: list or retry.", help)
    }
  })
)
