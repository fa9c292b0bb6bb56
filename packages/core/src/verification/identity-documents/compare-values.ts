import { latinSpellings } from "../names/transliteration/latin-spellings.ts"
import type { IdentityFieldName, SourceValue } from "./field-value.ts"
import { isSyllabic, leavesOutVowels } from "../names/scripts/script-classes.ts"
import { editDistance } from "../names/distance/edit-distance.ts"

/** `near` is a difference that recognition makes by itself; `incomparable` values are written in ways that cannot be set side by side. */
export type Agreement = "agree" | "near" | "differ" | "incomparable"

const lookalikes: Readonly<Record<string, string>> = { O: "0", Q: "0", D: "0", I: "1", L: "1", Z: "2", S: "5", G: "6", B: "8" }
const bare = (text: string): string => text.toUpperCase().replace(/[^\p{L}\p{N}]+/gu, "")
const shapes = (text: string): string => [...bare(text)].map((character) => lookalikes[character] ?? character).join("")

const compareNumbers = (one: string, other: string): Agreement => {
  const [a, b] = [bare(one).slice(0, 40), bare(other).slice(0, 40)]
  if (a === b) return "agree"
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  // Printed numbers carry a series, a check character or the number of the issue beside what the zone holds.
  if (short.length >= 6 && (long.startsWith(short) || long.endsWith(short)) && long.length - short.length <= 3) return "agree"
  if (shapes(a) === shapes(b)) return "near"
  return Math.max(a.length, b.length) >= 6 && editDistance(shapes(a), shapes(b)) <= 1 ? "near" : "differ"
}

/** Dates of which parts are missing agree when what both say is the same. */
const compareDates = (one: string, other: string): Agreement => {
  const length = Math.min(one.length, other.length)
  if (one.slice(0, length) === other.slice(0, length)) return "agree"
  return one.length === other.length && editDistance(one, other) <= 1 ? "near" : "differ"
}

const nameWords = (text: string): ReadonlyArray<string> =>
  text
    .toUpperCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== "")

/** 0 to 1: how alike two spellings are, blanks and the order of words aside; all words of the shorter among the longer count as 0.95. */
const likeness = (one: string, other: string): number => {
  const [a, b] = [nameWords(one).slice(0, 12), nameWords(other).slice(0, 12)]
  const [joinedA, joinedB] = [a.join(""), b.join("")]
  if (joinedA === "" || joinedB === "") return 0
  if (joinedA === joinedB || [...a].sort().join("") === [...b].sort().join("")) return 1
  const [few, many] = a.length <= b.length ? [a, b] : [b, a]
  if (few.every((word) => word.length > 1 && many.includes(word))) return 0.95
  const longest = Math.min(64, Math.max(joinedA.length, joinedB.length))
  return 1 - editDistance(joinedA, joinedB) / longest
}

/** A vowel more at the end makes another person's name of one: Christian and Christiane, Rahim and Rahima. */
const differByFinalVowel = (one: string, other: string): boolean => {
  const [a, b] = [nameWords(one), nameWords(other)]
  const differing = a.flatMap((word, at) => (word === b[at] ? [] : [[word, b[at] ?? ""] as const]))
  return (
    a.length === b.length &&
    differing.length > 0 &&
    differing.every(([left, right]) => {
      const [short, long] = left.length < right.length ? [left, right] : [right, left]
      return long.length === short.length + 1 && long.startsWith(short) && /[AEIO]$/u.test(long)
    })
  )
}

const agreeing = 0.85
const nearby = 0.6
const shortestPrefix = 3

const compareNames = (one: SourceValue, other: SourceValue): Agreement => {
  const [a, b] = [latinSpellings(one.value.slice(0, 120)), latinSpellings(other.value.slice(0, 120))]
  const best = Math.max(...a.flatMap((left) => b.map((right) => likeness(left, right))))
  const otherPerson =
    !one.truncated && !other.truncated && best < 1 && a.every((left) => b.every((right) => differByFinalVowel(left, right)))
  if (best >= agreeing) return otherPerson ? "near" : "agree"
  const cut = (short: SourceValue, shorts: ReadonlyArray<string>, longs: ReadonlyArray<string>): boolean =>
    short.truncated &&
    shorts.some((left) => longs.some((right) => bare(left).length >= shortestPrefix && bare(right).startsWith(bare(left))))
  if (cut(one, a, b) || cut(other, b, a)) return "agree"
  // What a script leaves unwritten cannot be held against the spelling in Latin letters.
  const unwritten = [one.value, other.value].some((text) => leavesOutVowels(text) || isSyllabic(text))
  if (unwritten) return "incomparable"
  return best >= nearby ? "near" : "differ"
}

const compareTexts = (one: string, other: string): Agreement => {
  const [a, b] = [bare(one), bare(other)]
  return a === b || a.includes(b) || b.includes(a) ? "agree" : "incomparable"
}

/** Sets two sources of one field side by side. Addresses and places are too free in their writing to be found different here. */
export const compareValues = (one: SourceValue, other: SourceValue): Agreement => {
  const { field } = one
  if (one.value === other.value) return "agree"
  switch (field) {
    case "document_number":
    case "personal_number":
      return compareNumbers(one.value, other.value)
    case "surname":
    case "given_names":
    case "full_name":
      return compareNames(one, other)
    case "date_of_birth":
    case "expiry_date":
    case "issue_date":
      return compareDates(one.value, other.value)
    case "sex":
      return one.value === "X" || other.value === "X" ? "near" : "differ"
    case "nationality":
    case "issuing_country":
    case "document_type":
      return "differ"
    case "address":
    case "place_of_birth":
      return compareTexts(one.value, other.value)
  }
}

/** Fields whose disagreement speaks against a document; the others are told and weigh nothing. */
export const tellingFields: ReadonlySet<IdentityFieldName> = new Set<IdentityFieldName>([
  "document_number",
  "surname",
  "given_names",
  "full_name",
  "date_of_birth",
  "sex",
  "nationality",
  "expiry_date"
])
