import { Effect } from "effect"
import { after, between, days } from "../../kernel/foundation/time.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import type { StoredCheck } from "../../resources/checks/model.ts"
import { AttemptStore, latestAttempt, type StoredAttempt } from "../../resources/sessions/attempts.ts"
import type { StoredSession } from "../../resources/sessions/model.ts"
import { knownPerson } from "../known-person/known-person.ts"
import type { RiskAttempt, RiskEvidence } from "./signals.ts"

/** How long before and after an attempt others of its device and network count with it. */
const reach = days(1)
/** Most attempts that are looked at; long before that many the signals are at their worst. */
const mostLookedAt = 50

/** How many other sessions had an attempt of the same device or network within a day of this one. */
const otherSessions = Effect.fnUntraced(function* (
  attempt: StoredAttempt,
  field: "device_fingerprint" | "network_digest",
  value: string | null | undefined
) {
  if (value === null || value === undefined) return 0
  const found = yield* (yield* AttemptStore).list({
    where: [
      { field, op: "eq", value },
      { field: "created_at", op: "gte", value: after(attempt.created_at, -reach) },
      { field: "created_at", op: "lte", value: after(attempt.created_at, reach) },
      { field: "session_id", op: "ne", value: attempt.session_id }
    ],
    // As the index holds them, so that no more than these are read however many there are.
    order: [{ field: "created_at", direction: "asc" }],
    limit: mostLookedAt
  })
  return new Set(found.map(({ session_id }) => session_id)).size
})

const riskAttempt = Effect.fnUntraced(function* (session_id: string) {
  const attempt = yield* latestAttempt(session_id)
  if (attempt === undefined) return null
  const seen: RiskAttempt = {
    number: attempt.number,
    sessions_of_device: yield* otherSessions(attempt, "device_fingerprint", attempt.device?.fingerprint),
    sessions_of_network: yield* otherSessions(attempt, "network_digest", attempt.network_digest)
  }
  return seen
})

/** Days on which documents expire, as the latest extraction read them; a document is valid on its last day. */
const lastDays = (checks: ReadonlyArray<StoredCheck>): ReadonlyArray<string> => {
  const [latest] = checks
    .filter(({ details, status }) => status === "completed" && details !== null && "missing_sides" in details)
    .toSorted((one, other) => (one.created_at < other.created_at ? 1 : -1))
  if (latest === undefined || latest.details === null || !("missing_sides" in latest.details)) return []
  return latest.details.fields.flatMap(({ field, value }) =>
    field === "expiry_date" && /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/u.test(value) ? [value] : []
  )
}

const daysLeft = (checks: ReadonlyArray<StoredCheck>, today: string): number | null => {
  const left = lastDays(checks)
    .map((day) => between(`${today}T00:00:00.000Z`, `${day}T00:00:00.000Z`) / days(1))
    .filter(Number.isFinite)
  return left.length === 0 ? null : Math.min(...left)
}

/** What the service knows for the risk of a session, now. */
export const riskEvidence = Effect.fnUntraced(function* (session: StoredSession, checks: ReadonlyArray<StoredCheck>) {
  const evidence: RiskEvidence = {
    session,
    checks,
    attempt: yield* riskAttempt(session.id),
    countries: knownPerson(session, checks).countries.map(({ value }) => value),
    document_days_left: daysLeft(checks, (yield* tenantNow).slice(0, 10))
  }
  return evidence
})
