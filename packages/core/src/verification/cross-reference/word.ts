import { normalizedAbjad } from "../names/scripts/abjad.ts"
import { writtenWords } from "../names/text/written-words.ts"
import { isKnownGivenName, areDifferentGivenNames } from "../names/given-names/given-names.ts"
import { merged, sameWord } from "../proof-of-address/compare/names/alignment.ts"
import { likeness, neededTransliteration, type NameRole, tokenSimilarity } from "../proof-of-address/compare/names/similarity.ts"
import { type NameToken, nameTokens } from "../names/printed/tokens.ts"
import { areNicknames, areSpellingsOfOneName } from "../names/given-names/nicknames.ts"
import type { ExplanationCode } from "./facts.ts"
import { decodedArabic, icaoSpellings } from "../names/transliteration/icao-spellings.ts"
import { leavesLatin } from "../names/scripts/script-classes.ts"
import { bareConsonants, consonants, romanizationKey } from "../names/sound/romanization-key.ts"
import { editDistance } from "../names/distance/edit-distance.ts"
import { areFormsOfOneFamilyName } from "../names/family-names/family-names.ts"

/** One word of a name with what a machine readable zone may print for it. */
export interface Word {
  readonly token: NameToken
  /** Lower case, by the tables of ICAO 9303; empty where it has none for the script. */
  readonly icao: ReadonlyArray<string>
  /** Stands at the end of a name that was cut off. */
  readonly cut: boolean
  /** Made of several words that the other side writes as one. */
  readonly joined: boolean
  /** Stood beside its neighbour with a hyphen. */
  readonly hyphenated: boolean
}

interface WordMatch {
  /** 0 to 1; exactly 0 where the words are two names. */
  readonly score: number
  readonly explanations: ReadonlyArray<ExplanationCode>
}

const icaoScore = { exact: 1, consonants: 0.8 } as const
const cutScore = 0.95
const undottedScore = 0.93
const spellingScore = 0.95

/** The words of a text in which the original letters are still known, so that the tables of ICAO apply; `tokens` come from the same text. */
export const wordsOf = (text: string, tokens: ReadonlyArray<NameToken>, cut: boolean): ReadonlyArray<Word> => {
  const pieces = writtenWords(text)
  const spelled = new Map<string, ReadonlyArray<string>>()
  for (const piece of pieces) {
    const [only, second] = nameTokens(piece)
    if (only !== undefined && second === undefined) spelled.set(only.native, icaoSpellings(piece))
  }
  const hyphens = new Set(
    [...text.matchAll(/([\p{L}\p{M}]{1,64})[-‐‑]([\p{L}\p{M}]{1,64})/gu)]
      .flatMap(([, before = "", after = ""]) => [before, after])
      .flatMap((piece) => nameTokens(piece).map(({ native }) => native))
  )
  return tokens.map((token, at) => ({
    token,
    icao: spelled.get(token.native) ?? [],
    cut: cut && at === tokens.length - 1,
    joined: false,
    hyphenated: hyphens.has(token.native)
  }))
}

/**
 * Remembers what was found of two words for as long as they live: every way to divide a name compares the same words again, and names of many
 * words would take seconds. A result depends on nothing but the words.
 */
const remembered = <Found>(find: (a: Word, b: Word) => Found): ((a: Word, b: Word) => Found) => {
  const known = new WeakMap<Word, WeakMap<Word, { readonly found: Found }>>()
  return (a, b) => {
    const row = known.get(a) ?? new WeakMap<Word, { readonly found: Found }>()
    known.set(a, row)
    const seen = row.get(b) ?? { found: find(a, b) }
    row.set(b, seen)
    return seen.found
  }
}

const runs = new WeakMap<Word, Map<string, Word>>()

/** Neighbouring words as the one that the other side may write. */
export const mergedWords = (run: ReadonlyArray<Word>): Word => {
  const [first] = run
  if (first === undefined) return mergedAgain(run)
  const of = runs.get(first) ?? new Map<string, Word>()
  runs.set(first, of)
  const key = run.map(({ cut, token }) => `${token.native} ${token.spellings.join(" ")} ${cut}`).join("/")
  const made = of.get(key) ?? mergedAgain(run)
  of.set(key, made)
  return made
}

const mergedAgain = (run: ReadonlyArray<Word>): Word => {
  const token = merged(run.map((word) => word.token))
  const most = Math.max(...run.map(({ icao }) => icao.length))
  const forms = run.every(({ icao }) => icao.length > 0) ? Array.from({ length: most }, (_, form) => form) : []
  return {
    token,
    icao: forms.map((form) => run.map(({ icao }) => icao[Math.min(form, icao.length - 1)] ?? "").join("")),
    cut: run.at(-1)?.cut ?? false,
    joined: true,
    hyphenated: false
  }
}

