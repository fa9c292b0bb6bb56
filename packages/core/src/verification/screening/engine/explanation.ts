import type { NameKind, RecordType } from "../record.ts"
import type { WordMatch } from "./normalize/word-similarity.ts"

/** How the best name was found, from the strongest reason to the weakest. */
export type MatchType = "identifier" | "name_exact" | "aka_exact" | "transliterated" | "initials" | "phonetic" | "name_fuzzy" | "aka_fuzzy"

/** A word of the query beside the word of the listed name that it was matched with. */
export interface AlignedWord {
  readonly query: string
  readonly listed: string
  readonly how: WordMatch | "joined"
  /** 0 to 1. */
  readonly similarity: number
  /** Weight of the query's word in the name: its rarity times its role. */
  readonly weight: number
}

type QualifierField = "date_of_birth" | "country" | "gender" | "type" | "legal_form" | "weak_alias" | "identifier" | "limit"

/** What a fact beside the name did to the score. `limit` keeps the sum within what the evidence allows. */
export interface Qualifier {
  readonly field: QualifierField
  readonly query: string | null
  readonly listed: string | null
  /** Signed; the effects and `name_score` add up to the score. */
  readonly effect: number
}

/** Why a hit has its score, as data. */
export interface Explanation {
  readonly matched_name: string
  readonly name_kind: NameKind
  /** The name of the query that matched: its main name or one of its aliases. */
  readonly query_name: string
  readonly match_type: MatchType
  readonly words: ReadonlyArray<AlignedWord>
  readonly unmatched: { readonly query: ReadonlyArray<string>; readonly listed: ReadonlyArray<string> }
  /** The score of the name alone, calibrated, before any qualifier. */
  readonly name_score: number
  readonly qualifiers: ReadonlyArray<Qualifier>
}

/** What made a result: with these it can be computed again. */
export interface ResultVersions {
  readonly engine: string
  readonly normaliser: string
  /** List key → edition. */
  readonly lists: Readonly<Record<string, string>>
}

export interface ScreeningHit {
  readonly list: string
  readonly edition: string
  readonly uid: string
  readonly type: RecordType
  /** 0 to 1: how likely the subject is this entry. 1 is reached with a confirming fact only. */
  readonly score: number
  readonly explanation: Explanation
  readonly versions: ResultVersions
}

export interface ScreeningResult {
  /** Best first; equal scores by list and identifier. */
  readonly hits: ReadonlyArray<ScreeningHit>
  /** False when more records passed the threshold than the limit lets through. */
  readonly complete: boolean
  readonly versions: ResultVersions
}
