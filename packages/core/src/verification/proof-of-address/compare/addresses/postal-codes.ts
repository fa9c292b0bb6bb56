import { countryOfStateLine } from "./regions.ts"

// Sources: the address pages of the Universal Postal Union for each country. Spaces and hyphens inside a code are optional on paper.
const shapes: Readonly<Record<string, RegExp>> = {
  GB: /\b(?:GIR ?0AA|[A-Z]{1,2}[0-9OI][A-Z0-9]? {0,2}[0-9OIl][A-Z]{2})(?![A-Z0-9])/iu,
  IE: /\b(?:[AC-FHKNPRTV-Y][0-9O]{2}|D6W) ?[0-9A-Z]{4}(?![A-Z0-9])/iu,
  US: /(?<![\p{L}\p{N}-])[0-9]{5}(?:[- ]?[0-9]{4})?(?![\p{L}\p{N}])/u,
  CA: /\b[ABCEGHJ-NPRSTVXY][0-9OI][ABCEGHJ-NPRSTV-Z8] {0,2}-?[0-9OI][ABCEGHJ-NPRSTV-Z8][0-9OISZ](?![A-Z0-9])/iu,
  IN: /(?<![\p{L}\p{N}])[1-9][0-9]{2} ?[0-9]{3}(?![\p{L}\p{N}])/u,
  NL: /(?<![\p{L}\p{N}])[1-9][0-9]{3} ?[A-Z]{2}(?![\p{L}\p{N}])/u,
  PT: /(?<![\p{L}\p{N}])[0-9]{4}(?: ?- ?[0-9]{3})?(?![\p{L}\p{N}])/u,
  PL: /(?<![\p{L}\p{N}])[0-9]{2} ?- ?[0-9]{3}(?![\p{L}\p{N}])/u,
  BR: /(?<![\p{L}\p{N}])[0-9]{2}\.?[0-9]{3} ?-? ?[0-9]{3}(?![\p{L}\p{N}])/u,
  JP: /(?:〒 ?)?(?<![\p{L}\p{N}-])[0-9]{3} ?[-‐−ー]? ?[0-9]{4}(?![\p{L}\p{N}-])/u,
  AR: /(?<![\p{L}\p{N}])(?:[A-Z][0-9]{4}(?:[A-Z]{3})?|[0-9]{4})(?![\p{L}\p{N}])/u,
  CL: /(?<![\p{L}\p{N}])[0-9]{3} ?-? ?[0-9]{4}(?![\p{L}\p{N}])/u,
  MT: /\b[A-Z]{3} ?[0-9]{4}\b/u,
  LV: /\bLV ?-? ?[0-9]{4}\b/u,
  LT: /\b(?:LT ?-? ?)?[0-9]{5}\b/u,
  IL: /(?<![\p{L}\p{N}])[0-9]{7}(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])[0-9]{5}(?![\p{L}\p{N}])/u
}
const fourDigits = /(?<![\p{L}\p{N}-])[0-9]{4}(?![\p{L}\p{N}])/u
const fiveDigits = /(?<![\p{L}\p{N}])[0-9]{5}(?![\p{L}\p{N}])/u
const sixDigits = /(?<![\p{L}\p{N}])[0-9]{6}(?![\p{L}\p{N}])/u
const threeAndTwo = /(?<![\p{L}\p{N}])[0-9]{3} ?[0-9]{2}(?![\p{L}\p{N}])/u
const anyDigits = /(?<![\p{L}\p{N}-])(?:[0-9]{4,6}|[0-9]{3} [0-9]{2,3})(?![\p{L}\p{N}-])/u

const shared: ReadonlyArray<readonly [RegExp, string]> = [
  [fourDigits, "AT CH LI BE LU DK NO AU NZ ZA HU BG SI CY GE AM PH TN BD"],
  [fiveDigits, "DE FR ES IT FI MX HR EE TR UA RS MY TH ID KR PK SA KW EG MA DZ MC SM VA LK KE MM NP PE IQ JO KZ"],
  [sixDigits, "SG CN RU BY RO CO VN KG TJ TM UZ EC NG"],
  [threeAndTwo, "SE CZ SK GR"]
]

