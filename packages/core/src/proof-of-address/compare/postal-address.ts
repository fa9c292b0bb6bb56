import type { PostalAddress } from "../types.ts"
import { endsStreet, isDirection, namesBuilding, namesStreet } from "./abbreviations.ts"
import { countryNamed, isAmbiguousCountryName } from "./country-names.ts"
import { type FoundCode, findPostalCode, hasNoPostalCodes, isCodeFirst } from "./postal-codes.ts"
import { isRegion, withoutRegion } from "./regions.ts"
import { houseNumberAlone, readStreet, type StreetParts, takeUnit } from "./street-line.ts"

const maximumLines = 20
const maximumLineLength = 500
const maximumSegments = 40

const label =
  /^\s*(?:(?:service |supply |billing |mailing |postal |home |residential |correspondence |permanent |current |property )?address|adresse|anschrift|direcci[oó]n|domicilio|indirizzo|endere[cç]o|adres|osoite|адрес|διεύθυνση)\s*[:：]\s*/iu
const poBox =
  /(?<![\p{L}\p{N}])(?:p\.?\s?o\.?\s?b(?:ox|\.)?|post office box|g\.?p\.?o\.? box|locked bag|private bag|postfach|schlie(?:ß|ss)fach|postbus|postboks|apartado(?: de correos| postal)?|casilla(?: postal| de correo)?|caixa postal|casella postale|skrytka pocztowa|bo[iî]te postale|b\.?p\.?|t\.?θ\.?|а\/я|cmr|psc|pmb)[\s.:#]*(?:no\.?\s*)?([A-Z]?\d[\d\s-]{0,9}\d|[A-Z]?\d)(?!\p{L})/iu
const swedishBox = /^box\s+(\d{1,6})$/iu
const landmark =
  /^\(?(?:near|nr\.?|opp(?:osite)?\.?(?: to)?|behind|beside|besides|next to|adjacent(?: to)?|adj\.?|close to|landmark|in front of|above|frente a|junto a|entre)\b[\s:.-]+\S/iu
const careOf = /^(?:c\s?\/\s?o|care of|attn\.?|attention|f\.?a\.?o\.?|z\.?\s?hd\.?|bei|chez|a\/c)[\s:.]/iu
const title =
  /^(?:mr|mrs|ms|miss|mx|dr|prof|sir|herrn?|frau|familie|fam|m|mme|mlle|monsieur|madame|sr|sra|srta|señora?|don|doña|sig|sig\.ra|signora?|dhr|mevr|shri|smt|kum|pan|pani)\b\.?\s+(?:&|and|und|et|y)?\s*\p{L}/iu

const segmentsOf = (lines: ReadonlyArray<string>): Array<string> =>
  lines
    .slice(0, maximumLines)
    .map((line) =>
      line
        .slice(0, maximumLineLength)
        .normalize("NFC")
        .replace(/[\p{Cc}\p{Cf}]/gu, " ")
        .replace(/[０-９]/gu, (digit) => digit.normalize("NFKC"))
        .replace(label, "")
    )
    .flatMap((line) =>
      line
        .replace(/[([]([A-Z]{2,3})[)\]]/gu, " $1 ")
        .replace(/[([\])]/gu, ", ")
        .split(/\s*[,;·|،、]\s*|(?<!\d)\s+[-–—]\s+|(?<=\d)\s+[-–—]\s+(?!\d{1,4}(?!\d))/u)
    )
    .map((segment) => segment.replace(/\s+/gu, " ").replace(/^[\s.:–-]+|[\s:–-]+$/gu, ""))
    .filter((segment) => /[\p{L}\p{N}]/u.test(segment))
    .slice(0, maximumSegments)

interface Draft {
  readonly segments: Array<string>
  /** Behind the place and not understood. */
  readonly leftover: Array<string>
  country: string | null
  postalCode: string | null
  city: string | null
  region: string | null
}

const cityStates: Readonly<Record<string, string>> = {
  SG: "Singapore",
  MC: "Monaco",
  GI: "Gibraltar",
  HK: "Hong Kong",
  MO: "Macau",
  VA: "Vatican City"
}

/** Takes a country's name off the end: a last line of its own, or the last words of a line that also has the postal code. */
const takeCountry = (draft: Draft, given: string | null): void => {
  const last = draft.segments.at(-1)
  if (last === undefined) return
  const whole = countryNamed(last)
  const isState = given !== null && isRegion(last, given)
  if (whole !== null && draft.segments.length > 1 && !isState && !(isAmbiguousCountryName(last) && given !== null && given !== whole)) {
    draft.segments.pop()
    draft.country = whole
    return
  }
  const words = last.split(" ")
  for (let count = Math.min(5, words.length - 1); count >= 1; count--) {
    const name = words.slice(-count).join(" ")
    const rest = words.slice(0, -count).join(" ")
    const code = countryNamed(name)
    if (
      code === null ||
      isAmbiguousCountryName(name) ||
      !/\d/.test(rest) ||
      /(?:^|\s)(?:de|of|du|del|da|do|la|new)$/iu.test(rest) ||
      namesStreet(rest)
    )
      continue
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

const markedCity = /^(?:г|гор|город|місто)\.?\s*(?=\p{Lu}\p{Ll})/u
const markedRegion = /(?:^|\s)(?:обл|область|край|республика|респ)\.?(?:\s|$)/iu

/** Russian and Ukrainian addresses mark the place and the region with a word, wherever they stand. */
const takeMarkedPlaces = (draft: Draft): void => {
  const city = draft.segments.findIndex((segment) => markedCity.test(segment))
  if (city >= 0) draft.city = draft.segments.splice(city, 1)[0]?.replace(markedCity, "") ?? null
  const region = draft.segments.findIndex((segment) => markedRegion.test(segment))
  if (region >= 0) draft.region = draft.segments.splice(region, 1)[0] ?? null
}

interface CodeAt {
  readonly at: number
  readonly found: FoundCode
}

const locateCode = (draft: Draft, country: string | null): CodeAt | null => {
  for (let at = draft.segments.length - 1; at >= 0; at--) {
    const segment = draft.segments[at] ?? ""
    const found = findPostalCode(segment, country)
    if (found === null) continue
    const digits = /^[\d\s-]+$/u.test(found.code)
    const isLast = at === draft.segments.length - 1
    // A number of four or five digits in front of a street, or behind its name, is the house.
    if (digits && found.before === "" && found.after !== "" && namesStreet(found.after) && (!isLast || isCodeFirst(draft.country) !== true))
      continue
    if (digits && found.after === "" && found.before !== "" && !isLast && namesStreet(found.before) && found.code.length < 5) continue
    if (digits && (takeUnit(segment, country).unit ?? "").includes(found.code)) continue
    if (digits && poBox.test(segment) && !/\d[^\d]+\d{4}/u.test(segment)) continue
    if (at === 0 && draft.segments.length > 1 && digits && found.before === "" && found.after === "" && found.code.length < 5) continue
    return { at, found }
  }
  return null
}

const placeOf = (text: string): string =>
  text
    .replace(/^(?:г|гор|город|м|місто|g|gor|st\.? ?město)\.\s*(?=\p{L})/u, "")
    .replace(/^(\p{L}[\p{L} ]{2,40}?)\s+\1$/iu, "$1")
    .replace(/\s+(?:cedex)(?:\s+\d{1,2})?$/iu, "")
    .replace(/^[\s/–-]+|[\s/,–-]+$/gu, "")

/** Sets city and region from a text that holds a place, a region, or both ("Springfield IL"). */
const setPlace = (draft: Draft, text: string): void => {
  const clean = placeOf(text)
  if (clean === "") return
  const italian = draft.country === "IT" ? /^(.+?)\s+([A-Z]{2})$/u.exec(clean) : null
  if (draft.city === null && cityNamedLikeRegion.has(clean.toLowerCase())) {
    draft.city = clean
    return
  }
  const divided = withoutRegion(clean, draft.country)
  if (divided !== null) {
    draft.region ??= divided.region
    if (divided.place !== "") draft.city ??= placeOf(divided.place)
  } else if (italian !== null) {
    draft.city ??= italian[1] ?? clean
    draft.region ??= italian[2] ?? null
  } else if (draft.country === "TR" && /^[^/]+\/[^/]+$/u.test(clean)) {
    const [district = "", province = clean] = clean.split("/")
    draft.city ??= province.trim()
    draft.leftover.push(district.trim())
  } else if (isRegion(clean, draft.country)) draft.region ??= clean
  else draft.city ??= clean
}

// Places that share the name of their region; alone they are the place.
const cityNamedLikeRegion = new Set([
  "new york",
  "québec",
  "quebec",
  "washington",
  "são paulo",
  "sao paulo",
  "rio de janeiro",
  "delhi",
  "cdmx",
  "puebla",
  "veracruz",
  "durango",
  "querétaro",
  "zacatecas",
  "oaxaca",
  "chihuahua",
  "colima"
])

const takePlaceBefore = (draft: Draft, end: number): number => {
  let at = end
  while (at > 0 && draft.city === null) {
    const segment = draft.segments[at - 1] ?? ""
    const regionOnly = isRegion(segment, draft.country) && !cityNamedLikeRegion.has(segment.toLowerCase())
    if (!regionOnly) {
      const onlyPlace =
        at === 1 &&
        !/\d/u.test(segment) &&
        !endsStreet(segment.split(" ").at(-1) ?? "") &&
        (draft.postalCode !== null || draft.region !== null)
      if ((at === 1 && !onlyPlace) || /\d/u.test(segment.replace(/\s\d{1,2}$/u, "")) || poBox.test(segment)) {
        const split = partAfterStreet(segment)
        if (split === null) return at
        draft.segments[at - 1] = split[0]
        setPlace(draft, split[1])
        return at
      }
    }
    setPlace(draft, segment)
    at--
  }
  return at
}

const looksLikeStreet = (segment: string): boolean => /\d/u.test(segment) && /\p{L}{2}/u.test(segment)

/** "1011 Budapest, Fő utca 12": in some countries, and on some forms, the place stands above the street. */
const isPlaceAbove = (draft: Draft, { at }: CodeAt): boolean =>
  draft.segments.slice(at + 1).some(looksLikeStreet) && !draft.segments.slice(0, at).some((segment) => /\d/u.test(segment))

/** Text in front of a code in one line: "Springfield IL", or with the street before it. Returns the street, if any. */
const takeBeforeCode = (draft: Draft, before: string): string | null => {
  const state = draft.country === null ? undefined : cityStates[draft.country]
  if (state !== undefined && before.length > state.length && before.toLowerCase().endsWith(state.toLowerCase())) {
    draft.city ??= state
    return before.slice(0, -state.length).trim()
  }
  const parted = /\d/u.test(before) ? partAfterStreet(before) : null
  if (parted !== null) {
    setPlace(draft, parted[1])
    return parted[0]
  }
  if (namesStreet(before) && /\d/u.test(before)) return before
  setPlace(draft, before)
  return null
}

const takeFollowing = (draft: Draft, following: ReadonlyArray<string>): void => {
  for (const segment of following) {
    if (isRegion(segment, draft.country)) draft.region ??= segment
    else if (draft.city === null) setPlace(draft, segment)
    else if (draft.region === null && regionBehindCity.has(draft.country ?? "") && !/\d/u.test(segment)) draft.region = segment
    else draft.leftover.push(segment)
  }
}

// Countries that print the province behind the place.
const regionBehindCity = new Set(["ES", "IT", "MX", "AR", "CL", "PE", "CO"])

/** Reads postal code, place and region off the address and returns the segments that are left for street and recipient. */
const takeLowerEnd = (draft: Draft): ReadonlyArray<string> => {
  // A code of another shape than the country's own still parts the place from the street.
  const located = locateCode(draft, draft.country) ?? (draft.country === null || hasNoPostalCodes(draft.country) ? null : locateCode(draft, null))
  if (located === null) return draft.segments.slice(0, takePlaceBefore(draft, draft.segments.length))
  const { at, found } = located
  draft.postalCode = found.code
  draft.country ??= found.country ?? (/^singapore$/iu.test(found.before) && found.code.length === 6 ? "SG" : null)
  const upper = draft.segments.slice(0, at)
  const following = draft.segments.slice(at + 1)
  if (isPlaceAbove(draft, located)) {
    if (found.after !== "" || found.before !== "") setPlace(draft, found.after || found.before)
    return [...upper, ...following]
  }
  const codeFirst = isCodeFirst(draft.country) ?? found.after !== ""
  let street: string | null = null
  if (codeFirst && found.after !== "") {
    setPlace(draft, found.after)
    street = found.before === "" ? null : found.before
  } else {
    const previous = upper.at(-1)
    const twice = previous !== undefined && previous.toLowerCase() === found.before.toLowerCase() && isRegion(previous, draft.country)
    if (twice) draft.region = found.before
    else if (found.before !== "") street = takeBeforeCode(draft, found.before)
    if (twice) draft.city = upper.pop() ?? null
    if (found.after !== "") setPlace(draft, found.after)
  }
  if (codeFirst && draft.city === null && street === null && following[0] !== undefined) takeFollowing(draft, following)
  else if (draft.city !== null || street !== null) takeFollowing(draft, following)
  else {
    const regions = following.filter((segment) => isRegion(segment, draft.country))
    draft.region ??= regions[0] ?? null
    draft.leftover.push(...following.filter((segment) => !regions.includes(segment)))
  }
  if (street !== null) return [...upper, street]
  if (draft.city !== null) return upper
  draft.segments.length = at
  return draft.segments.slice(0, takePlaceBefore(draft, at))
}

interface UpperEnd {
  readonly recipients: ReadonlyArray<string>
  readonly units: ReadonlyArray<string>
  readonly unparsed: ReadonlyArray<string>
  readonly house: string | null
  readonly street: string | null
  readonly houseName: string | null
  readonly poBox: string | null
}

interface Candidate {
  readonly text: string
  readonly parts: StreetParts
  readonly building: boolean
  /** How much a segment looks like the street: 3 with a kind of street and a number, 2 with a kind, 1 with a number, 0 with neither. */
  readonly rank: number
}

const candidateOf = (text: string, country: string | null, hasUnit: boolean): Candidate => {
  const parts = readStreet(text, country, hasUnit)
  const numbered = parts.house_number !== null
  const building = namesBuilding(text)
  const words = text.split(" ")
  // "Oak Court" and "Mill House" are buildings; "Mill Lane" is a street although a mill is a building.
  const street =
    namesStreet(text) &&
    !(building && !numbered && namesBuilding(words.at(-1) ?? "")) &&
    !(building && namesBuilding(words[0] ?? "") && words.length <= 2)
  const rank = (street ? 2 : 0) + (numbered && !(building && !street && !/^\d/u.test(text)) ? 1 : 0)
  return { text, parts, building: building && !street, rank }
}

interface Sorted {
  readonly recipients: Array<string>
  readonly units: Array<string>
  readonly candidates: Array<Candidate>
  readonly numbers: Array<{ readonly number: string; readonly before: number }>
  poBox: string | null
  started: boolean
}

const sortSegment = (sorted: Sorted, segment: string, country: string | null): void => {
  const box = poBox.exec(segment) ?? (country === "SE" ? swedishBox.exec(segment) : null)
  if (box !== null) {
    sorted.poBox = (box[1] ?? "").replace(/\s+/gu, "")
    sorted.started = true
    return
  }
  if (landmark.test(segment)) {
    sorted.started = true
    return
  }
  if (careOf.test(segment) || (!sorted.started && title.test(segment) && !/\d/u.test(segment))) {
    sorted.recipients.push(segment)
    return
  }
  const alone = /^#\s?\d+-\d+/u.test(segment) && country !== "IN" ? null : houseNumberAlone(segment)
  if (alone !== null) {
    sorted.numbers.push({ number: alone, before: sorted.candidates.length })
    sorted.started = true
    return
  }
  const { unit, rest } = takeUnit(segment, country)
  if (unit !== null) {
    sorted.units.push(unit)
    sorted.started = true
    if (rest === "") return
  }
  const candidate = candidateOf(rest, country, unit !== null)
  if (!sorted.started && candidate.rank === 0 && !candidate.building && !/\d/u.test(rest)) {
    sorted.recipients.push(segment)
    return
  }
  sorted.started = true
  sorted.candidates.push(candidate)
}

const readUpperEnd = (segments: ReadonlyArray<string>, country: string | null): UpperEnd => {
  const sorted: Sorted = { recipients: [], units: [], candidates: [], numbers: [], poBox: null, started: false }
  for (const segment of segments) sortSegment(sorted, segment, country)
  const { recipients, units, candidates, numbers } = sorted
  const highest = Math.max(-1, ...candidates.map((candidate) => candidate.rank))
  let chosen = candidates.findIndex((candidate) => candidate.rank === highest && (highest > 0 || !candidate.building))
  // A number on a line of its own belongs to the line behind it, or to the one before ("12, Rue de Rivoli" and "Calle Mayor, 5").
  const [number] = numbers
  if (number !== undefined && highest <= 1) chosen = candidates.findIndex((candidate, at) => at >= number.before && !candidate.building)
  if (number !== undefined && chosen < 0) chosen = number.before - 1
  const street = candidates[chosen]
  const rest = candidates.filter((candidate) => candidate !== street)
  const streetNumber = street?.parts.house_number ?? null
  const house = streetNumber ?? number?.number ?? null
  const houseName = house === null ? (rest.find((candidate) => candidate.building)?.text ?? null) : null
  const spare = streetNumber === null ? numbers.slice(1) : numbers
  // An address without any word that tells a street (a village, a farm): the last line above the place is the nearest thing to one.
  const last = street === undefined && sorted.poBox === null && houseName === null && recipients.length > 1 ? recipients.pop() : undefined
  if (street?.parts.unit) units.push(street.parts.unit)
  return {
    recipients,
    units,
    unparsed: [...rest.map((candidate) => candidate.text).filter((text) => text !== houseName), ...spare.map((each) => each.number)],
    house,
    street: street?.parts.street ?? last ?? null,
    houseName,
    poBox: sorted.poBox
  }
}

/** Japanese addresses in their own script run from the prefecture down to the house without spaces. */
const japanese = /^(.{2,3}[都道府県])?((?:.{1,8}?郡)?.{1,8}?[市区町村](?:.{1,6}?区)?)(.*)$/u
const japaneseBlock = /^(\D{0,30}?)(\d[\d\-－ー−丁目番地号の]{0,20})(.*)$/u

const readJapanese = (draft: Draft): UpperEnd | null => {
  const at = draft.segments.findIndex((segment) => /[都道府県市区町村]/u.test(segment) && /\p{Script=Han}/u.test(segment))
  const found = at < 0 ? null : japanese.exec((draft.segments[at] ?? "").replace(/〒?\d{3}-?\d{4}|\s/gu, ""))
  if (found === null) return null
  const [, prefecture, city, below = ""] = found
  const [, street = below, house, rest] = japaneseBlock.exec(below) ?? []
  draft.region ??= prefecture ?? null
  draft.city = city ?? draft.city
  draft.country ??= "JP"
  return {
    recipients: draft.segments.filter((segment, index) => index !== at && /様|殿/u.test(segment)),
    units: rest === undefined || rest === "" ? [] : [rest],
    unparsed: [],
    house:
      house === undefined
        ? null
        : house
            .replace(/丁目|番地|番|の|－/gu, "-")
            .replace(/号/gu, "")
            .replace(/-+$/u, ""),
    street: street === "" ? null : street,
    houseName: null,
    poBox: null
  }
}

/**
 * Reads a printed postal address into parts without a gazetteer: from the end upwards country, postal code, place and region, then
 * street, house number and unit by the habits of the country. A country printed on the address wins over the one given;
 * without both it is inferred from a shape of postal code that no other country has. Never throws; 20 lines of 500 characters are read.
 */
export const parsePostalAddress = (lines: ReadonlyArray<string>, country: string | null): PostalAddress => {
  const draft: Draft = { segments: segmentsOf(lines), leftover: [], country: null, postalCode: null, city: null, region: null }
  const given = country === null ? null : country.toUpperCase()
  takeCountry(draft, given)
  draft.country ??= given
  const isJapanese =
    (draft.country === "JP" || draft.country === null) && draft.segments.some((segment) => /[都道府県].*[市区町村]/u.test(segment))
  takeMarkedPlaces(draft)
  const above = takeLowerEnd(draft)
  const upper = (isJapanese ? readJapanese(draft) : null) ?? readUpperEnd(above, draft.country)
  const street = upper.street ?? (upper.poBox === null ? null : "PO Box")
  const house = upper.house ?? (upper.street === null && upper.poBox !== null ? upper.poBox : upper.houseName)
  return {
    recipient_lines: upper.recipients,
    unit: upper.units.length === 0 ? null : upper.units.join(" "),
    house_number: house,
    street,
    city: draft.city ?? (draft.country === null ? null : (cityStates[draft.country] ?? null)),
    region: draft.region,
    postal_code: draft.postalCode,
    country: draft.country,
    po_box: upper.poBox !== null,
    unparsed_lines: [...upper.unparsed, ...draft.leftover]
  }
}
