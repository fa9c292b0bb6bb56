import { lookup, Resolver } from "node:dns/promises"
import { readFile } from "node:fs/promises"

/** Every address of a name, IPv4 and IPv6, asked again each time; rejects when the name has none. Whoever aborts the signal does not wait. */
export type Resolve = (hostname: string, signal: AbortSignal) => Promise<ReadonlyArray<string>>

const hostsFile = process.platform === "win32" ? "C:\\Windows\\System32\\drivers\\etc\\hosts" : "/etc/hosts"
const longestHostsFile = 1_000_000

/** The addresses that the machine's own list gives a name (hosts(5)). */
const listed = async (hostname: string): Promise<ReadonlyArray<string>> => {
  const text = await readFile(hostsFile, "utf8").catch(() => "")
  return text
    .slice(0, longestHostsFile)
    .split("\n")
    .flatMap((line) => {
      const [address = "", ...names] = (line.split("#", 1)[0] ?? "").trim().toLowerCase().split(/\s+/)
      return names.includes(hostname) ? [address] : []
    })
}

/** A name server that does not answer is asked twice, in milliseconds each time; the caller's own limit comes first. */
const retryPolicy = { timeout: 2_000, tries: 2 } as const

/** Asks the name servers of the machine by sockets of its own, so that a silent one holds no thread that files and other names need. */
const asked = async (hostname: string, signal: AbortSignal): Promise<ReadonlyArray<string>> => {
  const resolver = new Resolver(retryPolicy)
  const cancel = () => resolver.cancel()
  signal.addEventListener("abort", cancel, { once: true })
  try {
    const both = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
    const found = both.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []))
    const [first] = both
    if (found.length === 0) throw first.status === "rejected" ? first.reason : new Error("the name has no address")
    return found
  } finally {
    signal.removeEventListener("abort", cancel)
  }
}

/**
 * The machine's own list of hosts, then its name servers. Names of one label are no public names: only the operator's exceptions have them, and
 * the system completes them as it is configured to (resolv.conf(5)), which is why it is asked where no one else knows them.
 */
export const systemResolve: Resolve = async (hostname, signal) => {
  const own = await listed(hostname.toLowerCase())
  if (own.length > 0) return own
  signal.throwIfAborted()
  if (hostname.includes(".")) return asked(hostname, signal)
  return asked(hostname, signal).catch(async () => (await lookup(hostname, { all: true })).map(({ address }) => address))
}
