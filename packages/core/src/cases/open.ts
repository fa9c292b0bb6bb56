import { Effect } from "effect"
import { type CheckType, type StoredCheck, proofDetails } from "../checks/model.ts"
import { makeId } from "../foundation/id.ts"
import { type ReasonCode, reasonFacts } from "../foundation/reason-codes.ts"
import { after } from "../foundation/time.ts"
import { Conflict } from "../operation/failure.ts"
import { tenantNow } from "../sandbox/clock.ts"
import type { StoredSession } from "../sessions/model.ts"
import { lockCase, moveCase, tell } from "./change.ts"
import { type CasePriority, CaseStore, type StoredCase, priorityRank } from "./model.ts"
import { indexed } from "./search-text.ts"
import { standardDuration } from "./transitions.ts"

export const standardQueue = "default"
/** How many checks and reasons of a check a case lists. */
const listed = 50

/** What a reviewer has to have looked at before deciding, by the check that asks for it. */
const checklistLabels: Record<CheckType, string> = {
  document_authenticity: "Compare the document with genuine ones of its kind",
  document_extraction: "Read the document and compare it with what was extracted",
  face_match: "Compare the selfie with the portrait of the document",
  liveness: "Look at the selfie for signs of a replay or a mask",
  proof_of_address: "Examine the proof of address: issuer, holder, address and date",
  identity_cross_reference: "Compare the data of the documents with one another",
  nfc_chip: "Compare the data of the chip with the printed data",
  aml_screening: "Judge every screening hit",
  database: "Judge the answer of the database",
  duplicate: "Compare with the identities that look alike",
  list_lookup: "Judge every match with a list",
  device_risk: "Judge the signals of the device and its network",
  age: "Confirm the date of birth",
  phone: "Confirm the phone number",
  email: "Confirm the email address",
  questionnaire: "Read the answers to the questionnaire"
}

/** The newest check of each type: earlier runs have been replaced by it. */
const newestOfEachType = (checks: ReadonlyArray<StoredCheck>): ReadonlyArray<StoredCheck> => {
  const newest = new Map<CheckType, StoredCheck>()
  for (const check of checks) {
    const known = newest.get(check.type)
    // Identifiers sort by creation, so they settle which of two in one millisecond came later.
    if (known === undefined || `${known.created_at}${known.id}` < `${check.created_at}${check.id}`) newest.set(check.type, check)
  }
  return [...newest.values()]
}

const needsEyes = ({ outcome, status }: StoredCheck): boolean => outcome === "review" || outcome === "failed" || status === "errored"

const screeningReasons: ReadonlySet<ReasonCode> = new Set<ReasonCode>(["sanctions_hit", "pep_hit", "adverse_media_hit"])

/** Cases that weigh more come first: one critical reason makes a case urgent, a high one makes it high. */
export const priorityFor = (reasons: ReadonlyArray<ReasonCode>): CasePriority => {
  const severities = new Set(reasons.map((code) => reasonFacts[code].severity))
  return severities.has("critical") ? "urgent" : severities.has("high") ? "high" : "normal"
}

const displayName = ({ first_name, last_name }: StoredSession["expected"]): string | null => {
  const name = [first_name, last_name]
    .map((part) => part?.replace(/\s+/gu, " ").trim() ?? "")
    .filter((part) => part !== "")
    .join(" ")
  return name === "" ? null : name
}

const countryOf = ({ expected }: StoredSession, checks: ReadonlyArray<StoredCheck>): string | null => {
  const { address, country } = expected
  const ofAddress = typeof address === "object" && address !== null ? address.country : undefined
  const ofDocument = checks.map((check) => proofDetails(check)?.issuing_country ?? null).find((found) => found !== null)
  return country ?? ofAddress ?? ofDocument ?? null
}

