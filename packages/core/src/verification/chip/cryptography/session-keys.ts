import { createCipheriv } from "node:crypto"
import { cmac } from "@noble/ciphers/aes.js"
import type { MessagingCipher } from "../data-groups/security-infos.ts"
import { digest } from "./digests.ts"
import { concat } from "../asn1/octets.ts"

const keyBytes: Readonly<Record<MessagingCipher, number>> = { "3des": 16, aes128: 16, aes192: 24, aes256: 32 }

/** Derives the key of secure messaging for checksums from a shared secret (BSI TR-03110-3, A.2.3; counter 2 is the MAC's). */
export const checksumKey = (cipher: MessagingCipher, shared: Uint8Array): Uint8Array => {
  const name = cipher === "3des" || cipher === "aes128" ? "sha1" : "sha256"
  return digest(name, shared, Uint8Array.of(0, 0, 0, 2)).subarray(0, keyBytes[cipher])
}

/** Bytes of a block, which is also the length of the send sequence counter. */
export const blockBytes = (cipher: MessagingCipher): number => (cipher === "3des" ? 8 : 16)

/** Padding method 2 of ISO/IEC 9797-1. */
export const padded = (data: Uint8Array, block: number): Uint8Array => {
  const whole = new Uint8Array(Math.ceil((data.length + 1) / block) * block)
  whole.set(data)
  whole[data.length] = 0x80
  return whole
}

const tripleDes = (key: Uint8Array, data: Uint8Array): Uint8Array => {
  const cipher = createCipheriv("des-ede3-cbc", key, new Uint8Array(8)).setAutoPadding(false)
  return concat(cipher.update(data), cipher.final())
}

/**
 * MAC algorithm 3 of ISO/IEC 9797-1 over padded data: single DES along the chain, triple DES for its last block. Single DES is triple DES
 * with three equal keys, which every OpenSSL still offers.
 */
const retailMac = (key: Uint8Array, data: Uint8Array): Uint8Array => {
  const [first, second] = [key.subarray(0, 8), key.subarray(8, 16)]
  const head = data.subarray(0, -8)
  const chained = head.length === 0 ? new Uint8Array(8) : tripleDes(concat(first, first, first), head).subarray(-8)
  const last = data.subarray(-8).map((byte, index) => byte ^ (chained[index] ?? 0))
  return tripleDes(concat(first, second, first), last)
}

/** The 8 bytes of a checksum of secure messaging over data that is not padded yet (BSI TR-03110-3, F.2; ICAO 9303-11, 9.8). */
export const checksum = (cipher: MessagingCipher, key: Uint8Array, data: Uint8Array): Uint8Array => {
  const whole = padded(data, blockBytes(cipher))
  return (cipher === "3des" ? retailMac(key, whole) : cmac(whole, key)).subarray(0, 8)
}
