import { comparedForms } from "../sealed.ts"
import type { Party } from "./merged-record.ts"

/** Signs that identities are not one person. */
export const guardCodes = ["different_document_numbers", "different_birth_dates"] as const
export interface Guard {
  readonly code: (typeof guardCodes)[number]
  readonly identity_ids: ReadonlyArray<string>
}

/** Verified numbers of an identity, by the kind of document and its country. */
const numbersOf = ({ details }: Party): ReadonlyMap<string, ReadonlySet<string>> => {
  const kinds = new Map<string, Set<string>>()
  for (const { country, source, type, value } of details.identification_numbers) {
    if (source.type !== "session") continue
    const kind = `${type}\n${country ?? ""}`
    kinds.set(kind, new Set([...(kinds.get(kind) ?? []), comparedForms.number(value)]))
  }
  return kinds
}

const birthOf = ({ row }: Party): string | null => (row.sources.date_of_birth?.type === "session" ? row.date_of_birth : null)

/** Whether both have verified numbers of one kind and country, and none of them in common. */
const differInNumbers = (one: Party, other: Party): boolean => {
  const others = numbersOf(other)
  return [...numbersOf(one)].some(([kind, numbers]) => others.get(kind)?.isDisjointFrom(numbers) === true)
}
const differInBirth = (one: Party, other: Party): boolean => {
  const [born, otherBorn] = [birthOf(one), birthOf(other)]
  return born !== null && otherBorn !== null && born !== otherBorn
}

/** What speaks against a merge of these identities: only what sessions verified counts. */
export const guardsOf = (parties: ReadonlyArray<Party>): ReadonlyArray<Guard> => {
  const among = (code: Guard["code"], differ: (one: Party, other: Party) => boolean): ReadonlyArray<Guard> => {
    const identity_ids = parties
      .filter((party) => parties.some((other) => other !== party && differ(party, other)))
      .map(({ row }) => row.id)
    return identity_ids.length === 0 ? [] : [{ code, identity_ids }]
  }
  return [...among("different_document_numbers", differInNumbers), ...among("different_birth_dates", differInBirth)]
}
