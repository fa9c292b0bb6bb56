import { nameExplanations } from "../names/judge/explanations.ts"
import type { ReadAt } from "../evidence/evidence.ts"
import type { AddressParts } from "../subject.ts"

/** Where facts about a person come from. One source may speak several times: the visual zone, the zone for machines and a barcode. */
export const factSources = ["expected", "identity_document", "chip", "proof_of_address"] as const
export type FactSource = (typeof factSources)[number]

/** What one source says of a person. Everything but `source` is optional, and everything but the marks is personal. */
export interface PersonFacts {
  readonly source: FactSource
  readonly surname?: string | null
  readonly given_names?: string | null
  /** The whole name where the parts are not distinguished; `SURNAME<<GIVEN<NAMES` and `Surname, Given` tell them. */
  readonly full_name?: string | null
  /** The name in the script of its country. */
  readonly native_name?: string | null
  /** `YYYY-MM-DD`; parts that the document leaves out are `00`, `XX` or `<<`, or are missing. */
  readonly date_of_birth?: string | null
  readonly document_number?: string | null
  /** One text with lines or commas between the parts, or the parts. */
  readonly address?: string | AddressParts | null
  /** ISO 3166-1 alpha-2 or alpha-3, or the code of ICAO 9303 part 3 section 5. */
  readonly nationality?: string | null
  /** ISO 3166-1 alpha-2: where an address without a country lies. */
  readonly country?: string | null
  /** The name was cut off at the end of the name field of a machine readable zone. */
  readonly truncated?: boolean
  /** The Latin name was made from another script, so that single letters may differ. */
  readonly transliterated?: boolean
  /** 0 to 1: how sure the reading is. */
  readonly confidence?: number | null
  /** How each fact was read; left out where no one keeps it. */
  readonly read_at?: Readonly<Partial<Record<FactComponent, ReadAt>>>
}

/** What is compared, each for itself. */
export const factComponents = ["surname", "given_names", "date_of_birth", "document_number", "address", "nationality"] as const
export type FactComponent = (typeof factComponents)[number]

export const factVerdicts = ["match", "partial", "mismatch", "not_comparable"] as const
export type FactVerdict = (typeof factVerdicts)[number]

/** Why a score is what it is: stable codes that hold no data of the person. */
export const explanationCodes = [
  ...nameExplanations,
  "day_month_swapped",
  "year_only",
  "day_unknown",
  "one_digit_differs",
  "different_date",
  "confusable_characters",
  "leading_zeros",
  "one_character_differs",
  "different_number",
  "missing_postal_code",
  "missing_house_number",
  "missing_city",
  "unparsed_line",
  "transliterated",
  "reference_incomplete",
  "no_reference_address",
  "country_conflict",
  "house_number_differs",
  "different_address",
  "different_nationality",
  "low_confidence"
] as const
export type ExplanationCode = (typeof explanationCodes)[number]

/** How one component of two sources compares: `score` is 0 to 1, null where one side lacks it. */
export interface ComponentComparison {
  readonly component: FactComponent
  readonly score: number | null
  readonly verdict: FactVerdict
  readonly explanations: ReadonlyArray<ExplanationCode>
}

/** A component that one of the sides does not have. */
export const notComparable = (component: FactComponent): ComponentComparison => ({
  component,
  score: null,
  verdict: "not_comparable",
  explanations: []
})

/** Bounds of what is read: sources in number, texts in UTF-16 units. */
export const factLimits = { sources: 8, name: 500, address: 1000, number: 64, date: 32, code: 8 } as const
