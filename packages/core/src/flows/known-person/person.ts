import type { IdentifierType } from "../../verification/screening/record.ts"
import type { Said } from "../../verification/person-source.ts"

/** The number of a document, or of a person. */
export interface SaidNumber extends Said {
  /** `other` where no one said what kind of number it is. */
  readonly type: IdentifierType
  /** Who issued it, ISO 3166-1 alpha-2. */
  readonly country: string | null
}

/** A whole name, with its parts where whoever says it has them apart. */
export interface SaidName extends Said {
  readonly parts?: { readonly given_name: string; readonly family_name: string }
}

/** Everything that is known of the person of a session, each with its source; what the integrator sent comes first. */
export interface KnownPerson {
  /** Whole names in any script. */
  readonly names: ReadonlyArray<SaidName>
  /** YYYY-MM-DD, YYYY-MM or YYYY. */
  readonly births: ReadonlyArray<Said>
  /** ISO 3166-1 alpha-2: nationality, country of issue and of residence. */
  readonly countries: ReadonlyArray<Said>
  readonly numbers: ReadonlyArray<SaidNumber>
  readonly addresses: ReadonlyArray<Said>
  readonly emails: ReadonlyArray<Said>
  readonly phones: ReadonlyArray<Said>
}
