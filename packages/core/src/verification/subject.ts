import { Schema } from "effect"
import { CountryCode } from "../kernel/foundation/country.ts"
import { CalendarDate, line } from "../kernel/foundation/text.ts"

const personal = { "x-personal": true } as const
const text = (max: number) => line(max, personal)
const nullable = <S extends Schema.Codec<any, any>>(schema: S) => Schema.NullOr(schema)

/** An address in parts, for those who have it so. */
export const AddressParts = Schema.Struct({
  line1: Schema.optionalKey(text(255)),
  line2: Schema.optionalKey(text(255)),
  unit: Schema.optionalKey(text(64)),
  house_number: Schema.optionalKey(text(64)),
  street: Schema.optionalKey(text(255)),
  city: Schema.optionalKey(text(255)),
  region: Schema.optionalKey(text(255)),
  postal_code: Schema.optionalKey(text(32)),
  country: Schema.optionalKey(CountryCode)
}).annotate({ identifier: "AddressParts" })
export type AddressParts = typeof AddressParts.Type

/** What the integrator already knows of the person: the reference that evidence is compared with. */
export const Expected = Schema.Struct({
  first_name: Schema.optionalKey(nullable(text(255))),
  last_name: Schema.optionalKey(nullable(text(255))),
  date_of_birth: Schema.optionalKey(nullable(CalendarDate.annotate(personal))),
  address: Schema.optionalKey(
    nullable(
      Schema.Union([
        Schema.String.check(Schema.isBetweenCodePoints(1, 1000)).annotate({ description: "One text, lines or commas between the parts" }),
        AddressParts
      ]).annotate(personal)
    )
  ),
  country: Schema.optionalKey(nullable(CountryCode)),
  document_number: Schema.optionalKey(nullable(text(64)))
}).annotate({ identifier: "Expected" })
export type Expected = typeof Expected.Type

export const EmailAddress = Schema.String.check(Schema.isPattern(/^[^\s@]{1,64}@[^\s@]{1,190}$/u), Schema.isMaxCodePoints(255)).annotate(
  personal
)
export const PhoneNumber = Schema.String.check(Schema.isPattern(/^\+?[0-9 ()./-]{4,32}$/u), Schema.isMaxLength(33)).annotate(personal)

export const Contact = Schema.Struct({
  email: Schema.optionalKey(nullable(EmailAddress)),
  phone: Schema.optionalKey(nullable(PhoneNumber)),
  locale: Schema.optionalKey(
    nullable(Schema.String.check(Schema.isPattern(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/u), Schema.isMaxLength(35)))
  ),
  send_invitation: Schema.optionalKey(
    Schema.Boolean.annotate({ description: "When the session is created: mail a link to `email`. Later, ask to resend the invitation." })
  )
}).annotate({ identifier: "Contact" })
export type Contact = typeof Contact.Type
