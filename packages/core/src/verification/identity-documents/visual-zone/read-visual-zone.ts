import type { Area } from "../../evidence/place.ts"
import type { DayOrder } from "../../proof-of-address/extract/dates/written-day.ts"
import { writtenDates } from "../../proof-of-address/extract/dates/written-dates.ts"
import { latin } from "../../names/transliteration/latin-spellings.ts"
import { surest, type VisualField, type VisualFieldName } from "./field.ts"
import { labelledFields } from "./labelled-fields.ts"
import { numberedFields } from "./numbered-fields.ts"
import type { Segment } from "../../proof-of-address/extract/printed-text.ts"
import { areaOfPrint, confidenceOf, type PrintedZone, wholeOf } from "./printed-zone.ts"
import { daysIn } from "./values.ts"

/** Countries whose documents print the month before the day. */
const monthFirst: ReadonlySet<string> = new Set(["US", "PR", "GU", "VI", "AS", "MP", "PH", "FM", "MH", "PW"])

/** The order of day and month: that of the dates which can be read one way only, else the custom of the country. */
const orderOf = ({ text }: PrintedZone, country: string | null): DayOrder => {
  const orders = new Set(
    text.segments.flatMap((segment) =>
      writtenDates(segment.text).flatMap((written) => (written.kind === "day" ? (written.order ?? []) : []))
    )
  )
  if (orders.size === 1) return orders.has("month_first") ? "month_first" : "day_first"
  return country !== null && monthFirst.has(country) ? "month_first" : "day_first"
}

/**
 * One word labels the whole name in one language and a part of it in another. Beside given names the whole name is the surname
 * (Name, Vorname), and given names of several words without a surname are the whole name (the Brazilian Nome).
 */
const withWholeNames = (found: ReadonlyArray<VisualField>): ReadonlyArray<VisualField> => {
  const has = (wanted: VisualFieldName): boolean => found.some(({ field }) => field === wanted)
  if (has("surname")) return found
  if (has("full_name"))
    return has("given_names") ? found.map((one) => (one.field === "full_name" ? { ...one, field: "surname" } : one)) : found
  return found.map((one) => (one.field === "given_names" && /\S\s+\S/u.test(one.value) ? { ...one, field: "full_name" } : one))
}

/** Fields of the print, by labels and by the numbers of driving licences; of each field the surest reading. `today` is YYYY-MM-DD. */
export const readVisualZone = (
  zone: PrintedZone,
  { country, today }: { readonly country: string | null; readonly today: string }
): ReadonlyArray<VisualField> => {
  const context = { order: orderOf(zone, country), today, country }
  const found = surest([...numberedFields(zone, context), ...labelledFields(zone, context)])
  return withWholeNames(found).filter(
    // An expiry before the birth, or a birth that has not happened, was read from somewhere else.
    ({ field, value }) => (field !== "date_of_birth" && field !== "issue_date") || value <= today
  )
}

const plain = (text: string): string =>
  latin(text.slice(0, 200))
    .toUpperCase()
    .replace(/[^A-Z0-9]+/gu, " ")
    .trim()

/** Print that holds a value, and how sure its recognition was. */
interface Printed {
  readonly confidence: number
  readonly area: Area | null
}

/**
 * Where a value that another source gave stands in the print, label or not, with the confidence of the least sure line; null when nowhere.
 * Dates are looked for as dates, numbers without their blanks, names word by word.
 */
export const printedAt = (
  zone: PrintedZone,
  wanted: { readonly field: VisualFieldName; readonly value: string; readonly country: string | null }
): Printed | null => {
  const { field, value } = wanted
  const surestOf = (holds: (text: string) => boolean): Segment | null =>
    zone.text.segments.reduce<Segment | null>(
      (best, segment) =>
        holds(segment.text) && (best === null || confidenceOf(zone, segment) > confidenceOf(zone, best)) ? segment : best,
      null
    )
  const printed = (segments: ReadonlyArray<Segment | null>): Printed | null => {
    const known = segments.filter((segment) => segment !== null)
    if (known.length === 0 || known.length < segments.length) return null
    return { confidence: Math.min(...known.map((segment) => confidenceOf(zone, segment))), area: areaOfPrint(known.map(wholeOf)) }
  }
  if (field === "date_of_birth" || field === "expiry_date" || field === "issue_date") {
    const order = orderOf(zone, wanted.country)
    const named = (day: string): boolean => day === value || (field === "date_of_birth" && day.slice(2) === value.slice(2))
    return printed([surestOf((text) => daysIn(text, order).some(named))])
  }
  if (field === "document_number" || field === "personal_number") {
    const number = value.toUpperCase().replace(/[^A-Z0-9]/gu, "")
    const holds = (text: string): boolean =>
      text
        .toUpperCase()
        .replace(/[^A-Z0-9]/gu, "")
        .includes(number)
    return number.length < 5 ? null : printed([surestOf(holds)])
  }
  if (field !== "surname" && field !== "given_names" && field !== "full_name") return null
  const words = plain(value)
    .split(" ")
    .filter((word) => word.length > 1)
  return printed(words.map((word) => surestOf((text) => ` ${plain(text)} `.includes(` ${word} `))))
}
