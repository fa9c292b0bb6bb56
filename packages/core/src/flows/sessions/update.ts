import { Effect, Schema } from "effect"
import { Caller } from "../../kernel/access/caller.ts"
import { note } from "../../kernel/audit/log.ts"
import { because } from "../../kernel/audit/reason.ts"
import { InvalidInput, MissingScope } from "../../kernel/foundation/failure.ts"
import { mergedMetadata, mergeProblems } from "../../kernel/foundation/metadata.ts"
import { GivenReasonCode } from "../../kernel/foundation/reason-codes.ts"
import { prose } from "../../kernel/foundation/text.ts"
import { operation, scopes } from "../../kernel/operation/operation.ts"
import { operations } from "../../kernel/operation/record.ts"
import { versionRead } from "../../kernel/resource/version.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import { followDecision } from "../../resources/layout-templates/queue.ts"
import { changeable } from "../../resources/sessions/changeable.ts"
import { announceSession, lockAsRead } from "../../resources/sessions/change.ts"
import { present, Session, SessionId, SessionStore, type StoredSession } from "../../resources/sessions/model.ts"
import { decideSession } from "../identities/decide-session.ts"

/** Shorter ones explain nothing. */
const leastReason = 10

const DecisionReason = prose(2000, { "x-personal": true, description: "Why; stored encrypted in the audit log" }).check(
  Schema.isMinCodePoints(leastReason, { message: `must be at least ${leastReason} characters long` })
)

const update = operation(
  {
    summary: "Update a session, or override its decision",
    description:
      "Fields that you send replace the stored ones; `metadata` and `expected` merge by key, and null clears a key. `decision` changes an approved session to declined or back; it needs cases:decide and a reason.",
    method: "PATCH",
    path: "/sessions/{session_id}",
    access: scopes("sessions:write", "cases:decide"),
    effect: "write",
    params: { session_id: SessionId },
    body: {
      ...versionRead,
      ...changeable,
      decision: Schema.optionalKey(
        Schema.Struct({
          outcome: Schema.Literals(["approved", "declined"]),
          reason: DecisionReason,
          reason_codes: Schema.optionalKey(Schema.Array(GivenReasonCode).check(Schema.isMaxLength(50)))
        })
      )
    },
    output: Session,
    conflicts: ["invalid_state_transition", "session_redacted", "stale_object"],
    emits: ["session.updated", "session.approved", "session.declined", "identity.created", "identity.updated"]
  },
  Effect.fnUntraced(function* ({ decision, session_id, version, ...changes }) {
    const store = yield* SessionStore
    yield* because(decision?.reason)
    yield* permitOverride(decision !== undefined, Object.keys(changes).length > 0)
    const before = yield* lockAsRead(session_id, version)
    const metadata = mergedMetadata(before.metadata, changes.metadata)
    const problems = mergeProblems(metadata)
    if (problems.length > 0) return yield* new InvalidInput({ code: "validation_error", problems })
    const { asked_again, ...rest } = before
    // What was compared with what is expected is compared again.
    const compared = changes.expected !== undefined || changes.contact !== undefined
    const changed: StoredSession = {
      ...rest,
      ...(asked_again === undefined || compared ? {} : { asked_again }),
      ...changes,
      expected: { ...before.expected, ...changes.expected },
      contact: { ...before.contact, ...changes.contact },
      metadata,
      external_reference: changes.external_reference === undefined ? before.external_reference : changes.external_reference,
      redirect_url: changes.redirect_url === undefined ? before.redirect_url : changes.redirect_url,
      tags: changes.tags ?? before.tags,
      updated_at: yield* tenantNow
    }
    const touched = Object.keys(changes)
    const announced = touched.length === 0 ? before : yield* announceSession(changed, "session.updated", { changed: touched })
    const decided =
      decision === undefined
        ? announced
        : yield* decideSession(announced, decision.outcome === "approved" ? "override_approve" : "override_decline", {
            override: true,
            reasoned: true,
            reason_codes: decision.reason_codes ?? (decision.outcome === "declined" ? ["reviewer_declined"] : [])
          })
    if (decision !== undefined) yield* followDecision(session_id)
    yield* note(
      { type: "session", id: session_id },
      // Names what changed; values of a session may be personal.
      [...touched, ...(decision === undefined ? [] : ["decision"])].map((path) => ({ path, from: null, to: null }))
    )
    return present(decided === before ? before : yield* store.save(decided))
  })
)

/** Overriding is deciding: the scopes of this operation are distinguished by what the request asks for. */
const permitOverride = Effect.fnUntraced(function* (overrides: boolean, edits: boolean) {
  const { credential } = yield* Caller
  if (credential.type !== "api_key") return
  if (overrides && !credential.scopes.has("cases:decide")) return yield* new MissingScope({ accepted: ["cases:decide"] })
  if (edits && !credential.scopes.has("sessions:write")) return yield* new MissingScope({ accepted: ["sessions:write"] })
})

export const sessionUpdate = operations("sessions", { update })
