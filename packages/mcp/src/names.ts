import type { AgentPii } from "@vouchkit/core/kernel/foundation/plans"

/** How much of a person's name an agent sees: initials unless the operator chose `agent_pii: masked_names`. */
export type NameStyle = AgentPii

const longestName = 1_000
const mostWords = 6
/** Length that no shortened name exceeds, in UTF-16 units. */
export const shortNameLength = 60

const lettersOf = (word: string): ReadonlyArray<string> => word.match(/\p{L}\p{M}{0,4}/gu) ?? []

/** A word of one letter, as a family name of one Han character is, would be told whole by its own initial. */
const initial = (word: string): string => {
  const [first = "", ...rest] = lettersOf(word)
  return rest.length === 0 ? "*" : `${first.slice(0, 4)}.`
}

const mask = (word: string): string => {
  const letters = lettersOf(word)
  return `${letters
    .slice(0, Math.min(2, Math.floor(letters.length / 2)))
    .join("")
    .slice(0, 6)}***`
}

/** A name as an agent may see it; never the whole of any of its words. */
export const shortenName = (name: string, style: NameStyle): string => {
  const words =
    name
      .slice(0, longestName)
      .normalize("NFC")
      .match(/[\p{L}\p{M}]+/gu) ?? []
  const shorten = style === "initials" ? initial : mask
  return words.length === 0 ? "*" : words.slice(0, mostWords).map(shorten).join(" ").slice(0, shortNameLength).toWellFormed()
}
