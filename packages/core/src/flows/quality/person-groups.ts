import { Effect } from "effect"
import type { StoredSession } from "../../resources/sessions/model.ts"
import { scriptOf } from "../../verification/names/scripts/letters.ts"
import { sessionFacts, verifiedPerson } from "../identities/session-facts.ts"

/** By what the report tells engines apart; `all` is everyone. */
export const dimensions = ["all", "country", "document_type", "name_script", "age_band"] as const
type Dimension = (typeof dimensions)[number]

const unknown = "unknown"
const groupOf = (dimension: Dimension, value: string): string => `${dimension}=${value}`

const bands = [
  [18, "under_18"],
  [25, "18_24"],
  [35, "25_34"],
  [45, "35_44"],
  [55, "45_54"],
  [65, "55_64"]
] as const

/** The age band of who was born on a day, at a moment. */
export const ageBand = (born: string | null | undefined, at: string): string => {
  if (born === null || born === undefined) return unknown
  const birthday = at.slice(5, 10) >= born.slice(5, 10)
  const age = Number(at.slice(0, 4)) - Number(born.slice(0, 4)) - (birthday ? 0 : 1)
  if (!(age >= 0)) return unknown
  return bands.find(([below]) => age < below)?.[1] ?? "65_and_over"
}

/** The script that a name is written in; `mixed` for more than one. */
export const scriptOfName = (name: string): string => {
  const scripts = new Set(
    name
      .split(/[^\p{L}\p{M}]+/u)
      .filter((word) => word !== "")
      .map(scriptOf)
  )
  const [only] = scripts
  return only === undefined ? unknown : scripts.size > 1 ? "mixed" : only
}

/** The groups that a session counts in, by what its documents say, and else by what was expected. */
export const personGroups = Effect.fnUntraced(function* (session: StoredSession, at: string) {
  const facts = yield* sessionFacts(session)
  const { values } = verifiedPerson(session, facts, at)
  const { expected } = session
  const country = facts.document?.country ?? values.country_of_residence ?? expected.country ?? unknown
  const name = [values.first_name, values.last_name].filter((part) => typeof part === "string").join(" ")
  return [
    groupOf("all", "all"),
    groupOf("country", country),
    groupOf("document_type", facts.document?.type ?? unknown),
    groupOf("name_script", scriptOfName(name)),
    groupOf("age_band", ageBand(values.date_of_birth ?? expected.date_of_birth, at))
  ]
})
