/*
 * The scripts of India that go back to Brahmi. Unicode lays their letters out in blocks of one order, so that one table reads all of them: a
 * consonant has an a of its own, which another vowel sign replaces and a virama takes away.
 */
const blockSize = 0x80
const [first, last] = [0x0900, 0x0d7f]

/** Whether a letter is of one of these scripts: Devanagari, Bengali, Gurmukhi, Gujarati, Odia, Tamil, Telugu, Kannada, Malayalam. */
export const brahmicRange = [first, last] as const

type Block = "devanagari" | "bengali" | "gurmukhi" | "gujarati" | "odia" | "tamil" | "telugu" | "kannada" | "malayalam"
const blocks: ReadonlyArray<Block> = ["devanagari", "bengali", "gurmukhi", "gujarati", "odia", "tamil", "telugu", "kannada", "malayalam"]
/** In the languages of the north an a that the writing leaves to the consonant falls silent in most places where it can. */
const silencing: ReadonlySet<Block> = new Set<Block>(["devanagari", "bengali", "gurmukhi", "gujarati", "odia"])

const table = (rows: string): ReadonlyMap<number, string> =>
  new Map(
    rows
      .trim()
      .split(/\s+/u)
      .map((row) => row.split("="))
      .map(([place = "", read = ""]) => [Number.parseInt(place, 16), read])
  )

const vowels = table("05=a 06=a 07=i 08=i 09=u 0a=u 0b=ri 0c=li 0d=e 0e=e 0f=e 10=ai 11=o 12=o 13=o 14=au 60=ri 61=li 72=a")
const consonants = table(`
15=k 16=kh 17=g 18=gh 19=n 1a=ch 1b=chh 1c=j 1d=jh 1e=n 1f=t 20=th 21=d 22=dh 23=n 24=t 25=th 26=d 27=dh 28=n 29=n 2a=p 2b=ph 2c=b 2d=bh 2e=m
2f=y 30=r 31=r 32=l 33=l 34=l 35=v 36=sh 37=sh 38=s 39=h 58=q 59=kh 5a=gh 5b=z 5c=r 5d=rh 5e=f 5f=y
`)
const signs = table("3e=a 3f=i 40=i 41=u 42=u 43=ri 44=ri 45=e 46=e 47=e 48=ai 49=o 4a=o 4b=o 4c=au 57=au 62=li")
/** Letters without a vowel: khanda ta of Bengali, the chillu letters of Malayalam. */
const bare: Readonly<Partial<Record<Block, ReadonlyMap<number, string>>>> = {
  bengali: table("4e=t"),
  malayalam: table("7a=n 7b=n 7c=r 7d=l 7e=l 7f=k")
}
/** Consonants that a language reads otherwise. */
const own: Readonly<Partial<Record<Block, ReadonlyMap<number, string>>>> = {
  bengali: table("2f=j"),
  tamil: table("24=th 1a=ch 19=ng 34=zh"),
  malayalam: table("34=zh 24=th")
}
const nuktas: Readonly<Record<string, string>> = { k: "q", g: "gh", j: "z", d: "r", dh: "rh", ph: "f", s: "sh" }
const [candrabindu, anusvara, visarga, nukta, virama, tippi, addak] = [0x01, 0x02, 0x03, 0x3c, 0x4d, 0x70, 0x71]
const nya = 0x1e

/** A consonant, or none, with the vowel behind it. */
interface Unit {
  readonly consonant: string
  readonly vowel: string
  /** The a that no sign writes. */
  readonly inherent: boolean
  /** A sign that ends the syllable before it. */
  readonly coda: boolean
}

const placeOf = (letter: string | undefined): number => {
  const code = letter?.codePointAt(0) ?? 0
  return code >= first && code <= last ? code % blockSize : -1
}

const blockOf = (letter: string): Block => blocks[Math.floor(((letter.codePointAt(0) ?? first) - first) / blockSize)] ?? "devanagari"

const unitsOf = (letters: ReadonlyArray<string>, block: Block): ReadonlyArray<Unit> => {
  const units: Array<Unit> = []
  const coda = (consonant: string): void => void units.push({ consonant, vowel: "", inherent: false, coda: true })
  let doubled = false
  for (let at = 0; at < letters.length; at++) {
    const place = placeOf(letters[at])
    const known = own[block]?.get(place) ?? consonants.get(place)
    const vowel = vowels.get(place)
    const without = bare[block]?.get(place)
    if (known !== undefined) {
      const joined = block === "bengali" && place === 0x2f && placeOf(letters[at - 1]) === virama
      let consonant = joined ? "y" : known
      if (placeOf(letters[at + 1]) === nukta) {
        consonant = block === "bengali" && place === 0x2f ? "y" : (nuktas[known] ?? known)
        at++
      }
      // J and the n of the palate are read as gy.
      const before = units.at(-1)
      if (place === nya && before?.consonant === "j" && before.vowel === "" && !before.coda && silencing.has(block)) {
        units.splice(-1, 1, { ...before, consonant: "g" })
        consonant = "y"
      }
      const next = placeOf(letters[at + 1])
      const sign = signs.get(next)
      if (next === virama || sign !== undefined) at++
      const written = (doubled ? consonant.charAt(0) : "") + consonant
      units.push({
        consonant: written,
        vowel: next === virama ? "" : (sign ?? "a"),
        inherent: next !== virama && sign === undefined,
        coda: false
      })
      doubled = false
    } else if (vowel !== undefined) units.push({ consonant: "", vowel, inherent: false, coda: false })
    else if (without !== undefined) coda(without)
    else if (place === candrabindu || place === anusvara || place === tippi) coda(nasal)
    else if (place === visarga) coda("h")
    else if (place === addak) doubled = true
  }
  return units.map((unit, at) => (unit.consonant === nasal ? { ...unit, consonant: nasalBefore(units[at + 1]?.consonant, block) } : unit))
}

