import { elementsOf, fieldsOf, oidOf, smallIntegerOf, tags, unsignedIntegerOf } from "../asn1/der.ts"
import type { DigestName } from "../cryptography/digests.ts"
import { type PublicKey, publicKeyOf } from "../cryptography/public-keys.ts"
import { readTlv } from "../asn1/tlv.ts"
import { fileOf } from "./files.ts"

/** Ciphers of secure messaging after chip authentication (BSI TR-03110-3, A.4). */
export type MessagingCipher = "3des" | "aes128" | "aes192" | "aes256"

export interface ChipAuthenticationInfo {
  readonly oid: string
  readonly agreement: "dh" | "ecdh"
  readonly cipher: MessagingCipher
  readonly version: number
  /** Hexadecimal; null where the chip has one key only. */
  readonly key_id: string | null
}

export interface ChipAuthenticationKey {
  readonly agreement: "dh" | "ecdh"
  readonly key: PublicKey
  readonly key_id: string | null
}

/**
 * DG14 (ICAO 9303-11, 9.2; BSI TR-03110-3, A.1). Infos of other protocols, PACE among them, are counted only: the reader's device uses
 * them.
 */
export interface SecurityInfos {
  readonly chip_authentication: ReadonlyArray<ChipAuthenticationInfo>
  readonly chip_authentication_keys: ReadonlyArray<ChipAuthenticationKey>
  /** Hash function of active authentication with ECDSA; null where DG14 names none. */
  readonly active_authentication_digest: DigestName | null
  readonly pace: boolean
}

const mostInfos = 50
const ciphers: Readonly<Record<string, MessagingCipher>> = { "1": "3des", "2": "aes128", "3": "aes192", "4": "aes256" }
const plainSignatures: Readonly<Record<string, DigestName>> = {
  "0.4.0.127.0.7.1.1.4.1.1": "sha1",
  "0.4.0.127.0.7.1.1.4.1.2": "sha224",
  "0.4.0.127.0.7.1.1.4.1.3": "sha256",
  "0.4.0.127.0.7.1.1.4.1.4": "sha384",
  "0.4.0.127.0.7.1.1.4.1.5": "sha512"
}
const agreements: Readonly<Record<string, "dh" | "ecdh">> = { "1": "dh", "2": "ecdh" }
const protocols = "0.4.0.127.0.7.2.2"

/** Reads DG14. Throws `Malformed`. */
export const readDataGroup14 = (bytes: Uint8Array): SecurityInfos => {
  const infos: Array<ChipAuthenticationInfo> = []
  const keys: Array<ChipAuthenticationKey> = []
  let digest: DigestName | null = null
  let pace = false
  for (const info of elementsOf(readTlv(fileOf(bytes, 0x6e, "DG14").value), tags.set, "DG14", mostInfos)) {
    const fields = fieldsOf(info, "A security info")
    const oid = oidOf(fields.next())
    const [, agreement, cipher] = /^0\.4\.0\.127\.0\.7\.2\.2\.3\.([12])\.([1-4])$/.exec(oid) ?? []
    const [, keyAgreement] = /^0\.4\.0\.127\.0\.7\.2\.2\.1\.([12])$/.exec(oid) ?? []
    const keyIdOf = (): string | null => {
      const found = fields.optional(tags.integer)
      return found === null ? null : unsignedIntegerOf(found).toString(16)
    }
    const [agreed, enciphered, keyAgreed] = [agreements[agreement ?? ""], ciphers[cipher ?? ""], agreements[keyAgreement ?? ""]]
    if (agreed !== undefined && enciphered !== undefined) {
      infos.push({ oid, agreement: agreed, cipher: enciphered, version: smallIntegerOf(fields.next()), key_id: keyIdOf() })
    }
    if (keyAgreed !== undefined) keys.push({ agreement: keyAgreed, key: publicKeyOf(fields.next()), key_id: keyIdOf() })
    if (oid === "2.23.136.1.1.5") {
      fields.next(tags.integer)
      digest = plainSignatures[oidOf(fields.next())] ?? null
    }
    pace ||= oid.startsWith(`${protocols}.4.`)
  }
  return { chip_authentication: infos, chip_authentication_keys: keys, active_authentication_digest: digest, pace }
}

/** Reads the public key of active authentication from DG15. Throws `Malformed`. */
export const readDataGroup15 = (bytes: Uint8Array): PublicKey => publicKeyOf(readTlv(fileOf(bytes, 0x6f, "DG15").value))
