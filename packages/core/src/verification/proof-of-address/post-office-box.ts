import { type NormalizedAddress, normalizeAddress } from "./address-segments.ts"

/** A box or bag at a post office in place of a dwelling; military mail is distinguished because some rules let it through. */
interface PostOfficeBox {
  readonly kind: "civil" | "military"
}

interface Rule {
  readonly pattern: RegExp
  /** ISO 3166-1 alpha-2 codes where the words mean a box; everywhere when absent. `null` admits addresses of unknown country. */
  readonly countries?: ReadonlyArray<string | null>
}

/** "No. 12", "Nr 12", "X12": how box numbers are introduced. Digits of any script. */
const number = "(?:n(?:o|r|ro|um|umber|umero|°)? ?)?(?:[a-z]{1,2}[ -]?)?\\p{Nd}"
/** Words that turn what stands before them into the name of a street or a house. */
const notAStreet =
  "(?! ?(?:lane|ln|road|rd|street|hill|cottages?|house|close|avenue|ave|drive|way|corner|square|row|court|yard|mews|farm|strasse|weg|gasse|platz)\\b)"
const rule = (pattern: string, countries?: ReadonlyArray<string | null>): Rule => ({
  pattern: new RegExp(pattern, "u"),
  ...(countries === undefined ? {} : { countries })
})

const french =
  "FR BE LU MC CH AD DZ MA TN SN CI CM GA CG CD BF BJ TG NE ML MR GN MG DJ KM CF TD RW BI HT MU SC VU NC PF GP MQ GF RE YT PM WF LB BL MF"
const francophone: ReadonlyArray<string | null> = [...french.split(" "), null]

/** Matched anywhere in a line, since the words can mean nothing else. */
const anywhere: ReadonlyArray<Rule> = [
  // English, with the zero that text recognition prints for an O.
  rule(`\\bp[ -]?[o0][ -]?b[o0]x(?:es)?(?![a-z])${notAStreet}`),
  rule(`\\bpost office (?:box|bag|drawer)\\b${notAStreet}`),
  rule(`\\bp ?o ?(?:bag|drawer|dwr) ${number}`),
  rule(`\\bpost ?(?:box|bag) ${number}`),
  rule(`(?<!\\b(?:brgy|bgy|barangay|zone) )\\bp ?o ?b ${number}`, [
    "US",
    "GB",
    "IE",
    "IL",
    "DE",
    "AT",
    "CH",
    "AU",
    "NZ",
    "CA",
    "ZA",
    "AE",
    null
  ]),
  rule(`\\b(?:g ?p ?o|caller) box(?! hill)\\b`),
  rule("\\bcaller service\\b"),
  rule(`\\block ?box ${number}`),
  rule(`\\b(?:locked|private|pvt|p) ?/?(?:mail ?)?bag ${number}`),
  rule(`\\bp ?m ?b ${number}`),
  rule(`\\bpostnet suite ${number}`),
  rule(`\\bcommunity mail bag\\b|\\bgeneral delivery\\b|\\bposte restante\\b|\\bpostlagernd\\b|\\bfermo ?posta\\b|\\blista de correos\\b`),
  // German, Dutch, Afrikaans, Nordic
  rule(`(?<!\\b(?:am|beim|zum) )\\bpostfach(?![a-z])${notAStreet}`),
  rule(`\\b(?:packstation|postfiliale|antwoordnummer|postbus|posbus|privaatsak|postboks|postbox|postlada|postilokero|postholf) ?${number}`),
  // Romance languages
  rule("\\bboites? postales?\\b|\\bcase postale\\b|\\bcasella postale\\b|\\bcaixa postal\\b|\\bcasuta postala\\b"),
  rule(`\\bcas(?:ella)? post(?:ale)? ${number}|\\bcx ?(?:postal|post|p) ${number}`),
  rule(
    "\\bapartado (?:de correos?|postal|aereo)\\b|\\bap(?:t)?do (?:de )?(?:correos?|postal|aereo)\\b|\\bcasilla (?:de )?(?:correos?|postal)\\b"
  ),
  rule(`(?<![a-z\\p{Nd}])b ?p ?(?:n ?[o°] ?)?\\p{Nd}{1,6}(?!\\p{Nd})`, francophone),
  // Baltic, Slavic, Hungarian, Albanian, Turkish
  rule(`\\bpost(?:i)?kast ${number}|\\b(?:abonenta|pasta) kastite\\b|\\bpastkastite\\b|\\b(?:pasto|abonentine) dezute\\b`),
  rule(`\\bskrytka poczt(?:owa)?\\b|\\bskr poczt(?:owa)?\\b|\\bpostovn[iy] (?:prihradka|priecinok|schranka)\\b|\\bpostafiok ${number}`),
  rule("\\bpostanski (?:pretinac|fah|pregradak)\\b|\\bpostni predal\\b|\\bkutia postare\\b|\\bposta kutusu\\b"),
  rule(
    "абонентск(?:ии|ого|ому) ящик|абонентська скринька|почтовыи ящик|поштова скринька|пощенска кутия|поштански (?:фах|преградак|претинац)"
  ),
  rule("(?<!\\p{L})[ап]/я(?!\\p{L})|(?<!\\p{L})а/с ?(?:№ ?|no ?)?\\p{Nd}"),
  rule("ταχ(?:υδρομικη)? ?θυριδα|(?<!\\p{L})τ ?θ ?\\p{Nd}"),
  rule("საფოსტო ყუთი|փոստարկղ"),
  // Arabic, Persian, Urdu, Hebrew, Amharic
  rule("(?<!\\p{L})ص ?ب(?!\\p{L})|صندوق ?(?:ال)?بريد|صندوق پستي|پوسٹ بكس"),
  rule("(?<!\\p{L})ת ?ד(?!\\p{L}) ?\\p{Nd}|תיבת דואר|תא דואר|ፖ ?ሳ ?ቁ"),
  // East, South and South-East Asia
  rule("(?:郵政|邮政|郵局|邮局).{0,20}信箱|(?<![電电]子)信箱 ?第? ?\\p{Nd}|\\p{Nd} ?[號号]? ?信箱|私書箱|私书箱|局留|사서함"),
  rule("ตู้ ?(?:ปณ|ป ?ณ|ไปรษณีย์)|पोस्ट (?:बॉक्स|बैग)|पो बॉ|डाक पेटी|পোস্ট বক্স|অঞ্চল বক্স|அஞ்சல் பெட்டி"),
  rule(`\\bhop thu ${number}|\\bhom thu ${number}|\\bkotak pos\\b|\\btromol pos\\b|\\bpeti surat\\b|\\bbeg berkunci\\b`),
  rule("\\bsanduku la (?:posta|barua)\\b"),
  rule(`(?<![a-z])s ?l ?p ${number}`, ["TZ", "KE"])
]

