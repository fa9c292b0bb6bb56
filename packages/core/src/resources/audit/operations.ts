import { Effect, Schema } from "effect"
import { pageFields, pageOf } from "../../kernel/foundation/page.ts"
import { line, TimestampInput } from "../../kernel/foundation/text.ts"
import { Tenant } from "../../kernel/access/caller.ts"
import { operation, scopes } from "../../kernel/operation/operation.ts"
import { operations } from "../../kernel/operation/record.ts"
import type { Condition } from "../../kernel/storage/collection.ts"
import { AuditEntry, present } from "../../kernel/audit/entry.ts"
import { spellingsOf } from "../../kernel/audit/former-actions.ts"
import { openReason } from "../../kernel/audit/reason.ts"
import { type auditEntries, AuditLog } from "../../kernel/audit/log.ts"
import { AnchorStore, AuditAnchor, auditAnchors } from "./anchor.ts"
import { readPage } from "../../kernel/storage/pages.ts"

type Filter = Condition<keyof typeof auditEntries.columns>

/** Every way in which these actions were ever spelled. */
const beginningWith = (prefix: string): Filter => {
  const [only, ...others] = spellingsOf(prefix).map((value): Filter => ({ field: "action", op: "starts_with", value: `${value}.` }))
  return only === undefined || others.length > 0 ? { op: "any", of: only === undefined ? [] : [only, ...others] } : only
}

const list = operation(
  {
    summary: "Read the audit log, newest first",
    description:
      "`action_prefix` selects actions that begin with it and a dot: `mcp` selects tool calls of agents. `from` and `to` are inclusive. `hash` and `prev_hash` chain the entries; they are null until the entry is sealed, seconds after it was written. `reason` is what the caller gave as a reason, if the operation takes one.",
    method: "GET",
    path: "/events",
    access: scopes("audit_logs:read"),
    effect: "read",
    query: {
      ...pageFields(),
      action: Schema.optionalKey(line(128, { description: "Exactly this action", examples: ["sessions.create"] })),
      action_prefix: Schema.optionalKey(line(128, { description: "Actions that begin with this and a dot", examples: ["mcp"] })),
      actor_id: Schema.optionalKey(line(64)).annotateKey({ description: "Id of a key or user" }),
      target_id: Schema.optionalKey(line(64)).annotateKey({ description: "Id of what was acted on" }),
      from: Schema.optionalKey(TimestampInput).annotateKey({ description: "From this time on, ISO 8601" }),
      to: Schema.optionalKey(TimestampInput).annotateKey({ description: "Up to this time, ISO 8601" })
    },
    output: pageOf(AuditEntry),
    tool: {
      name: "search_audit_log",
      title: "Search the audit log",
      toolset: "operations",
      description:
        "Search who did what, newest first. Use it to learn how something came about; action_prefix mcp shows the calls of agents. Not for values, which are masked. Next: get what an entry names."
    }
  },
  Effect.fnUntraced(function* (query) {
    const where: Array<Filter> = []
    if (query.action !== undefined) where.push({ field: "action", op: "in", values: spellingsOf(query.action) })
    if (query.action_prefix !== undefined) where.push(beginningWith(query.action_prefix))
    if (query.actor_id !== undefined) where.push({ field: "actor_id", op: "eq", value: query.actor_id })
    if (query.target_id !== undefined) where.push({ field: "target_id", op: "eq", value: query.target_id })
    if (query.from !== undefined) where.push({ field: "created_at", op: "gte", value: query.from })
    if (query.to !== undefined) where.push({ field: "created_at", op: "lte", value: query.to })
    const { environment } = yield* Tenant
    const { after, limit, offset } = query
    const { pagination, rows } = yield* readPage(yield* AuditLog, { where }, { after, limit, offset })
    const data = yield* Effect.forEach(rows, (row) => Effect.map(openReason(row), (reason) => present(row, environment, reason)))
    return { data, pagination }
  })
)

const listAnchors = operation(
  {
    summary: "List signed heads of the audit log, newest first",
    description:
      "The service verifies the chain once a day and signs its head. Keep one elsewhere: `bun run audit verify --anchor FILE` proves later that nothing before it was changed or cut off.",
    method: "GET",
    path: "/events/anchors",
    access: scopes("audit_logs:read"),
    effect: "read",
    query: pageFields(),
    output: pageOf(AuditAnchor)
  },
  Effect.fnUntraced(function* (asked) {
    const { pagination, rows } = yield* readPage(yield* AnchorStore, {}, asked)
    return { data: rows.map(auditAnchors.present), pagination }
  })
)

export const auditLog = operations("audit_log", { list, listAnchors })
