/*
 * Endings that very many family names of a language have, each row in its spellings: they say where a family comes from and not which it is. Khomenko and
 * Kuzmenko have more letters in common than not, and are two families as Smith and Jones are.
 */
const classes: ReadonlyArray<ReadonlyArray<string>> = `
enko ienko yenko jenko enka
chuk czuk tschuk tchouk tchuk
ovych evych ovich evich owicz ewicz ovic evic ovitch evitch ovits evits owitsch ewitsch avich
sky ski skyi skiy skij skii skyy ska skaya skaia skaja ckyi cky cki
ov ev yev iev off eff ow ew ova eva yeva ieva owa ewa
yan ian jan iants yants
shvili schwili chvili
dze adze idze idse
zadeh zade zada zoda sadeh zadah
oglu ogly oghlu ogli
pour pur poor
nejad nezhad nejhad nedschad nizhad
opoulos opoulou opulos opoulo
idis iadis ides iades idou iadou
akis akos aki
escu esco eanu
sson sen son
berg burg
stein stain
mann
uddin eddin eddine udin addin oddin ouddine
ullah allah ollah oullah ulla
swamy swami svami
nathan nadhan
`
  .trim()
  .split("\n")
  .map((row) => row.split(" ").toSorted((one, other) => other.length - one.length))

const shortestStem = 3

const stemIn = (word: string, endings: ReadonlyArray<string>): string | null => {
  for (const ending of endings) {
    if (word.length >= ending.length + shortestStem && word.endsWith(ending)) return word.slice(0, -ending.length)
  }
  return null
}

/** The stems of two Latin words in lower case that end in one of these endings, the same or another spelling of it; null for any other two. */
export const stemsOfOneEnding = (one: string, other: string): readonly [string, string] | null => {
  for (const endings of classes) {
    const left = stemIn(one, endings)
    if (left === null) continue
    const right = stemIn(other, endings)
    if (right !== null) return [left, right]
  }
  return null
}
