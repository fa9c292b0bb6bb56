import type { PersonFacts } from "@vouchkit/core/verification/cross-reference/facts"

export type PairLabel = "same" | "unsure" | "different"

/**
 * Two names, how they are labelled, and what the pair is about. `Surname / Given names` is a name in fields, text without a stroke is one
 * full name, a leading `@` marks a name in its own script, and a trailing `…` a zone that was cut off.
 */
export type NamePair = readonly [one: string, other: string, label: PairLabel, kind: string]

/** The facts that one side of a pair stands for. */
export const factsOf = (written: string, source: PersonFacts["source"]): PersonFacts => {
  const truncated = written.endsWith("…")
  const text = truncated ? written.slice(0, -1) : written
  if (text.startsWith("@")) return { source, native_name: text.slice(1).trim() }
  if (!text.includes(" / ") && !text.endsWith(" /")) return { source, full_name: text, truncated }
  const [surname = "", given = ""] = text.split(" /").map((part) => part.trim())
  return { source, surname, ...(given === "" ? {} : { given_names: given }), truncated }
}