const shapeOf = (country: string): RegExp =>
  shapes[country] ?? shared.find(([, list]) => list.split(" ").includes(country))?.[0] ?? anyDigits

/** Whether a code has the shape of those of a country; any shape does where the country is not known. */
export const isCodeOf = (code: string, country: string | null): boolean => country === null || shapeOf(country).test(code)

const withoutCodes = new Set(
  "AE HK QA BH OM GH UG ZW BO JM BS BZ AG DM GD KM DJ ER FJ GM GY CM CI CF TD CG CD GQ MW ML MR MO PA RW ST SC SL SO SR SY TG TO TV UG VU YE ZM ZW".split(
    " "
  )
)

/** True for countries that print no postal codes, where a missing one is no gap. */
export const hasNoPostalCodes = (country: string | null): boolean => country !== null && withoutCodes.has(country)

const codeFirst = new Set(
  "DE AT CH LI FR MC BE LU ES PT IT SM VA NL PL SE NO DK FI CZ SK GR HR SI RS HU RO BG EE TR IS MX AR IL GL FO AX GP MQ GF RE YT BA ME MK AL KE".split(
    " "
  )
)

/** Whether the postal code is printed before the place ("10115 Berlin") and not after it; null when the country is not known. */
export const isCodeFirst = (country: string | null): boolean | null => (country === null ? null : codeFirst.has(country))

export interface FoundCode {
  readonly code: string
  readonly before: string
  readonly after: string
  /** The country that the shape or a prefix such as "D-" tells; null when several have it. */
  readonly country: string | null
}

const introduced =
  /(?<!\p{L})(?:PIN(?:\s?CODE)?|CEP|C\.?\s?P\.?|ZIP(?:\s?CODE)?|POST\s?CODE|POSTAL\s?CODE|PLZ|CAP|EIRCODE|T\.?\s?K\.?)(?!\p{L})\s*[:.\-–]*\s*(?=[A-Z]{0,2}\d)/giu
const prefixes: Readonly<Record<string, string>> = {
  D: "DE",
  A: "AT",
  CH: "CH",
  F: "FR",
  B: "BE",
  L: "LU",
  I: "IT",
  E: "ES",
  NL: "NL",
  DK: "DK",
  S: "SE",
  SE: "SE",
  N: "NO",
  NO: "NO",
  FI: "FI",
  FIN: "FI",
  PL: "PL",
  CZ: "CZ",
  SK: "SK",
  GR: "GR",
  P: "PT",
  PT: "PT",
  DE: "DE",
  AT: "AT",
  FR: "FR",
  BE: "BE",
  IT: "IT",
  ES: "ES",
  HR: "HR",
  SI: "SI",
  HU: "HU",
  H: "HU",
  RO: "RO",
  LI: "LI",
  LU: "LU",
  MX: "MX",
  IL: "IL"
}
const prefixed = /(?<![\p{L}\p{N}])([A-Z]{1,3}) ?[-–] ?(?=[0-9]{3})/u

const at = (text: string, shape: RegExp, country: string | null): FoundCode | null => {
  const found = shape.exec(text)
  if (found === null) return null
  const trim = (part: string): string => part.replace(/^[\s,.:;–-]+|[\s,:;–-]+$/gu, "")
  return {
    code: found[0].replace(/^〒 ?/u, "").trim(),
    before: trim(text.slice(0, found.index)),
    after: trim(text.slice(found.index + found[0].length)),
    country
  }
}

