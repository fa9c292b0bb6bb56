import { isSearchable } from "../../../verification/screening/engine/normalize/name.ts"
import type { ScreeningQuery } from "../../../verification/screening/engine/query.ts"
import type { SubjectFacts } from "../fingerprint.ts"
import type { RecordType } from "../../../verification/screening/record.ts"
import type { EntityType } from "./model.ts"

/** A wallet belongs to whomever: its address finds entries of any type. */
const recordTypes = {
  person: "person",
  organization: "organization",
  vessel: "vessel",
  wallet: undefined
} as const satisfies Record<EntityType, RecordType | undefined>

export const queryOf = (subject: SubjectFacts): ScreeningQuery => {
  const type = recordTypes[subject.entity_type]
  return {
    name: subject.name ?? "",
    aliases: subject.aliases,
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
  return [subject.name ?? "", ...subject.aliases].some((name) => isSearchable(name, type))
}
