import { Schema } from "effect"
import { CountryCode } from "../../../kernel/foundation/country.ts"
import { idSchema } from "../../../kernel/foundation/id.ts"
import { MailAddress } from "../../../kernel/foundation/mail-address.ts"
import { metadataLimits, metadataProblems } from "../../../kernel/foundation/metadata.ts"
import { readMoment, writeMoment } from "../../../kernel/foundation/moment.ts"
import { CalendarDate, line, prose, Url } from "../../../kernel/foundation/text.ts"
import { PhoneNumber } from "../../../verification/subject.ts"
import type { CustomFieldType, StoredCustomField } from "./model.ts"
import { matchesPattern } from "./pattern.ts"

/** What a value has to keep to. */
type FieldRules = Pick<StoredCustomField, "type" | "options" | "min" | "max" | "max_length" | "pattern">

type Verdict = { readonly value: Schema.Json } | { readonly problem: string }
type Judge = (value: unknown, rules: FieldRules) => Verdict

const wrong = (problem: string): Verdict => ({ problem })
const isLine = Schema.is(line(255))
const isProse = Schema.is(prose(10_000))

const text =
  (is: (value: unknown) => value is string, words: string): Judge =>
  (value, { max_length, pattern }) => {
    if (!is(value)) return wrong(words)
    if (max_length !== null && [...value].length > max_length) return wrong(`must be at most ${max_length} characters long`)
    return pattern === null || matchesPattern(pattern, value) ? { value } : wrong("does not match the pattern of the field")
  }

const of =
  (is: (value: unknown) => value is string, words: string): Judge =>
  (value) =>
    is(value) ? { value } : wrong(words)

const numeric =
  (whole: boolean): Judge =>
  (value, { max, min }) => {
    if (typeof value !== "number" || !Number.isFinite(value) || (whole && !Number.isSafeInteger(value))) {
      return wrong(whole ? "must be a whole number" : "must be a number")
    }
    if (min !== null && value < min) return wrong(`must be at least ${min}`)
    return max !== null && value > max ? wrong(`must be at most ${max}`) : { value }
  }

const json: Judge = (value) => {
  const [problem] = metadataProblems({ value })
  return problem === undefined && Schema.is(Schema.Json)(value)
    ? { value }
    : wrong(`must be JSON of at most ${metadataLimits.bytes} bytes and ${metadataLimits.depth - 1} levels`)
}

const judges: Readonly<Record<CustomFieldType, Judge>> = {
  string: text(isLine, "must be one line of 1 to 255 characters"),
  text: text(isProse, "must be text of 1 to 10000 characters"),
  integer: numeric(true),
  number: numeric(false),
  boolean: (value) => (typeof value === "boolean" ? { value } : wrong("must be true or false")),
  date: of(Schema.is(CalendarDate), "must be a calendar date, such as 2026-01-31"),
  datetime: (value) => {
    const moment = typeof value === "string" ? readMoment(value) : undefined
    return moment === undefined ? wrong("must be a date-time with an offset, such as 2026-01-01T00:00:00Z") : { value: writeMoment(moment) }
  },
  enum: (value, { options }) =>
    typeof value === "string" && options.includes(value) ? { value } : wrong("must be one of the options of the field"),
  multi_enum: (value, { options }) =>
    Array.isArray(value) &&
    value.length <= options.length &&
    new Set(value).size === value.length &&
    value.every((one) => options.includes(one))
      ? { value }
      : wrong("must be a list of options of the field, each at most once"),
  email: of(Schema.is(MailAddress), "must be one mail address without a name"),
  phone: of(Schema.is(PhoneNumber), "must be a phone number, such as +44 20 7946 0000"),
  url: of(Schema.is(Url), "must be an absolute http or https URL"),
  country: of(Schema.is(CountryCode), "must be a country code of ISO 3166-1 alpha-2 in capitals"),
  json,
  identity_reference: of(Schema.is(idSchema("idn")), "must be the id of an identity")
}

/** The value as it is stored, or what is wrong with it in words that do not repeat it. */
export const judgeValue = (value: unknown, rules: FieldRules): Verdict => judges[rules.type](value, rules)

/** A value as it is compared: the same for two spellings of one value, and different for two values. */
export const comparedForm = (type: CustomFieldType, value: Schema.Json): string => {
  if (typeof value !== "string") return JSON.stringify(value)
  const normal = value.normalize("NFKC").trim()
  if (type === "email" || type === "url") return normal.toLowerCase()
  if (type === "phone") return normal.replace(/\D/gu, "")
  return type === "string" || type === "text" ? normal.toLowerCase().replace(/\s+/gu, " ") : normal
}
