import { normalizedAbjad } from "../scripts/abjad.ts"
import { areDifferentGivenNames } from "../given-names/given-names.ts"
import { likeness, neededTransliteration, type NameRole, outlinePairs, tokenSimilarity } from "./similarity.ts"
import { areNicknames, areSpellingsOfOneFamily, areSpellingsOfOneName } from "../given-names/nicknames.ts"
import type { NameExplanation } from "./explanations.ts"
import { decodedArabic } from "../transliteration/icao-spellings.ts"
import { bareConsonants, consonants, differInGlide, familyKey, romanizationKey } from "../sound/romanization-key.ts"
import { editDistance } from "../distance/edit-distance.ts"
import { misreadLetters, takenForAcute } from "../text/misread.ts"
import { normalizedLetters } from "../text/normalized.ts"
import { areFormsOfOneFamilyName } from "../family-names/family-names.ts"
import { isGivenWord, isSameServant, mayBeHangul, plain, remembered, spelledByIcao, type Word } from "./word.ts"

interface WordMatch {
  /** 0 to 1; exactly 0 where the words are two names. */
  readonly score: number
  readonly explanations: ReadonlyArray<NameExplanation>
}

const icaoScore = { exact: 1, consonants: 0.8 } as const
const cutScore = 0.95
const undottedScore = 0.93
/** Many words of Hangul are spelled in the same letters, and vowels that are not written are not known: for a person to compare. */
const openScore = 0.8
/** Two syllables that begin otherwise are mostly two names. */
const otherOnsetScore = 0.85
const openMatch: WordMatch = { score: openScore, explanations: ["transliteration_general", "several_letters_differ"] }
const spellingScore = 0.95

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

const onset = (word: string): string => word.replace(/[aeiou].*$/, "")
/** Zhou and Zhu, which a key takes for one as it takes Yoon and Youn; a y before it makes no difference. */
const openEnd = (word: string): string => /(?<!y)(?:ou|u)$/.exec(word)?.[0] ?? ""
/** Jing and Ying, Hanh and Khanh, Hou and Hu: some languages write j for y, kh for h and ou for u, and in others these are two names. */
const areOtherSyllables = (a: Word, b: Word): boolean =>
  !a.token.foreign &&
  !b.token.foreign &&
  isSyllable(a) &&
  isSyllable(b) &&
  !pairs(a, b).some(([one, other]) => areSpellingsOfOneName(one, other) || areNicknames(one, other)) &&
  pairs(a, b).every(([one, other]) => onset(one) !== onset(other) || openEnd(one) !== openEnd(other))

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
  pairs(a, b).some(
    ([one, other]) =>
      Math.min(one.length, other.length) >= 5 && glideless(one) === glideless(other) && romanizationKey(one) !== romanizationKey(other)
  )

/** One short form may be a man's and the other, with a vowel more at its end, a woman's: Alex and Alexa. */
const hasOneVowelMore = (one: string, other: string): boolean => {
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  return long.length === short.length + 1 && long.startsWith(short) && /[aeo]$/.test(long)
}

/** Abdul is the beginning of many names, and Abdullah one of them. */
const isServantAlone = (one: string, other: string): boolean => [one, other].includes("abdul")

