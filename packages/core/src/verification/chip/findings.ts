import type { VerdictReason } from "../verdict.ts"

interface FindingFacts {
  readonly severity: VerdictReason["severity"]
  /** For reviewers; holds no data of the person. */
  readonly message: string
}

const fail = (message: string): FindingFacts => ({ severity: "fail", message })
const review = (message: string): FindingFacts => ({ severity: "review", message })
const info = (message: string): FindingFacts => ({ severity: "info", message })

const table = {
  security_object_malformed: fail("The security object of the chip cannot be read"),
  security_object_unsupported: review("The security object uses an unsupported hash function or signature"),
  security_object_signature_invalid: fail("The signature of the security object is not valid"),
  signer_certificate_missing: review("The chip does not contain the certificate of its document signer"),
  data_group_changed: fail("A data group differs from what the issuing state signed"),
  data_group_not_signed: fail("The issuing state signed no such data group"),
  data_group_malformed: review("A data group that the issuing state signed cannot be read"),
  machine_readable_zone_missing: review("The chip's machine readable zone (DG1) was not read"),
  no_trust_anchor: review("No CSCA certificate of the issuing state is imported, so the signer cannot be trusted"),
  signer_not_trusted: fail("No CSCA certificate of the issuing state signed the certificate of the document signer"),
  signer_not_a_signer: fail("The certificate may not be used to sign documents"),
  critical_extension_unknown: review("A certificate has an unknown critical extension"),
  certificate_not_yet_valid: fail("A certificate of the chain is not valid yet"),
  certificate_expired: fail("A certificate of the chain has expired, and nothing proves that the document was signed before that"),
  certificate_expired_since: review("A certificate of the chain expired after the document was signed"),
  signed_outside_validity: fail("The document was signed outside the validity of its signer's certificate"),
  issued_outside_key_usage: info("The signer's certificate was issued outside the period in which the key of the CSCA was to be used"),
  signed_outside_key_usage: info("The document is dated outside the period in which its signer's key was to be used"),
  certificate_revoked: fail("The issuing state revoked a certificate of the chain"),
  revocation_list_missing: info("No revocation list of the CSCA is imported"),
  revocation_list_stale: info("The revocation list of the CSCA is overdue"),
  revocation_list_unverifiable: review("A revocation list in the name of the CSCA was not signed by it"),
  country_mismatch: fail("The certificates and the document name different issuing states"),
  issuing_state_unconfirmed: review("The service cannot tell whether the certificates belong to the issuing state of the document"),
  document_type_not_listed: review("The signer's certificate does not list this type of document"),
  key_usage_missing: info("A certificate does not say what its key may be used for"),
  weak_hash: fail("The security object is hashed or signed with SHA-1, which no longer proves what was signed"),
  weak_mask: review("The signature of the security object masks with SHA-1 beside a stronger hash function"),
  weak_algorithm: info("A certificate of the chain is signed with SHA-1, or a key is too short by today's standards"),
  active_authentication_failed: fail("The chip did not answer the challenge with the key that the issuing state signed"),
  active_authentication_unsupported: review("The chip answered with an unsupported key or method"),
  active_authentication_not_performed: info(
    "The chip supports active authentication, which proves that it is not a copy, but the app did not use it"
  ),
  chip_authentication_failed: fail("The chip does not know the private key that the issuing state signed"),
  chip_authentication_unsupported: review("The chip answered with an unsupported chip authentication protocol"),
  chip_authentication_not_performed: info(
    "The chip supports chip authentication, which proves that it is not a copy, but the app did not use it"
  ),
  copy_detection_absent: info("The chip cannot prove that it is not a copy"),
  copy_not_excluded: review("Neither active nor chip authentication proved that the chip is not a copy"),
  data_mismatch: fail("The machine readable zone of the chip shows another number, date or name than the printed one"),
  data_differs: review("The machine readable zone of the chip differs from the printed one in a character that no check digit covers")
} as const satisfies Record<string, FindingFacts>

/** What the verification of a chip found. */
export type ChipFinding = keyof typeof table

const isFinding = (text: string): text is ChipFinding => Object.hasOwn(table, text)

/** Every finding there can be, in the order of the procedure. */
export const chipFindings: ReadonlyArray<ChipFinding> = Object.keys(table).filter(isFinding)

export const chipFindingFacts: Readonly<Record<ChipFinding, FindingFacts>> = table
