import { parseSender, parseSmtpUrl, type Sender, type SmtpServer } from "@vouchkit/adapters/mail/smtp-url"
import { keyPrefixes, longestKey } from "@vouchkit/core/kernel/access/key-format"
import { type Network, parseNetwork } from "@vouchkit/core/kernel/access/network"
import { parseRetrySchedule } from "@vouchkit/core/resources/webhooks/deliveries/schedule"
import { parseInsecureTargets } from "@vouchkit/core/resources/webhooks/targets/target"
import { type LogLevel, Redacted, Result, Schema, SchemaGetter } from "effect"
import type { Environment } from "@vouchkit/core/kernel/foundation/environment"

const longestValue = 10_000

/** How one variable is read: its value, or what would be right. No message repeats the value, which may be a secret. */
type Read<A> = (text: string) => Result.Result<A, string>

/** The schema of one variable of the environment. */
export const variable = <A>(read: Read<A>): Schema.Codec<A, string> =>
  Schema.String.check(
    Schema.makeFilter((text: string) => {
      if (text.length > longestValue) return `must be at most ${longestValue} characters long`
      const value = read(text)
      return Result.isSuccess(value) || value.failure
    })
  ).pipe(
    Schema.decodeTo(
      Schema.declare((_: unknown): _ is A => true),
      {
        decode: SchemaGetter.transform((text: string) => Result.getOrThrow(read(text))),
        encode: SchemaGetter.forbidden(() => "The environment is read, never written")
      }
    )
  )

export const wholeNumber = (minimum: number, maximum: number): Read<number> => {
  const right = `must be a whole number from ${minimum} to ${maximum}`
  return (text) => {
    const value = /^[0-9]{1,10}$/.test(text) ? Number(text) : Number.NaN
    return value >= minimum && value <= maximum ? Result.succeed(value) : Result.fail(right)
  }
}

export const choice =
  <const Options extends ReadonlyArray<string>>(options: Options): Read<Options[number]> =>
  (text) => {
    const found = options.find((option) => option === text.toLowerCase())
    return found === undefined ? Result.fail(`must be ${options.join(" or ")}`) : Result.succeed(found)
  }

export const hostName: Read<string> = (text) =>
  /^[0-9A-Za-z_.:-]{1,253}$/.test(text)
    ? Result.succeed(text)
    : Result.fail("must be an address or a host name without scheme and port, such as 127.0.0.1, 0.0.0.0 or ::")

export const folder: Read<string> = (text) =>
  text.includes("\0") || text.length > 4000 ? Result.fail("must be the path of a folder, such as .vouchkit") : Result.succeed(text)

const urlOf = (text: string, schemes: ReadonlyArray<string>): URL | undefined => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url !== undefined && schemes.includes(url.protocol) ? url : undefined
}

/** An address that paths are appended to: no query, no fragment, no credentials, and no slash at its end. */
export const webAddress =
  (example: string): Read<string> =>
  (text) => {
    const url = urlOf(text, ["http:", "https:"])
    const plain = url !== undefined && url.search === "" && url.hash === "" && url.username === "" && url.password === ""
    return plain
      ? Result.succeed(`${url.origin}${url.pathname.replace(/\/+$/, "")}`)
      : Result.fail(`must be an http or https URL without query, such as ${example}`)
  }

export const databaseUrl: Read<Redacted.Redacted<string>> = (text) => {
  // Several hosts, separated by commas, are the driver's own extension of a URL.
  const first = text.replace(/^([a-z]+:\/\/(?:[^/@]*@)?[^/,?]*),[^/?]*/, "$1")
  return urlOf(first, ["postgres:", "postgresql:"]) === undefined
    ? Result.fail("must be a PostgreSQL URL, such as postgres://user:password@host:5432/database")
    : Result.succeed(Redacted.make(text))
}

export const mailServer: Read<Redacted.Redacted<SmtpServer>> = (text) => Result.map(parseSmtpUrl(text), (server) => Redacted.make(server))

export const mailSender: Read<Sender> = (text) => {
  const sender = parseSender(text)
  return sender === undefined
    ? Result.fail("must be a mail address, or a name with an address in angle brackets, such as Your Company <no-reply@your-company.com>")
    : Result.succeed(sender)
}

export const masterKeyBytes = 32

export const masterKey: Read<Redacted.Redacted<Uint8Array>> = (text) => {
  const bytes = /^[0-9A-Za-z+/]{42,43}={0,2}$/.test(text) ? new Uint8Array(Buffer.from(text, "base64")) : new Uint8Array()
  return bytes.length === masterKeyBytes
    ? Result.succeed(Redacted.make(bytes))
    : Result.fail(`must be ${masterKeyBytes} bytes in base64; make one with: openssl rand -base64 ${masterKeyBytes}`)
}

