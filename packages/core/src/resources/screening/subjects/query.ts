import { holdsParts, isSearchable } from "../../../verification/screening/engine/normalize/name.ts"
import type { ScreeningQuery } from "../../../verification/screening/engine/query.ts"
import type { SubjectFacts } from "../fingerprint.ts"
import type { NameParts, RecordType } from "../../../verification/screening/record.ts"
import type { EntityType } from "./model.ts"

/** A wallet belongs to whomever: its address finds entries of any type. */
const recordTypes = {
  person: "person",
  organization: "organization",
  vessel: "vessel",
  wallet: undefined
} as const satisfies Record<EntityType, RecordType | undefined>

/** The parts of the name of a person, where they are known apart. */
const partsOf = ({ entity_type, family_name = null, given_name = null }: SubjectFacts): NameParts | null =>
  entity_type !== "person" || (given_name === null && family_name === null)
    ? null
    : { ...(given_name === null ? {} : { given: given_name }), ...(family_name === null ? {} : { family: family_name }) }

/** Whether given and family name say more than which word of the whole name is which: they are then a name of their own. */
export const partsSayMore = (subject: SubjectFacts): boolean => {
  const parts = partsOf(subject)
  return parts !== null && !holdsParts(subject.name ?? "", parts)
}

/** The names that are looked for; parts that the whole name does not hold are looked for as well as it. */
const namesOf = (subject: SubjectFacts): Pick<ScreeningQuery, "aliases" | "name" | "parts"> => {
  const { aliases, family_name, given_name, name } = subject
  const parts = partsOf(subject)
  if (parts === null) return { name: name ?? "", aliases }
  if (holdsParts(name ?? "", parts)) return { name: name ?? "", parts, aliases }
  const own = [given_name, family_name].filter((part) => part !== null && part !== undefined).join(" ")
  return { name: own, parts, aliases: [...(name === null ? [] : [name]), ...aliases] }
}

export const queryOf = (subject: SubjectFacts): ScreeningQuery => {
  const type = recordTypes[subject.entity_type]
  return {
    ...namesOf(subject),
    ...(type === undefined ? {} : { type }),
    ...(subject.date_of_birth === null ? {} : { date_of_birth: subject.date_of_birth }),
    countries: subject.countries,
    identifiers: subject.identifiers.map(({ country, type: kind, value }) => ({
      type: kind,
      value,
      ...(country === undefined || country === null ? {} : { country })
    }))
  }
}

/** Whether the subject can be found by what is known of it: by one of its names, or as a wallet by its address. */
export const canBeFound = (subject: SubjectFacts): boolean => {
  if (subject.entity_type === "wallet" && subject.identifiers.length > 0) return true
  const type = recordTypes[subject.entity_type] ?? "unknown"
  const { aliases = [], name } = namesOf(subject)
  return [name, ...aliases].some((name) => isSearchable(name, type))
}
