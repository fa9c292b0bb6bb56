import { Schema } from "effect"
import ipaddr from "ipaddr.js"
import { LRUCache } from "lru-cache"

/** Bounds of allow-lists and of the chain of proxies that is walked. */
export const networkLimits = { entries: 100, entry_characters: 64, hops: 100 } as const

/** A range of addresses: 4 bytes for IPv4, 16 for IPv6, of which the first `bits` bits count. */
export interface Network {
  readonly bytes: ReadonlyArray<number>
  readonly bits: number
}

const mappedPrefixBits = 96
const bitsOf = (bytes: ReadonlyArray<number>): number => bytes.length * 8

/**
 * Reads one address strictly: four decimal parts or IPv6 text, never the octal, hexadecimal or shortened spellings that
 * parsers disagree on. An IPv4 address written as IPv6 (`::ffff:a.b.c.d`) is the IPv4 address it stands for. A zone is ignored.
 */
const readAddress = (text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined => {
  if (text.length > networkLimits.entry_characters) return undefined
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text)
  const plain = text.replace(/%[0-9A-Za-z._-]{1,32}$/, "")
  if (!/^[0-9A-Fa-f:.]+$/.test(plain) || !plain.includes(":") || !ipaddr.IPv6.isValid(plain)) return undefined
  const address = ipaddr.IPv6.parse(plain)
  return address.isIPv4MappedAddress() ? address.toIPv4Address() : address
}

const spelled = (text: string): string | undefined => {
  const address = readAddress(text)
  if (address === undefined) return undefined
  return address instanceof ipaddr.IPv6 ? address.toRFC5952String() : address.toString()
}

const noAddress = Symbol("no address")
/** Spellings seen lately: a server hears from the same few neighbours with every request. */
const known = new LRUCache<string, string | typeof noAddress>({ max: 1_000 })

/** The one spelling of an address (RFC 5952 for IPv6, IPv4 also when mapped); undefined when it is none. */
export const normalizeAddress = (text: string): string | undefined => {
  if (text.length > networkLimits.entry_characters) return undefined
  const seen = known.get(text)
  if (seen !== undefined) return seen === noAddress ? undefined : seen
  const spelling = spelled(text)
  known.set(text, spelling ?? noAddress)
  return spelling
}

/** What is wrong with an entry of an allow-list, or the range it stands for. */
const readNetwork = (text: string): Network | string => {
  if (text.length > networkLimits.entry_characters) return `must be at most ${networkLimits.entry_characters} characters long`
  if (text.includes("%")) return "must not name a zone"
  const slash = text.indexOf("/")
  const written = slash === -1 ? text : text.slice(0, slash)
  const address = readAddress(written)
  if (address === undefined) return "must be an IPv4 or IPv6 address or a CIDR range, such as 203.0.113.7 or 2001:db8::/32"
  const bytes = address.toByteArray()
  if (slash === -1) return { bytes, bits: bitsOf(bytes) }
  const mapped = bytes.length === 4 && written.includes(":")
  const longest = mapped ? 128 : bitsOf(bytes)
  const digits = text.slice(slash + 1)
  if (!/^(0|[1-9][0-9]{0,2})$/.test(digits) || Number(digits) > longest) return `must end in a prefix length from 0 to ${longest}`
  if (!mapped) return { bytes, bits: Number(digits) }
  if (Number(digits) < mappedPrefixBits) return `must end in a prefix length of at least ${mappedPrefixBits}, as IPv4 written as IPv6`
  return { bytes, bits: Number(digits) - mappedPrefixBits }
}

/** The range of an address or CIDR text; undefined when it is neither. Bits beyond the prefix length do not matter. */
export const parseNetwork = (text: string): Network | undefined => {
  const network = readNetwork(text)
  return typeof network === "string" ? undefined : network
}

/** The ranges of a list, ready for many questions. What cannot be read lets no one in. */
export const compileNetworks = (list: ReadonlyArray<string>): ReadonlyArray<Network> =>
  list.flatMap((entry) => {
    const network = parseNetwork(entry)
    return network === undefined ? [] : [network]
  })

const covers = ({ bits, bytes }: Network, address: ReadonlyArray<number>): boolean => {
  if (bytes.length !== address.length) return false
  const whole = bits >> 3
  for (let index = 0; index < whole; index += 1) if (bytes[index] !== address[index]) return false
  const mask = 0xff & (0xff << (8 - (bits & 7)))
  return (bits & 7) === 0 || ((bytes[whole] ?? 0) & mask) === ((address[whole] ?? 0) & mask)
}

