import { freePrefixes } from "../../../names/given-names/free-prefixes.ts"
import { isKnownGivenName } from "../../../names/given-names/given-names.ts"
import { likeness, neededTransliteration, residualSimilarity, tokenSimilarity } from "./similarity.ts"
import type { NameToken } from "../../../names/printed/tokens.ts"
import { bestAssignment, joinRuns } from "../word-assignment.ts"
import { consonants, romanizationKey } from "../../../names/sound/romanization-key.ts"

/** A reference name with its parts distinguished. */
export interface NameParts {
  readonly family: ReadonlyArray<NameToken>
  readonly given: ReadonlyArray<NameToken>
  readonly middle: ReadonlyArray<NameToken>
}

interface Alignment {
  /** 0 to 1; null when the reference has no family name. */
  readonly family: number | null
  /** 0 to 1; null when the reference has no given name. */
  readonly given: number | null
  readonly transliterated: boolean
}

interface Slot {
  readonly token: NameToken
  readonly role: "given" | "family"
  readonly weight: number
}

interface Match {
  readonly slot: Slot
  /** Position in the holder's name; -1 when nothing there is this word. */
  readonly at: number
  readonly score: number
}

const maximumSlots = 8

/** Several words as the one that the other side may write. */
export const merged = (run: ReadonlyArray<NameToken>): NameToken => ({
  native: run.map((token) => token.native).join(""),
  spellings: [...new Set([0, 1, 2].map((form) => run.map((token) => token.spellings[form] ?? token.spellings[0] ?? "").join("")))],
  initial: false,
  particle: false,
  foreign: run.some((token) => token.foreign),
  vowelless: run.some((token) => token.vowelless),
  capitals: false
})

/** True when two words are one word in some spelling, or agree in every consonant where one script leaves vowels out. */
export const sameWord = (a: NameToken, b: NameToken): boolean =>
  a.native === b.native ||
  (a.vowelless !== b.vowelless &&
    a.spellings.some((one) => b.spellings.some((other) => consonants(one).length >= 4 && consonants(one) === consonants(other)))) ||
  a.spellings.some((one) =>
    b.spellings.some((other) => one === other || (one.length >= 5 && other.length >= 5 && romanizationKey(one) === romanizationKey(other)))
  )

const joined = (side: ReadonlyArray<NameToken>, other: ReadonlyArray<NameToken>): ReadonlyArray<NameToken> =>
  joinRuns(side, other, { merge: merged, same: sameWord })

const initialsOf = (token: NameToken): ReadonlyArray<NameToken> =>
  [...token.native].map((letter) => ({ ...token, native: letter, spellings: [letter], initial: true, capitals: false }))

/** Takes apart a word that is the reference's given and family name without a space, or a row of initials (JA for John Andrew). */
const separated = (holder: ReadonlyArray<NameToken>, parts: NameParts): ReadonlyArray<NameToken> => {
  const all = [...parts.given, ...parts.middle, ...parts.family]
  const core = (tokens: ReadonlyArray<NameToken>): ReadonlyArray<NameToken> => tokens.filter((token) => !token.particle)
  const orders = [
    [...parts.given, ...parts.family],
    [...parts.family, ...parts.given],
    [...parts.given, ...parts.middle, ...parts.family],
    [...core(parts.family), ...core(parts.given)],
    [...parts.given, ...parts.middle]
  ].filter((order) => order.length > 1)
  const forenames = core([...parts.given, ...parts.middle])
  return holder.flatMap((token) => {
    if (all.some((other) => sameWord(other, token))) return [token]
    const whole = orders.find((order) => sameWord(merged(order), token))
    if (whole !== undefined) return whole
    if (!token.capitals) return [token]
    const first = forenames.map((name) => name.spellings[0]?.charAt(0) ?? "").join("")
    const isRow = token.native === first.slice(0, token.native.length) || (/^[^aeiouy]+$/.test(token.native) && token.native !== "ng")
    return isRow ? initialsOf(token) : [token]
  })
}

/** Which word of the holder stands for which word of the reference. */
const assign = (slots: ReadonlyArray<Slot>, holder: ReadonlyArray<NameToken>): ReadonlyArray<Match> => {
  const scores = slots.map((slot) => holder.map((token) => tokenSimilarity(token, slot.token, slot.role)))
  const places = bestAssignment(
    slots.map(({ weight }) => weight),
    scores,
    likeness
  )
  return slots.map((slot, number) => {
    const at = places[number] ?? -1
    return { slot, at, score: at < 0 ? 0 : (scores[number]?.[at] ?? 0) }
  })
}

const mean = (values: ReadonlyArray<number>): number => values.reduce((sum, value) => sum + value, 0) / values.length

/** Family words of one side that are missing on the other cost little; a different word in their place means another family. */
const familyScore = (matches: ReadonlyArray<Match>, spare: ReadonlyArray<number>, holder: ReadonlyArray<NameToken>): number => {
  const found = matches.filter((match) => match.at >= 0)
  if (found.length === 0) {
    const left = spare.flatMap((at) => matches.map((match) => residualOf(holder[at], match.slot.token)))
    return Math.max(0, ...left)
  }
  const initialsOnly = found.every((match) => holder[match.at]?.initial === true && !match.slot.token.initial)
  // With a whole word left over, the family name is that word and the initial is someone's middle name.
  if (initialsOnly) return spare.some((at) => holder[at]?.initial === false) ? 0.4 : 0.62
  const score = mean(found.map((match) => match.score))
  const beside = spare.some((at) => {
    const token = holder[at]
    return (
      token !== undefined &&
      !token.initial &&
      found.some((match) => Math.abs(match.at - at) === 1) &&
      !token.spellings.some(isKnownGivenName)
    )
  })
  if (found.length === matches.length) return score
  return beside ? Math.min(0.5, score) : score * (matches[0]?.at === -1 ? 0.78 : 0.92)
}

