import { Effect } from "effect"
import { makeId } from "../foundation/id.ts"
import { Caller } from "../operation/caller.ts"
import { Conflict } from "../operation/failure.ts"
import { tenantNow } from "../sandbox/clock.ts"
import { type Assessment, hitOf, keptEntries, keptFrom } from "./assess.ts"
import { announceHit, announceScreening, subjectErased } from "./change.ts"
import { diffOf } from "./diff.ts"
import { type ScreeningQuery, queryLimits, thresholds } from "./engine/query.ts"
import type { RecordType } from "./record.ts"
import { type SubjectFacts, subjectPrint } from "./fingerprint.ts"
import { groupsOf } from "./groups.ts"
import { HitStore, type StoredHit } from "./hit-model.ts"
import { DecisionStore } from "./memory.ts"
import { countHits, riskOfHits, statusOf } from "./outcome.ts"
import { type SearchAnswer, Screener } from "./screener.ts"
import {
  type Category,
  type ScreeningError,
  ScreeningStore,
  type StoredScreening,
  type Trigger,
  allCategories,
  maximumHits,
  maximumLists
} from "./screening-model.ts"
import { type EntityType, type StoredSubject, SubjectStore } from "./subject-model.ts"

/** Decisions of one subject that are looked through, the latest first. */
const rememberedDecisions = 2_000

/** A wallet belongs to whomever: its address finds entries of any type. */
const recordTypes = {
  person: "person",
  organization: "organization",
  vessel: "vessel",
  wallet: undefined
} as const satisfies Record<EntityType, RecordType | undefined>

const queryOf = (subject: SubjectFacts): ScreeningQuery => {
  const type = recordTypes[subject.entity_type]
  return {
    name: subject.name ?? "",
    aliases: subject.aliases,
    ...(type === undefined ? {} : { type }),
    ...(subject.date_of_birth === null ? {} : { date_of_birth: subject.date_of_birth }),
    countries: subject.countries,
    identifiers: subject.identifiers.map(({ country, type: kind, value }) => ({
      type: kind,
      value,
      ...(country === undefined || country === null ? {} : { country })
    }))
  }
}

/** What was searched for and found, outside of any transaction. */
export interface Searched {
  readonly subject: SubjectFacts
  readonly answer: SearchAnswer
}

/** Searches all lists for the subject, down to the scores that are kept though they alert nobody. */
export const searchFor = Effect.fnUntraced(function* (subject: SubjectFacts) {
  const { search } = yield* Screener
  // Scores are rounded to whole points, so that half a point below still counts as the least that is kept.
  const answer = yield* search(queryOf(subject), { threshold: (keptFrom - 0.5) / 100, limit: queryLimits.hits })
  const searched: Searched = { subject, answer }
  return searched
})

export interface Cause {
  readonly trigger: Trigger
  readonly session_id: string | null
  readonly categories?: ReadonlyArray<Category>
  /** Least match score that asks for a person, 0 to 100; 72 unless stated. */
  readonly threshold?: number
  /** Screens a subject again: announced as such besides. */
  readonly again: boolean
  /** Names what must be screened once, however often its handler runs. */
  readonly run_key: string | null
}

export const standardThreshold = Math.round(thresholds.review * 100)

export interface Screened {
  readonly screening: StoredScreening
  readonly hits: ReadonlyArray<StoredHit>
  /** Hits that a person has to hear of now: those not yet judged that are new, that changed, or whose "not a match" no longer holds. */
  readonly alerts: ReadonlyArray<StoredHit>
}

export const hitsOf = Effect.fnUntraced(function* (screening_id: string) {
  return yield* (yield* HitStore).list({
    where: [{ field: "screening_id", op: "eq", value: screening_id }],
    order: [{ field: "match_score", direction: "desc" }],
    limit: maximumHits
  })
})

const errorsOf = ({ error_codes }: SearchAnswer, all: boolean): ReadonlyArray<ScreeningError> => [
  ...new Set<ScreeningError>([...error_codes, ...(all ? [] : ["too_many_hits" as const])])
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

/** A screening that ran before for the same cause, with its hits; it alerts nobody a second time. */
const already = Effect.fnUntraced(function* (run_key: string) {
  const [screening] = yield* (yield* ScreeningStore).list({ where: [{ field: "run_key", op: "eq", value: run_key }], limit: 1 })
  if (screening === undefined) return undefined
  const known: Screened = { screening, hits: yield* hitsOf(screening.id), alerts: [] }
  return known
})

/**
 * Records what a search found for a locked subject: the screening, its hits, and their events. Fails as stale when the subject is not the
 * one that was searched for any more.
 */
export const recordScreening = Effect.fnUntraced(function* (subject: StoredSubject, { answer, subject: asked }: Searched, cause: Cause) {
  if (subject.erased_at !== null) return yield* subjectErased
  const known = cause.run_key === null ? undefined : yield* already(cause.run_key)
  if (known !== undefined) return known
  const print = subjectPrint(subject)
  if (Object.values(print).join() !== Object.values(subjectPrint(asked)).join()) {
    return yield* new Conflict({ code: "stale_object", detail: "The subject changed while it was searched for. Send the request again." })
  }
  const at = yield* tenantNow
  const id = yield* makeId("scr")
  const categories = cause.categories ?? allCategories
  const threshold = cause.threshold ?? standardThreshold
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
    subject_print: print,
    threshold,
    decisions,
    at
  })
  const diff = previous === null ? null : diffOf(previous, found)
  const fresh = new Set(diff === null ? found.map((hit) => hit.id) : [...diff.new, ...diff.changed])
  const alerting = new Set(
    found.filter((hit) => hit.review_status === "unreviewed" && (fresh.has(hit.id) || hit.reopened_by.length > 0)).map((hit) => hit.id)
  )
  const { actor } = yield* Caller
  const error_codes = errorsOf(answer, all)
  const screening: StoredScreening = {
    id,
    environment: subject.environment,
    subject_id: subject.id,
    session_id: cause.session_id,
    trigger: cause.trigger,
    categories,
    lists: answer.lists.toSorted((one, other) => (one.key < other.key ? -1 : 1)).slice(0, maximumLists),
    algorithm_version: answer.versions.engine,
    versions: { engine: answer.versions.engine, normaliser: answer.versions.normaliser },
    threshold,
    status: statusOf(found, error_codes),
    partial: answer.partial || !all,
    error_codes,
    hit_counts: countHits(found),
    risk_score: riskOfHits(found),
    previous_screening_id: subject.last_screening_id,
    diff,
    requested_by: { type: actor.type, id: actor.id },
    simulated: subject.environment === "sandbox",
    completed_at: at,
    run_key: cause.run_key,
    sequence: 0,
    version: 1,
    created_at: at,
    updated_at: at
  }
  let announced = yield* announceScreening(screening, "screening.completed")
  if (cause.again) announced = yield* announceScreening(announced, "screening.rescreened")
  // Before its hits, which refer to it.
  if (!(yield* (yield* ScreeningStore).insertIfAbsent(announced))) {
    return yield* new Conflict({ code: "conflict", detail: "The same screening ran at the same moment. Read it again." })
  }
  const store = yield* HitStore
  const hits: Array<StoredHit> = []
  for (const hit of found) {
    const told = alerting.has(hit.id) ? yield* announceHit(hit, "screening.hit-found") : hit
    yield* store.insert(told)
    hits.push(told)
  }
  yield* (yield* SubjectStore).save({ ...subject, last_screening_id: id, last_screened_at: at, updated_at: at })
  const screened: Screened = { screening: announced, hits, alerts: hits.filter((hit) => alerting.has(hit.id)) }
  return screened
})
