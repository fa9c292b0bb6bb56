import { Effect } from "effect"
import { eraseCases, lockCases } from "./cases.ts"
import { eraseEventsAbout } from "./events.ts"
import { forEvery } from "./every.ts"
import { eraseFindingWords } from "./findings.ts"
import { issueReceipt } from "../../resources/erasure/receipt.ts"
import { IdempotencyStore } from "../../kernel/operation/idempotency.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import { dropKeys } from "../../resources/screening/blocking/keep.ts"
import { unmonitored } from "../../resources/screening/monitoring/cadence.ts"
import { eraseExportsOf } from "../../resources/exports/end.ts"
import { announceSubject } from "../../resources/screening/change.ts"
import { HitStore, type StoredHit } from "../../resources/screening/hits/model.ts"
import { ScreeningStore } from "../../resources/screening/screening-model.ts"
import { DecisionStore } from "../../resources/screening/hits/decisions.ts"
import { type StoredSubject, SubjectStore } from "../../resources/screening/subjects/model.ts"

const blank = { type: "", names: "", births: "", birth_places: "", nationalities: "", countries: "", gender: "", identifiers: "" } as const

/** The hit without what tells of whom: scores, states and times stay as evidence of what was done. */
const erasedHit = (hit: StoredHit, at: string): StoredHit => ({
  ...hit,
  // The entry would name the subject as surely as a name does.
  list_entry_id: "",
  entry_ids: [],
  entry_print: blank,
  matched_name: null,
  evidence: [],
  sanction_programs: [],
  listed_at: null,
  delisted_at: null,
  note: null,
  suppression_id: null,
  explanation: {
    ...hit.explanation,
    matched_name: null,
    query_name: null,
    words: [],
    unmatched: { query: [], listed: [] },
    qualifiers: hit.explanation.qualifiers.map((each) => ({ ...each, query: null, listed: null }))
  },
  updated_at: at
})

const eraseHits = Effect.fnUntraced(function* (subject_id: string, at: string) {
  const store = yield* HitStore
  const ids: Array<string> = []
  yield* forEvery(store, [{ field: "subject_id", op: "eq", value: subject_id }], (hit) => {
    ids.push(hit.id)
    return store.save(erasedHit(hit, at))
  })
  return ids
})

/** Digests of names can be guessed from names: what was remembered goes whole. */
const forgetDecisions = Effect.fnUntraced(function* (subject_id: string) {
  const store = yield* DecisionStore
  return yield* forEvery(store, [{ field: "subject_id", op: "eq", value: subject_id }], ({ id }) => store.remove(id))
})

const screeningsOf = Effect.fnUntraced(function* (subject_id: string) {
  const ids: Array<string> = []
  yield* forEvery(yield* ScreeningStore, [{ field: "subject_id", op: "eq", value: subject_id }], ({ id }) =>
    Effect.sync(() => void ids.push(id))
  )
  return ids
})

/**
 * Erases what is held of a locked subject, its hits, its cases and what was remembered about them, and announces that; the caller's receipt counts it. `about` names the
 * records whose events the caller erases, once nothing else erases events of the same transaction.
 * Running twice changes nothing more.
 */
export const blankSubject = Effect.fnUntraced(function* ({
  family_name: _family,
  given_name: _given,
  said: _said,
  sealed_identifiers: _sealed,
  identifiers_print: _print,
  ...subject
}: StoredSubject) {
  const at = yield* tenantNow
  const hits = yield* eraseHits(subject.id, at)
  const screenings = yield* screeningsOf(subject.id)
  const decisions = yield* forgetDecisions(subject.id)
  const cases = yield* lockCases("subject_id", subject.id)
  const case_notes = yield* eraseCases(cases.left)
  yield* eraseFindingWords({ case_id: cases.left.map(({ id }) => id) })
  for (const id of [subject.session_id, subject.subject_of ?? null]) if (id !== null) yield* eraseExportsOf({ id })
  // Answers to requests about it that are kept for repeated ones name it too.
  yield* (yield* IdempotencyStore).forget(subject.id)
  const erased: StoredSubject = {
    ...subject,
    name: null,
    aliases: [],
    date_of_birth: null,
    countries: [],
    identifiers: [],
    external_reference: null,
    metadata: {},
    monitoring: { ...unmonitored, cadence: subject.monitoring.cadence },
    erased_at: at,
    updated_at: at
  }
  const saved = yield* (yield* SubjectStore).save(yield* announceSubject(erased, "screening.subject-erased", {}))
  yield* dropKeys(subject.id)
  return {
    saved,
    at,
    about: [subject.id, ...screenings, ...hits, ...cases.left.map(({ id }) => id)],
    counts: { screening_subjects: 1, screening_hits: hits.length, screening_decisions: decisions, cases: cases.all, case_notes }
  }
})

/** Erases a locked subject by itself, under a receipt of its own. */
export const eraseSubject = Effect.fnUntraced(function* (subject: StoredSubject) {
  const { about, at, counts, saved } = yield* blankSubject(subject)
  const { cases: _cases, case_notes: _notes, ...counted } = counts
  yield* eraseEventsAbout(about)
  const receipt = yield* issueReceipt({ scope: { type: "screening_subject", id: subject.id }, counts: counted, at })
  yield* (yield* SubjectStore).save({ ...saved, receipt })
  return { erased_at: at, counts: { hits: counts.screening_hits, decisions: counts.screening_decisions }, receipt }
})
