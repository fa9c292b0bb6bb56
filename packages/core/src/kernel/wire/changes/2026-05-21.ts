import type { Change } from "./change.ts"

export const change = {
  date: "2026-05-21",
  title: "Agents",
  summary: "An endpoint for agents over the Model Context Protocol, with its own rate buckets.",
  breaking: [],
  additive: [
    "`POST /mcp` speaks the Model Context Protocol.",
    "`GET /events` filters by `action_prefix`.",
    "Scope `redact:write`.",
    "Rate buckets for agents: requests per minute and destructive operations per hour."
  ]
} as const satisfies Change
