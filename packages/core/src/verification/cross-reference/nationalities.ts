import { isCountryCode } from "../../kernel/foundation/country.ts"
import { issuerOf } from "../identity-documents/countries.ts"
import { type ComponentComparison, factLimits, notComparable } from "./facts.ts"

const readNationality = (printed: string | null | undefined): string | null => {
  const code = (printed ?? "").slice(0, factLimits.code).trim().toUpperCase()
  if (isCountryCode(code)) return code
  const issuer = issuerOf(code)
  // Unspecified is the absence of a nationality, not one that could agree or differ.
  return issuer === null || issuer.kind === "unspecified" ? null : (issuer.alpha_2 ?? issuer.code)
}

/** Compares two nationalities in codes of ISO 3166-1 or ICAO 9303; a code that no one has is not compared. */
export const compareNationalities = (one: string | null | undefined, other: string | null | undefined): ComponentComparison => {
  const [a, b] = [readNationality(one), readNationality(other)]
  if (a === null || b === null) return notComparable("nationality")
  return a === b
    ? { component: "nationality", score: 1, verdict: "match", explanations: [] }
    : { component: "nationality", score: 0, verdict: "mismatch", explanations: ["different_nationality"] }
}
