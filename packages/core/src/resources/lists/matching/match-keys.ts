import { parseNetwork } from "../../../kernel/access/network.ts"
import { charactersUpTo } from "../../../kernel/foundation/unicode.ts"
import { alikeKeys } from "./alike.ts"
import { type EntryType, type MatchMode, modesOf, takesMode } from "../kinds.ts"
import { domainForm, exactForm, formsVersion, normalForm, prefixForm, seenForm } from "./normalize.ts"

/** Bounds of values and of what is looked up for one of them, in characters and bits. */
export const valueLimits = {
  value: 512,
  shortest_prefix: 2,
  longest_prefix: 64,
  /** Wider ranges would hold a good part of the network. */
  widest_ipv4: 8,
  widest_ipv6: 16
} as const

/*
 * An entry is found by one key, and a value looks up every key under which an entry that matches it may stand: itself, its beginnings,
 * the networks around it, the domains above it. So nothing but digests of keys has to be stored, and the number of look-ups is bounded.
 */
const key = (type: EntryType, mode: MatchMode, form: string): string => JSON.stringify([formsVersion, type, mode, form])

const hexadecimal = (bytes: ReadonlyArray<number>): string => bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("")

const networkForm = (bytes: ReadonlyArray<number>, bits: number): string => {
  const masked = bytes.map((byte, index) => byte & (0xff & (0xff << Math.min(8, Math.max(0, 8 * (index + 1) - bits)))))
  return `${hexadecimal(masked)}/${bits}`
}

const widest = (bytes: ReadonlyArray<number>): number => (bytes.length === 4 ? valueLimits.widest_ipv4 : valueLimits.widest_ipv6)

const cidrForm = (value: string): string | undefined => {
  const network = parseNetwork(value.trim())
  return network === undefined || network.bits < widest(network.bytes) ? undefined : networkForm(network.bytes, network.bits)
}

const boundedPrefix = (form: string | undefined): string | undefined => {
  if (form === undefined) return undefined
  const length = charactersUpTo(form, valueLimits.longest_prefix)
  return length >= valueLimits.shortest_prefix && length <= valueLimits.longest_prefix ? form : undefined
}

/** The key under which an entry with this value is kept; undefined where the mode cannot read the value. Fuzzy entries are kept by other keys. */
export const entryKey = (type: EntryType, mode: MatchMode, value: string): string | undefined => {
  if (!takesMode(type, mode)) return undefined
  const formOf = (text: string): string | undefined => {
    switch (mode) {
      case "exact":
        return normalForm(type, text) === undefined ? undefined : exactForm(text)
      case "normalized":
        return normalForm(type, text)
      case "fuzzy":
        return alikeKeys(text).length === 0 ? undefined : normalForm(type, text)
      case "cidr":
        return cidrForm(text)
      case "domain":
        return domainForm(text)
      case "prefix":
        return boundedPrefix(prefixForm(type, text))
      case "face":
        return undefined
    }
  }
  // A value of nothing that can be seen stands for itself.
  const form = mode === "exact" ? formOf(value) : (formOf(seenForm(type, value)) ?? formOf(value))
  return form === undefined ? undefined : key(type, mode, form)
}

const networksAround = (value: string): ReadonlyArray<string> => {
  const network = value.includes("/") ? undefined : parseNetwork(value.trim())
  if (network === undefined) return []
  const { bits, bytes } = network
  const least = widest(bytes)
  return Array.from({ length: bits - least + 1 }, (_, index) => networkForm(bytes, least + index))
}

const domainsAbove = (email: string): ReadonlyArray<string> => {
  const domain = domainForm(email.slice(email.lastIndexOf("@") + 1))
  const labels = domain?.split(".") ?? []
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join("."))
}

const beginnings = (form: string): ReadonlyArray<string> => {
  const characters = [...form.slice(0, 2 * valueLimits.longest_prefix)].slice(0, valueLimits.longest_prefix)
  return characters.flatMap((_, index) => (index + 1 >= valueLimits.shortest_prefix ? [characters.slice(0, index + 1).join("")] : []))
}

const formsFor = (type: EntryType, mode: MatchMode, value: string): ReadonlyArray<string> => {
  const normal = normalForm(type, value)
  switch (mode) {
    case "exact":
      return [exactForm(value)]
    case "normalized":
      return normal === undefined ? [] : [normal]
    case "cidr":
      return networksAround(value)
    case "domain":
      return value.includes("@") ? domainsAbove(exactForm(value)) : []
    case "prefix":
      return normal === undefined ? [] : beginnings(normal)
    case "fuzzy":
    case "face":
      return []
  }
}

/** A value as it was written and as it is seen, which mostly is the same. */
export const spellingsOf = (type: EntryType, value: string): ReadonlyArray<string> => [...new Set([value, seenForm(type, value)])]

/** Every key under which an entry that matches the value may stand: at most some 200 for each spelling, of which most have no entry. */
export const lookUpKeys = (type: EntryType, value: string): ReadonlyArray<string> => [
  ...new Set(
    spellingsOf(type, value).flatMap((spelling) =>
      modesOf[type].flatMap((mode: MatchMode) => formsFor(type, mode, spelling).map((form) => key(type, mode, form)))
    )
  )
]
