import type { IdentifierType, ListRecord } from "../record.ts"
import type { QueryIdentifier } from "./query.ts"

/** Numbers that a source may file under another heading: they are compared across the kinds of one group. */
const groups: Readonly<Record<IdentifierType, string>> = {
  passport: "personal",
  national_id: "personal",
  tax_id: "personal",
  social_security: "personal",
  driving_licence: "personal",
  residence_permit: "personal",
  registration: "personal",
  other: "personal",
  imo: "imo",
  mmsi: "mmsi",
  call_sign: "call_sign",
  aircraft_serial: "aircraft",
  aircraft_tail: "aircraft",
  lei: "lei",
  bic: "bic",
  duns: "duns",
  bank_account: "bank_account",
  crypto_address: "crypto_address",
  email: "email",
  phone: "phone",
  website: "website"
}

const shortest = 5
const longest = 128

/** The value without marks and prefixes; null for one too short to name one holder. Crypto addresses keep their case, in which they differ. */
export const normalizeIdentifier = (type: IdentifierType, value: string): string | null => {
  const bounded = value.slice(0, longest).normalize("NFKC").trim()
  if (type === "crypto_address") return bounded.length < shortest ? null : bounded
  if (type === "email" || type === "website")
    return bounded.length < shortest ? null : bounded.toLowerCase().replace(/^https?:\/\/(?:www\.)?|\/+$/gu, "")
  const upper = bounded.toUpperCase()
  const plain = /^[A-Z0-9]*$/u.test(upper) ? upper : upper.replace(/[^A-Z0-9]/gu, "")
  const bare = type === "imo" ? plain.replace(/^IMO/u, "") : type === "bic" && plain.length === 11 ? plain.replace(/X{3}$/u, "") : plain
  return bare.length < shortest || (!/\d/u.test(bare) && groups[type] === "personal") ? null : bare
}

interface Held {
  readonly record: number
  readonly country: string | null
}

/** Identifiers of the lists. Two agree when their values do, their kinds are of one group, and their countries do not differ. */
export class IdentifierTable {
  readonly #held: ReadonlyMap<string, ReadonlyArray<Held>>

  constructor(records: ReadonlyArray<ListRecord>) {
    const held = new Map<string, Array<Held>>()
    for (let record = 0; record < records.length; record++) {
      for (const { country, type, value } of records[record]?.identifiers ?? []) {
        const plain = normalizeIdentifier(type, value)
        if (plain === null) continue
        const key = `${groups[type]} ${plain}`
        const holders = held.get(key)
        if (holders === undefined) held.set(key, [{ record, country }])
        else holders.push({ record, country })
      }
    }
    this.#held = held
  }

  /** Records that hold the identifier. */
  holders({ country, type, value }: QueryIdentifier): ReadonlyArray<number> {
    const plain = normalizeIdentifier(type, value)
    if (plain === null) return []
    const holders = this.#held.get(`${groups[type]} ${plain}`) ?? []
    return holders.filter((held) => country === undefined || held.country === null || held.country === country).map(({ record }) => record)
  }
}
