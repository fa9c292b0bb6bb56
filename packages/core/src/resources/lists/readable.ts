import { Effect } from "effect"
import { InvalidInput, invalid } from "../../kernel/foundation/failure.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import { type EntryType, type MatchMode, modesOf, takesMode } from "./kinds.ts"
import { valueLimits } from "./matching/match-keys.ts"

/** Fails where values of the type cannot be compared in this mode, so that no entry is kept which would silently match nothing. */
export const readable = (type: EntryType, mode: MatchMode, member: string) => {
  if (takesMode(type, mode)) return Effect.void
  if (type === "face" || mode === "face") {
    return new InvalidInput({
      code: "match_mode_not_supported",
      problems: [
        {
          loc: ["body", member],
          code: "not_supported",
          message: "Faces need the mode face, and the mode face compares only faces."
        }
      ]
    })
  }
  return invalid(["body", member], "invalid", `must be ${modesOf[type].join(", ")} for values of the type ${type}`)
}

const example: Readonly<Record<EntryType, string>> = {
  name: "a name",
  email: "an email address, such as a.person@example.com",
  phone: "a phone number with its country code, such as +44 20 7946 0000",
  government_id: "a number of at least two letters or digits",
  face: "the id of a picture that shows one face",
  ip_address: "an IPv4 or IPv6 address, such as 203.0.113.7",
  country: "a country code of ISO 3166-1 alpha-2, such as GB",
  geolocation: "latitude and longitude in degrees, such as 51.50,-0.12",
  browser_fingerprint: "a fingerprint",
  device_fingerprint: "a fingerprint",
  wallet_address: "the address of a wallet",
  bank_account: "an account number or IBAN of at least four letters or digits",
  string: "text"
}

/** What a value has to be for an entry of this type and mode. */
export const expectedValue = (type: EntryType, mode: MatchMode): string => {
  switch (mode) {
    case "cidr":
      return `must be a network in CIDR notation, such as 203.0.113.0/24; at widest /${valueLimits.widest_ipv4} for IPv4 and /${valueLimits.widest_ipv6} for IPv6`
    case "domain":
      return "must be a domain name of at least two labels, such as example.com; every domain below it matches too"
    case "prefix":
      return `must be the beginning of a value, ${valueLimits.shortest_prefix} to ${valueLimits.longest_prefix} characters long`
    default:
      return `must be ${example[type]}`
  }
}

export const unreadableValue = (type: EntryType, mode: MatchMode) => invalid(["body", "value"], "format", expectedValue(type, mode))

/** Fails for an end that has passed: such an entry would never match. */
export const futureEnd = Effect.fnUntraced(function* (expires_at: string | null | undefined) {
  if (expires_at === undefined || expires_at === null || expires_at > (yield* tenantNow)) return
  return yield* invalid(["body", "expires_at"], "too_small", "must be in the future")
})
