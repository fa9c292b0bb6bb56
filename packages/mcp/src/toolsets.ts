import type { Scope } from "@vouchkit/core/kernel/access/scopes"
import type { Problem } from "@vouchkit/core/kernel/foundation/failure"
import { agentScopeOf } from "@vouchkit/core/kernel/operation/access"
import type { Contract } from "@vouchkit/core/kernel/operation/operation"
import type { Toolset, ToolTraits } from "@vouchkit/core/kernel/operation/tool"

/** The groups by which agents are given tools, in the order in which they are listed. */
export const toolsetNames = [
  "sessions",
  "links",
  "documents",
  "screening",
  "cases",
  "identities",
  "workflows",
  "blocklist",
  "operations",
  "privacy"
] as const satisfies ReadonlyArray<Toolset>

/** The order of the tools within their toolsets, those included that no operation has yet. A tool that is not named comes behind these. */
export const toolOrder: ReadonlyArray<string> = [
  "list_sessions",
  "get_session",
  "get_session_result",
  "list_session_checks",
  "create_session",
  "tag_session",
  "resume_session",
  "expire_session",
  "reprocess_session",
  "simulate_session",
  "list_verification_links",
  "create_verification_link",
  "revoke_verification_link",
  "list_documents",
  "list_screenings",
  "get_screening",
  "run_screening",
  "rescreen_subject",
  "resolve_screening_hit",
  "search_cases",
  "get_case",
  "get_case_counts",
  "claim_case",
  "add_case_note",
  "approve_case",
  "reject_case",
  "escalate_case",
  "search_identities",
  "get_identity",
  "list_identity_sessions",
  "get_identity_graph",
  "tag_identity",
  "set_identity_monitoring",
  "list_workflows",
  "get_workflow_run",
  "trigger_workflow",
  "list_blocklist_entries",
  "add_blocklist_entry",
  "list_webhook_deliveries",
  "search_audit_log",
  "retry_webhook_delivery",
  "redact_session",
  "redact_identity",
  "bulk_redact_sessions",
  "delete_blocklist_entry"
]

/** A tool by what its operation says of it. */
export interface ToolEntry {
  readonly name: string
  readonly title: string
  readonly toolset: Toolset
  /** What it may do to the data it reaches. */
  readonly kind: Contract["effect"]
  /** Whether calling again with the same arguments changes nothing more. */
  readonly idempotent: boolean
  readonly openWorld: boolean
  /** A scope that agents need whatever else REST accepts for the same operation. */
  readonly scope?: Scope
}

/** What the list of tools and the filter of the URL know of the tool that an operation is. */
export const entryOf = (contract: Contract, tool: ToolTraits): ToolEntry => {
  const scope = agentScopeOf(contract)
  return {
    name: tool.name,
    title: tool.title,
    toolset: tool.toolset,
    kind: contract.effect,
    idempotent: contract.effect === "read" || tool.idempotent === true,
    openWorld: tool.openWorld === true,
    ...(scope === undefined ? {} : { scope })
  }
}

const placeOf = ({ name, toolset }: ToolEntry): number => {
  const place = toolOrder.indexOf(name)
  return toolsetNames.indexOf(toolset) * 1_000 + (place === -1 ? toolOrder.length : place)
}

/** By toolset, and within it in the one order in which tools are ever listed. */
export const byPlace = (one: ToolEntry, other: ToolEntry): number => placeOf(one) - placeOf(other)

/** What the URL of the endpoint leaves of the tools; it binds calls as well as lists. */
type ToolFilter = (tool: Pick<ToolEntry, "toolset" | "kind">) => boolean

const isToolset = (text: string): text is Toolset => toolsetNames.some((name) => name === text)
const problem = (parameter: string, code: string, message: string): Problem => ({ loc: ["query", parameter], code, message })

/**
 * Reads `?toolsets=a,b` and `?read_only=true`, where read_only wins. Nothing is guessed: a misspelt filter that were ignored would hand an agent
 * tools that its operator meant to withhold.
 */
export const parseFilter = (search: URLSearchParams): { readonly filter: ToolFilter } | { readonly problems: ReadonlyArray<Problem> } => {
  const problems: Array<Problem> = []
  for (const name of new Set(search.keys())) {
    if (name === "toolsets" || name === "read_only") continue
    problems.push(problem(name.slice(0, 100), "unexpected_key", "is not known here; the filters are toolsets and read_only"))
    if (problems.length === 20) break
  }
  const asked = search.has("toolsets") ? search.getAll("toolsets").join(",").slice(0, 2_000).split(",") : undefined
  const names = asked?.map((name) => name.trim())
  if (names?.some((name) => !isToolset(name)) === true) {
    problems.push(problem("toolsets", "unknown_toolset", `must be a comma-separated list of ${toolsetNames.join(", ")}`))
  }
  const flags = search.getAll("read_only")
  if (flags.some((flag) => flag !== "true" && flag !== "false")) problems.push(problem("read_only", "enum", "must be true or false"))
  if (problems.length > 0) return { problems }
  const toolsets = names === undefined ? undefined : new Set(names)
  const readOnly = flags.includes("true")
  return { filter: ({ kind, toolset }) => (!readOnly || kind === "read") && (toolsets === undefined || toolsets.has(toolset)) }
}
