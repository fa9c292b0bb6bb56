import { type Certificate, readCertificate, serialOf } from "./certificates/certificates.ts"
import { definiteLengths, encodedLength } from "./asn1/definite-lengths.ts"
import {
  type AlgorithmIdentifier,
  algorithmOf,
  elementsOf,
  explicit,
  type Fields,
  fieldsOf,
  oidOf,
  smallIntegerOf,
  tags,
  timeOf
} from "./asn1/der.ts"
import { type DigestName, digest, digestOf } from "./cryptography/digests.ts"
import { distinguishedNameOf } from "./certificates/distinguished-names.ts"
import { Malformed, readableOrNull } from "./asn1/malformed.ts"
import { concat, hexOf, sameOctets } from "./asn1/octets.ts"
import { digestOfScheme, judgeSignature, type SignatureJudgement, schemeOf } from "./cryptography/signatures.ts"
import { expectTag, readTlv, type Tlv } from "./asn1/tlv.ts"

/** Whom a SignerInfo names as its signer. */
export type SignerIdentifier =
  | { readonly by: "issuer_and_serial"; readonly issuer: string; readonly serial: string }
  | { readonly by: "subject_key_id"; readonly subject_key_id: string }

interface SignedAttributes {
  /** With the tag of a SET: what was signed (RFC 5652, 5.4). */
  readonly encoded: Uint8Array
  /** In the order that DER asks for, for signers who sorted only while they signed. */
  readonly sorted: Uint8Array
  readonly content_type: string | null
  readonly message_digest: Uint8Array | null
  /** Milliseconds since 1970. */
  readonly signing_time: number | null
}

export interface SignerInfo {
  readonly signer: SignerIdentifier
  /** Null: a hash function that documents do not use. */
  readonly digest: DigestName | null
  readonly attributes: SignedAttributes | null
  readonly signature_algorithm: AlgorithmIdentifier
  readonly signature: Uint8Array
}

/** A CMS SignedData (RFC 5652, 5) with its content inside. */
export interface SignedData {
  readonly content_type: string
  /** Null: only certificates are carried. */
  readonly content: Uint8Array | null
  /** Certificates that can be read; those that cannot are counted. */
  readonly certificates: ReadonlyArray<Certificate>
  readonly unreadable_certificates: number
  readonly signers: ReadonlyArray<SignerInfo>
}

/** Bounds of one SignedData. A master list carries its certificates as content, not here, yet some bundles carry them here. */
const signedDataLimits = { certificates: 2000, signers: 5, attributes: 30 } as const

const attributeValue = (attributes: ReadonlyArray<Tlv>, oid: string): Tlv | null => {
  const found = attributes
    .map((attribute) => fieldsOf(attribute, "A signed attribute"))
    .filter((fields) => oidOf(fields.next()) === oid)
    .map((fields) => elementsOf(fields.next(), tags.set, "Values of an attribute", 2))
  const values = found.flat()
  if (found.length > 1 || (found.length === 1 && values.length !== 1)) throw new Malformed("A signed attribute occurs twice")
  return values[0] ?? null
}

const byOctets = (left: Uint8Array, right: Uint8Array): number => Buffer.compare(left, right)

const signedAttributesOf = (found: Tlv): SignedAttributes => {
  const attributes = elementsOf(found, 0xa0, "Signed attributes", signedDataLimits.attributes)
  const type = attributeValue(attributes, "1.2.840.113549.1.9.3")
  const messageDigest = attributeValue(attributes, "1.2.840.113549.1.9.4")
  const time = attributeValue(attributes, "1.2.840.113549.1.9.5")
  const sorted = concat(...attributes.map(({ bytes }) => bytes).sort(byOctets))
  return {
    encoded: concat(Uint8Array.of(tags.set), found.bytes.subarray(1)),
    sorted: concat(Uint8Array.of(tags.set), encodedLength(sorted.length), sorted),
    content_type: type === null ? null : oidOf(type),
    message_digest: messageDigest === null ? null : expectTag(messageDigest, tags.octet_string, "A message digest").value,
    signing_time: time === null ? null : readableOrNull(() => timeOf(time))
  }
}