/** What KMS answers for a short key has some 180 bytes; it answers no more than this. */
const longestWrappedMasterKey = 6144

export const wrappedMasterKey: Read<Redacted.Redacted<Uint8Array>> = (text) => {
  const bytes = /^[0-9A-Za-z+/]+={0,2}$/.test(text) ? new Uint8Array(Buffer.from(text, "base64")) : new Uint8Array()
  return bytes.length > masterKeyBytes && bytes.length <= longestWrappedMasterKey
    ? Result.succeed(Redacted.make(bytes))
    : Result.fail("must be a wrapped master key in base64, as it is printed by: bun run master-key generate --key KMS_KEY_ID")
}

export const kmsKey: Read<string> = (text) =>
  /^[0-9A-Za-z:/_-]{1,2048}$/.test(text)
    ? Result.succeed(text)
    : Result.fail("must be the id, the alias or the ARN of a key of AWS KMS, such as alias/vouchkit")

export const region: Read<string> = (text) =>
  /^[a-z]{2,4}(?:-[a-z]{2,16}){1,3}-[0-9]{1,2}$/.test(text)
    ? Result.succeed(text)
    : Result.fail("must be a region of AWS, such as eu-central-1")

const shortestKey = 20

export const fixedKey = (environment: Environment): Read<Redacted.Redacted<string>> => {
  const prefix = keyPrefixes.secret[environment]
  return (text) =>
    text.startsWith(prefix) && text.length >= shortestKey && text.length <= longestKey && /^[\x21-\x7e]+$/.test(text)
      ? Result.succeed(Redacted.make(text))
      : Result.fail(`must start with ${prefix} and have ${shortestKey} to ${longestKey} printable characters without spaces`)
}

export const token: Read<Redacted.Redacted<string>> = (text) =>
  /^[\x21-\x7e]{1,200}$/.test(text)
    ? Result.succeed(Redacted.make(text))
    : Result.fail("must have 1 to 200 printable characters without spaces")

const mostProxies = 200

export const networks: Read<ReadonlyArray<Network>> = (text) => {
  const entries = text.split(",").map((entry) => entry.trim())
  const parsed = entries.flatMap((entry) => parseNetwork(entry) ?? [])
  return parsed.length === entries.length && entries.length <= mostProxies
    ? Result.succeed(parsed)
    : Result.fail(`must be at most ${mostProxies} addresses or CIDR ranges, separated by commas, such as 10.0.0.0/8,127.0.0.1`)
}

const mostServers = 10

/** Issuers of OAuth 2 (RFC 8414): one address or several, separated by commas. */
export const webAddresses: Read<ReadonlyArray<string>> = (text) => {
  const entries = text.split(",", mostServers + 1).map((entry) => webAddress("https://login.your-company.com")(entry.trim()))
  const read = entries.flatMap((entry) => (Result.isSuccess(entry) ? [entry.success] : []))
  return read.length === entries.length && entries.length <= mostServers
    ? Result.succeed(read)
    : Result.fail(`must be at most ${mostServers} addresses, separated by commas, such as https://login.your-company.com`)
}

const mostPorts = 20

export const ports: Read<ReadonlySet<number>> = (text) => {
  const entries = text.split(",", mostPorts + 1).map((entry) => wholeNumber(1, 65_535)(entry.trim()))
  const read = entries.flatMap((entry) => (Result.isSuccess(entry) ? [entry.success] : []))
  return read.length === entries.length && entries.length <= mostPorts
    ? Result.succeed(new Set(read))
    : Result.fail(`must be at most ${mostPorts} ports from 1 to 65535, separated by commas, such as 9443,10443`)
}

export const retrySchedule = (text: string) => Result.mapError(parseRetrySchedule(text), (problems) => problems.join("; "))
export const insecureTargets = (text: string) => Result.mapError(parseInsecureTargets(text), (problems) => problems.join("; "))

const levels = { trace: "Trace", debug: "Debug", info: "Info", warn: "Warn", error: "Error", fatal: "Fatal" } as const satisfies Record<
  string,
  LogLevel.LogLevel
>

export const logLevel: Read<LogLevel.LogLevel> = (text) => {
  const found = Object.entries(levels).find(([name]) => name === text.toLowerCase())
  return found === undefined ? Result.fail(`must be ${Object.keys(levels).join(", ")}`) : Result.succeed(found[1])
}
