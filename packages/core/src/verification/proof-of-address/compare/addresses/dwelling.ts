import { formsOfAddress } from "../../../names/words/titles.ts"
import { namesBuilding, namesHamlet, namesStreet } from "./abbreviations.ts"
import { postBoxNumber } from "./post-box.ts"
import { houseNumberAlone, readStreet, type StreetParts, takeUnit } from "./street-line.ts"

const landmark =
  /^\(?(?:near|nr\.?|opp(?:osite)?\.?(?: to)?|behind|beside|besides|next to|adjacent(?: to)?|adj\.?|close to|landmark|in front of|above|frente a|junto a|entre)\b[\s:.-]+\S/iu
const careOf = /^(?:c\s?\/\s?o|care of|attn\.?|attention|f\.?a\.?o\.?|z\.?\s?hd\.?|bei|chez|a\/c)[\s:.]/iu
/** A line that begins with a form of address; Herrn, Familie and the like stand on letters alone. */
const title = new RegExp(
  String.raw`^(?:${[...formsOfAddress].join("|")}|herrn|familie|fam|señora?|doña|sig\.ra)\b\.?\s+(?:&|and|und|et|y)?\s*\p{L}`,
  "iu"
)

/** Who and where in the street: everything above the place. */
export interface Dwelling {
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
  const rank = (street || namesHamlet(text) ? 2 : 0) + (numbered && !(building && !street && !/^\d/u.test(text)) ? 1 : 0)
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
  const box = postBoxNumber(segment, country)
  if (box !== null) {
    sorted.poBox = box
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

/** "302 Sai Residency": the number of a flat in front of the name of its building. */
const doorInBuilding = /^(\d{1,5}[a-z]?|[a-z]-?\d{1,4})\s+(\p{L}.*)$/iu

/** "12 Rowan Court, 45 Mill Lane": a court with a number before a street with one is a building, and the number its door. */
const isNumberedCourt = ({ parts, text }: Candidate): boolean => parts.house_number !== null && namesBuilding(text.split(" ").at(-1) ?? "")

const numbersCourts = new Set(["GB", "IE", "AU", "NZ", "ZA"])

/** Sorts the lines above the place into recipients, units, the street with its number, and what is left. */
export const readDwelling = (segments: ReadonlyArray<string>, country: string | null): Dwelling => {
  const sorted: Sorted = { recipients: [], units: [], candidates: [], numbers: [], poBox: null, started: false }
  for (const segment of segments) sortSegment(sorted, segment, country)
  const { recipients, units, candidates, numbers } = sorted
  const highest = Math.max(-1, ...candidates.map((candidate) => candidate.rank))
  const likely = candidates.filter((candidate) => candidate.rank === highest)
  const courts = likely.every(isNumberedCourt) ? [] : likely.filter(isNumberedCourt)
  let chosen = candidates.findIndex(
    (candidate) => candidate.rank === highest && (highest > 0 || !candidate.building) && !courts.includes(candidate)
  )
  // A number on a line of its own belongs to the line behind it, or to the one before ("12, Rue de Rivoli" and "Calle Mayor, 5").
  const [number] = numbers
  if (number !== undefined && highest <= 1) chosen = candidates.findIndex((candidate, at) => at >= number.before && !candidate.building)
  if (number !== undefined && chosen < 0) chosen = number.before - 1
  const street = candidates[chosen]
  const rest = candidates.filter((candidate) => candidate !== street)
  const streetNumber = street?.parts.house_number ?? null
  // "5 The Old Maltings, Quay Street": the number stands before the name of a court or a terrace off the street.
  const court =
    streetNumber === null && number === undefined && numbersCourts.has(country ?? "")
      ? rest.find(({ parts, text }) => parts.house_number !== null && /^\d/u.test(text))
      : undefined
  const house = streetNumber ?? number?.number ?? court?.parts.house_number ?? null
  const building = rest.find((candidate) => candidate.building || courts.includes(candidate))
  const door = building === undefined ? null : doorInBuilding.exec(building.text)
  if (door?.[1] !== undefined) units.push(door[1])
  const houseName = house === null ? (door?.[2] ?? building?.text ?? null) : null
  const spare = streetNumber === null ? numbers.slice(1) : numbers
  // An address without any word that tells a street (a village, a farm): the last line above the place is the nearest thing to one.
  const last = street === undefined && sorted.poBox === null && houseName === null && recipients.length > 1 ? recipients.pop() : undefined
  if (street?.parts.unit) units.push(street.parts.unit)
  return {
    recipients,
    units,
    unparsed: [
      ...rest.map((candidate) => candidate.text).filter((text) => houseName === null || !text.endsWith(houseName)),
      ...spare.map((each) => each.number)
    ],
    house,
    street: street?.parts.street ?? last ?? null,
    houseName,
    poBox: sorted.poBox
  }
}
