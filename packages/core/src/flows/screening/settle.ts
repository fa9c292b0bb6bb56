import { Effect } from "effect"
import { recordDecision } from "../../resources/audit-findings/decisions.ts"
import { announceCase, lockCase, moveCase } from "../../resources/cases/change.ts"
import { CaseStore, type StoredCase } from "../../resources/cases/model.ts"
import { findOpenCase, priorityFor } from "../../resources/cases/open.ts"
import { decisionRefusal } from "../../resources/cases/permission.ts"
import { decisionOf, withPriority } from "../../resources/cases/transitions.ts"
import { Caller } from "../../kernel/access/caller.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import { HitStore, type StoredHit } from "../../resources/screening/hits/model.ts"
import { standingHits } from "../../resources/screening/hits/supersede.ts"
import type { Screened } from "../../resources/screening/screen.ts"
import type { StoredSubject } from "../../resources/screening/subjects/model.ts"
import { reasonsOf, routeAlerts, screening, screeningReasons } from "./cases.ts"

/** The case with screening ticked off, and without the urgency that came from it alone where nothing is left of what was found. */
const ticked = (row: StoredCase, live: boolean, by: string, at: string): StoredCase => {
  const done = { done: true, done_by: by, done_at: at }
  const next = {
    ...row,
    checklist: row.checklist.map((item) => (item.key === screening && !item.done ? { ...item, ...done } : item)),
    updated_at: at
  }
  const others = row.reason_codes.filter((code) => !screeningReasons.has(code))
  // A priority that a person set stays.
  const followed = row.priority === priorityFor(row.reason_codes)
  return live || !followed ? next : withPriority(next, priorityFor(others))
}

/** Whether judging the hits may decide the case: a person or a program may decide it, and it waits for no one else. */
const mayConclude = (caller: Caller["Service"], row: StoredCase): boolean => {
  const { actor, credential, tool } = caller
  const mayDecide = credential.type !== "api_key" || credential.scopes.has("cases:decide") || credential.scopes.has("cases:write")
  const plain = row.subject_id !== null && row.four_eyes !== true && row.pending_decision === null
  const free = (row.status === "open" || row.status === "in_review") && (row.assigned_to === null || row.assigned_to === actor.id)
  // Decisions of agents are asked for by name, so that an organization can have a person confirm them.
  return plain && free && mayDecide && tool === null && decisionRefusal(caller, row) === undefined
}

/** Closes a locked case that is not closed by what became of its hits; it has no session to decide. */
const conclude = Effect.fnUntraced(function* <Trigger extends "approve" | "reject">(
  row: StoredCase,
  trigger: Trigger,
  confirmed: ReadonlyArray<StoredHit>
) {
  const closed = yield* moveCase(row, trigger, { added: { decision_reason_codes: reasonsOf(confirmed) } }).pipe(
    // Every status but closed allows it.
    Effect.catchTag("Conflict", Effect.die)
  )
  const { id, sequence, session_id } = yield* (yield* CaseStore).save(closed)
  yield* recordDecision({
    about: "case",
    object_id: id,
    session_id,
    decision: decisionOf[trigger],
    replaces: null,
    automatic: false,
    reasoned: false,
    workflow_version_id: null,
    run: null,
    decided_at: yield* tenantNow,
    sequence
  })
})

/** The open case about a subject: that of its session, or its own. */
const caseAbout = Effect.fnUntraced(function* ({ id, session_id }: StoredSubject) {
  const ofSession = session_id === null ? undefined : yield* findOpenCase(session_id)
  return ofSession ?? (yield* findOpenCase(id))
})

/**
 * The open case about a locked subject once none of its hits waits, as it is then: screening is ticked off, and its urgency goes where all are
 * someone else. Nothing while a hit of whichever screening waits, or what is known of an entry is inconclusive.
 */
const settled = Effect.fnUntraced(function* (subject: StoredSubject) {
  const open = yield* caseAbout(subject)
  if (open === undefined || open.erased_at !== null) return undefined
  const waiting = yield* (yield* HitStore).count([
    { field: "subject_id", op: "eq", value: subject.id },
    { field: "review_status", op: "eq", value: "unreviewed" }
  ])
  const hits = yield* standingHits(subject)
  if (waiting > 0 || hits.some(({ review_status }) => review_status === "inconclusive")) return undefined
  const before = yield* lockCase(open.id)
  if (before.status === "closed") return undefined
  const caller = yield* Caller
  const confirmed = hits.filter(({ review_status }) => review_status === "confirmed")
  const row = ticked(before, confirmed.length > 0, caller.actor.id, yield* tenantNow)
  const changed = (["checklist", "priority"] as const).filter((member) => JSON.stringify(row[member]) !== JSON.stringify(before[member]))
  return { row, confirmed, changed, concludes: mayConclude(caller, before) }
})

const keep = Effect.fnUntraced(function* (row: StoredCase, changed: ReadonlyArray<"checklist" | "priority">) {
  if (changed.length > 0) yield* (yield* CaseStore).save(yield* announceCase(row, "case.updated", { changed }))
})

/**
 * Settles the case of a locked subject after one of its hits was judged. The case of a subject has nothing else to decide, so that it is
 * decided with the last judgement by whoever may decide it.
 */
export const settleCase = Effect.fnUntraced(function* (subject: StoredSubject) {
  const found = yield* settled(subject)
  if (found === undefined) return
  const { changed, concludes, confirmed, row } = found
  if (!concludes) return yield* keep(row, changed)
  yield* confirmed.length > 0 ? conclude(row, "reject", confirmed) : conclude(row, "approve", [])
})

/**
 * Brings a screening of a locked subject to its case: what it found asks for a person, and where it ended what was asked, the case is settled.
 * Searching again may end a case with nothing left to judge, but rejects no one.
 */
export const followScreening = Effect.fnUntraced(function* (subject: StoredSubject, { alerts, screening: { id } }: Screened) {
  if (alerts.length > 0) return yield* routeAlerts(subject, alerts)
  const found = yield* settled({ ...subject, last_screening_id: id })
  if (found === undefined) return
  const { changed, concludes, confirmed, row } = found
  yield* concludes && confirmed.length === 0 ? conclude(row, "approve", []) : keep(row, changed)
})
