import { Effect } from "effect"
import { Conflict } from "../../kernel/foundation/failure.ts"
import { beginAttempt } from "./attempts.ts"
import { move } from "./change.ts"
import { SessionStore, type StoredSession } from "./model.ts"
import type { SessionStep } from "../../verification/steps.ts"
import { waitsForPerson } from "./transitions.ts"

/** The conflict of adding a document to a session that was erased, or whose person has had their turn. */
export const lateFor = ({
  redacted_at,
  status
}: Pick<StoredSession, "redacted_at" | "status">): Conflict<"session_redacted" | "invalid_state_transition"> | undefined => {
  if (redacted_at !== null) return sessionRedacted
  if (waitsForPerson(status)) return undefined
  return new Conflict({
    code: "invalid_state_transition",
    detail: `The session is ${status} and accepts no more documents.`,
    context: { current_status: status, allowed: status === "expired" ? ["resume"] : [] }
  })
}

/**
 * The conflict of a person who holds a link and whose turn it is not (any more). It is one answer for every status, since a decision is the
 * integrator's to tell: a person who is under review and one who was declined read the same.
 */
export const turnIsOver = ({
  redacted_at,
  status
}: Pick<StoredSession, "redacted_at" | "status">): Conflict<"session_redacted" | "invalid_state_transition"> | undefined => {
  if (redacted_at !== null) return sessionRedacted
  return waitsForPerson(status) ? undefined : nothingMore
}

const nothingMore = new Conflict({
  code: "invalid_state_transition",
  detail: "This verification takes nothing more from you at the moment. GET /verify/{token}/status says how far it is."
})

const sessionRedacted = new Conflict({
  code: "session_redacted",
  detail: "The data of this session was erased, so it can no longer change."
})

/** The session with a step done or undone, where it asks for that step; steps keep the order in which they were done. */
export const withStep = (session: StoredSession, step: SessionStep | null, done: boolean): StoredSession => {
  if (step === null || !session.required_steps.includes(step) || session.completed_steps.includes(step) === done) return session
  const completed_steps = done ? [...session.completed_steps, step] : session.completed_steps.filter((one) => one !== step)
  return { ...session, completed_steps }
}

/** Saves a session to which something was submitted; the first thing starts it, and opens an attempt. */
export const saveProgress = Effect.fnUntraced(function* (filled: StoredSession) {
  // Last of all, so that the event shows the session as it is saved.
  const started = filled.status === "in_progress" ? filled : yield* move(filled, "start")
  if (started !== filled) yield* beginAttempt(started)
  return yield* (yield* SessionStore).save(started)
})
