import { longPattern } from "../long-pattern.ts"
/** The shape of a country's postcode in a printed address. */
interface PostcodeShape {
  readonly countries: ReadonlyArray<string>
  readonly pattern: RegExp
  /** How far the shape alone identifies the country, 0.3 (five digits before a word) to 3 (never seen elsewhere). */
  readonly weight: number
  /** Written after the letter of its country, which a flat or a plot elsewhere has as well ("B-1104"). */
  readonly lettered: boolean
  /** So common a number that it counts only where the country is known: the three digits of Iceland. */
  readonly atHome?: true
}

const states =
  "A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|P[AR]|RI|S[CD]|T[NX]|UT|V[AIT]|W[AIVY]|A[AEP]|GU"
const word = "\\p{L}[\\p{L}.'’()-]*"
const place = `${word}(?:(?:[ ,/]{1,2}| [/–-] )${word}){0,4}`
/** Where a code ends a line, or a country follows it: "Karachi 75300, Pakistan". */
const atEnd = "(?=\\s*$|, ?\\p{L}[\\p{L} .()]{2,30}$)"

const shape = (countries: string, weight: number, pattern: RegExp): PostcodeShape => ({
  countries: countries.split(" "),
  weight,
  pattern,
  lettered: false
})
/** "D-10115 Berlin": at the beginning of a line or of a part of it, and before a place. */
const lettered = (country: string, letters: string, digits: string): PostcodeShape => ({
  countries: [country],
  weight: 3,
  pattern: new RegExp(`(?:^|[,;·•|–-]\\s*)${letters}[- ]?${digits}\\b(?=,? {1,2}\\p{L}|\\s*$)`, "u"),
  lettered: true
})

const atHome = (countries: string, pattern: RegExp): PostcodeShape => ({ ...shape(countries, 0.3, pattern), atHome: true })

