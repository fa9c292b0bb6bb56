import { isSoundVowel, soundOf } from "./sound.ts"
import { letterCosts, weightedDistance } from "../distance/weighted-distance.ts"

/*
 * Names travel through several alphabets, and each clerk hears them with other ears: Jaramillo and Kharamillo, Hammoud and Khamoud, Krishna and
 * Krisna. A frame is a word's consonants with those made one that romanizations exchange; words of one frame are compared by how
 * dear each exchange is. Where a group of letters stands for two consonants, the word has a frame with either.
 */

interface Group {
  readonly letters: string
  /** Signs that the letters may stand for, the usual ones first. */
  readonly signs: ReadonlyArray<string>
  /** Place in a reading of a group that may stand for several signs; -1 for any other. */
  readonly place: number
}

/** Letters, then their signs in a frame, and what else they may be. The longest group at a place counts; `-` is no sign. */
const rows =
  "shch S|tsch S|dsch S|sch S|tch S|dzh S|chh S|ksh KS|sh S|ch S K|zh S|dj S|dz S|ts S|tz S|cz S|ck K|kh K|gh K|ph P|bh P|th T|dh T|qu K|ce S|ci S|cy S|hs S|c K|q K S|k K|h - K|g K|x KS S|j S - K|s S|z S|w P -|v P|b P|p P|f P|t T|d T|l L|r R|m M|n N"
    .split("|")
    .map((row) => row.split(" "))
const openRows = rows.filter(({ length }) => length > 2)
const groups: ReadonlyArray<Group> = rows.map((row) => {
  const [letters = "", ...signs] = row
  return { letters, signs: signs.map((sign) => sign.replace("-", "")), place: 2 * openRows.indexOf(row) }
})

const byFirst: ReadonlyArray<ReadonlyArray<Group>> = Array.from({ length: 26 }, (_, letter) =>
  groups.filter(({ letters }) => letters.charCodeAt(0) === 97 + letter)
)

const groupAt = (word: string, place: number): Group | undefined => {
  const found = byFirst[word.charCodeAt(place) - 97]
  if (found === undefined) return undefined
  for (let at = 0; at < found.length; at++) {
    const group = found[at]
    if (group !== undefined && (group.letters.length === 1 || word.startsWith(group.letters, place))) return group
  }
  return undefined
}

/** Shortest word and shortest frame that say enough to find a word by. */
const shortestWord = 5
const shortestFrame = 3
const fullFrame = 4
const wordOfShortFrame = 7

/** After a vowel and before none, j is a vowel itself, as in Sergej. */
const isVowelHere = (word: string, place: number): boolean => isSoundVowel(word.charAt(place - 1)) && !isSoundVowel(word.charAt(place + 1))

const j = 106

const groupsOf = (word: string): ReadonlyArray<Group> => {
  const found: Array<Group> = []
  for (let place = 0; place < word.length; ) {
    const group = word.charCodeAt(place) === j && isVowelHere(word, place) ? undefined : groupAt(word, place)
    place += group === undefined ? 1 : group.letters.length
    if (group !== undefined) found.push(group)
  }
  return found
}

const mostReadings = 6
const plainReadings: ReadonlyArray<number> = [0]

/** Which of its signs each open group stands for, two bits each; a group that stands twice is read alike. */
const readingsOf = (groups: ReadonlyArray<Group>): ReadonlyArray<number> => {
  let readings = plainReadings
  let known = 0
  for (let at = 0; at < groups.length; at++) {
    const group = groups[at]
    if (group === undefined || group.place < 0 || ((known >>> group.place) & 1) === 1) continue
    const more: Array<number> = []
    for (let sign = 0; sign < group.signs.length; sign++)
      for (let from = 0; from < readings.length; from++) more.push((readings[from] ?? 0) | (sign << group.place))
    if (more.length > mostReadings) break
    readings = more
    known |= 1 << group.place
  }
  return readings
}

const codes: Array<number> = []

