import anyAscii from "any-ascii"

const pairs: ReadonlyArray<readonly [RegExp, string, string]> = [
  [/ου/gu, "ou", "u"],
  [/γγ/gu, "ng", "ng"],
  [/γκ/gu, "gk", "g"],
  [/γχ/gu, "nch", "nh"],
  [/^μπ/gu, "b", "b"],
  [/μπ/gu, "mp", "b"],
  [/^ντ/gu, "d", "d"],
  [/ντ/gu, "nt", "d"],
  [/τζ/gu, "tz", "dj"],
  [/αι/gu, "ai", "e"],
  [/ει/gu, "ei", "i"],
  [/οι/gu, "oi", "i"],
  [/αυ/gu, "av", "af"],
  [/ευ/gu, "ev", "ef"],
  [/ηυ/gu, "iv", "if"]
]
const letters = `α a a|β v b|γ g y|δ d d|ε e e|ζ z z|η i e|θ th th|ι i i|κ k c|λ l l|μ m m|ν n n|ξ x x|ο o o|π p p|ρ r r|σ s s|ς s s|τ t t|υ y i|φ f ph|χ ch h|ψ ps ps|ω o o`
const columns: ReadonlyArray<ReadonlyMap<string, string>> = [1, 2].map(
  (column) => new Map(letters.split("|").map((row) => [row.split(" ")[0] ?? "", row.split(" ")[column] ?? ""]))
)

/** Latin spellings of a Greek word in lower case: ELOT 743, and the looser one of everyday use. */
export const readGreek = (word: string): ReadonlyArray<string> => {
  const bare = word.normalize("NFD").replace(/[\u0300-\u036f]/gu, "")
  const spellings = columns.map((column, which) => {
    const joined = pairs.reduce((text, pair) => text.replace(pair[0], pair[which === 0 ? 1 : 2]), bare)
    return [...joined].map((letter) => column.get(letter) ?? anyAscii(letter).toLowerCase()).join("")
  })
  return [...new Set(spellings)]
}
