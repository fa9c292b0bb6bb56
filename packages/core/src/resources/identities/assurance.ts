import { Schema } from "effect"
import { Timestamp } from "../../kernel/foundation/text.ts"

/** How well an identity is verified, from the least to the most. */
const assuranceLevels = ["none", "basic", "standard", "enhanced"] as const
export const AssuranceLevel = Schema.Literals(assuranceLevels).annotate({
  identifier: "IdentityAssuranceLevel",
  description:
    "`basic`: a document or a proof of address; `standard`: a document, its face, and liveness or a chip; `enhanced`: standard with a chip or a second independent source"
})
export type AssuranceLevel = typeof AssuranceLevel.Type

const id = Schema.NullOr(Schema.String.check(Schema.isMaxCodePoints(64)))

/** What the sessions of an identity came to together, and until when that holds. */
export const IdentityAssurance = Schema.Struct({
  level: AssuranceLevel,
  session_id: id,
  workflow_version_id: id,
  earned_at: Schema.NullOr(Timestamp),
  valid_until: Schema.NullOr(Timestamp).annotate({
    description: "The end of the day on which the document expires, or of the days that the organization sets; null at the level none"
  }),
  ends_by: Schema.optionalKey(
    Schema.NullOr(Schema.Literals(["document_expiry", "assurance_days"])).annotate({
      description: "What `valid_until` follows from: the document expires, or the days that the organization sets are over"
    })
  )
}).annotate({ identifier: "IdentityAssurance" })
export interface IdentityAssurance extends Schema.Schema.Type<typeof IdentityAssurance> {}

export const noAssurance: IdentityAssurance = {
  level: "none",
  session_id: null,
  workflow_version_id: null,
  earned_at: null,
  valid_until: null,
  ends_by: null
}

const rank = (level: AssuranceLevel): number => assuranceLevels.indexOf(level)

/** Which of two holds: the higher one; of equals, and of one that is over, the later. */
export const strongerAssurance = (before: IdentityAssurance, earned: IdentityAssurance, at: string): IdentityAssurance => {
  if (earned.level === "none") return before
  const over = before.valid_until === null || before.valid_until <= at
  return over || rank(earned.level) >= rank(before.level) ? earned : before
}
