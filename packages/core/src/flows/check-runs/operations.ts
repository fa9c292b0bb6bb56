import { Effect, Schema } from "effect"
import { note } from "../../kernel/audit/log.ts"
import { pageFields, pageOf } from "../../kernel/foundation/page.ts"
import { Tag, Tags, TimestampInput, textLimits } from "../../kernel/foundation/text.ts"
import { invalid, NotFound } from "../../kernel/foundation/failure.ts"
import { operation, scopes } from "../../kernel/operation/operation.ts"
import { operations } from "../../kernel/operation/record.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import { SessionId } from "../../resources/sessions/model.ts"
import type { Condition } from "../../kernel/storage/collection.ts"
import {
  Check,
  CheckId,
  CheckOutcome,
  CheckStatus,
  CheckStore,
  CheckType,
  type checks as stored,
  present,
  type StoredCheck
} from "../../resources/checks/model.ts"
import { lockCheck } from "./retry.ts"
import { readPage } from "../../kernel/storage/pages.ts"

const reading = scopes("checks:read", "verifications:read")
const params = { check_id: CheckId }

/** Ends of the range in which a check was made, by the comparison that each stands for. */
const ranges = {
  created_at_gte: "gte",
  created_at_gt: "gt",
  created_at_lte: "lte",
  created_at_lt: "lt"
} as const
const rangeNames = ["created_at_gte", "created_at_gt", "created_at_lte", "created_at_lt"] as const satisfies ReadonlyArray<
  keyof typeof ranges
>

const list = operation(
  {
    summary: "List checks, newest first",
    description: "Checks of sessions and standalone checks. With several `tags`, a check needs any one of them.",
    method: "GET",
    path: "/checks",
    access: reading,
    effect: "read",
    query: {
      session_id: Schema.optionalKey(SessionId),
      type: Schema.optionalKey(Schema.Array(CheckType).check(Schema.isMaxLength(20))),
      status: Schema.optionalKey(Schema.Array(CheckStatus).check(Schema.isMaxLength(10))),
      outcome: Schema.optionalKey(Schema.Array(CheckOutcome).check(Schema.isMaxLength(10))),
      tags: Schema.optionalKey(Schema.Array(Tag).check(Schema.isMaxLength(textLimits.tags))),
      created_at_gte: Schema.optionalKey(TimestampInput),
      created_at_gt: Schema.optionalKey(TimestampInput),
      created_at_lte: Schema.optionalKey(TimestampInput),
      created_at_lt: Schema.optionalKey(TimestampInput),
      ...pageFields()
    },
    output: pageOf(Check)
  },
  Effect.fnUntraced(function* ({ after, limit, offset, outcome, session_id, status, tags, type, ...range }) {
    const where: Array<Condition<keyof typeof stored.columns>> = []
    if (session_id !== undefined) where.push({ field: "session_id", op: "eq", value: session_id })
    if (type !== undefined) where.push({ field: "type", op: "in", values: type })
    if (status !== undefined) where.push({ field: "status", op: "in", values: status })
    if (outcome !== undefined) where.push({ field: "outcome", op: "in", values: outcome })
    if (tags !== undefined) where.push({ field: "tags", op: "overlaps", values: tags })
    for (const name of rangeNames) {
      const value = range[name]
      if (value !== undefined) where.push({ field: "created_at", op: ranges[name], value })
    }
    const { pagination, rows } = yield* readPage(yield* CheckStore, { where }, { after, limit, offset })
    return { data: rows.map(present), pagination }
  })
)

const get = operation(
  {
    summary: "Get a check",
    method: "GET",
    path: "/checks/{check_id}",
    access: reading,
    effect: "read",
    params,
    output: Check
  },
  Effect.fnUntraced(function* ({ check_id }) {
    const check = yield* (yield* CheckStore).find(check_id)
    return check === undefined ? yield* new NotFound() : present(check)
  })
)

const Tagged = Schema.Struct({ id: CheckId, tags: Tags }).annotate({ identifier: "TaggedCheck" })

/** Stores tags; when nothing changed, nothing is written. */
const retag = Effect.fnUntraced(function* (check: StoredCheck, tags: ReadonlyArray<string>) {
  const same = tags.length === check.tags.length && tags.every((tag) => check.tags.includes(tag))
  yield* note({ type: "check", id: check.id }, same ? [] : [{ path: "tags", from: null, to: null }])
  if (!same) yield* (yield* CheckStore).save({ ...check, tags, updated_at: yield* tenantNow })
  return { id: check.id, tags: same ? check.tags : tags }
})

const addTag = operation(
  {
    summary: "Add a tag to a check",
    description: "Adding a tag that exists changes nothing.",
    method: "POST",
    path: "/checks/{check_id}/add-tag",
    access: scopes("checks:write"),
    effect: "write",
    params,
    body: { tag: Tag },
    output: Tagged,
    conflicts: ["session_redacted"],
    about: ({ id }) => id
  },
  Effect.fnUntraced(function* ({ check_id, tag }) {
    const { check } = yield* lockCheck(check_id)
    if (check.tags.includes(tag)) return yield* retag(check, check.tags)
    if (check.tags.length >= textLimits.tags) {
      return yield* invalid(["body", "tag"], "too_many", `A check has at most ${textLimits.tags} tags. Remove one first.`)
    }
    return yield* retag(check, [...check.tags, tag])
  })
)

const removeTag = operation(
  {
    summary: "Remove a tag from a check",
    description: "Removing a tag that does not exist changes nothing.",
    method: "POST",
    path: "/checks/{check_id}/remove-tag",
    access: scopes("checks:write"),
    effect: "write",
    params,
    body: { tag: Tag },
    output: Tagged,
    conflicts: ["session_redacted"],
    about: ({ id }) => id
  },
  Effect.fnUntraced(function* ({ check_id, tag }) {
    const { check } = yield* lockCheck(check_id)
    return yield* retag(
      check,
      check.tags.filter((one) => one !== tag)
    )
  })
)

export const checks = operations("checks", { list, get, addTag, removeTag })
