import type { Explanation, Qualifier } from "../../verification/screening/engine/explanation.ts"
import { effects } from "../../verification/screening/engine/qualifiers.ts"
import { cutAt } from "../watchlists/sources/one-line.ts"
import { type HitDecision, recollect } from "./hits/decisions.ts"
import { evidenceOf } from "./evidence.ts"
import { type SubjectPrint, entryPrint } from "./fingerprint.ts"
import { type StoredHit, shownWords } from "./hits/model.ts"
import type { FoundEntry } from "./screener.ts"
import { categoriesOf, categoryOf, pepLevelOf, priorityOf, riskOf } from "./risk.ts"
import type { Category } from "../../verification/screening/category.ts"
import { maximumHits } from "./screening-model.ts"
import { type Said, saidBy } from "../../verification/person-source.ts"
import { isSimulated } from "../../kernel/foundation/environment.ts"

/** Hits below this are not kept. */
export const keptFrom = 50

const percent = (score: number): number => Math.round(100 * Math.min(1, Math.max(0, score)))
const cut = (text: string | null): string | null => (text === null ? null : cutAt(text, 512))

/** A signed effect as 0 to 100, where 50 neither speaks for nor against. */
const leaning = (effect: number): number =>
  effect >= 0 ? 50 + percent(Math.min(1, effect / effects.same_day)) / 2 : 50 - percent(Math.min(1, effect / effects.far_years)) / 2

/** Null for a fact that the list does not know. */
const componentOf = (qualifiers: ReadonlyArray<Qualifier>, field: Qualifier["field"], score: (effect: number) => number): number | null => {
  const found = qualifiers.find((qualifier) => qualifier.field === field)
  return found === undefined || found.listed === null ? null : Math.round(score(found.effect))
}

const componentsOf = ({ name_score, qualifiers }: Explanation): StoredHit["component_scores"] => ({
  name: percent(name_score),
  date_of_birth: componentOf(qualifiers, "date_of_birth", leaning),
  country: componentOf(qualifiers, "country", (effect) => (effect > 0 ? 100 : effect < 0 ? 0 : 50)),
  identifier: componentOf(qualifiers, "identifier", (effect) => (effect >= 0 ? 100 : 0))
})

const shown = (explanation: Explanation): StoredHit["explanation"] => ({
  matched_name: cut(explanation.matched_name),
  name_kind: explanation.name_kind,
  query_name: cut(explanation.query_name),
  match_type: explanation.match_type,
  words: explanation.words
    .slice(0, shownWords)
    .map((word) => ({ ...word, query: cutAt(word.query, 512), listed: cutAt(word.listed, 512) })),
  unmatched: {
    query: explanation.unmatched.query.slice(0, shownWords).map((word) => cutAt(word, 512)),
    listed: explanation.unmatched.listed.slice(0, shownWords).map((word) => cutAt(word, 512))
  },
  name_score: explanation.name_score,
  qualifiers: explanation.qualifiers.slice(0, 20).map((each) => ({ ...each, query: cut(each.query), listed: cut(each.listed) }))
})

const byIdentifier = ({ match_type, qualifiers }: Explanation): boolean =>
  match_type === "identifier" || qualifiers.some(({ field }) => field === "identifier")

/** What a hit is judged by, besides what was found. */
export interface Assessment {
  readonly environment: StoredHit["environment"]
  readonly screening_id: string
  readonly subject_id: string
  readonly identity_id: string | null
  readonly subject_print: SubjectPrint
  /** Least match score, 0 to 100, at which a hit of the list asks for a person. */
  readonly thresholdOf: (list_key: string) => number
  readonly decisions: ReadonlyArray<HitDecision>
  /** Who says the subject's names and numbers. */
  readonly said: ReadonlyArray<Said>
  readonly at: string
}

