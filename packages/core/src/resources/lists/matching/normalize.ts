import { normalizeAddress } from "../../../kernel/access/network.ts"
import { isCountryCode } from "../../../kernel/foundation/country.ts"
import { normalizedText } from "../../../verification/names/text/normalized.ts"
import type { EntryType } from "../kinds.ts"

/*
 * Digests of these forms are kept in the database, where they cannot be computed again without opening every value. A change of a form, or of
 * `normalizedText`, is therefore a change of `formsVersion`, and a job that writes all digests again.
 */
export const formsVersion = 1

/** Case and width off, accents kept: mailboxes that differ by an accent are two. */
const lowered = (text: string): string => text.normalize("NFKC").toLowerCase().normalize("NFKC")

/** As it was written, but for space around it and the two ways to compose an accent. */
export const exactForm = (value: string): string => value.normalize("NFC").trim().normalize("NFC")

const unseen = /\p{Default_Ignorable_Code_Point}+/gu
/** The national prefix that is written into international numbers and never dialled with them: `+44 (0)20 7946 0958`. */
const undialled = /^(\s*(?:\+|00)[0-9 .-]{1,8})\(0\)/u

/**
 * A value as a reader sees it: without joiners, direction marks and soft hyphens, which come along with copied text, and by which anyone who is
 * on a list could be another to it. It is taken before the forms and is no part of them: entries are kept by it, and values looked up by
 * themselves and by it.
 */
export const seenForm = (type: EntryType, value: string): string => {
  const seen = value.replace(unseen, "")
  return type === "phone" ? seen.replace(undialled, "$1") : seen
}

const given = (text: string, least = 1): string | undefined => (text.length >= least ? text : undefined)

/** Words in the order of the alphabet, since documents print the family name first or last. */
const nameForm = (value: string): string | undefined =>
  given(
    normalizedText(value)
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word !== "")
      .toSorted()
      .join(" ")
  )

const mostLabels = 20
/** A domain name in ASCII without its final dot; at least two labels, since one alone is a whole top-level domain. */
export const domainForm = (text: string): string | undefined => {
  const bare = lowered(text.trim()).replace(/^@/u, "").replace(/\.$/u, "")
  if (!/^[\p{L}\p{N}\p{M}.-]{3,253}$/u.test(bare)) return undefined
  const host = URL.parse(`http://${bare}/`)?.hostname ?? ""
  const labels = host.split(".")
  return labels.length >= 2 &&
    labels.length <= mostLabels &&
    labels.every((label) => /^[a-z0-9-]{1,63}$/u.test(label)) &&
    !/^[0-9]+$/u.test(labels.at(-1) ?? "")
    ? host
    : undefined
}

/** Mailboxes of these ignore dots, and answer under either domain. */
const dotless: ReadonlySet<string> = new Set(["gmail.com", "googlemail.com"])

/** Sub-addresses (RFC 5233) and the spellings that one mailbox answers to become one. */
const emailForm = (value: string): string | undefined => {
  const text = lowered(value.trim())
  const at = text.lastIndexOf("@")
  const domain = at < 1 ? undefined : domainForm(text.slice(at + 1))
  const local = text.slice(0, Math.max(at, 0))
  if (domain === undefined || /[\s@]/u.test(local)) return undefined
  const plus = local.indexOf("+")
  const mailbox = plus > 0 ? local.slice(0, plus) : local
  if (!dotless.has(domain)) return `${mailbox}@${domain}`
  return `${mailbox.replaceAll(".", "") || mailbox}@gmail.com`
}

/** Digits of a phone number without the international prefix; a national number stays national, since its country is not known. */
const phoneDigits = (value: string): string | undefined => {
  const text = normalizedText(value).trim()
  return /^\+?[0-9 ()./-]{1,64}$/u.test(text) ? text.replace(/[^0-9]/gu, "").replace(/^(?:00)+/u, "") : undefined
}
const phoneForm = (value: string): string | undefined => {
  const digits = phoneDigits(value)
  return digits === undefined || digits.length < 4 || digits.length > 20 ? undefined : digits
}

const joinedForm = (value: string): string => normalizedText(value).replace(/[^\p{L}\p{N}]+/gu, "")

const geolocationPattern = /^(-?[0-9]{1,2}(?:\.[0-9]{1,15})?) ?, ?(-?[0-9]{1,3}(?:\.[0-9]{1,15})?)$/u
/** Rounded to hundredths of a degree, about a kilometre. */
const geolocationForm = (value: string): string | undefined => {
  const [, latitude, longitude] = geolocationPattern.exec(value.trim()) ?? []
  if (latitude === undefined || longitude === undefined) return undefined
  if (Math.abs(Number(latitude)) > 90 || Math.abs(Number(longitude)) > 180) return undefined
  return [latitude, longitude]
    .map((degrees) =>
      Number(degrees)
        .toFixed(2)
        .replace(/^-(0\.00)$/u, "$1")
    )
    .join(",")
}

/** Hexadecimal and bech32 addresses have no case (EIP-55 keeps a checksum in it, BIP 173 forbids mixing); base58 has one. */
const walletForm = (value: string): string | undefined => {
  const text = value.trim()
  if (!/^[A-Za-z0-9:._-]{8,160}$/u.test(text)) return undefined
  const caseless = /^0[xX][0-9a-fA-F]+$/u.test(text) || /^[A-Z]{1,20}1[02-9AC-HJ-NP-Z]{6,}$/u.test(text)
  return caseless ? text.toLowerCase() : text
}

const forms: Readonly<Record<EntryType, (value: string) => string | undefined>> = {
  name: nameForm,
  email: emailForm,
  phone: phoneForm,
  government_id: (value) => given(joinedForm(value), 2),
  face: () => undefined,
  ip_address: (value) => normalizeAddress(value.trim()),
  country: (value) => {
    const code = value.trim().toUpperCase()
    return isCountryCode(code) ? code : undefined
  },
  geolocation: geolocationForm,
  browser_fingerprint: (value) => given(normalizedText(value).trim()),
  device_fingerprint: (value) => given(normalizedText(value).trim()),
  wallet_address: walletForm,
  bank_account: (value) => given(joinedForm(value), 4),
  string: (value) => given(normalizedText(value).replace(/\s+/gu, " ").trim())
}

/** The one spelling under which values of a type are the same; undefined where the text is no such value. */
export const normalForm = (type: EntryType, value: string): string | undefined => forms[type](exactForm(value))

/** The beginning of a value, for entries that name one: what `normalForm` would make of the value's beginning. */
export const prefixForm = (type: EntryType, value: string): string | undefined => {
  switch (type) {
    case "phone":
      return given(phoneDigits(exactForm(value)) ?? "")
    case "government_id":
    case "bank_account":
      return given(joinedForm(exactForm(value)))
    default:
      return normalForm(type, value)
  }
}
