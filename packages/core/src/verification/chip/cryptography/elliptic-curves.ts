import { weierstrass, type WeierstrassPoint, type WeierstrassPointCons } from "@noble/curves/abstract/weierstrass.js"
import { type CurveName, type CurveParameters, curveParameters } from "./curve-parameters.ts"
import { octetsOf, unsignedOf } from "../asn1/octets.ts"

const isCurveName = (text: string): text is CurveName => Object.hasOwn(curveParameters, text)

export const curveNames: ReadonlyArray<CurveName> = Object.keys(curveParameters).filter(isCurveName)

const arithmetic = new Map<CurveName, WeierstrassPointCons<bigint>>()

const pointsOf = (curve: CurveName): WeierstrassPointCons<bigint> => {
  const known = arithmetic.get(curve)
  if (known !== undefined) return known
  const { a, b, n, p, x, y }: CurveParameters = curveParameters[curve]
  const made = weierstrass<bigint>({ p, n, h: 1n, a, b, Gx: x, Gy: y })
  arithmetic.set(curve, made)
  return made
}

export const curveOfOid = (oid: string): CurveName | null => curveNames.find((name) => curveParameters[name].oid === oid) ?? null

/** The known curve that has exactly these parameters; null for any other, on which nothing is ever computed. */
export const curveOfParameters = (given: Omit<CurveParameters, "oid">): CurveName | null =>
  curveNames.find((name) => {
    const known: CurveParameters = curveParameters[name]
    return (
      known.p === given.p && known.n === given.n && known.a === given.a && known.b === given.b && known.x === given.x && known.y === given.y
    )
  }) ?? null

const bytesFor = (number: bigint): number => Math.ceil(number.toString(16).length / 2)

/** Bytes of a coordinate. */
export const fieldBytes = (curve: CurveName): number => bytesFor(curveParameters[curve].p)

/** Bytes of r or s in a signature. */
export const orderBytes = (curve: CurveName): number => bytesFor(curveParameters[curve].n)

/** A point in the forms of SEC 1, 2.3.3; null where it is none of the curve, or the point at infinity. */
const pointOf = (curve: CurveName, encoded: Uint8Array): WeierstrassPoint<bigint> | null => {
  try {
    const point = pointsOf(curve).fromBytes(encoded)
    point.assertValidity()
    return point
  } catch {
    return null
  }
}

/** The leftmost bits of a digest as a number (FIPS 186-4, 6.4). */
const digestNumber = (digest: Uint8Array, order: bigint): bigint => {
  const surplus = digest.length * 8 - order.toString(2).length
  return surplus > 0 ? unsignedOf(digest) >> BigInt(surplus) : unsignedOf(digest)
}

/** An ECDSA signature as its two numbers. */
export interface EcdsaSignature {
  readonly r: bigint
  readonly s: bigint
}

/** Verification after FIPS 186-4, 6.4.2. Both values of s count: issuing states do not normalize it. */
export const verifiesEcdsa = (curve: CurveName, publicPoint: Uint8Array, digest: Uint8Array, { r, s }: EcdsaSignature): boolean => {
  const points = pointsOf(curve)
  const order = curveParameters[curve].n
  const key = pointOf(curve, publicPoint)
  if (key === null || r < 1n || r >= order || s < 1n || s >= order) return false
  const inverse = points.Fn.inv(s)
  const u1 = points.Fn.mul(points.Fn.create(digestNumber(digest, order)), inverse)
  const u2 = points.Fn.mul(r, inverse)
  const sum = points.BASE.multiplyUnsafe(u1).add(key.multiplyUnsafe(u2))
  return !sum.is0() && points.Fn.create(sum.toAffine().x) === r
}

/** Public point, uncompressed, of a private number from 1 to the order less 1. */
export const publicPointOf = (curve: CurveName, secret: bigint): Uint8Array => pointsOf(curve).BASE.multiply(secret).toBytes(false)

/** The coordinate x that two parties share (BSI TR-03111, 4.3.1); null where the other's point is none of the curve. */
export const sharedCoordinate = (curve: CurveName, secret: bigint, otherPoint: Uint8Array): Uint8Array | null => {
  const other = pointOf(curve, otherPoint)
  return other === null ? null : octetsOf(other.multiply(secret).toAffine().x, fieldBytes(curve))
}
