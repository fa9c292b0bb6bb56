import { extensionsOf, serialOf } from "./certificates.ts"
import { type AlgorithmIdentifier, algorithmOf, bitStringOf, fieldsOf, tags, timeOf } from "../asn1/der.ts"
import { type DistinguishedName, distinguishedNameOf } from "./distinguished-names.ts"
import { Malformed } from "../asn1/malformed.ts"
import { readTlv, type Tlv, tlvsIn } from "../asn1/tlv.ts"

/** A certificate revocation list of a CSCA (RFC 5280, 5; ICAO 9303-12, 7.1.4). */
export interface RevocationList {
  readonly der: Uint8Array
  readonly issuer: DistinguishedName
  /** Milliseconds since 1970. */
  readonly this_update: number
  readonly next_update: number | null
  /** Serial numbers in hexadecimal, without leading zeros. */
  readonly revoked: ReadonlySet<string>
  /** It speaks for all certificates of its issuer; a delta or partial list says only who is revoked, never who is not (RFC 5280, 5.2). */
  readonly complete: boolean
  readonly signature_algorithm: AlgorithmIdentifier
  readonly signed: Uint8Array
  readonly signature: Uint8Array
}

export const revocationLimits = { bytes: 32 << 20, entries: 500_000 } as const

const revokedIn = (list: Tlv): ReadonlySet<string> => {
  const serials = new Set<string>()
  for (const entry of tlvsIn(list.value, revocationLimits.entries)) {
    if (entry.tag !== tags.sequence) throw new Malformed("An entry of a revocation list is no sequence")
    serials.add(serialOf(readTlv(entry.value)))
  }
  return serials
}

/** Reads a revocation list. Throws `Malformed`; whether its issuer signed it is another question. */
export const readRevocationList = (der: Uint8Array): RevocationList => {
  const whole = readTlv(der)
  const fields = fieldsOf(whole, "A revocation list")
  const signed = fields.next()
  const inner = fieldsOf(signed, "A revocation list")
  inner.optional(tags.integer)
  inner.next(tags.sequence)
  const issuer = distinguishedNameOf(inner.next())
  const this_update = timeOf(inner.next())
  const next = inner.optional(tags.utc_time) ?? inner.optional(tags.generalized_time)
  const revoked = inner.optional(tags.sequence)
  const wrapped = inner.optional(0xa0)
  const extensions = wrapped === null ? [] : extensionsOf(wrapped)
  return {
    der: whole.bytes,
    issuer,
    this_update,
    next_update: next === null ? null : timeOf(next),
    revoked: revoked === null ? new Set() : revokedIn(revoked),
    complete: !extensions.some(({ critical, oid }) => critical && oid !== "2.5.29.35" && oid !== "2.5.29.20"),
    signature_algorithm: algorithmOf(fields.next()),
    signed: signed.bytes,
    signature: bitStringOf(fields.next())
  }
}
