import { Effect, Schema } from "effect"
import { note } from "../../kernel/audit/log.ts"
import { Tag, Tags, textLimits } from "../../kernel/foundation/text.ts"
import { invalid } from "../../kernel/foundation/failure.ts"
import { operation, scopes } from "../../kernel/operation/operation.ts"
import { operations } from "../../kernel/operation/record.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import { announceCase, lockWritableCase } from "./change.ts"
import { CaseId, CaseStore, type StoredCase } from "./model.ts"
import { indexed } from "./search-text.ts"

const params = { case_id: CaseId }
const Tagged = Schema.Struct({ id: CaseId, tags: Tags }).annotate({ identifier: "TaggedCase" })
const distinctTags = 1000

/** Stores tags and announces the change; when nothing changed, nothing is written and nothing announced. */
const retag = Effect.fnUntraced(function* (row: StoredCase, tags: ReadonlyArray<string>) {
  const changed = tags.length !== row.tags.length || tags.some((tag, index) => row.tags[index] !== tag)
  yield* note({ type: "case", id: row.id }, changed ? [{ path: "tags", from: null, to: null }] : [])
  if (changed) {
    const tagged = indexed({ ...row, tags, updated_at: yield* tenantNow })
    yield* (yield* CaseStore).save(yield* announceCase(tagged, "case.updated", { changed: ["tags"] }))
  }
  return { id: row.id, tags }
})

const add = operation(
  {
    summary: "Add a tag to a case",
    description: "Adding a tag that exists changes nothing.",
    method: "POST",
    path: "/cases/{case_id}/add-tag",
    access: scopes("cases:write"),
    effect: "write",
    params,
    body: { tag: Tag },
    output: Tagged,
    conflicts: ["session_redacted"],
    emits: ["case.updated"],
    about: ({ id }) => id
  },
  Effect.fnUntraced(function* ({ case_id, tag }) {
    const row = yield* lockWritableCase(case_id)
    if (row.tags.includes(tag)) return yield* retag(row, row.tags)
    if (row.tags.length >= textLimits.tags) {
      return yield* invalid(["body", "tag"], "too_many", `A case has at most ${textLimits.tags} tags. Remove one first.`)
    }
    return yield* retag(row, [...row.tags, tag])
  })
)

const remove = operation(
  {
    summary: "Remove a tag from a case",
    description: "Removing a tag that does not exist changes nothing.",
    method: "POST",
    path: "/cases/{case_id}/remove-tag",
    access: scopes("cases:write"),
    effect: "write",
    params,
    body: { tag: Tag },
    output: Tagged,
    conflicts: ["session_redacted"],
    emits: ["case.updated"],
    about: ({ id }) => id
  },
  Effect.fnUntraced(function* ({ case_id, tag }) {
    const row = yield* lockWritableCase(case_id)
    return yield* retag(
      row,
      row.tags.filter((one) => one !== tag)
    )
  })
)

const replace = operation(
  {
    summary: "Replace all tags of a case",
    method: "PUT",
    path: "/cases/{case_id}/tags",
    access: scopes("cases:write"),
    effect: "write",
    params,
    body: { tags: Tags },
    output: Tagged,
    conflicts: ["session_redacted"],
    emits: ["case.updated"]
  },
  Effect.fnUntraced(function* ({ case_id, tags }) {
    return yield* retag(yield* lockWritableCase(case_id), tags)
  })
)

const distinct = operation(
  {
    summary: "List the distinct tags of all cases, most used first",
    method: "GET",
    path: "/cases/tags",
    access: scopes("cases:read"),
    effect: "read",
    output: Schema.Struct({
      data: Schema.Array(Schema.Struct({ tag: Tag, count: Schema.Int }).annotate({ identifier: "CaseTagCount" })).check(
        Schema.isMaxLength(distinctTags)
      )
    }).annotate({ identifier: "CaseTagCounts" })
  },
  Effect.fnUntraced(function* () {
    const found = yield* (yield* CaseStore).distinct("tags", distinctTags)
    return { data: found.map(({ count, value }) => ({ tag: value, count })) }
  })
)

export const caseTags = operations("cases", { addTag: add, removeTag: remove, replaceTags: replace, listTags: distinct })