export interface NewCase {
  readonly session: StoredSession
  readonly checks: ReadonlyArray<StoredCheck>
  /** Why the session needs a person. */
  readonly reason_codes: ReadonlyArray<ReasonCode>
  /** Follows from the reasons when left out. */
  readonly priority?: CasePriority
  readonly queue?: string
  readonly tags?: ReadonlyArray<string>
  readonly metadata?: StoredCase["metadata"]
}

/** A new case as data, from the session it is about and the checks that ran. */
const newCase = (id: string, at: string, { checks, reason_codes, session, ...given }: NewCase): StoredCase => {
  const current = newestOfEachType(checks)
  const reasons = [...new Set(reason_codes)].slice(0, listed)
  const priority = given.priority ?? priorityFor(reasons)
  const country = countryOf(session, current)
  return indexed({
    id,
    environment: session.environment,
    session_id: session.id,
    identity_id: session.identity_id,
    workflow_id: session.workflow_id,
    external_reference: session.external_reference,
    status: "open",
    decision: null,
    pending_decision: null,
    assigned_to: null,
    claimed_at: null,
    priority,
    priority_rank: priorityRank[priority],
    risk_score: session.risk?.score ?? null,
    reason_codes: reasons,
    tags: given.tags ?? [],
    queue: given.queue ?? standardQueue,
    entered_review_at: at,
    due_at: after(at, standardDuration),
    sla_breached: false,
    escalated_at: null,
    decided_at: null,
    closed_at: null,
    notes_count: 0,
    has_notes: false,
    checklist: current
      .filter(needsEyes)
      .map(({ type }) => ({ key: type, label: checklistLabels[type], done: false, done_by: null, done_at: null })),
    check_summary: current.slice(0, listed).map(({ id: check_id, outcome, reasons: found, type }) => ({
      check_id,
      type,
      outcome,
      reason_codes: [...new Set(found.map(({ code }) => code))].slice(0, listed)
    })),
    check_types: current.map(({ type }) => type),
    has_screening_hits:
      reasons.some((code) => screeningReasons.has(code)) || current.some((check) => check.type === "aml_screening" && needsEyes(check)),
    subject: { display_name: displayName(session.expected), country },
    country,
    metadata: given.metadata ?? {},
    search_text: "",
    open_for: session.id,
    erased_at: null,
    sequence: 1,
    version: 1,
    created_at: at,
    updated_at: at
  })
}

/** The case of this session that is not closed. */
export const findOpenCase = Effect.fnUntraced(function* (session_id: string) {
  const [found] = yield* (yield* CaseStore).list({ where: [{ field: "open_for", op: "eq", value: session_id }], limit: 1 })
  return found
})

/**
 * Opens a case for a session that enters review and announces it. A session has at most one open case: where there is one already, that
 * case is answered as it is, so that a handler that runs twice opens one case. Runs in the transaction that moves the session.
 */
export const openCase = Effect.fnUntraced(function* (given: NewCase) {
  const store = yield* CaseStore
  const open = yield* findOpenCase(given.session.id)
  if (open !== undefined) return open
  const fresh = newCase(yield* makeId("rvc"), yield* tenantNow, given)
  if (!(yield* store.insertIfAbsent(fresh))) {
    // Somebody else opened one between the two looks.
    const winner = yield* findOpenCase(given.session.id)
    if (winner !== undefined) return winner
    return yield* new Conflict({ code: "conflict", detail: "The session's case was opened and closed meanwhile. Read the session again." })
  }
  yield* tell(fresh, "case.created", { reason_codes: fresh.reason_codes })
  return fresh
})

/** Closes the open case of a session that expired, was erased or is processed anew; does nothing when there is none. */
export const supersede = Effect.fnUntraced(function* ({ session_id }: { readonly session_id: string }) {
  const open = yield* findOpenCase(session_id)
  if (open === undefined) return
  const row = yield* lockCase(open.id)
  if (row.status === "closed") return
  const closed = yield* moveCase(row, "supersede", { extras: { changed: ["status", "decision"] } })
  yield* (yield* CaseStore).save(closed)
})
