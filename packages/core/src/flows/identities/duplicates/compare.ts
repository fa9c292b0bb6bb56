import type { Party } from "../../../resources/identities/merging/merged-record.ts"
import type { StoredIdentity } from "../../../resources/identities/model.ts"
import { addressLine, comparedForms } from "../../../resources/identities/sealed.ts"
import { bareRecord, type ListRecord } from "../../../verification/screening/record.ts"
import { index } from "../../../verification/screening/engine/screening-index.ts"
import { queryLimits } from "../../../verification/screening/engine/query.ts"
import { type Agreement, type ComparedField, comparedFields, weightOf } from "./weights.ts"

/** Scores of the matcher of screening from which two names agree, and are similar. Less is another name. */
const nameBands = { agrees: 0.86, similar: 0.5 } as const
const faceBands = { agrees: 0.9, similar: 0.8 } as const

const named = ({ aliases, display_name, native_name }: StoredIdentity): ReadonlyArray<string> =>
  [display_name, native_name, ...aliases].filter((name) => name !== null)

/** An identity as the matcher of screening knows entries of a list: by its names alone. */
const entryOf = (row: StoredIdentity): ListRecord =>
  bareRecord({
    list: "identities",
    edition: "",
    uid: row.id,
    type: "person",
    names: named(row).map((full, place) => ({ full, kind: place === 0 ? "primary" : "alias", parts: null, script: null, language: null }))
  })

/** How the names of an identity compare with those of others, by the ids of these, from 0 to 1; 0 where no name is alike. Names of no one are left out. */
export const nameScores = (own: StoredIdentity, others: ReadonlyArray<StoredIdentity>): ReadonlyMap<string, number> => {
  const [name, ...aliases] = named(own)
  const entries = others.filter((row) => named(row).length > 0).map(entryOf)
  if (name === undefined || entries.length === 0) return new Map()
  const { hits } = index(entries).search({ name, aliases, type: "person" }, { threshold: 0.3, limit: queryLimits.hits })
  const scores = new Map(entries.map(({ uid }) => [uid, 0]))
  for (const { explanation, uid } of hits) scores.set(uid, Math.max(scores.get(uid) ?? 0, explanation.name_score))
  return scores
}

const banded = (score: number | undefined, { agrees, similar }: typeof nameBands | typeof faceBands): Agreement =>
  score === undefined ? "unknown" : score >= agrees ? "agrees" : score >= similar ? "similar" : "differs"

/** Day and month in each other's place, or one digit apart: slips of people who write dates. */
const isSlip = (one: string, other: string): boolean => {
  const [year, month, day] = one.split("-")
  if (other === [year, day, month].join("-")) return true
  return [...one].filter((digit, place) => digit !== other.charAt(place)).length === 1
}

const comparedBirths = (one: string | null, other: string | null): Agreement =>
  one === null || other === null ? "unknown" : one === other ? "agrees" : isSlip(one, other) ? "similar" : "differs"

/** Values as they are compared, by field. */
const valuesOf = ({ details }: Party): Readonly<Record<"address" | "phone" | "email" | "number", ReadonlyArray<string>>> => ({
  address: details.addresses.map((address) => comparedForms.address(addressLine(address))),
  phone: details.phones.map(comparedForms.phone),
  email: details.emails.map(comparedForms.email),
  number: details.identification_numbers.map(({ country, type, value }) => [type, country ?? "", comparedForms.number(value)].join("\n"))
})

const comparedValues = (own: ReadonlyArray<string>, others: ReadonlyArray<string>, many: ReadonlySet<string>): Agreement => {
  if (own.length === 0 || others.length === 0) return "unknown"
  const common = own.filter((value) => others.includes(value))
  if (common.length === 0) return "differs"
  return common.some((value) => !many.has(value)) ? "agrees" : "shared_by_many"
}

const kindOf = (number: string): string => number.slice(0, number.lastIndexOf("\n"))

/** Numbers of different kinds say nothing of one another. */
const comparedNumbers = (own: ReadonlyArray<string>, others: ReadonlyArray<string>, many: ReadonlySet<string>): Agreement => {
  const kinds = new Set(others.map(kindOf))
  return comparedValues(
    own.filter((number) => kinds.has(kindOf(number))),
    others,
    many
  )
}

/** What is known of a pair beside the two records. */
interface Evidence {
  /** Whether they have a document in common; that of more than ten identities is none. */
  readonly document: boolean
  readonly face: number | undefined
  readonly name: number | undefined
  /** Values of the first that more than ten identities have, in the form in which they are compared. */
  readonly many: ReadonlySet<string>
}

interface ComparedPair {
  readonly fields: ReadonlyArray<{ readonly field: ComparedField; readonly agreement: Agreement; readonly weight: number }>
  readonly score: number
}

/** How two identities compare, field by field, and what that comes to. */
export const comparePair = (own: Party, other: Party, { document, face, many, name }: Evidence): ComparedPair => {
  const [mine, theirs] = [valuesOf(own), valuesOf(other)]
  const found: Record<ComparedField, Agreement> = {
    document: document ? "agrees" : comparedNumbers(mine.number, theirs.number, many),
    face: face === undefined ? "unknown" : banded(face, faceBands),
    name: banded(name, nameBands),
    date_of_birth: comparedBirths(own.row.date_of_birth, other.row.date_of_birth),
    address: comparedValues(mine.address, theirs.address, many),
    phone: comparedValues(mine.phone, theirs.phone, many),
    email: comparedValues(mine.email, theirs.email, many)
  }
  const fields = comparedFields.map((field) => ({ field, agreement: found[field], weight: weightOf(field, found[field]) }))
  return { fields, score: Math.round(fields.reduce((sum, { weight }) => sum + weight, 0) * 10) / 10 }
}
