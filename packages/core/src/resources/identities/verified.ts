import { normalizedText } from "../../verification/names/text/normalized.ts"
import { detailLimits, type NumberType, type SealedDetails, type ValueConflict, type ValueOrigin } from "./details.ts"
import type { StoredIdentity } from "./model.ts"

const verifiedFields = [
  "first_name",
  "middle_name",
  "last_name",
  "native_name",
  "date_of_birth",
  "nationality",
  "country_of_residence"
] as const satisfies ReadonlyArray<keyof StoredIdentity>
type VerifiedField = (typeof verifiedFields)[number]

/** What an approved session says of its person. */
export interface VerifiedPerson {
  readonly source: ValueOrigin
  readonly values: { readonly [Field in VerifiedField]?: string | undefined }
  readonly addresses: ReadonlyArray<string>
  readonly numbers: ReadonlyArray<{ readonly type: NumberType; readonly country: string | null; readonly value: string }>
  readonly emails: ReadonlyArray<string>
  readonly phones: ReadonlyArray<string>
}

interface Filled {
  readonly row: StoredIdentity
  readonly details: SealedDetails
}

const alike = (one: string, other: string): boolean => normalizedText(one).trim() === normalizedText(other).trim()
const bare = (text: string): string =>
  text
    .normalize("NFKC")
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, "")
const isOwn = (source: ValueOrigin | undefined): boolean => source !== undefined && source.type !== "session"

const filledFields = (row: StoredIdentity, { source, values }: VerifiedPerson) => {
  const next: { [Field in VerifiedField]?: string } = {}
  const sources = { ...row.sources }
  const conflicts: Array<ValueConflict> = []
  for (const field of verifiedFields) {
    const value = values[field]
    if (value === undefined) continue
    if (isOwn(row.sources[field])) {
      if (!alike(row[field] ?? "", value)) conflicts.push({ field, value, session_id: source.session_id, at: source.at })
    } else {
      next[field] = value
      sources[field] = source
    }
  }
  return { next, sources, conflicts }
}

/** Numbers that a caller set stay; a verified one of the same kind and country that differs is a conflict. */
const filledNumbers = (before: SealedDetails["identification_numbers"], { numbers, source }: VerifiedPerson) => {
  const conflicts: Array<ValueConflict> = []
  let kept = before
  for (const number of numbers) {
    const same = kept.filter(({ country, type }) => type === number.type && country === number.country)
    if (same.some(({ source: of, value }) => isOwn(of) && bare(value) === bare(number.value))) continue
    if (same.some(({ source: of }) => isOwn(of))) {
      conflicts.push({ field: "identification_numbers", value: number.value, session_id: source.session_id, at: source.at })
      continue
    }
    kept = [...kept.filter((one) => !same.includes(one)), { ...number, source }]
  }
  return { numbers: kept.slice(-detailLimits.identification_numbers), conflicts }
}

/** A caller's addresses stay beside those of the newest session that verified any. */
const filledAddresses = (before: SealedDetails["addresses"], { addresses, source }: VerifiedPerson): SealedDetails["addresses"] => {
  if (addresses.length === 0) return before
  const own = before.filter((address) => isOwn(address.source))
  const added = addresses.map((text) => ({ text, source }))
  return [...own, ...added].slice(0, detailLimits.addresses)
}

const distinct = (conflicts: ReadonlyArray<ValueConflict>): ReadonlyArray<ValueConflict> => [
  ...new Map(conflicts.map((one) => [`${one.field}\n${one.field === "identification_numbers" ? bare(one.value) : ""}`, one])).values()
]

/** The identity with what an approved session verified. What a caller set is not overwritten: the difference becomes a conflict. */
export const filled = ({ details, row }: Filled, person: VerifiedPerson): Filled => {
  const fields = filledFields(row, person)
  const numbers = filledNumbers(details.identification_numbers, person)
  const sources = { ...fields.sources }
  const lists = { emails: details.emails, phones: details.phones }
  for (const list of ["emails", "phones"] as const) {
    if (person[list].length === 0 || isOwn(row.sources[list])) continue
    lists[list] = person[list]
    sources[list] = person.source
  }
  const settled = new Set([...Object.keys(fields.next), ...verifiedFields.filter((field) => person.values[field] !== undefined)])
  const standing = details.conflicts.filter(({ field }) => !settled.has(field))
  return {
    row: { ...row, ...fields.next, sources },
    details: {
      ...details,
      ...lists,
      addresses: filledAddresses(details.addresses, person),
      identification_numbers: numbers.numbers,
      conflicts: distinct([...standing, ...fields.conflicts, ...numbers.conflicts]).slice(-detailLimits.conflicts)
    }
  }
}

const isOf = (session_id: string) => (source: ValueOrigin | undefined) => source?.session_id === session_id

/** The identity without what a session said, which counts for nothing any more. */
export const withdrawn = ({ details, row }: Filled, session_id: string): Filled => {
  const said = isOf(session_id)
  const gone = verifiedFields.filter((field) => said(row.sources[field]))
  const lists = (["emails", "phones"] as const).filter((list) => said(row.sources[list]))
  const sources = Object.fromEntries(Object.entries(row.sources).filter(([, source]) => !said(source)))
  return {
    row: { ...row, ...Object.fromEntries(gone.map((field) => [field, null])), sources },
    details: {
      ...details,
      ...Object.fromEntries(lists.map((list) => [list, []])),
      addresses: details.addresses.filter(({ source }) => !said(source)),
      identification_numbers: details.identification_numbers.filter(({ source }) => !said(source)),
      conflicts: details.conflicts.filter((conflict) => conflict.session_id !== session_id)
    }
  }
}

/** Whether any value of the identity comes from the session. */
export const saysAnything = ({ details, row }: Filled, session_id: string): boolean => {
  const said = isOf(session_id)
  return (
    Object.values(row.sources).some(said) ||
    [...details.addresses, ...details.identification_numbers].some(({ source }) => said(source)) ||
    details.conflicts.some((conflict) => conflict.session_id === session_id)
  )
}
