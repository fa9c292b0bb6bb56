import { Schema } from "effect"
import { issueCode } from "../schema/faults.ts"
import english from "i18n-iso-countries/langs/en.json" with { type: "json" }

/** A country as lists and selections show it. */
interface Country {
  /** ISO 3166-1 alpha-2. */
  readonly code: string
  /** English short name. */
  readonly name: string
}

/** Where the source lists the official name first, the short name that people look for in a list. */
const shortNames: Readonly<Record<string, string>> = {
  CD: "Democratic Republic of the Congo",
  CI: "Côte d'Ivoire",
  CN: "China",
  CZ: "Czechia",
  GM: "Gambia",
  IR: "Iran",
  MK: "North Macedonia",
  PS: "Palestine",
  RU: "Russia",
  TW: "Taiwan",
  TZ: "Tanzania",
  US: "United States"
}

const nameOf = (code: string, names: string | ReadonlyArray<string>): string =>
  shortNames[code] ?? (typeof names === "string" ? names : (names[0] ?? code))

/**
 * Every country of ISO 3166-1 with its English name, sorted by code. XK (Kosovo) stands beside the 249 codes of the standard:
 * it is user-assigned there, and documents of Kosovo carry it.
 */
export const countries: ReadonlyArray<Country> = Object.entries(english.countries)
  .map(([code, names]) => ({ code, name: nameOf(code, names) }))
  .sort((left, right) => (left.code < right.code ? -1 : 1))

const names: ReadonlyMap<string, string> = new Map(countries.map(({ code, name }) => [code, name]))

/** Whether the text is a country code of ISO 3166-1 alpha-2, in capitals. */
export const isCountryCode = (text: string): boolean => names.has(text)

/** English short name of a country; null for a code that no country has. */
export const countryName = (code: string): string | null => names.get(code) ?? null

/** A country by its ISO 3166-1 alpha-2 code, in capitals. */
export const CountryCode = Schema.String.check(
  Schema.isPattern(/^[A-Z]{2}$/u, { message: "must be a country code of ISO 3166-1 alpha-2 in capitals, such as GB" }),
  Schema.makeFilter((code) => (isCountryCode(code) ? undefined : "is not a country code of ISO 3166-1 alpha-2"), {
    [issueCode]: "unknown_country"
  })
).annotate({ identifier: "CountryCode" })
export type CountryCode = typeof CountryCode.Type
