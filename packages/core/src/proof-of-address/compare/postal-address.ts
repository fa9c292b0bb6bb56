import type { PostalAddress } from "../types.ts"
import { endsStreet, isDirection, namesBuilding, namesStreet } from "./abbreviations.ts"
import { countryNamed, isAmbiguousCountryName } from "./country-names.ts"
import { type FoundCode, findPostalCode, isCodeFirst } from "./postal-codes.ts"
import { isRegion, withoutRegion } from "./regions.ts"
import { houseNumberAlone, readStreet, takeUnit } from "./street-line.ts"

const maximumLines = 20
const maximumLineLength = 500
const maximumSegments = 40

const label = /^\s*(?:(?:service |supply |billing |mailing |postal |home |residential |correspondence |permanent |current |property )?address|adresse|anschrift|direcci[oó]n|domicilio|indirizzo|endere[cç]o|adres|osoite|адрес|διεύθυνση)\s*[:：]\s*/iu
const poBox = /(?<![\p{L}\p{N}])(?:p\.?\s?o\.?\s?b(?:ox|\.)?|post office box|g\.?p\.?o\.? box|locked bag|private bag|postfach|schlie(?:ß|ss)fach|postbus|postboks|apartado(?: de correos| postal)?|casilla(?: postal| de correo)?|caixa postal|casella postale|skrytka pocztowa|bo[iî]te postale|b\.?p\.?|t\.?θ\.?|а\/я|cmr|psc|pmb)[\s.:#]*(?:no\.?\s*)?([A-Z]?\d[\d\s-]{0,9}\d|[A-Z]?\d)(?!\p{L})/iu
const swedishBox = /^box\s+(\d{1,6})$/iu
const landmark = /^\(?(?:near|nr\.?|opp(?:osite)?\.?(?: to)?|behind|beside|besides|next to|adjacent(?: to)?|adj\.?|close to|landmark|in front of|above|frente a|junto a|entre)\b[\s:.-]+\S/iu
const careOf = /^(?:c\s?\/\s?o|care of|attn\.?|attention|f\.?a\.?o\.?|z\.?\s?hd\.?|bei|chez|a\/c)[\s:.]/iu
const title = /^(?:mr|mrs|ms|miss|mx|dr|prof|sir|herrn?|frau|familie|fam|m|mme|mlle|monsieur|madame|sr|sra|srta|señora?|don|doña|sig|sig\.ra|signora?|dhr|mevr|shri|smt|kum|pan|pani)\b\.?\s+(?:&|and|und|et|y)?\s*\p{L}/iu

const segmentsOf = (lines: ReadonlyArray<string>): Array<string> =>
  lines
    .slice(0, maximumLines)
    .map((line) => line.slice(0, maximumLineLength).normalize("NFC").replace(/[\p{Cc}\p{Cf}]/gu, " ").replace(/[０-９]/gu, (digit) => digit.normalize("NFKC")).replace(label, ""))
    .flatMap((line) => line.replace(/[()[\]]/gu, " ").split(/\s*[,;·|،、]\s*|(?<!\d)\s+[-–—]\s+|(?<=\d)\s+[-–—]\s+(?!\d{1,4}(?!\d))/u))
    .map((segment) => segment.replace(/\s+/gu, " ").replace(/^[\s.:–-]+|[\s:–-]+$/gu, ""))
    .filter((segment) => /[\p{L}\p{N}]/u.test(segment))
    .slice(0, maximumSegments)

interface Draft {
  readonly segments: Array<string>
  country: string | null
  postalCode: string | null
  city: string | null
  region: string | null
}

const cityStates: Readonly<Record<string, string>> = { SG: "Singapore", MC: "Monaco", GI: "Gibraltar", HK: "Hong Kong", MO: "Macau", VA: "Vatican City", LU: "" }

/** Takes a country's name off the end: a last line of its own, or the last words of a line that also has the postal code. */
const takeCountry = (draft: Draft, given: string | null): void => {
  const last = draft.segments.at(-1)
  if (last === undefined) return
  const whole = countryNamed(last)
  const isState = given !== null && isRegion(last, given)
  if (whole !== null && draft.segments.length > 1 && !isState && !(isAmbiguousCountryName(last) && given !== null && given !== whole)) {
    draft.segments.pop()
    draft.country = whole
    if (cityStates[whole] && draft.city === null && !draft.segments.some((segment) => countryNamed(segment) === whole)) draft.city = null
    return
  }
  const words = last.split(" ")
  for (let count = Math.min(5, words.length - 1); count >= 1; count--) {
    const name = words.slice(-count).join(" ")
    const rest = words.slice(0, -count).join(" ")
    const code = countryNamed(name)
    if (code === null || isAmbiguousCountryName(name) || !/\d/.test(rest) || /(?:^|\s)(?:de|of|du|del|da|do|la|new)$/iu.test(rest) || namesStreet(rest)) continue
    if (name.length < 3 && name !== name.toUpperCase()) continue
    if (given !== null && isRegion(name, given)) continue
    draft.segments[draft.segments.length - 1] = rest
    draft.country = code
    return
  }
}

/** "12 High Street London" parts behind the kind of street; a text without one stays whole. */
const partAfterStreet = (text: string): readonly [street: string, place: string] | null => {
  const words = text.split(" ")
  for (let at = words.length - 2; at >= 1; at--) {
    if (!endsStreet(words[at] ?? "")) continue
    let end = at + 1
    if (isDirection(words[end] ?? "") && end < words.length - 1) end++
    const unit = /^(?:apt|unit|suite|ste|#|flat)\.?$/iu.test(words[end] ?? "") ? 2 : /^#\w/u.test(words[end] ?? "") ? 1 : 0
    if (end + unit >= words.length) return null
    // "12 St James Road": the first word of the name is not the kind of street.
    if (at === 1 && /^st\.?$/iu.test(words[at] ?? "")) return null
    return [words.slice(0, end + unit).join(" "), words.slice(end + unit).join(" ")]
  }
  return null
}

interface CodeAt {
  readonly at: number
  readonly found: FoundCode
}

const locateCode = (draft: Draft): CodeAt | null => {
  for (let at = draft.segments.length - 1; at >= 0; at--) {
    const segment = draft.segments[at] ?? ""
    const found = findPostalCode(segment, draft.country)
    if (found === null) continue
    const digits = /^[\d\s-]+$/u.test(found.code)
    const isLast = at === draft.segments.length - 1
    // A number of four or five digits in front of a street, or behind its name, is the house.
    if (digits && found.before === "" && found.after !== "" && namesStreet(found.after) && (!isLast || isCodeFirst(draft.country) !== true)) continue
    if (digits && found.after === "" && found.before !== "" && namesStreet(found.before) && found.code.length < 5) continue
    if (digits && poBox.test(segment) && !/\d[^\d]+\d{4}/u.test(segment)) continue
    if (at === 0 && draft.segments.length > 1 && digits && found.before === "" && found.after === "") continue
    return { at, found }
  }
  return null
}

const placeOf = (text: string): string => text.replace(/\s+(?:cedex)(?:\s+\d{1,2})?$/iu, "").replace(/^[\s/–-]+|[\s/,–-]+$/gu, "")

/** Sets city and region from a text that holds a place, a region, or both ("Springfield IL"). */
const setPlace = (draft: Draft, text: string): void => {
  const clean = placeOf(text)
  if (clean === "") return
  const italian = draft.country === "IT" ? /^(.+?)\s+([A-Z]{2})$/u.exec(clean) : null
  const divided = withoutRegion(clean, draft.country)
  if (divided !== null && !(divided.place === "" && draft.city === null && cityNamedLikeRegion.has(clean.toLowerCase()))) {
    draft.region ??= divided.region
    if (divided.place !== "") draft.city ??= placeOf(divided.place)
  } else if (italian !== null) {
    draft.city ??= italian[1] ?? clean
    draft.region ??= italian[2] ?? null
  } else if (isRegion(clean, draft.country)) draft.region ??= clean
  else draft.city ??= clean
}

// Places that share the name of their region; alone they are the place.
const cityNamedLikeRegion = new Set(["new york", "québec", "quebec", "washington", "são paulo", "sao paulo", "rio de janeiro", "delhi", "cdmx", "puebla", "veracruz", "durango", "querétaro", "zacatecas", "oaxaca", "chihuahua", "colima"])

const takePlaceBefore = (draft: Draft, end: number): number => {
  let at = end
  while (at > 0 && draft.city === null) {
    const segment = draft.segments[at - 1] ?? ""
    const regionOnly = isRegion(segment, draft.country) && !cityNamedLikeRegion.has(segment.toLowerCase())
    if (!regionOnly) {
      if (at === 1 || /\d/u.test(segment.replace(/\s\d{1,2}$/u, "")) || poBox.test(segment)) {
        const split = partAfterStreet(segment)
        if (split === null) return at
        draft.segments[at - 1] = split[0]
        setPlace(draft, split[1])
        return at
      }
      if (namesStreet(segment) && at <= 2 && !/^st\.?\s/iu.test(segment) && end < draft.segments.length + 1 && /\d/u.test(segment)) return at
    }
    setPlace(draft, segment)
    at--
  }
  return at
}

/** Reads postal code, place and region off the lower end of the address and returns how many segments are left above them. */
const takeLowerEnd = (draft: Draft): number => {
  const located = locateCode(draft)
  if (located === null) return takePlaceBefore(draft, draft.segments.length)
  const { at, found } = located
  draft.postalCode = found.code
  draft.country ??= found.country
  const first = isCodeFirst(draft.country) ?? found.after !== ""
  const following = draft.segments.slice(at + 1)
  let above = at
  if (first && found.after !== "") {
    setPlace(draft, found.after)
    if (found.before !== "") {
      draft.segments[at] = found.before
      above = at + 1
    }
  } else if (found.before !== "") {
    const parted = partAfterStreet(found.before)
    if (parted !== null && /\d/u.test(found.before)) {
      draft.segments[at] = parted[0]
      above = at + 1
      setPlace(draft, parted[1])
    } else if (namesStreet(found.before) && /\d/u.test(found.before)) {
      draft.segments[at] = found.before
      above = at + 1
    } else setPlace(draft, found.before)
    if (found.after !== "") setPlace(draft, found.after)
  } else if (found.after !== "") setPlace(draft, found.after)
  if (first && draft.city === null && following[0] !== undefined && above === at && !isRegion(following[0], draft.country)) {
    setPlace(draft, following[0])
    for (const segment of following.slice(1)) setPlace(draft, segment)
  } else for (const segment of following) if (isRegion(segment, draft.country) || draft.city === null && above > at) setPlace(draft, segment)
  if (draft.city === null) return takePlaceBefore(draft, above)
  return above
}

interface UpperEnd {
  readonly recipients: Array<string>
  readonly units: Array<string>
  readonly unparsed: Array<string>
  house: string | null
  street: string | null
  houseName: string | null
  poBox: string | null
  started: boolean
}

const takeSegment = (upper: UpperEnd, segment: string, country: string | null): void => {
  const box = poBox.exec(segment) ?? (country === "SE" ? swedishBox.exec(segment) : null)
  if (box !== null) {
    upper.poBox = (box[1] ?? "").replace(/\s+/gu, "")
    upper.started = true
    return
  }
  if (landmark.test(segment)) {
    upper.started = true
    return
  }
  if (careOf.test(segment) || (!upper.started && title.test(segment) && !/\d/u.test(segment))) {
    upper.recipients.push(segment)
    return
  }
  const alone = houseNumberAlone(segment)
  if (alone !== null) {
    if (upper.house === null) upper.house = alone
    else upper.unparsed.push(segment)
    upper.started = true
    return
  }
  const { unit, rest } = takeUnit(segment, country)
  if (unit !== null) {
    upper.units.push(unit)
    upper.started = true
    if (rest === "") return
  }
  const street = namesStreet(rest)
  const building = namesBuilding(rest)
  const digits = /\d/u.test(rest)
  if (!upper.started && !street && !building && !digits) {
    upper.recipients.push(segment)
    return
  }
  upper.started = true
  const read = readStreet(rest, country)
  if (building && !(street && read.house_number !== null) && !(digits && read.house_number !== null && unit === null && !/\p{L}\d/u.test(rest) && upper.street === null && !buildingWithNumber(rest))) {
    if (upper.houseName === null && upper.street === null && upper.house === null) upper.houseName = rest
    else upper.unparsed.push(rest)
    return
  }
  if (upper.street !== null && !(street && !namesStreet(upper.street) && (upper.house === null || read.house_number === null))) {
    if (upper.house === null && read.house_number !== null && read.street === null) upper.house = read.house_number
    else upper.unparsed.push(rest)
    return
  }
  if (upper.street !== null) upper.unparsed.push(upper.street)
  upper.street = read.street
  upper.house ??= read.house_number
  if (read.unit !== null) upper.units.push(read.unit)
}

const buildingWithNumber = (text: string): boolean => /^\p{L}.*\b(?:block|tower|building|bldg|wing)\b/iu.test(text)

const readUpperEnd = (segments: ReadonlyArray<string>, country: string | null): UpperEnd => {
  const upper: UpperEnd = { recipients: [], units: [], unparsed: [], house: null, street: null, houseName: null, poBox: null, started: false }
  for (const segment of segments) takeSegment(upper, segment, country)
  // An address without any word that tells a street (a Japanese block, a village): the last line above the place is the nearest thing to one.
  if (upper.street === null && upper.poBox === null && upper.unparsed.length === 0 && upper.recipients.length > 1 && upper.house === null && upper.houseName === null) {
    upper.street = upper.recipients.pop() ?? null
  }
  return upper
}

/** Japanese addresses in their own script run from the prefecture down to the house without spaces. */
const japanese = /^(.{2,3}[都道府県])?((?:.{1,8}?[郡])?.{1,8}?[市区町村](?:.{1,6}?区)?)([^\d〇一-九]{0,20}?)([\d][\d\-－丁目番地号の]{0,20})?(.*)$/u

const readJapanese = (draft: Draft): UpperEnd | null => {
  const at = draft.segments.findIndex((segment) => /[都道府県市区町村]/u.test(segment) && /\p{Script=Han}/u.test(segment))
  const found = at < 0 ? null : japanese.exec((draft.segments[at] ?? "").replace(/\s/gu, ""))
  if (found === null) return null
  const [, prefecture, city, street, house, rest] = found
  draft.region ??= prefecture ?? null
  draft.city = city ?? draft.city
  draft.country ??= "JP"
  return {
    recipients: draft.segments.filter((segment, index) => index !== at && /様|殿/u.test(segment)),
    units: rest === undefined || rest === "" ? [] : [rest],
    unparsed: [],
    house: house === undefined ? null : house.replace(/丁目|番地|番|の|－/gu, "-").replace(/号/gu, "").replace(/-+$/u, ""),
    street: street === undefined || street === "" ? null : street,
    houseName: null,
    poBox: null,
    started: true
  }
}

/**
 * Reads a printed postal address into parts without a gazetteer: from the end upwards country, postal code, place and region, then
 * street, house number and unit by the habits of the country. A country printed on the address wins over the one given;
 * without both it is inferred from a shape of postal code that no other country has. Never throws; 20 lines of 500 characters are read.
 */
export const parsePostalAddress = (lines: ReadonlyArray<string>, country: string | null): PostalAddress => {
  const draft: Draft = { segments: segmentsOf(lines), country: null, postalCode: null, city: null, region: null }
  const given = country === null ? null : country.toUpperCase()
  takeCountry(draft, given)
  draft.country ??= given
  const isJapanese = (draft.country === "JP" || draft.country === null) && draft.segments.some((segment) => /[都道府県].*[市区町村]/u.test(segment))
  const above = takeLowerEnd(draft)
  const upper = (isJapanese ? readJapanese(draft) : null) ?? readUpperEnd(draft.segments.slice(0, above), draft.country)
  const street = upper.street ?? (upper.poBox === null ? null : "PO Box")
  const house = upper.house ?? (upper.street === null && upper.poBox !== null ? upper.poBox : upper.houseName)
  const named = upper.houseName !== null && house !== upper.houseName ? [upper.houseName] : []
  return {
    recipient_lines: upper.recipients,
    unit: upper.units.length === 0 ? null : upper.units.join(" "),
    house_number: house,
    street,
    city: draft.city ?? (draft.country === null ? null : cityStates[draft.country] || null),
    region: draft.region,
    postal_code: draft.postalCode,
    country: draft.country,
    po_box: upper.poBox !== null,
    unparsed_lines: [...named, ...upper.unparsed]
  }
}
