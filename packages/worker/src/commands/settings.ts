import { readFile } from "node:fs/promises"
import { provisionOrganization } from "@vouchkit/core/flows/organization-settings/replace"
import {
  type PolicyRequest,
  provisionIdentityVerification,
  provisionProofOfAddressPolicy
} from "@vouchkit/core/resources/settings/provision"
import { parseJson } from "@vouchkit/core/kernel/wire/json"
import { Effect } from "effect"
import { storageLayer } from "../processes/ports.ts"
import { main } from "../processes/process.ts"
import { exitCodes, StartProblem } from "../settings/start-problem.ts"
import { reportedFailure } from "./failures.ts"
import { misused, print, readArguments, required } from "./usage.ts"
import type { Environment } from "@vouchkit/core/kernel/foundation/environment"

const help = `Usage:
  bun run settings proof-of-address --organization ORG [--environment sandbox|live] --file F
  bun run settings identity-verification --organization ORG [--environment sandbox|live] --file F
  bun run settings organization --organization ORG [--environment sandbox|live] --file F

Replaces the proof-of-address policy of an organization, or its policy for identity documents and its bands for
faces, or what it says for all of its work, in both environments unless one is named, with the JSON in the file F
(- reads standard input). The change is audited as PUT /settings/proof-of-address, /settings/identity-verification
and /settings/organization are.`

const kinds = ["proof-of-address", "identity-verification", "organization"] as const
type Kind = (typeof kinds)[number]
const provisionOf = Effect.fnUntraced(function* (kind: Kind, request: PolicyRequest) {
  if (kind === "organization") return yield* provisionOrganization(request)
  return kind === "identity-verification" ? yield* provisionIdentityVerification(request) : yield* provisionProofOfAddressPolicy(request)
})
const isSetting = (kind: string | undefined): kind is Kind => kinds.some((one) => one === kind)

const options = {
  organization: { type: "string" },
  environment: { type: "string" },
  file: { type: "string" },
  help: { type: "boolean", short: "h" }
} as const

const both: ReadonlyArray<Environment> = ["sandbox", "live"]
const isEnvironment = (text: string): text is Environment => both.some((environment) => environment === text)
const longestFile = 1024 * 1024

const problem = (message: string) => new StartProblem({ message, exit_code: exitCodes.usage })

const readPolicy = Effect.fnUntraced(function* (file: string) {
  const bytes = yield* Effect.tryPromise({
    try: () => (file === "-" ? Bun.stdin.bytes() : readFile(file)),
    catch: () => problem(`The file ${file} cannot be read.`)
  })
  if (bytes.length > longestFile) return yield* problem(`The file ${file} is larger than 1 MB.`)
  const parsed = parseJson(new Uint8Array(bytes))
  if ("problem" in parsed)
    return yield* problem(`The file ${file} cannot be read: ${parsed.problem.message} (at byte ${parsed.problem.offset})`)
  return parsed.ok
})

main({ database_url: false }, "vouchkit-settings", (settings) =>
  Effect.gen(function* () {
    const { positionals, values } = yield* readArguments(process.argv.slice(2), options, help)
    if (values.help === true) return yield* print(help)
    const [kind, ...rest] = positionals
    if (!isSetting(kind) || rest.length > 0)
      return yield* misused("The setting to replace is proof-of-address, identity-verification or organization.", help)
    const organization = yield* required(values.organization, "organization", help)
    const { environment } = values
    if (environment !== undefined && !isEnvironment(environment)) return yield* misused("--environment must be sandbox or live.", help)
    const policy = yield* readPolicy(yield* required(values.file, "file", help))
    const replaced = provisionOf(kind, { organization, environments: environment === undefined ? both : [environment], policy })
    yield* replaced.pipe(
      Effect.catchTag("NotFound", () => Effect.fail(problem(`There is no organization ${organization}.`))),
      Effect.flatMap((saved) =>
        print(saved.map((one) => `Replaced ${kind} in ${one.environment}; it is version ${one.version} now.`).join("\n"))
      ),
      Effect.provide(storageLayer(settings, "command")),
      Effect.mapError((failure) => (failure._tag === "StartProblem" ? failure : reportedFailure(failure)))
    )
  })
)
