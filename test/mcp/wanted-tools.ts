import type { ToolEntry } from "@vouchkit/mcp/toolsets"

type Kind = ToolEntry["kind"]
type Traits = Partial<Pick<ToolEntry, "idempotent" | "openWorld" | "scope">>
const entry =
  (kind: Kind) =>
  (toolset: ToolEntry["toolset"], name: string, title: string, traits: Traits = {}): ToolEntry => ({
    name,
    title,
    toolset,
    kind,
    idempotent: kind === "read",
    openWorld: false,
    ...(kind === "destructive" ? { scope: "redact:write" } : {}),
    ...traits
  })
const read = entry("read")
const write = entry("write")
const destructive = entry("destructive")
const again = { idempotent: true } as const
const outside = { openWorld: true } as const
const deciding = { scope: "cases:decide" } as const

/** All 45 tools of the agent endpoint, whether or not their operations are there yet, in the one order in which they are listed. */
export const toolTable: ReadonlyArray<ToolEntry> = [
  read("sessions", "list_sessions", "List sessions"),
  read("sessions", "get_session", "Get a session"),
  read("sessions", "get_session_result", "Get the result of a session"),
  read("sessions", "list_session_checks", "List the checks of a session"),
  write("sessions", "create_session", "Create a session", outside),
  write("sessions", "tag_session", "Tag a session", again),
  write("sessions", "resume_session", "Resume a session", again),
  write("sessions", "expire_session", "Expire a session", again),
  write("sessions", "reprocess_session", "Reprocess a session"),
  write("sessions", "simulate_session", "Simulate a sandbox session"),
  read("links", "list_verification_links", "List verification links"),
  write("links", "create_verification_link", "Create a verification link", outside),
  destructive("links", "revoke_verification_link", "Revoke a verification link", again),
  read("documents", "list_documents", "List documents"),
  read("screening", "list_screenings", "List screenings"),
  read("screening", "get_screening", "Get a screening"),
  write("screening", "run_screening", "Run a screening", outside),
  write("screening", "rescreen_subject", "Screen a subject again", outside),
  write("screening", "resolve_screening_hit", "Resolve a screening hit"),
  read("cases", "search_cases", "Search cases"),
  read("cases", "get_case", "Get a case"),
  read("cases", "get_case_counts", "Count cases"),
  write("cases", "claim_case", "Claim a case", again),
  write("cases", "add_case_note", "Add a note to a case"),
  write("cases", "approve_case", "Approve a case", deciding),
  write("cases", "reject_case", "Reject a case", deciding),
  write("cases", "escalate_case", "Escalate a case"),
  read("identities", "search_identities", "Search identities"),
  read("identities", "get_identity", "Get an identity"),
  read("identities", "list_identity_sessions", "List the sessions of an identity"),
  read("identities", "get_identity_graph", "Get the relationships of an identity"),
  write("identities", "tag_identity", "Tag an identity", again),
  write("identities", "set_identity_monitoring", "Set the monitoring of an identity"),
  read("workflows", "list_workflows", "List workflows"),
  read("workflows", "get_workflow_run", "Get a workflow run"),
  write("workflows", "trigger_workflow", "Run a workflow again"),
  read("blocklist", "list_blocklist_entries", "List blocklist entries"),
  write("blocklist", "add_blocklist_entry", "Add a blocklist entry"),
  read("operations", "list_webhook_deliveries", "List webhook deliveries"),
  read("operations", "search_audit_log", "Search the audit log"),
  write("operations", "retry_webhook_delivery", "Retry a webhook delivery", outside),
  destructive("privacy", "redact_session", "Erase the data of a session", again),
  destructive("privacy", "redact_identity", "Erase the data of an identity", again),
  destructive("privacy", "bulk_redact_sessions", "Erase the data of many sessions"),
  destructive("privacy", "delete_blocklist_entry", "Delete a blocklist entry", again)
]
