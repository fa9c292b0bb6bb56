import { Effect } from "effect"
import { Organizations } from "../../kernel/tenancy/organizations.ts"
import { CaseStore, type StoredCase } from "../../resources/cases/model.ts"
import { CheckStore, type StoredCheck } from "../../resources/checks/model.ts"
import { DocumentStore, type StoredDocument } from "../../resources/documents/model.ts"
import { Tenant } from "../../kernel/access/caller.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import { HitStore, type StoredHit } from "../../resources/screening/hits/model.ts"
import { ScreeningStore, type StoredScreening } from "../../resources/screening/screening-model.ts"
import { AttemptStore, type StoredAttempt } from "../../resources/sessions/attempts.ts"
import type { StoredSession } from "../../resources/sessions/model.ts"
import { reportLimits } from "./model.ts"

/** The first of many, in order, and how many there are. */
interface Some<A> {
  readonly rows: ReadonlyArray<A>
  readonly total: number
}

/** Everything that a report tells of, as it stands at one time. */
export interface ReportRecords {
  readonly organization: { readonly id: string; readonly name: string }
  readonly session: StoredSession
  readonly attempts: Some<StoredAttempt>
  readonly documents: Some<StoredDocument>
  readonly checks: Some<StoredCheck>
  readonly screenings: ReadonlyArray<{ readonly screening: StoredScreening; readonly hits: Some<StoredHit> }>
  readonly screenings_total: number
  readonly cases: Some<StoredCase>
  readonly generated_at: string
}

/** What a report calls a document: by its place among those of the session. */
export const documentName = ({ documents }: Pick<ReportRecords, "documents">, id: string): string => {
  const at = documents.rows.findIndex((document) => document.id === id)
  return at < 0 ? id : `Document ${at + 1}`
}

const oldestFirst = [{ field: "created_at", direction: "asc" }] as const

/** Reads what belongs to a session, oldest first and bounded (`reportLimits`). */
export const recordsOf = Effect.fnUntraced(function* (session: StoredSession) {
  const { organization } = yield* Tenant
  const where = [{ field: "session_id", op: "eq", value: session.id }] as const
  const query = (limit: number) => ({ where, order: oldestFirst, limit })
  const screenings = yield* (yield* ScreeningStore).page(query(reportLimits.screenings))
  const hits = yield* HitStore
  const records: ReportRecords = {
    organization: { id: organization, name: (yield* (yield* Organizations).find(organization))?.name ?? organization },
    session,
    attempts: yield* (yield* AttemptStore).page(query(reportLimits.attempts)),
    documents: yield* (yield* DocumentStore).page(query(reportLimits.documents)),
    checks: yield* (yield* CheckStore).page(query(reportLimits.checks)),
    screenings: yield* Effect.forEach(screenings.rows, (screening) =>
      Effect.map(
        hits.page({
          where: [{ field: "screening_id", op: "eq", value: screening.id }],
          order: [
            { field: "risk_score", direction: "desc" },
            { field: "match_score", direction: "desc" }
          ],
          limit: reportLimits.hits
        }),
        (found) => ({ screening, hits: found })
      )
    ),
    screenings_total: screenings.total,
    cases: yield* (yield* CaseStore).page(query(reportLimits.cases)),
    generated_at: yield* tenantNow
  }
  return records
})
