import { curveParameters, type CurveName } from "./curve-parameters.ts"
import { algorithmOf, bitStringOf, elementsOf, fieldsOf, integerOctets, oidOf, tags, unsignedIntegerOf } from "../asn1/der.ts"
import { curveNames, curveOfOid, curveOfParameters, fieldBytes } from "./elliptic-curves.ts"
import { Malformed } from "../asn1/malformed.ts"
import { unsignedOf, withoutLeadingZeros } from "../asn1/octets.ts"
import { readTlv, type Tlv } from "../asn1/tlv.ts"

/** Bounds of keys that are computed with, in bits. */
const keyLimits = { modulus_bits: 8192, exponent_bits: 33, dh_bits: 4096 } as const

export interface RsaKey {
  readonly kind: "rsa"
  /** Big-endian, without leading zeros. */
  readonly modulus: Uint8Array
  readonly exponent: Uint8Array
  readonly bits: number
}

export interface EcKey {
  readonly kind: "ec"
  readonly curve: CurveName
  /** SEC 1; not yet known to lie on the curve. */
  readonly point: Uint8Array
}

export interface DhKey {
  readonly kind: "dh"
  readonly p: bigint
  readonly g: bigint
  readonly public: bigint
}

/** A key that the standard knows or does not, yet that is not computed with here. */
interface UnsupportedKey {
  readonly kind: "unsupported"
  readonly reason: "algorithm" | "curve" | "size"
}

export type PublicKey = RsaKey | EcKey | DhKey | UnsupportedKey

const bitsOf = (number: bigint): number => number.toString(2).length

const rsaKey = (bits: Uint8Array): RsaKey | UnsupportedKey => {
  const fields = fieldsOf(readTlv(bits), "An RSA key")
  const modulus = withoutLeadingZeros(integerOctets(fields.next()))
  const exponent = withoutLeadingZeros(integerOctets(fields.next()))
  const size = bitsOf(unsignedOf(modulus))
  const small = modulus.length * 8 <= keyLimits.modulus_bits && exponent.length * 8 <= keyLimits.exponent_bits + 7
  return small && size >= 512 ? { kind: "rsa", modulus, exponent, bits: size } : { kind: "unsupported", reason: "size" }
}

/** The base point of the known curve that these octets encode; a compressed one is unique by its x and the parity of y. */
const basePoint = (encoded: Uint8Array): { readonly x: bigint; readonly y: bigint } | null => {
  const name = curveNames.find((candidate) => {
    const length = fieldBytes(candidate)
    const { x, y } = curveParameters[candidate]
    if (unsignedOf(encoded.subarray(1, 1 + length)) !== x) return false
    if (encoded[0] === 4) return encoded.length === 1 + 2 * length && unsignedOf(encoded.subarray(1 + length)) === y
    return encoded.length === 1 + length && encoded[0] === 2 + Number(y % 2n)
  })
  return name === undefined ? null : curveParameters[name]
}

/** ECParameters of X9.62 and RFC 3279, 2.3.5. */
const explicitCurve = (parameters: Tlv): CurveName | null => {
  const fields = fieldsOf(parameters, "Curve parameters")
  fields.next(tags.integer)
  const field = fieldsOf(fields.next(), "A field identifier")
  if (oidOf(field.next()) !== "1.2.840.10045.1.1") return null
  const p = unsignedIntegerOf(field.next())
  const curve = fieldsOf(fields.next(), "A curve")
  const a = unsignedOf(curve.next(tags.octet_string).value)
  const b = unsignedOf(curve.next(tags.octet_string).value)
  const base = basePoint(fields.next(tags.octet_string).value)
  const n = unsignedIntegerOf(fields.next())
  const cofactor = fields.optional(tags.integer)
  if (base === null || (cofactor !== null && unsignedIntegerOf(cofactor) !== 1n)) return null
  return curveOfParameters({ p, n, a, b, x: base.x, y: base.y })
}

const curveOf = (parameters: Tlv | null): CurveName | null => {
  if (parameters?.tag === tags.oid) return curveOfOid(oidOf(parameters))
  return parameters?.tag === tags.sequence ? explicitCurve(parameters) : null
}

/** Parameters of X9.42 (p, g, q) and of PKCS #3 (p, g) begin alike. */
const dhKey = (parameters: Tlv | null, bits: Uint8Array): DhKey | UnsupportedKey => {
  if (parameters === null) throw new Malformed("A Diffie-Hellman key has no parameters")
  const [p, g] = elementsOf(parameters, tags.sequence, "Diffie-Hellman parameters", 5).map((member) =>
    member.tag === tags.integer ? unsignedIntegerOf(member) : 0n
  )
  const value = unsignedIntegerOf(readTlv(bits))
  if (p === undefined || g === undefined) throw new Malformed("Diffie-Hellman parameters lack a member")
  if (bitsOf(p) > keyLimits.dh_bits || bitsOf(p) < 1024 || p % 2n === 0n) return { kind: "unsupported", reason: "size" }
  const within = (number: bigint) => number > 1n && number < p - 1n
  if (!within(g) || !within(value)) throw new Malformed("A Diffie-Hellman key is outside its group")
  return { kind: "dh", p, g, public: value }
}

/** A SubjectPublicKeyInfo (RFC 5280, 4.1.2.7; RFC 4055, RFC 5480). */
export const publicKeyOf = (found: Tlv): PublicKey => {
  const fields = fieldsOf(found, "A public key")
  const { oid, parameters } = algorithmOf(fields.next())
  const bits = bitStringOf(fields.next())
  switch (oid) {
    case "1.2.840.113549.1.1.1":
    case "1.2.840.113549.1.1.10":
      return rsaKey(bits)
    case "1.2.840.10045.2.1":
    case "1.3.132.1.12": {
      const curve = curveOf(parameters)
      return curve === null ? { kind: "unsupported", reason: "curve" } : { kind: "ec", curve, point: bits }
    }
    case "1.2.840.10046.2.1":
    case "1.2.840.113549.1.3.1":
      return dhKey(parameters, bits)
    default:
      return { kind: "unsupported", reason: "algorithm" }
  }
}
