import { definiteLengths, encodedLength } from "@vouchkit/core/verification/chip/asn1/definite-lengths"
import { readSecurityObject } from "@vouchkit/core/verification/chip/security-object"
import { membersOf, readTlv } from "@vouchkit/core/verification/chip/asn1/tlv"

const built = (tag: number, ...parts: ReadonlyArray<Uint8Array>): Buffer => {
  const value = Buffer.concat(parts)
  return Buffer.concat([Uint8Array.of(tag), encodedLength(value.length), value])
}

/** The same security object without the certificate of its signer, which no signature covers, and that certificate; both in base64. */
export const withoutSigner = (sod: string): { readonly sod: string; readonly signer: string } => {
  const file = new Uint8Array(Buffer.from(sod, "base64"))
  const [certificate] = readSecurityObject(file).signed_data.certificates
  if (certificate === undefined) throw new Error("the security object holds no certificate")
  const [type, wrapped] = membersOf(readTlv(definiteLengths(readTlv(file).value)))
  if (type === undefined || wrapped === undefined) throw new Error("no content info")
  const kept = membersOf(readTlv(wrapped.value)).filter(({ tag }) => tag !== 0xa0)
  const whole = built(0x77, built(0x30, type.bytes, built(0xa0, built(0x30, ...kept.map(({ bytes }) => bytes)))))
  return { sod: whole.toString("base64"), signer: Buffer.from(certificate.der).toString("base64") }
}