/** Matched at the beginning of a part of the address: short words that also occur inside the names of streets. */
const atStart: ReadonlyArray<Rule> = [
  rule(`^(?:box|boks) ${number}[\\p{Nd}a-z -]{0,12}$`),
  rule(`^(?:apartado|ap(?:t)?do|casilla|skrytka) ${number}`),
  rule(`^pf ${number}`, ["DE", "AT", "CH", "LI", "HU"]),
  rule("^pf \\p{Nd}{3}", [null]),
  rule(`^p[lb] ${number}[\\p{Nd} ]{0,8}$`, ["FI", "AX"]),
  rule(`^pb ${number}[\\p{Nd} ]{0,8}$`, ["NO", "SE", "DK"]),
  rule(`^c ?p ${number}`, ["CA", "CH", "IT", "SM", "VA", "BR", "RO"]),
  rule("^(?:cs|tsa) \\p{Nd}{5}$", francophone),
  rule(`^a ?a ${number}`, ["CO"]),
  rule(`^c ?c ${number}`, ["AR"]),
  rule(`^p ?k ${number}`, ["TR", "CY"]),
  rule(`^p ?p ${number}[\\p{Nd} ]{0,6}$`, ["HR", "SI", "BA"]),
  rule(`^p ?o ?box$`),
  rule(`^cmb ${number}`, ["AU"]),
  rule(`^a/k ${number}`, ["LV"]),
  rule(`^a ?d ${number}`, ["LT"]),
  rule("^п ?к ?(?:№ ?|no ?)?\\p{Nd}", ["BG", null])
]

const military = [
  /\b[afd]po (?:aa|ae|ap)\b/u,
  /\b(?:psc|cmr) \p{Nd}{1,5} box \p{Nd}{1,5}\b/u,
  /\bunit \p{Nd}{1,5} box \p{Nd}{1,5} [afd]po\b/u,
  /\b(?:bf|cf)po ?\p{Nd}{1,5}\b/u,
  /\bbritish forces post office\b/u
]

const applies = ({ countries }: Rule, country: string | null): boolean => countries === undefined || countries.includes(country)

const isMilitary = ({ lines }: NormalizedAddress): boolean => {
  const whole = lines.join(" ").replace(/\s+/gu, " ")
  return military.some((pattern) => pattern.test(whole))
}

/** Whether the address is a post office box of armed forces abroad: APO, FPO, DPO, BFPO. */
export const isMilitaryAddress = (lines: ReadonlyArray<string>): boolean => isMilitary(normalizeAddress(lines))

/**
 * Finds a post office box, locked bag or similar in the printed lines of an address, in the languages of some sixty countries.
 * `country` (ISO 3166-1 alpha-2, null when unknown) decides about abbreviations that mean something else elsewhere,
 * such as "BP", which is a box in Senegal and a block of a Kolkata suburb.
 */
export const findPostOfficeBox = (lines: ReadonlyArray<string>, country: string | null): PostOfficeBox | null => {
  const address = normalizeAddress(lines)
  if (isMilitary(address)) return { kind: "military" }
  const boxed =
    anywhere.some((known) => applies(known, country) && address.lines.some((line) => known.pattern.test(line))) ||
    atStart.some((known) => applies(known, country) && address.segments.some((segment) => known.pattern.test(segment)))
  return boxed ? { kind: "civil" } : null
}
