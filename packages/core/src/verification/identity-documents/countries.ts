import codes from "i18n-iso-countries/codes.json" with { type: "json" }

/** What a code of issuer or nationality stands for (ICAO 9303, part 3, section 5). */
type IssuerKind = "country" | "former_country" | "organization" | "stateless" | "refugee" | "unspecified" | "specimen"

interface Issuer {
  /** As it stands in a machine readable zone, without filler. */
  readonly code: string
  readonly kind: IssuerKind
  /** ISO 3166-1 alpha-2 (XK for Kosovo); null for what is no country, and for a former one without a single successor. */
  readonly alpha_2: string | null
}

/** Codes beside ISO 3166-1 alpha-3: kind, then for some the country whose authority or citizenship it is. */
const beside = {
  D: ["country", "DE"],
  GBD: ["country", "GB"],
  GBN: ["country", "GB"],
  GBO: ["country", "GB"],
  GBP: ["country", "GB"],
  GBS: ["country", "GB"],
  RKS: ["country", "XK"],
  XKX: ["country", "XK"],
  XKK: ["country", "XK"],

  EUE: ["organization"],
  UNO: ["organization"],
  UNA: ["organization"],
  // Documents of the interim administration name its residents, who have had no other code since.
  UNK: ["organization", "XK"],
  IAO: ["organization"],
  XBA: ["organization"],
  XCC: ["organization"],
  XCE: ["organization"],
  XCO: ["organization"],
  XDC: ["organization"],
  XEC: ["organization"],
  XES: ["organization"],
  XIM: ["organization"],
  XMP: ["organization"],
  XOM: ["organization"],
  XPO: ["organization"],

  XXA: ["stateless"],
  XXB: ["refugee"],
  XXC: ["refugee"],
  UTO: ["specimen"],

  ANT: ["former_country"],
  BUR: ["former_country", "MM"],
  CSK: ["former_country"],
  DDR: ["former_country", "DE"],
  HVO: ["former_country", "BF"],
  NTZ: ["former_country"],
  ROM: ["former_country", "RO"],
  SCG: ["former_country"],
  SUN: ["former_country"],
  TMP: ["former_country", "TL"],
  YMD: ["former_country", "YE"],
  YUG: ["former_country"],
  ZAR: ["former_country", "CD"]
} as const satisfies Readonly<Record<string, readonly [IssuerKind, string?]>>

const isoCountries: ReadonlyMap<string, string> = new Map(
  codes.flatMap(([alpha_2, alpha_3]) => (alpha_2 === undefined || alpha_3 === undefined ? [] : [[alpha_3, alpha_2] as const]))
)

const rows: ReadonlyMap<string, readonly [IssuerKind, string?]> = new Map(Object.entries(beside))

/** The issuer or nationality that a code of one to three letters means, fillers ignored; null for a code that no one has. */
export const issuerOf = (printed: string): Issuer | null => {
  if (printed.length > 8) return null
  const code = printed.replaceAll("<", "").trim().toUpperCase()
  const row = rows.get(code)
  if (row !== undefined) return { code, kind: row[0], alpha_2: row[1] ?? null }
  if (/^X{3}$/u.test(code)) return { code, kind: "unspecified", alpha_2: null }
  const alpha_2 = isoCountries.get(code)
  return alpha_2 === undefined ? null : { code, kind: "country", alpha_2 }
}

/** How a field names an issuer or nationality: alpha-2 for countries, the code of ICAO 9303 for what is none, null when unknown. */
export const issuerValue = (printed: string): string | null => {
  const issuer = issuerOf(printed)
  return issuer === null ? null : (issuer.alpha_2 ?? issuer.code)
}
