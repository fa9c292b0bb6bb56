import { Effect, Schema } from "effect"
import { pageFields, pageOf } from "../../kernel/foundation/page.ts"
import { operation, scopes } from "../../kernel/operation/operation.ts"
import { operations } from "../../kernel/operation/record.ts"
import { readPage } from "../../kernel/storage/pages.ts"
import { findIdentity } from "../../resources/identities/change.ts"
import { IdentityReference } from "../../resources/identities/model.ts"
import { Session, SessionStore } from "../../resources/sessions/model.ts"

const { created_at, id, status, updated_at } = Session.fields
const SessionOfIdentity = Schema.Struct({ id, status, created_at, updated_at }).annotate({ identifier: "SessionOfIdentity" })

const list = operation(
  {
    summary: "List the sessions of an identity, newest first",
    method: "GET",
    path: "/identities/{identity_id}/sessions",
    access: scopes("identities:read"),
    effect: "read",
    params: { identity_id: IdentityReference },
    query: pageFields(),
    output: pageOf(SessionOfIdentity),
    moved: true,
    tool: {
      name: "list_identity_sessions",
      title: "List the sessions of an identity",
      toolset: "identities",
      description:
        "List the sessions of one identity. Use it for a person's history. Not across people: list_sessions. Next: get_session_result."
    }
  },
  Effect.fnUntraced(function* ({ identity_id, ...asked }) {
    const identity = yield* findIdentity(identity_id)
    const where = [{ field: "identity_id", op: "eq", value: identity.id }] as const
    const { pagination, rows } = yield* readPage(yield* SessionStore, { where }, asked)
    return { data: rows.map(({ created_at, id, status, updated_at }) => ({ id, status, created_at, updated_at })), pagination }
  })
)

export const identitySessions = operations("identities", { listSessions: list })
