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
