import { challengeBytes, judgeActiveAuthentication } from "./active-authentication.ts"
import { beginChipAuthentication, finishChipAuthentication } from "./chip-authentication.ts"
import { type Certificate, certificateLimits, readCertificate } from "./certificates/certificates.ts"
import { type DocumentDetails, type PersonDetails, readDataGroup11, readDataGroup12 } from "./data-groups/additional-details.ts"
import { type ChipZone, compareZones, readDataGroup1 } from "./data-groups/machine-readable-zone.ts"
import { type ChipPortrait, readDataGroup2 } from "./data-groups/portrait.ts"
import { readDataGroup14, readDataGroup15, type SecurityInfos } from "./data-groups/security-infos.ts"
import { type ChipFinding, chipFindingFacts, chipFindings } from "./findings.ts"
import { Malformed, readable, readableOrNull } from "./asn1/malformed.ts"
import { fromBase64 } from "./asn1/octets.ts"
import { authenticatePassively, compareDataGroups, type DataGroupFacts, type PassiveAuthentication } from "./passive-authentication.ts"
import type { PublicKey } from "./cryptography/public-keys.ts"
import { readSecurityObject, type SecurityObject } from "./security-object.ts"
import type { TrustIndex } from "./certificates/trust-index.ts"

/** A file of the chip: its bytes, or base64 of them. */
type ChipFileContent = Uint8Array | string

/** Fingerprints and irises (DG3, DG4) have no place here: they are refused by not being named. */
const verifiedGroups = [1, 2, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16] as const
type ChipDataGroup = `dg${(typeof verifiedGroups)[number]}`

const chipLimits = { file_bytes: 1 << 20, answer_bytes: 1024 } as const

export interface ChipEvidence {
  readonly sod: ChipFileContent
  readonly data_groups: { readonly [group in ChipDataGroup]?: ChipFileContent }
  /** The 8 bytes that the server gave for this reading and takes once; the caller has seen to that. */
  readonly challenge?: Uint8Array
  readonly active_authentication_signature?: ChipFileContent
  /** `random` made the ephemeral key (`beginChipAuthentication`), `response` is the chip's to the protected command. */
  readonly chip_authentication?: { readonly random: Uint8Array; readonly response: ChipFileContent }
  readonly trust: TrustIndex
  /** Certificates (DER) of document signers, for a security object that leaves out its own. They are trusted only as far as their chain holds. */
  readonly signers?: ReadonlyArray<Uint8Array>
  /** Milliseconds since 1970. */
  readonly now: number
  /** Lines of the zone that was read from the page. */
  readonly mrz?: ReadonlyArray<string>
}

/** What the issuing state wrote, taken only from data groups whose hash holds; null for what was not read. Personal throughout. */
interface ChipContents {
  readonly zone: ChipZone | null
  readonly portraits: ReadonlyArray<ChipPortrait>
  readonly person: PersonDetails | null
  readonly document: DocumentDetails | null
}

/** What is known of a chip. Null is what could not be judged. */
export interface ChipVerification {
  /** True only when signature, hashes, chain and validity hold and nothing is left to a person. */
  readonly passive_authentication: boolean | null
  readonly sod_signature_valid: boolean | null
  /** Of the data groups that were supplied. */
  readonly dg_hashes_valid: boolean | null
  readonly csca_trusted: boolean | null
  readonly no_trust_anchor: boolean
  readonly active_authentication: boolean | null
  readonly chip_authentication: boolean | null
  /** The document signer's; times in milliseconds since 1970. */
  readonly certificate: { readonly country: string | null; readonly not_before: number; readonly not_after: number } | null
  readonly data_groups: ReadonlyArray<DataGroupFacts>
  /** In the order of the procedure, each once. */
  readonly findings: ReadonlyArray<ChipFinding>
  readonly contents: ChipContents
}

const bytesOf = (content: ChipFileContent, most: number): Uint8Array | null => {
  const bytes = typeof content === "string" ? fromBase64(content, most) : content
  return bytes === null || bytes.length > most ? null : bytes
}

/** What cannot be decoded stands as an empty file, whose hash fits nothing. */
const filesOf = (given: ChipEvidence["data_groups"]): ReadonlyMap<number, Uint8Array> => {
  const files = new Map<number, Uint8Array>()
  for (const number of verifiedGroups) {
    const content = given[`dg${number}`]
    if (content !== undefined) files.set(number, bytesOf(content, chipLimits.file_bytes) ?? new Uint8Array(0))
  }
  return files
}

const mostSigners = 32

