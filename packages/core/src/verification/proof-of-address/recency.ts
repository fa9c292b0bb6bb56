import { dateOf, dayNumber, monthsLater } from "./calendar-day.ts"
import type { PoaReasonCode } from "./reasons.ts"
import type { PoaDocumentType } from "./types.ts"

/** Dates as printed on a document, ISO 8601 calendar dates or null. */
interface PrintedDates {
  readonly issue_date: string | null
  readonly period_start: string | null
  readonly period_end: string | null
  readonly valid_until: string | null
}

interface RecencyRules {
  /** What the document may be: the declared and the detected type; empty when neither is known. */
  readonly types: ReadonlyArray<PoaDocumentType>
  /** The strictest window that applies in days; null when only the document's own expiry counts. */
  readonly max_age_days: number | null
  readonly grace_days: number
  readonly lease_min_months_left: number
  /** ISO 8601 calendar date. */
  readonly today: string
}

/** How recent a document is. */
export interface Recency {
  readonly basis: "period_end" | "issue_date" | "period_start" | null
  /** The date the age is measured from. */
  readonly measured_from: string | null
  /** Whole days from that date to today, 0 for a document dated tomorrow. */
  readonly age_days: number | null
  readonly max_age_days: number | null
  /** Last day on which the document is recent and valid, grace left out. */
  readonly expires_on: string | null
}
type RecencyFindings = ReadonlyArray<{ readonly code: PoaReasonCode; readonly message?: string }>

/** Dates are local to the issuer, so a document may be dated one day ahead of UTC. */
const tolerance = 1

/** Types that are issued for a period still running, such as the cover of an insurance: the end of their period says nothing of their age. */
const issuedInAdvance: ReadonlySet<PoaDocumentType> = new Set<PoaDocumentType>([
  "telecom_bill",
  "mobile_phone_bill",
  "insurance_statement",
  "tax_document",
  "council_tax_bill",
  "government_letter",
  "residence_certificate",
  "identity_document",
  "lease_agreement"
])
/** Types whose period names the year that is taxed and not the time the document speaks of: the day of issue is what tells their age. */
const datedByIssue: ReadonlySet<PoaDocumentType> = new Set<PoaDocumentType>(["tax_document"])
/** A longer period than this is a yearly charge, which any provider bills in advance. */
const longestMeteredPeriodDays = 190

const day = (date: string | null): number | null => (date === null ? null : dayNumber(date))

interface Days {
  readonly issue: number | null
  readonly start: number | null
  readonly end: number | null
  readonly until: number | null
}
type Measured = { readonly basis: NonNullable<Recency["basis"]>; readonly from: number } | "future" | "missing"

const inAdvance = (types: ReadonlyArray<PoaDocumentType>, { end, start }: Days): boolean =>
  (types.length > 0 && types.every((type) => issuedInAdvance.has(type))) ||
  (start !== null && end !== null && end - start > longestMeteredPeriodDays)

/**
 * The end of the period, else the issue date. Tax assessments and the like look back on a year long gone, so their day of issue goes first
 * (docs/decisions/tax-document-dates.md). For a period that was billed in advance and still runs, the issue date or its first day. */
const measure = (types: ReadonlyArray<PoaDocumentType>, days: Days, today: number): Measured => {
  const latest = today + tolerance
  const { end, issue, start } = days
  if (issue !== null && issue > latest) return "future"
  const lookingBack = types.length > 0 && types.every((type) => datedByIssue.has(type))
  if (lookingBack && issue !== null) return { basis: "issue_date", from: issue }
  if (end !== null && end <= latest) return { basis: "period_end", from: end }
  if (end === null) return issue === null ? "missing" : { basis: "issue_date", from: issue }
  if (!inAdvance(types, days)) return "future"
  if (issue !== null) return { basis: "issue_date", from: issue }
  return start !== null && start <= latest ? { basis: "period_start", from: start } : "future"
}

const expiryFinding = (rules: RecencyRules, until: number | null, today: number): RecencyFindings => {
  const lease = rules.types.includes("lease_agreement") && rules.lease_min_months_left > 0
  const needed = rules.max_age_days === null || lease || rules.types.includes("identity_document")
  if (until === null)
    return needed
      ? [{ code: "issue_date_missing", message: "The last day of validity was not found. Upload a document that shows it." }]
      : []
  if (until < today) return [{ code: "document_too_old", message: "The document is no longer valid. Upload one that is." }]
  const least = lease ? monthsLater(rules.today, rules.lease_min_months_left) : null
  return least !== null && until < least
    ? [{ code: "document_too_old", message: `The lease ends in less than ${rules.lease_min_months_left} months. Upload another document.` }]
    : []
}

const ageFinding = (rules: RecencyRules, age: number): RecencyFindings => {
  if (rules.max_age_days === null || age <= rules.max_age_days) return []
  if (age > rules.max_age_days + rules.grace_days) {
    return [
      {
        code: "document_too_old",
        message: `The document is older than the ${rules.max_age_days} days allowed for it. Upload a more recent one.`
      }
    ]
  }
  return [{ code: "document_age_in_grace" }]
}

/** Judges the dates of a document: the window and its grace, dates in the future, its own expiry, what is left of a lease. */
export const recencyOf = (
  printed: PrintedDates,
  rules: RecencyRules
): { readonly recency: Recency; readonly findings: RecencyFindings } => {
  const today = dayNumber(rules.today)
  if (today === null) throw new RangeError("today is not an ISO 8601 calendar date")
  const days: Days = {
    issue: day(printed.issue_date),
    start: day(printed.period_start),
    end: day(printed.period_end),
    until: day(printed.valid_until)
  }
  const measured = measure(rules.types, days, today)
  const expiry = expiryFinding(rules, days.until, today)
  const unmeasured = { basis: null, measured_from: null, age_days: null, max_age_days: rules.max_age_days }
  const validUntil = days.until === null ? null : dateOf(days.until)
  if (measured === "future") {
    return { recency: { ...unmeasured, expires_on: null }, findings: [{ code: "issue_date_future" }, ...expiry] }
  }
  if (measured === "missing") {
    // The own expiry of a document stands in for its date only where the policy sets no window.
    const missing: RecencyFindings = rules.max_age_days === null ? [] : [{ code: "issue_date_missing" }]
    const expires_on = rules.max_age_days === null ? validUntil : null
    return { recency: { ...unmeasured, expires_on }, findings: [...missing, ...expiry] }
  }
  const age = today - measured.from
  const lastRecent = rules.max_age_days === null ? null : measured.from + rules.max_age_days
  const lastDay = lastRecent === null || days.until === null ? (lastRecent ?? days.until) : Math.min(lastRecent, days.until)
  return {
    recency: {
      basis: measured.basis,
      measured_from: dateOf(measured.from),
      age_days: Math.max(0, age),
      max_age_days: rules.max_age_days,
      expires_on: lastDay === null ? null : dateOf(lastDay)
    },
    findings: [...ageFinding(rules, age), ...expiry]
  }
}