// Shapes that no other country has.
const unmistakable: ReadonlyArray<readonly [string, RegExp]> = [
  ["CA", /\b[ABCEGHJ-NPRSTVXY][0-9][ABCEGHJ-NPRSTV-Z] {0,2}[0-9][ABCEGHJ-NPRSTV-Z][0-9](?![A-Z0-9])/u],
  ["GB", /\b[A-Z]{1,2}[0-9][A-Z0-9]? {0,2}[0-9][A-Z]{2}(?![A-Z0-9])/u],
  ["IE", /\b(?:[AC-FHKNPRTV-Y][0-9]{2}|D6W) ?[0-9AC-FHKNPRTV-Y]{4}(?![A-Z0-9])/u],
  ["BR", /(?<![\p{L}\p{N}-])[0-9]{5}-[0-9]{3}(?![\p{L}\p{N}-])/u],
  ["PT", /(?<![\p{L}\p{N}])[0-9]{4}-[0-9]{3}(?![\p{L}\p{N}-])/u],
  ["PL", /(?<![\p{L}\p{N}#/-])[0-9]{2}-[0-9]{3}(?![\p{L}\p{N}-])(?=\s+\p{L})/u],
  ["SG", /(?<=\bsingapore\s{1,2})[0-9]{6}(?![\p{L}\p{N}])/iu],
  ["JP", /〒 ?[0-9]{3}-?[0-9]{4}|(?<![\p{L}\p{N}-])[0-9]{3}-[0-9]{4}(?![\p{L}\p{N}-])(?!\s+\p{Script=Latin})/u],
  ["US", /(?<![\p{L}\p{N}-])[0-9]{5}-[0-9]{4}(?![\p{L}\p{N}])/u],
  ["NL", /(?<![\p{L}\p{N}])[1-9][0-9]{3} ?(?!SA|SD|SS|NO|SE)[A-Z]{2}(?=\s+\p{L}|$)/u]
]

/** The postal code in one printed line, and what stands on its two sides; null when there is none. */
export const findPostalCode = (line: string, country: string | null): FoundCode | null => {
  if (hasNoPostalCodes(country)) return null
  const text = line.replace(introduced, " ")
  const bare = text.replace(prefixed, "")
  const prefix = prefixed.exec(text)?.[1]
  const hinted = prefix === undefined ? null : (prefixes[prefix] ?? null)
  if (country !== null) {
    const partial =
      country === "GB"
        ? /(?<=^|\s)[A-Z]{1,2}[0-9][A-Z0-9]?$/u
        : country === "CA"
          ? /(?<=^|\s)[A-Z][0-9][A-Z]$/u
          : country === "IE"
            ? /(?<=^|\s)[A-Z][0-9]{2}$/u
            : null
    return at(hinted === null ? text : bare, shapeOf(country), country) ?? (partial === null ? null : at(text, partial, country))
  }
  if (hinted !== null) return at(bare, shapeOf(hinted), hinted)
  for (const [owner, shape] of unmistakable) {
    const found = at(text, shape, owner)
    if (found !== null) return found
  }
  const found = at(text, anyDigits, null)
  return found === null ? null : { ...found, country: countryOfStateLine(found.before, found.code.replace(/\D/g, "").length) }
}

const characters = (code: string): string =>
  code
    .toUpperCase()
    .normalize("NFKC")
    .replace(/[^A-Z0-9]/g, "")
    .replace(/O/g, "0")
    .replace(/[IL]/g, "1")

/** Score of two postal codes, 0 to 1: equal after removing spaces, 0.6 when one is a known short form of the other (GB outward code), else 0. */
export const comparePostalCodes = (a: string, b: string, country: string | null): number => {
  const strip = (code: string): string =>
    country === "LV" || country === "LT" ? characters(code.replace(/^L[VT]/i, "")) : characters(code)
  const one = strip(a)
  const other = strip(b)
  if (one === other) return one === "" ? 0 : 1
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  const numeric = /^[0-9]+$/.test(long)
  if ((country === "US" || country === null) && numeric && long.length === 9)
    return short === long.slice(0, 5) ? 1 : short.slice(0, 5) === long.slice(0, 5) ? 0.8 : 0
  // The new code of Argentina holds the old one: C1425DKA is 1425 with the province and the block.
  const core = (code: string): string => code.replace(/^[A-Z](?=\d)|(?<=\d)[A-Z]{3}$/g, "")
  if (country === "AR") return one.length !== other.length && core(one) === core(other) ? 0.6 : 0
  const tail = long.length - short.length
  if (!long.startsWith(short) || short.length < 2) return 0
  const partial =
    (country === "GB" && tail === 3) ||
    (country === "CA" && short.length === 3 && long.length === 6) ||
    (country === "IE" && short.length === 3 && long.length === 7) ||
    (country === "NL" && short.length === 4 && long.length === 6) ||
    (country === "PT" && short.length === 4 && long.length === 7) ||
    (country === "BR" && short.length === 5 && long.length === 8) ||
    (country === null && !numeric && tail === 3)
  return partial ? 0.6 : 0
}
