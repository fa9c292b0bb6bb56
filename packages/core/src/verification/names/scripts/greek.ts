import { latinLetters } from "../text/latin-letters.ts"

/** Two letters that are read together: by ELOT 743, then as everyday spellings have them. */
const together = `ου ou u|γγ ng ng|γκ gk g|γχ nch nh|μπ mp b|ντ nt d|τζ tz dj|αι ai e|ει ei i|οι oi i|αυ av af|ευ ev ef|ηυ iv if`
  .split("|")
  .map((row) => row.split(" "))

/** At the start of a word these are read otherwise. */
const atStart: ReadonlyArray<readonly [RegExp, string]> = [
  [/^μπ/u, "b"],
  [/^ντ/u, "d"]
]

const pairs: ReadonlyArray<ReadonlyArray<readonly [RegExp, string]>> = [1, 2].map((column) => [
  ...atStart,
  ...together.map((row) => [new RegExp(row[0] ?? "", "gu"), row[column] ?? ""] as const)
])

const letters = `α a a|β v b|γ g y|δ d d|ε e e|ζ z z|η i e|θ th th|ι i i|κ k c|λ l l|μ m m|ν n n|ξ x x|ο o o|π p p|ρ r r|σ s s|ς s s|τ t t|υ y i|φ f ph|χ ch h|ψ ps ps|ω o o`
const columns: ReadonlyArray<ReadonlyMap<string, string>> = [1, 2].map(
  (column) => new Map(letters.split("|").map((row) => [row.split(" ")[0] ?? "", row.split(" ")[column] ?? ""]))
)

/** Two letters that are read together, by ELOT 743 as passports print them. */
export const greekPairs: Readonly<Record<string, string>> = Object.fromEntries(together.map(([letters = "", read = ""]) => [letters, read]))

/** Single letters by ELOT 743. */
export const greekLetters: Readonly<Record<string, string>> = Object.fromEntries(columns[0] ?? [])

/** Latin spellings of a Greek word in lower case: ELOT 743, and the looser one of everyday use. */
export const readGreek = (word: string): ReadonlyArray<string> => {
  const bare = word.normalize("NFD").replace(/[\u0300-\u036f]/gu, "")
  const spellings = columns.map((column, which) => {
    const joined = (pairs[which] ?? []).reduce((text, [pair, read]) => text.replace(pair, read), bare)
    return [...joined].map((letter) => column.get(letter) ?? latinLetters(letter)).join("")
  })
  return [...new Set(spellings)]
}
