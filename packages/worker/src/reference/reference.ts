import { allScopes, type Scope, scopeFacts } from "@vouchkit/core/kernel/access/scopes"
import { ConflictCode, ForbiddenCode, InvalidCode, statuses } from "@vouchkit/core/kernel/foundation/failure"
import type { AnyJob } from "@vouchkit/core/kernel/jobs/job"
import type { Access, AnyOperation, Contract } from "@vouchkit/core/kernel/operation/operation"
import { eventCatalogue } from "@vouchkit/core/kernel/events/catalogue"
import { current, newest, versions } from "@vouchkit/core/kernel/wire/versions"
import { apiPrefix } from "@vouchkit/http/api-prefix"
import { errorCodes } from "@vouchkit/http/docs"
import { toolsOf } from "@vouchkit/mcp/tools"
import { deliveryReference } from "./deliveries.ts"
import { stateMachines } from "./state-machines.ts"

const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("\n", " ")
const code = (text: string): string => `\`${text}\``
const codes = (texts: ReadonlyArray<string>): string => texts.map(code).join(", ")

const table = (head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  [head, head.map(() => "---"), ...rows].map((row) => `| ${row.map(cell).join(" | ")} |`).join("\n")

const accessOf = (access: Access): string => {
  switch (access.type) {
    case "scopes":
      return access.anyOf.map(code).join(" or ")
    case "dashboard":
      return `dashboard permission ${code(access.permission)}`
    case "capture":
      return "token of a verification link"
    case "sdk":
      return "token of a verification link, or any API key, publishable ones included"
    case "public":
      return "anyone"
  }
}

const routeOf = ({ method, path }: Contract): string => code(`${method} ${apiPrefix}${path}`)

const operationsTable = (operations: ReadonlyArray<AnyOperation>): string => {
  return table(
    ["Operation", "Request", "Access", "Effect", "Tool", "Emits", "Audit action"],
    operations.map(({ contract }) => {
      return [
        `${code(contract.name)}<br>${contract.summary}`,
        routeOf(contract),
        accessOf(contract.access),
        contract.effect,
        contract.tool === undefined ? "" : code(contract.tool.name),
        codes(contract.emits ?? []),
        contract.effect === "read" ? "" : code(contract.action ?? contract.name)
      ]
    })
  )
}

const opens = ({ access }: Contract, scope: Scope): boolean => access.type === "scopes" && access.anyOf.includes(scope)

const scopesTable = (operations: ReadonlyArray<AnyOperation>): string =>
  table(
    ["Scope", "Granted", "Publishable keys", "What for", "Operations"],
    allScopes.map((scope) => {
      const { description, grant, publishable, reserved } = scopeFacts[scope]
      const what = reserved === true ? `${description} (reserved: opens nothing in this version)` : description
      const opened = operations.filter(({ contract }) => opens(contract, scope)).map(({ contract }) => contract.name)
      return [code(scope), grant === "default" ? "by default" : "on request", publishable ? "yes" : "never", what, codes(opened)]
    })
  )

const toolsTable = (operations: ReadonlyArray<AnyOperation>): string =>
  table(
    ["Tool", "Toolset", "Kind", "What it does"],
    toolsOf(operations).map(({ definition, entry }) => [code(entry.name), entry.toolset, entry.kind, definition.description ?? entry.title])
  )

const eventsTable = (operations: ReadonlyArray<AnyOperation>): string =>
  table(
    ["Event", "Resource", "When", "Operations"],
    Object.entries(eventCatalogue).map(([type, { description, resource_type }]) => {
      const emitting = operations.filter(({ contract }) => contract.emits?.some((emitted) => emitted === type) === true)
      return [code(type), code(resource_type), description, codes(emitting.map(({ contract }) => contract.name))]
    })
  )

const fixedStatuses: Readonly<Record<string, number>> = {
  bad_request: statuses.BadRequest,
  unauthorized: statuses.Unauthorized,
  forbidden: statuses.Forbidden,
  not_found: statuses.NotFound,
  method_not_allowed: 405,
  moved: statuses.Moved,
  gone: statuses.Gone,
  request_timeout: statuses.BodyTimeout,
  payload_too_large: statuses.PayloadTooLarge,
  unsupported_media_type: statuses.UnsupportedMediaType,
  rate_limited: statuses.RateLimited,
  internal_error: 500,
  unavailable: statuses.StorageUnavailable
}
const includes = (literals: ReadonlyArray<string>, name: string): boolean => literals.includes(name)
const statusOf = (name: string): number =>
  includes(ConflictCode.literals, name)
    ? statuses.Conflict
    : includes(InvalidCode.literals, name)
      ? statuses.InvalidInput
      : includes(ForbiddenCode.literals, name)
        ? statuses.Forbidden
        : (fixedStatuses[name] ?? 500)

const givenBy = (operations: ReadonlyArray<AnyOperation>, name: string): string =>
  codes(
    operations
      .filter(({ contract: { conflicts = [], forbidden = [], invalid = [] } }) => includes([...conflicts, ...invalid, ...forbidden], name))
      .map(({ contract }) => contract.name)
  )

const errorsTable = (operations: ReadonlyArray<AnyOperation>): string =>
  table(
    ["Code", "Status", "Meaning", "Named by"],
    Object.entries(errorCodes)
      .map(([name, words]) => [code(name), String(statusOf(name)), words, givenBy(operations, name)])
      .toSorted(([left = "", leftStatus = ""], [right = "", rightStatus = ""]) =>
        leftStatus === rightStatus ? (left < right ? -1 : 1) : leftStatus < rightStatus ? -1 : 1
      )
  )

const jobsTable = (jobs: ReadonlyArray<AnyJob>): string =>
  table(
    ["Job", "Retries after", "Time limit", "At once per process"],
    jobs.map(({ concurrency, name, retry_seconds, timeout_seconds }) => [
      code(name),
      retry_seconds.map((seconds) => `${seconds} s`).join(", "),
      `${timeout_seconds} s`,
      String(concurrency)
    ])
  )

const bullets = (title: string, lines: ReadonlyArray<string>): string =>
  lines.length === 0 ? "" : `\n\n${title}\n\n${lines.map((line) => `- ${line}`).join("\n")}`

const versionsText = versions
  .map(({ additive, breaking, date, summary, title }) =>
    [`### ${date}: ${title}`, "", summary, bullets("Breaking:", breaking), bullets("On every version:", additive)].join("\n").trimEnd()
  )
  .join("\n\n")

/** Everything that callers may rely on, as Markdown, read from the contracts themselves. */
export const reference = (operations: ReadonlyArray<AnyOperation>, jobs: ReadonlyArray<AnyJob>): string =>
  `${[
    "# Reference",
    "",
    "Printed by `bun run docs --write` from the contracts in the code; do not edit. Request and answer bodies are described in `/openapi.json`.",
    "",
    "## Operations",
    "",
    operationsTable(operations),
    "",
    "## Scopes",
    "",
    scopesTable(operations),
    "",
    "## Agent tools",
    "",
    toolsTable(operations),
    "",
    "## Events",
    "",
    eventsTable(operations),
    "",
    "## Webhook deliveries",
    "",
    deliveryReference(table),
    "",
    "## Error codes",
    "",
    errorsTable(operations),
    "",
    "## State machines",
    "",
    stateMachines(),
    "",
    "## Background jobs",
    "",
    jobsTable(jobs),
    "",
    "## Versions",
    "",
    `New keys are pinned to ${code(current)}; the newest is ${code(newest)}.`,
    "",
    versionsText
  ].join("\n")}\n`
