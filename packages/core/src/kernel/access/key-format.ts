import { createHash, timingSafeEqual } from "node:crypto"
import { crc32 } from "node:zlib"
import type { Environment } from "../foundation/environment.ts"

export type KeyKind = "secret" | "publishable"

/** How a key begins tells what it is; the environment of a request is decided by nothing else. */
export const keyPrefixes = {
  secret: { live: "vk_live_", sandbox: "vk_sandbox_" },
  publishable: { live: "vpk_live_", sandbox: "vpk_sandbox_" }
} as const satisfies Record<KeyKind, Record<Environment, string>>
type KeyPrefix = (typeof keyPrefixes)[KeyKind][Environment]

export interface KeyParts {
  readonly kind: KeyKind
  readonly environment: Environment
  readonly prefix: KeyPrefix
  /** Enough to tell keys apart in a list; part of the checksum, so it tells nothing about the secret itself. */
  readonly last4: string
}

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
const secretLength = 40
const checksumLength = 6
/** No credential longer than this is looked at; the longest key of our making has 57 characters. */
export const longestKey = 200
/** The largest multiple of 62 that a byte can hold: greater bytes are drawn again, since their remainders would favour some characters. */
const unbiasedBelow = 248
const maxDraws = 64

const kinds: ReadonlyArray<KeyParts> = [
  { kind: "secret", environment: "live", prefix: keyPrefixes.secret.live, last4: "" },
  { kind: "secret", environment: "sandbox", prefix: keyPrefixes.secret.sandbox, last4: "" },
  { kind: "publishable", environment: "live", prefix: keyPrefixes.publishable.live, last4: "" },
  { kind: "publishable", environment: "sandbox", prefix: keyPrefixes.publishable.sandbox, last4: "" }
]

/**
 * Six base62 digits over everything before them, the prefix included, so that a key moved to another prefix is no key.
 * Scanners for leaked secrets can tell a real key from a look-alike offline.
 */
const checksum = (text: string): string => {
  let rest = crc32(text)
  let digits = ""
  for (let position = 0; position < checksumLength; position += 1) {
    digits = alphabet.charAt(rest % 62) + digits
    rest = Math.floor(rest / 62)
  }
  return digits
}

/**
 * A new key: its prefix, 40 base62 characters drawn without bias (238 bits), and a checksum of 6.
 * `entropy` gives exactly as many unpredictable bytes as asked for; one that never gives a usable byte is a defect and throws.
 */
export const mintKey = (entropy: (count: number) => Uint8Array, kind: KeyKind, environment: Environment): string => {
  let secret = ""
  for (let draw = 0; secret.length < secretLength; draw += 1) {
    if (draw === maxDraws) throw new Error("The source of entropy gives no usable bytes")
    for (const byte of entropy(secretLength)) {
      if (byte < unbiasedBelow && secret.length < secretLength) secret += alphabet.charAt(byte % 62)
    }
  }
  const unsigned = `${keyPrefixes[kind][environment]}${secret}`
  return `${unsigned}${checksum(unsigned)}`
}

/**
 * What a credential says about itself by its prefix alone, whether or not we minted it; undefined when it is no key of this service.
 * Keys that an operator fixed by configuration have no checksum, so this, and not `parseKey`, stands before the look-up by hash.
 */
export const recognizeKey = (text: string): KeyParts | undefined => {
  if (text.length > longestKey || !/^[\x21-\x7e]+$/.test(text)) return undefined
  const found = kinds.find(({ prefix }) => text.startsWith(prefix) && text.length > prefix.length)
  return found === undefined ? undefined : { ...found, last4: text.slice(Math.max(found.prefix.length, text.length - 4)) }
}

/** The parts of a key of our making; undefined for any text that `mintKey` could not have returned. Runs in time bounded by `longestKey`. */
export const parseKey = (text: string): KeyParts | undefined => {
  const parts = recognizeKey(text)
  if (parts === undefined || text.length !== parts.prefix.length + secretLength + checksumLength) return undefined
  const unsigned = text.slice(0, -checksumLength)
  if (!/^[0-9A-Za-z]+$/.test(unsigned.slice(parts.prefix.length))) return undefined
  return checksum(unsigned) === text.slice(-checksumLength) ? parts : undefined
}

/** Whether two secrets are equal, in time that depends on the length of each but not on where they differ. */
export const equalSecrets = (left: string, right: string): boolean => {
  const digest = (text: string) => createHash("sha256").update(text, "utf8").digest()
  // UTF-8 writes every unpaired surrogate alike, so texts that hold one could be equal as bytes without being equal.
  return timingSafeEqual(digest(left), digest(right)) && left.isWellFormed() && right.isWellFormed()
}
