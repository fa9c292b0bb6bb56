import { issuerOf } from "../../identity-documents/countries.ts"

/** Two letters that certificates of organizations and of specimens carry as their country (ICAO 9303 part 3, section 5). */
const organizations: Readonly<Record<string, string>> = { EUE: "EU", IAO: "IA", UNA: "UN", UNO: "UN", UTO: "UT", XOM: "XO" }

/** Spellings of certificates that stand for another code: Kosovo writes KS or RK, and every list of countries XK. */
const spellings: Readonly<Record<string, string>> = { KS: "XK", RK: "XK", UK: "GB" }

/**
 * The country under which certificates are kept, two capitals, of an ISO 3166-1 code (alpha-2 or alpha-3), an issuing state of a machine
 * readable zone (`D<<`, `UNO`) or the countryName of a certificate in any case. Undefined for what names no issuer.
 */
export const trustCountry = (code: string): string | undefined => {
  const text = code.slice(0, 8).replaceAll("<", "").trim().toUpperCase()
  if (/^[A-Z]{2}$/.test(text)) return spellings[text] ?? text
  return organizations[text] ?? issuerOf(text)?.alpha_2 ?? undefined
}
