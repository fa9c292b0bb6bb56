import { isMailable } from "@vouchkit/core/kernel/foundation/mail-address"
import { Result } from "effect"

/** A mail server as `SMTP_URL` names it. */
export interface SmtpServer {
  readonly host: string
  readonly port: number
  /**
   * `implicit` from the first byte (smtps), `required` by STARTTLS before anything else, `optional` by STARTTLS where the server offers it.
   * A certificate is verified unless TLS is optional: who accepts plain text gains nothing from refusing an unknown one (RFC 7435).
   */
  readonly tls: "implicit" | "required" | "optional"
  readonly credentials: { readonly user: string; readonly password: string } | null
  /** From `?from=`, else the user if that is an address. */
  readonly from: Sender | null
}

/** Whom mail comes from. */
export interface Sender {
  readonly name: string | null
  readonly address: string
}

const longestName = 200
/** `name@host` or `Display Name <name@host>`; undefined for anything else, and for whatever could end a header. */
export const parseSender = (text: string): Sender | undefined => {
  if (text.length > 500 || /[\p{Cc}\u2028\u2029]/u.test(text)) return undefined
  const [, shown, bracketed] = /^([^<>]*)<([^<>]+)>$/.exec(text.trim()) ?? []
  const address = (bracketed ?? text).trim()
  if (!isMailable(address)) return undefined
  const name = (shown ?? "").trim().replace(/^"(.*)"$/, "$1")
  return name.length > longestName ? undefined : { name: name === "" ? null : name, address }
}

const isLoopback = (host: string): boolean => host === "localhost" || host === "::1" || /^127\.\d+\.\d+\.\d+$/.test(host)

const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

const example = "smtp://user:password@mail.your-company.com:587"

/**
 * Reads `smtp://` and `smtps://` URLs, with `?from=` for the sender and `?tls=required` or `?tls=optional`. Without a word TLS is required
 * where a password travels to another machine. The message of a failure says what would be right and never repeats the value.
 */
export const parseSmtpUrl = (text: string): Result.Result<SmtpServer, string> => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || (url.protocol !== "smtp:" && url.protocol !== "smtps:") || url.hostname === "") {
    return Result.fail(`must be an smtp or smtps URL, such as ${example}`)
  }
  const names = [...new Set(url.searchParams.keys())]
  if (url.pathname.length > 1 || url.hash !== "" || names.some((name) => !/^(?:from|tls)$/.test(name))) {
    return Result.fail("must have no path, and no parameters but from and tls")
  }
  const user = decoded(url.username)
  const password = decoded(url.password)
  if (user === undefined || password === undefined || /[\0\r\n]/.test(user + password)) {
    return Result.fail("must have reserved URL characters in user and password percent-encoded")
  }
  if ((user === "") !== (password === "")) return Result.fail("must have both a user and a password, or neither")
  const asked = url.searchParams.get("tls")
  if (asked !== null && asked !== "required" && asked !== "optional")
    return Result.fail("must have tls=required or tls=optional, or no tls at all")
  const wanted = url.searchParams.get("from")
  const from = wanted === null ? parseSender(user) : parseSender(wanted)
  if (wanted !== null && from === undefined)
    return Result.fail("must have a mail address, or a name with an address in angle brackets, as from")
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1")
  const secure = url.protocol === "smtps:"
  const travels = user !== "" && !isLoopback(host)
  return Result.succeed({
    host,
    port: url.port === "" ? (secure ? 465 : 587) : Number(url.port),
    tls: secure ? "implicit" : (asked ?? (travels ? "required" : "optional")),
    credentials: user === "" ? null : { user, password },
    from: from ?? null
  })
}
