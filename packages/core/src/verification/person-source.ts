import { Schema } from "effect"
import type { SaidAt } from "./evidence/evidence.ts"

/** Who says something of the person of a session: its integrator, a document, its chip, or a proof of address. */
const personSources = ["expected", "contact", "document", "chip", "proof_of_address"] as const

export const PersonSource = Schema.Literals(personSources).annotate({ identifier: "PersonSource" })
export type PersonSource = typeof PersonSource.Type
/** Each once. */
export const PersonSources = Schema.Array(PersonSource).check(Schema.isMaxLength(personSources.length))

/** A value and who says so. What several sources say stands once for each of them. */
export interface Said {
  /** One line, without space around it. */
  readonly value: string
  readonly source: PersonSource
  /** Where it was read; left out where only the source is kept. */
  readonly at?: SaidAt
}

/** Letters and digits alone: numbers are printed with spaces and hyphens by some and without by others. */
const bare = (value: string): string =>
  value
    .normalize("NFKC")
    .toUpperCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, "")

/** What says one of the values, in the order in which sources are published. */
export const sayingOneOf = <One extends Said>(said: ReadonlyArray<One>, values: ReadonlyArray<string>): ReadonlyArray<One> => {
  const wanted = new Set(values.map(bare))
  const found = said.filter(({ value }) => wanted.has(bare(value)))
  return personSources.flatMap((source) => found.filter((one) => one.source === source))
}

/** The sources that say one of the values, each once. */
export const saidBy = (said: ReadonlyArray<Said>, values: ReadonlyArray<string>): ReadonlyArray<PersonSource> => [
  ...new Set(sayingOneOf(said, values).map(({ source }) => source))
]
