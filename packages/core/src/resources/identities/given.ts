import { Schema } from "effect"
import { Metadata } from "../../kernel/foundation/metadata.ts"
import { Label, Tags } from "../../kernel/foundation/text.ts"
import { givenAddresses, givenNumbers, givenSealedFields, type SealedDetails, type ValueOrigin } from "./details.ts"
import { IdentityTypeKey, plainFields, type SourcedField, sourcedFields, type StoredIdentity } from "./model.ts"

const clearable = <S extends Schema.Codec<any, any>>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))

/** A reference that looked like an id would never be found by it. */
const GivenReference = Label.check(
  Schema.makeFilter((text: string) => !text.startsWith("idn_") || "must not begin with idn_, as the ids of identities do")
)

/** What a caller says of an identity. Null clears a value; of a list, it clears the whole list. */
export const givenFields = {
  external_reference: clearable(GivenReference),
  identity_type: Schema.optionalKey(IdentityTypeKey),
  display_name: Schema.optionalKey(plainFields.display_name),
  first_name: Schema.optionalKey(plainFields.first_name),
  middle_name: Schema.optionalKey(plainFields.middle_name),
  last_name: Schema.optionalKey(plainFields.last_name),
  native_name: Schema.optionalKey(plainFields.native_name),
  aliases: clearable(plainFields.aliases),
  date_of_birth: Schema.optionalKey(plainFields.date_of_birth),
  nationality: Schema.optionalKey(plainFields.nationality),
  country_of_residence: Schema.optionalKey(plainFields.country_of_residence),
  addresses: clearable(givenSealedFields.addresses),
  emails: clearable(givenSealedFields.emails),
  phones: clearable(givenSealedFields.phones),
  identification_numbers: clearable(givenSealedFields.identification_numbers),
  tags: Schema.optionalKey(Tags),
  metadata: Schema.optionalKey(Metadata)
} as const
const Given = Schema.Struct(givenFields)
export type GivenIdentity = typeof Given.Type

const isEmpty = (value: unknown): boolean => value === null || (Array.isArray(value) && value.length === 0)

const sourcesAfter = (before: StoredIdentity["sources"], given: GivenIdentity, source: ValueOrigin): StoredIdentity["sources"] => {
  const after: { [Field in SourcedField]?: ValueOrigin } = { ...before }
  for (const field of sourcedFields) {
    if (given[field] === undefined) continue
    if (isEmpty(given[field])) delete after[field]
    else after[field] = source
  }
  return after
}

/** The identity with what a caller says of it; `settledWith` brings the rest in line. */
export const withGiven = (before: StoredIdentity, given: GivenIdentity, source: ValueOrigin): StoredIdentity => {
  const { addresses: _a, emails: _e, identification_numbers: _n, phones: _p, aliases, metadata: _m, ...plain } = given
  return {
    ...before,
    ...plain,
    aliases: aliases === undefined ? before.aliases : (aliases ?? []),
    sources: sourcesAfter(before.sources, given, source)
  }
}

/** What is sealed of the identity, with what a caller says of it. A list replaces the one before. */
export const withGivenDetails = (before: SealedDetails, given: GivenIdentity, source: ValueOrigin): SealedDetails => {
  const { addresses, emails, identification_numbers, phones } = given
  const said: ReadonlySet<string> = new Set(Object.keys(given))
  return {
    ...before,
    conflicts: before.conflicts.filter(({ field }) => !said.has(field)),
    addresses: addresses === undefined ? before.addresses : givenAddresses(addresses ?? [], source),
    emails: emails === undefined ? before.emails : (emails ?? []),
    phones: phones === undefined ? before.phones : (phones ?? []),
    identification_numbers:
      identification_numbers === undefined ? before.identification_numbers : givenNumbers(identification_numbers ?? [], source)
  }
}
