import { readFile } from "node:fs/promises"
import { Tenant } from "@vouchkit/core/kernel/access/caller"
import type { Environment } from "@vouchkit/core/kernel/foundation/environment"
import { Organizations } from "@vouchkit/core/kernel/tenancy/organizations"
import { organizationPublicKey } from "@vouchkit/core/kernel/tenancy/organization-signing-key"
import { AuditAnchor, anchorHolds } from "@vouchkit/core/resources/audit/anchor"
import { type LogVerdict, verifyAuditLog } from "@vouchkit/core/resources/audit/verify"
import { Effect, Schema } from "effect"
import { storageLayer } from "../processes/ports.ts"
import { main } from "../processes/process.ts"
import { exitCodes, StartProblem } from "../settings/start-problem.ts"
import { reportedFailure } from "./failures.ts"
import { misused, print, readArguments } from "./usage.ts"

const help = `Usage:
  bun run audit verify [--organization ORG] [--environment sandbox|live] [--json]
  bun run audit verify --anchor FILE [--json]

Verifies that no entry of the audit log was changed, removed, inserted or moved since it was sealed: of every
organization, or of one. With an anchor that GET /events/anchors showed once, it verifies what came since, and that
the log still is the one that the anchor was made of. Ends with 1 where a log is broken, and names the entry.`

const options = {
  organization: { type: "string" },
  environment: { type: "string" },
  anchor: { type: "string" },
  json: { type: "boolean" },
  help: { type: "boolean", short: "h" }
} as const

const both: ReadonlyArray<Environment> = ["sandbox", "live"]
const isEnvironment = (text: string): text is Environment => both.some((environment) => environment === text)
const problem = (message: string) => new StartProblem({ message, exit_code: exitCodes.usage })
const brokenExit = 1
const organizationsAtOnce = 200

const decodeAnchor = Schema.decodeUnknownEffect(Schema.fromJsonString(AuditAnchor))

const readAnchor = Effect.fnUntraced(function* (file: string) {
  const text = yield* Effect.tryPromise({ try: () => readFile(file, "utf8"), catch: () => problem(`The file ${file} cannot be read.`) })
  return yield* decodeAnchor(text).pipe(
    Effect.mapError(() => problem(`The file ${file} holds no anchor: one element of \`data\` of GET /events/anchors is one.`))
  )
})

const everyOrganization = Effect.gen(function* () {
  const organizations = yield* Organizations
  const ids: Array<string> = []
  for (;;) {
    const page = yield* organizations.list({ after: ids.at(-1) ?? "", limit: organizationsAtOnce })
    ids.push(...page.map(({ id }) => id))
    if (page.length < organizationsAtOnce) return ids
  }
})

const meaning = {
  unsealed: "is not sealed",
  missing: "is missing",
  link: "does not follow the entry before it",
  content: "was changed after it was sealed",
  origin: "has another address or user agent than it was sealed with",
  forged: "was not sealed by this service",
  anchor: "is not what a signed head says, or that head was changed",
  cut: "and what follows it was removed from the end",
  beginning: "and what follows it was removed from the beginning before its time",
  filed: "is as it was sealed, but is found by another action, actor, target or time"
} as const

const described = ({ environment, organization }: Tenant["Service"], verdict: LogVerdict): string => {
  const name = `${organization} ${environment}`
  if (verdict.intact) {
    return verdict.head === null ? `${name}: nothing is sealed yet.` : `${name}: intact, ${verdict.length} entries, head ${verdict.head}.`
  }
  const entry = verdict.id === null ? "" : ` (${verdict.id})`
  return `${name}: BROKEN. The entry at place ${verdict.chain_index}${entry} ${meaning[verdict.fault]}.`
}

const verifyFrom = Effect.fnUntraced(function* (file: string) {
  const anchor = yield* readAnchor(file)
  const tenant = { organization: anchor.organization_id, environment: anchor.environment }
  const within = Effect.provideService(Tenant, tenant)
  if (!anchorHolds(anchor, yield* within(organizationPublicKey))) {
    return yield* problem(`The anchor in ${file} was not signed by this installation for ${tenant.organization}, or was changed since.`)
  }
  return [{ tenant, verdict: yield* within(verifyAuditLog(anchor)) }]
})

const verifyAll = Effect.fnUntraced(function* (organization: string | undefined, environments: ReadonlyArray<Environment>) {
  if (organization !== undefined && (yield* (yield* Organizations).find(organization)) === undefined) {
    return yield* problem(`There is no organization ${organization}.`)
  }
  const ids = organization === undefined ? yield* everyOrganization : [organization]
  const tenants = ids.flatMap((id) => environments.map((environment) => ({ organization: id, environment })))
  return yield* Effect.forEach(tenants, (tenant) =>
    Effect.map(Effect.provideService(verifyAuditLog(), Tenant, tenant), (verdict) => ({ tenant, verdict }))
  )
})

main({ database_url: false }, "vouchkit-audit", (settings) =>
  Effect.gen(function* () {
    const { positionals, values } = yield* readArguments(process.argv.slice(2), options, help)
    if (values.help === true) return yield* print(help)
    const { anchor, environment, organization } = values
    if (positionals.length !== 1 || positionals[0] !== "verify") return yield* misused("The action is verify.", help)
    if (environment !== undefined && !isEnvironment(environment)) return yield* misused("--environment must be sandbox or live.", help)
    if (anchor !== undefined && (organization !== undefined || environment !== undefined)) {
      return yield* misused("An anchor names its organization and environment itself.", help)
    }
    const verified = anchor === undefined ? verifyAll(organization, environment === undefined ? both : [environment]) : verifyFrom(anchor)
    const found = yield* verified.pipe(
      Effect.provide(storageLayer(settings, "command")),
      Effect.mapError((failure) => (failure._tag === "StartProblem" ? failure : reportedFailure(failure)))
    )
    for (const { tenant, verdict } of found) {
      yield* print(values.json === true ? JSON.stringify({ ...tenant, ...verdict }) : described(tenant, verdict))
    }
    const broken = found.filter(({ verdict }) => !verdict.intact).length
    if (broken > 0)
      return yield* new StartProblem({ message: `${broken} of ${found.length} audit logs are broken.`, exit_code: brokenExit })
  })
)