/** A nasal sign, until it is known what follows it. */
const nasal = "~"

/** Before a letter of the lips it is an m; in the south it is one wherever no letter of the tongue follows. Before h it is the ng of Singh. */
const nasalBefore = (next: string | undefined, block: Block): string => {
  if (next !== undefined && /^[pbm]/u.test(next)) return "m"
  if (!silencing.has(block)) return next !== undefined && /^[kgcjtdn]/u.test(next) ? "n" : "m"
  return next === "h" ? "ng" : "n"
}

/** The units without the last a, where it may fall silent: behind joined consonants it seldom does, unless `always`. */
const withoutLast = (units: ReadonlyArray<Unit>, always: boolean): ReadonlyArray<Unit> => {
  const [before, end] = [units.at(-2), units.at(-1)]
  if (end === undefined || before === undefined || !end.inherent) return units
  return before.vowel !== "" || before.coda || always ? [...units.slice(0, -1), { ...end, vowel: "" }] : units
}

/** The units without an a between two consonants that both have a vowel beyond it: Khandelawala is Khandelwala. From the end, as one silences another. */
const withoutInner = (units: ReadonlyArray<Unit>): ReadonlyArray<Unit> => {
  const read = [...units]
  for (let at = read.length - 2; at > 0; at--) {
    const [before, unit, next] = [read[at - 1], read[at], read[at + 1]]
    if (unit?.inherent !== true || before === undefined || next === undefined) continue
    if (before.vowel !== "" && next.vowel !== "" && next.consonant !== "") read[at] = { ...unit, vowel: "" }
  }
  return read
}

const textOf = (units: ReadonlyArray<Unit>): string => units.map(({ consonant, vowel }) => consonant + vowel).join("")

const voiced: Readonly<Record<string, string>> = { k: "g", t: "d", p: "b", ch: "s" }

/**
 * Tamil writes one letter for k and g, t and d, p and b, ch and s: behind a vowel or a nasal it is the soft one, unless it is doubled; th is so behind
 * a nasal alone. The letter of ch is an s at the start of a word, and a j behind the n of the palate.
 */
const voicedTamil = (units: ReadonlyArray<Unit>): ReadonlyArray<Unit> =>
  units.map((unit, at) => {
    const before = units[at - 1]
    const afterNasal = before !== undefined && before.vowel === "" && /^[nm]/u.test(before.consonant)
    if (unit.consonant === "th") return afterNasal ? { ...unit, consonant: "d" } : unit
    if (unit.consonant === "ch" && afterNasal) return { ...unit, consonant: "j" }
    const first = unit.consonant === "ch" && at === 0
    const soft = unit.vowel !== "" && (first || (before !== undefined && (before.vowel !== "" || afterNasal)))
    return soft ? { ...unit, consonant: voiced[unit.consonant] ?? unit.consonant } : unit
  })

/**
 * What Tamil letters cannot write: no word begins with r or l, and no two consonants with an r stand together, so that an i or u stands before
 * or between them (Iraman is Raman, Chandiran is Chandran, Pirabakaran is Prabhakaran).
 */
const withoutHelpingVowels = (spoken: string): string =>
  spoken.replace(/^[iua](?=[rl][aeiou])/u, "").replace(/(^[kptgbd]h?|(?<=[nmkgtdpb])(?:[dt]h?))[iu](?=r[aeiou])/gu, "$1")

const voicedStarts: ReadonlyArray<readonly [RegExp, string]> = [
  [/^k(?!h)/u, "g"],
  [/^p(?!h)/u, "b"],
  [/^th?/u, "d"]
]

/** A name from Sanskrit begins with the soft letter, which Tamil writes as the hard one: Kanesan is Ganesan, Palu is Balu, Thevi is Devi. */
const softStart = (spoken: string): string => voicedStarts.reduce((text, [from, to]) => text.replace(from, to), spoken)

/** Latin spellings of a word in one of these scripts, the likeliest first. */
export const readBrahmic = (word: string): ReadonlyArray<string> => {
  const letters = [...word.normalize("NFC")].filter((letter) => placeOf(letter) >= 0)
  const block = blockOf(letters[0] ?? "")
  const units = unitsOf(letters, block)
  if (block === "tamil") {
    const spoken = textOf(voicedTamil(units))
    const plain = withoutHelpingVowels(spoken)
    return [...new Set([plain, spoken, softStart(plain), textOf(units), plain.replaceAll("zh", "l")])]
  }
  if (!silencing.has(block)) return [textOf(units)]
  const ended = withoutLast(units, false)
  const read = [withoutInner(ended), withoutInner(withoutLast(units, true)), ended].map(textOf)
  // Bengali says o for the a that no sign writes.
  const said =
    block === "bengali" ? [textOf(ended.map((unit) => (unit.inherent && unit.vowel !== "" ? { ...unit, vowel: "o" } : unit)))] : []
  return [...new Set([...read, ...said])]
}
