import type { Country, Household } from "./people.ts"
import type { Sheet } from "./sheet.ts"

/** A kind of bill: where its parts stand, in which language, and what a reader should find in it. */
export interface Layout {
  readonly name: string
  readonly country: Country
  readonly family: "sans" | "serif" | "mono"
  /** The issuer as it stands in its letterhead. */
  readonly issuer: string
  /** The day that shows how recent the bill is, as YYYY-MM-DD. */
  readonly dated: string
  /** What its own holder gets: `review` for types that a person always looks at. */
  readonly outcome?: "review"
  readonly draw: (sheet: Sheet, person: Household) => void
}
