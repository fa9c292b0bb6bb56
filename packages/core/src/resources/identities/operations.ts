import { Effect, Schema } from "effect"
import { pageFields, pageOf } from "../../kernel/foundation/page.ts"
import { Label, Tag, TimestampInput } from "../../kernel/foundation/text.ts"
import { operation, scopes } from "../../kernel/operation/operation.ts"
import { operations } from "../../kernel/operation/record.ts"
import type { Condition } from "../../kernel/storage/collection.ts"
import { readPage } from "../../kernel/storage/pages.ts"
import { IdentityCondition, identityCondition } from "./advanced-search.ts"
import { findIdentity } from "./change.ts"
import { Identity, IdentityReference, IdentityStatus, IdentityStore, IdentityTypeKey, type identities as stored } from "./model.ts"
import { identityQuery, identitySearchFields } from "./search.ts"
import { presentIdentity } from "./sealed.ts"

const access = scopes("identities:read")

const list = operation(
  {
    summary: "List identities, newest first",
    method: "GET",
    path: "/identities",
    access,
    effect: "read",
    query: {
      ...pageFields(),
      status: Schema.optionalKey(Schema.Array(IdentityStatus).check(Schema.isMaxLength(20))),
      identity_type: Schema.optionalKey(Schema.Array(IdentityTypeKey).check(Schema.isMaxLength(20))),
      tag: Schema.optionalKey(Schema.Array(Tag).check(Schema.isMaxLength(50))),
      external_reference: Schema.optionalKey(Label),
      created_after: Schema.optionalKey(TimestampInput),
      created_before: Schema.optionalKey(TimestampInput)
    },
    output: pageOf(Identity)
  },
  Effect.fnUntraced(function* (query) {
    const where: Array<Condition<keyof typeof stored.columns>> = []
    if (query.status !== undefined) where.push({ field: "status", op: "in", values: query.status })
    if (query.identity_type !== undefined) where.push({ field: "identity_type", op: "in", values: query.identity_type })
    if (query.tag !== undefined) where.push({ field: "tags", op: "overlaps", values: query.tag })
    if (query.external_reference !== undefined) where.push({ field: "external_reference", op: "eq", value: query.external_reference })
    if (query.created_after !== undefined) where.push({ field: "created_at", op: "gte", value: query.created_after })
    if (query.created_before !== undefined) where.push({ field: "created_at", op: "lt", value: query.created_before })
    const { after, limit, offset } = query
    const { pagination, rows } = yield* readPage(yield* IdentityStore, { where }, { after, limit, offset })
    return { data: yield* Effect.forEach(rows, presentIdentity), pagination }
  })
)

const get = operation(
  {
    summary: "Get an identity",
    description: "One that was merged answers 308 with the address of the identity that it is part of.",
    method: "GET",
    path: "/identities/{identity_id}",
    access,
    effect: "read",
    params: { identity_id: IdentityReference },
    output: Identity,
    moved: true,
    tool: {
      name: "get_identity",
      title: "Get an identity",
      toolset: "identities",
      description:
        "Get an identity: state, risk, assurance and which values are verified. Use it to see what is known of a person. Not for full names: they are shortened. Next: list_identity_sessions or get_identity_graph."
    }
  },
  ({ identity_id }) => Effect.flatMap(findIdentity(identity_id), presentIdentity)
)

const search = operation(
  {
    summary: "Search identities",
    description:
      "An identity must match all filters and all words of `query`. A filter that takes an array also takes a single value; an empty array filters nothing. The search sees changes at once: there is no delayed index.",
    method: "POST",
    path: "/identities/search",
    access,
    effect: "read",
    quota: "search",
    body: identitySearchFields,
    output: pageOf(Identity),
    tool: {
      name: "search_identities",
      title: "Search identities",
      toolset: "identities",
      description:
        "Search identities by words, or by whole identification numbers, and filters. Use it to find a person. Not for sessions: list_sessions. Next: get_identity."
    }
  },
  Effect.fnUntraced(function* (asked) {
    const { pagination, rows } = yield* readPage(yield* IdentityStore, yield* identityQuery(asked), asked, "body")
    return { data: yield* Effect.forEach(rows, presentIdentity), pagination }
  })
)

const advancedSearch = operation(
  {
    summary: "Search identities by a condition",
    description:
      "The search with a condition beside its filters. A comparison of a value that an identity does not have is unknown, below `not` too: such an identity is found by `exists` alone.",
    method: "POST",
    path: "/identities/advanced-search",
    access,
    effect: "read",
    quota: "search",
    body: { ...identitySearchFields, where: IdentityCondition },
    output: pageOf(Identity)
  },
  Effect.fnUntraced(function* ({ where, ...asked }) {
    const wanted = yield* identityCondition(where)
    const query = yield* identityQuery(asked)
    const conditions = { ...query, where: [...(query.where ?? []), ...wanted] }
    const { pagination, rows } = yield* readPage(yield* IdentityStore, conditions, asked, "body")
    return { data: yield* Effect.forEach(rows, presentIdentity), pagination }
  })
)

export const identities = operations("identities", { list, search, advancedSearch, get })
