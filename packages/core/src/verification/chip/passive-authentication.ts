import type { Certificate } from "./certificates/certificates.ts"
import { isWeak, judgePath, type TrustPath, trustPathOf } from "./certificates/chain.ts"
import type { DocumentDetails } from "./data-groups/additional-details.ts"
import type { ChipZone } from "./data-groups/machine-readable-zone.ts"
import { digest } from "./cryptography/digests.ts"
import type { ChipFinding } from "./findings.ts"
import { certificateCountriesOf, statesAgree } from "./certificates/issuing-states.ts"
import { readableOrNull } from "./asn1/malformed.ts"
import { sameOctets } from "./asn1/octets.ts"
import type { SecurityObject } from "./security-object.ts"
import { digestOfScheme, type SignatureJudgement, schemeOf } from "./cryptography/signatures.ts"
import { certificateOfSigner, certificatesOfSigner, judgeSigner, type SignerInfo } from "./signed-data.ts"
import { readTlv } from "./asn1/tlv.ts"
import type { TrustIndex } from "./certificates/trust-index.ts"

/** What is known of one data group. */
export interface DataGroupFacts {
  readonly number: number
  /** The security object has a hash for it. */
  readonly signed: boolean
  readonly supplied: boolean
  /** Null: not supplied, not signed, or hashed with a function that is not known here. */
  readonly hash_valid: boolean | null
}

/** A reader may have read beyond the file's end: what is signed ends where the outermost data object ends. */
const hashes = (name: NonNullable<SecurityObject["digest"]>, file: Uint8Array, expected: Uint8Array): boolean => {
  if (sameOctets(digest(name, file), expected)) return true
  const whole = readableOrNull(() => readTlv(file))
  return whole !== null && whole.bytes.length < file.length && sameOctets(digest(name, whole.bytes), expected)
}

/** Compares data groups with the hashes of the security object (ICAO 9303-11, 5.1). */
export const compareDataGroups = (
  security: Pick<SecurityObject, "digest" | "hashes"> | null,
  files: ReadonlyMap<number, Uint8Array>
): ReadonlyArray<DataGroupFacts> =>
  Array.from({ length: 16 }, (_, index) => index + 1)
    .filter((number) => files.has(number) || security?.hashes.has(number) === true)
    .map((number) => {
      const [file, expected] = [files.get(number), security?.hashes.get(number)]
      const name = security?.digest ?? null
      const comparable = file !== undefined && expected !== undefined && name !== null
      return {
        number,
        signed: expected !== undefined,
        supplied: file !== undefined,
        hash_valid: comparable ? hashes(name, file, expected) : null
      }
    })

interface JudgedSigner {
  readonly info: SignerInfo
  readonly certificate: Certificate | null
  readonly signature: SignatureJudgement
}

const byJudgement: Readonly<Record<SignatureJudgement, number>> = { valid: 0, unsupported: 1, invalid: 2 }

/** More certificates than share one identifier of a key by accident. */
const mostCandidates = 8

/**
 * The best of the signers; there is one as a rule. Old chips leave the certificate to the directory that the operator imports: `signers`
 * are those that were found there.
 */
const judgedSigner = ({ signed_data }: SecurityObject, trust: TrustIndex, signers: ReadonlyArray<Certificate>): JudgedSigner | null => {
  const judged = signed_data.signers.flatMap((info): ReadonlyArray<JudgedSigner> => {
    const own = certificateOfSigner(info.signer, signed_data.certificates)
    const found = own === null ? certificatesOfSigner(info.signer, [...signers, ...trust.certificates]).slice(0, mostCandidates) : [own]
    if (found.length === 0) return [{ info, certificate: null, signature: "unsupported" }]
    return found.map((certificate) => ({ info, certificate, signature: judgeSigner(signed_data, info, certificate) }))
  })
  return judged.sort((left, right) => byJudgement[left.signature] - byJudgement[right.signature])[0] ?? null
}

/** What passive authentication found (ICAO 9303-11, 5.1). */
export interface PassiveAuthentication {
  readonly sod_signature: SignatureJudgement
  /** Null: the chip holds no certificate of its signer, and none is known. */
  readonly certificate: Certificate | null
  readonly trust: TrustPath["kind"] | null
  readonly findings: ReadonlyArray<ChipFinding>
}

