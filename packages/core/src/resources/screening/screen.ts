import { Effect } from "effect"
import { makeId } from "../../kernel/foundation/id.ts"
import { Caller } from "../../kernel/access/caller.ts"
import { Conflict } from "../../kernel/foundation/failure.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import { type Assessment, hitOf, keptEntries, keptFrom } from "./assess.ts"
import { announceHit, announceScreening } from "./change.ts"
import { screenedMonitoring } from "./monitoring/cadence.ts"
import { alertsOf, diffOf } from "./hits/diff.ts"
import { queryLimits } from "../../verification/screening/engine/query.ts"
import { subjectPrint } from "./fingerprint.ts"
import { groupsOf } from "./hits/groups.ts"
import { HitStore, type StoredHit } from "./hits/model.ts"
import { hitsOf } from "./hits/of-screening.ts"
import { searchesEverything, supersedeWaiting } from "./hits/supersede.ts"
import { DecisionStore } from "./hits/decisions.ts"
import { watchOver } from "./monitoring/register.ts"
import { countHits, riskOfHits, statusOf } from "./outcome.ts"
import { type SearchedSubject, onLists } from "./searched.ts"
import { type SearchAnswer, Screener } from "./screener.ts"
import { seenNow } from "./tenant-editions.ts"
import type { Category } from "../../verification/screening/category.ts"
import { type ScreeningError, ScreeningStore, type StoredScreening, type Trigger, maximumLists } from "./screening-model.ts"
import { allCategories } from "../../verification/screening/category.ts"
import { asScore, screeningRules, thresholdOf, weakAliasesIn } from "./rules.ts"
import type { WeakAliases } from "../settings/screening.ts"
import { standardThreshold } from "./standard-threshold.ts"
import { subjectErased, type StoredSubject, SubjectStore } from "./subjects/model.ts"
import { openedFacts } from "./subjects/sealed.ts"
import { canBeFound, queryOf } from "./subjects/query.ts"
import { isSimulated } from "../../kernel/foundation/environment.ts"

/** Decisions of one subject that are looked through, the latest first. */
const rememberedDecisions = 2_000

/** What was searched for and found, outside of any transaction. */
export interface Searched {
  readonly subject: SearchedSubject
  readonly answer: SearchAnswer
  /** What weak aliases did in this search. */
  readonly weak_aliases: WeakAliases
  /** More was found than a search answers, over all lists together. */
  readonly cut: boolean
}

/** Searches the lists of the subject, down to the scores that are kept though they alert no one. */
export const searchFor = Effect.fnUntraced(function* (subject: SearchedSubject) {
  const { search } = yield* Screener
  // Scores are rounded to whole points, so that half a point below still counts as the least that is kept.
  const { weak_aliases } = yield* screeningRules
  const answer = yield* search(queryOf(yield* openedFacts(subject)), {
    threshold: asScore(keptFrom),
    limit: queryLimits.hits,
    weak_aliases: weakAliasesIn[weak_aliases]
  })
  const searched: Searched = {
    subject,
    weak_aliases,
    answer: onLists(answer, subject.monitored_lists ?? []),
    cut: answer.hits.length >= queryLimits.hits
  }
  return searched
})

/** How a screening that is not the first of its subject is announced besides. */
type Again = "screening.rescreened"

interface Cause<Type extends Again | null = Again | null> {
  readonly trigger: Trigger
  readonly session_id: string | null
  readonly categories?: ReadonlyArray<Category>
  /** Least match score that asks for a person, 0 to 100; 72 unless stated. */
  readonly threshold?: number
  /** Only some of the subject's lists were looked at. */
  readonly part?: true
  /** Present when the subject is screened again. */
  readonly again: Type
  /** Names what must be screened once, however often its handler runs. */
  readonly run_key: string | null
}

