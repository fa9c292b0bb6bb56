import { elementsOf, oidOf, tags } from "../asn1/der.ts"
import { hexOf } from "../asn1/octets.ts"
import type { Tlv } from "../asn1/tlv.ts"

/** Name of an issuer or subject (RFC 5280, 4.1.2.4). */
export interface DistinguishedName {
  /**
   * Equal for names that RFC 5280, 7.1 calls equal, and for those that issuing states write in two ways: letter case, white space and the
   * type of the string do not count.
   */
  readonly key: string
  /** countryName in capitals, ISO 3166-1 alpha-2 as a rule; null where there is none. */
  readonly country: string | null
  /** Written as in RFC 4514, for people. At most 300 characters. */
  readonly text: string
}

const labels: Readonly<Record<string, string>> = {
  "2.5.4.3": "CN",
  "2.5.4.5": "serialNumber",
  "2.5.4.6": "C",
  "2.5.4.7": "L",
  "2.5.4.8": "ST",
  "2.5.4.10": "O",
  "2.5.4.11": "OU"
}

const utf8 = new TextDecoder("utf-8")
const latin1 = new TextDecoder("latin1")
const utf16 = new TextDecoder("utf-16be")
const stringTags: Readonly<Record<number, TextDecoder>> = {
  12: utf8,
  18: latin1,
  19: latin1,
  20: latin1,
  22: latin1,
  26: latin1,
  30: utf16
}

const textOf = (value: Tlv): string => {
  const decoder = stringTags[value.tag]
  return decoder === undefined ? `#${hexOf(value.bytes)}` : decoder.decode(value.value).replaceAll("\u0000", "")
}

const plain = (text: string): string => text.normalize("NFKC").replace(/\s+/g, " ").trim().toLowerCase()

const attributeOf = (found: Tlv): { readonly type: string; readonly text: string } => {
  const [type, value] = elementsOf(found, tags.sequence, "An attribute of a name", 2)
  return { type: type === undefined ? "" : oidOf(type), text: value === undefined ? "" : textOf(value) }
}

export const distinguishedNameOf = (found: Tlv): DistinguishedName => {
  const parts = elementsOf(found, tags.sequence, "A name", 50).map((part) =>
    elementsOf(part, tags.set, "A relative name", 10).map(attributeOf)
  )
  const country = parts.flat().find(({ type }) => type === "2.5.4.6")
  return {
    key: JSON.stringify(parts.map((part) => part.map(({ text, type }) => `${type}=${plain(text)}`).sort())),
    country: country === undefined ? null : country.text.trim().toUpperCase().slice(0, 3),
    text: parts
      .flat()
      .map(({ text, type }) => `${labels[type] ?? type}=${text}`)
      .join(", ")
      .slice(0, 300)
      .toWellFormed()
  }
}