interface Claims {
  readonly zone: ChipZone | null
  readonly document: DocumentDetails | null
}

const signatureFindings: Readonly<Record<SignatureJudgement, ReadonlyArray<ChipFinding>>> = {
  valid: [],
  invalid: ["security_object_signature_invalid"],
  unsupported: ["security_object_unsupported"]
}

/**
 * Who can have data of their own choice signed (a portrait is enough) can prepare two files with one SHA-1: no hash on the way from the data
 * groups to the signature may be it. A mask by SHA-1 gives no such pair, but ICAO 9303-12 asks for the hash function of the signature.
 */
const hashFindings = (
  { digest: ofGroups }: SecurityObject,
  { digest: ofContent, signature_algorithm }: SignerInfo
): ReadonlyArray<ChipFinding> => {
  const scheme = schemeOf(signature_algorithm)
  const ofSignature = scheme === null ? null : digestOfScheme(scheme)
  if ([ofGroups, ofContent, ofSignature].includes("sha1")) return ["weak_hash"]
  return scheme?.kind === "rsa_pss" && scheme.parameters.mask === "sha1" ? ["weak_mask"] : []
}

/** Documents name their type by one or two characters; a list that names one covers all subtypes. */
const listsDocument = ({ extensions }: Certificate, { document_code }: ChipZone): boolean => {
  const code = document_code.replaceAll("<", "")
  return (
    extensions.document_types === null ||
    extensions.document_types.some((listed) => {
      const type = listed.replaceAll("<", "").trim().toUpperCase()
      return type === code || (type.length === 1 && code.startsWith(type))
    })
  )
}

const zoneFindings = (certificate: Certificate, zone: ChipZone): ReadonlyArray<ChipFinding> => {
  const findings: Array<ChipFinding> = listsDocument(certificate, zone) ? [] : ["document_type_not_listed"]
  const agreement = certificate.issuer.country === null ? "unknown" : statesAgree(zone.issuing_state, certificate.issuer.country)
  if (agreement === "different") findings.push("country_mismatch")
  if (agreement === "unknown") findings.push("issuing_state_unconfirmed")
  return findings
}

const issueDate = (document: DocumentDetails | null): number | null =>
  document === null || document.date_of_issue === null ? null : Date.parse(document.date_of_issue)

/** What a security object is judged by: the anchors, certificates of document signers that it may lack, and the time in milliseconds since 1970. */
interface Grounds {
  readonly trust: TrustIndex
  readonly signers: ReadonlyArray<Certificate>
  readonly now: number
}

/** Judges signature, chain and revocation of a security object, for a document that claims to be what DG1 and DG12 say. */
export const authenticatePassively = (
  security: SecurityObject,
  { document, zone }: Claims,
  { now, signers, trust }: Grounds
): PassiveAuthentication => {
  const signer = judgedSigner(security, trust, signers)
  const certificate = signer?.certificate ?? null
  if (signer === null || certificate === null) {
    return { sod_signature: "unsupported", certificate, trust: null, findings: ["signer_certificate_missing"] }
  }
  const findings: Array<ChipFinding> = [...signatureFindings[signer.signature]]
  if (security.digest === null) findings.push("security_object_unsupported")
  const found = trustPathOf(certificate, trust, zone === null ? [] : certificateCountriesOf(zone.issuing_state))
  const signed_at = signer.info.attributes?.signing_time ?? null
  if (found.kind === "trusted") findings.push(...judgePath(found.path, trust, { now, signed_at, issued_at: issueDate(document) }))
  if (found.kind === "not_trusted") findings.push("signer_not_trusted")
  if (found.kind === "no_trust_anchor") findings.push("no_trust_anchor")
  if (zone !== null) findings.push(...zoneFindings(certificate, zone))
  findings.push(...hashFindings(security, signer.info))
  if (isWeak(certificate)) findings.push("weak_algorithm")
  return { sod_signature: signer.signature, certificate, trust: found.kind, findings: [...new Set(findings)] }
}
