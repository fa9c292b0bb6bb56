import { issuerOf } from "../../identity-documents/countries.ts"
import { trustCountry } from "./trust-country.ts"

/** The special administrative regions print CHN and run CSCAs of their own. */
const regions: Readonly<Record<string, ReadonlyArray<string>>> = { CN: ["CN", "HK", "MO"] }

/** Codes that ISO 3166-1 leaves to its users: specimens and organizations have them in certificates. */
const isUserAssigned = (country: string): boolean => /^(?:AA|Q[M-Z]|X[A-JL-Z]|ZZ)$/.test(country)

/** The country of a certificate's name as anchors are kept under it. */
export const certificateCountry = (country: string): string => trustCountry(country) ?? country

/** The countries that certificates may name for an issuing state as it stands in DG1; empty for a code that names no issuer. */
export const certificateCountriesOf = (issuingState: string): ReadonlyArray<string> => {
  const country = trustCountry(issuingState)
  return country === undefined ? [] : (regions[country] ?? [country])
}

/**
 * Whether the issuing state of DG1 and the country of a certificate are the same. Specimens of ICAO 9303 print UTO, and their
 * certificates name whatever code no country has; beside a real country, or with a code that names no issuer, no one can tell.
 */
export const statesAgree = (issuingState: string, country: string): "same" | "different" | "unknown" => {
  const expected = certificateCountriesOf(issuingState)
  const given = certificateCountry(country)
  if (expected.includes(given)) return "same"
  const kind = issuerOf(issuingState)?.kind
  if (kind === "country" || kind === "former_country") return "different"
  return isUserAssigned(given) ? "same" : "unknown"
}
