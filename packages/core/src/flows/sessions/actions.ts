import { Effect, Schema } from "effect"
import { note } from "../../kernel/audit/log.ts"
import { because } from "../../kernel/audit/reason.ts"
import { prose } from "../../kernel/foundation/text.ts"
import { operation, scopes } from "../../kernel/operation/operation.ts"
import { operations } from "../../kernel/operation/record.ts"
import { lockWritable } from "../../resources/sessions/change.ts"
import { Session, SessionId, present } from "../../resources/sessions/model.ts"
import { versionFor } from "../../resources/workflows/choice.ts"
import { reprocessSession } from "./reprocess.ts"
import { expireSession, startSession, submitSession } from "./lifecycle.ts"

const params = { session_id: SessionId }
const conflicts = ["invalid_state_transition", "session_redacted", "stale_object"] as const

const submit = operation(
  {
    summary: "Submit a session for its checks",
    method: "POST",
    path: "/sessions/{session_id}/submit",
    access: scopes("sessions:write"),
    effect: "write",
    params,
    output: Session,
    conflicts: [...conflicts, "case_closed"],
    invalid: ["missing_steps"],
    emits: ["case.updated", "session.submitted", "workflow-run.cancelled", "workflow-run.resumed"],
    about: ({ id }) => id
  },
  Effect.fnUntraced(function* ({ session_id }) {
    yield* note({ type: "session", id: session_id })
    return present(yield* submitSession(yield* lockWritable(session_id)))
  })
)

const resume = operation(
  {
    summary: "Resume a session: start it, or continue one that expired or needs another submission",
    method: "POST",
    path: "/sessions/{session_id}/resume",
    access: scopes("sessions:write"),
    effect: "write",
    params,
    output: Session,
    conflicts: [...conflicts, "case_closed"],
    emits: ["session.started", "session.resumed"],
    tool: {
      name: "resume_session",
      title: "Resume a session",
      toolset: "sessions",
      idempotent: true,
      description:
        "Start a session, or continue one that expired or needs another submission. Use it when the person shall go on. Not for a decided session: reprocess_session. Next: create_verification_link, since this sends nothing."
    },
    about: ({ id }) => id
  },
  Effect.fnUntraced(function* ({ session_id }) {
    yield* note({ type: "session", id: session_id })
    return present(yield* startSession(yield* lockWritable(session_id), "resume"))
  })
)

const expire = operation(
  {
    summary: "Expire a session",
    method: "POST",
    path: "/sessions/{session_id}/expire",
    access: scopes("sessions:write"),
    effect: "write",
    params,
    output: Session,
    conflicts: [...conflicts, "case_closed"],
    emits: ["session.expired", "case.updated", "workflow-run.cancelled"],
    tool: {
      name: "expire_session",
      title: "Expire a session",
      toolset: "sessions",
      idempotent: true,
      description:
        "End an open session now, so that its links stop. Use it when the person will not go on. Not for a decided session. Next: none; resume_session undoes it."
    },
    about: ({ id }) => id
  },
  Effect.fnUntraced(function* ({ session_id }) {
    yield* note({ type: "session", id: session_id })
    return present(yield* expireSession(yield* lockWritable(session_id), "forced"))
  })
)

const reprocess = operation(
  {
    summary: "Run the checks of a session again",
    description:
      "The session goes back to processing, and its open case is closed as superseded. It goes by the newest published version of its workflow, or by the one that it has where the workflow is archived. The reason is stored encrypted in the audit log.",
    method: "POST",
    path: "/sessions/{session_id}/reprocess",
    access: scopes("sessions:write"),
    effect: "write",
    params,
    body: { reason: Schema.optionalKey(prose(2000, { "x-personal": true })).annotateKey({ description: "Why it is done again" }) },
    output: Session,
    conflicts: [...conflicts, "case_closed"],
    emits: ["session.reprocessed", "case.updated", "workflow-run.cancelled"],
    tool: {
      name: "reprocess_session",
      title: "Reprocess a session",
      toolset: "sessions",
      description:
        "Run the checks of a decided or reviewed session again on the evidence that is there. Use it after a change of policy. Not for new evidence: resume_session. Next: get_session until it is processed."
    },
    about: ({ id }) => id
  },
  Effect.fnUntraced(function* ({ reason, session_id }) {
    yield* because(reason)
    const session = yield* lockWritable(session_id)
    const newest = yield* versionFor(session.workflow_id, session_id)
    const processing = yield* reprocessSession({ ...session, ...newest })
    yield* note({ type: "session", id: session_id })
    return present(processing)
  })
)

export const sessionActions = operations("sessions", { submit, resume, expire, reprocess })
