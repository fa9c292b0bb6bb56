import type { ScreeningQuery } from "./engine/query.ts"
import type { SubjectFacts } from "./fingerprint.ts"
import type { RecordType } from "./record.ts"
import type { EntityType } from "./subject-model.ts"

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
