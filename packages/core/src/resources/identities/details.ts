import { Schema } from "effect"
import { CountryCode } from "../../kernel/foundation/country.ts"
import { line, prose, Timestamp } from "../../kernel/foundation/text.ts"
import { AddressParts, EmailAddress, PhoneNumber } from "../../verification/subject.ts"

const personal = { "x-personal": true } as const

/** Most values of one kind that an identity has. */
export const detailLimits = { aliases: 20, addresses: 10, emails: 10, phones: 10, identification_numbers: 20, conflicts: 50 } as const

/** Where a value of an identity comes from. */
export const ValueOrigin = Schema.Struct({
  type: Schema.Literals(["session", "manual", "import"]).annotate({
    description: "`session`: verified by an approved session; `manual`: set by a request; `import`: taken over from another system"
  }),
  session_id: Schema.NullOr(Schema.String.check(Schema.isMaxCodePoints(64))),
  at: Timestamp
}).annotate({ identifier: "ValueOrigin" })
export interface ValueOrigin extends Schema.Schema.Type<typeof ValueOrigin> {}

const Text = line(1000, { "x-personal": true, description: "The address in one text, where its parts are not known" })

/** An address as one text, in parts, or both. */
const addressFields = { text: Schema.optionalKey(Text), ...AddressParts.fields }
const GivenAddress = Schema.Struct(addressFields)
  .check(Schema.makeFilter((address) => Object.keys(address).length > 0 || "must say something of the address"))
  .annotate({ identifier: "GivenAddress" })
const IdentityAddress = Schema.Struct({ ...addressFields, source: ValueOrigin }).annotate({ identifier: "IdentityAddress" })
interface IdentityAddress extends Schema.Schema.Type<typeof IdentityAddress> {}

/** Kinds of numbers that name one holder: those by which watchlists are searched. */
export const NumberType = Schema.Literals([
  "passport",
  "national_id",
  "tax_id",
  "social_security",
  "driving_licence",
  "residence_permit",
  "registration",
  "lei",
  "other"
]).annotate({ identifier: "IdentificationNumberType" })
export type NumberType = typeof NumberType.Type

const NumberText = line(128, personal)
const GivenNumber = Schema.Struct({
  type: NumberType,
  country: Schema.optionalKey(Schema.NullOr(CountryCode.annotate({ description: "Which country issued it" }))),
  value: NumberText
}).annotate({ identifier: "GivenIdentificationNumber" })
export const IdentificationNumber = Schema.Struct({
  type: NumberType,
  country: Schema.NullOr(CountryCode),
  value: NumberText.annotate({ description: "Stored encrypted" }),
  last4: Schema.String.check(Schema.isMaxCodePoints(4)).annotate(personal),
  source: ValueOrigin
}).annotate({ identifier: "IdentificationNumber" })
export interface IdentificationNumber extends Schema.Schema.Type<typeof IdentificationNumber> {}

const several = <S extends Schema.Codec<any, any>>(item: S, most: number) =>
  Schema.Array(item).check(Schema.isMaxLength(most)).annotate(personal)

/** A value that a session verified, and that a caller's own value stands against. */
export const ValueConflict = Schema.Struct({
  field: Schema.String.check(Schema.isMaxCodePoints(64)),
  value: Schema.String.check(Schema.isMaxCodePoints(1000)).annotate({ "x-personal": true, description: "What the session verified" }),
  session_id: Schema.NullOr(Schema.String.check(Schema.isMaxCodePoints(64))),
  at: Timestamp
}).annotate({ identifier: "IdentityValueConflict" })
export interface ValueConflict extends Schema.Schema.Type<typeof ValueConflict> {}

/** What is sealed of an identity, as callers see it. */
export const sealedFields = {
  conflicts: Schema.Array(ValueConflict)
    .check(Schema.isMaxLength(detailLimits.conflicts))
    .annotate({ description: "Values that sessions verified and that differ from what a request set; setting the field settles them" }),
  addresses: several(IdentityAddress, detailLimits.addresses),
  emails: several(EmailAddress, detailLimits.emails),
  phones: several(PhoneNumber, detailLimits.phones),
  identification_numbers: several(IdentificationNumber, detailLimits.identification_numbers)
} as const

/** The same as callers write it. An address may be one text. */
export const givenSealedFields = {
  addresses: several(Schema.Union([Text, GivenAddress]), detailLimits.addresses),
  emails: sealedFields.emails,
  phones: sealedFields.phones,
  identification_numbers: several(GivenNumber, detailLimits.identification_numbers)
} as const
const Given = Schema.Struct(givenSealedFields)

/** Addresses and numbers of an identity: nowhere stored but sealed. */
export interface SealedDetails {
  /** Why the identity was flagged, and why blocked; null where no one said. */
  readonly flag_reason: string | null
  readonly block_reason: string | null
  /** Why the monitoring is as it is. */
  readonly monitoring_reason: string | null
  readonly conflicts: ReadonlyArray<ValueConflict>
  readonly addresses: ReadonlyArray<IdentityAddress>
  readonly emails: ReadonlyArray<string>
  readonly phones: ReadonlyArray<string>
  readonly identification_numbers: ReadonlyArray<Omit<IdentificationNumber, "last4">>
}
export const noDetails: SealedDetails = {
  flag_reason: null,
  block_reason: null,
  monitoring_reason: null,
  conflicts: [],
  addresses: [],
  emails: [],
  phones: [],
  identification_numbers: []
}

/** Why someone marked an identity. */
export const MarkReason = prose(2000, { "x-personal": true, description: "Stored encrypted" })
/** That someone marked an identity, and when. */
export const IdentityMark = Schema.Struct({
  at: Timestamp,
  has_reason: Schema.Boolean,
  reason: Schema.NullOr(MarkReason)
}).annotate({ identifier: "IdentityMark" })

export const shownDetails = ({
  block_reason: _block,
  flag_reason: _flag,
  identification_numbers,
  monitoring_reason: _monitoring,
  ...others
}: SealedDetails): (typeof shown)["Type"] => ({
  ...others,
  identification_numbers: identification_numbers.map(({ source, ...number }) => ({
    ...number,
    last4: [...number.value].slice(-4).join(""),
    source
  }))
})
const shown = Schema.Struct(sealedFields)

/** What a caller wrote, as it is kept. */
export const givenAddresses = (given: (typeof Given)["Type"]["addresses"], source: ValueOrigin): ReadonlyArray<IdentityAddress> =>
  given.map((address) => ({ ...(typeof address === "string" ? { text: address } : address), source }))
export const givenNumbers = (
  given: (typeof Given)["Type"]["identification_numbers"],
  source: ValueOrigin
): SealedDetails["identification_numbers"] => given.map(({ country = null, ...number }) => ({ ...number, country, source }))
