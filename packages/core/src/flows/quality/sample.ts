import { Effect } from "effect"
import { Tenant } from "../../kernel/access/caller.ts"
import { makeId } from "../../kernel/foundation/id.ts"
import { Vault } from "../../kernel/storage/vault.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import { announceCaseAsCounted } from "../../resources/cases/change.ts"
import { type BlindSample, qualityQueue } from "../../resources/cases/blind.ts"
import { newestOfEachType } from "../../resources/cases/check-summary.ts"
import { CaseStore, type StoredCase } from "../../resources/cases/model.ts"
import { untouched } from "../../resources/cases/open.ts"
import { indexed } from "../../resources/cases/search-text.ts"
import { priorityRank } from "../../verification/case-priority.ts"
import type { DecisionFacts } from "./facts.ts"

/** Which share of decisions a second person looks at, without knowing the first one. */
const shares = { automatic: 0.05, manual: 0.1 } as const

const drawnFrom = 0x1_0000_0000

/** Whether a decision is drawn, by a keyed digest of the session's id: who sees the id cannot tell. */
export const isDrawn = (digest: string, automatic: boolean): boolean =>
  Number.parseInt(digest.slice(0, 8), 16) / drawnFrom < (automatic ? shares.automatic : shares.manual)

/**
 * The blind case as data: evidence is read through it by who holds it, and it names neither the session, nor the person by whose name the session is found,
 * nor anything that was decided.
 */
const blindCase = (
  id: string,
  at: string,
  environment: StoredCase["environment"],
  { checks, decision, session }: DecisionFacts & { readonly session: NonNullable<DecisionFacts["session"]> },
  outcome: BlindSample["decision"]
): StoredCase => {
  const check_types = newestOfEachType(checks).map(({ type }) => type)
  const sample: BlindSample = {
    decision_id: decision.id,
    session_id: session.id,
    decision: outcome,
    decided_by: decision.decided_by,
    decided_at: decision.decided_at,
    automatic: decision.automatic,
    workflow_version_id: decision.workflow_version_id,
    run: decision.run ?? session.run,
    check_types
  }
  return indexed({
    ...untouched,
    id,
    environment,
    session_id: null,
    subject_id: null,
    identity_id: null,
    workflow_id: null,
    external_reference: null,
    priority: "low",
    priority_rank: priorityRank.low,
    risk_score: null,
    reason_codes: [],
    tags: [],
    queue: qualityQueue,
    entered_review_at: at,
    due_at: null,
    checklist: [],
    check_summary: [],
    check_types,
    has_screening_hits: false,
    subject: { display_name: null, country: null },
    country: null,
    metadata: {},
    // A session has one blind review at most while it is open, beside the case of its own.
    open_for: `sample:${session.id}`,
    sample,
    created_at: at,
    updated_at: at
  })
}

/** Opens a blind case where the decision is drawn and its session was not looked at again before. Part of the transaction that audits the decision. */
export const drawSample = Effect.fnUntraced(function* (facts: DecisionFacts) {
  const { decision, session } = facts
  const outcome = decision.decision
  if (decision.about !== "session" || session === undefined || (outcome !== "approved" && outcome !== "declined")) return
  if (!isDrawn((yield* Vault).digest("quality-sample", session.id), decision.automatic)) return
  const store = yield* CaseStore
  if ((yield* store.list({ where: [{ field: "sample_of", op: "eq", value: session.id }], limit: 1 })).length > 0) return
  const { environment } = yield* Tenant
  const fresh = blindCase(yield* makeId("rvc"), yield* tenantNow, environment, { ...facts, session }, outcome)
  if (yield* store.insertIfAbsent(fresh)) yield* announceCaseAsCounted(fresh, "case.created", {})
})
