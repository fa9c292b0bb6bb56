import type { IdentityKind } from "../../../resources/settings/identity-types/model.ts"
import type { SealedDetails } from "../../../resources/identities/details.ts"
import type { StoredIdentity } from "../../../resources/identities/model.ts"
import type { SubjectFacts } from "../../../resources/screening/fingerprint.ts"

/** As much as a subject holds of each. */
const longestName = 500
const most = { aliases: 20, identifiers: 50 } as const

const cut = (name: string): string => name.slice(0, longestName).toWellFormed()

/** What is known apart of the name of a person. */
const partsOf = ({ first_name, last_name, middle_name }: StoredIdentity): Pick<SubjectFacts, "family_name" | "given_name"> => {
  const given = [first_name, middle_name].filter((part) => part !== null).join(" ")
  return { given_name: given === "" ? null : cut(given), family_name: last_name === null ? null : cut(last_name) }
}

/** What of an identity is looked for in watchlists: its names in every form, its birth, countries and numbers. */
export const subjectFacts = (
  row: StoredIdentity,
  { identification_numbers }: Pick<SealedDetails, "identification_numbers">,
  kind: typeof IdentityKind.Type
): Omit<SubjectFacts, "identifiers_print"> => {
  const parts = [row.first_name, row.middle_name, row.last_name].filter((part) => part !== null).join(" ")
  const name = row.display_name === null ? null : cut(row.display_name)
  const others = [parts, row.native_name ?? "", ...row.aliases].map(cut).filter((other) => other !== "" && other !== name)
  return {
    entity_type: kind === "organization" ? "organization" : "person",
    name,
    ...(kind === "organization" ? { given_name: null, family_name: null } : partsOf(row)),
    aliases: [...new Set(others)].slice(0, most.aliases),
    date_of_birth: row.date_of_birth,
    countries: [...new Set([row.nationality, row.country_of_residence].filter((country) => country !== null))],
    identifiers: identification_numbers.slice(0, most.identifiers).map(({ country, type, value }) => ({ type, value, country }))
  }
}
