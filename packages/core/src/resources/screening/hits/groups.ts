import { normalizeIdentifier } from "../../../verification/screening/engine/identifiers.ts"
import type { IdentifierType } from "../../../verification/screening/record.ts"
import type { FoundEntry } from "../screener.ts"

/** Shared by households, offices and families of companies: no proof that two entries are the same. */
const sharedByMany: ReadonlySet<IdentifierType> = new Set<IdentifierType>(["email", "phone", "website", "other"])

/** What ties an entry to the same one on another list: strong identifiers, and the references by which lists name one another. */
const tiesOf = ({ record, uid }: FoundEntry): ReadonlyArray<string> => [
  ...record.identifiers
    .filter(({ type }) => !sharedByMany.has(type))
    .flatMap(({ country, type, value }) => {
      const normal = normalizeIdentifier(type, value)
      return normal === null ? [] : [`${type} ${normal} ${country ?? ""}`]
    }),
  ...[uid, ...record.references].map((reference) => `reference ${reference.trim().toLowerCase()}`)
]

/** For each entry the place of the first one that it is the same as; its own place where it stands alone. Only other lists are looked at. */
export const groupsOf = (entries: ReadonlyArray<FoundEntry>): ReadonlyArray<number> => {
  const parents = entries.map((_, place) => place)
  const root = (place: number): number => {
    const parent = parents[place] ?? place
    return parent === place ? place : root(parent)
  }
  const seen = new Map<string, Array<number>>()
  entries.forEach((entry, place) => {
    for (const tie of tiesOf(entry)) {
      const others = seen.get(tie) ?? []
      for (const other of others) {
        const [one, two] = [root(other), root(place)]
        // A publisher that lists two entries of its own means two: one number between them is its mistake or a family's.
        if (entries[other]?.list !== entry.list) parents[Math.max(one, two)] = Math.min(one, two)
      }
      seen.set(tie, [...others, place])
    }
  })
  return entries.map((_, place) => root(place))
}
