/*
 * A sound is a Latin spelling with the choices of romanization taken out: one sign for each group of letters that transcribe the same
 * foreign letter. A skeleton is a sound without vowels, h and doubles. Both are neutral as to language; they are made for romanized Arabic,
 * Slavic, Persian and Korean names, which English phonetic codes are not.
 */
const groups: ReadonlyArray<readonly [string, string]> = [
  ["tsch", "S"],
  ["dsch", "j"],
  ["shch", "S"],
  ["sch", "S"],
  ["tch", "S"],
  ["dzh", "j"],
  ["sh", "S"],
  ["ch", "S"],
  ["kh", "k"],
  ["ck", "k"],
  ["ph", "f"],
  ["gh", "g"],
  ["dh", "d"],
  ["th", "t"],
  ["zh", "j"],
  ["dj", "j"],
  ["ts", "s"],
  ["tz", "s"],
  ["ou", "u"],
  ["oo", "u"],
  ["ee", "i"],
  ["q", "k"],
  ["z", "s"],
  ["w", "v"],
  ["x", "ks"]
]
const letters = 26
const placeOf = (code: number): number => (code >= 97 && code <= 122 ? code - 97 : -1)

/** Groups by their first two letters, the longest first, and those of one letter by it. */
const byPair: ReadonlyArray<ReadonlyArray<readonly [string, string]> | undefined> = Array.from({ length: letters * letters }, (_, pair) => {
  const start = String.fromCharCode(97 + Math.floor(pair / letters), 97 + (pair % letters))
  const found = groups.filter(([group]) => group.startsWith(start))
  return found.length === 0 ? undefined : found
})
const byLetter: ReadonlyArray<readonly [string, string] | undefined> = Array.from({ length: letters }, (_, letter) =>
  groups.find(([group]) => group === String.fromCharCode(97 + letter))
)

const groupAt = (word: string, place: number): readonly [string, string] | undefined => {
  const first = placeOf(word.charCodeAt(place))
  if (first < 0) return undefined
  const second = placeOf(codeAt(word, place + 1))
  const found = second < 0 ? undefined : byPair[first * letters + second]
  if (found !== undefined) for (const group of found) if (group[0].length === 2 || word.startsWith(group[0], place)) return group
  return byLetter[first]
}

// This runs over every word of the lists and most pairs of neighbours: letters are compared by their codes, in functions that compile quickly.
const [a, c, e, h, i, j, o, u, y] = [..."acehijouy"].map((letter) => letter.charCodeAt(0))
const codeAt = (word: string, place: number): number => (place >= 0 && place < word.length ? word.charCodeAt(place) : 0)
const isVowelCode = (code: number): boolean => code === a || code === e || code === i || code === o || code === u
const isVowel = (letter: string): boolean => isVowelCode(codeAt(letter, 0))

/** y, i and j stand for one foreign letter, which is a consonant before a vowel at the start of a word and a vowel elsewhere. */
const semivowel = (word: string, place: number, code: number): string => {
  const next = isVowelCode(codeAt(word, place + 1))
  if (code !== j) return place === 0 && next ? "j" : "i"
  const previous = codeAt(word, place - 1)
  return place > 0 && (isVowelCode(previous) || previous === y) && !next ? "i" : "j"
}

const hardOrSoft = (next: number): string => (next === e || next === i || next === y ? "s" : "k")

const single = (word: string, place: number): string => {
  const code = word.charCodeAt(place)
  if (code === c) return hardOrSoft(codeAt(word, place + 1))
  return code === y || code === j || code === i ? semivowel(word, place, code) : word.charAt(place)
}

/** Between vowels, and before one at the start of a word, French spells w as ou: Oualid, Zaouahiri. Elsewhere it is a vowel, as in Mouammar. */
const isFrenchW = (word: string, place: number): boolean =>
  isVowelCode(codeAt(word, place + 2)) && (place === 0 || isVowelCode(codeAt(word, place - 1)))

const signOf = (group: readonly [string, string], word: string, place: number): string =>
  group[0] === "ou" && isFrenchW(word, place) ? "v" : group[1]

/** Sound of a Latin word in lower case; digits stay as they are. */
export const soundOf = (word: string): string => {
  let sound = ""
  let last = ""
  for (let place = 0; place < word.length; ) {
    const group = groupAt(word, place)
    const sign = group === undefined ? single(word, place) : signOf(group, word, place)
    // A doubled sign is one sound; the two signs of x are never doubled whole.
    if (sign !== last && (sign.length < 2 || !sound.endsWith(sign))) sound += sign
    last = sign.length < 2 ? sign : sign.charAt(sign.length - 1)
    place += group === undefined ? 1 : group[0].length
  }
  return sound
}

/**
 * Letters that have a second sound by language: French spells w as ou behind a consonant too, where ou is a vowel as often (Marouane, Mouammar), and
 * the dh and th of Arabic are a z and an s in Persian, Turkish and Egyptian mouths (Dhahabi, Thamer).
 */
const secondSounds: ReadonlyArray<readonly [RegExp, string]> = [
  [/(?<=[^aeiouy])ou(?=[aeiy])/u, "w"],
  [/dh(?=[aeiou])/u, "z"],
  [/^th(?=[aeiou])/u, "s"]
]

const second = /ou[aeiy]|dh|^th/u

/** The sounds that a Latin word may have: its own, and those of a second reading. */
export const soundsOf = (word: string): ReadonlyArray<string> => {
  const own = soundOf(word)
  if (!second.test(word)) return [own]
  const others = secondSounds.flatMap(([letters, read]) => (letters.test(word) ? [soundOf(word.replace(letters, read))] : []))
  return [own, ...others]
}

/** Skeleton of a sound. Empty for words of vowels alone. */
export const skeletonOf = (sound: string): string => {
  let skeleton = ""
  let last = 0
  for (let place = 0; place < sound.length; place++) {
    const sign = sound.charCodeAt(place)
    if (sign === last || sign === h || isVowelCode(sign)) continue
    skeleton += sound.charAt(place)
    last = sign
  }
  return skeleton
}

const startsApart: ReadonlySet<string> = new Set("bdfgklmnpqrtvw")
const hissing: ReadonlySet<string> = new Set("sz")
const startingVowels: ReadonlySet<string> = new Set("aeou")
const endsApart: ReadonlySet<string> = new Set("bdfgklmnpqrstvwxz")

/** Whether no letters of two words sound otherwise when they are written as one: the end of the first and the start of the second share no group. */
export const soundApart = (one: string, other: string): boolean => {
  if (one.length < 2 || other === "") return false
  const [last, first] = [one.charAt(one.length - 1), other.charAt(0)]
  if (startsApart.has(first)) return true
  if (hissing.has(first)) return last !== "t" && last !== "d" && !other.slice(0, 4).includes("x")
  return startingVowels.has(first) && endsApart.has(last) && !other.startsWith("ou")
}

/** The skeleton of two words written as one, whose own skeletons are known. */
export const joinedSkeleton = (one: string, other: string, start: string, end: string): string => {
  if (!soundApart(one, other)) return skeletonOf(soundOf(one + other))
  return start !== "" && start.charAt(start.length - 1) === end.charAt(0) ? start + end.slice(1) : start + end
}

/** True for the vowels of a sound. */
export const isSoundVowel = isVowel
