import { Effect } from "effect"
import { Conflict, NotFound } from "../../kernel/foundation/failure.ts"
import { lockSubject } from "../screening/change.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import { lockSession } from "../sessions/change.ts"
import { lookUps } from "../../kernel/resource/locks.ts"
import { type AddedTo, announcing, announcingAsCounted, type EventOf } from "../../kernel/resource/resource.ts"
import { followReaders } from "./blind-readers.ts"
import { type addedToCases, cases, CaseStore, type StoredCase } from "./model.ts"
import { type CaseStep, type CaseTrigger, stepped, transitionOf } from "./transitions.ts"

/** Announces the case as it stands, under the sequence it already carries. */
export const announceCaseAsCounted = announcingAsCounted(cases)

/** Counts the event in the case's sequence and announces it with the state that the case is saved in. */
export const announceCase = announcing(cases)

/** `lockWritableCase` is for what might bring personal data back to a case from which it was erased. */
export const { lock: lockCase, lockAsRead: lockCaseAsRead, lockWritable: lockWritableCase } = lookUps(CaseStore, cases)

/**
 * The case and what it is about, a session or a screening subject, both locked: always in this order, so that no two transactions wait for one
 * another.
 */
export const lockWithSubject = Effect.fnUntraced(function* (id: string) {
  const known = yield* (yield* CaseStore).find(id)
  if (known === undefined) return yield* new NotFound()
  const session = known.session_id === null ? null : yield* lockSession(known.session_id)
  const subject = known.subject_id === null ? null : yield* lockSubject(known.subject_id)
  return { session, subject, row: yield* lockWritableCase(id) }
})

/** What the event of a move says beside the status before. */
type CaseAdditions = Omit<
  Extract<AddedTo<"case", typeof addedToCases>[EventOf<"case">], { readonly previous_status: StoredCase["status"] }>,
  "previous_status"
>

/** Moves a locked case along the state machine, announces it, and answers the case to be saved. */
export const moveCase = Effect.fnUntraced(function* <Trigger extends CaseTrigger>(
  row: StoredCase,
  trigger: Trigger,
  { added, ...step }: Omit<CaseStep, "at"> & { readonly added?: CaseAdditions } = {}
) {
  const transition = transitionOf(row.status, trigger)
  if (transition instanceof Conflict) return yield* transition
  const next = yield* followReaders(row, stepped(row, trigger, transition.to, { ...step, at: yield* tenantNow }))
  return yield* announceCase(next, transition.event, { previous_status: row.status, ...added })
})
