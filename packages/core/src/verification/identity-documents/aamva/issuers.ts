/** An authority that issues driver licences and identification cards in the AAMVA scheme. */
export interface AamvaIssuer {
  /** ISO 3166-1 alpha-2: US, CA or MX. Territories keep the country of the scheme. */
  readonly country: "US" | "CA" | "MX"
  /** Postal abbreviation of the state, province or territory; null for the Department of State. */
  readonly jurisdiction: string | null
}

/** Issuer identification numbers as AAMVA publishes them: the number, then the jurisdiction. */
const numbers = {
  US: `636000 VA 636001 NY 636002 MA 636003 MD 636004 NC 636005 SC 636006 CT 636007 LA 636008 MT 636009 NM 636010 FL 636011 DE 636014 CA
    636015 TX 636018 IA 636019 GU 636020 CO 636021 AR 636022 KS 636023 OH 636024 VT 636025 PA 636026 AZ 636027 - 636029 OR 636030 MO
    636031 WI 636032 MI 636033 AL 636034 ND 636035 IL 636036 NJ 636037 IN 636038 MN 636039 NH 636040 UT 636041 ME 636042 SD 636043 DC
    636045 WA 636046 KY 636047 HI 636049 NV 636050 ID 636051 MS 636052 RI 636053 TN 636054 NE 636055 GA 636058 OK 636059 AK 636060 WY
    636061 WV 636062 VI 604427 AS 604430 MP 604431 PR`,
  CA: `636012 ON 636013 NS 636016 NL 636017 NB 636028 BC 636044 SK 636048 MB 604426 PE 604428 QC 604429 YT 604432 AB 604433 NU 604434 NT
    990876 AB`,
  MX: "636056 COA 636057 HID"
} as const satisfies Readonly<Record<AamvaIssuer["country"], string>>

const rowsOf = (country: AamvaIssuer["country"]): ReadonlyArray<readonly [string, AamvaIssuer]> => {
  const words = numbers[country].split(/\s+/u)
  return words.flatMap((word, index) => {
    const jurisdiction = words[index + 1]
    return index % 2 === 1 || jurisdiction === undefined
      ? []
      : [[word, { country, jurisdiction: jurisdiction === "-" ? null : jurisdiction }] as const]
  })
}

const issuers: ReadonlyMap<string, AamvaIssuer> = new Map([...rowsOf("US"), ...rowsOf("CA"), ...rowsOf("MX")])

/** The authority with this six-digit issuer identification number, or null. */
export const aamvaIssuer = (number: string): AamvaIssuer | null => issuers.get(number) ?? null
