import { familyBeginnings, familyEndings, givenParts, givenSigns } from "./japanese-tables.ts"

type Readings = ReadonlyMap<string, ReadonlyArray<string>>

/** How a table reads signs that are normalized as these are. */
interface JapaneseReading {
  /** Readings of a word of a name as a family name and as a given one, the likeliest first; empty for a word with a sign of which none is known. */
  readonly read: (word: string) => ReadonlyArray<string>
  /** Whether two signs may be a family name. */
  readonly isFamily: (word: string) => boolean
}

/** Syllables of Japanese in the romanization of Hepburn and in that of the Japanese standard. */
const morae =
  /^(?:(?:k|g|s|z|t|d|n|h|b|p|m|y|r|w|[kgnhbpmr]y|sh|sy|ch|ty|ts|j|zy|f(?=u))?[aeiou]|n(?![aeiou])|m(?=[bpm])|([kstp])(?=\1)|t(?=ch)|(?<=o)h(?![aeiou]))+$/u

/** From Hepburn to the Japanese standard, which writes each row of syllables with one consonant; and long vowels and n without their marks. */
const standard: ReadonlyArray<readonly [RegExp, string]> = [
  [/tch/gu, "cch"],
  [/sh(?=i)/gu, "s"],
  [/cc?h(?=i)/gu, "t"],
  [/ts(?=u)/gu, "t"],
  [/j(?=i)/gu, "z"],
  [/f(?=u)/gu, "h"],
  [/sh/gu, "sy"],
  [/ch/gu, "ty"],
  [/j/gu, "zy"],
  [/m(?=[bpm])/gu, "n"],
  [/oh(?![aeiou])|o[ou]/gu, "o"],
  [/uu/gu, "u"]
]

const [shortest, longest] = [2, 20]

/** What a Latin word is in the Japanese standard, whichever way it was romanized; null for one that is not of Japanese syllables. */
export const inJapanese = (word: string): string | null =>
  word.length < shortest || word.length > longest || !morae.test(word)
    ? null
    : standard.reduce((text, [from, to]) => text.replace(from, to), word)

const mostReadings = 8
const longestGiven = 3

/** Readings of neighbours put together, those first that take the likeliest of each. */
const together = (parts: ReadonlyArray<ReadonlyArray<string>>): ReadonlyArray<string> => {
  const ranked = parts.reduce<ReadonlyArray<readonly [string, number]>>(
    (starts, ends) => starts.flatMap(([start, rank]) => ends.map((end, place) => [start + end, rank + place] as const)),
    [["", 0]]
  )
  return ranked
    .toSorted(([, one], [, other]) => one - other)
    .slice(0, mostReadings)
    .map(([reading]) => reading)
}

/** Readings of Japanese names by their signs; `normalized` is how every sign is written before it is read. */
export const japaneseReading = (normalized: (sign: string) => string): JapaneseReading => {
  const readingsOf = (rows: string): Readings => {
    const read = new Map<string, ReadonlyArray<string>>()
    for (const row of rows.trim().split(/[|\n]/u)) {
      const [sign = "", ...latin] = row.split(" ")
      const key = normalized(sign)
      read.set(key, [...new Set([...(read.get(key) ?? []), ...latin])])
    }
    return read
  }
  const [begins, ends, alone, parts] = [familyBeginnings, familyEndings, givenSigns, givenParts].map(readingsOf)
  const all = (signs: ReadonlyArray<string>, tables: ReadonlyArray<Readings | undefined>): ReadonlyArray<string> => {
    const found = signs.map((sign, place) => tables[place]?.get(sign) ?? [])
    return found.some((readings) => readings.length === 0) ? [] : together(found)
  }
  return {
    read: (word) => {
      const signs = [...word]
      if (signs.length === 1) return alone?.get(word) ?? []
      if (signs.length > longestGiven) return []
      return [
        ...(signs.length === 2 ? all(signs, [begins, ends]) : []),
        ...all(
          signs,
          signs.map(() => parts)
        )
      ]
    },
    isFamily: (word) => {
      const [one = "", other = "", ...more] = [...word]
      return more.length === 0 && begins?.has(one) === true && ends?.has(other) === true
    }
  }
}
