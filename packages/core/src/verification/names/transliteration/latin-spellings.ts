import anyAscii from "any-ascii"

// ICAO Doc 9303 part 3, section 6: what machine readable zones print for letters that any-ascii reduces to one letter.
const icaoLatin: Readonly<Record<string, string>> = {
  ä: "ae",
  ö: "oe",
  ü: "ue",
  å: "aa",
  ø: "oe",
  æ: "ae",
  œ: "oe",
  ß: "ss",
  þ: "th",
  ð: "d",
  ñ: "n",
  ĳ: "ij",
  đ: "d",
  ł: "l",
  ı: "i",
  ŋ: "n"
}
/** ICAO Doc 9303 part 3, section 6.B, without the exceptions of single languages. */
export const icaoCyrillic: Readonly<Record<string, string>> = {
  а: "a",
  б: "b",
  в: "v",
  г: "g",
  д: "d",
  е: "e",
  ё: "e",
  ж: "zh",
  з: "z",
  и: "i",
  й: "i",
  к: "k",
  л: "l",
  м: "m",
  н: "n",
  о: "o",
  п: "p",
  р: "r",
  с: "s",
  т: "t",
  у: "u",
  ф: "f",
  х: "kh",
  ц: "ts",
  ч: "ch",
  ш: "sh",
  щ: "shch",
  ъ: "ie",
  ы: "y",
  ь: "",
  э: "e",
  ю: "iu",
  я: "ia",
  і: "i",
  ї: "i",
  є: "ie",
  ґ: "g",
  ў: "u",
  ј: "j",
  љ: "lj",
  њ: "nj",
  ћ: "c",
  ђ: "d",
  џ: "dz"
}
const greekPairs: Readonly<Record<string, string>> = {
  ου: "ou",
  γγ: "ng",
  γκ: "gk",
  γξ: "nx",
  γχ: "nch",
  μπ: "mp",
  ντ: "nt",
  αι: "ai",
  ει: "ei",
  οι: "oi",
  υι: "yi",
  αυ: "av",
  ευ: "ev",
  ηυ: "iv"
}
const greekLetters: Readonly<Record<string, string>> = {
  α: "a",
  β: "v",
  γ: "g",
  δ: "d",
  ε: "e",
  ζ: "z",
  η: "i",
  θ: "th",
  ι: "i",
  κ: "k",
  λ: "l",
  μ: "m",
  ν: "n",
  ξ: "x",
  ο: "o",
  π: "p",
  ρ: "r",
  σ: "s",
  ς: "s",
  τ: "t",
  υ: "y",
  φ: "f",
  χ: "ch",
  ψ: "ps",
  ω: "o"
}

// Accents of European letters, Hebrew points and Arabic vowel signs. The vowel signs of Indic and Thai letters are letters of the word.
const marks = /[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u0640]+/gu

/** Case folded and without diacritics, in the script it was written in. */
export const foldLetters = (text: string): string =>
  text.normalize("NFKD").replace(marks, "").toLowerCase().normalize("NFC").replace(marks, "")

const ascii = (text: string): string => anyAscii(text).toLowerCase()

const byTable = (text: string): string => {
  const letters = [...text.normalize("NFKC").toLowerCase().normalize("NFC")]
  let out = ""
  for (let at = 0; at < letters.length; at++) {
    const letter = letters[at] ?? ""
    const bare = /\p{Script=Greek}/u.test(letter) ? foldLetters(letter) : letter
    // A vowel with a dieresis does not form a pair with the one before it.
    const next = foldLetters((letters[at + 1] ?? "").replace(/[ϊϋΐΰ]/u, ""))
    const pair = greekPairs[bare + next]
    if (pair !== undefined && next !== "") {
      out += pair
      at++
      continue
    }
    out += icaoLatin[letter] ?? icaoCyrillic[letter] ?? greekLetters[bare] ?? ascii(letter)
  }
  return out
}

/** Letters as a recognizer of English prints them: ü with its dots as two strokes, ß as the letters of its shape. */
const misreadLetters: Readonly<Record<string, ReadonlyArray<string>>> = {
  ü: ["ii", "u"],
  ö: ["o", "6"],
  ä: ["a"],
  ß: ["b", "ll", "r", ""],
  ł: ["t", "l"],
  ó: ["e", "o", "6"],
  ø: ["o", "e"],
  å: ["a"],
  ç: ["g", "c"],
  õ: ["d", "o"],
  ã: ["d", "a"],
  ñ: ["fi", "n"],
  é: ["e", "6"],
  ş: ["g", "s"],
  ğ: ["g"],
  ı: ["1", "i"]
}
const mostMisread = 12

/** Spellings of a word in which each letter that English lacks is misread the same way throughout. */
const misreadSpellings = (text: string): ReadonlyArray<string> => {
  const lower = text.normalize("NFC").toLowerCase()
  const special = [...new Set(lower)].filter((letter) => misreadLetters[letter] !== undefined).slice(0, 4)
  let forms: ReadonlyArray<string> = special.length === 0 ? [] : [lower]
  for (const letter of special) {
    forms = forms.flatMap((form) => (misreadLetters[letter] ?? []).map((shape) => form.replaceAll(letter, shape))).slice(0, mostMisread)
  }
  return forms.map((form) => ascii(foldLetters(form)))
}

/**
 * Latin spellings of a text in lower case, best known first and without repeats: any-ascii, and the table of ICAO Doc 9303 that passports
 * and bank systems use (ü as ue), last what text recognition makes of letters that English lacks. A comparison scores all of them and
 * keeps the best.
 */
export const latinSpellings = (text: string): ReadonlyArray<string> => {
  const plain = ascii(foldLetters(text))
  return [...new Set([plain, ascii(text.normalize("NFC")), byTable(text), ...misreadSpellings(text)])]
}

/** One Latin spelling in lower case, for looking a word up in a table. */
export const latin = (text: string): string => (/\p{Script=Greek}/u.test(text) ? byTable(text) : ascii(foldLetters(text)))

/** True when a text contains a letter of another script than Latin. */
export const leavesLatin = (text: string): boolean => /(?!\p{Script=Latin})\p{L}/u.test(text.replace(/[ªº]/gu, ""))

/** True for scripts that leave out vowels, so that a Latin spelling of them only shows the consonants. */
export const leavesOutVowels = (text: string): boolean =>
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Thai}]/u.test(
    text
  )

/** True for scripts in which a word of one or more signs is a row of syllables without spaces. */
export const isSyllabic = (text: string): boolean => /[\p{Script=Han}\p{Script=Hangul}]/u.test(text)

/** The syllables of a word in Han or Hangul signs, each in Latin letters. */
export const syllables = (word: string): ReadonlyArray<string> =>
  [...word].map((sign) => ascii(sign).replace(/[^a-z]/g, "")).filter((syllable) => syllable !== "")

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
  consonants(spelling)
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
