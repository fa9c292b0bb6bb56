import ipaddr from "ipaddr.js"
import { Result } from "effect"
import { charactersUpTo } from "../../../kernel/foundation/unicode.ts"
import { textLimits } from "../../../kernel/foundation/text.ts"
import { judgeAddress } from "./address.ts"
import { isSpecialUse } from "./special-use-names.ts"

/** An endpoint's URL that may be kept, with what a sender needs to dial it. */
export interface Target {
  /** As it was given; a sender dials the parts below. */
  readonly url: string
  readonly scheme: "https" | "http"
  /** Lower case and in ASCII; an IPv6 address stands in brackets. */
  readonly hostname: string
  readonly port: number
  /** Path and query, beginning with a slash. */
  readonly path: string
  /** Named by the operator as one that may be private or plain HTTP. */
  readonly excepted: boolean
}

const messages = {
  too_long: `must be at most ${textLimits.url} characters long`,
  forbidden_character: "must not contain spaces, control or invisible characters, or backslashes; percent-encode them",
  malformed: "must be an absolute URL such as https://hooks.your-company.com/vouchkit",
  not_https: "must start with https://",
  userinfo: "must not contain a user name or password; verify deliveries by their signature",
  fragment: "must not contain a fragment, since it is never sent",
  port: "must name a port from 1 to 65535, or none",
  host_name: "must name a host by its full domain name in the public DNS, such as hooks.your-company.com",
  disguised_host: "must spell its host plainly, without percent-encoding, look-alike characters or number forms other than four decimals",
  non_public_address: "must not point to a private, local or otherwise non-public address",
  special_use_name: "must not use a name that is reserved for local or special use"
} as const

/** Why a URL is not a target: a stable code, and a sentence for the caller that never repeats the URL. */
interface TargetProblem {
  readonly code: keyof typeof messages
  readonly message: string
}

const refuse = (code: keyof typeof messages): Result.Result<never, TargetProblem> => Result.fail({ code, message: messages[code] })

/** `host:port` pairs of the operator, spelled as `judgeTarget` spells them. */
export type InsecureTargets = ReadonlySet<string>

const noExceptions: InsecureTargets = new Set()

// The URL standard drops or rewrites these without a word, other readers do not: a URL means one thing or is refused.
const forbidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Z}\\]/u
const shape = /^(https?):\/\/([^/?#]+)([/?#].*)?$/iu
const portSuffix = /^(.*?)(?::([0-9]*))?$/u
const plainPort = /^[1-9][0-9]{0,4}$/u
const label = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/u
const topLabel = /^(?:[a-z]{2,63}|xn--[a-z0-9-]{2,59})$/u
const longestName = 253
const defaultPorts = { https: 443, http: 80 } as const

const isAscii = (text: string): boolean => /^[\x20-\x7e]*$/u.test(text)

/** The authority of the URL as written, before the URL standard maps it to something else. */
const splitAuthority = (authority: string): { readonly host: string; readonly port: string | undefined } => {
  const end = authority.startsWith("[") ? authority.indexOf("]") + 1 : 0
  const [, host = "", port] = portSuffix.exec(authority.slice(end)) ?? []
  return { host: authority.slice(0, end) + host, port }
}

/** Judges a host that is not excepted; `written` is its spelling in the URL, `hostname` what the URL standard made of it. */
const judgeHost = (written: string, hostname: string): Result.Result<void, TargetProblem> => {
  if (hostname.startsWith("[")) return judgeAddress(hostname.slice(1, -1)).public ? Result.void : refuse("non_public_address")
  if (ipaddr.IPv4.isValidFourPartDecimal(hostname)) {
    if (!judgeAddress(hostname).public) return refuse("non_public_address")
    return written === hostname ? Result.void : refuse("disguised_host")
  }
  const labels = hostname.split(".")
  // Characters outside ASCII are for names that need them; mapped to plain letters they are a disguise.
  if (!isAscii(written) && !labels.some((part) => part.startsWith("xn--"))) return refuse("disguised_host")
  if (isSpecialUse(hostname.replace(/\.$/u, ""))) return refuse("special_use_name")
  if (labels.length < 2 || hostname.length > longestName || !labels.every((part) => label.test(part))) return refuse("host_name")
  return topLabel.test(labels.at(-1) ?? "") ? Result.void : refuse("host_name")
}

const parseUrl = (text: string): URL | undefined => (URL.canParse(text) ? new URL(text) : undefined)

/**
 * Judges an endpoint URL by its spelling alone, as create and PATCH do, and a sender once more before it dials
 *: names are not resolved here.
 */
export const judgeTarget = (url: string, exceptions: InsecureTargets = noExceptions): Result.Result<Target, TargetProblem> => {
  if (charactersUpTo(url, textLimits.url) > textLimits.url) return refuse("too_long")
  if (forbidden.test(url)) return refuse("forbidden_character")
  const [, schemeText, authority, rest = ""] = shape.exec(url) ?? []
  if (schemeText === undefined || authority === undefined) return refuse(/^https:/iu.test(url) ? "malformed" : "not_https")
  if (authority.includes("@")) return refuse("userinfo")
  if (authority.includes("%") && !authority.startsWith("[")) return refuse("disguised_host")
  if (rest.includes("#")) return refuse("fragment")
  const written = splitAuthority(authority)
  if (written.port !== undefined && (!plainPort.test(written.port) || Number(written.port) > 65_535)) return refuse("port")
  const parsed = parseUrl(url)
  if (parsed === undefined || parsed.hostname === "") return refuse("host_name")
  const scheme = parsed.protocol === "https:" ? "https" : "http"
  const { hostname } = parsed
  const port = written.port === undefined ? defaultPorts[scheme] : Number(written.port)
  const target = { url, scheme, hostname, port, path: parsed.pathname + parsed.search } as const
  if (exceptions.has(`${hostname}:${port}`)) return Result.succeed({ ...target, excepted: true })
  if (scheme !== "https") return refuse("not_https")
  return Result.map(judgeHost(written.host, hostname), () => ({ ...target, excepted: false }))
}

const exceptionLimit = 100
const exceptionPattern = /^([^/?#@\\%]{1,255}):([1-9][0-9]{0,4})$/u

const parseException = (entry: string): Result.Result<string, string> => {
  const [, host, port] = exceptionPattern.exec(entry) ?? []
  const parsed = host === undefined ? undefined : parseUrl(`http://${host}/`)
  if (parsed === undefined || Number(port) > 65_535 || parsed.port !== "" || forbidden.test(entry)) {
    return Result.fail(`"${entry.slice(0, 40)}" is not a host and a port, such as 127.0.0.1:4000 or [::1]:4000`)
  }
  return Result.succeed(`${parsed.hostname}:${port}`)
}

/** Reads `WEBHOOK_ALLOW_INSECURE_TARGETS`, `host:port` separated by commas; blank means none; fails with every problem. */
export const parseInsecureTargets = (text: string): Result.Result<InsecureTargets, ReadonlyArray<string>> => {
  const entries = text
    .split(",", exceptionLimit + 1)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "")
  if (entries.length > exceptionLimit) return Result.fail([`it names more than ${exceptionLimit} targets`])
  const parsed = entries.map(parseException)
  const problems = parsed.flatMap((entry) => (Result.isFailure(entry) ? [entry.failure] : []))
  if (problems.length > 0) return Result.fail(problems)
  return Result.succeed(new Set(parsed.flatMap((entry) => (Result.isSuccess(entry) ? [entry.success] : []))))
}
