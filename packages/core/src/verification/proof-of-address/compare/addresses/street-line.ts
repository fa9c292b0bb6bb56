import { namesStreet } from "./abbreviations.ts"

/** What one segment of an address says about the dwelling. */
export interface StreetParts {
  readonly unit: string | null
  readonly house_number: string | null
  readonly street: string | null
}

const tidy = (text: string): string => text.replace(/\s+/gu, " ").replace(/^[\s,.:;/–-]+|[\s,:;/–-]+$/gu, "")

// A word for a part of a building, and the number or letter that names the part. Words of one or two letters need a digit after them.
const unitWords =
  "flat|apartment|ap|appartement|appartamento|apartamento|apartado|apart|apto|appt|app|apt|apto|unit|suite|ste|room|rm|shop|office|level|lvl|tower|wing|" +
  "wohnung|whg|t[üu]r|tuer|stiege|stg|lokal|lok|lgh|igh|1gh|l[äa]genhet|leilighet|leil|byt|bte|bo[iî]te|bus|b[âa]timent|b[âa]t|escalier|escalera|esc|porte|pta|puerta|interno|int|scala|" +
  "bloque|conjunto|conj|cj|quadra|qd|lote|bloco|bl|torre|sala|casa|depto|dpto|dpt|dp|depar?tamento|квартира|кв|kv|корпус|корп|строение|стр|литера|лит|офис|оф|этаж|διαμ|daire|lot|space|spc|penthouse|ph|studio|portal|piso|planta|pl|andar|[ée]tage|etaj|floor"
const named = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${unitWords})(?!\\p{L})[\\s.:]*(?:no\\.?|nº|n°|nr\\.?|#)?[\\s.:-]*((?:\\d{1,5}[a-z]?|[a-z]\\d{0,5}|\\d{1,5}-[a-z0-9]{1,4}|[ivx]{1,4}|pb|rc)(?:[/-][a-z0-9]{1,5})?)(?![\\p{L}\\p{N}])`,
  "iu"
)
const short = /(?<=[\p{L}\d][\s,.]+)(?:m|h|et|ap|top|as|k|r|d:)\.?\s*(\d{1,4}[a-z]?)$/iu
const hash = /(?<=^|\s)#\s*((?:[A-Z]{0,2}\d{1,4}-\d{1,5}[A-Z]?)|[A-Z]{0,2}\d{1,5}[A-Z]?)(?![\p{L}\p{N}])/iu
const floors: ReadonlyArray<RegExp> = [
  /(?<![\p{L}\p{N}])\d{1,2}\.?\s*em(?:elet)?\b\.?(?:[\s/]*\d{1,3}[a-z]?\b\.?(?:\s*ajt[óo]\b)?)?/iu,
  /(?<![\p{L}\p{N}])(?:ground|lower ground|first|second|third|fourth|fifth|top|upper|\d{1,2}(?:st|nd|rd|th))\s+(?:floor|fl|flr)\b\.?(?:\s+(?:flat|left|right|front|rear|[a-z]))?/iu,
  /^(?:basement|garden|lower|upper|rear|front|attic|top|middle|hall floor)\s+(?:flat|apartment|maisonette)(?!\s*\p{N})\b/iu,
  /(?<![\p{L}\p{N}])\d{1,2}\s*(?:er|[èe]me|e)\s+[ée]tage\b(?:\s+(?:gauche|droite))?/iu,
  /(?<![\p{L}\p{N}])\d{1,2}\s*[.]?\s*[ºª°](?:\s*[.,-]?\s*(?:\d{1,2}\s*[.]?[ºª°]|iz(?:q(?:uierda|da)?|da)|dcha|dch|drcha|derecha|esq(?:uerdo)?|dto|dt[ºo°]?|direito|frente|ctro|centro|[a-z](?!\p{L}))\.?)?/iu,
  /(?<![\p{L}\p{N}])\d{1,2}(?:\.\s*|\s+)(?:sal\b[,.]?\s*)?(?:tv|th|mf)\b\.?(?:\s*\d{1,2})?/iu,
  /(?<![\p{L}\p{N}])(?:\d{1,2}\.\s*)(?:og|stock|etage|obergeschoss|stuen|kerros|krs|p\.?)(?![\p{L}\p{N}])/iu,
  /(?<=[\s,])(?:bajo|bajos|[áa]tico|entlo|entresuelo|principal|pral|r\/c|rdc|parterre|erdgeschoss|st\.?\s?(?:tv|th))(?:\s*[.,-]?\s*(?:[a-d]|\d[ºª]|izq|dcha|esq|dto))?\.?$/iu
]

