const hostText = /^[A-Za-z0-9._:[\]-]{1,260}$/u

/** A host as URLs normalize it: lower case, no closing dot, numeric spellings of an address written out. */
const hostnameOf = (host: string): string | undefined => {
  if (!hostText.test(host)) return undefined
  return URL.parse(`http://${host}`)?.hostname.replace(/\.$/u, "")
}

const isLoopback = (hostname: string): boolean =>
  hostname === "localhost" || hostname === "[::1]" || /^127\.[0-9]{1,3}\.[0-9]{1,3}\.[0-9]{1,3}$/u.test(hostname)

/**
 * Whether a request was meant for this service. A page whose name was rebound to our address still sends its own name as Host, and any page
 * sends its own Origin; programs that are no browsers send none.
 */
export const meantFor = (publicUrl: string): ((request: Request) => boolean) => {
  const own = new URL(publicUrl)
  return (request) => isMeantFor(request, own)
}

const isMeantFor = (request: Request, own: URL): boolean => {
  const hostname = hostnameOf(request.headers.get("host") ?? new URL(request.url).host)
  if (hostname === undefined || (hostname !== own.hostname && !isLoopback(hostname))) return false
  const origin = request.headers.get("origin")
  if (origin === null) return true
  const parsed = /^https?:\/\/[^/]+$/u.test(origin) && origin.length <= 300 ? URL.parse(origin) : null
  return parsed !== null && (parsed.origin === own.origin || isLoopback(parsed.hostname))
}