/** Whether one of the ranges holds the address. Text that is no address lies in none. */
export const contains = (networks: ReadonlyArray<Network>, address: string): boolean => {
  const bytes = readAddress(address)?.toByteArray()
  return bytes !== undefined && networks.some((network) => covers(network, bytes))
}

/** Whether an allow-list lets the address in. An empty list restricts nothing; any other refuses a caller without a known address. */
export const allows = (list: ReadonlyArray<string>, address: string | null | undefined): boolean =>
  list.length === 0 || (address !== null && address !== undefined && contains(compileNetworks(list), address))

/**
 * Whether `list` lets no address in that `before` keeps out. Each range must lie within one range of `before`: two neighbours that make up a
 * larger range together do not count as that range, so that the answer may be no too often and never yes.
 */
export const isAsStrict = (list: ReadonlyArray<string>, before: ReadonlyArray<string>): boolean => {
  if (before.length === 0) return true
  const outer = compileNetworks(before)
  return list.length > 0 && compileNetworks(list).every(({ bits, bytes }) => outer.some((one) => one.bits <= bits && covers(one, bytes)))
}

/** Bytes of an IPv6 address that name the network of one subscriber (RFC 6177); the others change with the device and the day. */
const subscriberBytes = 8

/**
 * The network that a public address stands for: of IPv4 the address, of IPv6 its first 64 bits, in hexadecimal. Undefined where the address is not
 * a public one (private, loopback, documentation, tunnels): it then says nothing about where a caller is.
 */
export const vicinityOf = (address: string): string | undefined => {
  const known = readAddress(address)
  if (known === undefined || known.range() !== "unicast") return undefined
  return Buffer.from(known.toByteArray().slice(0, known instanceof ipaddr.IPv6 ? subscriberBytes : undefined)).toString("hex")
}

/** An IPv4 or IPv6 address, or a range of them in CIDR notation (RFC 4632, RFC 4291). */
const IpRange = Schema.String.check(
  Schema.makeFilter(
    (text: string) => {
      const network = readNetwork(text)
      return typeof network === "string" ? network : undefined
    },
    {
      expected: "an IP address or a CIDR range",
      description: "IPv4 or IPv6 address, or a CIDR range",
      examples: ["203.0.113.0/24", "2001:db8::/32"],
      toJsonSchema: () => ({
        minLength: 2,
        maxLength: networkLimits.entry_characters,
        pattern: "^[0-9A-Fa-f:.]+(/[0-9]{1,3})?$"
      })
    }
  )
)

/** Where calls may come from: at most 100 addresses and ranges; empty means anywhere. */
export const IpAllowlist = Schema.Array(IpRange).check(
  Schema.isMaxLength(networkLimits.entries, { message: `must hold at most ${networkLimits.entries} entries` })
)

/** One hop of `X-Forwarded-For`: an address, perhaps quoted, bracketed or with a port. */
const readHop = (text: string): string | undefined => {
  if (text.length > networkLimits.entry_characters) return undefined
  const bare = text.startsWith('"') && text.endsWith('"') && text.length > 1 ? text.slice(1, -1) : text
  const bracketed = /^\[([^\]]+)\](?::[0-9]{1,5})?$/.exec(bare)
  if (bracketed?.[1] !== undefined) return bracketed[1].includes(":") ? normalizeAddress(bracketed[1]) : undefined
  const withPort = /^([0-9.]+):[0-9]{1,5}$/.exec(bare)
  return normalizeAddress(withPort?.[1] ?? bare)
}

interface Hops {
  /** Address of the other end of the connection; null or empty for a local socket. */
  readonly socket_address: string | null | undefined
  /** The `X-Forwarded-For` header, several of them joined by commas in order. */
  readonly forwarded_for: string | null | undefined
  /** The proxies whose word counts, from `compileNetworks`. */
  readonly trusted_proxies: ReadonlyArray<Network>
}

/**
 * The address a call comes from, in its one spelling; undefined when even the socket's is unknown.
 * Each proxy appends whom it heard from, so the header is read from the right: as long as the last speaker is trusted, its word about
 * the one before counts. What stands left of the first untrusted address was written by the caller and means nothing, and where a
 * trusted proxy wrote no address, its own is all that is known.
 */
export const callerAddress = ({ forwarded_for, socket_address, trusted_proxies }: Hops): string | undefined => {
  let known = normalizeAddress(socket_address ?? "")
  let rest = forwarded_for ?? ""
  for (let hop = 0; hop < networkLimits.hops; hop += 1) {
    if (known === undefined || rest === "" || !contains(trusted_proxies, known)) return known
    const comma = rest.lastIndexOf(",")
    const before = readHop(rest.slice(comma + 1).trim())
    if (before === undefined) return known
    known = before
    rest = comma === -1 ? "" : rest.slice(0, comma)
  }
  return known
}