/** Those that can be read; they come from outside like everything else. */
const signersOf = ({ signers = [] }: ChipEvidence): ReadonlyArray<Certificate> =>
  signers
    .slice(0, mostSigners)
    .flatMap((der) => (der.length > certificateLimits.bytes ? [] : (readableOrNull(() => readCertificate(der)) ?? [])))

/** Reads data groups whose hash holds, and remembers whether any of them could not be read. */
const groupReader = (files: ReadonlyMap<number, Uint8Array>, facts: ReadonlyArray<DataGroupFacts>) => {
  let malformed = false
  const read = <A>(number: number, of: (bytes: Uint8Array) => A): A | null => {
    const bytes = files.get(number)
    if (bytes === undefined || facts.find((group) => group.number === number)?.hash_valid !== true) return null
    const found = readable(() => of(bytes))
    if (!(found instanceof Malformed)) return found
    malformed = true
    return null
  }
  return { read, anyMalformed: () => malformed }
}

interface CopyDetection {
  readonly active: boolean | null
  readonly chip: boolean | null
  readonly findings: ReadonlyArray<ChipFinding>
}

const answeredActively = (
  evidence: ChipEvidence,
  { infos, key, signed }: { readonly infos: SecurityInfos | null; readonly key: PublicKey | null; readonly signed: boolean }
): Pick<CopyDetection, "active" | "findings"> => {
  const { active_authentication_signature: content, challenge } = evidence
  // A copy would hold back the key that it cannot answer for: that the state signed one is enough.
  if (content === undefined) return { active: null, findings: signed ? ["active_authentication_not_performed"] : [] }
  const signature = bytesOf(content, chipLimits.answer_bytes)
  if (key === null || challenge === undefined || challenge.length !== challengeBytes) {
    return { active: null, findings: ["active_authentication_unsupported"] }
  }
  const digest = infos?.active_authentication_digest ?? null
  const judged = signature === null ? "invalid" : judgeActiveAuthentication({ key, challenge, signature, digest })
  if (judged === "valid") return { active: true, findings: [] }
  return judged === "invalid"
    ? { active: false, findings: ["active_authentication_failed"] }
    : { active: null, findings: ["active_authentication_unsupported"] }
}

const answeredByChip = (
  evidence: ChipEvidence,
  { dg14, infos, withheld }: { readonly dg14: Uint8Array | null; readonly infos: SecurityInfos | null; readonly withheld: boolean }
): Pick<CopyDetection, "chip" | "findings"> => {
  const { chip_authentication: answer } = evidence
  const offered = withheld || (infos !== null && infos.chip_authentication_keys.length > 0)
  if (answer === undefined) return { chip: null, findings: offered ? ["chip_authentication_not_performed"] : [] }
  const begun = dg14 === null ? null : beginChipAuthentication(dg14, answer.random)
  if (begun === null) return { chip: null, findings: ["chip_authentication_unsupported"] }
  const response = bytesOf(answer.response, chipLimits.answer_bytes)
  const held = response !== null && finishChipAuthentication(begun.state, response)
  return { chip: held, findings: held ? [] : ["chip_authentication_failed"] }
}

const detectCopy = (
  evidence: ChipEvidence,
  read: ReturnType<typeof groupReader>["read"],
  facts: ReadonlyArray<DataGroupFacts>
): CopyDetection => {
  const infos = read(14, readDataGroup14)
  const signed = (wanted: number) => facts.find(({ number }) => number === wanted)?.signed === true
  const withheld = signed(14) && facts.some(({ number, supplied }) => number === 14 && !supplied)
  const active = answeredActively(evidence, { infos, key: read(15, readDataGroup15), signed: signed(15) })
  const chip = answeredByChip(evidence, { dg14: read(14, (bytes) => bytes), infos, withheld })
  const none = !signed(14) && !signed(15)
  const absent: ReadonlyArray<ChipFinding> =
    none && active.findings.length === 0 && chip.findings.length === 0 ? ["copy_detection_absent"] : []
  const proven = active.active === true || chip.chip === true
  return {
    active: active.active,
    chip: chip.chip,
    findings: [...active.findings, ...chip.findings, ...absent, ...(proven ? [] : (["copy_not_excluded"] as const))]
  }
}

const hashFindings = (facts: ReadonlyArray<DataGroupFacts>): ReadonlyArray<ChipFinding> => {
  const findings: Array<ChipFinding> = []
  if (facts.some(({ hash_valid }) => hash_valid === false)) findings.push("data_group_changed")
  if (facts.some(({ signed, supplied }) => supplied && !signed)) findings.push("data_group_not_signed")
  return findings
}

