import { Effect, Schema } from "effect"
import { Tenant } from "../../kernel/access/caller.ts"
import { AuditEntry, present } from "../../kernel/audit/entry.ts"
import { AuditLog } from "../../kernel/audit/log.ts"
import { pageFields, pageOf } from "../../kernel/foundation/page.ts"
import { operation, scopes } from "../../kernel/operation/operation.ts"
import { operations } from "../../kernel/operation/record.ts"
import { readPage } from "../../kernel/storage/pages.ts"
import { CaseStore } from "../../resources/cases/model.ts"
import { findIdentity } from "../../resources/identities/change.ts"
import { IdentityReference } from "../../resources/identities/model.ts"
import { RelationshipStore } from "../../resources/identities/relationships/model.ts"
import { SessionStore } from "../../resources/sessions/model.ts"

/** Newest sessions, cases and relationships whose entries are shown with those of the identity. */
const mostRecords = 100

const { action, at, changes, environment, id, object, outcome, request_id, target } = AuditEntry.fields
const { id: actor_id, label, type } = AuditEntry.fields.actor.fields
const IdentityAuditEntry = Schema.Struct({
  id,
  object,
  environment,
  action,
  actor: Schema.Struct({ type, id: actor_id, label }).annotate({ identifier: "IdentityAuditActor" }),
  target,
  changes,
  outcome,
  request_id,
  at
}).annotate({ identifier: "IdentityAuditEntry" })

/** Without the address and the device of who acted, and without reasons: those are for who may read the whole log. */
const shown = ({ actor, ...entry }: AuditEntry): typeof IdentityAuditEntry.Type => ({
  id: entry.id,
  object: entry.object,
  environment: entry.environment,
  action: entry.action,
  actor: { type: actor.type, id: actor.id, label: actor.label },
  target: entry.target,
  changes: entry.changes,
  outcome: entry.outcome,
  request_id: entry.request_id,
  at: entry.at
})

const list = operation(
  {
    summary: "Read the audit log of an identity, newest first",
    description:
      "Entries about the identity, and about its 100 newest sessions, cases and relationships. Addresses and devices of those who acted are left out, and so are reasons; GET /events shows them.",
    method: "GET",
    path: "/identities/{identity_id}/audit-log",
    access: scopes("identities:read"),
    effect: "read",
    params: { identity_id: IdentityReference },
    query: pageFields(),
    output: pageOf(IdentityAuditEntry),
    moved: true
  },
  Effect.fnUntraced(function* ({ identity_id, ...asked }) {
    const identity = yield* findIdentity(identity_id)
    const tenant = yield* Tenant
    const where = [{ field: "identity_id", op: "eq", value: identity.id }] as const
    const sessions = yield* (yield* SessionStore).list({ where, limit: mostRecords })
    const cases = yield* (yield* CaseStore).list({ where, limit: mostRecords })
    const related = { field: "ends", op: "overlaps", values: [identity.id] } as const
    const relationships = yield* (yield* RelationshipStore).page({ where: [related], limit: mostRecords })
    const targets = [identity, ...sessions, ...cases, ...relationships.rows].map((record) => record.id)
    const query = { where: [{ field: "target_id", op: "in", values: targets }] } as const
    const { pagination, rows } = yield* readPage(yield* AuditLog, query, asked)
    return { data: rows.map((row) => shown(present(row, tenant.environment))), pagination }
  })
)

export const identityAuditLog = operations("identities", { auditLog: list })
