/**
 * Endings under which no name of the public DNS lives: the special-use registry of IANA (RFC 6761, 6762, 7686, 8375, 9476),
 * `internal` as ICANN set it aside, the endings of private networks that RFC 6762 lists, and those that container platforms
 * complete by themselves. `example` is left out: it stands for documentation, leads nowhere private, and RFC 6761 asks
 * software not to treat it as special.
 */
const endings = new Set([
  ...["localhost", "local", "test", "invalid", "onion", "alt", "arpa", "internal"],
  ...["intranet", "private", "corp", "home", "lan", "mail", "localdomain", "localdomain4", "localdomain6", "workgroup"],
  ...["svc", "consul", "docker"]
])

/** Public names that a cloud answers with its metadata service. */
const metadataNames = ["metadata.goog"]

/** Whether a lower-case host name without a trailing dot is special-use or metadata, by itself or by its ending. */
export const isSpecialUse = (hostname: string): boolean =>
  endings.has(hostname.slice(hostname.lastIndexOf(".") + 1)) ||
  metadataNames.some((name) => hostname === name || hostname.endsWith(`.${name}`))