const signerOf = (found: Tlv): SignerIdentifier => {
  if (found.tag === 0x80) return { by: "subject_key_id", subject_key_id: hexOf(found.value) }
  const fields = fieldsOf(found, "A signer identifier")
  return { by: "issuer_and_serial", issuer: distinguishedNameOf(fields.next()).key, serial: serialOf(fields.next()) }
}

const signerInfoOf = (found: Tlv): SignerInfo => {
  const fields = fieldsOf(found, "A signer's information")
  smallIntegerOf(fields.next())
  const signer = signerOf(fields.next())
  const name = digestOf(algorithmOf(fields.next()))
  const attributes = fields.optional(0xa0)
  return {
    signer,
    digest: name,
    attributes: attributes === null ? null : signedAttributesOf(attributes),
    signature_algorithm: algorithmOf(fields.next()),
    signature: fields.next(tags.octet_string).value
  }
}

const encapsulated = (found: Tlv): Pick<SignedData, "content" | "content_type"> => {
  const fields = fieldsOf(found, "Encapsulated content")
  const content_type = oidOf(fields.next())
  const wrapped = fields.optional(0xa0)
  return { content_type, content: wrapped === null ? null : expectTag(explicit(wrapped), tags.octet_string, "The content").value }
}

const certificatesOf = (fields: Fields): Pick<SignedData, "certificates" | "unreadable_certificates"> => {
  const set = fields.optional(0xa0)
  const all = set === null ? [] : elementsOf(set, 0xa0, "Certificates", signedDataLimits.certificates)
  const certificates = all.flatMap((found) => readableOrNull(() => readCertificate(found.bytes)) ?? [])
  return { certificates, unreadable_certificates: all.length - certificates.length }
}

/** Reads a ContentInfo that holds a SignedData, encoded by DER or BER. Bytes after it do not count. Throws `Malformed`. */
export const readSignedData = (bytes: Uint8Array): SignedData => {
  const info = fieldsOf(readTlv(definiteLengths(bytes)), "A content info")
  if (oidOf(info.next()) !== "1.2.840.113549.1.7.2") throw new Malformed("The file is no CMS SignedData")
  const fields = fieldsOf(explicit(info.next(0xa0)), "A SignedData")
  smallIntegerOf(fields.next())
  fields.next(tags.set)
  const content = encapsulated(fields.next())
  const certificates = certificatesOf(fields)
  fields.optional(0xa1)
  const signers = elementsOf(fields.next(), tags.set, "Signers", signedDataLimits.signers).map(signerInfoOf)
  return { ...content, ...certificates, signers }
}

const isOf = ({ extensions, issuer, serial }: Certificate, signer: SignerIdentifier): boolean =>
  signer.by === "subject_key_id"
    ? extensions.subject_key_id === signer.subject_key_id
    : serial === signer.serial && issuer.key === signer.issuer

/** The certificate that a signer names, among those at hand. */
export const certificateOfSigner = (signer: SignerIdentifier, certificates: ReadonlyArray<Certificate>): Certificate | null =>
  certificates.find((certificate) => isOf(certificate, signer)) ?? null

/** All that a signer may mean: an identifier of a key names no issuer, so that certificates of strangers may share it. */
export const certificatesOfSigner = (signer: SignerIdentifier, certificates: ReadonlyArray<Certificate>): ReadonlyArray<Certificate> =>
  certificates.filter((certificate) => isOf(certificate, signer))

/** Judges one signer's signature over the content with the key of its certificate (RFC 5652, 5.4 to 5.6). */
export const judgeSigner = ({ content, content_type }: SignedData, info: SignerInfo, certificate: Certificate): SignatureJudgement => {
  const scheme = schemeOf(info.signature_algorithm)
  if (scheme === null) return "unsupported"
  const { attributes, signature } = info
  const judge = (message: Uint8Array) => judgeSignature({ key: certificate.public_key, scheme, digest: info.digest, message, signature })
  if (content === null) return "invalid"
  if (attributes === null) return judge(content)
  const name = info.digest ?? digestOfScheme(scheme)
  if (name === null) return "unsupported"
  const { message_digest } = attributes
  if (attributes.content_type !== content_type || message_digest === null) return "invalid"
  if (!sameOctets(digest(name, content), message_digest)) return "invalid"
  const encoded = judge(attributes.encoded)
  return encoded === "invalid" && !sameOctets(attributes.encoded, attributes.sorted) ? judge(attributes.sorted) : encoded
}
