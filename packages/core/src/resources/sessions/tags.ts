import { Effect, Schema } from "effect"
import { note } from "../../kernel/audit/log.ts"
import { Tag, Tags, textLimits } from "../../kernel/foundation/text.ts"
import { invalid } from "../../kernel/foundation/failure.ts"
import { operation, scopes } from "../../kernel/operation/operation.ts"
import { operations } from "../../kernel/operation/record.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import { announceSession, lockWritable } from "./change.ts"
import { SessionId, SessionStore, type StoredSession } from "./model.ts"

const params = { session_id: SessionId }
const Tagged = Schema.Struct({ id: SessionId, tags: Tags }).annotate({ identifier: "TaggedSession" })

type TagEvent = "session.tag-added" | "session.tag-removed"

/** Stores tags and announces what changed, in the order of `types`; when nothing did, nothing is written and nothing announced. */
const retag = Effect.fnUntraced(function* <Type extends TagEvent>(
  session: StoredSession,
  tags: ReadonlyArray<string>,
  types: ReadonlyArray<Type>
) {
  const added = tags.filter((tag) => !session.tags.includes(tag))
  const removed = session.tags.filter((tag) => !tags.includes(tag))
  const changes: Record<TagEvent, ReadonlyArray<string>> = { "session.tag-added": added, "session.tag-removed": removed }
  yield* note({ type: "session", id: session.id }, added.length + removed.length === 0 ? [] : [{ path: "tags", from: null, to: null }])
  if (added.length + removed.length === 0) return { id: session.id, tags: session.tags }
  let next: StoredSession = { ...session, tags, updated_at: yield* tenantNow }
  for (const type of types) {
    if (changes[type].length > 0) next = yield* announceSession(next, type, { changed_tags: changes[type] })
  }
  yield* (yield* SessionStore).save(next)
  return { id: session.id, tags }
})

const tool = {
  name: "tag_session",
  title: "Tag a session",
  toolset: "sessions",
  idempotent: true,
  description:
    "Add a tag to a session or remove one. Use it to mark sessions. Not for what you found: add_case_note. Next: list_sessions by tag."
} as const
const choices = ["add", "remove"] as const

const add = operation(
  {
    summary: "Add a tag to a session",
    description: "Adding a tag that exists changes nothing.",
    method: "POST",
    path: "/sessions/{session_id}/add-tag",
    access: scopes("sessions:write"),
    effect: "write",
    params,
    body: { tag: Tag },
    output: Tagged,
    conflicts: ["session_redacted"],
    emits: ["session.tag-added"],
    tool: { ...tool, choice: { argument: "action", value: "add", of: choices } },
    about: ({ id }) => id
  },
  Effect.fnUntraced(function* ({ session_id, tag }) {
    const session = yield* lockWritable(session_id)
    if (!session.tags.includes(tag) && session.tags.length >= textLimits.tags) {
      return yield* invalid(["body", "tag"], "too_many", `A session has at most ${textLimits.tags} tags. Remove one first.`)
    }
    return yield* retag(session, session.tags.includes(tag) ? session.tags : [...session.tags, tag], ["session.tag-added"])
  })
)

const remove = operation(
  {
    summary: "Remove a tag from a session",
    description: "Removing a tag that does not exist changes nothing.",
    method: "POST",
    path: "/sessions/{session_id}/remove-tag",
    access: scopes("sessions:write"),
    effect: "write",
    params,
    body: { tag: Tag },
    output: Tagged,
    conflicts: ["session_redacted"],
    emits: ["session.tag-removed"],
    tool: { ...tool, choice: { argument: "action", value: "remove", of: choices } },
    about: ({ id }) => id
  },
  Effect.fnUntraced(function* ({ session_id, tag }) {
    const session = yield* lockWritable(session_id)
    return yield* retag(
      session,
      session.tags.filter((one) => one !== tag),
      ["session.tag-removed"]
    )
  })
)

const replace = operation(
  {
    summary: "Replace all tags of a session",
    method: "PUT",
    path: "/sessions/{session_id}/tags",
    access: scopes("sessions:write"),
    effect: "write",
    params,
    body: { tags: Tags },
    output: Tagged,
    conflicts: ["session_redacted"],
    emits: ["session.tag-added", "session.tag-removed"]
  },
  Effect.fnUntraced(function* ({ session_id, tags }) {
    return yield* retag(yield* lockWritable(session_id), tags, ["session.tag-added", "session.tag-removed"])
  })
)

const distinct = operation(
  {
    summary: "List the distinct tags of all sessions, most used first",
    method: "GET",
    path: "/sessions/tags",
    access: scopes("sessions:read"),
    effect: "read",
    output: Schema.Struct({
      data: Schema.Array(Schema.Struct({ tag: Tag, count: Schema.Int }).annotate({ identifier: "TagCount" })).check(
        Schema.isMaxLength(1000)
      )
    }).annotate({ identifier: "TagCounts" })
  },
  Effect.fnUntraced(function* () {
    const found = yield* (yield* SessionStore).distinct("tags", 1000)
    return { data: found.map(({ count, value }) => ({ tag: value, count })) }
  })
)

export const sessionTags = operations("sessions", { addTag: add, removeTag: remove, replaceTags: replace, listTags: distinct })
