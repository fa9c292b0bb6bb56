import { createHash } from "node:crypto"
import { Effect } from "effect"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import { chosenMonitoring } from "../../resources/screening/monitoring/cadence.ts"
import { onLists } from "../../resources/screening/searched.ts"
import { RulesOfNode, type ScreeningRules } from "../../verification/workflows/node-rules.ts"
import { type ReasonCode, reasonFacts } from "../../kernel/foundation/reason-codes.ts"
import { thresholds } from "../../verification/screening/engine/query.ts"
import { mostRestedOn, type RestsOn, restsOnRecords, stated } from "../../verification/evidence/evidence.ts"
import { type Said, sayingOneOf } from "../../verification/person-source.ts"
import { matchedValues } from "../../resources/screening/assess.ts"
import { reasonsOf } from "../screening/cases.ts"
import type { StoredHit } from "../../resources/screening/hits/model.ts"
import { isLive, outcomeOf } from "../../resources/screening/outcome.ts"
import { failingRisk } from "../../resources/screening/risk.ts"
import { type Screened, type Searched, recordScreening, searchFor } from "../../resources/screening/screen.ts"
import type { ScreeningError } from "../../resources/screening/screening-model.ts"
import { type StoredSubject, SubjectStore } from "../../resources/screening/subjects/model.ts"
import type { StoredSession } from "../../resources/sessions/model.ts"
import type { CheckFinding } from "../../resources/checks/record.ts"
import type { StoredCheck } from "../../resources/checks/model.ts"
import { knownPerson } from "../known-person/known-person.ts"
import type { KnownPerson } from "../known-person/person.ts"
import { type ScreenedPerson, screenedPerson } from "../known-person/screened-person.ts"
import type { RecordVerdict } from "./record-verdict.ts"
import { approved, type Conclusion } from "../../verification/conclusion.ts"
import { makeSubject } from "../../resources/screening/subjects/make.ts"
import { isSimulated } from "../../kernel/foundation/environment.ts"

/** What a check of the session says. */
type Found = Pick<StoredCheck, "details" | "simulated" | "status">

/** Whom was searched for, by what the session and its checks said then. */
interface LookedForPerson {
  readonly found: ReadonlyArray<Found>
  /** Null where no one was named. */
  readonly searched: Searched | null
}

/** Searches for the person of a session, before the transaction that records it; null when no one is named. */
export const searchForSession = Effect.fnUntraced(function* (session: StoredSession, found: ReadonlyArray<Found>) {
  const person = screenedPerson(knownPerson(session, found))
  const looked: LookedForPerson = { found, searched: person === null ? null : yield* searchFor(person.facts) }
  return looked
})

/** The subject of a session that is locked, with what the session now says of the person; made with the first screening. */
const subjectOf = Effect.fnUntraced(function* (session: StoredSession, { facts, said }: ScreenedPerson) {
  const store = yield* SubjectStore
  const [known] = yield* store.list({ where: [{ field: "session_id", op: "eq", value: session.id }], limit: 1 })
  if (known === undefined) {
    const made: StoredSubject = { ...(yield* makeSubject(facts, session)), said }
    // No one else can: the session is locked.
    yield* store.insertIfAbsent(made)
    return made
  }
  const locked = (yield* store.lock(known.id)) ?? known
  // One that was erased stays so: its screening is refused.
  return locked.erased_at === null ? { ...locked, ...facts, said } : locked
})

/** Something that a session says of its person, by the name of the value. */
type SaidValue = Said & { readonly field: "name" | "document_number" }

const saidOf = ({ names, numbers }: KnownPerson): ReadonlyArray<SaidValue> => [
  ...names.map((one) => ({ ...one, field: "name" as const })),
  ...numbers.map((one) => ({ ...one, field: "document_number" as const }))
]

/** The listed persons of a reason, each beside what the person of the session says and where that was read. */
const hitsRestOn = (hits: ReadonlyArray<StoredHit>, said: ReadonlyArray<SaidValue>): ReadonlyArray<RestsOn> =>
  hits
    .flatMap((hit): ReadonlyArray<RestsOn> => {
      const record = { type: "screening_hit", id: hit.id } as const
      const found = sayingOneOf(said, matchedValues(hit.explanation))
      const places = found.map(({ at = stated, field }): RestsOn => ({ field, source: at.source, evidence: at.evidence, record }))
      return places.length > 0 ? places : restsOnRecords(record.type, [record.id])
    })
    .slice(0, mostRestedOn)

const reasonsFor = (
  hits: ReadonlyArray<StoredHit>,
  errors: Screened["screening"]["error_codes"],
  said: ReadonlyArray<SaidValue>
): CheckFinding["reasons"] => [
  ...reasonsOf(hits).map((code) => {
    const own = hits.filter((hit) => reasonsOf([hit])[0] === code)
    return {
      code,
      severity: own.some(({ risk_score }) => risk_score > failingRisk) ? ("fail" as const) : ("review" as const),
      message: reasonFacts[code].message,
      rests_on: hitsRestOn(own, said)
    }
  }),
  ...errors.map((code) => ({ code, severity: code === "list_stale" ? ("info" as const) : ("review" as const), message: gaps[code] }))
]

