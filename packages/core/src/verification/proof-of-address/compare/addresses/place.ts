import { type AddressDraft, cityStates } from "./segments.ts"
import { endsStreet, isDirection, namesBuilding, namesStreet } from "./abbreviations.ts"
import { type FoundCode, findPostalCode, hasNoPostalCodes, isCodeFirst, isCodeOf } from "./postal-codes.ts"
import { namesPostBox } from "./post-box.ts"
import { isRegion, withoutRegion } from "./regions.ts"
import { takeUnit } from "./street-line.ts"

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

const locateCode = (draft: AddressDraft, country: string | null): CodeAt | null => {
  for (let at = draft.segments.length - 1; at >= 0; at--) {
    const segment = draft.segments[at] ?? ""
    const found = findPostalCode(segment, country)
    if (found === null) continue
    const digits = /^[\d\s-]+$/u.test(found.code)
    const likeHouse = /^\d{3,6}$/u.test(found.code)
    const isLast = at === draft.segments.length - 1
    // A number of four or five digits in front of a street, or behind its name, is the house.
    if (
      likeHouse &&
      found.before === "" &&
      found.after !== "" &&
      namesStreet(found.after) &&
      (!isLast || isCodeFirst(draft.country) !== true)
    )
      continue
    if (likeHouse && found.after === "" && found.before !== "" && !isLast && namesStreet(found.before) && found.code.length < 5) continue
    if (likeHouse && found.code.length < 5 && namesStreet(found.before) && takeUnit(found.after, country).unit !== null) continue
    if (digits && (takeUnit(segment, country).unit ?? "").includes(found.code)) continue
    if (digits && namesPostBox(segment) && !/\d[^\d]+\d{4}/u.test(segment)) continue
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
const setPlace = (draft: AddressDraft, text: string): void => {
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

const takePlaceBefore = (draft: AddressDraft, end: number): number => {
  let at = end
  while (at > 0 && draft.city === null) {
    const segment = draft.segments[at - 1] ?? ""
    const regionOnly = isRegion(segment, draft.country) && !cityNamedLikeRegion.has(segment.toLowerCase())
    // "Montréal, Québec" and "New York, New York": a region that shares its name with a place, behind another place.
    const previous = draft.segments[at - 2]
    if (!regionOnly && at > 2 && isRegion(segment, draft.country) && draft.region === null && previous !== undefined) {
      if (!/\d/u.test(previous) && !namesStreet(previous)) {
        draft.region = segment
        at--
        continue
      }
    }
    if (!regionOnly) {
      const onlyPlace =
        at === 1 &&
        !/\d/u.test(segment) &&
        !endsStreet(segment.split(" ").at(-1) ?? "") &&
        (draft.postalCode !== null || draft.region !== null)
      if ((at === 1 && !onlyPlace) || /\d/u.test(segment.replace(/\s\d{1,2}$/u, "")) || namesPostBox(segment)) {
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
const isPlaceAbove = (draft: AddressDraft, { at }: CodeAt): boolean =>
  draft.segments.slice(at + 1).some(looksLikeStreet) && !draft.segments.slice(0, at).some((segment) => /\d/u.test(segment))

/** Text in front of a code in one line: "Springfield IL", or with the street before it. Returns the street, if any. */
const takeBeforeCode = (draft: AddressDraft, before: string): string | null => {
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

const takeFollowing = (draft: AddressDraft, following: ReadonlyArray<string>): void => {
  for (const segment of following) {
    if (isRegion(segment, draft.country)) draft.region ??= segment
    else if (draft.city === null) setPlace(draft, segment)
    else if (draft.region === null && regionBehindCity.has(draft.country ?? "") && !/\d/u.test(segment)) draft.region = segment
    else draft.leftover.push(segment)
  }
}

// Countries that print the province behind the place.
const regionBehindCity = new Set(["ES", "IT", "MX", "AR", "CL", "PE", "CO"])

const hongKongRegions = /^(?:kowloon|kln|new territories|n\.?\s?t\.?|hong kong(?: island)?|h\.?\s?k\.?)$/iu

/** Hong Kong is one city without postal codes: above its name stand a part of the territory and a district. */
const takeHongKong = (draft: AddressDraft): ReadonlyArray<string> => {
  const segments = [...draft.segments]
  for (let last = segments.at(-1); last !== undefined && segments.length > 1 && hongKongRegions.test(last); last = segments.at(-1)) {
    if (!/^(?:hong kong|h\.?\s?k\.?)$/iu.test(last)) draft.region ??= last
    segments.pop()
  }
  const district = segments.at(-1)
  if (district !== undefined && segments.length > 1 && !/\d/u.test(district) && !namesStreet(district) && !namesBuilding(district)) {
    draft.leftover.push(district)
    segments.pop()
  }
  draft.city = cityStates.HK ?? null
  return segments
}

/** Reads postal code, place and region off the address and returns the segments that are left for street and recipient. */
export const takeLowerEnd = (draft: AddressDraft): ReadonlyArray<string> => {
  if (draft.country === "HK") return takeHongKong(draft)
  // A code of another shape than the country's own still parts the place from the street.
  const foreign = () => (draft.country === null || hasNoPostalCodes(draft.country) ? null : locateCode(draft, null))
  const other = locateCode(draft, draft.country) ?? foreign()
  // "Los Leones 1380 Depto 504": four digits that something follows are a house where codes have more.
  const isHouse =
    other !== null &&
    /^\d{1,4}$/.test(other.found.code) &&
    other.found.before !== "" &&
    (other.found.after !== "" || other.at < draft.segments.length - 1)
  const located = isHouse && !isCodeOf(other.found.code, draft.country) ? null : other
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
    // "New York, New York 10001" and "Montréal (Québec) H2J 2L4": what stands right before the code is the region, and the place before it.
    const behindPlace =
      previous !== undefined && isRegion(found.before, draft.country) && !/\d/u.test(previous) && !namesStreet(previous) && upper.length > 1
    if (behindPlace) {
      draft.region = found.before
      draft.city = upper.pop() ?? null
    } else if (found.before !== "") street = takeBeforeCode(draft, found.before)
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
  const state = draft.country === null ? undefined : cityStates[draft.country]
  if (state !== undefined) {
    draft.city = state
    return upper
  }
  draft.segments.length = at
  return draft.segments.slice(0, takePlaceBefore(draft, at))
}
