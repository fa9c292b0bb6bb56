import { Effect } from "effect"
import { tenantNow } from "../../../kernel/tenancy/tenant-clock.ts"
import type { SealedDetails } from "../../../resources/identities/details.ts"
import type { StoredIdentity } from "../../../resources/identities/model.ts"
import { notMonitored } from "../../../resources/identities/monitoring/model.ts"
import { dropKeys } from "../../../resources/screening/blocking/keep.ts"
import { subjectPrint } from "../../../resources/screening/fingerprint.ts"
import { DecisionStore } from "../../../resources/screening/hits/decisions.ts"
import { makeDecisionId } from "../../../resources/screening/hits/judge.ts"
import { unmonitored } from "../../../resources/screening/monitoring/cadence.ts"
import { belongingTo } from "../follow-link.ts"
import { type StoredSubject, SubjectStore } from "../../../resources/screening/subjects/model.ts"

/** Decisions that a session's subject hands on, the latest first. */
const mostDecisions = 2_000

/** The subject of a session itself, locked; undefined where no one was screened, or its data was erased. */
export const subjectOfSession = Effect.fnUntraced(function* (session_id: string) {
  const store = yield* SubjectStore
  const [known] = yield* store.list(belongingTo(session_id))
  const locked = known === undefined ? undefined : yield* store.lock(known.id)
  return locked === undefined || locked.erased_at !== null ? undefined : locked
})

interface Filled {
  readonly row: StoredIdentity
  readonly details: SealedDetails
}

/** The identity with the monitoring that someone asked for the subject of its session, where no one asked for its own. */
export const withMonitoringOf = ({ details, row }: Filled, subject: StoredSubject | undefined): Filled => {
  const { monitoring_choice = notMonitored, monitored_lists = [] } = row
  if (subject === undefined || row.archived_at !== null || monitoring_choice.status !== "off") return { row, details }
  const { cadence, paused_reason, resume_at, status } = subject.monitoring
  if (status === "off") return { row, details }
  const choice = { status, cadence, resume_at, has_reason: paused_reason !== null }
  const lists = monitored_lists.length > 0 ? monitored_lists : subject.monitored_lists
  return { row: { ...row, monitoring_choice: choice, monitored_lists: lists }, details: { ...details, monitoring_reason: paused_reason } }
}

/**
 * Hands on what was decided about entries, so that monitoring does not ask again. Of an identity that begins with the session nothing else is known: the
 * decisions hold for what the identity says. Of another one they hold as far as it says what the session said.
 */
const handOnDecisions = Effect.fnUntraced(function* (subject: StoredSubject, own: StoredSubject, fresh: boolean) {
  const store = yield* DecisionStore
  const decisions = yield* store.list({
    where: [{ field: "subject_id", op: "eq", value: subject.id }],
    order: [{ field: "created_at", direction: "desc" }],
    limit: mostDecisions
  })
  for (const decision of decisions) {
    const id = yield* makeDecisionId
    const subject_print = fresh ? subjectPrint(own) : decision.subject_print
    yield* store.insert({ ...decision, id, version: 1, subject_id: own.id, subject_print })
  }
})

/**
 * Folds the locked subject of a session into the one of the identity that the session joined: the person goes on under one subject. What was screened
 * before stays with the session and can be read as before; what comes next is compared with it.
 */
export const foldSubject = Effect.fnUntraced(function* (subject: StoredSubject, row: StoredIdentity, fresh: boolean) {
  const { screening_subject_id } = row
  if (screening_subject_id === undefined || screening_subject_id === subject.id) return
  const store = yield* SubjectStore
  const own = yield* store.lock(screening_subject_id)
  if (own === undefined || own.erased_at !== null) return
  const at = yield* tenantNow
  if (subject.folded_into_id === undefined) yield* handOnDecisions(subject, own, fresh)
  if (subject.last_screened_at !== null && (own.last_screened_at ?? "") < subject.last_screened_at) {
    const { last_screened_at, last_screening_id } = subject
    yield* store.save({ ...own, last_screened_at, last_screening_id, updated_at: at })
  }
  if (subject.folded_into_id === own.id && subject.monitoring.status === "off") return
  const monitoring = { ...unmonitored, cadence: subject.monitoring.cadence }
  yield* store.save({ ...subject, identity_id: row.id, folded_into_id: own.id, monitoring, updated_at: at })
  yield* dropKeys(subject.id)
})