/** Parts of a house without a number of their own, in front of it: "BSMT 14327 91A Ave". */
const partOfHouse = /^(?:bsmt|basement|upper|lower|main floor|rear|garden flat|basement flat|top flat)\.?[\s,-]+(?=\d)/iu

const digitsIn = (text: string): boolean => /\d/u.test(text)

const unitBeforeHouse = /^(?:lot|unit|flat|apt|apartment|shop|u|suite|villa)\.?\s*(\d{1,5}[a-z]?)\s*\/\s*(\d.*\p{L}{2}.*)$/iu
/** The postal service of Australia shortens "Unit" to its letter: "U 12 9-11 Herbert St". */
const australianUnit = /^u\.?\s?(\d{1,5}[a-z]?)[\s,]+(\d.*\p{L}{2}.*)$/iu

/** Takes the flat, floor, door or staircase off a segment; what is left may be a street and its number, or nothing. */
export const takeUnit = (segment: string, country: string | null): { readonly unit: string | null; readonly rest: string } => {
  const units: Array<string> = []
  const slashed = unitBeforeHouse.exec(segment) ?? (country === "AU" || country === "NZ" ? australianUnit.exec(segment) : null)
  if (slashed !== null) return { unit: slashed[1] ?? null, rest: tidy(slashed[2] ?? "") }
  const part = partOfHouse.exec(segment)
  if (part !== null) units.push(part[0].replace(/[\s,-]+$/u, ""))
  let rest = part === null ? segment : segment.slice(part[0].length)
  const take = (pattern: RegExp): void => {
    const found = pattern.exec(rest)
    if (found === null || units.length >= 4) return
    units.push((found[1] ?? found[0]).trim())
    rest = tidy(`${rest.slice(0, found.index)} ${rest.slice(found.index + found[0].length)}`)
  }
  for (const floor of floors) take(floor)
  for (let round = 0; round < 3 && named.test(rest); round++) take(named)
  // "#12" alone in front of an Indian street is the house, behind anything it is a flat.
  if (country !== "CO" && !(country === "IN" && /^#/.test(rest)) && !(/^#/.test(rest) && country === "SG" && !/-/.test(rest))) take(hash)
  if (digitsIn(rest.replace(short, "")) || units.length > 0) take(short)
  return { unit: units.length === 0 ? null : units.join(" "), rest: tidy(rest) }
}

const number =
  "\\d{1,5}(?:\\s1\\/[234](?=\\s))?(?:\\s?[a-z](?![\\p{L}\\p{N}.'’]|\\s\\p{L}(?:[\\s.]|$)))?(?:\\s?(?:bis|ter|quater)(?!\\p{L}))?"
const numbers = `${number}(?:\\s?[-–/]\\s?(?:${number}|[a-z](?![\\p{L}\\p{N}]))){0,3}`
const lead =
  "(?:(?:apt\\s+(?=bl))?(?:h\\.?\\s?no|house no|house|plot no|plot|door no|d\\.?\\s?no|no|nr|nº|n°|n|blk|block|villa|building|bldg|дом|д|num|#)[\\s.:#º°-]*)?"
const first = new RegExp(`^${lead}((?:[a-z]{1,2}[-/]\\s?)?${numbers})(?![\\p{L}\\p{N}])[\\s,.]*(.*)$`, "iu")
const last = new RegExp(`^(.*?[\\p{L}.)\\d])[\\s,]+(?:(?:no|nr|nº|n°|n|num|дом|д|č\\.?p)[\\s.:º°]*)?(${numbers})$`, "iu")
const alone = new RegExp(`^${lead}((?:[a-z]{1,2}[-/]\\s?)?${numbers})$`, "iu")
// Numbers that open the name of a street: 5th Avenue, 100 Feet Road.
const ordinal = /^\d{1,5}(?:(?:st|nd|rd|th)\b|\s+(?:feet|ft|foot|mile|acre)\b)/iu

/** A segment that is only a house number, without its introducing word; null for anything else. */
export const houseNumberAlone = (segment: string): string | null => {
  const found = alone.exec(segment.trim())
  return found === null || ordinal.test(segment.trim()) ? null : (found[1] ?? null)
}

const numberLast = new Set(
  "DE AT CH LI BE NL ES PT IT SM PL SE NO DK FI CZ SK GR BR MX AR CL CO PE HU RO BG HR SI RS BA TR RU UA BY EE LV LT IS".split(" ")
)
// In these the number behind such a word is part of the street's name: Ang Mo Kio Ave 3, Sector 12, Highway 20.
const numberedStreets =
  /\b(?:ave|avenue|street|st|road|lorong|jalan|sector|phase|highway|hwy|route|rte|block|cross|main|stage|lane|line|county road|cr|soi|gali|ward|zone|jumeirah)\.?$/iu

interface Split {
  readonly house: string
  readonly street: string
}

const leading = (text: string, country: string | null): Split | null => {
  if (ordinal.test(text)) return null
  const found = first.exec(text)
  const house = found?.[1]
  const street = tidy(found?.[2] ?? "")
  if (house === undefined || street === "" || !/\p{L}/u.test(street)) return null
  if (/^\d{1,2}[.]?\s+(?:de|of)\s/iu.test(text) && country !== "FR") return null
  const direction = /^(\d{1,5})\s?([nsew])$/iu.exec(house)
  if (direction !== null && /\d\s/u.test(house)) return { house: direction[1] ?? house, street: `${direction[2] ?? ""} ${street}` }
  // "12 A Street" is a street called A when nothing but its kind follows.
  const letter = /^(\d{1,5})\s([a-z])$/iu.exec(house)
  if (letter !== null && !/\s/u.test(street)) return { house: letter[1] ?? house, street: `${letter[2] ?? ""} ${street}` }
  return { house, street }
}

const trailing = (text: string): Split | null => {
  const found = last.exec(text)
  const house = found?.[2]
  const street = tidy(found?.[1] ?? "")
  return house === undefined || street === "" || !/\p{L}{2}/u.test(street) ? null : { house, street }
}

const dutchAddition = /^(\d{1,5}[a-z]?)[\s-]+(hs|huis|[ivx]{1,4}|bis|\d{1,3})$/iu

const withUnit = (split: Split, isLeading: boolean, country: string | null, hasUnit: boolean): StreetParts => {
  const house = split.house.replace(/\s*([-–/])\s*/gu, "$1").trim()
  const pieces = house.split("/")
  const [head = "", ...tail] = pieces
  // The unit was printed with a word of its own, so a slash is part of the number: Marszałkowska 10/12 m. 4.
  if (hasUnit) return { unit: null, house_number: house, street: split.street }
  if (
    pieces.length > 1 &&
    isLeading &&
    (country === "AU" || country === "NZ" || country === null || country === "GB" || country === "ZA" || country === "SG")
  ) {
    return { unit: pieces.slice(0, -1).join("/"), house_number: pieces.at(-1) ?? null, street: split.street }
  }
  if (isLeading && country === "CA" && /^\d+[a-z]?-\d+[a-z]?(?:\s1\/\d)?$/iu.test(house)) {
    const [unit = "", main = ""] = house.split("-")
    return { unit, house_number: main, street: split.street }
  }
  if (pieces.length > 1 && (country === "AT" || (country === "PL" && pieces.length === 2)) && !/^[a-z]$/iu.test(tail[0] ?? "")) {
    return { unit: tail.join("/"), house_number: head, street: split.street }
  }
  const inner = country === "MX" ? /^(\d{1,5})-(\d{1,3}|[a-z])$/iu.exec(house) : null
  if (inner !== null) return { unit: inner[2] ?? null, house_number: inner[1] ?? null, street: split.street }
  const addition = country === "NL" ? dutchAddition.exec(house) : null
  if (addition !== null) return { unit: addition[2] ?? null, house_number: addition[1] ?? null, street: split.street }
  return { unit: null, house_number: house, street: split.street }
}

// Staircase and flat behind a Finnish number: 12 B 34.
const finnish = /^(.*\p{L})\s+(\d{1,4}(?:\s?[-–]\s?\d{1,4})?)\s+([a-z])\s*(\d{1,4})$/iu
// Floor and door behind a Spanish number, without the comma that parts them: 214 3 B.
const spanish = /^(.*\p{L})\s+(\d{1,4})\s+(\d{1,2}\s?[a-h])$/iu
const dutch = /^(.*\p{L})\s+(\d{1,5}(?:\s?[a-z](?!\p{L}))?)[\s-]+(hs|huis|zw|zwart|rd|rood|bis(?:\s?[a-z]{1,2})?|[ivx]{1,4})$/iu
// "Without a number", in the words of the countries that print it.
const withoutNumber = /(?<=[\s,])(?:s\s?\/\s?n(?:[º°o])?|snc|sin n[uú]mero|sem n[uú]mero)(?![\p{L}\d])\.?/iu
// "CALLE 60 NO 491 X 57 Y 59": the streets that a block lies between.
const crossStreets = /\s+(?:x|por|entre)\s+(?:calle\s+)?\d+\s?[a-z]?(?:\s+y\s+(?:calle\s+)?\d+\s?[a-z]?)?$/iu
const colombian = /^(.*[\d\p{L}])\s*(?:#|n[o°º]\.?|nro\.?)\s*(\d{1,4}\s?[a-z]?)\s?[-\s]\s?(\d{1,4})$/iu
const russian = /^(.*?\p{L})[\s,]+(?:д|дом|буд|будинок|d|dom)\.?\s*(\d{1,4}\s?\p{L}?(?:\/\d{1,3})?)$/iu

/** Street, house number and unit of one segment, by the habits of the country: the number before or behind the name, "12 bis", "2/15". */
export const readStreet = (segment: string, country: string | null, hasUnit = false): StreetParts => {
  const plain = segment.replace(withoutNumber, " ").replace(/(\d)\.$/u, "$1")
  const text = tidy(country === "MX" ? plain.replace(crossStreets, " ") : plain)
  if (country === "FI" || country === null) {
    const found = finnish.exec(text)
    if (found !== null) return { unit: found[4] ?? null, house_number: `${found[2] ?? ""} ${found[3] ?? ""}`, street: tidy(found[1] ?? "") }
  }
  if (country === "ES") {
    const found = spanish.exec(text)
    if (found !== null) return { unit: found[3] ?? null, house_number: found[2] ?? null, street: tidy(found[1] ?? "") }
  }
  if (country === "NL") {
    const found = dutch.exec(text)
    if (found !== null) return { unit: found[3] ?? null, house_number: found[2] ?? null, street: tidy(found[1] ?? "") }
  }
  if (country === "CO") {
    const joined = text.replace(/(\d)\s(?=[a-z](?![\p{L}\d]))/giu, "$1")
    const found = colombian.exec(joined)
    if (found !== null) return { unit: null, house_number: `${found[2]?.trim() ?? ""}-${found[3] ?? ""}`, street: tidy(found[1] ?? "") }
  }
  const special = russian.exec(text)
  if (special !== null) return { unit: null, house_number: special[2] ?? null, street: tidy(special[1] ?? "") }
  const own = houseNumberAlone(text)
  if (own !== null) return { unit: null, house_number: own, street: null }
  const before = leading(text, country)
  const behind = trailing(text)
  const behindIsName =
    behind !== null &&
    numberedStreets.test(behind.street) &&
    (country === null || !numberLast.has(country)) &&
    (country === "SG" || !namesStreetBefore(behind.street))
  const usable = behindIsName ? null : behind
  const prefersLast = country !== null && numberLast.has(country)
  if (usable !== null && (prefersLast || before === null)) return withUnit(usable, false, country, hasUnit)
  if (before !== null) return withUnit(before, true, country, hasUnit)
  return { unit: null, house_number: null, street: text === "" ? null : text }
}

// "St Mary's Road 4" in Britain: the kind of street ends a full name, so the number behind it is a house.
const namesStreetBefore = (street: string): boolean => /\p{L}{3}.*\s(?:road|street|lane)$/iu.test(street) && namesStreet(street)
