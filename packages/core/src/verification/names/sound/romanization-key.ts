const consonantPairs: ReadonlyArray<readonly [RegExp, string]> = [
  [/ph/g, "f"],
  [/ck|q|c(?=[^eihy]|$)/g, "k"],
  [/sch/g, "sh"],
  [/x/g, "ks"],
  [/g(?=h)/g, "g"],
  [/[^a-z]/g, ""]
]

/** The consonants of a Latin spelling, doubled ones once; semivowels count as vowels. */
export const consonants = (spelling: string): string =>
  consonantPairs
    .reduce((text, [from, to]) => text.replace(from, to), spelling)
    .replace(/[aeiouwy]/g, "")
    .replace(/(.)\1+/g, "$1")

/** Consonants with the letters left out that romanizations of vowelless scripts disagree on: aspirates, sh for s, a v that stands for o or u. */
export const bareConsonants = (spelling: string): string =>
  consonants(spelling.replace(/z/g, "s"))
    .replace(/[hv]/g, "")
    .replace(/(.)\1+/g, "$1")

const romanizations: ReadonlyArray<readonly [RegExp, string]> = [
  [/[^a-z]/g, ""],
  [/ou|oo/g, "u"],
  [/ee/g, "i"],
  [/sch/g, "sh"],
  [/tsch|tch/g, "ch"],
  [/ph/g, "f"],
  [/kh/g, "h"],
  [/th/g, "t"],
  [/dh/g, "d"],
  [/ck|q/g, "k"],
  [/c(?![ehiy])/g, "k"],
  [/gu(?=[ei])/g, "g"],
  [/x/g, "ks"],
  [/w/g, "v"],
  [/ff$/g, "v"],
  [/[yj]/g, "i"],
  [/^ie/g, "e"],
  [/(.)\1+/g, "$1"]
]

/** A key that is equal for spellings of one foreign word by different romanizations: Yevgeniy and Evgeny, Alexei and Aleksey, Minsoo and Minsu. */
export const romanizationKey = (spelling: string): string => romanizations.reduce((text, [from, to]) => text.replace(from, to), spelling)

/*
 * Two countries use letters otherwise: where one writes j, kh or c for the sound that another writes y, h or k for, a third has two families by them, such as
 * Yadav and Jadhav, Khanna and Hanna, Franc and Frank.
 */
const ofOneSound: ReadonlyArray<readonly [RegExp, string]> = [
  [/[^a-z]/g, ""],
  // Koubek and Kubek are two Czech families; elsewhere ou is how French writes u.
  [/ou(?![a-z]{0,20}(?:ova|ek|ec|sky)$)|oo/g, "u"],
  [/ee/g, "i"],
  [/sch/g, "sh"],
  [/tsch|tch/g, "ch"],
  [/ph/g, "f"],
  [/ck|q/g, "k"],
  [/x/g, "ks"],
  [/w/g, "v"],
  [/ff$/g, "v"],
  [/ij(?![aou])/g, "i"],
  [/^[yi](?=[aeou])/g, "Y"],
  [/j(?=[aeiou])/g, "J"],
  [/(?<=[b-df-hj-np-tv-xz])y(?=[b-df-hj-np-tv-xz])/g, "Y"],
  [/[yj]/g, "i"],
  [/(.)\1+/g, "$1"]
]
const endsAsSlavic =
  /(?:enko|chuk|[oe]v[iy](?:c|ch|tch|ts)|[oe]wi(?:cz|tsch)|sk(?:i|y|iy|ii|ij|yi|a|aya|aia|aja)|[oe](?:v|w|ff?)|[oe][vw]a)$/
/** Letters of one Cyrillic letter, which the tables of several countries spell otherwise. */
const ofOneCyrillicLetter: ReadonlyArray<readonly [RegExp, string]> = [
  [/kh/g, "h"],
  [/[yj]/g, "i"],
  [/^ie/g, "e"]
]

/** Equal for spellings of one family name that no country has two families by; words whose romanization keys are equal and these are not may be two. */
export const familyKey = (spelling: string): string => {
  const choices = endsAsSlavic.test(spelling) ? [...ofOneCyrillicLetter, ...ofOneSound] : ofOneSound
  return choices.reduce((text, [from, to]) => text.replace(from, to), spelling)
}

const letterJ = (spelling: string): number => spelling.match(/j(?=[aeiou])/g)?.length ?? 0
/** Whether one of two spellings has j before a vowel where the other has y, which are two sounds in most countries: Yatin and Jatin. */
export const differInGlide = (one: string, other: string): boolean => letterJ(one) !== letterJ(other)
