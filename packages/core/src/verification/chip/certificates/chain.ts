import type { Certificate } from "./certificates.ts"
import { curveParameters } from "../cryptography/curve-parameters.ts"
import type { ChipFinding } from "../findings.ts"
import { certificateCountry } from "./issuing-states.ts"
import { digestOfScheme, schemeOf } from "../cryptography/signatures.ts"
import type { TrustIndex } from "./trust-index.ts"

/**
 * Longest way from a signer to a self-signed CSCA certificate (the signer, links between the keys of some decades, the anchor), and signatures
 * that one question about a chain may ask for. A CSCA has some ten certificates of one name; thousands that all signed one another would
 * have more paths than can ever be tried.
 */
export const chainLimits = { path: 6, signatures: 1_000 } as const

/** Trust material as one question asks it: signatures beyond the limit count as not made. They are counted whether or not they are remembered. */
type Search = Pick<TrustIndex, "isAnchor" | "issuersOf" | "signed">

const searchOf = ({ isAnchor, issuersOf, signed }: TrustIndex): Search => {
  let asked = 0
  const counted = (judge: () => boolean): boolean => {
    if (asked >= chainLimits.signatures) return false
    asked += 1
    return judge()
  }
  return {
    isAnchor: (certificate) => counted(() => isAnchor(certificate)),
    signed: (issued, issuer) => counted(() => signed(issued, issuer)),
    issuersOf: (issued) => (asked >= chainLimits.signatures ? [] : issuersOf(issued))
  }
}

export type TrustPath =
  /** From the signer to the self-signed anchor, both included. */
  | { readonly kind: "trusted"; readonly path: ReadonlyArray<Certificate> }
  | { readonly kind: "not_trusted" }
  | { readonly kind: "no_trust_anchor" }

/** The way upwards along keys that truly signed: a CSCA that renewed its key has several certificates of one name. */
const climb = (path: ReadonlyArray<Certificate>, search: Search): ReadonlyArray<Certificate> | null => {
  const top = path.at(-1)
  if (top === undefined || path.length === chainLimits.path) return null
  if (search.isAnchor(top)) return path
  const issuers = search.issuersOf(top).filter((issuer) => !path.includes(issuer) && search.signed(top, issuer))
  const anchor = issuers.find(search.isAnchor)
  if (anchor !== undefined) return [...path, anchor]
  for (const link of issuers) {
    const found = climb([...path, link], search)
    if (found !== null) return found
  }
  return null
}

/**
 * The chain from a document signer to a CSCA certificate that the operator trusts (ICAO 9303-12, 6; RFC 5280, 6.1). `countries` are those
 * that the document claims beside the signer's own: only where none of them has an anchor may trust be called unknown instead of absent.
 */
export const trustPathOf = (signer: Certificate, trust: TrustIndex, countries: ReadonlyArray<string>): TrustPath => {
  const path = climb([signer], searchOf(trust))
  if (path !== null && path.length > 1) return { kind: "trusted", path }
  const own = signer.issuer.country === null ? [] : [certificateCountry(signer.issuer.country)]
  const anchored = [...own, ...countries].some((country) => trust.hasAnchorOf(country))
  return { kind: anchored ? "not_trusted" : "no_trust_anchor" }
}

/** Times in milliseconds since 1970. */
interface ChainTimes {
  readonly now: number
  /** When the security object was signed, as it says itself under the signature; null when it does not. */
  readonly signed_at: number | null
  /** When the document was issued, as DG12 says; null when it does not. Personalisation may lie some days off. */
  readonly issued_at: number | null
}

const day = 86_400_000
/** Dates of issue have no time of day, so that a day either way is allowed. */
const within = (at: number, from: number, to: number): boolean => at >= from - day && at <= to + day

/**
 * Every certificate must be valid now. An expired one leaves doubt, instead of failing, only when the signed data dates itself into the
 * validity of the whole chain: keys that are out of use sign nothing that is new.
 */
