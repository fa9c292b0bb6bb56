import type { IdentifierType, NameParts, RecordGender, RecordType } from "../record.ts"

/** Whom to look for. Everything but the name is optional; what is not given neither raises nor lowers a score. */
export interface ScreeningQuery {
  /** The whole name, in any script. */
  readonly name: string
  /** Parts of the name where they are known apart; those that the name does not hold are compared in its place. */
  readonly parts?: NameParts
  /** Other names of the same subject. */
  readonly aliases?: ReadonlyArray<string>
  readonly type?: RecordType
  /** `YYYY`, `YYYY-MM` or `YYYY-MM-DD`; anything else is taken as not given. */
  readonly date_of_birth?: string
  /** ISO 3166-1 alpha-2, capitals: nationality, residence, registration. */
  readonly countries?: ReadonlyArray<string>
  readonly gender?: RecordGender
  readonly identifiers?: ReadonlyArray<QueryIdentifier>
}

export interface QueryIdentifier {
  readonly type: IdentifierType
  readonly value: string
  readonly country?: string
}

export interface SearchOptions {
  /** Least score of a hit, 0 to 1. */
  readonly threshold: number
  /** Most hits, best first. */
  readonly limit: number
  /** What a weak alias does: adds evidence to records found otherwise, finds records as any name does, or neither. */
  readonly weak_aliases: "evidence" | "search" | "ignore"
}

/** Scores from which a hit is to be reviewed, and from which it is strong. */
export const thresholds = { review: 0.72, strong: 0.9 } as const

export const defaultOptions: SearchOptions = { threshold: thresholds.review, limit: 50, weak_aliases: "evidence" }

/** Bounds of a query; what goes beyond is left out. */
export const queryLimits = { aliases: 21, countries: 20, identifiers: 50, identifier: 128, hits: 500 } as const
