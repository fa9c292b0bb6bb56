import { provisionHold, standingHolds } from "@vouchkit/core/flows/erasure/set-hold"
import type { Environment } from "@vouchkit/core/kernel/foundation/environment"
import { Effect } from "effect"
import { storageLayer } from "../../processes/ports.ts"
import { main } from "../../processes/process.ts"
import { exitCodes, StartProblem } from "../../settings/start-problem.ts"
import { reportedFailure } from "../failures.ts"
import { table } from "../table.ts"
import { misused, print, readArguments, required } from "../usage.ts"

const help = `Usage:
  bun run holds list --organization ORG --environment sandbox|live
  bun run holds set ID --organization ORG --environment sandbox|live --reason R [--until TIME]
  bun run holds release ID --organization ORG --environment sandbox|live --reason R

Keeps a session or an identity, with its sessions, from being erased. TIME is an ISO 8601 time such as
2027-01-31T00:00:00Z. The change is audited as PUT /sessions/{id}/legal-hold and /identities/{id}/legal-hold are.`

const options = {
  organization: { type: "string" },
  environment: { type: "string" },
  reason: { type: "string" },
  until: { type: "string" },
  help: { type: "boolean", short: "h" }
} as const

const mostListed = 1_000
const isEnvironment = (text: string): text is Environment => text === "sandbox" || text === "live"

const momentOf = (text: string | undefined) => {
  if (text === undefined) return Effect.succeed(null)
  const moment = /^\d{4}-\d{2}-\d{2}T/u.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(moment)
    ? Effect.fail(misused("--until must be a time such as 2027-01-31T00:00:00Z.", help))
    : Effect.succeed(new Date(moment).toISOString())
}

main({ database_url: false }, "vouchkit-holds", (settings) =>
  Effect.gen(function* () {
    const { positionals, values } = yield* readArguments(process.argv.slice(2), options, help)
    if (values.help === true) return yield* print(help)
    const [verb, id, ...rest] = positionals
    const organization = yield* required(values.organization, "organization", help)
    const environment = yield* required(values.environment, "environment", help)
    if (!isEnvironment(environment)) return yield* misused("--environment must be sandbox or live.", help)
    const tenant = { organization, environment }
    const until = yield* momentOf(values.until)
    const listing = verb === "list" && id === undefined
    const changing = (verb === "set" || verb === "release") && id !== undefined && rest.length === 0
    if (!listing && !changing) return yield* misused("Say list, or set or release with the id of a session or identity.", help)
    const reason = listing ? "" : yield* required(values.reason, "reason", help)
    const work = listing
      ? Effect.map(standingHolds(tenant, mostListed), (holds) =>
          table([["ID", "SINCE", "UNTIL", "REASON"], ...holds.map((hold) => [hold.id, hold.set_at ?? "", hold.until ?? "", hold.reason])])
        )
      : Effect.map(provisionHold(tenant, id ?? "", { held: verb === "set", reason, until }), (hold) =>
          hold.held ? `${hold.id} is held${hold.until === null ? "" : ` until ${hold.until}`}.` : `${hold.id} is not held any more.`
        )
    yield* work.pipe(
      Effect.catchTag("NotFound", () =>
        Effect.fail(
          new StartProblem({ message: `There is no such record in ${organization} (${environment}).`, exit_code: exitCodes.usage })
        )
      ),
      Effect.flatMap(print),
      Effect.provide(storageLayer(settings, "command")),
      Effect.mapError((failure) => (failure._tag === "StartProblem" ? failure : reportedFailure(failure)))
    )
  })
)
