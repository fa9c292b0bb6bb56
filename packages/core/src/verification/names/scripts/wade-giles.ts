const whole: ReadonlyMap<string, string> = new Map(
  "zi tzu|ci tzu|si ssu|zhi chih|chi chih|shi shih|ri jih|er erh|yi i|you yu|yu yu|yan yen|ye yeh|yong yung|he ho|ge ko|ke ko|e o|gui kuei|kui kuei"
    .split("|")
    .map((row) => row.split(" "))
    .map(([pinyin = "", other = ""]) => [pinyin, other])
)

const initials: ReadonlyArray<readonly [string, string]> = [
  ["zh", "ch"],
  ["ch", "ch"],
  ["sh", "sh"],
  ["j", "ch"],
  ["q", "ch"],
  ["x", "hs"],
  ["z", "ts"],
  ["c", "ts"],
  ["r", "j"],
  ["b", "p"],
  ["d", "t"],
  ["g", "k"]
]

// After these the final keeps its u; after all others it is written without.
const keepsU: ReadonlySet<string> = new Set(["g", "k", "h", "sh"])

const finalOf = (initial: string, final: string): string => {
  if (final.endsWith("ong")) return `${final.slice(0, -3)}ung`
  if (final === "ian") return "ien"
  if (final === "ie" || final === "ue") return `${final}h`
  return final === "uo" && !keepsU.has(initial) ? "o" : final
}

/** A syllable of pinyin in the system of Wade and Giles, as Taiwan and older sources print it: without tones, marks and apostrophes. */
export const wadeGiles = (syllable: string): string => {
  const known = whole.get(syllable)
  if (known !== undefined) return known
  const [from, to] = initials.find(([initial]) => syllable.startsWith(initial)) ?? [/^[^aeiou]*/u.exec(syllable)?.[0] ?? "", null]
  return (to ?? from) + finalOf(from, syllable.slice(from.length))
}
