import { readDataGroup14 } from "./data-groups/security-infos.ts"
import type { ChipAuthenticationKey, ChipAuthenticationInfo, MessagingCipher, SecurityInfos } from "./data-groups/security-infos.ts"
import { digest } from "./cryptography/digests.ts"
import { curveParameters, type CurveName } from "./cryptography/curve-parameters.ts"
import { publicPointOf, sharedCoordinate } from "./cryptography/elliptic-curves.ts"
import { readableOrNull } from "./asn1/malformed.ts"
import { concat, octetsOf, sameOctets, unsignedOf } from "./asn1/octets.ts"
import type { DhKey, PublicKey } from "./cryptography/public-keys.ts"
import { blockBytes, checksum, checksumKey, padded } from "./cryptography/session-keys.ts"
import { tlvsIn } from "./asn1/tlv.ts"

/** Least bytes of chance that an ephemeral key is made of. */
export const leastRandomBytes = 32

/** What both ends of secure messaging know after chip authentication; to be kept secret until the response was judged. */
interface ChipAuthenticationState {
  readonly cipher: MessagingCipher
  readonly checksum_key: Uint8Array
}

export interface ChipAuthenticationStart {
  /** Protocol that the device names to the chip, as a dotted object identifier. */
  readonly protocol: string
  /** Hexadecimal; null where the chip has one key only. */
  readonly key_id: string | null
  /** For MSE:Set KAT or General Authenticate: an uncompressed point, or the number of Diffie-Hellman as long as the prime. */
  readonly ephemeral_public_key: Uint8Array
  /** The protected READ BINARY of EF.COM that the device sends next as it is, and whose response it hands back. */
  readonly command: Uint8Array
  readonly state: ChipAuthenticationState
}

/** Chance stretched to a number of bytes, each block under a counter of its own. */
const stretched = (random: Uint8Array, length: number): Uint8Array =>
  concat(...Array.from({ length: Math.ceil(length / 64) }, (_, block) => digest("sha512", Uint8Array.of(block), random))).subarray(
    0,
    length
  )

/** A number from 1 to most less 1; 16 bytes more than it needs take the bias out (FIPS 186-4, B.4.1). */
const secretBelow = (most: bigint, random: Uint8Array): bigint =>
  (unsignedOf(stretched(random, Math.ceil(most.toString(16).length / 2) + 16)) % (most - 1n)) + 1n

const power = (base: bigint, exponent: bigint, modulus: bigint): bigint => {
  let result = 1n
  for (const bit of exponent.toString(2)) {
    result = (result * result) % modulus
    if (bit === "1") result = (result * base) % modulus
  }
  return result
}

interface Agreed {
  readonly ephemeral: Uint8Array
  readonly shared: Uint8Array
}

const agreeOnCurve = (curve: CurveName, point: Uint8Array, random: Uint8Array): Agreed | null => {
  const secret = secretBelow(curveParameters[curve].n, random)
  const shared = sharedCoordinate(curve, secret, point)
  return shared === null ? null : { ephemeral: publicPointOf(curve, secret), shared }
}

/** Exponents of 512 bits are more than the standard groups of RFC 5114 need, and bound the work. */
const agreeInGroup = ({ g, p, public: chip }: DhKey, random: Uint8Array): Agreed => {
  const secret = secretBelow(1n << 512n, random)
  const length = Math.ceil(p.toString(16).length / 2)
  return { ephemeral: octetsOf(power(g, secret, p), length), shared: octetsOf(power(chip, secret, p), length) }
}

const agree = (key: PublicKey, random: Uint8Array): Agreed | null => {
  if (key.kind === "ec") return agreeOnCurve(key.curve, key.point, random)
  return key.kind === "dh" ? agreeInGroup(key, random) : null
}

const kindOf = { dh: "dh", ecdh: "ec" } as const

/** The key of an info is the one with its identifier, or the only one. */
const keyOf = (info: Pick<ChipAuthenticationInfo, "agreement" | "key_id">, keys: ReadonlyArray<ChipAuthenticationKey>) =>
  keys.find(({ agreement, key, key_id }) => agreement === info.agreement && key_id === info.key_id && key.kind === kindOf[info.agreement])

