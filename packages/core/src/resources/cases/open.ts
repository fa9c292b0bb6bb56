import { Effect } from "effect"
import { type StoredCheck, proofDetails } from "../checks/model.ts"
import { makeId } from "../../kernel/foundation/id.ts"
import { type ReasonCode, reasonFacts } from "../../kernel/foundation/reason-codes.ts"
import { after } from "../../kernel/foundation/time.ts"
import { Conflict } from "../../kernel/foundation/failure.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import type { StoredSession } from "../sessions/model.ts"
import { type AskedOfReviewers, type ReviewRules, reviewRules } from "../workflows/review-rules.ts"
import { lockCase, moveCase, announceCaseAsCounted } from "./change.ts"
import { checklistOf, listed, needsEyes, newestOfEachType, summaryOf } from "./check-summary.ts"
import { CaseStore, type StoredCase } from "./model.ts"
import { indexed } from "./search-text.ts"
import { durationOf } from "./transitions.ts"
import { priorityRank, type CasePriority } from "../../verification/case-priority.ts"

export const standardQueue = "default"

/** A case as no one has worked on it yet. */
export const untouched = {
  status: "open",
  decision: null,
  pending_decision: null,
  assigned_to: null,
  claimed_at: null,
  sla_breached: false,
  escalated_at: null,
  decided_at: null,
  closed_at: null,
  notes_count: 0,
  has_notes: false,
  search_text: "",
  erased_at: null,
  sequence: 1,
  version: 1
} as const
const screeningReasons: ReadonlySet<ReasonCode> = new Set<ReasonCode>(["sanctions_hit", "pep_hit", "adverse_media_hit"])

/** Whether screening is among what a case is about. */
export const hasHits = (reasons: ReadonlyArray<ReasonCode>, current: ReadonlyArray<StoredCheck>): boolean =>
  reasons.some((code) => screeningReasons.has(code)) || current.some((check) => check.type === "aml_screening" && needsEyes(check))

/** Cases that weigh more come first: one critical reason makes a case urgent, a high one makes it high. */
export const priorityFor = (reasons: ReadonlyArray<ReasonCode>): CasePriority => {
  const severities = new Set(reasons.map((code) => reasonFacts[code].severity))
  return severities.has("critical") ? "urgent" : severities.has("high") ? "high" : "normal"
}

const displayNameOf = ({ first_name, last_name }: StoredSession["expected"]): string | null => {
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

interface NewCase {
  readonly session: StoredSession
  readonly checks: ReadonlyArray<StoredCheck>
  /** Why the session needs a person. */
  readonly reason_codes: ReadonlyArray<ReasonCode>
  /** Follows from the reasons when left out. */
  readonly priority?: CasePriority
  readonly queue?: string
  readonly tags?: ReadonlyArray<string>
  readonly metadata?: StoredCase["metadata"]
  /** What its workflow asks of reviewers. */
  readonly rules: ReviewRules
}

/** A new case as data, from the session it is about and the checks that ran. */
const newCase = (id: string, at: string, { checks, reason_codes, rules, session, ...given }: NewCase): StoredCase => {
  const current = newestOfEachType(checks)
  const reasons = [...new Set(reason_codes)].slice(0, listed)
  const priority = given.priority ?? priorityFor(reasons)
  const country = countryOf(session, current)
  return indexed({
    id,
    environment: session.environment,
    ...untouched,
    session_id: session.id,
    subject_id: null,
    identity_id: session.identity_id,
    workflow_id: session.workflow_id,
    external_reference: session.external_reference,
    priority,
    priority_rank: priorityRank[priority],
    risk_score: session.risk?.score ?? null,
    reason_codes: reasons,
    tags: given.tags ?? [],
    queue: given.queue ?? standardQueue,
    entered_review_at: at,
    due_at: after(at, durationOf(rules)),
    ...rules,
    checklist: checklistOf(current),
    check_summary: summaryOf(current),
    check_types: current.map(({ type }) => type),
    has_screening_hits: hasHits(reasons, current),
    subject: { display_name: displayNameOf(session.expected), country },
    country,
    metadata: given.metadata ?? {},
    open_for: session.id,
    created_at: at,
    updated_at: at
  })
}

/** The case that is not closed of this session, or of this screening subject. */
export const findOpenCase = Effect.fnUntraced(function* (about: string) {
  const [found] = yield* (yield* CaseStore).list({ where: [{ field: "open_for", op: "eq", value: about }], limit: 1 })
  return found
})

/** Stores a case that is new and announces it. Where someone else opened one for the same session or subject meanwhile, that one is answered. */
export const insertCase = Effect.fnUntraced(function* (fresh: StoredCase) {
  if (!(yield* (yield* CaseStore).insertIfAbsent(fresh))) {
    const winner = yield* findOpenCase(fresh.open_for ?? "")
    if (winner !== undefined) return winner
    return yield* new Conflict({ code: "conflict", detail: "The case was opened and closed in the meantime. Read it again." })
  }
  yield* announceCaseAsCounted(fresh, "case.created", {})
  return fresh
})

/**
 * Opens a case for a session that enters review and announces it. A session has at most one open case: where there is one already, that
 * case is answered as it is, so that a handler that runs twice opens one case. Runs in the transaction that moves the session.
 */
export const openCase = Effect.fnUntraced(function* ({ asked, ...given }: Omit<NewCase, "rules"> & { readonly asked?: AskedOfReviewers }) {
  const open = yield* findOpenCase(given.session.id)
  if (open !== undefined) return open
  const rules = yield* reviewRules(given.session.workflow_id, asked)
  return yield* insertCase(newCase(yield* makeId("rvc"), yield* tenantNow, { ...given, rules }))
})

/** Closes the open case of a session that expired or is processed again, without anybody's decision; does nothing when there is none. */
export const supersede = Effect.fnUntraced(function* ({ session_id }: { readonly session_id: string }) {
  const open = yield* findOpenCase(session_id)
  if (open === undefined) return
  const row = yield* lockCase(open.id)
  if (row.status === "closed") return
  const closed = yield* moveCase(row, "supersede", { added: { changed: ["status", "decision"] } })
  yield* (yield* CaseStore).save(closed)
})
