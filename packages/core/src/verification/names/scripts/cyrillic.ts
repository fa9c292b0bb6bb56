// Letters of Russian, Ukrainian, Belarusian, Serbian and Macedonian. The columns are systems in use on passports and lists:
// BGN/PCGN for Russian, ICAO Doc 9303, and the reading of the Ukrainian and Belarusian alphabets.
const table = `
а a a a|б b b b|в v v v|г g g h|ґ g g g|д d d d|ђ dj dj dj|ѓ gj gj gj|е e e e|ё yo e e|є ye ie ye|ж zh zh zh|з z z z|ѕ dz dz dz
и i i y|і i i i|ї yi i i|й y i i|ј j j y|к k k k|ќ kj kj kj|л l l l|љ lj lj lj|м m m m|н n n n|њ nj nj nj|о o o o|п p p p
р r r r|с s s s|т t t t|ћ c c c|у u u u|ў u u w|ф f f f|х kh kh h|ц ts ts ts|ч ch ch ch|џ dzh dz dzh|ш sh sh sh|щ shch shch sch
ъ - ie -|ы y y y|ь - - -|э e e e|ю yu iu yu|я ya ia ia|ғ gh gh g|қ q k k|ң ng n n|ө o o o|ү u u u|ұ u u u|һ h h h|ә a a a
`

const systems: ReadonlyArray<ReadonlyMap<string, string>> = [1, 2, 3].map(
  (column) =>
    new Map(
      table
        .trim()
        .split(/[|\n]/)
        .map((row) => row.split(" "))
        .map((row) => [row[0] ?? "", (row[column] ?? "").replace("-", "")])
    )
)

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
