import { Cause, Effect } from "effect"
import { Tenant } from "../../kernel/access/caller.ts"
import { asSystem } from "../../kernel/access/system-caller.ts"
import { makeId } from "../../kernel/foundation/id.ts"
import { announcingAsCounted } from "../../kernel/resource/resource.ts"
import { Sweep } from "../../kernel/storage/sweep.ts"
import { UnitOfWork } from "../../kernel/storage/unit-of-work.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import { DecisionRecordStore, decisionRecords, type StoredDecision } from "../../resources/audit-findings/decisions.ts"
import {
  auditFindings,
  type FindingKind,
  FindingKind as Kinds,
  FindingStore,
  type StoredFinding
} from "../../resources/audit-findings/model.ts"
import { countDecision } from "./count-decision.ts"
import { type DecisionFacts, factsOf } from "./facts.ts"
import { drawSample } from "./sample.ts"
import { type Found, rules } from "./rules.ts"

const announceFound = announcingAsCounted(auditFindings)

/** Stores a finding and announces it, unless the rule found the same before. */
const keepFinding = Effect.fnUntraced(function* (kind: FindingKind, { cases, decision }: DecisionFacts, found: Found) {
  const { environment } = yield* Tenant
  const at = yield* tenantNow
  const { decided_at, decided_by, session_id, workflow_version_id } = found.about ?? decision
  const finding: StoredFinding = {
    id: yield* makeId("aud"),
    environment,
    kind,
    severity: found.severity,
    status: "open",
    session_id,
    case_id: cases[0]?.id ?? null,
    check_id: decision.about === "check" ? decision.object_id : null,
    check_types: found.check_types ?? [],
    workflow_version_id,
    decided_by: found.decided_by === undefined ? decided_by : found.decided_by,
    decided_at,
    detected_by: found.about === undefined ? "rule" : "sample",
    expected: found.expected,
    actual: found.actual,
    explanation: found.explanation,
    acknowledged_by: null,
    acknowledged_at: null,
    dismissed_by: null,
    dismissed_at: null,
    resolved_by: null,
    resolved_at: null,
    resolution: null,
    sealed_words: null,
    found_for: `${kind}:${decision.id}`,
    sequence: 1,
    version: 1,
    created_at: at,
    updated_at: at
  }
  if (!(yield* (yield* FindingStore).insertIfAbsent(finding))) return undefined
  yield* announceFound(finding, "audit-finding.created", {})
  return finding
})

/** Reads one decision, in one transaction with the mark that says so: who comes second, or again after being killed, finds nothing left to do. */
const auditDecision = Effect.fnUntraced(function* (id: string) {
  const store = yield* DecisionRecordStore
  const row = yield* store.lock(id)
  if (row === undefined || row.audited_at !== null) return
  const facts = yield* factsOf(row)
  const findings: Array<StoredFinding> = []
  for (const kind of Kinds.literals) {
    const found = rules[kind](facts)
    const kept = found === undefined ? undefined : yield* keepFinding(kind, facts, found)
    if (kept !== undefined) findings.push(kept)
  }
  yield* countDecision(facts, findings)
  yield* drawSample(facts)
  const at = yield* tenantNow
  yield* store.save({ ...row, audited_at: at, updated_at: at })
})

/** Decisions of a tenant that one look finds. */
const batch = 100

/** Reads what was decided in a tenant and is not audited yet, in order. What goes wrong with one decision is logged, and it is tried again an hour later. */
const auditTenant = Effect.gen(function* () {
  const store = yield* DecisionRecordStore
  const { transaction } = yield* UnitOfWork
  for (let last = ""; ; ) {
    const found: ReadonlyArray<StoredDecision> = yield* store.list({
      where: [
        { field: "audited_at", op: "is_null" },
        { field: "id", op: "gt", value: last }
      ],
      order: [{ field: "id", direction: "asc" }],
      limit: batch
    })
    for (const { id } of found) {
      yield* transaction(auditDecision(id)).pipe(
        // One that is stopped stops; what it was at is rolled back and found again.
        Effect.catchCause((cause) =>
          Cause.hasInterrupts(cause) ? Effect.failCause(cause) : Effect.logError("a decision could not be audited", cause)
        ),
        Effect.annotateLogs({ record: id })
      )
    }
    const end = found.at(-1)
    if (end === undefined || found.length < batch) return
    last = end.id
  }
})

/** The oldest decisions that one look for tenants finds, and how many looks a run takes. */
const foundAtOnce = 500
const looks = 20

/** Audits what was decided, tenant by tenant. */
export const auditDecisions = Effect.gen(function* () {
  const sweep = yield* Sweep
  const done: Array<Tenant["Service"]> = []
  for (let look = 0; look < looks; look += 1) {
    const found = yield* sweep.due(decisionRecords, [{ field: "audited_at", op: "is_null" }], foundAtOnce)
    const before = done.length
    for (const { environment, organization } of found) {
      if (done.some((one) => one.organization === organization && one.environment === environment)) continue
      const tenant = { organization, environment }
      yield* auditTenant.pipe(asSystem(tenant, "timer_quality"))
      done.push(tenant)
    }
    if (done.length === before) return
  }
})