export interface Screened {
  readonly screening: StoredScreening
  readonly hits: ReadonlyArray<StoredHit>
  /** Hits that a person has to hear of now: those not yet judged that are new, that changed, or whose "not a match" no longer holds. */
  readonly alerts: ReadonlyArray<StoredHit>
}

const errorsOf = ({ answer, subject }: Searched, all: boolean): ReadonlyArray<ScreeningError> => [
  ...new Set<ScreeningError>([
    ...answer.error_codes,
    ...(canBeFound(subject) ? [] : ["name_not_searchable" as const]),
    ...(all ? [] : ["too_many_hits" as const])
  ])
]

const assessed = Effect.fnUntraced(function* (found: ReturnType<typeof keptEntries>["entries"], assessment: Assessment) {
  const ids: Array<string> = []
  for (const _ of found) ids.push(yield* makeId("hit"))
  const groups = groupsOf(found)
  return found.map((entry, place): StoredHit => {
    const first = groups[place] ?? place
    const alone = groups.filter((group) => group === first).length === 1
    return { ...hitOf(ids[place] ?? "", entry, assessment), group: alone ? null : (ids[first] ?? null) }
  })
})

/** A screening that ran before for the same cause, with its hits; it alerts no one a second time. */
const already = Effect.fnUntraced(function* (run_key: string) {
  const [screening] = yield* (yield* ScreeningStore).list({ where: [{ field: "run_key", op: "eq", value: run_key }], limit: 1 })
  if (screening === undefined) return undefined
  const known: Screened = { screening, hits: yield* hitsOf(screening.id), alerts: [] }
  return known
})

const stale = new Conflict({ code: "stale_object", detail: "The subject changed during the screening. Send the request again." })
const outdated = new Conflict({ code: "stale_object", detail: "A watchlist changed during the screening. Send the request again." })

/** What a search found for a locked subject, judged by what was decided before, and beside its last screening. */
const compared = Effect.fnUntraced(function* (subject: StoredSubject, { answer, cut, subject: asked }: Searched, cause: Cause) {
  const print = subjectPrint(subject)
  const sameLists = (asked.monitored_lists ?? []).join() === subject.monitored_lists.join()
  if (!sameLists || Object.values(print).join() !== Object.values(subjectPrint(asked)).join()) return yield* stale
  if (answer.seen !== undefined && answer.seen !== (yield* seenNow)) return yield* outdated
  const at = yield* tenantNow
  const id = yield* makeId("scr")
  const categories = cause.categories ?? allCategories
  const threshold = cause.threshold ?? standardThreshold
  // What is asked for by name counts for every list.
  const rules = cause.threshold === undefined ? yield* screeningRules : { list_thresholds: [] }
  const searched = new Set(answer.lists.map(({ key }) => key))
  const list_thresholds = rules.list_thresholds.filter((each) => searched.has(each.list) && each.threshold !== threshold)
  const decisions = yield* (yield* DecisionStore).list({
    where: [{ field: "subject_id", op: "eq", value: subject.id }],
    order: [{ field: "created_at", direction: "desc" }],
    limit: rememberedDecisions
  })
  const previous = subject.last_screening_id === null ? null : yield* hitsOf(subject.last_screening_id)
  const { all, entries } = keptEntries(answer.hits, categories)
  const found = yield* assessed(entries, {
    environment: subject.environment,
    screening_id: id,
    subject_id: subject.id,
    identity_id: subject.identity_id,
    subject_print: print,
    thresholdOf: (list_key) => (cause.threshold === undefined ? thresholdOf(rules, list_key) : cause.threshold),
    decisions,
    said: subject.said ?? [],
    at
  })
  const diff = previous === null ? null : diffOf(previous, found)
  const alerting = new Set(alertsOf(previous ?? [], found, diff))
  return { alerting, all: all && !cut, at, categories, diff, found, id, list_thresholds, threshold }
})

/** Whether recording what was found would tell anything that the last screening of the subject did not. */
export const bringsNews = Effect.fnUntraced(function* (subject: StoredSubject, searched: Searched, cause: Cause) {
  const { alerting, diff } = yield* compared(subject, searched, cause)
  return diff === null || alerting.size + diff.new.length + diff.changed.length + diff.removed.length > 0
})

