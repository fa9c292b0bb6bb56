import { X509Certificate } from "node:crypto"
import { type Certificate, extensionsOf, readCertificate } from "@vouchkit/core/verification/chip/certificates/certificates"
import { readableOrNull } from "@vouchkit/core/verification/chip/asn1/malformed"
import { memberOf, readTlv } from "@vouchkit/core/verification/chip/asn1/tlv"

/** Where the extensions stand among the members of a certificate (RFC 5280, 4.1). */
const extensionsTag = 0xa3

/** A certificate, read by us and by OpenSSL. */
export interface PathCertificate {
  readonly read: Certificate
  readonly x509: X509Certificate
}

/** Reads a certificate; null where it is none, or something follows it. */
export const pathCertificate = (der: Uint8Array): PathCertificate | null => {
  const read = readableOrNull(() => readCertificate(der))
  if (read === null || read.der.length !== der.length) return null
  try {
    return { read, x509: new X509Certificate(der) }
  } catch {
    return null
  }
}

const marks = ["-----BEGIN CERTIFICATE-----", "-----END CERTIFICATE-----"] as const

/** The one certificate of an authority that a PEM text holds; null where it holds none, several, or one that may not sign others. */
export const readRootCertificate = (pem: string): PathCertificate | null => {
  const [begin, end] = marks
  const body = pem.split(begin)[1]?.split(end)[0]
  if (body === undefined || pem.split(begin).length !== 2 || !/^[A-Za-z0-9+/=\s]+$/.test(body)) return null
  const root = pathCertificate(new Uint8Array(Buffer.from(body, "base64")))
  return root !== null && isAuthority(root.read) ? root : null
}

const isAuthority = ({ extensions }: Certificate): boolean =>
  extensions.is_authority === true && extensions.key_usage?.certificate_sign !== false && extensions.unknown_critical.length === 0

const isSigner = ({ extensions }: Certificate): boolean =>
  extensions.is_authority !== true && extensions.key_usage?.digital_signature !== false && extensions.unknown_critical.length === 0

const issued = (issuer: PathCertificate, subject: PathCertificate): boolean => {
  if (issuer.read.subject.key !== subject.read.issuer.key) return false
  try {
    return subject.x509.verify(issuer.x509.publicKey)
  } catch {
    return false
  }
}

/**
 * Whether certificates, the first one of a signer, lead to a root by signatures, names and rights at this time (milliseconds since 1970). Takes
 * a signer and at most one authority between, so that limits of the length of a path are always kept.
 */
export const judgePath = (
  path: readonly [signer: PathCertificate, authority: PathCertificate | null],
  root: PathCertificate,
  now: number
): "trusted" | "certificate_untrusted" | "certificate_expired" => {
  const [signer, authority] = path
  const issuer = authority ?? root
  if (!isSigner(signer.read) || !isAuthority(issuer.read)) return "certificate_untrusted"
  if (!issued(issuer, signer) || (issuer !== root && !issued(root, issuer))) return "certificate_untrusted"
  const valid = [signer, issuer, root].every(({ read }) => read.not_before <= now && now <= read.not_after)
  return valid ? "trusted" : "certificate_expired"
}

/** The content of an extension of a certificate, or null. */
export const extensionOf = ({ read }: PathCertificate, oid: string): Uint8Array | null =>
  readableOrNull(() => {
    const extensions = memberOf(readTlv(read.signed), extensionsTag)
    return extensions === null ? null : (extensionsOf(extensions).find((extension) => extension.oid === oid)?.value ?? null)
  })