const letterRelation = (a: Word, b: Word, role: NameRole): NameExplanation | null => {
  const all = pairs(a, b)
  const some = (holds: (one: string, other: string) => boolean): boolean => all.some(([one, other]) => holds(one, other))
  if (some((one, other) => one === other)) return null
  if (differsByDoubling(a, b, role) || differsBySound(a, b, role)) return "one_letter_differs"
  if (some(areSpellingsOfOneName)) return "spelling_variant"
  if (role === "given" && some(areNicknames)) return some(hasOneVowelMore) || some(isServantAlone) ? "one_letter_differs" : "nickname"
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
  [...pairs(a, b), ...outlinePairs(a.token, b.token)].some(([one, other]) => {
    const [left, right] = [consonants(one), consonants(other)]
    return (
      left === right ||
      (left.length >= 4 && right.length >= 4) ||
      (bareConsonants(one).length >= 3 && bareConsonants(one) === bareConsonants(other))
    )
  })

/** One word by two habits of dropping the dots of ä, ö, ü and å: Mueller and Muller. Behind another vowel the e is no dot: Bauer and Baur. */
const undotted = (word: string): string => word.replace(/(?<![aeo])([aou])e/g, "$1").replace(/aa/g, "a")
const undottedAgrees = (a: Word, b: Word, role: NameRole): boolean =>
  pairs(a, b).some(([one, other]) => {
    const differs = role === "given" && areDifferentGivenNames(one, other)
    return Math.min(one.length, other.length) >= 4 && undotted(one) === undotted(other) && !differs
  })

/** A doubled letter once, and ck as the k that it is. */
const singled = (word: string): string => word.replace(/ck/g, "k").replace(/([a-hj-z])\1+/g, "$1")
/** One letter once and twice in Latin letters: Jansen and Janssen are two families, René and Renée two people. An i at the end is no such letter. */
const differsByDoubling = (a: Word, b: Word, role: NameRole): boolean =>
  !a.token.foreign &&
  !b.token.foreign &&
  !pairs(a, b).some(
    ([one, other]) => one === other || areSpellingsOfOneName(one, other) || (role === "given" && areNicknames(one, other))
  ) &&
  pairs(a, b).some(([one, other]) => singled(one) === singled(other))

const withoutArticle = (word: string): string => word.replace(withArticle, "")
/** A letter that romanizations exchange and some country has two names by: Yadav and Jadhav, Franc and Frank, Stewart and Stuart. Given names are exchanged more freely. */
const differsBySound = (a: Word, b: Word, role: NameRole): boolean => {
  if (a.token.foreign || b.token.foreign || a.token.initial || b.token.initial) return false
  const all = pairs(a, b).map(([one, other]) => [withoutArticle(one), withoutArticle(other)] as const)
  const isOne = ([one, other]: readonly [string, string]): boolean =>
    one === other ||
    (role === "given"
      ? areSpellingsOfOneName(one, other) || areNicknames(one, other)
      : areSpellingsOfOneFamily(one, other) || areFormsOfOneFamilyName(one, other))
  const differs = ([one, other]: readonly [string, string]): boolean => {
    if (role === "family" && areSpellingsOfOneName(one, other)) return true
    if (romanizationKey(one) !== romanizationKey(other)) return false
    if (role === "given") return differInGlide(one, other)
    // Ray and Rai are too short for one letter to make no difference.
    return familyKey(one) !== familyKey(other) || (one.length === other.length && one.length < 4)
  }
  return !all.some(isOne) && all.some(differs)
}

/** Fewer letters may be another name: Bó and Bé. */
const fewestAround = 5
/** One word of which some vowels were taken for é, and nothing else differs but marks. */
const tookForAcute = (printed: string, read: string): boolean => {
  const [one, other] = [[...printed], [...read]]
  if (one.length < fewestAround || one.length !== other.length) return false
  const isShape = (letter: string, shape: string): boolean =>
    normalizedLetters(letter) === normalizedLetters(shape) || (misreadLetters[letter]?.includes(shape) ?? false)
  const differs = one.flatMap((letter, at) => (isShape(letter, other[at] ?? "") ? [] : [at]))
  return differs.length > 0 && differs.every((at) => other[at] === "é" && takenForAcute.has(one[at] ?? ""))
}

/** What text recognition made of a letter with a mark. Two strokes or a digit stand in no name, and é in no name for á; all else may be another name. */
const misreadScore = { sure: 0.93, unsure: 0.85 } as const
const misreadAgrees = (a: Word, b: Word): number | null => {
  if (tookForAcute(a.token.marked, b.token.marked) || tookForAcute(b.token.marked, a.token.marked)) return misreadScore.sure
  const met = [
    ...a.token.misread.filter((each) => b.token.spellings.includes(each)),
    ...b.token.misread.filter((each) => a.token.spellings.includes(each))
  ]
  if (met.length === 0) return null
  return met.some((each) => /ii|[0-9]/.test(each)) ? misreadScore.sure : misreadScore.unsure
}
const doublingScore = 0.89

const similarityOf = (a: Word, b: Word, role: NameRole): number => {
  const score = tokenSimilarity(a.token, b.token, role)
  if (differsBySound(a, b, role)) return Math.min(score, otherOnsetScore)
  return differsByDoubling(a, b, role) ? Math.min(score, doublingScore) : score
}

const explain = (a: Word, b: Word, role: NameRole): ReadonlyArray<NameExplanation> => {
  if (a.token.initial || b.token.initial) return ["initial"]
  const scripts: ReadonlyArray<NameExplanation> = neededTransliteration(a.token, b.token) ? ["transliteration_general"] : []
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
  const score = similarityOf(a, b, role)
  const misread = a.token.initial || b.token.initial ? null : misreadAgrees(a, b)
  if (misread !== null && score < misread) {
    return { score: misread, explanations: [misread === misreadScore.sure ? "misread_character" : "one_letter_differs"] }
  }
  if (score < undottedScore && !a.token.foreign && !b.token.foreign && undottedAgrees(a, b, role) && !differsBySound(a, b, role)) {
    return { score: undottedScore, explanations: ["transliteration_icao"] }
  }
  if (score < openScore && mayBeHangul(a, b)) return openMatch
  if (score < openScore && a.token.vowelless !== b.token.vowelless && isSameServant(a, b)) {
    return { score: openScore, explanations: ["transliteration_general", "vowels_not_written"] }
  }
  if (a.token.vowelless !== b.token.vowelless && score < icaoScore.consonants && !hasBones(a, b)) return { score: 0, explanations: [] }
  if (score < icaoScore.consonants && (decodedAgrees(a, b) || decodedAgrees(b, a))) {
    return { score: icaoScore.consonants, explanations: ["transliteration_icao", "vowels_not_written"] }
  }
  if (
    score < spellingScore &&
    !a.token.vowelless &&
    !b.token.vowelless &&
    (isSameServant(a, b) || (glidesApart(a, b) && !differsByDoubling(a, b, role) && !differsBySound(a, b, role)))
  ) {
    return { score: spellingScore, explanations: ["spelling_variant"] }
  }
  if (score < likeness) return { score: 0, explanations: [] }
  const explanations = explain(a, b, role)
  // A letter makes another name of a syllable: Fang and Feng.
  const otherSyllable =
    role === "given" && isSyllable(a) && isSyllable(b) && explanations.some((code) => code.endsWith("differ") || code.endsWith("differs"))
  if (otherSyllable) return mayBeHangul(a, b) ? openMatch : { score: 0, explanations: [] }
  if (areOtherSyllables(a, b)) return { score: Math.min(score, otherOnsetScore), explanations: ["one_letter_differs"] }
  return { score, explanations }
}

/** Where no one said which word is the surname, a word that stands for a given name here may be one. */
const matchUndivided = (a: Word, b: Word): WordMatch => {
  const match = matchWords(a, b, "given", false)
  const given = isGivenWord(a) && isGivenWord(b)
  return !given && match.score > otherOnsetScore && differsBySound(a, b, "family")
    ? { score: otherOnsetScore, explanations: ["one_letter_differs"] }
    : match
}

const matches = {
  given: remembered((a, b) => matchWords(a, b, "given", false)),
  undivided: remembered(matchUndivided),
  family: remembered((a, b) => matchWords(a, b, "family", false)),
  guessed: remembered((a, b) => matchWords(a, b, "family", true))
} as const

const kindOf = (role: NameRole, guessed: boolean): keyof typeof matches =>
  role === "family" ? (guessed ? "guessed" : "family") : guessed ? "undivided" : "given"

/** How likely two words of names are one, and why. `guessed`: no one said which of the words are the surname. */
export const compareWords = (a: Word, b: Word, role: NameRole, guessed: boolean): WordMatch => matches[kindOf(role, guessed)](a, b)
