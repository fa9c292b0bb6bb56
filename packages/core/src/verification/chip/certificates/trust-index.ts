import { type Certificate, certificateLimits, readCertificate, signedWith } from "./certificates.ts"
import { certificateCountry } from "./issuing-states.ts"
import { Malformed, readable } from "../asn1/malformed.ts"
import { type RevocationList, readRevocationList, revocationLimits } from "./revocation-lists.ts"

/** What the operator trusts: certificates of CSCAs with their link certificates, and revocation lists, each as DER. */
interface TrustMaterial {
  readonly certificates: ReadonlyArray<Uint8Array>
  readonly crls: ReadonlyArray<Uint8Array>
}

/** Trust material read once and asked many times. Signatures between its members are judged on first use and remembered. */
export interface TrustIndex {
  readonly certificates: ReadonlyArray<Certificate>
  readonly crls: ReadonlyArray<RevocationList>
  /** Members that could not be read. */
  readonly refused: number
  /** Certificates that may have issued another, by key identifier and country or by name; which of them did is for `signed` to say. */
  readonly issuersOf: (issued: Pick<Certificate, "issuer" | "extensions">) => ReadonlyArray<Certificate>
  /** Whether any self-signed CSCA certificate names the country, given as `certificateCountry` gives it. */
  readonly hasAnchorOf: (country: string) => boolean
  /** Whether the certificate is self-signed, so that being in the material makes it an anchor. */
  readonly isAnchor: (certificate: Certificate) => boolean
  /** Whether one member signed the other; `issued` may be a revocation list. */
  readonly signed: (issued: Certificate | RevocationList, issuer: Certificate) => boolean
  /** Certificates of the same CSCA: its other keys, and the links between them. */
  readonly sameSubject: (authority: Certificate) => ReadonlyArray<Certificate>
  /** Revocation lists in the name of a CSCA. */
  readonly crlsOf: (authority: Certificate) => ReadonlyArray<RevocationList>
}

/** Bounds of trust material, and of the certificates that are asked whether they are the anchor of a country. */
const trustLimits = { certificates: 10_000, crls: 2000, anchors_tried: 1_000 } as const

const grouped = <A>(members: ReadonlyArray<A>, keyOf: (member: A) => string | null): ReadonlyMap<string, ReadonlyArray<A>> => {
  const groups = new Map<string, Array<A>>()
  for (const member of members) {
    const key = keyOf(member)
    if (key === null) continue
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [member])
    if (group !== undefined) group.push(member)
  }
  return groups
}

const readAll = <A>(
  files: ReadonlyArray<Uint8Array>,
  limits: { readonly most: number; readonly bytes: number },
  read: (der: Uint8Array) => A
) => {
  const found = files.slice(0, limits.most).map((der) => (der.length > limits.bytes ? null : readable(() => read(der))))
  return found.flatMap((member) => (member === null || member instanceof Malformed ? [] : [member]))
}

/** An authority may issue unless its certificate says otherwise; the first CSCA certificates lack the extensions that say so. */
const mayIssue = ({ extensions }: Certificate): boolean =>
  extensions.is_authority !== false && extensions.key_usage?.certificate_sign !== false

/** Reads trust material for many verifications. Members beyond the bounds or unreadable are counted as refused, never fatal. */
export const indexTrust = (material: TrustMaterial): TrustIndex => {
  const all = readAll(material.certificates, { most: trustLimits.certificates, bytes: certificateLimits.bytes }, readCertificate)
  const crls = readAll(material.crls, { most: trustLimits.crls, bytes: revocationLimits.bytes }, readRevocationList)
  const certificates = all.filter(mayIssue)
  const bySubject = grouped(certificates, ({ subject }) => subject.key)
  const byKeyId = grouped(certificates, ({ extensions }) => extensions.subject_key_id)
  const crlsByIssuer = grouped(crls, ({ issuer }) => issuer.key)
  const countries = new Map<string, boolean>()
  const judged = new Map<Certificate | RevocationList, Map<Certificate, boolean>>()

  const signed = (issued: Certificate | RevocationList, issuer: Certificate): boolean => {
    const known = judged.get(issued)?.get(issuer)
    if (known !== undefined) return known
    const valid = signedWith(issued, issuer.public_key) === "valid"
    judged.set(issued, (judged.get(issued) ?? new Map<Certificate, boolean>()).set(issuer, valid))
    return valid
  }
  const isAnchor = (certificate: Certificate): boolean =>
    certificate.subject.key === certificate.issuer.key && signed(certificate, certificate)

  return {
    certificates: all,
    crls,
    refused: material.certificates.length - all.length + (material.crls.length - crls.length),
    issuersOf: ({ extensions, issuer }) => {
      const byKey = extensions.authority_key_id === null ? [] : (byKeyId.get(extensions.authority_key_id) ?? [])
      const sameCountry = byKey.filter(({ subject }) => subject.country === issuer.country)
      return [...new Set([...sameCountry, ...(bySubject.get(issuer.key) ?? [])])]
    },
    hasAnchorOf: (country) => {
      const known = countries.get(country)
      if (known !== undefined) return known
      const found = certificates
        .filter(({ subject }) => subject.country !== null && certificateCountry(subject.country) === country)
        .slice(0, trustLimits.anchors_tried)
        .some(isAnchor)
      countries.set(country, found)
      return found
    },
    isAnchor,
    signed,
    sameSubject: ({ subject }) => bySubject.get(subject.key) ?? [],
    crlsOf: ({ subject }) => crlsByIssuer.get(subject.key) ?? []
  }
}
