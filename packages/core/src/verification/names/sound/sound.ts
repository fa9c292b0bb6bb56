import { alphabet, letterTree } from "../text/letter-tree.ts"

/*
 * A sound is a Latin spelling with the choices of romanization taken out: one sign for each group of letters that transcribe the same
 * foreign letter. A skeleton is a sound without vowels, h and doubles, in which z is s. Both are neutral as to language; they are made for romanized Arabic,
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
  ["dz", "z"],
  ["ts", "s"],
  ["tz", "s"],
  ["ou", "u"],
  ["oo", "u"],
  ["ee", "i"],
  ["q", "k"],
  ["w", "v"],
  ["x", "ks"]
]
const codesOf = (text: string): ReadonlyArray<number> => Array.from(text, (letter) => letter.charCodeAt(0))

/** Groups by number, from one: their lengths, and the one or two signs that each sounds like, as codes. */
const lengths = Uint8Array.from([0, ...groups.map(([letters]) => letters.length)])
const firstSigns = Uint16Array.from([0, ...groups.map(([, signs]) => signs.charCodeAt(0))])
const secondSigns = Uint16Array.from([0, ...groups.map(([, signs]) => codesOf(signs)[1] ?? 0)])
const frenchGroup = 1 + groups.findIndex(([letters]) => letters === "ou")

/** The groups by their letters, marked with their numbers. */
const tree = letterTree(groups.map(([letters], place) => [letters, place + 1] as const))

/*
 * This runs over every word of the lists and many pairs of neighbours. Letters and signs are codes in two arrays that every call writes over, so
 * that nothing has to be collected, and the functions are plain, so that they compile quickly.
 */
const longestWord = 1_024
const letters = new Uint16Array(longestWord + 1)
const signs: Array<number> = []

/** Lays a word out from a place on, with nothing behind it; returns where it ends. */
const lay = (word: string, from: number): number => {
  const length = Math.min(word.length, longestWord - from)
  for (let at = 0; at < length; at++) letters[from + at] = word.charCodeAt(at)
  letters[from + length] = 0
  return from + length
}

const codeAt = (place: number): number => letters[place] ?? 0

/** Number of the longest group that begins here; 0 for none. */
const groupAt = (place: number): number => {
  let node = 0
  let group = 0
  for (let at = place; ; at++) {
    const letter = codeAt(at) - 97
    node = letter < 0 || letter >= alphabet ? 0 : (tree.next[node * alphabet + letter] ?? 0)
    if (node === 0) return group
    group = tree.ends[node] || group
  }
}

const [a, c, e, h, i, j, k, o, s, u, v, y, z] = [97, 99, 101, 104, 105, 106, 107, 111, 115, 117, 118, 121, 122]
const isVowelCode = (code: number): boolean => code === a || code === e || code === i || code === o || code === u
const isVowel = (letter: string): boolean => letter !== "" && isVowelCode(letter.charCodeAt(0))

/** y, i and j stand for one foreign letter, which is a consonant before a vowel at the start of a word and a vowel elsewhere. */
const semivowel = (place: number, code: number): number => {
  const next = isVowelCode(codeAt(place + 1))
  if (code !== j) return place === 0 && next ? j : i
  const previous = place === 0 ? 0 : codeAt(place - 1)
  return place > 0 && (isVowelCode(previous) || previous === y) && !next ? i : j
}

const single = (place: number): number => {
  const code = codeAt(place)
  if (code === c) {
    const next = codeAt(place + 1)
    return next === e || next === i || next === y ? s : k
  }
  return code === y || code === j || code === i ? semivowel(place, code) : code
}

/** Between vowels, and before one at the start of a word, French spells w as ou: Oualid, Zaouahiri. Elsewhere it is a vowel, as in Mouammar. */
const isFrenchW = (place: number): boolean => isVowelCode(codeAt(place + 2)) && (place === 0 || isVowelCode(codeAt(place - 1)))

/** Voiced or not, s is one sign of a skeleton: German writes it for both. */
const voiceless = (sign: number): number => (sign === z ? s : sign)

/** Writes the signs of the letters that are laid out. A doubled sign is one sound, as s and z are, and the two of x are never doubled whole. */
const sounded = (length: number): void => {
  signs.length = 0
  for (let place = 0; place < length; ) {
    const group = groupAt(place)
    const sign = group === 0 ? single(place) : group === frenchGroup && isFrenchW(place) ? v : (firstSigns[group] ?? 0)
    const second = secondSigns[group] ?? 0
    const count = signs.length
    if (second !== 0) {
      if (count < 2 || signs[count - 2] !== sign || signs[count - 1] !== second) signs.push(sign, second)
    } else if (count === 0 || voiceless(signs[count - 1] ?? 0) !== voiceless(sign)) signs.push(sign)
    place += group === 0 ? 1 : (lengths[group] ?? 1)
  }
}

/** Sound of a Latin word in lower case; digits stay as they are. */
export const soundOf = (word: string): string => {
  sounded(lay(word, 0))
  return String.fromCharCode(...signs)
}

const base = 0x01000193