const gaps = {
  no_list_loaded: "No watchlist is loaded, so the screening has no result. Load a watchlist and screen again.",
  list_not_loaded: "A watchlist could not be loaded, so its entries were not searched.",
  list_stale: "A newer edition of a watchlist could not be read; the last good edition was searched.",
  name_not_searchable: "The name has only symbols or single letters and cannot be searched, so the screening has no result.",
  too_many_hits: "More entries match than one screening stores. A person has to narrow down the search."
} as const

/** Gaps for which a screening without a hit passes no one; a list that was last read a while ago is still a list. */
const unjudged = (code: ScreeningError): boolean => code === "too_many_hits" || code === "list_not_loaded"

const base = {
  type: "aml_screening",
  policy: null,
  input_document_ids: [],
  threshold: thresholds.review
} as const

const unnamed = (session: StoredSession): CheckFinding => ({
  ...base,
  status: "errored",
  outcome: null,
  score: null,
  reasons: [
    {
      code: "no_reference_data",
      severity: "review",
      message: "Neither the session nor a document that was read names anybody to screen. Set `expected` and run the checks again."
    }
  ],
  details: null,
  simulated: isSimulated(session.environment),
  part: "unnamed"
})

/** The check that a screening makes; `said` is what was said of its person, where that is known. */
export const findingOfScreening = ({ hits, screening }: Screened, said: ReadonlyArray<SaidValue> = []): CheckFinding => {
  const live = hits.filter(isLive)
  const match_score = live.length === 0 ? null : Math.max(...live.map((hit) => hit.match_score))
  const unavailable = screening.status === "errored"
  return {
    ...base,
    threshold: screening.threshold / 100,
    status: unavailable ? "errored" : "completed",
    outcome: unavailable ? null : live.length === 0 && screening.error_codes.some(unjudged) ? "review" : outcomeOf(hits),
    // How likely the person is listed; how much that would weigh stands in the details, as the risk score.
    score: unavailable ? null : (match_score ?? 0) / 100,
    reasons: reasonsFor(live, screening.error_codes, said),
    details: {
      screening_id: screening.id,
      subject_id: screening.subject_id,
      status: screening.status,
      match_score,
      risk_score: screening.risk_score,
      categories: [...new Set(live.map(({ category }) => category))],
      hit_counts: screening.hit_counts,
      threshold: screening.threshold,
      lists: screening.lists,
      partial: screening.partial,
      error_codes: screening.error_codes,
      versions: screening.versions
    },
    simulated: screening.simulated,
    part: screening.id
  }
}

/** Where a screening leads: a hit is never more than a question to a person, whatever it would weigh. */
const ledBy = (finding: CheckFinding, reason_codes: ReadonlyArray<ReasonCode>): RecordVerdict => {
  const conclusion: Conclusion = reason_codes.length === 0 ? approved : { status: "in_review", reason_codes }
  return { finding, conclusion, tags: [] }
}

/** Tells apart the screenings of one run that nodes ask for with different rules. */
const keyOf = (rules: ScreeningRules): string =>
  Object.keys(rules).length === 0 ? "" : `/${createHash("sha256").update(JSON.stringify(rules)).digest("hex").slice(0, 16)}`

/** The subject as it is monitored from now on: one whose monitoring someone has chosen stays by that. */
const monitored = Effect.fnUntraced(function* (subject: StoredSubject, { monitor = false }: ScreeningRules) {
  if (!monitor || subject.monitoring.status !== "off") return subject
  const { cadence } = subject.monitoring
  return { ...subject, monitoring: chosenMonitoring(subject.id, subject.monitoring, { status: "active", cadence }, yield* tenantNow) }
})

interface Attempts {
  readonly attempt: number
  readonly node_attempt?: number
}

/** Tells apart the screenings of one run that were made again: with their check, or by their node. */
const keyOfAttempts = ({ attempt, node_attempt = 1 }: Attempts): string =>
  `${attempt === 1 ? "" : `/${attempt}`}${node_attempt === 1 ? "" : `/node/${node_attempt}`}`

/** Records the screening of a locked session's current run; an attempt that is recorded again finds the same one. */
export const screenSession = Effect.fnUntraced(function* (
  session: StoredSession,
  { found, searched }: LookedForPerson,
  attempts: Attempts = { attempt: 1 }
) {
  const { screening: rules = {} } = yield* RulesOfNode
  const known = knownPerson(session, found)
  const person = screenedPerson(known)
  if (person === null || searched === null) return ledBy(unnamed(session), ["check_unavailable"])
  const { categories, lists, threshold } = rules
  const subject = yield* monitored(yield* subjectOf(session, person), rules)
  const asked: Searched = lists === undefined ? searched : { ...searched, answer: onLists(searched.answer, lists) }
  const screened = yield* recordScreening(subject, asked, {
    trigger: "onboarding",
    session_id: session.id,
    again: null,
    run_key: `session/${session.id}/${session.run}${keyOf(rules)}${keyOfAttempts(attempts)}`,
    ...(lists === undefined ? {} : { part: true }),
    ...(categories === undefined ? {} : { categories }),
    ...(threshold === undefined ? {} : { threshold })
  })
  const finding = findingOfScreening(screened, saidOf(known))
  const hits = reasonsOf(screened.hits.filter(isLive))
  return ledBy(finding, finding.outcome === "passed" ? [] : hits.length === 0 ? ["check_unavailable"] : hits)
})
