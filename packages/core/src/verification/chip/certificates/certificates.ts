import {
  type AlgorithmIdentifier,
  algorithmOf,
  bitStringOf,
  elementsOf,
  explicit,
  fieldsOf,
  integerOctets,
  namedBitsOf,
  oidOf,
  tags,
  timeOf
} from "../asn1/der.ts"
import { type DistinguishedName, distinguishedNameOf } from "./distinguished-names.ts"
import { Malformed, readable } from "../asn1/malformed.ts"
import { hexOf, withoutLeadingZeros } from "../asn1/octets.ts"
import { type PublicKey, publicKeyOf } from "../cryptography/public-keys.ts"
import { judgeSignature, type SignatureJudgement, schemeOf } from "../cryptography/signatures.ts"
import { memberOf, readTlv, type Tlv } from "../asn1/tlv.ts"

/** What the extensions of a certificate say (ICAO 9303-12, 7.1.1); null for each one that is absent. */
interface CertificateExtensions {
  /** Hexadecimal. */
  readonly authority_key_id: string | null
  readonly subject_key_id: string | null
  readonly key_usage: { readonly digital_signature: boolean; readonly certificate_sign: boolean; readonly crl_sign: boolean } | null
  readonly is_authority: boolean | null
  /** Milliseconds since 1970. */
  readonly private_key_usage: { readonly from: number | null; readonly to: number | null } | null
  /** Codes of the documents that a signer may sign, as in the first two characters of a machine readable zone. */
  readonly document_types: ReadonlyArray<string> | null
  /** Object identifiers of critical extensions that are not known here: what they restrict cannot be judged. */
  readonly unknown_critical: ReadonlyArray<string>
}

/** An X.509 certificate (RFC 5280) of a CSCA, a document signer or a signer of master lists. */
export interface Certificate {
  readonly der: Uint8Array
  /** Hexadecimal, without leading zeros. */
  readonly serial: string
  readonly issuer: DistinguishedName
  readonly subject: DistinguishedName
  /** Milliseconds since 1970, both inclusive. */
  readonly not_before: number
  readonly not_after: number
  readonly public_key: PublicKey
  readonly extensions: CertificateExtensions
  readonly signature_algorithm: AlgorithmIdentifier
  readonly signed: Uint8Array
  readonly signature: Uint8Array
}

export const certificateLimits = { bytes: 64 * 1024, extensions: 60 } as const

/**
 * Critical extensions whose meaning is honoured here, or that restrict nothing that is checked: policies, names, points of distribution.
 */
const knownExtensions = {
  authorityKeyIdentifier: "2.5.29.35",
  subjectKeyIdentifier: "2.5.29.14",
  keyUsage: "2.5.29.15",
  privateKeyUsagePeriod: "2.5.29.16",
  basicConstraints: "2.5.29.19",
  documentTypeList: "2.23.136.1.1.6.2"
} as const
const harmless = ["2.5.29.17", "2.5.29.18", "2.5.29.31", "2.5.29.32", "2.5.29.37", "2.23.136.1.1.6.1"]
const known: ReadonlyArray<string> = [...Object.values(knownExtensions), ...harmless]

/** Serial numbers compare without their padding, which issuers write differently in certificate, signature and revocation list. */
export const serialOf = (found: Tlv): string => hexOf(withoutLeadingZeros(integerOctets(found)))

interface Extension {
  readonly oid: string
  readonly critical: boolean
  readonly value: Uint8Array
}

export const extensionsOf = (wrapped: Tlv): ReadonlyArray<Extension> =>
  elementsOf(explicit(wrapped), tags.sequence, "Extensions", certificateLimits.extensions).map((found) => {
    const fields = fieldsOf(found, "An extension")
    const oid = oidOf(fields.next())
    const critical = fields.optional(tags.boolean)
    return { oid, critical: critical !== null && critical.value[0] !== 0, value: fields.next(tags.octet_string).value }
  })

const keyUsageOf = (value: Uint8Array): CertificateExtensions["key_usage"] => {
  const bits = namedBitsOf(readTlv(value))
  return { digital_signature: bits[0] === true, certificate_sign: bits[5] === true, crl_sign: bits[6] === true }
}

