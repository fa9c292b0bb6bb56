import { createHmac, timingSafeEqual } from "node:crypto"

/** How far a receiver lets `t` lie from its own clock, in seconds, in the past and in the future alike. */
export const signatureToleranceSeconds = 300

/** The raw bytes of a request body, or the text whose UTF-8 they are. */
export type RawBody = string | Uint8Array

/** What is signed: the body exactly as sent, at a moment in whole Unix seconds, with the newest secret first. */
interface Signing {
  readonly secrets: readonly [string, ...ReadonlyArray<string>]
  readonly timestamp: number
  readonly body: RawBody
}

const secretPrefix = "whsec_"
const secretBytes = 32

/** A signing secret from 32 unpredictable bytes: `whsec_` and their base64, a valid key of both signature forms. */
export const mintSecret = (bytes: Uint8Array): string => {
  if (bytes.length !== secretBytes) throw new RangeError(`A signing secret is made of ${secretBytes} bytes, not ${bytes.length}`)
  return secretPrefix + Buffer.from(bytes).toString("base64")
}

/** The signature goes over two parts in turn, so that a body is never copied to stand behind its prefix. */
const hmac = (key: string | Uint8Array, prefix: string, body: RawBody) => createHmac("sha256", key).update(prefix).update(body)

/** The value of `X-Service-Signature`, `t=<unix>,v1=<hex>[,v1=<hex>]`: one `v1` per secret, so both ends of a rotation verify. */
export const signatureHeader = ({ secrets, timestamp, body }: Signing): string =>
  [`t=${timestamp}`, ...secrets.map((secret) => `v1=${hmac(secret, `${timestamp}.`, body).digest("hex")}`)].join(",")

/**
 * The legacy bare-hex signature: HMAC-SHA256 over the raw body alone, without a moment.
 * It has room for one value, so during a rotation it is the newest secret's.
 */
export const legacySignature = ({ secret, body }: { readonly secret: string; readonly body: RawBody }): string =>
  hmac(secret, "", body).digest("hex")

const base64 = /^[A-Za-z0-9+/]+={0,2}$/
const standardKeyBytes = { min: 24, max: 64 } as const

/** The key bytes of Standard Webhooks; undefined for a secret of another origin that its libraries could not read. */
const standardKey = (secret: string): Uint8Array | undefined => {
  const encoded = secret.slice(secretPrefix.length)
  if (!secret.startsWith(secretPrefix) || encoded.length > 2 * standardKeyBytes.max || !base64.test(encoded)) return undefined
  const key = Buffer.from(encoded, "base64")
  const readable = key.length >= standardKeyBytes.min && key.length <= standardKeyBytes.max && key.toString("base64") === encoded
  return readable ? key : undefined
}

/**
 * The value of `webhook-signature`, `v1,<base64>[ v1,<base64>]` over `<id>.<timestamp>.<body>`, keyed with the bytes that the
 * secret encodes (Standard Webhooks); undefined when no secret encodes 24 to 64 bytes.
 */
export const standardSignature = ({ id, secrets, timestamp, body }: Signing & { readonly id: string }): string | undefined => {
  const keys = secrets.map(standardKey).filter((key) => key !== undefined)
  if (keys.length === 0) return undefined
  return keys.map((key) => `v1,${hmac(key, `${id}.${timestamp}.`, body).digest("base64")}`).join(" ")
}

/** Why a signature was not accepted: not in the form, not made with a known secret over this body, or too far from now. */
export type SignatureProblem = "malformed" | "no_match" | "too_old" | "too_new"

type Verdict = { readonly verified: true; readonly timestamp: number } | { readonly verified: false; readonly problem: SignatureProblem }

const headerLimit = 1_024
const elementLimit = 16
const element = /^([a-z][a-z0-9]{0,7})=([\x21-\x2b\x2d-\x7e]{1,128})$/
const unixSeconds = /^(?:0|[1-9][0-9]{0,11})$/
// Lower case only: a second spelling of the same signature would be one that no one signed.
const hexDigest = /^[0-9a-f]{64}$/

interface ParsedHeader {
  readonly timestamp: number
  readonly digests: ReadonlyArray<string>
}

/** Elements of other names are a later scheme's business and are passed over; the two known ones must be exact. */
const parseHeader = (header: string): ParsedHeader | undefined => {
  if (header.length > headerLimit) return undefined
  const elements = header.split(",", elementLimit + 1)
  if (elements.length > elementLimit) return undefined
  const timestamps: Array<string> = []
  const digests: Array<string> = []
  for (const part of elements) {
    const [, name, value] = element.exec(part) ?? []
    if (name === undefined || value === undefined) return undefined
    if (name === "t") timestamps.push(value)
    if (name === "v1") digests.push(value)
  }
  const [timestamp, another] = timestamps
  if (timestamp === undefined || another !== undefined || !unixSeconds.test(timestamp)) return undefined
  return digests.length > 0 && digests.every((digest) => hexDigest.test(digest)) ? { timestamp: Number(timestamp), digests } : undefined
}

