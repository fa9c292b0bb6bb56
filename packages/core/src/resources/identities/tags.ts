import { Effect, Schema } from "effect"
import { note } from "../../kernel/audit/log.ts"
import { Tag, Tags, textLimits } from "../../kernel/foundation/text.ts"
import { invalid } from "../../kernel/foundation/failure.ts"
import { operation, scopes } from "../../kernel/operation/operation.ts"
import { operations } from "../../kernel/operation/record.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import { announceIdentity, lockWritableIdentity, settled } from "./change.ts"
import { IdentityId, IdentityReference, IdentityStore, type StoredIdentity } from "./model.ts"

const params = { identity_id: IdentityReference }
const Tagged = Schema.Struct({ id: IdentityId, tags: Tags }).annotate({ identifier: "TaggedIdentity" })

type TagEvent = "identity.tag-added" | "identity.tag-removed"

/** Stores tags and announces what changed, in the order of `types`; when nothing did, nothing is written and nothing announced. */
const retag = Effect.fnUntraced(function* <Type extends TagEvent>(
  identity: StoredIdentity,
  tags: ReadonlyArray<string>,
  types: ReadonlyArray<Type>
) {
  const added = tags.filter((tag) => !identity.tags.includes(tag))
  const removed = identity.tags.filter((tag) => !tags.includes(tag))
  const changes: Record<TagEvent, ReadonlyArray<string>> = { "identity.tag-added": added, "identity.tag-removed": removed }
  yield* note({ type: "identity", id: identity.id }, added.length + removed.length === 0 ? [] : [{ path: "tags", from: null, to: null }])
  if (added.length + removed.length === 0) return { id: identity.id, tags: identity.tags }
  let next = settled({ ...identity, tags, updated_at: yield* tenantNow })
  for (const type of types) {
    if (changes[type].length > 0) next = yield* announceIdentity(next, type, { changed_tags: changes[type] })
  }
  yield* (yield* IdentityStore).save(next)
  return { id: identity.id, tags }
})

const tool = {
  name: "tag_identity",
  title: "Tag an identity",
  toolset: "identities",
  idempotent: true,
  description:
    "Add a tag to an identity or remove one. Use it to mark people. Not to stop them: add_blocklist_entry. Next: search_identities by tag."
} as const
const choices = ["add", "remove"] as const

const add = operation(
  {
    summary: "Add a tag to an identity",
    description: "Adding a tag that exists changes nothing.",
    method: "POST",
    path: "/identities/{identity_id}/add-tag",
    access: scopes("identities:write"),
    effect: "write",
    params,
    body: { tag: Tag },
    output: Tagged,
    conflicts: ["identity_archived", "identity_merged"],
    emits: ["identity.tag-added"],
    tool: { ...tool, choice: { argument: "action", value: "add", of: choices } },
    about: ({ id }) => id
  },
  Effect.fnUntraced(function* ({ identity_id, tag }) {
    const identity = yield* lockWritableIdentity(identity_id)
    if (!identity.tags.includes(tag) && identity.tags.length >= textLimits.tags) {
      return yield* invalid(["body", "tag"], "too_many", `An identity has at most ${textLimits.tags} tags. Remove one first.`)
    }
    return yield* retag(identity, identity.tags.includes(tag) ? identity.tags : [...identity.tags, tag], ["identity.tag-added"])
  })
)

const remove = operation(
  {
    summary: "Remove a tag from an identity",
    description: "Removing a tag that does not exist changes nothing.",
    method: "POST",
    path: "/identities/{identity_id}/remove-tag",
    access: scopes("identities:write"),
    effect: "write",
    params,
    body: { tag: Tag },
    output: Tagged,
    conflicts: ["identity_archived", "identity_merged"],
    emits: ["identity.tag-removed"],
    tool: { ...tool, choice: { argument: "action", value: "remove", of: choices } },
    about: ({ id }) => id
  },
  Effect.fnUntraced(function* ({ identity_id, tag }) {
    const identity = yield* lockWritableIdentity(identity_id)
    return yield* retag(
      identity,
      identity.tags.filter((one) => one !== tag),
      ["identity.tag-removed"]
    )
  })
)

const replace = operation(
  {
    summary: "Replace all tags of an identity",
    method: "PUT",
    path: "/identities/{identity_id}/tags",
    access: scopes("identities:write"),
    effect: "write",
    params,
    body: { tags: Tags },
    output: Tagged,
    conflicts: ["identity_archived", "identity_merged"],
    emits: ["identity.tag-added", "identity.tag-removed"]
  },
  Effect.fnUntraced(function* ({ identity_id, tags }) {
    return yield* retag(yield* lockWritableIdentity(identity_id), tags, ["identity.tag-added", "identity.tag-removed"])
  })
)

const distinct = operation(
  {
    summary: "List the distinct tags of all identities, most used first",
    method: "GET",
    path: "/identities/tags",
    access: scopes("identities:read"),
    effect: "read",
    output: Schema.Struct({
      data: Schema.Array(Schema.Struct({ tag: Tag, count: Schema.Int }).annotate({ identifier: "IdentityTagCount" })).check(
        Schema.isMaxLength(1000)
      )
    }).annotate({ identifier: "IdentityTagCounts" })
  },
  Effect.fnUntraced(function* () {
    const found = yield* (yield* IdentityStore).distinct("tags", 1000)
    return { data: found.map(({ count, value }) => ({ tag: value, count })) }
  })
)

export const identityTags = operations("identities", { addTag: add, removeTag: remove, replaceTags: replace, listTags: distinct })