const validityFindings = (path: ReadonlyArray<Certificate>, { issued_at, now, signed_at }: ChainTimes): ReadonlyArray<ChipFinding> => {
  const [signer, authority] = path
  if (signer === undefined || authority === undefined) return []
  const covers = (certificate: Certificate, at: number) => within(at, certificate.not_before, certificate.not_after)
  const findings: Array<ChipFinding> = []
  if (path.some(({ not_before }) => now < not_before)) findings.push("certificate_not_yet_valid")
  if (path.some(({ not_after }) => now > not_after)) {
    const dated = signed_at ?? issued_at
    const proven = dated !== null && path.every((certificate) => covers(certificate, dated))
    findings.push(proven ? "certificate_expired_since" : "certificate_expired")
  }
  if (signed_at !== null && !covers(signer, signed_at)) findings.push("signed_outside_validity")
  const signing = signer.extensions.private_key_usage
  if (signing !== null && signed_at !== null && !within(signed_at, signing.from ?? signed_at, signing.to ?? signed_at)) {
    findings.push("signed_outside_key_usage")
  }
  const issuing = authority.extensions.private_key_usage
  if (!within(signer.not_before, issuing?.from ?? authority.not_before, issuing?.to ?? authority.not_after)) {
    findings.push("issued_outside_key_usage")
  }
  return findings
}

const strongEnough = { rsa: 2048, ec: 224 } as const

/** SHA-1 and short keys are what the documents of the first years have; they are told, and they count. */
export const isWeak = ({ public_key, signature_algorithm }: Pick<Certificate, "public_key" | "signature_algorithm">): boolean => {
  const scheme = schemeOf(signature_algorithm)
  if (scheme !== null && digestOfScheme(scheme) === "sha1") return true
  if (public_key.kind === "rsa") return public_key.bits < strongEnough.rsa
  return public_key.kind === "ec" && curveParameters[public_key.curve].n.toString(2).length < strongEnough.ec
}

const usageFindings = ([signer, ...authorities]: ReadonlyArray<Certificate>): ReadonlyArray<ChipFinding> => {
  if (signer === undefined) return []
  const findings: Array<ChipFinding> = []
  const usage = signer.extensions.key_usage
  if (usage?.digital_signature === false || signer.extensions.is_authority === true) findings.push("signer_not_a_signer")
  if (usage === null || authorities.some(({ extensions }) => extensions.key_usage === null)) findings.push("key_usage_missing")
  return findings
}

/**
 * Revocation of the signer, the links and the anchor itself (RFC 5280, 6.3). A CSCA that renewed its key signs one list for the
 * certificates of all its keys (ICAO 9303-12, 5.2), so that any trusted key of the same name may have signed it.
 */
const revocationFindings = (path: ReadonlyArray<Certificate>, trust: TrustIndex, now: number): ReadonlyArray<ChipFinding> => {
  const findings = new Set<ChipFinding>()
  const search = searchOf(trust)
  for (const [index, certificate] of path.entries()) {
    const authority = path[index + 1] ?? certificate
    const claimed = trust.crlsOf(authority)
    const genuine = claimed.filter((list) =>
      [authority, ...trust.sameSubject(authority)].some((key) => search.signed(list, key) && climb([key], search) !== null)
    )
    if (genuine.length < claimed.length) findings.add("revocation_list_unverifiable")
    if (genuine.some(({ revoked }) => revoked.has(certificate.serial))) findings.add("certificate_revoked")
    if (index > 0) continue
    const complete = genuine.filter((list) => list.complete)
    const fresh = complete.some(({ next_update }) => next_update === null || next_update >= now)
    if (complete.length === 0) findings.add("revocation_list_missing")
    if (complete.length > 0 && !fresh) findings.add("revocation_list_stale")
  }
  return [...findings]
}

const countriesOf = (path: ReadonlyArray<Certificate>): ReadonlySet<string> =>
  new Set(
    path
      .flatMap(({ issuer, subject }) => [issuer.country, subject.country])
      .flatMap((country) => (country === null ? [] : [certificateCountry(country)]))
  )

/** What is to be said of a chain whose signatures hold. */
export const judgePath = (path: ReadonlyArray<Certificate>, trust: TrustIndex, times: ChainTimes): ReadonlyArray<ChipFinding> => {
  const findings: Array<ChipFinding> = [
    ...usageFindings(path),
    ...validityFindings(path, times),
    ...revocationFindings(path, trust, times.now)
  ]
  // An anchor's restrictions are not processed (RFC 5280, 6.1): it is trusted because the operator says so.
  if (path.slice(0, -1).some(({ extensions }) => extensions.unknown_critical.length > 0)) findings.push("critical_extension_unknown")
  if (countriesOf(path).size > 1) findings.push("country_mismatch")
  if (path.some(isWeak)) findings.push("weak_algorithm")
  return findings
}
