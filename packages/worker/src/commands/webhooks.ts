import { readFile } from "node:fs/promises"
import type { Environment } from "@vouchkit/core/kernel/foundation/environment"
import { importLegacySecret } from "@vouchkit/core/resources/webhooks/endpoints/legacy-secret"
import { Effect } from "effect"
import { storageLayer } from "../processes/ports.ts"
import { main } from "../processes/process.ts"
import { exitCodes, StartProblem } from "../settings/start-problem.ts"
import { reportedFailure } from "./failures.ts"
import { misused, print, readArguments, required } from "./usage.ts"

const help = `Usage:
  bun run webhooks legacy-secret --organization ORG [--environment sandbox|live] --file F
  bun run webhooks legacy-secret --organization ORG [--environment sandbox|live] --remove

Imports the signing secret that an organization had before each endpoint had one of its own: the text in the file F
(- reads standard input), without the line end. It is stored encrypted, in both environments unless one is named, and
signs the header x-service-signature-legacy at endpoints of the version 2026-01-01 and nothing else. Without it, these
are signed with the secret of the endpoint. The change is entered in the audit log, without the secret.`

const options = {
  organization: { type: "string" },
  environment: { type: "string" },
  file: { type: "string" },
  remove: { type: "boolean" },
  help: { type: "boolean", short: "h" }
} as const

const both: ReadonlyArray<Environment> = ["sandbox", "live"]
const isEnvironment = (text: string): text is Environment => both.some((environment) => environment === text)
const longestFile = 1024

const problem = (message: string) => new StartProblem({ message, exit_code: exitCodes.usage })

/** A secret never stands among the arguments of a command, which other accounts of the machine can read. */
const readSecret = Effect.fnUntraced(function* (file: string) {
  const bytes = yield* Effect.tryPromise({
    try: () => (file === "-" ? Bun.stdin.bytes() : readFile(file)),
    catch: () => problem(`The file ${file} cannot be read.`)
  })
  if (bytes.length > longestFile) return yield* problem(`The file ${file} is larger than 1 KB.`)
  return new TextDecoder().decode(bytes).replace(/\r?\n$/u, "")
})

main({ database_url: false }, "vouchkit-webhooks", (settings) =>
  Effect.gen(function* () {
    const { positionals, values } = yield* readArguments(process.argv.slice(2), options, help)
    if (values.help === true) return yield* print(help)
    const [verb, ...rest] = positionals
    if (verb !== "legacy-secret" || rest.length > 0) return yield* misused("The action is legacy-secret.", help)
    const organization = yield* required(values.organization, "organization", help)
    const { environment, remove = false } = values
    if (environment !== undefined && !isEnvironment(environment)) return yield* misused("--environment must be sandbox or live.", help)
    if (remove && values.file !== undefined) return yield* misused("Say --file or --remove, not both.", help)
    const secret = remove ? null : yield* readSecret(yield* required(values.file, "file", help))
    yield* importLegacySecret(organization, environment === undefined ? both : [environment], secret).pipe(
      Effect.catchTag("NotFound", () => Effect.fail(problem(`There is no organization ${organization}.`))),
      Effect.andThen(print(remove ? "Removed the legacy secret." : "Imported the legacy secret.")),
      Effect.provide(storageLayer(settings, "command")),
      Effect.mapError((failure) => (failure._tag === "StartProblem" ? failure : reportedFailure(failure)))
    )
  })
)
