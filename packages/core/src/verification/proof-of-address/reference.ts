import type { Expected } from "../subject.ts"
import type { ReferenceName } from "./compare/names/name.ts"
import { parsePostalAddress, withHouseName } from "./compare/addresses/postal-address.ts"
import type { PostalAddress } from "./types.ts"

/** The name a document is compared with; null when the session expects none. */
export const referenceName = (expected: Expected): ReferenceName | null => {
  const first_name = expected.first_name ?? ""
  const last_name = expected.last_name ?? ""
  return first_name === "" && last_name === "" ? null : { first_name, last_name }
}

const written = (...parts: ReadonlyArray<string | undefined>): string => parts.filter((part) => part !== undefined && part !== "").join(" ")

/** The address a document is compared with, from one text with commas or lines, or from parts; null when the session expects none. */
export const referenceAddress = ({ address, country = null, first_name, last_name }: Expected): PostalAddress | null => {
  if (address === undefined || address === null) return null
  const names = [first_name, last_name].filter((name) => name !== undefined && name !== null)
  if (typeof address === "string") return withHouseName(parsePostalAddress(address.split(/\r?\n/), country), names)
  const place = [address.city, address.region, address.postal_code].filter((part) => part !== undefined && part !== "").join(", ")
  const lines = [address.line1, address.line2, written(address.unit, address.house_number, address.street), place]
  const printed = lines.filter((line): line is string => line !== undefined && line !== "")
  const read = withHouseName(parsePostalAddress(printed, address.country ?? country), names)
  // What was given in parts is taken at its word; the lines fill what is missing.
  return {
    ...read,
    unit: address.unit ?? read.unit,
    house_number: address.house_number ?? read.house_number,
    street: address.street ?? read.street,
    city: address.city ?? read.city,
    region: address.region ?? read.region,
    postal_code: address.postal_code ?? read.postal_code,
    country: address.country ?? country ?? read.country
  }
}