/** Stores the hits of a screening, and announces those that alert. */
const insertHits = Effect.fnUntraced(function* (found: ReadonlyArray<StoredHit>, alerting: ReadonlySet<string>) {
  const store = yield* HitStore
  const hits: Array<StoredHit> = []
  for (const hit of found) {
    const reported = alerting.has(hit.id) ? yield* announceHit(hit, "screening.hit-found", {}) : hit
    yield* store.insert(reported)
    hits.push(reported)
  }
  return hits
})

/** Notes on a subject that it was screened, and has it watched from then on if it is monitored. */
const noteScreening = Effect.fnUntraced(function* (subject: StoredSubject, { created_at: at, id, whole }: StoredScreening) {
  const saved = yield* (yield* SubjectStore).save({
    ...subject,
    monitoring: whole ? screenedMonitoring(subject.id, subject.monitoring, at) : subject.monitoring,
    last_screening_id: id,
    last_screened_at: at,
    updated_at: at
  })
  if (saved.monitoring.status === "active") yield* watchOver(saved)
})

/**
 * Records what a search found for a locked subject: the screening, its hits, and their events. Fails as stale when the subject is not the
 * one that was searched for any more, or another edition of a list became current since: then it is to be searched for again.
 */
export const recordScreening = Effect.fnUntraced(function* <Type extends Again | null>(
  subject: StoredSubject,
  searched: Searched,
  cause: Cause<Type>
) {
  if (subject.erased_at !== null) return yield* subjectErased
  const known = cause.run_key === null ? undefined : yield* already(cause.run_key)
  if (known !== undefined) return known
  const { answer } = searched
  const { alerting, all, at, categories, diff, found, id, list_thresholds, threshold } = yield* compared(subject, searched, cause)
  const { actor } = yield* Caller
  const error_codes = errorsOf(searched, all)
  // What left something out says nothing about when the whole is due, nor about what earlier screenings found.
  const whole = cause.part !== true && categories.length === allCategories.length && answer.lists.length > 0
  const screening: StoredScreening = {
    id,
    environment: subject.environment,
    subject_id: subject.id,
    session_id: cause.session_id,
    identity_id: subject.identity_id,
    trigger: cause.trigger,
    categories,
    lists: answer.lists.toSorted((one, other) => (one.key < other.key ? -1 : 1)).slice(0, maximumLists),
    algorithm_version: answer.versions.engine,
    versions: { engine: answer.versions.engine, normaliser: answer.versions.normaliser },
    threshold,
    list_thresholds,
    weak_aliases: searched.weak_aliases,
    status: statusOf(found, error_codes),
    partial: error_codes.length > 0,
    error_codes,
    hit_counts: countHits(found),
    risk_score: riskOfHits(found),
    previous_screening_id: subject.last_screening_id,
    diff,
    requested_by: { type: actor.type, id: actor.id },
    simulated: isSimulated(subject.environment),
    completed_at: at,
    run_key: cause.run_key,
    whole,
    sequence: 0,
    version: 1,
    created_at: at,
    updated_at: at
  }
  let announced = yield* announceScreening(screening, "screening.completed", {})
  if (cause.again !== null) announced = yield* announceScreening(announced, cause.again, {})
  // Before its hits, which refer to it.
  if (!(yield* (yield* ScreeningStore).insertIfAbsent(announced))) {
    return yield* new Conflict({ code: "conflict", detail: "The same screening ran at the same time. Read it again." })
  }
  if (searchesEverything(screening)) yield* supersedeWaiting(subject.id)
  const hits = yield* insertHits(found, alerting)
  yield* noteScreening(subject, screening)
  const screened: Screened = { screening: announced, hits, alerts: hits.filter((hit) => alerting.has(hit.id)) }
  return screened
})
