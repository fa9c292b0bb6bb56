import ipaddr from "ipaddr.js"

/** Whether an address is one of the public Internet; if not, `range` names the kind it belongs to. */
type AddressJudgement = { readonly public: true } | { readonly public: false; readonly range: string }

const refused = (range: string): AddressJudgement => ({ public: false, range })

/** A public address on which one cloud answers its machines about themselves; no one outside can reach it as a receiver. */
const platformAddresses = new Set(["168.63.129.16"])

const globalUnicast: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse("2000::"), 3]

/** An interface identifier that holds an IPv4 address to tunnel to (RFC 5214): the address dialled would be that one. */
const tunnelsByInterface = ([, , , , fifth, sixth]: ReadonlyArray<number>): boolean =>
  sixth === 0x5efe && (fifth === 0x0000 || fifth === 0x0200)

/**
 * Judges an address in its canonical spelling, as a resolver gives it: only global unicast outside every special-purpose range
 * is public (the IANA registries, by ipaddr.js). IPv6 that carries an IPv4 address (mapped, compatible, NAT64, 6to4, Teredo,
 * ISATAP) is refused whatever it carries, and so is anything with a zone.
 */
export const judgeAddress = (address: string): AddressJudgement => {
  if (address.length > 64) return refused("notAnAddress")
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) {
    const range = ipaddr.IPv4.parse(address).range()
    if (range !== "unicast") return refused(range)
    return platformAddresses.has(address) ? refused("platform") : { public: true }
  }
  if (!ipaddr.IPv6.isValid(address)) return refused("notAnAddress")
  if (address.includes("%")) return refused("zone")
  const parsed = ipaddr.IPv6.parse(address)
  const range = parsed.range()
  if (range !== "unicast") return refused(range)
  if (!parsed.match(globalUnicast)) return refused("reserved")
  return tunnelsByInterface(parsed.parts) ? refused("isatap") : { public: true }
}
