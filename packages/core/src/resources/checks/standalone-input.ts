import { Schema } from "effect"
import { isDateOfBirth } from "../../verification/cross-reference/dates-of-birth.ts"
import { factLimits, factSources } from "../../verification/cross-reference/facts.ts"
import { DocumentId } from "../documents/model.ts"
import { CountryCode } from "../../kernel/foundation/country.ts"
import { line, prose, Tags } from "../../kernel/foundation/text.ts"
import { IdentityDocumentPolicyLayer } from "../../verification/identity-documents/policy.ts"
import { EntryType } from "../lists/kinds.ts"
import { EntryValue } from "../lists/model.ts"
import { chipSubmission } from "../nfc/chip-data.ts"
import { PoaPolicyLayer } from "../../verification/proof-of-address/policy.ts"
import { Category } from "../../verification/screening/category.ts"
import { SubjectId } from "../screening/subjects/model.ts"
import { Scenario } from "../sessions/scripted.ts"
import { AddressParts, Expected } from "../../verification/subject.ts"
import { issueCode } from "../../kernel/schema/faults.ts"
import { checkTypes, kindOf, type Taken } from "../../verification/check-kinds.ts"
import { CheckType } from "./model.ts"
import { NewSubject } from "../screening/subjects/make.ts"

const personal = { "x-personal": true } as const
const fact = (max: number) => Schema.optionalKey(Schema.NullOr(line(max, personal)))

/** A date that could not be read would not be compared, and the check would pass without it. */
const dateOfBirth = line(factLimits.date, {
  ...personal,
  description: "YYYY-MM-DD; write missing parts as 00, XX or <<, or leave them out",
  examples: ["1974-08-12"]
}).check(
  Schema.makeFilter((text) => isDateOfBirth(text) || "must be a date such as 1974-08-12, or 1974-08 or 1974 where the rest is not known", {
    [issueCode]: "format"
  })
)

/** What one source says of a person, as an integrator has it. */
const StatedFacts = Schema.Struct({
  source: Schema.Literals(factSources),
  surname: fact(factLimits.name),
  given_names: fact(factLimits.name),
  full_name: fact(factLimits.name),
  native_name: fact(factLimits.name),
  date_of_birth: Schema.optionalKey(Schema.NullOr(dateOfBirth)),
  document_number: fact(factLimits.number),
  address: Schema.optionalKey(Schema.NullOr(Schema.Union([prose(factLimits.address, personal), AddressParts]))),
  nationality: fact(factLimits.code),
  country: Schema.optionalKey(Schema.NullOr(CountryCode)),
  confidence: Schema.optionalKey(Schema.NullOr(Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1 }))))
}).annotate({ identifier: "StatedFacts" })

/** A chip as the integrator's own reader read it, without chip authentication: for that the service itself has to be the terminal. */
export const StatedChip = Schema.Struct({
  nonce: Schema.optionalKey(chipSubmission.nonce.annotate({ description: "The 8 bytes that the chip signed, if it signed any" })),
  sod: chipSubmission.sod,
  data_groups: chipSubmission.data_groups,
  active_authentication: chipSubmission.active_authentication
}).annotate({ identifier: "StatedChip" })
export type StatedChip = typeof StatedChip.Type

const documents = Schema.Array(DocumentId).check(Schema.isBetweenLength(1, 10), Schema.isUnique())
const values = Schema.Array(Schema.Struct({ type: EntryType, value: EntryValue })).check(Schema.isBetweenLength(1, 20))
const sources = Schema.Array(StatedFacts).check(Schema.isBetweenLength(2, factLimits.sources))

/** Members of a check that is asked for alone; which of them a type takes stands in `checkKinds`. */
export const standaloneCheckFields = {
  type: CheckType,
  document_ids: Schema.optionalKey(documents.annotate({ description: "All sides of one identity document" })),
  document_id: Schema.optionalKey(DocumentId),
  portrait_document_id: Schema.optionalKey(DocumentId),
  selfie_document_id: Schema.optionalKey(DocumentId),
  expected: Schema.optionalKey(Expected),
  identity_policy: Schema.optionalKey(IdentityDocumentPolicyLayer),
  proof_of_address_policy: Schema.optionalKey(PoaPolicyLayer),
  chip: Schema.optionalKey(StatedChip),
  sources: Schema.optionalKey(sources),
  subject: Schema.optionalKey(Schema.Union([SubjectId, NewSubject])),
  categories: Schema.optionalKey(Schema.Array(Category).check(Schema.isBetweenLength(1, 5))),
  threshold: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 50, maximum: 100 }))),
  values: Schema.optionalKey(values),
  tags: Schema.optionalKey(Tags),
  scenario: Schema.optionalKey(Scenario.annotate({ description: "Sandbox only: the outcome of the simulated check" }))
} as const
export const StandaloneCheck = Schema.Struct(standaloneCheckFields).annotate({ identifier: "NewCheck" })
export type StandaloneCheck = typeof StandaloneCheck.Type

/** What is kept of it until the check is made; documents, a chip and a new subject are stored as such and stand here by their ids. */
export interface StandaloneInput extends Omit<StandaloneCheck, "type" | "chip" | "subject" | "tags" | "scenario"> {
  readonly subject_id: string | null
  readonly scenario: Scenario | null
}

/** Every member that some type takes. */
export const takenMembers: ReadonlyArray<Taken["required"][number]> = [
  ...new Set(
    checkTypes.flatMap((type) => {
      const { standalone } = kindOf(type)
      return typeof standalone === "string" ? [] : [...standalone.required, ...standalone.optional]
    })
  )
]
