import type { Failure } from "@vouchkit/core/kernel/foundation/failure"
import { type Organization, Organizations } from "@vouchkit/core/kernel/tenancy/organizations"
import { changeOrganization, shownOrganization } from "@vouchkit/core/resources/access/organizations"
import { ensureOrganization } from "@vouchkit/core/resources/access/provision"
import { Effect, type Layer } from "effect"
import { storageLayer } from "../processes/ports.ts"
import { main } from "../processes/process.ts"
import type { Settings } from "../settings/settings.ts"
import { exitCodes, StartProblem } from "../settings/start-problem.ts"
import { reportedFailure } from "./failures.ts"
import { table } from "./table.ts"
import { misused, print, readArguments } from "./usage.ts"

const help = `Usage:
  bun run organizations list [--json]
  bun run organizations create ORG [--name N]
  bun run organizations show ORG [--json]
  bun run organizations set ORG [--name N] [--plan free|standard|growth|scale|self_hosted] [--plan-expires-at TIME|never]
                        [--ip-allowlist A,B|none] [--disabled-environments sandbox,live|none]
                        [--strict-redaction on|off] [--agent-pii initials|masked_names]

What set changes holds in every process within a second, and is entered in the audit logs of the organization. From the
end of its plan on, keys of an organization only read and export.`

const options = {
  name: { type: "string" },
  plan: { type: "string" },
  "plan-expires-at": { type: "string" },
  "ip-allowlist": { type: "string" },
  "disabled-environments": { type: "string" },
  "strict-redaction": { type: "string" },
  "agent-pii": { type: "string" },
  json: { type: "boolean" },
  help: { type: "boolean", short: "h" }
} as const
type Options = { readonly [name in Exclude<keyof typeof options, "json" | "help">]?: string | undefined } & {
  readonly json?: boolean | undefined
}

/** An empty item is judged like any other, and refused: a variable of a script that is not set would else lift a restriction. */
const listed = (text: string): ReadonlyArray<string> => (text === "none" ? [] : text.split(",").map((item) => item.trim()))

/** How the text of an option is meant; what it may be is judged where the organization is changed. */
const meanings: Readonly<Record<Exclude<keyof typeof options, "json" | "help">, (text: string) => unknown>> = {
  name: (text) => text,
  plan: (text) => text,
  "plan-expires-at": (text) => (text === "never" ? null : text),
  "ip-allowlist": listed,
  "disabled-environments": listed,
  "strict-redaction": (text) => (text === "on" ? true : text === "off" ? false : text),
  "agent-pii": (text) => text
}

const changeOf = (given: Options): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(meanings).flatMap(([name, meant]) => {
      const text = Object.entries(given).find(([option]) => option === name)?.[1]
      return typeof text === "string" ? [[name.replaceAll("-", "_"), meant(text)]] : []
    })
  )

type Storage = Layer.Success<ReturnType<typeof storageLayer>>
const problem = (message: string) => new StartProblem({ message, exit_code: exitCodes.usage })

const onDatabase = <A>(settings: Settings, id: string, work: Effect.Effect<A, Failure | StartProblem, Storage>) =>
  Effect.provide(work, storageLayer(settings, "command")).pipe(
    Effect.mapError((failure) =>
      failure._tag === "StartProblem"
        ? failure
        : failure._tag === "NotFound"
          ? problem(`There is no organization ${id}.`)
          : reportedFailure(failure)
    )
  )

const lines = (organization: Organization): string =>
  Object.entries(organization)
    .map(([name, value]) => `${name.padEnd(22)}  ${Array.isArray(value) ? value.join(", ") || "none" : String(value ?? "none")}`)
    .join("\n")

const listedAtOnce = 200

const everyOrganization = Effect.gen(function* () {
  const organizations = yield* Organizations
  const found: Array<Organization> = []
  for (;;) {
    const page = yield* organizations.list({ after: found.at(-1)?.id ?? "", limit: listedAtOnce })
    found.push(...page.map(shownOrganization))
    if (page.length < listedAtOnce) return found
  }
})

const list = Effect.fnUntraced(function* (settings: Settings, { json }: Options) {
  const found = yield* onDatabase(settings, "", everyOrganization)
  if (json === true) return yield* print(JSON.stringify(found))
  const rows = found.map(({ created_at, id, name, plan, plan_expires_at }) => [
    id,
    name,
    plan ?? "",
    plan_expires_at ?? "never",
    created_at
  ])
  yield* print(table([["ID", "NAME", "PLAN", "EXPIRES", "CREATED"], ...rows]))
})

const onOne = Effect.fnUntraced(function* (settings: Settings, verb: "create" | "show" | "set", id: string, given: Options) {
  const { json, name, ...others } = given
  const change = changeOf(verb === "create" ? others : given)
  if (verb !== "set" && Object.keys(change).length > 0) return yield* misused(`${verb} takes none of these options. Use set.`, help)
  if (verb === "set" && Object.keys(change).length === 0) return yield* misused("Name what to set.", help)
  const found = yield* onDatabase(
    settings,
    id,
    verb === "create"
      ? Effect.map(ensureOrganization(id, name), shownOrganization)
      : verb === "set"
        ? changeOrganization(id, change)
        : Effect.flatMap(Organizations, (organizations) =>
            Effect.flatMap(organizations.find(id), (one) =>
              one === undefined ? problem(`There is no organization ${id}.`) : Effect.succeed(shownOrganization(one))
            )
          )
  )
  yield* print(json === true ? JSON.stringify(found) : lines(found))
})

main({ database_url: false }, "vouchkit-organizations", (settings) =>
  Effect.gen(function* () {
    const { positionals, values } = yield* readArguments(process.argv.slice(2), options, help)
    if (values.help === true) return yield* print(help)
    const [verb, id, ...rest] = positionals
    if (verb === "list" && id === undefined) return yield* list(settings, values)
    if (verb !== "create" && verb !== "show" && verb !== "set") return yield* misused("The action is list, create, show or set.", help)
    if (id === undefined || rest.length > 0) return yield* misused("Name one organization.", help)
    return yield* onOne(settings, verb, id, values)
  })
)
