import type { SubjectFacts } from "../../resources/screening/fingerprint.ts"
import type { KnownPerson } from "./person.ts"
import type { Said } from "../../verification/person-source.ts"

/** Most of each that a subject of a screening has. */
const most = { aliases: 20, countries: 20, identifiers: 50, name: 500, identifier: 128 } as const

/** Whom a session is screened as, and who says so. */
export interface ScreenedPerson {
  readonly facts: SubjectFacts & { readonly name: string }
  /** Names and numbers with their sources, so that a hit can name them. */
  readonly said: ReadonlyArray<Said>
}

/**
 * A date that all sources agree on, as far as they do: the year and month or the year that they share, null where they name different years.
 * A date weighs against an entry, so that one that is disputed must not.
 */
const agreed = (births: ReadonlyArray<Said>): string | null => {
  const [first, ...rest] = births.map(({ value }) => value)
  if (first === undefined) return null
  const lengths = [10, 7, 4].filter((length) => first.length >= length)
  const shared = lengths.find((length) => rest.every((other) => other.slice(0, length) === first.slice(0, length)))
  return shared === undefined ? null : first.slice(0, shared)
}

const normalized = (name: string): string => name.normalize("NFKC").toLowerCase()

/** The person of a session by everything that is known; null without a name. The name that comes first is the main one, the others are aliases. */
export const screenedPerson = ({ births, countries, names, numbers }: KnownPerson): ScreenedPerson | null => {
  const distinct = [...new Map(names.toReversed().map(({ value }) => [normalized(value), value])).values()].toReversed()
  const [name, ...aliases] = distinct
  if (name === undefined) return null
  const parts = names.find((one) => one.parts !== undefined && normalized(one.value) === normalized(name))?.parts
  // A number whose kind is known finds entries; the same number of an unknown kind would only confirm them.
  const typed = new Set(numbers.flatMap(({ type, value }) => (type === "other" ? [] : [value])))
  const identifiers = numbers
    .filter(({ type, value }) => value.length <= most.identifier && (type !== "other" || !typed.has(value)))
    .map(({ country, type, value }) => ({ type, value, ...(country === null ? {} : { country }) }))
  const said = [...names, ...numbers].map(({ source, value }): Said => ({ source, value }))
  return {
    facts: {
      entity_type: "person",
      name: name.slice(0, most.name),
      given_name: parts?.given_name ?? null,
      family_name: parts?.family_name ?? null,
      aliases: aliases.slice(0, most.aliases),
      date_of_birth: agreed(births),
      countries: [...new Set(countries.map(({ value }) => value))].slice(0, most.countries),
      identifiers: [...new Map(identifiers.map((one) => [JSON.stringify(one), one])).values()].slice(0, most.identifiers)
    },
    said: said.slice(0, most.aliases + most.identifiers)
  }
}
