import { icaoCyrillic } from "./icao-tables.ts"

// Letters of Russian, Ukrainian, Belarusian, Serbian and Macedonian, then of Turkic alphabets. The columns are systems in use on passports and
// lists: BGN/PCGN for Russian, then the reading of the Ukrainian and Belarusian alphabets. Between them stands ICAO Doc 9303, or a third column
// where the passports of the country print something else.
const table = `
а a a|б b b|в v v|г g h|ґ g g|д d d|ђ dj dj dj|ѓ gj gj gj|е e e|ё yo e|є ye ye|ж zh zh|з z z|ѕ dz dz
и i y|і i i|ї yi i|й y i|ј j y|к k k|ќ kj kj kj|л l l|љ lj lj|м m m|н n n|њ nj nj|о o o|п p p
р r r|с s s|т t t|ћ c c|у u u|ў u w|ф f f|х kh h|ц ts ts|ч ch ch|џ dzh dzh|ш sh sh|щ shch sch
ъ - -|ы y y|ь - -|э e e|ю yu yu|я ya ia|ғ gh g gh|қ q k|ң ng n|ө o o|ү u u|ұ u u|һ h h|ә a a
`

const rows = table
  .trim()
  .split(/[|\n]/)
  .map((row) => row.split(" "))

const systems: ReadonlyArray<ReadonlyMap<string, string>> = [
  (row: ReadonlyArray<string>) => row[1],
  ([letter = "", , , national]: ReadonlyArray<string>) => national ?? icaoCyrillic[letter],
  (row: ReadonlyArray<string>) => row[2]
].map((read) => new Map(rows.map((row) => [row[0] ?? "", (read(row) ?? "").replace("-", "")])))

const endings: ReadonlyArray<readonly [RegExp, string]> = [
  [/(?:iy|yy|ii|yi|yj)$/u, "y"],
  [/ks/gu, "x"]
]

/** Latin spellings of a Cyrillic word in lower case, the most common first; one more than there are systems at most, and none twice. */
export const readCyrillic = (word: string): ReadonlyArray<string> => {
  const spellings = systems.map((system) => [...word].map((letter) => system.get(letter) ?? letter).join(""))
  const [first = ""] = spellings
  const usual = endings.reduce((text, [from, to]) => text.replace(from, to), first)
  return [...new Set([usual, ...spellings])]
}
