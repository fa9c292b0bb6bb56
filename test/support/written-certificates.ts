import { createPublicKey, generateKeyPairSync, type KeyObject, sign } from "node:crypto"

/** A data object of DER: tag, length, value. */
const der = (tag: number, ...values: ReadonlyArray<Uint8Array>): Uint8Array => {
  const value = Buffer.concat(values)
  const length = value.length < 0x80 ? [value.length] : [0x84, ...[24, 16, 8, 0].map((shift) => (value.length >>> shift) & 0xff)]
  return new Uint8Array(Buffer.concat([Uint8Array.of(tag, ...length), value]))
}

const hex = (digits: string) => new Uint8Array(Buffer.from(digits, "hex"))
const printable = (text: string) => der(0x13, new TextEncoder().encode(text))
const oid = { country: hex("550406"), name: hex("550403"), ecdsa_sha256: hex("2a8648ce3d040302") } as const
const attribute = (type: Uint8Array, text: string) => der(0x31, der(0x30, der(0x06, type), printable(text)))
const named = (name: string) => der(0x30, attribute(oid.country, "UT"), attribute(oid.name, name))
const time = (text: string) => der(0x17, new TextEncoder().encode(text))

/** A key of the curve P-256 for certificates that are written by hand. */
export const writtenKey = (): KeyObject => generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey

/** A certificate without extensions, of the state UT, valid from 2020 to 2049. Subject and issuer have the same key. */
export const writtenCertificate = (key: KeyObject, details: { subject: string; issuer: string; serial: number }): Uint8Array => {
  const algorithm = der(0x30, der(0x06, oid.ecdsa_sha256))
  const signed = der(
    0x30,
    der(0x02, Uint8Array.of(1, details.serial >> 8, details.serial & 0xff)),
    algorithm,
    named(details.issuer),
    der(0x30, time("200101000000Z"), time("490101000000Z")),
    named(details.subject),
    new Uint8Array(createPublicKey(key).export({ format: "der", type: "spki" }))
  )
  return der(0x30, signed, algorithm, der(0x03, Uint8Array.of(0), sign("sha256", signed, key)))
}