/** A hash of which that of two texts one behind the other can be made: moved up by the length of the second, it is that of the first and of the second. */
export const textHash = (text: string): number => {
  let hash = 0
  for (let at = 0; at < text.length; at++) hash = (Math.imul(hash, base) + text.charCodeAt(at)) | 0
  return hash
}

/** What moves the hash of a text up by one letter. */
export const hashBase = base

/** The hash of the skeleton of two words written as one; 0 when it is shorter than asked for. */
export const joinedSkeletonHash = (one: string, other: string, shortest: number): number => {
  sounded(lay(other, lay(one, 0)))
  let hash = 0
  let length = 0
  let last = 0
  for (let at = 0; at < signs.length; at++) {
    const sign = voiceless(signs[at] ?? 0)
    if (sign === last || sign === h || isVowelCode(sign)) continue
    hash = (Math.imul(hash, base) + sign) | 0
    last = sign
    length++
  }
  return length < shortest ? 0 : hash
}

/**
 * Letters that have a second sound by language: French spells w as ou behind a consonant too, where ou is a vowel as often (Marouane, Mouammar), and
 * the dh and th of Arabic are a z and an s in Persian, Turkish and Egyptian mouths (Dhahabi, Thamer). The gh of Persian, Armenian and Turkic names is
 * also written q or k (Ghasem, Ghazaryan). Greek has no letters for b, d and g at the start of a word but pairs of them (Mpouzakis), and speaks
 * its g before i and another vowel like y (Karagiannis).
 */
const secondSounds: ReadonlyArray<readonly [RegExp, string]> = [
  [/(?<=[^aeiouy])ou(?=[aeiy])/u, "w"],
  [/dh(?=[aeiou])/u, "z"],
  [/^th(?=[aeiou])/u, "s"],
  [/^gh(?=[aeiou])/u, "k"],
  [/^mp(?=[aeiou])/u, "b"],
  [/^nt(?=[aeiou])/u, "d"],
  [/^gk/u, "g"],
  [/gi(?=[aou])/u, "i"]
]

const second = /ou[aeiy]|dh|^th|^gh|^mp|^nt|^gk|gi[aou]/u

/** The sounds that a Latin word may have: its own, and those of a second reading. */
export const soundsOf = (word: string): ReadonlyArray<string> => {
  const own = soundOf(word)
  return second.test(word) ? severalSounds(word, own) : [own]
}

const severalSounds = (word: string, own: string): ReadonlyArray<string> => {
  const sounds = [own]
  for (const [letters, read] of secondSounds) if (letters.test(word)) sounds.push(soundOf(word.replace(letters, read)))
  return sounds
}

const kept: Array<number> = []

/** Skeleton of a sound. Empty for words of vowels alone. */
export const skeletonOf = (sound: string): string => {
  kept.length = 0
  let last = 0
  for (let place = 0; place < sound.length; place++) {
    const sign = voiceless(sound.charCodeAt(place))
    if (sign === last || sign === h || isVowelCode(sign)) continue
    kept.push(sign)
    last = sign
  }
  return String.fromCharCode(...kept)
}

const [anyEnd, unlessStop, afterConsonant] = [1, 2, 4]

/** A bit for each of the letters that are given. */
const bitsOf = (letters: string): number => codesOf(letters).reduce((bits, code) => bits | (1 << (code - 97)), 0)
const [startsApart, hissing, startingVowels, endsApart, stops] = ["bdfgklmnpqrtvw", "sz", "aeou", "bdfgklmnpqrstvwxz", "dt"].map(bitsOf)

const isOne = (code: number, bits = 0): boolean => code >= 97 && code <= 122 && ((bits >>> (code - 97)) & 1) === 1

/** Behind which ends the start of the word sounds as it does alone, as bits of which `soundEnd` shares one. */
export const soundStart = (word: string): number => {
  if (word === "") return 0
  const first = word.charCodeAt(0)
  if (isOne(first, startsApart)) return anyEnd
  if (isOne(first, hissing)) return word.slice(0, 4).includes("x") ? 0 : unlessStop
  return isOne(first, startingVowels) && !word.startsWith("ou") ? afterConsonant : 0
}

/** Before which starts the end of the word sounds as it does alone. */
export const soundEnd = (word: string): number => {
  if (word.length < 2) return 0
  const last = word.charCodeAt(word.length - 1)
  return anyEnd | (isOne(last, stops) ? 0 : unlessStop) | (isOne(last, endsApart) ? afterConsonant : 0)
}

/** Whether no letters of two words sound otherwise when they are written as one: the end of the first and the start of the second share no group. */
const soundApart = (one: string, other: string): boolean => (soundEnd(one) & soundStart(other)) !== 0

/** The skeleton of two words written as one, whose own skeletons are known. */
export const joinedSkeleton = (one: string, other: string, start: string, end: string): string => {
  if (!soundApart(one, other)) return skeletonOf(soundOf(one + other))
  return start !== "" && start.charAt(start.length - 1) === end.charAt(0) ? start + end.slice(1) : start + end
}

/** True for the vowels of a sound. */
export const isSoundVowel = isVowel