const strength: ReadonlyArray<MessagingCipher> = ["aes256", "aes192", "aes128", "3des"]

/** Protocols with a key that can be computed with, the strongest first. A key without an info stands for 3DES (ICAO 9303-11, 6.2). */
const offersOf = ({ chip_authentication, chip_authentication_keys: keys }: SecurityInfos) => {
  const named = chip_authentication.flatMap((info) => {
    const key = keyOf(info, keys)
    return key === undefined ? [] : [{ protocol: info.oid, cipher: info.cipher, key: key.key, key_id: info.key_id }]
  })
  const bare = keys
    .filter(({ agreement, key }) => chip_authentication.length === 0 && key.kind === kindOf[agreement])
    .map(({ agreement, key, key_id }) => ({
      protocol: `0.4.0.127.0.7.2.2.3.${agreement === "dh" ? 1 : 2}.1`,
      cipher: "3des" as const,
      key,
      key_id
    }))
  return [...named, ...bare].sort((left, right) => strength.indexOf(left.cipher) - strength.indexOf(right.cipher))
}

/** The send sequence counter begins at zero; the command has 1, its response 2. */
const counter = (cipher: MessagingCipher, value: number): Uint8Array => {
  const bytes = new Uint8Array(blockBytes(cipher))
  bytes[bytes.length - 1] = value
  return bytes
}

const commandHeader = Uint8Array.of(0x0c, 0xb0, 0x9e, 0x00)
const expectedLength = Uint8Array.of(0x97, 0x01, 0x04)

const protectedCommand = ({ checksum_key, cipher }: ChipAuthenticationState): Uint8Array => {
  const header = padded(commandHeader, blockBytes(cipher))
  const mac = checksum(cipher, checksum_key, concat(counter(cipher, 1), header, expectedLength))
  return concat(commandHeader, Uint8Array.of(0x0d), expectedLength, Uint8Array.of(0x8e, 0x08), mac, Uint8Array.of(0x00))
}

/**
 * Begins chip authentication as the terminal (BSI TR-03110-2, 3.4; ICAO 9303-11, 6.2) against the key of DG14, whose hash must be found
 * in the security object before the result counts. The ephemeral key is made of `random`, at least 32 secret bytes used once, so that
 * beginning again with the same bytes gives the same state. Null: DG14 cannot be read, or offers nothing that can be computed with.
 */
export const beginChipAuthentication = (dg14: Uint8Array, random: Uint8Array): ChipAuthenticationStart | null => {
  const infos = readableOrNull(() => readDataGroup14(dg14))
  if (infos === null || random.length < leastRandomBytes) return null
  for (const { cipher, key, key_id, protocol } of offersOf(infos)) {
    const agreed = agree(key, random)
    if (agreed === null) continue
    const state = { cipher, checksum_key: checksumKey(cipher, agreed.shared) }
    return { protocol, key_id, ephemeral_public_key: agreed.ephemeral, command: protectedCommand(state), state }
  }
  return null
}

const mostResponseBytes = 1024

/**
 * Whether the response to the protected command bears the checksum that only the holder of the chip's private key can make. The response
 * is that of the chip as it came, with or without the status word that follows the protected data.
 */
export const finishChipAuthentication = ({ checksum_key, cipher }: ChipAuthenticationState, response: Uint8Array): boolean => {
  if (response.length > mostResponseBytes) return false
  const objectsOf = (bytes: Uint8Array) => readableOrNull(() => [...tlvsIn(bytes, 10)])
  const objects = objectsOf(response.subarray(0, -2)) ?? objectsOf(response)
  const last = objects?.at(-1)
  if (objects === null || objects === undefined || last === undefined || last.tag !== 0x8e || last.value.length !== 8) return false
  const covered = objects.slice(0, -1)
  // Data under 87 or 85, the status under 99: without the status nothing says that the chip obeyed.
  if (!covered.some(({ tag }) => tag === 0x99) || covered.some(({ tag }) => ![0x85, 0x87, 0x99].includes(tag))) return false
  return sameOctets(checksum(cipher, checksum_key, concat(counter(cipher, 2), ...covered.map(({ bytes }) => bytes))), last.value)
}