const plain = ({ token }: Word): string => token.spellings[0] ?? ""

/** A zone prints a word by the tables, so that one side has to be in national letters and the other in those of the zone. */
const spelledByIcao = (a: Word, b: Word): boolean =>
  (!b.token.foreign && a.icao.includes(plain(b))) ||
  (!a.token.foreign && b.icao.includes(plain(a))) ||
  (a.token.foreign && b.token.foreign && a.icao.some((one) => b.icao.includes(one)))

/** Servant of the Merciful in the spellings of its article: Abd al-Rahman, Abdurrahman, Abdelrahman. Null for any other name. */
const servantOf = (word: string): string | null => {
  const rest = /^abd(?:[aeou][lrsznd]?)?(?:al|el)?([a-z]{3,})$/.exec(word)?.[1]
  return rest === undefined ? null : romanizationKey(rest)
}

const isSameServant = (a: Word, b: Word): boolean => {
  const own = a.token.spellings.map(servantOf).filter((key) => key !== null)
  return own.length > 0 && b.token.spellings.some((spelling) => own.includes(servantOf(spelling) ?? ""))
}

/** True for two words that are one in some spelling. */
export const isSameWord = remembered((a, b) => sameWord(a.token, b.token) || spelledByIcao(a, b) || isSameServant(a, b))

const continues = (start: Word, whole: Word, least: number): boolean =>
  start.cut &&
  plain(start).length >= least &&
  [...whole.token.spellings, ...whole.icao].some((spelling) => spelling.length >= plain(start).length && spelling.startsWith(plain(start)))

const decodedAgrees = (a: Word, b: Word): boolean => {
  const decoded = decodedArabic(plain(a))
  if (decoded === null || b.token.foreign) return false
  const bones = consonants(decoded)
  return bones.length >= 2 && b.token.spellings.some((spelling) => consonants(spelling) === bones)
}

const pairs = (a: Word, b: Word): ReadonlyArray<readonly [string, string]> =>
  a.token.spellings.flatMap((one) => b.token.spellings.map((other): readonly [string, string] => [one, other]))

const withArticle = /^(?:al|el|ar|as|ash|an|az|ad|at)(?=[a-z]{4})/

const syllable = /^[bcdfghjklmnpqrstvwxyz]{0,3}[aeiouyw]{1,3}(?:ch|ng|nh|[bcgklmnprt])?$/
/** A word of one syllable as Chinese, Korean and Vietnamese given names are made of. */
export const isSyllable = ({ token }: Word): boolean => !token.initial && token.spellings.some((spelling) => syllable.test(spelling))

const filial = /^(.{2,}?)s{1,2}([eo])n$/
/** The son's name of another country is another family's: Hansen and Hansson. */
const areOtherSons = (one: string, other: string): boolean => {
  const [left, right] = [filial.exec(one), filial.exec(other)]
  return left !== null && right !== null && left[1] === right[1] && left[2] !== right[2]
}

/** Words that look alike and are known to be two names, so that their likeness is no slip. */
const areOtherNames = (a: Word, b: Word, role: NameRole, guessed: boolean): boolean => {
  if (role === "given") return false
  const all = pairs(a, b)
  // Maria and Mario stay two people where either may be a surname.
  if (guessed && all.every(([one, other]) => areDifferentGivenNames(one, other))) return true
  return (
    (isGivenWord(a) && isGivenWord(b) && all.every(([one, other]) => areDifferentGivenNames(one, other))) ||
    all.some(([one, other]) => areOtherSons(one, other))
  )
}

/** A y between vowels comes and goes with the table: Nazarbayev and Nazarbaev. */
const glideless = (word: string): string => romanizationKey(word.replace(/([aeiou])y(?=e)/g, "$1"))
const glidesApart = (a: Word, b: Word): boolean =>
  pairs(a, b).some(([one, other]) => Math.min(one.length, other.length) >= 5 && glideless(one) === glideless(other))

const letterRelation = (a: Word, b: Word, role: NameRole): ExplanationCode | null => {
  const all = pairs(a, b)
  const some = (holds: (one: string, other: string) => boolean): boolean => all.some(([one, other]) => holds(one, other))
  if (some((one, other) => one === other)) return null
  if (some(areSpellingsOfOneName)) return "spelling_variant"
  if (role === "given" && some(areNicknames)) return "nickname"
  if (role === "family" && some(areFormsOfOneFamilyName)) return "gendered_form"
  if (/[0-9|]/.test(a.token.native) !== /[0-9|]/.test(b.token.native)) return "misread_character"
  if (some((one, other) => one.replace(withArticle, "") === other || other.replace(withArticle, "") === one)) return "particle"
  if (some((one, other) => romanizationKey(one) === romanizationKey(other))) return "spelling_variant"
  return some((one, other) => editDistance(one, other) === 1) ? "one_letter_differs" : "several_letters_differ"
}