/** Found entries of the wanted kinds that are worth keeping, best first, and whether there were more than one screening keeps. */
export const keptEntries = (
  found: ReadonlyArray<FoundEntry>,
  categories: ReadonlyArray<Category>
): { readonly entries: ReadonlyArray<FoundEntry>; readonly all: boolean } => {
  const wanted = found.filter(
    ({ record, score }) => percent(score) >= keptFrom && categoriesOf(record).some((category) => categories.includes(category))
  )
  return { entries: wanted.slice(0, maximumHits), all: wanted.length <= maximumHits }
}

type Review = Pick<StoredHit, "review_status" | "reviewed_by" | "reviewed_at" | "suppression_id" | "reopened_by">
const open: Review = { review_status: "unreviewed", reviewed_by: null, reviewed_at: null, suppression_id: null, reopened_by: [] }

/** Where the review of a hit begins: what was decided before is not asked again while it holds. */
const reviewOf = (
  hit: Pick<StoredHit, "list_key" | "entry_ids" | "entry_print" | "by_identifier" | "match_score">,
  { at, decisions, subject_print, thresholdOf }: Assessment
): Review => {
  const threshold = thresholdOf(hit.list_key)
  const recalled = recollect(decisions, hit, subject_print, at)
  switch (recalled.verdict) {
    case "confirmed":
    case "quiet":
      return {
        review_status: recalled.decision.decision === "confirmed" ? "confirmed" : "false_positive",
        reviewed_by: recalled.decision.decided_by,
        reviewed_at: recalled.decision.decided_at,
        suppression_id: recalled.decision.id,
        reopened_by: []
      }
    case "reopened":
      return hit.match_score < threshold && !hit.by_identifier
        ? { ...open, review_status: "auto_dismissed" }
        : { ...open, suppression_id: recalled.decision.id, reopened_by: recalled.because.slice(0, 20) }
    case "none":
      return hit.match_score < threshold && !hit.by_identifier ? { ...open, review_status: "auto_dismissed" } : open
  }
}

/** What of the subject matched: the name that was found, or the number that is the entry's. */
export const matchedValues = ({
  match_type,
  qualifiers,
  query_name
}: Pick<StoredHit["explanation"], "match_type" | "qualifiers" | "query_name">): ReadonlyArray<string> => {
  const numbers = qualifiers.flatMap(({ field, query }) => (field === "identifier" && query !== null ? [query] : []))
  return match_type === "identifier" || query_name === null ? numbers : [query_name, ...numbers]
}

/** A found entry as a hit of this screening. */
export const hitOf = (id: string, found: FoundEntry, assessment: Assessment): StoredHit => {
  const { record } = found
  const match_score = percent(found.score)
  const risk_score = riskOf(record)
  const identified = {
    list_key: found.list,
    entry_ids: [...new Set([found.uid, ...record.former_uids])],
    entry_print: entryPrint(record),
    by_identifier: byIdentifier(found.explanation),
    match_score
  }
  const review = reviewOf(identified, assessment)
  const { at, environment, identity_id, screening_id, subject_id } = assessment
  return {
    id,
    environment,
    screening_id,
    subject_id,
    identity_id,
    ...identified,
    ...review,
    list_version: cutAt(found.edition, 64),
    list_entry_id: found.uid,
    entity_type: found.type,
    category: categoryOf(record),
    matched_name: cut(found.explanation.matched_name),
    component_scores: componentsOf(found.explanation),
    risk_score,
    priority: review.review_status === "auto_dismissed" ? "low" : priorityOf(match_score, risk_score),
    evidence: evidenceOf(record),
    pep_level: pepLevelOf(record),
    sanction_programs: record.programs.toSorted(),
    listed_at: record.listed_on,
    delisted_at: null,
    group: null,
    note: null,
    explanation: shown(found.explanation),
    sources: saidBy(assessment.said, matchedValues(found.explanation)),
    versions: { engine: found.versions.engine, normaliser: found.versions.normaliser },
    simulated: isSimulated(environment),
    sequence: 0,
    version: 1,
    created_at: at,
    updated_at: at
  }
}
