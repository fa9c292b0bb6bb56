import { Effect, Schema } from "effect"
import { Check, CheckStore, present as presentCheck } from "../../resources/checks/model.ts"
import { pageFields, pageOf } from "../../kernel/foundation/page.ts"
import { ReasonCode } from "../../kernel/foundation/reason-codes.ts"
import { NotFound } from "../../kernel/foundation/failure.ts"
import { operation, scopes } from "../../kernel/operation/operation.ts"
import { operations } from "../../kernel/operation/record.ts"
import { Answers } from "../../resources/sessions/answers.ts"
import { Attempt, AttemptStore, presentAttempt } from "../../resources/sessions/attempts.ts"
import { ComparedFields, comparedFields, DatedProofs, datedProofs } from "./compared-fields.ts"
import { VerifiedFields, verifiedBy } from "../known-person/verified.ts"
import { SessionDecision, SessionId, SessionStore } from "../../resources/sessions/model.ts"
import { SessionStatus } from "../../resources/sessions/status.ts"
import { EnvironmentName, isSimulated } from "../../kernel/foundation/environment.ts"
import { readPage } from "../../kernel/storage/pages.ts"

const params = { session_id: SessionId }
/** Decision, checks and what was verified by which document. */
export const SessionResult = Schema.Struct({
  session_id: SessionId,
  object: Schema.Literal("session_result"),
  environment: EnvironmentName,
  status: SessionStatus,
  status_reason_codes: Schema.Array(ReasonCode).check(Schema.isMaxLength(50)),
  decision: Schema.NullOr(SessionDecision),
  checks: Schema.Array(Check).check(Schema.isMaxLength(100)),
  verified: VerifiedFields,
  fields: ComparedFields.annotate({
    description: "Every value that the checks read: where, how surely, and what it was compared with by which rule, whatever came of it"
  }),
  proofs_of_address: DatedProofs.annotate({
    description: "The dates of each proof of address, its age in days and the window of the policy"
  }),
  /** What the person answered, by the key of the question; null where no one asked or answered. */
  answers: Schema.NullOr(Answers).annotate({ "x-personal": true }),
  simulated: Schema.Boolean
}).annotate({ identifier: "SessionResult" })

const requireSession = Effect.fnUntraced(function* (id: string) {
  const session = yield* (yield* SessionStore).find(id)
  return session === undefined ? yield* new NotFound() : session
})

const checksOf = (session_id: string) =>
  Effect.flatMap(CheckStore, (store) =>
    store.list({
      where: [{ field: "session_id", op: "eq", value: session_id }],
      order: [{ field: "created_at", direction: "desc" }],
      limit: 100
    })
  )

const result = operation(
  {
    summary: "Get the result of a session: decision, checks and verified fields",
    method: "GET",
    path: "/sessions/{session_id}/result",
    access: scopes("verifications:read"),
    effect: "read",
    params,
    output: SessionResult,
    tool: {
      name: "get_session_result",
      title: "Get the result of a session",
      toolset: "sessions",
      description:
        "Get the result of a session: decision, reasons, and a line for each check. Use it once the session is decided or in review. Not before: get_session says what is missing. Next: list_session_checks for details."
    }
  },
  Effect.fnUntraced(function* ({ session_id }) {
    const session = yield* requireSession(session_id)
    const checks = yield* checksOf(session_id)
    return {
      session_id,
      object: "session_result" as const,
      environment: session.environment,
      status: session.status,
      status_reason_codes: session.status_reason_codes,
      decision: session.decision,
      checks: checks.map(presentCheck),
      verified: session.redacted_at === null ? yield* verifiedBy(session, checks) : {},
      fields: session.redacted_at === null ? comparedFields(checks) : [],
      proofs_of_address: session.redacted_at === null ? datedProofs(checks) : [],
      answers: session.redacted_at === null ? (session.answers ?? null) : null,
      simulated: isSimulated(session.environment)
    }
  })
)

const listChecks = operation(
  {
    summary: "List the checks of a session, newest first",
    method: "GET",
    path: "/sessions/{session_id}/checks",
    access: scopes("verifications:read", "checks:read"),
    effect: "read",
    params,
    query: pageFields(),
    output: pageOf(Check),
    tool: {
      name: "list_session_checks",
      title: "List the checks of a session",
      toolset: "sessions",
      description:
        "List the checks of a session with scores, reasons and details. Use it to explain a result. Not for the decision alone: get_session_result is shorter. Next: decide its case, or reprocess_session."
    }
  },
  Effect.fnUntraced(function* ({ after, limit, offset, session_id }) {
    yield* requireSession(session_id)
    const where = [{ field: "session_id", op: "eq", value: session_id }] as const
    const { pagination, rows } = yield* readPage(yield* CheckStore, { where }, { after, limit, offset })
    return { data: rows.map(presentCheck), pagination }
  })
)

const listAttempts = operation(
  {
    summary: "List the attempts at a session, latest first",
    method: "GET",
    path: "/sessions/{session_id}/attempts",
    access: scopes("sessions:read", "verifications:read"),
    effect: "read",
    params,
    query: pageFields(),
    output: pageOf(Attempt)
  },
  Effect.fnUntraced(function* ({ after, limit, offset, session_id }) {
    yield* requireSession(session_id)
    const where = [{ field: "session_id", op: "eq", value: session_id }] as const
    const { pagination, rows } = yield* readPage(yield* AttemptStore, { where }, { after, limit, offset })
    return { data: rows.map(presentAttempt), pagination }
  })
)

export const sessionResults = operations("sessions", { result, listChecks, listAttempts })