/** The frame by a reading. A sign that comes again is one, also across the vowels between. */
const frameOf = (groups: ReadonlyArray<Group>, reading: number): string => {
  codes.length = 0
  for (let at = 0; at < groups.length; at++) {
    const group = groups[at]
    const sign = group?.signs[group.place < 0 ? 0 : (reading >>> group.place) & 3] ?? ""
    const from = sign !== "" && codes.length > 0 && codes[codes.length - 1] === sign.charCodeAt(0) ? 1 : 0
    for (let place = from; place < sign.length; place++) codes.push(sign.charCodeAt(place))
  }
  return String.fromCharCode(...codes)
}

/**
 * Frames of a Latin word in lower case: one for each reading of its open groups, six at most. None for a word too short to be known by them.
 */
export const framesOf = (word: string): ReadonlyArray<string> => {
  if (word.length < shortestWord) return []
  const found = groupsOf(word)
  const shortest = word.length >= wordOfShortFrame ? shortestFrame : fullFrame
  const readings = readingsOf(found)
  const frames: Array<string> = []
  for (let at = 0; at < readings.length; at++) {
    const frame = frameOf(found, readings[at] ?? 0)
    if (frame.length >= shortest && !frames.includes(frame)) frames.push(frame)
  }
  return frames
}

/** Costs of exchanging two consonants of a sound, in either order; any other exchange costs 1. */
const exchanges: ReadonlyMap<string, number> = new Map(
  "sz 0.15|jz 0.4|Sz 0.4|dz 0.45|hk 0.35|bv 0.3|bp 0.4|fp 0.4|fv 0.3|fb 0.5|pv 0.6|dt 0.35|gk 0.35|sS 0.3|jS 0.35|sj 0.4|kS 0.5|ij 0.3|hj 0.45|gj 0.4|gh 0.5|hS 0.6|ds 0.5|st 0.5|uv 0.1|ov 0.1|ej 0.1"
    .split("|")
    .map((row) => row.split(" "))
    .flatMap(([pair = "", cost]) => [
      [pair, Number(cost)],
      [`${pair.charAt(1)}${pair.charAt(0)}`, Number(cost)]
    ])
)

const vowels = "aeiou"
/** Costs of exchanging vowels, by their places in the alphabet. */
const vowelCosts = [
  [0, 0.25, 0.4, 0.25, 0.4],
  [0.25, 0, 0.15, 0.35, 0.4],
  [0.4, 0.15, 0, 0.4, 0.35],
  [0.25, 0.35, 0.4, 0, 0.15],
  [0.4, 0.4, 0.35, 0.15, 0]
] as const

const exchange = (one: string, other: string): number => {
  const [row, column] = [vowels.indexOf(one), vowels.indexOf(other)]
  if (row >= 0 && column >= 0) return vowelCosts[row]?.[column] ?? 0.4
  return exchanges.get(one + other) ?? 1
}

const costs = letterCosts(exchange, (sign) => (isSoundVowel(sign) || sign === "h" || sign === "j" ? 0.3 : 0.8))

/** What it costs to make one sound of the other by the exchanges of romanizations. Symmetric. */
export const respellingCost = (one: string, other: string): number => weightedDistance(one, other, costs)

const voicedPairs: ReadonlySet<string> = new Set(["bp", "pb", "dt", "td", "gk", "kg"])
const stemCosts = letterCosts(
  (one, other) => (voicedPairs.has(one + other) ? 0.2 : exchange(one, other)),
  (sign) => (isSoundVowel(sign) || sign === "h" || sign === "j" ? 0.3 : 0.8)
)
/** What one exchange of consonants costs, or that of two pairs of voiced and voiceless ones, which Armenian and Persian names exchange regularly. */
const mostOfStems = 0.5

/** Whether the stems of two words of one ending, which are short, are one by the exchanges of romanizations. Symmetric. */
export const areRespeltStems = (one: string, other: string): boolean => {
  const frames = framesOf(one)
  if (frames.length > 0 && framesOf(other).some((frame) => frames.includes(frame))) return true
  return weightedDistance(soundOf(one), soundOf(other), stemCosts) <= mostOfStems
}