/** Compares every pair, however early one fits: the time taken says nothing about which secret or digest did. */
const anyEqual = (expected: ReadonlyArray<Uint8Array>, digests: ReadonlyArray<string>): boolean => {
  let found = false
  for (const digest of digests) {
    const given = Buffer.from(digest, "hex")
    for (const own of expected) found = timingSafeEqual(own, given) || found
  }
  return found
}

/** A clock or tolerance that is no number lets nothing pass. */
const withinTolerance = (timestamp: number, now: number, tolerance_seconds: number): Verdict => {
  if (now - timestamp <= tolerance_seconds && timestamp - now <= tolerance_seconds) return { verified: true, timestamp }
  return { verified: false, problem: now >= timestamp ? "too_old" : "too_new" }
}

/**
 * Judges an `X-Service-Signature` as a receiver does: any of the secrets may have made any `v1`, and `t` may lie
 * `tolerance_seconds` before or after `now`, both in Unix seconds. The digest is judged before the clock.
 */
export const verifySignature = (received: {
  readonly header: string
  readonly body: RawBody
  readonly secrets: ReadonlyArray<string>
  readonly now: number
  readonly tolerance_seconds?: number
}): Verdict => {
  const { header, body, secrets, now, tolerance_seconds = signatureToleranceSeconds } = received
  const parsed = parseHeader(header)
  if (parsed === undefined) return { verified: false, problem: "malformed" }
  const { timestamp, digests } = parsed
  const expected = secrets.map((secret) => hmac(secret, `${timestamp}.`, body).digest())
  return anyEqual(expected, digests) ? withinTolerance(timestamp, now, tolerance_seconds) : { verified: false, problem: "no_match" }
}

/**
 * Judges a legacy bare-hex signature. It binds no moment, so a receiver cannot tell a repeat from the first:
 * it is a function of its own, never what `verifySignature` falls back to.
 */
export const verifyLegacySignature = (received: {
  readonly header: string
  readonly body: RawBody
  readonly secrets: ReadonlyArray<string>
}): boolean => {
  const { header, body, secrets } = received
  if (header.length !== 64 || !hexDigest.test(header)) return false
  return anyEqual(
    secrets.map((secret) => hmac(secret, "", body).digest()),
    [header]
  )
}

const standardId = /^[\x21-\x2d\x2f-\x7e]{1,255}$/
const standardElement = /^[A-Za-z0-9]{1,8},([A-Za-z0-9+/=]{1,128})$/
// One spelling only: other trailing bits would be a second spelling of the same signature.
const base64Digest = /^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/

/** Digests of the scheme `v1`; elements of other schemes are passed over, and one that is no element spoils the header. */
const standardDigests = (header: string): ReadonlyArray<string> | undefined => {
  if (header.length > headerLimit) return undefined
  const elements = header.split(" ", elementLimit + 1)
  if (elements.length > elementLimit || !elements.every((part) => standardElement.test(part))) return undefined
  const digests = elements.filter((part) => part.startsWith("v1,")).map((part) => part.slice(3))
  if (digests.length === 0 || !digests.every((digest) => base64Digest.test(digest))) return undefined
  return digests.map((digest) => Buffer.from(digest, "base64").toString("hex"))
}

/**
 * Judges the three headers of Standard Webhooks, under the same rules as `verifySignature`. Secrets that are no key of that convention
 * match nothing.
 */
export const verifyStandardSignature = (received: {
  readonly id: string
  readonly timestamp: string
  readonly signature: string
  readonly body: RawBody
  readonly secrets: ReadonlyArray<string>
  readonly now: number
  readonly tolerance_seconds?: number
}): Verdict => {
  const { id, body, secrets, now, tolerance_seconds = signatureToleranceSeconds } = received
  const digests = standardDigests(received.signature)
  if (digests === undefined || !standardId.test(id) || !unixSeconds.test(received.timestamp))
    return { verified: false, problem: "malformed" }
  const timestamp = Number(received.timestamp)
  const keys = secrets.map(standardKey).filter((key) => key !== undefined)
  const expected = keys.map((key) => hmac(key, `${id}.${timestamp}.`, body).digest())
  if (!anyEqual(expected, digests)) return { verified: false, problem: "no_match" }
  return withinTolerance(timestamp, now, tolerance_seconds)
}
