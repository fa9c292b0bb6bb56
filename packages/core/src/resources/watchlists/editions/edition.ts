import { createHash } from "node:crypto"
import type { ListEntry } from "./entry.ts"

/** Lists are sets to the one who compares two editions: a publisher that prints its aliases in another order has changed nothing. */
export const canonical = (value: unknown): string => {
  if (Array.isArray(value)) return `[${[...new Set(value.map(canonical))].sort().join(",")}]`
  if (typeof value !== "object" || value === null) return JSON.stringify(value)
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([left], [right]) => (left < right ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(",")}}`
}

/** Content hash of an entry: SHA-256 in hex over its canonical form, the same for every edition that says the same. */
export const entryHash = (entry: ListEntry): string => createHash("sha256").update(canonical(entry)).digest("hex")

/** Hash over a whole edition: the uid and the hash of every entry, given in the order of uids. */
export class EditionHash {
  readonly #hash = createHash("sha256")
  add(uid: string, hash: string): void {
    this.#hash.update(`${JSON.stringify(uid)} ${hash}\n`)
  }
  digest(): string {
    return this.#hash.digest("hex")
  }
}

/** Fields of an entry by whose change the same person or thing may be found again, or no longer; a decision is asked for again then. */
export const identifyingFields = [
  "type",
  "names",
  "births",
  "birth_places",
  "nationalities",
  "countries",
  "gender",
  "identifiers"
] as const satisfies ReadonlyArray<keyof ListEntry>

/** The fields in which two states of an entry differ, sorted by name. */
export const changedFields = (before: ListEntry, after: ListEntry): ReadonlyArray<keyof ListEntry> => {
  const fields: ReadonlyArray<keyof ListEntry> = [
    "addresses",
    "birth_places",
    "births",
    "countries",
    "deaths",
    "former_uids",
    "gender",
    "identifiers",
    "listed_on",
    "names",
    "nationalities",
    "positions",
    "programs",
    "references",
    "remarks",
    "source_urls",
    "topics",
    "type",
    "updated_on"
  ]
  return fields.filter((field) => canonical(before[field]) !== canonical(after[field]))
}

/** What an import would do to the list, counted in entries. */
export interface EditionCounts {
  /** Entries of the edition that is current until now. */
  readonly previous: number
  /** Entries of the edition that would become current. */
  readonly total: number
  readonly added: number
  readonly changed: number
  readonly removed: number
}

type RefusalCode = "empty" | "shrunken"
interface Refusal {
  readonly code: RefusalCode
  readonly detail: string
}

/** An edition that takes more than this share of entries off the list is taken for a damaged one. */
const greatestLoss = 0.1

/**
 * Whether an edition may become current. An empty one never may. One that loses more than a tenth of the entries may only when an
 * operator has looked at it and says so. Losses are counted by uid, so that entries swapped for others are losses as well.
 */
export const judgeEdition = (
  { previous, removed, total }: EditionCounts,
  options: { readonly accept_loss: boolean }
): Refusal | undefined => {
  if (total === 0) return { code: "empty", detail: "The files contain no entries." }
  if (options.accept_loss || removed <= previous * greatestLoss) return undefined
  const share = Math.floor((removed / previous) * 100)
  return {
    code: "shrunken",
    detail: `${removed} of ${previous} entries (${share} %) are missing; a loss of more than ${greatestLoss * 100} % is treated as a damaged file.`
  }
}