/** Two words in a script without vowels: almost every letter of it makes another name. */
const compareVowelless = (a: string, b: string): WordMatch => {
  // A closing ة is often written without its dots.
  const [one, other] = [a, b].map((word) => normalizedAbjad(word).replaceAll("ة", "ه"))
  if (one === other) return { score: 1, explanations: ["spelling_variant"] }
  const slip = editDistance(a, b) === 1 && Math.min(a.length, b.length) >= 6
  return slip ? { score: 0.7, explanations: ["one_letter_differs"] } : { score: 0, explanations: [] }
}

/** Names that drop the aspirates of a vowelless script agree in too little when two consonants are left: Muhammad and Ahmed. */
const hasBones = (a: Word, b: Word): boolean =>
  pairs(a, b).some(([one, other]) => {
    const [left, right] = [consonants(one), consonants(other)]
    return (
      left === right ||
      (left.length >= 4 && right.length >= 4) ||
      (bareConsonants(one).length >= 3 && bareConsonants(one) === bareConsonants(other))
    )
  })

/** One word by two habits of dropping the dots of ä, ö, ü and å: Mueller and Muller. */
const undotted = (word: string): string => word.replace(/([aou])e/g, "$1").replace(/aa/g, "a")
const undottedAgrees = (a: Word, b: Word, role: NameRole): boolean =>
  pairs(a, b).some(([one, other]) => {
    const differs = role === "given" && areDifferentGivenNames(one, other)
    return Math.min(one.length, other.length) >= 4 && undotted(one) === undotted(other) && !differs
  })

const explain = (a: Word, b: Word, role: NameRole): ReadonlyArray<ExplanationCode> => {
  if (a.token.initial || b.token.initial) return ["initial"]
  const scripts: ReadonlyArray<ExplanationCode> = neededTransliteration(a.token, b.token) ? ["transliteration_general"] : []
  if (a.token.vowelless !== b.token.vowelless) return [...scripts, "vowels_not_written"]
  const letters = letterRelation(a, b, role)
  return letters === null ? scripts : [...scripts, letters]
}

const matchWords = (a: Word, b: Word, role: NameRole, guessed: boolean): WordMatch => {
  if (a.token.native === b.token.native) return { score: 1, explanations: [] }
  if (spelledByIcao(a, b)) return { score: icaoScore.exact, explanations: ["transliteration_icao"] }
  const least = role === "given" ? 1 : 2
  if (continues(a, b, least) || continues(b, a, least)) return { score: cutScore, explanations: ["truncated_by_mrz"] }
  if (areOtherNames(a, b, role, guessed)) return { score: 0, explanations: [] }
  if (a.token.vowelless && b.token.vowelless) return compareVowelless(a.token.native, b.token.native)
  const score = tokenSimilarity(a.token, b.token, role)
  if (score < undottedScore && !a.token.foreign && !b.token.foreign && undottedAgrees(a, b, role)) {
    return { score: undottedScore, explanations: ["transliteration_icao"] }
  }
  if (a.token.vowelless !== b.token.vowelless && score < icaoScore.consonants && !hasBones(a, b)) return { score: 0, explanations: [] }
  if (score < icaoScore.consonants && (decodedAgrees(a, b) || decodedAgrees(b, a))) {
    return { score: icaoScore.consonants, explanations: ["transliteration_icao", "vowels_not_written"] }
  }
  if (score < spellingScore && !a.token.vowelless && !b.token.vowelless && (isSameServant(a, b) || glidesApart(a, b))) {
    return { score: spellingScore, explanations: ["spelling_variant"] }
  }
  if (score < likeness) return { score: 0, explanations: [] }
  const explanations = explain(a, b, role)
  // A letter makes another name of a syllable: Fang and Feng.
  const otherSyllable =
    role === "given" && isSyllable(a) && isSyllable(b) && explanations.some((code) => code.endsWith("differ") || code.endsWith("differs"))
  return otherSyllable ? { score: 0, explanations: [] } : { score, explanations }
}

const matches = {
  given: remembered((a, b) => matchWords(a, b, "given", false)),
  family: remembered((a, b) => matchWords(a, b, "family", false)),
  guessed: remembered((a, b) => matchWords(a, b, "family", true))
} as const

/** How likely two words of names are one, and why. `guessed`: no one said which of the words are the surname. */
export const compareWords = (a: Word, b: Word, role: NameRole, guessed: boolean): WordMatch =>
  matches[role === "family" && guessed ? "guessed" : role](a, b)

/** True for a word that is a given name in wide use. */
export const isGivenWord = ({ token }: Word): boolean => token.spellings.some(isKnownGivenName)

/** True for a word in another script than Latin. */
export const isForeign = ({ token }: Word): boolean => leavesLatin(token.native)