const residualOf = (a: NameToken | undefined, b: NameToken): number => (a === undefined ? 0 : residualSimilarity(a, b))

interface GivenContext {
  readonly given: ReadonlyArray<Match>
  readonly middle: ReadonlyArray<Match>
  readonly family: ReadonlyArray<Match>
  readonly spare: ReadonlyArray<number>
  readonly holder: ReadonlyArray<NameToken>
}

/** Jean Paul and Jean Luc: the second word of a first name that both sides write out is another name. */
const isAnotherForename = (given: ReadonlyArray<Match>, extra: ReadonlyArray<number>, holder: ReadonlyArray<NameToken>): boolean => {
  const known = (token: NameToken | undefined): boolean => token !== undefined && !token.initial && token.spellings.some(isKnownGivenName)
  return given.some((match) => match.at < 0 && known(match.slot.token)) && extra.some((at) => known(holder[at]))
}

const givenScore = ({ given, middle, family, spare, holder }: GivenContext): number => {
  const found = given.filter((match) => match.at >= 0)
  const middleFound = middle.filter((match) => match.at >= 0)
  if (found.length === 0) {
    if (middleFound.length > 0) return 0.7 * mean(middleFound.map((match) => match.score))
    return Math.max(0, ...spare.flatMap((at) => given.map((match) => residualOf(holder[at], match.slot.token))))
  }
  let score = mean(found.map((match) => match.score))
  const missing = given.length - found.length
  const familyPlaces = family.filter((match) => match.at >= 0).map((match) => match.at)
  const firstFound = Math.min(...found.map((match) => match.at))
  const extra = spare.filter((at) => {
    const next = familyPlaces.some((place) => Math.abs(place - at) === 1)
    const token = holder[at]
    return token !== undefined && (token.initial || token.spellings.some(isKnownGivenName) || !next)
  })
  const ahead = extra.some((at) => at < firstFound && !familyPlaces.some((place) => place < at))
  const wanted = [...given, ...middle].filter((match) => match.at < 0).length
  const aheadWord = holder[extra[0] ?? -1]
  if (ahead && !aheadWord?.spellings.some((spelling) => freePrefixes.has(spelling))) score *= 0.72
  else if (wanted > 0 && extra.length > 0 && middleFound.length === 0) {
    // Both sides have a further given name and they are not the same one: perhaps a relative.
    score *= extra.every((at) => holder[at]?.initial === true) ? 0.72 : isAnotherForename(given, extra, holder) ? 0.48 : 0.62
  } else if (given[0]?.at === -1 && !given[0].slot.token.spellings.some((spelling) => freePrefixes.has(spelling))) score *= 0.72
  else if (missing > 0) score *= 0.97
  return score
}

const usable = (tokens: ReadonlyArray<NameToken>): ReadonlyArray<NameToken> => {
  const core = tokens.filter((token) => !token.particle)
  return core.length === 0 ? tokens : core
}

/** A letter inside a family name (O Brien, D Souza) is no name that another word could stand for. */
const withoutInitials = (tokens: ReadonlyArray<NameToken>): ReadonlyArray<NameToken> => {
  const words = tokens.filter((token) => !token.initial)
  return words.length === 0 ? tokens : words
}

/** Compares the words of a holder with a reference name: every word of one side meets at most one of the other, in any order. */
export const alignName = (printed: ReadonlyArray<NameToken>, reference: NameParts): Alignment => {
  const split = separated(printed, reference)
  const parts: NameParts = {
    family: usable(withoutInitials(joined(reference.family, split))),
    given: usable(joined([...reference.given], split)),
    middle: usable(joined(reference.middle, split))
  }
  const joinedGiven = joined([...reference.given, ...reference.middle], split)
  const given =
    joinedGiven.length < reference.given.length + reference.middle.length
      ? joinedGiven.slice(0, Math.max(1, parts.given.length))
      : parts.given
  const middle = given === parts.given ? parts.middle : joinedGiven.slice(given.length)
  const slots: ReadonlyArray<Slot> = [
    ...parts.family.map((token): Slot => ({ token, role: "family", weight: 4 })),
    ...given.map((token): Slot => ({ token, role: "given", weight: 3 })),
    ...middle.map((token): Slot => ({ token, role: "given", weight: 1 }))
  ].slice(0, maximumSlots)
  const wholes = joined(
    split,
    slots.map((slot) => slot.token)
  )
  const kept = wholes.filter((token) => !token.particle || slots.some((slot) => slot.token.native === token.native))
  const holder = (kept.length === 0 ? wholes : kept).slice(0, maximumSlots)
  const matches = assign(slots, holder)
  const spare = holder.map((_, at) => at).filter((at) => !matches.some((match) => match.at === at))
  const inPart = (from: number, count: number): ReadonlyArray<Match> => matches.slice(from, from + count)
  const familyMatches = inPart(0, parts.family.length)
  const givenMatches = inPart(parts.family.length, given.length)
  const middleMatches = inPart(parts.family.length + given.length, middle.length)
  return {
    family: familyMatches.length === 0 ? null : familyScore(familyMatches, spare, holder),
    given:
      givenMatches.length === 0 ? null : givenScore({ given: givenMatches, middle: middleMatches, family: familyMatches, spare, holder }),
    transliterated: matches.some((match) => {
      const token = holder[match.at]
      return token !== undefined && neededTransliteration(token, match.slot.token)
    })
  }
}