/** Ordered from the unmistakable to the common; the first that fits a line is taken for it. */
const postcodeShapes: ReadonlyArray<PostcodeShape> = [
  shape("GB", 3, /\b(?:[A-PR-UWYZ][A-HK-Y]?\d[0-9A-HJKPSTUW]? ?\d[ABD-HJLNP-UW-Z]{2}|GIR ?0AA|BFPO ?\d{1,4})\b(?!\d)/),
  // Text recognition reads O, I, l and S for the digits; a real digit beside them and the right country are asked for.
  shape("GB", 0.9, /\b(?=[A-Z0-9l ]{0,7}\d)[A-PR-UWYZ][A-HK-Y]?[0-9OIl][0-9A-HJKPSTUWOIl]? [0-9OIlS][ABD-HJLNP-UW-Z]{2}\b/),
  shape("CA", 3, /\b[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z][ -]?\d[ABCEGHJ-NPRSTV-Z]\d\b/),
  shape("CA", 0.9, /\b(?=[A-Z0-9l ]{0,7}\d)[ABCEGHJ-NPRSTVXY][0-9OIl][ABCEGHJ-NPRSTV-Z8] [0-9OIl][ABCEGHJ-NPRSTV-Z8][0-9OIlZS]\b/),
  shape("IE", 2.5, /\b(?:[AC-FHKNPRTV-Y]\d{2}|D6W) ?[0-9AC-FHKNPRTV-Y]{4}\b(?=\s*(?:,|$|\p{L}))/u),
  shape("US", 3, new RegExp(`\\b(?:${states})[ ,.]{1,3}\\d{5}(?:[- –]\\d{4})?\\b`)),
  shape(
    "US",
    2,
    longPattern("iu")`
      \b(?:Alabama|Alaska|Arizona|Arkansas|California|Colorado|Connecticut|Delaware|Florida|Georgia|Hawaii|Idaho|Illinois|Indiana|
      Iowa|Kansas|Kentucky|Louisiana|Maine|Maryland|Massachusetts|Michigan|Minnesota|Mississippi|Missouri|Montana|Nebraska|Nevada|
      New \p{L}+|North \p{L}+|South \p{L}+|Ohio|Oklahoma|Oregon|Pennsylvania|Rhode Island|Tennessee|Texas|Utah|Vermont|Virginia|
      Washington|Wisconsin|Wyoming),? \d{5}(?:-\d{4})?\b`
  ),
  shape("AU", 3, /\b(?:NSW|VIC|QLD|WA|SA|TAS|ACT|NT),? {1,2}\d{4}\b/i),
  shape("NL", 0.95, /\b[1-9]\d{3} ?[A-Z]{2}\b(?= {1,3}['’]?\p{L}|\s*$|,)/u),
  shape("PT", 2.5, /\b\d{4} ?[-–] ?\d{3}\b(?=\s+\p{L}|\s*$|,)/u),
  shape("BR", 2.5, /(?<![\d-])\d{5} ?[-–] ?\d{3}\b(?![-\d])/),
  shape("PL", 2, /(?<![\p{L}\p{N}#/-])\d{2}[-–]\d{3}\b(?= {1,3}\p{L}|\s*$)/u),
  shape("JP", 3, /〒 ?\d{3}[-−ー]\d{4}/),
  shape("JP", 0.8, /^\d{3}[-−ー]\d{4}(?!\d)(?!\s+\p{Script=Latin})/u),
  shape("SE", 2.5, /\bSE[- ]\d{3} ?\d{2}\b/),
  lettered("SE", "S", "\\d{3} ?\\d{2}"),
  lettered("DE", "DE?", "\\d{5}"),
  lettered("AT", "AT?", "\\d{4}"),
  shape("CH", 3, /\bCH[- ]\d{4}\b/),
  lettered("LU", "LU?", "\\d{4}"),
  lettered("BE", "BE?", "\\d{4}"),
  lettered("FR", "FR?", "\\d{5}"),
  lettered("NO", "NO?-", "\\d{4}"),
  lettered("DK", "DK", "\\d{4}"),
  shape("MX ES", 0.95, /\bC\. ?P\.? ?:? ?\d{5}\b/i),
  shape("MX ES", 0.95, /\bCP:? ?\d{5}\b/),
  shape("LT", 3, /\bLT[- ]\d{5}\b/),
  shape("LV", 3, /\bLV[- ]\d{4}\b/),
  shape("MD", 3, /\bMD[- ]\d{4}\b/),
  shape("SG", 3, /\bSingapore,? \(?\d{6}\b/i),
  shape("MT", 0.9, /\b[A-Z]{3} \d{4}\b(?=\s*$|,)/),
  shape("CL", 1, /^\d{7}\b(?=,? \p{L})/u),
  shape("IL", 0.9, new RegExp(`\\p{L}{3,}[ ,-]{1,3}\\d{7}${atEnd}`, "u")),
  shape("IL", 0.9, new RegExp(`^\\d{7},? +${place}$`, "u")),
  shape("IN", 0.8, /\b\p{L}{3,}[ ,]{0,2}[-–]? ?[1-9]\d{2} ?\d{3}\b(?=\s*(?:$|,|\.|\())/u),
  shape("RU RO IN CN KZ BY NG CO EC KG UZ TJ TM VN", 0.6, /^\s*\d{6},? +\p{L}|,\s*\d{6}\s*(?:,|$)/u),
  shape("SE CZ SK GR", 0.8, new RegExp(`^(?:[A-Z]{1,2}-)?\\d{3} \\d{2},? +${place}(?: \\d{1,2})?$`, "u")),
  shape("SE CZ SK GR", 0.7, /,\s*\d{3} \d{2},? +\p{L}/u),
  shape("SE CZ SK GR", 0.5, /\p{L}{3,},? +\d{3} \d{2}\s*$/u),
  shape("IT", 2, /\b\d{5} +\p{L}[\p{L}' .-]{1,40} +\(?[A-Z]{2}\)?\s*$/u),
  shape(
    "DE FR ES IT FI MX EE HR TR RS UA MY KE BA ME XK LT MA DZ SN TZ ZM CU UY GT HN NI CR DO PE KW SM VA MC LA ID NP JO IQ IL MN MM GR CZ SK SE KZ SD",
    0.3,
    new RegExp(`^(?:[A-Z]{1,2}[- ])?\\d{5},? +${place}(?: \\d{1,2})?(?:\\([^)]{1,30}\\))?,?$`, "u")
  ),
  shape(
    "DE FR ES IT FI MX EE HR TR RS UA MY BA ME XK LT MA DZ SN TZ ZM CU UY GT HN NI CR DO PE KW SM VA MC LA ID NP JO IQ IL MN MM GR CZ SK SE KZ SD",
    0.3,
    /[,;·•*|-]\s*\d{5},? +\p{L}{2}/u
  ),
  shape(
    "AT CH BE DK NO HU SI BG LU LI AL MK CY GE AM TN MD AF PY VE MZ CV GW NE LR ET",
    0.3,
    new RegExp(`^(?:[A-Z]{1,2}-)?[1-9]\\d{3},? +${place}(?: \\d{1,2})?(?:\\([^)]{1,30}\\))?$`, "u")
  ),
  shape("NO DK", 0.2, new RegExp(`^0\\d{3} +${place}$`, "u")),
  shape("AT CH BE DK NO HU SI BG LU LI AL MK CY GE AM TN MD AF PY VE MZ CV GW NE LR ET", 0.3, /[,;·•*|-]\s*[1-9]\d{3} +\p{L}{3}/u),
  shape("MY TH MX UA TR ID", 0.3, /\b\d{5} +\p{L}[\p{L} ]{2,30}(?:,|$)/u),
  shape(
    "US TH PK SA EG KE ID LK NP JO IQ MM KH VN MN IL LA UA RS ME BA GR KW GT HN CR DO PE UY ZM TZ",
    0.3,
    new RegExp(`\\p{L}{3,}[ ,.-]{1,3}\\d{5}(?:-\\d{4})?${atEnd}`, "u")
  ),
  shape("AU NZ ZA BD NG PH BG MK AL CY GE AM VE PY ET TN AF LR", 0.3, new RegExp(`\\p{L}{3,}[ ,-]{1,3}\\d{4}${atEnd}`, "u")),
  shape("ZA", 0.2, /^[0-9]\d{3}$/),
  shape("VN KR CN RU SG NG CO EC TT KZ BY KG UZ TJ TM KH RO", 0.2, new RegExp(`\\p{L}{3,}[ ,-]{1,3}\\d{6}${atEnd}`, "u")),
  shape("KE", 0.3, /\bbox \d{1,6} ?[-–] ?\d{5}\b/i),
  // Argentina: the old code of four figures, or the same between the letter of the province and those of the block; often in brackets.
  shape("AR", 0.3, /(?<![\p{L}\p{N}])\(?(?:C\.? ?P\.?A?\.?:? ?\d{4}|[A-HJ-NP-Z]\d{4}(?:[A-Z]{3})?)\)?(?=[.,]? {1,3}\p{L}|\s*$|,)/u),
  shape("AR", 0.2, /\(\d{4}\)(?= {1,3}\p{L}|\s*$|,)/u),
  shape("AR PH", 0.2, new RegExp(`^[1-9]\\d{3},? +(?:- +)?${place}$`, "u")),
  shape("JP", 0.8, new RegExp(`\\p{L}{2,}[ ,]{1,2}\\d{3}-\\d{4}${atEnd}`, "u")),
  atHome("IS FO MG LS PG TW OM", new RegExp(`^(?:[A-Z]{2}-)?\\d{3},? +${place}$`, "u")),
  atHome("IS FO MG", /,\s*\d{3} +\p{L}{3}/u),
  atHome("TW", new RegExp(`\\p{L}{3,}[ ,]{1,2}\\d{3}(?:-?\\d{2,3})?${atEnd}`, "u")),
  atHome("OM", /\bP\.? ?C\.?:? ?\d{3}\b/u),
  atHome("PG LS", /\p{L}{3,}[ ,]{1,2}\d{3}\s*$/u),
  atHome("GR CY", /[ΤT]\.? ?[ΚK]\.?:? ?\d{3} ?\d{1,2}(?!\d)/u),
  atHome("BG", /(?<!\p{L})п\.? ?к\.? ?\d{4}(?!\d)/iu),
  atHome("AD", /\bAD ?\d{3}\b/u),
  atHome("AZ", /\bAZ ?-?\d{4}\b/u),
  atHome("BN", /\b[A-Z]{2} ?\d{4}\b/u),
  atHome("SZ", /\b[HLMS]\d{3}\b/u),
  atHome("BB HT KY", /\b(?:BB|HT|KY) ?\d{1,5}(?:-\d{4})?\b/u)
]

export interface PrintedPostcode {
  readonly shape: PostcodeShape
  readonly index: number
  readonly end: number
}

const longestLine = 500

/** Shapes below this weight are house numbers and years in other countries. */
const weakest = 1

/** Where the letter of a country is set before the postcode, and so where such a letter is not that of a flat. */
const lettering = new Set(
  "DE AT CH LI LU BE FR NL DK NO SE FI IT ES PT PL CZ SK HU SI HR RO BG GR EE LV LT MC SM VA AD MT CY RS BA ME MK AL TR UA MD IS".split(" ")
)

/** Four digits that are far likelier a year than a postcode at the end of a line. */
const yearAtEnd = /\b20[12]\d\)?\s*$/

/**
 * The first shape that a line fits; the line is taken in capitals where the shape is written in them. A weak shape counts only in its own
 * countries, once a country is known: "1802 Cedar" is a place in Norway and a house in Illinois.
 */
export const postcodeIn = (line: string, country: string | null = null): PrintedPostcode | null => {
  if (line.length > longestLine || !/\d/.test(line)) return null
  for (const shape of postcodeShapes) {
    if (shape.weight < weakest && (country === null ? shape.atHome === true : !shape.countries.includes(country))) continue
    if (shape.lettered && country !== null && !lettering.has(country)) continue
    const match = shape.pattern.exec(line) ?? (shape.weight >= 2 ? shape.pattern.exec(line.toUpperCase()) : null)
    if (match === null || (shape.weight < weakest && yearAtEnd.test(match[0]))) continue
    const rest = /^\p{L}*/u.exec(line.slice(match.index + match[0].length))
    return { shape, index: match.index, end: match.index + match[0].length + (rest?.[0].length ?? 0) }
  }
  return null
}
