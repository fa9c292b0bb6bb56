import { Context } from "effect"
import { days, after } from "../../../kernel/foundation/time.ts"
import { type CollectionOf, shape } from "../../../kernel/storage/collection.ts"
import { type EntryPrint, type SubjectPrint, changedEntryFields, changedSubjectFields } from "../fingerprint.ts"

/** What someone decided about one subject and one entry, and on what it rests. Holds digests, no personal data. */
export interface HitDecision {
  readonly id: string
  readonly version: number
  readonly environment: "sandbox" | "live"
  readonly subject_id: string
  readonly list_key: string
  /** Every identifier that the entry has or had. */
  readonly entry_ids: ReadonlyArray<string>
  readonly decision: "false_positive" | "confirmed" | "inconclusive"
  readonly entry_print: EntryPrint
  readonly subject_print: SubjectPrint
  readonly decided_by: { readonly type: string; readonly id: string }
  readonly decided_at: string
  /** The hit at which it was decided. */
  readonly hit_id: string
  /** Until when a false positive stays quiet; null for as long as nothing changes. */
  readonly expires_at: string | null
  readonly created_at: string
  readonly updated_at: string
}

export const hitDecisions = shape<HitDecision>()({
  table: "screening_decisions",
  columns: {
    subject_id: { type: "text" },
    list_key: { type: "text" },
    decision: { type: "text" },
    expires_at: { type: "text" },
    created_at: { type: "text" }
  }
})
export class DecisionStore extends Context.Service<DecisionStore, CollectionOf<typeof hitDecisions>>()(
  "@vouchkit/core/screening/DecisionStore"
) {}

/** How long a false positive stays quiet unless its reviewer says otherwise. */
export const standardQuietDays = 365
export const quietUntil = (decided_at: string, quiet_days: number | null): string | null =>
  quiet_days === null ? null : after(decided_at, days(quiet_days))

/** An entry as it was found now, as far as earlier decisions can speak about it. */
interface Remembered {
  readonly list_key: string
  readonly entry_ids: ReadonlyArray<string>
  readonly entry_print: EntryPrint
  readonly by_identifier: boolean
}

/** Whether a decision is about this entry, under whichever of its identifiers. */
const concerns = (decision: HitDecision, found: Pick<Remembered, "entry_ids" | "list_key">): boolean =>
  decision.list_key === found.list_key && decision.entry_ids.some((id) => found.entry_ids.includes(id))

type Recollection =
  | { readonly verdict: "none" }
  | { readonly verdict: "confirmed"; readonly decision: HitDecision }
  /** Still not a match: the hit is kept and counted, and alerts no one. */
  | { readonly verdict: "quiet"; readonly decision: HitDecision }
  /** It was not a match; `because` names what changed since, `expired`, or `identifier`. */
  | { readonly verdict: "reopened"; readonly decision: HitDecision; readonly because: ReadonlyArray<string> }

const laterFirst = (one: HitDecision, other: HitDecision): number => {
  const [left, right] = [`${one.decided_at}${one.id}`, `${other.decided_at}${other.id}`]
  return left < right ? 1 : left > right ? -1 : 0
}

/**
 * What the latest decision says of an entry found now. A confirmed one holds whatever changed. A false positive holds while the identifying
 * data of both sides are what they were and it has not expired, and never against an identifier that both share.
 */
export const recollect = (decisions: ReadonlyArray<HitDecision>, found: Remembered, subject: SubjectPrint, at: string): Recollection => {
  const [latest] = decisions.filter((decision) => concerns(decision, found)).toSorted(laterFirst)
  if (latest === undefined || latest.decision === "inconclusive") return { verdict: "none" }
  if (latest.decision === "confirmed") return { verdict: "confirmed", decision: latest }
  const because = [
    ...changedEntryFields(latest.entry_print, found.entry_print).map((field) => `entry.${field}`),
    ...changedSubjectFields(latest.subject_print, subject).map((field) => `subject.${field}`),
    ...(latest.expires_at !== null && latest.expires_at <= at ? ["expired"] : []),
    ...(found.by_identifier ? ["identifier"] : [])
  ]
  return because.length === 0 ? { verdict: "quiet", decision: latest } : { verdict: "reopened", decision: latest, because }
}