const zoneFindings = (
  zone: ChipZone | null,
  files: ReadonlyMap<number, Uint8Array>,
  mrz: ReadonlyArray<string> | undefined
): ReadonlyArray<ChipFinding> => {
  if (zone === null) return files.has(1) ? [] : ["machine_readable_zone_missing"]
  if (mrz === undefined) return []
  const compared = compareZones(zone, mrz)
  if (compared === "same") return []
  return [compared === "mismatch" ? "data_mismatch" : "data_differs"]
}

const worst = (findings: ReadonlyArray<ChipFinding>, severity: "fail" | "review"): boolean =>
  findings.some((finding) => chipFindingFacts[finding].severity === severity)

const ordered = (findings: ReadonlyArray<ChipFinding>): ReadonlyArray<ChipFinding> => {
  const found = new Set(findings)
  return chipFindings.filter((finding) => found.has(finding))
}

const hashesHold = (facts: ReadonlyArray<DataGroupFacts>): boolean | null => {
  const supplied = facts.filter((group) => group.supplied)
  if (supplied.some(({ hash_valid, signed }) => hash_valid === false || !signed)) return false
  return supplied.length > 0 && supplied.every(({ hash_valid }) => hash_valid === true) ? true : null
}

/** A security object that cannot be read proves nothing of any data group. */
export const unreadableChip = (data_groups: ChipVerification["data_groups"]): ChipVerification => ({
  passive_authentication: false,
  sod_signature_valid: false,
  dg_hashes_valid: null,
  csca_trusted: false,
  no_trust_anchor: false,
  active_authentication: null,
  chip_authentication: null,
  certificate: null,
  data_groups,
  findings: ["security_object_malformed"],
  contents: { zone: null, portraits: [], person: null, document: null }
})

const trusted = ({ findings, trust }: PassiveAuthentication): boolean | null =>
  trust === null ? null : trust === "trusted" && !worst(chainOf(findings), "fail")
const notOfTheChain: ReadonlyArray<ChipFinding> = ["security_object_signature_invalid", "security_object_unsupported"]
const chainOf = (findings: ReadonlyArray<ChipFinding>) => findings.filter((finding) => !notOfTheChain.includes(finding))
const judgements = { valid: true, invalid: false, unsupported: null } as const

/**
 * Verifies the chip of a travel document (ICAO 9303-10 to -12): passive authentication up to a CSCA certificate that the operator trusts,
 * the proofs that the chip is no copy as far as they were asked for, and DG1 against the printed zone. Never throws on what a device
 * sends.
 */
export const verifyChip = (evidence: ChipEvidence): ChipVerification => {
  const files = filesOf(evidence.data_groups)
  const sod = bytesOf(evidence.sod, chipLimits.file_bytes)
  const security: SecurityObject | Malformed | null = sod === null ? null : readable(() => readSecurityObject(sod))
  if (security === null || security instanceof Malformed) return unreadableChip(compareDataGroups(null, files))
  const facts = compareDataGroups(security, files)
  const { anyMalformed, read } = groupReader(files, facts)
  const contents: ChipContents = {
    zone: read(1, readDataGroup1),
    portraits: read(2, readDataGroup2) ?? [],
    person: read(11, readDataGroup11),
    document: read(12, readDataGroup12)
  }
  const passive = authenticatePassively(security, contents, { trust: evidence.trust, signers: signersOf(evidence), now: evidence.now })
  const copy = detectCopy(evidence, read, facts)
  const malformed: ReadonlyArray<ChipFinding> = anyMalformed() ? ["data_group_malformed"] : []
  const findings = [...passive.findings, ...hashFindings(facts)]
  const { certificate } = passive
  const holds = passive.sod_signature === "valid" && hashesHold(facts) === true && trusted(passive) === true
  return {
    passive_authentication: worst(findings, "fail") ? false : holds && !worst(findings, "review") ? true : null,
    sod_signature_valid: judgements[passive.sod_signature],
    dg_hashes_valid: hashesHold(facts),
    csca_trusted: trusted(passive),
    no_trust_anchor: passive.trust === "no_trust_anchor",
    active_authentication: copy.active,
    chip_authentication: copy.chip,
    certificate:
      certificate === null
        ? null
        : { country: certificate.issuer.country, not_before: certificate.not_before, not_after: certificate.not_after },
    data_groups: facts,
    findings: ordered([...findings, ...malformed, ...copy.findings, ...zoneFindings(contents.zone, files, evidence.mrz)]),
    contents
  }
}