const authorityKeyOf = (value: Uint8Array): string | null => {
  const key = memberOf(readTlv(value), 0x80)
  return key === null ? null : hexOf(key.value)
}

const isAuthorityOf = (value: Uint8Array): boolean => {
  const flag = memberOf(readTlv(value), tags.boolean)
  return flag !== null && flag.value[0] !== 0
}

/** Both members are GeneralizedTime under an implicit tag (RFC 3280, 4.2.1.4). */
const privateKeyUsageOf = (value: Uint8Array): CertificateExtensions["private_key_usage"] => {
  const period = readTlv(value)
  const at = (tag: number): number | null => {
    const found = memberOf(period, tag)
    return found === null ? null : timeOf({ ...found, tag: tags.generalized_time })
  }
  return { from: at(0x80), to: at(0x81) }
}

const documentTypesOf = (value: Uint8Array): ReadonlyArray<string> => {
  const fields = fieldsOf(readTlv(value), "A list of document types")
  fields.next(tags.integer)
  return elementsOf(fields.next(), tags.set, "Document types", 50).map((code) => String.fromCharCode(...code.value.subarray(0, 2)))
}

const parsedExtensions = (extensions: ReadonlyArray<Extension>): CertificateExtensions => {
  const read = <A>(oid: string, parse: (value: Uint8Array) => A): A | null => {
    const found = extensions.find((extension) => extension.oid === oid)
    return found === undefined ? null : parse(found.value)
  }
  // What helps to find an issuer, or limits a key in time, may be faulty in real certificates without making them useless. What says what a
  // certificate may be used for may not, and a list of documents that cannot be read lists none.
  const readLeniently = <A>(oid: string, parse: (value: Uint8Array) => A, otherwise: A): A | null =>
    read(oid, (value) => {
      const found = readable(() => parse(value))
      return found instanceof Malformed ? otherwise : found
    })
  return {
    authority_key_id: readLeniently(knownExtensions.authorityKeyIdentifier, authorityKeyOf, null),
    subject_key_id: readLeniently<string | null>(knownExtensions.subjectKeyIdentifier, (value) => hexOf(readTlv(value).value), null),
    key_usage: read(knownExtensions.keyUsage, keyUsageOf),
    is_authority: read(knownExtensions.basicConstraints, isAuthorityOf),
    private_key_usage: readLeniently(knownExtensions.privateKeyUsagePeriod, privateKeyUsageOf, null),
    document_types: readLeniently<ReadonlyArray<string>>(knownExtensions.documentTypeList, documentTypesOf, []),
    unknown_critical: extensions.filter(({ critical, oid }) => critical && !known.includes(oid)).map(({ oid }) => oid)
  }
}

/** Reads a certificate. Throws `Malformed`; nothing in it is trusted by reading it. */
export const readCertificate = (der: Uint8Array): Certificate => {
  const whole = readTlv(der)
  const fields = fieldsOf(whole, "A certificate")
  const signed = fields.next()
  const inner = fieldsOf(signed, "A certificate")
  inner.optional(0xa0)
  const serial = serialOf(inner.next())
  inner.next(tags.sequence)
  const issuer = distinguishedNameOf(inner.next())
  const validity = fieldsOf(inner.next(), "A validity")
  const [not_before, not_after] = [timeOf(validity.next()), timeOf(validity.next())]
  const subject = distinguishedNameOf(inner.next())
  const public_key = publicKeyOf(inner.next())
  inner.optional(0x81)
  inner.optional(0x82)
  const extensions = inner.optional(0xa3)
  return {
    der: whole.bytes,
    serial,
    issuer,
    subject,
    not_before,
    not_after,
    public_key,
    extensions: parsedExtensions(extensions === null ? [] : extensionsOf(extensions)),
    signature_algorithm: algorithmOf(fields.next()),
    signed: signed.bytes,
    signature: bitStringOf(fields.next())
  }
}

/** Whether a certificate or revocation list was signed with a key. */
export const signedWith = (
  { signature, signature_algorithm, signed }: Pick<Certificate, "signature" | "signature_algorithm" | "signed">,
  key: PublicKey
): SignatureJudgement => judgeSignature({ key, scheme: schemeOf(signature_algorithm), digest: null, message: signed, signature })
