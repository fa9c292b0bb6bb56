import { dayNumber } from "../../proof-of-address/calendar-day.ts"

/** What issuers write where a person has no such datum. */
const absent = new Set(["", "NONE", "N/A", "NA", "UNK", "UNKN", "UNAVL", "UNAVAIL", "NULL", "-"])

/** The value of an element without padding; null where the issuer says that there is none. */
export const present = (value: string | undefined): string | null => {
  const text = (value ?? "").replaceAll("\u0000", "").replace(/\s+/gu, " ").trim()
  return absent.has(text.toUpperCase()) ? null : text
}

/** Commas at the end of a value say nothing: some issuers close names and streets with one. */
export const withoutComma = (text: string | null): string | null => present(text?.replace(/[\s,]{1,200}$/u, ""))

const day = (year: string, month: string, date: string): string | null => {
  const iso = `${year}-${month}-${date}`
  return dayNumber(iso) === null || year < "1850" || year > "2199" ? null : iso
}

/**
 * A date of eight digits: MMDDCCYY in the United States, CCYYMMDD in Canada and in version 1. The two cannot be confused, since no month
 * begins with the digits of a century, so the digits decide and cards whose issuer mixed the orders up are read as well.
 */
export const aamvaDate = (value: string | undefined): string | null => {
  const digits = (value ?? "").replace(/[\s/-]/gu, "")
  if (!/^\d{8}$/u.test(digits)) return null
  return day(digits.slice(4), digits.slice(0, 2), digits.slice(2, 4)) ?? day(digits.slice(0, 4), digits.slice(4, 6), digits.slice(6))
}

/** Sex by the code of ANSI D-20: 1 or M, 2 or F, and 9 or X for not specified. */
export const aamvaSex = (value: string | undefined): "M" | "F" | "X" | null => {
  const code = (value ?? "").trim().toUpperCase()
  if (code === "1" || code === "M") return "M"
  if (code === "2" || code === "F") return "F"
  return code === "9" || code === "X" ? "X" : null
}

/** Height in centimetres from `068 IN`, `173 CM`, `5'-08"`, `508` (feet and inches in version 1), or null. */
export const aamvaHeight = (value: string | undefined): number | null => {
  const text = (value ?? "").trim().toUpperCase()
  const plausible = (centimetres: number): number | null => (centimetres >= 50 && centimetres <= 260 ? Math.round(centimetres) : null)
  const marked = /^(\d{2,3}) ?(IN|CM)$/u.exec(text)
  if (marked !== null) return plausible(Number(marked[1]) * (marked[2] === "IN" ? 2.54 : 1))
  const feet = /^(\d) ?['-] ?-?(\d{1,2})"?$/u.exec(text) ?? /^(\d)(\d{2})$/u.exec(text)
  return feet === null || Number(feet[2]) > 11 ? null : plausible((Number(feet[1]) * 12 + Number(feet[2])) * 2.54)
}

/** A postal code without its padding: `902230000` is the ZIP code 90223, and Canadian codes get their space back. */
export const aamvaPostalCode = (value: string | undefined): string | null => {
  const text = present(value)?.toUpperCase() ?? null
  if (text === null) return null
  const digits = text.replace(/[\s-]/gu, "")
  if (/^\d{9}$/u.test(digits)) return digits.endsWith("0000") ? digits.slice(0, 5) : `${digits.slice(0, 5)}-${digits.slice(5)}`
  return /^[A-Z]\d[A-Z]\d[A-Z]\d$/u.test(digits) ? `${digits.slice(0, 3)} ${digits.slice(3)}` : text
}

/** Whether a name was cut: T yes, N no, U or nothing unknown (elements DDE to DDG). */
export const truncation = (value: string | undefined): boolean | null => {
  const code = (value ?? "").trim().toUpperCase()
  return code === "T" ? true : code === "N" ? false : null
}
